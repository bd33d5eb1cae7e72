package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/record"
	"othellier/train"
)

// formatOf returns the format in which a file of some name is saved.
func formatOf(path string) record.Format {
	if strings.EqualFold(filepath.Ext(path), record.Transcript.Extension()) {
		return record.Transcript
	}
	return record.ByName(path)
}

// Record returns the game up to its present position for a file. names are by
// [env.Color].
func Record(g *env.Game, names [2]string, now time.Time) record.Game {
	r := record.New(g)
	r.Black, r.White = names[env.Black], names[env.White]
	r.Date = now.Format("2006-01-02")
	return r
}

// Save writes one game to a file in the format of its extension. Unless replace
// is set, a file that exists is an error that is [os.ErrExist]. A file that cannot
// be written whole is left as it was.
func Save(path string, g record.Game, replace bool, now time.Time) error {
	f := formatOf(path)
	switch {
	case f == record.Unknown:
		return fmt.Errorf("the extension of %s tells no format: expected .txt .ggf .sgf .pgn .obf or .wtb", path)
	case f != record.OBF && len(g.Moves) == 0 && g.Start == g.Rules.Initial():
		return errors.New("there are no moves to save yet")
	}
	files := []string{path}
	if f == record.WTHOR {
		base := strings.TrimSuffix(path, filepath.Ext(path))
		files = append(files, base+".jou", base+".trn")
	}
	for i, file := range files {
		info, err := os.Stat(file)
		switch {
		case err == nil && !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a file", file)
		case err == nil && !replace:
			return fmt.Errorf("%s: %w", file, os.ErrExist)
		case err == nil:
			if files[i], err = filepath.EvalSymlinks(file); err != nil { // a link stays one
				return err
			}
		case !errors.Is(err, os.ErrNotExist):
			return err
		}
	}
	o := record.Options{Rules: g.Rules, Created: now}
	if f == record.WTHOR {
		w, err := record.Create(files[0], f, o)
		if err == nil {
			err = w.Write(g)
		}
		if err == nil {
			err = w.Close()
		}
		return reason(err)
	}
	text, err := record.Text(g, f, o)
	if err != nil {
		return reason(err)
	}
	if !replace {
		return writeNew(path, []byte(text))
	}
	return train.WriteFile(files[0], []byte(text))
}

// reason returns why a format has no room for the game, without the place of
// the game in a file that nobody knows.
func reason(err error) error {
	var fault *record.Fault
	if !errors.As(err, &fault) || !errors.Is(err, record.ErrWrite) {
		return err
	}
	return errors.New(strings.TrimPrefix(fault.Err.Error(), record.ErrWrite.Error()+": "))
}

// writeNew writes a file that does not exist yet. From the beginning on nobody
// else gets its name; if it cannot be written whole there is none.
func writeNew(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), train.WriteFile(path, data)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
