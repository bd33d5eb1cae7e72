package main

import "fmt"

// entryBytes is the size of an entry of the solver's table.
const entryBytes = 24

// unknownBits is the largest table that is tried where nobody knows how much
// memory there is: 6.4 GB.
const unknownBits = 28

// checkTable returns an error if a table of 2^bits entries does not fit into
// memory, of which there are so many bytes, 0 if that is not known: to allocate it
// would end the program without a word to the user. reserve tries to get so many
// bytes and gives them back.
func checkTable(bits int, memory int64, reserve func(int64) error) error {
	fits := func(bits int) bool {
		need := int64(entryBytes) << bits
		if memory == 0 {
			return bits <= unknownBits
		}
		return need <= memory && reserve(need) == nil
	}
	if fits(bits) {
		return nil
	}
	most := bits - 1
	for most > 1 && !fits(most) {
		most--
	}
	has := "and how much memory this machine has is not known"
	switch {
	case memory == 0:
	case int64(entryBytes)<<bits > memory:
		has = "and there are " + gigabytes(memory)
	default:
		has = "which the system does not give"
	}
	return usagef("--hash-bits: %d takes %s of memory, %s: at most %d here", bits, gigabytes(entryBytes<<bits), has, most)
}

func gigabytes(bytes int64) string { return fmt.Sprintf("%.1f GB", float64(bytes)/1e9) }
