package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"othellier/env"
	"othellier/env/words"
)

const (
	headSizeWTHOR = 16
	gameSizeWTHOR = 68
	playerSize    = 20 // a name in a .jou
	eventSize     = 26 // a name in a .trn

	unknownPlayer = "???"              // record 0 of a .jou
	unknownEvent  = "Diverses parties" // record 0 of a .trn
)

// theoryField is the name of the [Field] with the theoretical score of WTHOR.
const theoryField = "Theoretical"

// headWTHOR is the head of a .wtb, a .jou or a .trn.
type headWTHOR struct {
	created [4]byte // century, year, month, day
	games   uint32  // in a .wtb
	names   uint16  // in a .jou or .trn
	year    uint16  // when the games of a .wtb were played
	size    uint8   // of the board: 0 stands for 8
	puzzles uint8   // 1 for solitaires
	depth   uint8   // the empties at which the theoretical scores were computed
}

func parseHead(b []byte) headWTHOR {
	return headWTHOR{
		created: [4]byte(b[:4]),
		games:   binary.LittleEndian.Uint32(b[4:]),
		names:   binary.LittleEndian.Uint16(b[8:]),
		year:    binary.LittleEndian.Uint16(b[10:]),
		size:    b[12],
		puzzles: b[13],
		depth:   b[14],
	}
}

// wthorHead says whether head looks like that of a .wtb with a date.
func wthorHead(head []byte) bool {
	if len(head) < headSizeWTHOR {
		return false
	}
	h := parseHead(head)
	return (h.created[0] == 19 || h.created[0] == 20) && h.created[1] < 100 && h.created[2] <= 12 && h.created[3] <= 31 &&
		h.names == 0 && (h.size == 0 || h.size == 8 || h.size == 10) && h.puzzles <= 1
}

// fileWTHOR reads a .wtb.
type fileWTHOR struct {
	source  *source
	options Options
	head    headWTHOR
	date    string
	theory  [65]string // values of the theoretical score
	started bool
	closed  bool
	record  [gameSizeWTHOR]byte
}

func openWTHOR(s *source, o Options) func() (Game, error) {
	f := &fileWTHOR{source: s, options: o}
	f.options.Rules.Board, f.options.Rules.Start = env.Board8, env.StartStandard
	return f.next
}

func (f *fileWTHOR) next() (Game, error) {
	s := f.source
	if !f.started {
		f.started = true
		if err := f.readHead(); err != nil {
			f.closed = true
			return Game{}, err
		}
	}
	if f.closed {
		return Game{}, s.end()
	}
	start := s.here
	if s.here.Record == int(f.head.games) {
		f.closed = true
		_, err := s.in.Peek(1)
		switch err {
		case io.EOF:
			return Game{}, io.EOF
		case nil:
			err = fmt.Errorf("bytes after the %s that the head announces", words.Count(f.head.games, "game"))
		}
		return Game{}, &Fault{start, err}
	}
	s.here.Record++
	start.Record = s.here.Record
	n, err := io.ReadFull(s.in, f.record[:])
	s.here.Offset += int64(n)
	if err != nil {
		f.closed = true
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = fmt.Errorf("%w: %d of its %d bytes, and the head announces %s", ErrCut, n, gameSizeWTHOR, words.Count(f.head.games, "game"))
		}
		return Game{}, &Fault{start, err}
	}
	return f.game(start)
}

func (f *fileWTHOR) readHead() error {
	s := f.source
	var b [headSizeWTHOR]byte
	n, err := io.ReadFull(s.in, b[:])
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("the head is cut short: %d of its %d bytes", n, headSizeWTHOR)
	}
	if err != nil {
		return &Fault{s.here, err}
	}
	f.head = parseHead(b[:])
	if f.head.size != 8 && f.head.size != 0 {
		return &Fault{s.here, fmt.Errorf("a board of %d rows: expected 8", f.head.size)}
	}
	s.here.Offset += headSizeWTHOR
	if f.head.year != 0 {
		f.date = strconv.Itoa(int(f.head.year))
	}
	if f.head.depth != 0 {
		for score := range f.theory {
			f.theory[score] = fmt.Sprintf("%d/%d", score, f.head.depth)
		}
	}
	return nil
}

// game replays the record in hand.
func (f *fileWTHOR) game(start Origin) (Game, error) {
	b := &f.record
	g := Game{Rules: tournament(f.options.Rules), Date: f.date, Origin: start}
	g.Start = g.Rules.Initial()
	g.Event = nameWTHOR(f.options.Tournaments, binary.LittleEndian.Uint16(b[0:]), unknownEvent)
	g.Black = nameWTHOR(f.options.Players, binary.LittleEndian.Uint16(b[2:]), unknownPlayer)
	g.White = nameWTHOR(f.options.Players, binary.LittleEndian.Uint16(b[4:]), unknownPlayer)
	score, theory := b[6], b[7]
	if score > 64 {
		return Game{}, start.at(6, fmt.Errorf("a score of %s", words.Count(score, "disc")))
	}
	g.Result = Result{Stated: Score, Margin: float64(2*int(score) - 64)}
	if f.head.depth != 0 && theory <= 64 {
		g.Fields = []Field{{theoryField, f.theory[theory]}}
	}
	l := newLine(g.Rules, g.Start)
	if at, err := l.followWTHOR(b[8:]); err != nil {
		return Game{}, start.at(8+at, err)
	}
	g.Moves = l.moves
	if err := g.Result.check(g.Rules, l.pos); err != nil {
		return g, start.at(6, err)
	}
	return g, nil
}

// at returns err with the place of a byte of the record that begins at o.
func (o Origin) at(offset int, err error) *Fault {
	o.Offset += int64(offset)
	return &Fault{o, err}
}

// followWTHOR plays moves of 10*row+column up to the first zero and returns the
// place of a fault.
func (l *line) followWTHOR(moves []byte) (at int, err error) {
	for at, m := range moves {
		if m == 0 {
			for at < len(moves) && moves[at] == 0 {
				at++
			}
			if at < len(moves) {
				return at, fmt.Errorf("the move %d after the end of the moves", moves[at])
			}
			return at, nil
		}
		row, column := m/10-1, m%10-1 // what is below 1 becomes large
		if row > 7 || column > 7 {
			return at, fmt.Errorf("%d is not a move: expected 11 (a1) to 88 (h8)", m)
		}
		if err := l.follow(env.Move(8*row + column)); err != nil {
			return at, err
		}
	}
	return len(moves), nil
}

// nameWTHOR returns the name of a number: "" for the first name if that is the
// usual one for those without, "#7" where there is no name 7.
func nameWTHOR(names []string, number uint16, unknown string) string {
	if int(number) < len(names) {
		if name := names[number]; number > 0 || name != unknown {
			return name
		}
		return ""
	}
	if number == 0 {
		return ""
	}
	return "#" + strconv.Itoa(int(number))
}

// ReadNames reads the names of a .jou (players) or a .trn (tournaments); which
// of them shows in the length of the file. The number of a name is its index.
// file is the name of the file in a [Fault].
func ReadNames(r io.Reader, file string) ([]string, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, &Fault{Origin{File: file, Offset: int64(len(data))}, err}
	}
	if len(data) < headSizeWTHOR {
		return nil, &Fault{Origin{File: file}, fmt.Errorf("the head is cut short: %d of its %d bytes", len(data), headSizeWTHOR)}
	}
	n, body := int(parseHead(data).names), data[headSizeWTHOR:]
	size := 0
	switch {
	case n == 0:
		return nil, nil
	case len(body) == n*playerSize:
		size = playerSize
	case len(body) == n*eventSize:
		size = eventSize
	default:
		return nil, &Fault{Origin{File: file, Offset: int64(len(data))}, fmt.Errorf("%d bytes of names: expected %d for %d players or %d for as many tournaments",
			len(body), n*playerSize, n, n*eventSize)}
	}
	names := make([]string, n)
	for i := range names {
		names[i] = trimName(body[i*size : (i+1)*size])
	}
	return names, nil
}

// trimName returns the name before the first NUL, in ISO 8859-1.
func trimName(b []byte) string {
	for i, c := range b {
		if c == 0 {
			b = b[:i]
			break
		}
	}
	return strings.TrimSpace(latin(string(b)))
}

var errNames = errors.New("it holds the names of a WTHOR database, not games: open its .wtb")
