package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"othellier/env"
	"othellier/env/words"
	"othellier/model"
	"othellier/model/kernel"
	"othellier/train"
	"othellier/train/arena"
)

// runsDir is where runs are written and the shipped networks lie.
const runsDir = "checkpoints"

// network is a loaded checkpoint.
type network struct {
	path    string
	weights *model.Weights
	meta    model.Meta
}

// loadNetwork loads the network that name means: see networkPath.
func loadNetwork(name string, told io.Writer, boards ...env.Board) (network, error) {
	if _, err := kernel.Select(); err != nil { // before anything is played
		return network{}, err
	}
	path, err := networkPath(name, told, boards...)
	if err != nil {
		return network{}, err
	}
	w, m, err := model.Load(path)
	return network{path, w, m}, err
}

// loadNetworks loads networks that must play the same game; without a name, the
// newest of all.
func loadNetworks(names []string, told io.Writer) (nets []network, rules env.Rules, err error) {
	if len(names) == 0 {
		names = []string{""}
	}
	for _, name := range names {
		net, err := loadNetwork(name, told)
		if err != nil {
			return nil, rules, err
		}
		if len(nets) > 0 && net.meta.Rules != nets[0].meta.Rules {
			return nil, rules, differ(nets[0], net)
		}
		nets = append(nets, net)
	}
	return nets, nets[0].meta.Rules, nil
}

// differ says that two networks cannot play each other.
func differ(a, b network) error {
	boards := ""
	if x, y := a.meta.Rules.Size(), b.meta.Rules.Size(); x != y {
		boards = fmt.Sprintf(", those of the %dx%[1]d board and the %[2]dx%[2]d board", x, y)
	}
	return usagef("%s and %s have learned different games%s", a.path, b.path, boards)
}

// networkPath returns the file of a network that is given as a file, as a run
// directory, whose latest it then is, or not at all: then it is the newest one
// below checkpoints/ of one of the boards, of any board if none is given. Where it
// had to look, told is told what it found.
func networkPath(name string, told io.Writer, boards ...env.Board) (path string, err error) {
	info, err := os.Stat(name)
	switch {
	case name == "":
		path, err = newestNetwork(runsDir, told, boards...)
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: no such file or run directory", name)
	case err == nil && info.IsDir():
		path, err = train.Network(name, "latest")
		if errors.Is(err, train.ErrNoNetwork) {
			err = fmt.Errorf("%w; go on with: othellier train --resume %s", err, name)
		}
	default:
		return name, nil // reading it reports what is wrong
	}
	if err == nil {
		fmt.Fprintf(told, "Using %s\n", path)
	}
	return path, err
}

// newestNetwork returns the network that was written last by the runs in dir
// or, when no run has one, the newest network file in dir itself: of one of the
// boards, of any board if none is given. What cannot be read is passed over, and
// told so.
func newestNetwork(dir string, told io.Writer, boards ...env.Board) (string, error) {
	runs, err := filepath.Glob(filepath.Join(dir, "*", "latest"))
	if err != nil {
		return "", err
	}
	var paths []string
	for _, latest := range runs {
		path, err := train.Network(filepath.Dir(latest), "latest")
		if err != nil {
			fmt.Fprintf(told, "othellier: passed over: %s\n", words.Error(err))
			continue
		}
		paths = append(paths, path)
	}
	shipped, err := filepath.Glob(filepath.Join(dir, "*.safetensors"))
	if err != nil {
		return "", err
	}
	for _, path := range append(newestFirst(paths), newestFirst(shipped)...) {
		_, m, err := model.Load(path)
		if err != nil {
			fmt.Fprintf(told, "othellier: passed over: %s\n", words.Error(err))
			continue
		}
		if len(boards) == 0 || slices.Contains(boards, m.Rules.Board) {
			return path, nil
		}
	}
	if len(boards) == 0 {
		return "", fmt.Errorf("there is no network in %s: train one with othellier train, or name a file", dir)
	}
	r := env.Rules{Board: boards[0]}
	return "", fmt.Errorf("there is no network of the %dx%[1]d board in %s: train one with othellier train%s, or name a file",
		r.Size(), dir, configOf[r.Board])
}

// configOf is what has othellier train learn the game of each board.
var configOf = [...]string{env.Board8: "", env.Board6: " --config 6x6", env.Board4: " --config small-board"}

// newestFirst returns those paths that are files, the one written last before
// the others.
func newestFirst(paths []string) []string {
	written := map[string]time.Time{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			written[path] = info.ModTime()
		}
	}
	paths = slices.DeleteFunc(paths, func(p string) bool { return written[p].IsZero() })
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(written[b].Compare(written[a]), cmp.Compare(a, b))
	})
	return paths
}

// entrant is the network as a player, named after its file; with neither
// simulations nor a time it plays its policy alone.
func (n network) entrant(how playFlags) (arena.Entrant, error) {
	spec := "policy"
	switch simulations, time := how.bounds(); {
	case simulations > 0 && time > 0:
		spec = fmt.Sprintf("net:%d:%v", simulations, time)
	case time > 0:
		spec = fmt.Sprintf("net:%v", time)
	case simulations > 0:
		spec = fmt.Sprintf("net:%d", simulations)
	}
	return n.player(spec, how)
}

// player is the network as the player that spec describes, named after its file.
func (n network) player(spec string, how playFlags) (arena.Entrant, error) {
	e, err := arena.Parse(spec, n.options(how))
	e.Name = spec + "@" + strings.TrimSuffix(filepath.Base(n.path), ".safetensors")
	return e, err
}

// longName adds the run to the name of a player whose network belongs to one:
// equal networks of different runs have files of the same name.
func (n network) longName(e arena.Entrant) string {
	dir, err := filepath.Abs(filepath.Dir(n.path))
	if err != nil || filepath.Base(dir) != "nets" {
		return e.Name
	}
	spec, file, _ := strings.Cut(e.Name, "@")
	return spec + "@" + filepath.Base(filepath.Dir(dir)) + "/" + file
}

// options is what the players of a match with the network are made of.
func (n network) options(how playFlags) arena.Options {
	return arena.Options{Rules: n.meta.Rules, Weights: n.weights, Search: how.config(), SolveEmpties: how.Solve, SolveRoot: how.SolveRoot}
}
