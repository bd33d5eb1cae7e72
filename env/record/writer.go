package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"

	"othellier/env/whole"
)

// Writer writes games in one format. It belongs to one goroutine.
type Writer struct {
	format  Format
	options Options
	out     *bufio.Writer
	buf     []byte
	wthor   *writerWTHOR
	file    *whole.File // nil for a NewWriter and for WTHOR
	path    string      // of the file
}

// NewWriter returns a writer to w. WTHOR, being three files, needs [Create].
func NewWriter(w io.Writer, f Format, o Options) (*Writer, error) {
	if err := o.Rules.Validate(); err != nil {
		return nil, err
	}
	if int(f) >= len(layouts) || layouts[f].append == nil {
		return nil, fmt.Errorf("record: %v can not be written to a stream: expected transcript, ggf, sgf, pgn or obf", f)
	}
	return &Writer{format: f, options: o, out: bufio.NewWriterSize(w, 64<<10)}, nil
}

// Create returns a writer to a file, or to three of them for WTHOR: NAME.wtb,
// NAME.jou and NAME.trn. Where f is Unknown the extension tells the format, .txt
// a transcript. The files are there, whole, once [Writer.Close] returns nil;
// until then what they replace stays. A device or a pipe is written to as it is.
func Create(path string, f Format, o Options) (*Writer, error) {
	if f == Unknown {
		f = ByName(path)
	}
	if f == Unknown && strings.EqualFold(filepath.Ext(path), layouts[Transcript].ext) {
		f = Transcript
	}
	if f == Unknown {
		return nil, fmt.Errorf("record: %s: the extension tells no format: expected .txt, .ggf, .sgf, .wtb, .pgn or .obf", path)
	}
	if f == WTHOR && whole.Stream(path) {
		return nil, fmt.Errorf("record: %s is no file: wthor is three of them", path)
	}
	if f == WTHOR {
		return &Writer{format: f, options: o, wthor: newWriterWTHOR(), path: path}, nil
	}
	w, err := NewWriter(nil, f, o)
	if err != nil {
		return nil, err
	}
	if w.file, err = whole.Create(path); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	w.path = path
	w.out.Reset(w.file)
	return w, nil
}

// Format returns the format that is written.
func (w *Writer) Format() Format { return w.format }

// Write writes one game. A game that the format can not hold, such as another
// start in a transcript, or a move that is not legal, is an error that names its
// origin; nothing of it is written and the next game may be.
func (w *Writer) Write(g Game) error {
	var err error
	if w.wthor != nil {
		err = w.wthor.add(&g)
	} else {
		w.buf, err = layouts[w.format].append(w.buf[:0], &g, w.options)
	}
	if err != nil {
		return &Fault{g.Origin, fmt.Errorf("%w: %w", ErrWrite, err)}
	}
	if w.wthor != nil {
		return nil
	}
	if _, err := w.out.Write(w.buf); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Close writes what is left and gives the files their names. It does not close
// the stream of a [NewWriter].
func (w *Writer) Close() error {
	if w.wthor != nil {
		return w.closeWTHOR()
	}
	err := w.out.Flush()
	if w.file != nil {
		if err == nil {
			err = w.file.Commit()
		}
		w.Discard()
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (w *Writer) closeWTHOR() error {
	created := w.options.Created
	write := [...]func(io.Writer) error{
		func(out io.Writer) error { return w.wthor.players.write(out, created) },
		func(out io.Writer) error { return w.wthor.tournaments.write(out, created) },
		func(out io.Writer) error { return w.wthor.writeGames(out, created) },
	}
	var files []*whole.File
	for i, path := range Paths(w.path, WTHOR) {
		file, err := whole.Create(path)
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		defer file.Discard()
		if err := write[i](file); err != nil {
			return fmt.Errorf("record: %w", err)
		}
		files = append(files, file)
	}
	for _, file := range files { // none has its name before all are written
		if err := file.Commit(); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// Discard gives up the file of a [Create] that is not closed. After Close it
// does nothing.
func (w *Writer) Discard() {
	if w.file != nil {
		w.file.Discard()
		w.file = nil
	}
}

// Holds returns nil if a file of format f can hold games like g, or else the reason
// why [Writer.Write] would refuse g.
func Holds(f Format, g Game) error {
	switch {
	case f == WTHOR:
		return newWriterWTHOR().add(&g)
	case int(f) >= len(layouts) || layouts[f].append == nil:
		return fmt.Errorf("record: %v is no format to write", f)
	}
	_, err := layouts[f].append(nil, &g, Options{})
	return err
}

// Paths returns the files that [Create] writes: path, and for WTHOR those of the
// names before it.
func Paths(path string, f Format) []string {
	if f != WTHOR {
		return []string{path}
	}
	base := strings.TrimSuffix(path, filepath.Ext(path))
	return []string{base + ".jou", base + ".trn", path}
}

// Text returns one game as the format writes it; it is not for WTHOR.
func Text(g Game, f Format, o Options) (string, error) {
	var b strings.Builder
	w, err := NewWriter(&b, f, o)
	if err != nil {
		return "", err
	}
	if err := w.Write(g); err != nil {
		return "", err
	}
	err = w.Close()
	return b.String(), err
}

// Copy writes the games of a reader. Faults of the file and games that the new
// format can not hold go to fault, which may be nil, and the rest follows; games
// with an [ErrResult] are written all the same. It returns how many games were
// written and how many faults there were; the error is one of writing.
func Copy(w *Writer, games iter.Seq2[Game, error], fault func(error)) (written, faults int, err error) {
	report := func(err error) {
		faults++
		if fault != nil {
			fault(err)
		}
	}
	for g, err := range games {
		if err != nil {
			report(err)
			if !errors.Is(err, ErrResult) {
				continue
			}
		}
		switch err := w.Write(g); {
		case errors.Is(err, ErrWrite):
			report(err)
		case err != nil:
			return written, faults, err
		default:
			written++
		}
	}
	return written, faults, nil
}
