package kernel_test

import (
	"fmt"
	"log"

	"othellier/model/kernel"
)

// A stem that adds up the 3x3 neighbourhood of every square, over one board
// with one disc on d4.
func Example() {
	isa, err := kernel.Select()
	if err != nil {
		log.Fatal(err)
	}
	stem := kernel.Conv{In: 1, Out: 1, W: []float32{1, 1, 1, 1, 1, 1, 1, 1, 1}, B: []float32{0}}
	net, err := kernel.Pack(isa, kernel.Latency, []kernel.Conv{stem})
	if err != nil {
		log.Fatal(err)
	}
	planes := make([]float32, 64)
	planes[3*8+3] = 1
	trunk := net.NewTower(1).Forward(planes, 1)
	for y := range 5 {
		var row [8]int
		for x := range row {
			row[x] = int(trunk[kernel.TrunkIndex(0, y*8+x)] + .5)
		}
		fmt.Println(row)
	}
	// Output:
	// [0 0 0 0 0 0 0 0]
	// [0 0 0 0 0 0 0 0]
	// [0 0 1 1 1 0 0 0]
	// [0 0 1 1 1 0 0 0]
	// [0 0 1 1 1 0 0 0]
}
