package record

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"othellier/env"
)

// writerWTHOR collects a database: its heads tell the number of games and names.
type writerWTHOR struct {
	games       []byte // records of gameSizeWTHOR bytes
	players     nameList
	tournaments nameList
	depth       int // at which the theoretical scores were computed: 0 unless all games have one and agree
	year        int // when the games were played: 0 unless all agree
}

func newWriterWTHOR() *writerWTHOR {
	return &writerWTHOR{
		players:     newNameList(playerSize, unknownPlayer),
		tournaments: newNameList(eventSize, unknownEvent),
	}
}

// add appends a game. It must be from the standard start.
func (w *writerWTHOR) add(g *Game) error {
	final, err := g.check()
	if err != nil {
		return err
	}
	switch {
	case g.Rules.Board != env.Board8:
		return errBoard
	case g.Start != env.Rules{}.Initial():
		return errStart
	}
	event := g.Event
	if event == "" {
		event = g.Place
	}
	var b [gameSizeWTHOR]byte
	for i, n := range [...]struct {
		names *nameList
		name  string
	}{{&w.tournaments, event}, {&w.players, g.Black}, {&w.players, g.White}} {
		number, err := n.names.number(n.name)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint16(b[2*i:], number)
	}
	b[6] = scoreWTHOR(g, final)
	theory, depth := theoryWTHOR(g)
	b[7] = theory
	n := 8
	for _, m := range g.Moves {
		if m != env.Pass {
			b[n] = 10*byte(m/8+1) + byte(m%8+1)
			n++
		}
	}
	d, _ := parseDay(g.Date)
	if len(w.games) == 0 {
		w.year, w.depth = d.year, depth
	}
	if d.year != w.year {
		w.year = 0
	}
	if depth != w.depth {
		w.depth = 0
	}
	w.games = append(w.games, b[:]...)
	return nil
}

// scoreWTHOR returns Black's discs with the empty squares of the winner: by the
// moves if they end the game, else as stated, a bare win as all discs, else as
// the discs lie after the last move.
func scoreWTHOR(g *Game, final env.Position) byte {
	rules := tournament(g.Rules)
	if !rules.Over(final) && g.Result.Stated != Nothing {
		margin := g.Result.Margin
		if g.Result.Stated == Winner {
			margin *= 64
		}
		return byte(max(0, min(64, (64+margin)/2)))
	}
	black, white := rules.Scores(final)
	return byte((64 + black - white) / 2)
}

// theoryWTHOR returns the theoretical score and the empties at which it was
// computed, 0 and 0 if there is none.
func theoryWTHOR(g *Game) (score byte, depth int) {
	text, _ := g.Field(theoryField)
	left, right, _ := strings.Cut(text, "/")
	n, errScore := strconv.ParseUint(left, 10, 8)
	d, errDepth := strconv.ParseUint(right, 10, 8)
	if errScore != nil || errDepth != nil || n > 64 {
		return 0, 0
	}
	return byte(n), int(d)
}

// writeGames writes the .wtb. Unless all games have a theoretical score of the
// same depth, the depth is 0 and the scores are the real ones, which is what
// best play from no empties on is.
func (w *writerWTHOR) writeGames(out io.Writer, created time.Time) error {
	head := headWTHOR{games: uint32(len(w.games) / gameSizeWTHOR), year: uint16(w.year), size: 8, depth: uint8(w.depth)}
	if w.depth == 0 {
		for at := 0; at < len(w.games); at += gameSizeWTHOR {
			w.games[at+7] = w.games[at+6]
		}
	}
	if _, err := out.Write(head.bytes(created)); err != nil {
		return err
	}
	_, err := out.Write(w.games)
	return err
}

// bytes returns the head with the day on which the file was made, zeros for the
// zero time.
func (h headWTHOR) bytes(created time.Time) []byte {
	var b [headSizeWTHOR]byte
	if !created.IsZero() {
		b[0], b[1] = byte(created.Year()/100), byte(created.Year()%100)
		b[2], b[3] = byte(created.Month()), byte(created.Day())
	}
	binary.LittleEndian.PutUint32(b[4:], h.games)
	binary.LittleEndian.PutUint16(b[8:], h.names)
	binary.LittleEndian.PutUint16(b[10:], h.year)
	b[12], b[14] = h.size, h.depth
	return b[:]
}

// nameList is a .jou or a .trn being written.
type nameList struct {
	size    int
	names   []byte
	numbers map[string]uint16
}

func newNameList(size int, unknown string) nameList {
	l := nameList{size: size, numbers: map[string]uint16{}}
	l.append(unknown)
	l.numbers[""] = 0
	return l
}

// number returns the number of a name, which gets one if it has none. What does
// not fit a record is cut off, and a letter outside ISO 8859-1 becomes a
// question mark.
func (l *nameList) number(name string) (uint16, error) {
	key := singleBytes(oneLine(name, ""), l.size-1)
	if n, ok := l.numbers[key]; ok {
		return n, nil
	}
	if len(l.numbers) > 0xffff {
		return 0, fmt.Errorf("more than %d names", 0xffff)
	}
	return l.append(key), nil
}

func (l *nameList) append(key string) uint16 {
	n := uint16(len(l.names) / l.size)
	record := make([]byte, l.size)
	copy(record, key)
	l.names = append(l.names, record...)
	l.numbers[key] = n
	return n
}

func (l *nameList) write(out io.Writer, created time.Time) error {
	head := headWTHOR{names: uint16(len(l.names) / l.size)}
	if _, err := out.Write(head.bytes(created)); err != nil {
		return err
	}
	_, err := out.Write(l.names)
	return err
}

// singleBytes returns at most limit characters of s in ISO 8859-1.
func singleBytes(s string, limit int) string {
	b := make([]byte, 0, limit)
	for _, r := range s {
		if len(b) == limit {
			break
		}
		if r > 0xff {
			r = '?'
		}
		b = append(b, byte(r))
	}
	return string(b)
}
