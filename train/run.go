package train

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"othellier/model"
)

// Run is a training run in its directory, held by this process alone:
//
//	config.yaml          the configuration, resolved
//	command.txt          version and command line of every start
//	nets/                networks: othello-c32b4-g002000.safetensors has 32
//	                     channels, 4 blocks, and has learnt from 2,000 games
//	latest, best         text files with the name of a network in nets/
//	replay/              the games that the learner still sees
//	state.json           where the run stands; state-NNNNNN/ belongs to it
//	lock                 process id of the holder
//
// Observers add files of their own, such as metrics.jsonl.
type Run struct {
	dir     string
	config  Config
	options Options
	lock    *os.File

	resumed bool
	changes []Change
	state   state
	replay  *Replay
	gaps    []Gap
	trainer *model.Trainer // made by Loop
}

// Options are the circumstances of a start.
type Options struct {
	Version string   // of the program, for command.txt
	Args    []string // command line, for command.txt

	// Set holds assignments ([Config.Set]) that change the configuration of a
	// run when it is resumed. The rules, the network and the seed cannot change.
	Set []string

	// NewEvaluator makes the evaluators of self-play; nil stands for
	// [Config.Predictor].
	NewEvaluator NewEvaluator
}

// Open resumes the run in a directory where it stood after its last complete
// iteration; the games of the one after it are kept. The configuration is that
// of config.yaml, changed by o.Set. Errors are [ErrNoRun], [ErrLocked],
// *[ConfigError], *[CorruptError], and those of the system.
func Open(dir string, o Options) (*Run, error) {
	r, err := openRun(dir, o)
	return r, withHint(err, hintResume)
}

func openRun(dir string, o Options) (*Run, error) {
	if _, err := readState(dir); err != nil { // before a lock file is left in any odd folder
		return nil, err
	}
	r := &Run{dir: dir, options: o, resumed: true}
	var err error
	if r.lock, err = lock(dir); err != nil {
		return nil, err
	}
	if err := r.resume(); err != nil {
		return nil, errors.Join(err, r.lock.Close())
	}
	return r, nil
}

func (r *Run) resume() error {
	var err error
	if r.state, err = readState(r.dir); err != nil {
		return err
	}
	before := Default()
	if err := before.apply(stateFile, r.state.Config); err != nil {
		return err
	}
	restored, err := r.loadConfig(before)
	if err != nil {
		return err
	}
	r.changes = before.Diff(r.config)
	for _, c := range r.changes {
		if strings.HasPrefix(c.Key, "rules.") || strings.HasPrefix(c.Key, "network.") || c.Key == "run.seed" {
			return r.cannotChange(c)
		}
	}
	if err := r.complete(); err != nil {
		return err
	}
	if restored || len(r.changes) > 0 {
		if err := WriteFile(filepath.Join(r.dir, configFile), r.config.YAML()); err != nil {
			return err
		}
	}
	if len(r.changes) > 0 {
		r.state.Config = string(r.config.YAML())
		if err := r.state.write(r.dir); err != nil {
			return err
		}
	}
	return r.open()
}

// cannotChange says that a change is not possible, and where it was made: by an
// option or in config.yaml.
func (r *Run) cannotChange(c Change) error {
	e := &ConfigError{File: r.dir, Key: c.Key, Problem: fmt.Sprintf("it was %s when the run began and cannot become %s: start a new run", c.From, c.To)}
	if slices.ContainsFunc(r.options.Set, func(a string) bool {
		key, _, _ := strings.Cut(a, "=")
		return strings.TrimSpace(key) == c.Key
	}) {
		return e
	}
	e.File = filepath.Join(r.dir, configFile)
	e.Problem = fmt.Sprintf("it was %s when the run began and cannot become %s: put %[1]s back, or start a new run", c.From, c.To)
	if text, err := configText(e.File); err == nil {
		d := &decoder{file: e.File, source: text}
		if scratch := Default(); d.decode(&scratch) == nil {
			e.at(d.places[c.Key], text)
		}
	}
	return e
}

// loadConfig reads config.yaml, or what state.json keeps of it if the file is
// gone, and changes it by the options.
func (r *Run) loadConfig(last Config) (restored bool, err error) {
	path := filepath.Join(r.dir, configFile)
	r.config, err = LoadConfig(path, r.options.Set...)
	if errors.Is(err, fs.ErrNotExist) {
		last.Name = strings.TrimSuffix(configFile, filepath.Ext(configFile))
		r.config = last
		return true, r.config.SetAll(r.options.Set)
	}
	var e *ConfigError
	if errors.As(err, &e) && e.File == path {
		problem, _, _ := strings.Cut(e.Problem, adviceQuick)
		e.Problem = problem + "; correct it, or remove the file and resume: the values of the last start are then written again"
	}
	return false, err
}

// complete opens the replay, and returns an error unless all that the state needs
// is there and whole, before anything but a torn end of the replay is changed.
func (r *Run) complete() error {
	for dir, without := range map[string]string{netsDir: "without the networks of earlier", replayDir: "without the games of earlier"} {
		if info, err := os.Stat(filepath.Join(r.dir, dir)); err != nil || !info.IsDir() {
			return fmt.Errorf("train: the folder %s is missing: put back a copy, or make an empty one and resume: the run then goes on %s iterations", filepath.Join(r.dir, dir), without)
		}
	}
	if _, err := r.newTrainer(); err != nil {
		return err
	}
	return r.openReplay()
}

func (r *Run) openReplay() (err error) {
	r.replay, r.gaps, err = OpenReplay(filepath.Join(r.dir, replayDir), r.config.Rules, r.config.Replay, r.config.Learner.FastRows, r.state.Games, r.state.Rows)
	return err
}

// open does what is left of an earlier process and notes the start in
// command.txt.
func (r *Run) open() error {
	if r.options.NewEvaluator == nil {
		r.options.NewEvaluator = r.config.Predictor
	}
	if r.resumed { // what a killed process had still to do after its last commit
		err := r.tidy()
		if err == nil {
			err = errors.Join(r.point(), r.prune())
		}
		if err != nil {
			return err
		}
	}
	return r.noteStart()
}

func (r *Run) noteStart() error {
	note := fmt.Sprintf("iteration %d, %d games, version %s: %s\n", r.state.Iteration, r.replay.Next(), r.options.Version, strings.Join(r.options.Args, " "))
	for _, c := range r.changes {
		note += "    changed " + c.String() + "\n"
	}
	f, err := os.OpenFile(filepath.Join(r.dir, commandFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err == nil {
		_, err = f.WriteString(note)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// Dir returns the directory of the run.
func (r *Run) Dir() string { return r.dir }

// Config returns the configuration in force.
func (r *Run) Config() Config { return r.config }

// Close lets go of the directory.
func (r *Run) Close() error { return errors.Join(r.replay.Close(), r.lock.Close()) }

// newTrainer makes the trainer as the last complete iteration left it.
func (r *Run) newTrainer() (*model.Trainer, error) {
	// The network is drawn from a stream that no game can have.
	w := model.NewWeights(r.config.Network, rand.New(rand.NewPCG(r.config.Run.Seed, 1<<63)))
	t, err := model.NewTrainer(w, r.config.Learner.trainer())
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if r.state.Trainer != "" {
		if err := t.LoadState(filepath.Join(r.dir, r.state.Trainer, trainerFile)); err != nil {
			return nil, fmt.Errorf("train: what the run has learnt cannot be read: %w; put back a copy of the file, or start a new run: the networks in %s are not touched", err, filepath.Join(r.dir, netsDir))
		}
	}
	return t, nil
}
