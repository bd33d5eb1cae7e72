package train

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
)

// state is where a run stands after its last complete iteration. The file
// state.json is its only commit point: what it does not name does not count.
type state struct {
	Version   int     `json:"version"`
	Iteration int     `json:"iteration"` // complete iterations
	Games     int64   `json:"games"`     // of these iterations
	Rows      int64   `json:"rows"`
	Steps     int64   `json:"steps"`
	Credit    float64 `json:"credit"`            // rows still to be used, less than a batch
	Trainer   string  `json:"trainer,omitempty"` // folder of the trainer's state; empty before the first iteration
	Judged    int     `json:"judged"`            // iteration of the last judgement
	Latest    string  `json:"latest,omitempty"`  // name of the newest network in nets/
	Best      string  `json:"best,omitempty"`    // of the best judged one
	Points    float64 `json:"points"`            // that one's
	Config    string  `json:"config"`            // YAML, as the last start of the run resolved it
	Sum       string  `json:"sum,omitempty"`     // CRC-32C of all that; runs of earlier programs have none
}

const (
	stateVersion = 1
	maxBatch     = 1 << 16 // learner.batch is at most that
)

const (
	configFile  = "config.yaml"
	stateFile   = "state.json"
	commandFile = "command.txt"
	netsDir     = "nets"
	replayDir   = "replay"
	trainerFile = "trainer.safetensors"
	lockName    = "lock"
)

// What tidy removes and remains recognises: no name is the program's own unless
// the whole of it is of this form.
var (
	trainerName   = regexp.MustCompile(`^state-[0-9]{6,}$`)
	temporaryName = regexp.MustCompile(`^\.(config\.yaml|state\.json|latest|best|metrics\.jsonl|metrics\.csv|budget\.json|done\.json|othello[0-9]*-[0-9a-z]+-g[0-9]{6,}\.safetensors)\.[0-9]+\.tmp$`)
	networkName   = regexp.MustCompile(`^othello[0-9]*-[0-9a-z]+-g[0-9]{6,}\.safetensors$`)
	processID     = regexp.MustCompile(`^([0-9]+\n)?$`)
)

// ErrNoRun is returned, wrapped with the path, where a directory holds no run.
var ErrNoRun = errors.New("train: there is no run here")

func readState(dir string) (state, error) {
	var s state
	b, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, noRun(dir)
	}
	if err != nil {
		return s, fmt.Errorf("train: %w", err)
	}
	if s, err = decodeState(b); err != nil {
		return s, fmt.Errorf("train: %s: %w; put back a copy of the file, or start a new run: the networks in %s are not touched", filepath.Join(dir, stateFile), err, filepath.Join(dir, netsDir))
	}
	return s, nil
}

// noRun says why there is no state in dir, and what to do.
func noRun(dir string) error {
	is := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	switch {
	case !is(dir):
		return fmt.Errorf("%w: there is no directory %s", ErrNoRun, dir)
	case vacant(dir) == nil:
		return fmt.Errorf("%w: %s has no %s, as where a start is cut short: nothing is lost, start the run again with --dir %[2]s", ErrNoRun, dir, stateFile)
	case is(filepath.Join(dir, netsDir)):
		return fmt.Errorf("%w: %s has no %s: put back a copy of the file, or start a new run elsewhere: the networks in %s are not touched", ErrNoRun, dir, stateFile, filepath.Join(dir, netsDir))
	}
	return fmt.Errorf("%w: %s has no %s: name the directory of a run", ErrNoRun, dir, stateFile)
}

// decodeState refuses whatever write would not have written.
func decodeState(b []byte) (s state, err error) {
	var any struct{ Version int }
	if err := json.Unmarshal(b, &any); err != nil {
		return s, fmt.Errorf("the file is damaged: %w", err)
	}
	if any.Version > stateVersion {
		return s, fmt.Errorf("the file is of version %d, and this program reads version %d", any.Version, stateVersion)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return s, fmt.Errorf("the file is damaged: %w", err)
	}
	if s.Sum != "" && s.Sum != s.sum() {
		return s, errors.New("the file is damaged or was edited: its checksum is not that of its values")
	}
	if err := s.check(); err != nil {
		return s, fmt.Errorf("the file is damaged: %w", err)
	}
	return s, nil
}

// check reports the first value that no run comes to.
func (s state) check() error {
	trainer := ""
	if s.Iteration > 0 {
		trainer = trainerDir(s.Iteration)
	}
	switch {
	case s.Version != stateVersion:
		return fmt.Errorf("it has no version")
	case s.Iteration < 0:
		return fmt.Errorf("iteration is %d", s.Iteration)
	case s.Games < int64(s.Iteration) || s.Iteration == 0 && s.Games != 0: // an iteration has a game at least
		return fmt.Errorf("games is %d in iteration %d", s.Games, s.Iteration)
	case s.Rows < 0 || s.Rows/maxPlies > s.Games:
		return fmt.Errorf("rows is %d of %d games", s.Rows, s.Games)
	case s.Steps < 0:
		return fmt.Errorf("steps is %d", s.Steps)
	case !(s.Credit >= 0 && s.Credit < maxBatch):
		return fmt.Errorf("credit is %v", s.Credit)
	case s.Trainer != trainer:
		return fmt.Errorf("trainer is %q after iteration %d, not %q", s.Trainer, s.Iteration, trainer)
	case s.Judged < 0 || s.Judged > s.Iteration:
		return fmt.Errorf("judged is %d after iteration %d", s.Judged, s.Iteration)
	case s.Config == "":
		return errors.New("it has no config")
	}
	for _, name := range []string{s.Latest, s.Best} {
		if name != "" && !networkName.MatchString(name) {
			return fmt.Errorf("%q is no name of a network", name)
		}
	}
	return nil
}

// sum returns the checksum of all other values.
func (s state) sum() string {
	s.Sum = ""
	b, err := json.Marshal(s)
	if err != nil { // a state that was read, or is written, has no value that cannot be
		panic(err)
	}
	return fmt.Sprintf("%08x", crc32.Checksum(b, castagnoli))
}

func (s state) write(dir string) error {
	s.Version = stateVersion
	if err := s.check(); err != nil { // it could not be resumed
		return fmt.Errorf("train: state: %w", err)
	}
	s.Sum = s.sum()
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("train: state: %w", err)
	}
	return WriteFile(filepath.Join(dir, stateFile), append(b, '\n'))
}

// trainerDir returns the name of the folder with the trainer after an iteration.
func trainerDir(iteration int) string { return fmt.Sprintf("state-%06d", iteration) }

// commit makes next, with the trainer as it is now, the state of the run in one
// step, and removes the state before it.
func (r *Run) commit(next state) error {
	next.Trainer = trainerDir(next.Iteration)
	folder := filepath.Join(r.dir, next.Trainer)
	err := os.RemoveAll(folder)
	if err == nil {
		err = os.Mkdir(folder, 0o755)
	}
	if err == nil {
		err = r.trainer.SaveState(filepath.Join(folder, trainerFile))
	}
	if err == nil {
		err = errors.Join(syncDir(folder), syncDir(r.dir))
	}
	if err != nil {
		return fmt.Errorf("train: saving iteration %d: %w", next.Iteration, err)
	}
	if err := next.write(r.dir); err != nil {
		return err
	}
	r.state = next
	return r.tidy()
}

// tidy removes what the state does not name: folders of other states, and
// temporary files that a killed process left.
func (r *Run) tidy() error {
	for _, dir := range []string{r.dir, filepath.Join(r.dir, netsDir)} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("train: %w", err)
		}
		for _, e := range entries {
			name := e.Name()
			stale := e.IsDir() && trainerName.MatchString(name) && name != r.state.Trainer
			temporary := e.Type().IsRegular() && temporaryName.MatchString(name)
			if !stale && !temporary {
				continue
			}
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				return fmt.Errorf("train: %w", err)
			}
		}
	}
	return nil
}
