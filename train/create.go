package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// NextDir returns the directory of a new run below root: the name of the
// configuration and the first number that is free, such as quick-001.
func NextDir(root string, c Config) string {
	number := 0
	entries, _ := os.ReadDir(root) // none if there is no root yet
	for _, e := range entries {
		if tail, ok := strings.CutPrefix(e.Name(), c.Name+"-"); ok {
			if n, err := strconv.Atoi(tail); err == nil {
				number = max(number, n)
			}
		}
	}
	return filepath.Join(root, fmt.Sprintf("%s-%03d", c.Name, number+1))
}

// NewRun starts a run in a directory, which it creates; one that is there must
// be empty, or have only what an earlier start left that ended before there was
// a run. It fails if a run is there already, or with [ErrLocked].
func NewRun(dir string, c Config, o Options) (*Run, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := vacant(dir); err != nil { // before anything is made in it
		return nil, err
	}
	r, err := newRunIn(dir, c, o)
	if err != nil {
		hint := hintAgain
		if _, err := os.Stat(filepath.Join(dir, stateFile)); err == nil {
			hint = hintResume
		}
		return nil, withHint(err, hint)
	}
	return r, nil
}

func newRunIn(dir string, c Config, o Options) (*Run, error) {
	for _, d := range []string{dir, filepath.Join(dir, netsDir), filepath.Join(dir, replayDir)} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return nil, fmt.Errorf("train: new run: %w", err)
		}
	}
	r := &Run{dir: dir, config: c, options: o, state: state{Config: string(c.YAML())}}
	var err error
	if r.lock, err = lock(dir); err != nil {
		return nil, err
	}
	if err := r.create(); err != nil {
		return nil, errors.Join(err, r.lock.Close())
	}
	return r, nil
}

// create makes the files of the run. The state comes first: with it there is a
// run, and a resumption writes config.yaml if this process did not get so far.
func (r *Run) create() error {
	if err := vacant(r.dir); err != nil { // another process may have been here before the lock
		return err
	}
	if err := r.state.write(r.dir); err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(r.dir, configFile), r.config.YAML()); err != nil {
		return err
	}
	if err := r.openReplay(); err != nil {
		return err
	}
	return r.open()
}

// vacant returns an error unless a new run can be made in dir without touching
// anything that is not a run's own.
func vacant(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("train: new run: %w", err)
	}
	if slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == stateFile }) {
		return fmt.Errorf("train: new run: %s holds a run already: resume it, or choose another directory", dir)
	}
	for _, e := range entries {
		if !remains(dir, e) {
			return fmt.Errorf("train: new run: %s is not empty: there is %s in it; choose another directory", dir, e.Name())
		}
	}
	return nil
}

// remains says whether an entry of dir is what a start leaves that ends before
// state.json is written.
func remains(dir string, e os.DirEntry) bool {
	path := filepath.Join(dir, e.Name())
	switch name := e.Name(); {
	case name == netsDir || name == replayDir:
		inside, err := os.ReadDir(path)
		return err == nil && len(inside) == 0
	case name == lockName:
		b, err := os.ReadFile(path)
		return e.Type().IsRegular() && err == nil && processID.Match(b)
	default:
		return e.Type().IsRegular() && strings.HasPrefix(name, "."+stateFile+".") && temporaryName.MatchString(name)
	}
}
