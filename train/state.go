package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
}

const stateVersion = 1

const (
	configFile  = "config.yaml"
	stateFile   = "state.json"
	commandFile = "command.txt"
	netsDir     = "nets"
	replayDir   = "replay"
	trainerFile = "trainer.safetensors"
)

// ErrNoRun is returned, wrapped with the path, where a directory holds no run.
var ErrNoRun = errors.New("train: there is no run here")

func readState(dir string) (state, error) {
	var s state
	b, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("%w: %s has no %s", ErrNoRun, dir, stateFile)
	}
	if err != nil {
		return s, fmt.Errorf("train: %w", err)
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("train: %s: %w", filepath.Join(dir, stateFile), err)
	}
	if s.Version != stateVersion {
		return s, fmt.Errorf("train: %s is of version %d; this program reads version %d", filepath.Join(dir, stateFile), s.Version, stateVersion)
	}
	return s, nil
}

func (s state) write(dir string) error {
	s.Version = stateVersion
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("train: state: %w", err)
	}
	if err := writeFile(filepath.Join(dir, stateFile), append(b, '\n')); err != nil {
		return withHint(fmt.Errorf("train: writing %s: %w", stateFile, err))
	}
	return nil
}

// commit makes next, with the trainer as it is now, the state of the run in one
// step, and removes the state before it.
func (r *Run) commit(next state) error {
	next.Trainer = fmt.Sprintf("state-%06d", next.Iteration)
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
		return withHint(fmt.Errorf("train: saving iteration %d: %w", next.Iteration, err))
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
			stale := strings.HasPrefix(name, "state-") && e.IsDir() && name != r.state.Trainer
			temporary := strings.HasPrefix(name, ".") && strings.HasSuffix(name, ".tmp")
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
