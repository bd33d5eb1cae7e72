package train

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"othellier/model"
)

// ErrNoNetwork is returned, wrapped with the path, where a run has not saved a
// network so far, or none is the best.
var ErrNoNetwork = errors.New("train: the run has no network yet")

// Network returns the path of a network of the run in dir: "latest", "best", or
// the name of a file in its folder nets. It takes no lock: a run may be going
// on. Errors are [ErrNoRun], [ErrNoNetwork], or those of reading.
func Network(dir, which string) (string, error) {
	named := which == "latest" || which == "best"
	if named {
		b, err := os.ReadFile(filepath.Join(dir, which))
		if err != nil {
			if _, missing := os.Stat(filepath.Join(dir, stateFile)); errors.Is(missing, fs.ErrNotExist) {
				return "", fmt.Errorf("%w: %s has neither %s nor %s", ErrNoRun, dir, stateFile, which)
			}
			if errors.Is(err, fs.ErrNotExist) {
				return "", fmt.Errorf("%w: %s has no %s", ErrNoNetwork, dir, which)
			}
			return "", fmt.Errorf("train: %w", err)
		}
		which = strings.TrimSpace(string(b))
	}
	path := filepath.Join(dir, netsDir, filepath.Base(which))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && named {
		return "", fmt.Errorf("train: %s is gone: resume the run (train --resume %s), and its newest network is written again", path, dir)
	} else if err != nil {
		return "", fmt.Errorf("train: %w", err)
	}
	return path, nil
}

// netPrefix is what the names of the run's networks begin with.
func (c Config) netPrefix() string {
	game := "othello"
	if n := c.Rules.Size(); n != 8 {
		game += fmt.Sprint(n)
	}
	return fmt.Sprintf("%s-%v-g", game, c.Network)
}

// networkName is the name of the run's network that has learnt from so many games.
func (r *Run) networkName(games int64) string {
	return fmt.Sprintf("%s%06d.safetensors", r.config.netPrefix(), games)
}

// gone says whether a network that the state names is not in its folder any more.
func (r *Run) gone(name string) bool {
	if name == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(r.dir, netsDir, name))
	return errors.Is(err, fs.ErrNotExist)
}

// save writes the averaged weights to a file in nets/, with a rating if there is
// one yet. Nothing in the file tells of the machine or the time, so that equal runs
// give equal files.
func (r *Run) save(name string, steps, games int64, rating string) error {
	err := model.Save(filepath.Join(r.dir, netsDir, name), r.trainer.EMA(), model.Meta{
		Rules: r.config.Rules, Step: steps, Games: games, Config: r.config.Hash(), Rating: rating,
	})
	if err != nil {
		return fmt.Errorf("train: publishing: %w", err)
	}
	return nil
}

// point writes the text files latest and best as the state has them, and removes
// one that it has not.
func (r *Run) point() error {
	for _, f := range []struct{ file, name string }{{"latest", r.state.Latest}, {"best", r.state.Best}} {
		path := filepath.Join(r.dir, f.file)
		if f.name == "" {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("train: %w", err)
			}
			continue
		}
		if err := WriteFile(path, []byte(f.name+"\n")); err != nil {
			return err
		}
	}
	return nil
}

// prune removes the oldest networks of the run beyond the number to keep, the
// latest and the best never.
func (r *Run) prune() error {
	keep := r.config.Run.KeepCheckpoints
	if keep == 0 {
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(r.dir, netsDir))
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), r.config.netPrefix()) && strings.HasSuffix(e.Name(), ".safetensors") {
			names = append(names, e.Name())
		}
	}
	// By games: a longer number is a larger one.
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	for _, name := range names[:max(0, len(names)-keep)] {
		if name == r.state.Best || name == r.state.Latest {
			continue
		}
		if err := os.Remove(filepath.Join(r.dir, netsDir, name)); err != nil {
			return fmt.Errorf("train: %w", err)
		}
	}
	return nil
}
