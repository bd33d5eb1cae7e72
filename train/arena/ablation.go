package arena

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"othellier/env/words"
	"othellier/model"
	"othellier/train"
)

// Ablation asks what a change of the configuration is worth: it trains a base
// and each of its variants within the same budget and from the same seeds, and
// lets the networks play each other.
//
// The budget is a number of positions judged by the network in self-play (those
// remembered from before count too), which can be repeated on any machine, or
// seconds on this one, without the play-off. Runs end with an iteration, so they are not exactly equal: what
// each has used stands in its [Compared]. The learning that follows the games is
// not counted in evaluations; a variant that learns more for each game looks
// better by evaluations than by seconds.
//
// Everything is kept in Dir, by one process at a time: the runs in folders of
// their own, plan.json, games.json (a [League]), result.json and result.md. The
// same ablation goes on where it was interrupted.
type Ablation struct {
	Base    train.Config
	Changes [][]string // assignments of each variant, as [train.Config.Set] takes them
	Seeds   []uint64   // of the runs of each; at least one

	// Exactly one of the two is not zero.
	Evaluations int64
	Seconds     float64

	Openings    int // pairs of games in each match of the play-off
	Simulations int // of the networks in it
	Workers     int // goroutines in it; 0: one a processor

	Dir     string
	Options train.Options
	// Observe makes the observer of the run in dir, which is closed after it.
	Observe func(dir string) ObserveCloser
	// Trained and Played, if set, are told after each run and each match; fresh
	// is false where that had been done before.
	Trained func(name string, dir string, costs []float64, fresh bool)
	Played  func(r Result, fresh bool)
}

// ObserveCloser is an observer that holds files.
type ObserveCloser interface {
	train.Observer
	io.Closer
}

// Compared is what became of the base or of a variant.
type Compared struct {
	Change string `json:"change"` // assignments, with commas between them; "base" for the base
	// Difference is the rating less that of the base, from all games of all
	// seeds. Its interval tells of the chance in the games and not of that in
	// the training, of which the seeds tell.
	Difference Estimate  `json:"difference"`
	BySeed     []float64 `json:"by_seed"` // less that of the base of the same seed
	Games      int       `json:"games"`   // of the play-off
	Score      float64   `json:"score"`   // in it, share of the points
	Spent      []float64 `json:"spent"`   // of the budget, by seed
	Trained    []int64   `json:"trained"` // games of self-play, by seed
}

// plan is what makes two ablations the same.
type plan struct {
	Base        string     `json:"base"` // YAML
	Changes     [][]string `json:"changes"`
	Seeds       []uint64   `json:"seeds"`
	Evaluations int64      `json:"evaluations,omitempty"`
	Seconds     float64    `json:"seconds,omitempty"`
}

// contender is a network of an ablation.
type contender struct {
	variant, seed int // indices; variant 0 is the base
	config        train.Config
	dir           string
	spent         float64
	trained       int64
	entrant       Entrant
}

// baseName stands for the base where variants have their changes.
const baseName = "base"

// Run trains what has not been trained, plays what has not been played, writes
// the results and returns them: the base, then the variants in their order.
func (a Ablation) Run(ctx context.Context) (compared []Compared, err error) {
	contenders, err := a.contenders()
	if err == nil {
		err = os.MkdirAll(a.Dir, 0o755)
	}
	if err != nil {
		return nil, fmt.Errorf("arena: ablation: %w", err)
	}
	held, err := train.Hold(a.planPath())
	if err != nil {
		return nil, fmt.Errorf("arena: ablation: %w", err)
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	if err := a.keepPlan(); err != nil {
		return nil, err
	}
	for i := range contenders {
		if err := a.train(ctx, &contenders[i]); err != nil {
			return nil, err
		}
	}
	results, err := a.playOff(ctx, contenders)
	if err != nil {
		return nil, err
	}
	compared, err = a.compare(contenders, results)
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(compared, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("arena: ablation: %w", err)
	}
	var table bytes.Buffer
	if err := a.WriteMarkdown(&table, compared); err != nil {
		return nil, err
	}
	err = train.WriteFile(filepath.Join(a.Dir, "result.json"), append(data, '\n'))
	return compared, errors.Join(err, train.WriteFile(filepath.Join(a.Dir, "result.md"), table.Bytes()))
}

// Check says what is wrong with the ablation itself, as [Ablation.Run] would before
// it trains anything.
func (a Ablation) Check() error {
	if _, err := a.contenders(); err != nil {
		return fmt.Errorf("arena: ablation: %w", err)
	}
	return nil
}

// contenders checks the ablation and lists its networks, seed by seed.
func (a Ablation) contenders() (list []contender, err error) {
	switch {
	case len(a.Seeds) == 0:
		return nil, errors.New("no seeds")
	case a.Evaluations < 0 || a.Seconds < 0 || (a.Evaluations > 0) == (a.Seconds > 0):
		return nil, fmt.Errorf("a budget of %d evaluations and %v seconds: expected one of the two", a.Evaluations, a.Seconds)
	case a.Openings < 1 || a.Simulations < 0:
		return nil, fmt.Errorf("a play-off of %d openings with %d simulations: expected 1 or more, and 0 or more", a.Openings, a.Simulations)
	}
	variants := make([]train.Config, len(a.Changes)+1) // before they get what is the ablation's to say
	for s, seed := range a.Seeds {
		if slices.Contains(a.Seeds[:s], seed) {
			return nil, fmt.Errorf("seed %d is named twice", seed)
		}
		for v := range len(a.Changes) + 1 {
			c := a.Base
			name := baseName
			if v > 0 {
				name = fmt.Sprintf("change%d", v)
				if err := c.SetAll(a.Changes[v-1]); err != nil {
					return nil, err
				}
				if err := a.checkChange(v, c, variants[:v]); err != nil {
					return nil, err
				}
			}
			variants[v] = c
			if c.Rules != a.Base.Rules {
				return nil, fmt.Errorf("%s changes the rules: the networks could not play each other", a.name(v))
			}
			// The last network of a run is the one that counts, whenever it ends.
			c.Run.Seed, c.Run.CheckpointEvery, c.Run.KeepCheckpoints = seed, 1, 1
			if err := c.Validate(); err != nil {
				return nil, err
			}
			list = append(list, contender{variant: v, seed: s, config: c, dir: filepath.Join(a.Dir, fmt.Sprintf("%s-seed%d", name, seed))})
		}
	}
	return list, nil
}

// checkChange returns an error unless variant v, which the configuration c is
// of, says anything of its own: others are the base and the variants before it.
func (a Ablation) checkChange(v int, c train.Config, others []train.Config) error {
	for _, change := range a.Base.Diff(c) {
		if why := Decided(change.Key); why != "" {
			return fmt.Errorf("%s: %s cannot be varied: %s", a.name(v), change.Key, why)
		}
	}
	for i, other := range others {
		switch {
		case !a.equal(c, other):
		case i == 0:
			return fmt.Errorf("%s changes nothing that the networks of the play-off depend on", a.name(v))
		default:
			return fmt.Errorf("%s is the same as %s: one of them is enough", a.name(v), a.name(i))
		}
	}
	return nil
}

// equal says whether two configurations give the same networks within the budget.
func (a Ablation) equal(c, d train.Config) bool {
	if a.Seconds == 0 {
		return c.Hash() == d.Hash()
	}
	return !slices.ContainsFunc(c.Diff(d), func(x train.Change) bool { // the number of workers, for one, is worth time
		return x.Key != "run.evaluate_every" && !strings.HasPrefix(x.Key, "evaluation.")
	})
}

// Decided says why a key of the configuration is not the base's or a variant's
// to set, since every run of an [Ablation] gets it from the ablation itself; it
// is empty for all other keys.
func Decided(key string) string {
	switch key {
	case "run.seed":
		return "the list of seeds decides (--seeds)"
	case "run.iterations":
		return "the budget decides (--evaluations or --seconds)"
	case "run.checkpoint_every", "run.keep_checkpoints":
		return "of each run only its last network counts"
	}
	return ""
}

// name returns what a variant is called.
func (a Ablation) name(variant int) string {
	if variant == 0 {
		return baseName
	}
	return strings.Join(a.Changes[variant-1], ",")
}

func (a Ablation) planPath() string { return filepath.Join(a.Dir, "plan.json") }

// keepPlan writes down what is done in the directory, or checks that it is this.
func (a Ablation) keepPlan() error {
	path := a.planPath()
	data, err := json.MarshalIndent(plan{string(a.Base.YAML()), a.Changes, a.Seeds, a.Evaluations, a.Seconds}, "", "  ")
	if err != nil {
		return fmt.Errorf("arena: ablation: %w", err)
	}
	data = append(data, '\n')
	old, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return train.WriteFile(path, data)
	case err != nil:
		return fmt.Errorf("arena: ablation: %w", err)
	case !bytes.Equal(old, data):
		return fmt.Errorf("arena: ablation: %s holds another one, see %s: name another directory", a.Dir, path)
	}
	return nil
}

func (a Ablation) budget() budget {
	if a.Seconds > 0 {
		return budget{a.Seconds, time.Now}
	}
	return budget{float64(a.Evaluations), nil}
}

// doneFile marks a run that has used its budget.
const doneFile = "done.json"

type done struct {
	Costs []float64 `json:"costs"` // of the iterations
	Games int64     `json:"games"`
}

// train trains the network of c if that has not been done, and makes it a
// player.
func (a Ablation) train(ctx context.Context, c *contender) (err error) {
	marker := filepath.Join(c.dir, doneFile)
	var d done
	data, err := os.ReadFile(marker)
	fresh := errors.Is(err, fs.ErrNotExist)
	switch {
	case fresh:
		o := a.Observe(c.dir)
		d.Costs, err = a.budget().train(ctx, c.dir, c.config, a.Options, o)
		err = errors.Join(err, o.Close())
	case err == nil:
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		return fmt.Errorf("arena: ablation: %s: %w", c.dir, err)
	}
	path, err := train.Network(c.dir, "latest")
	if err != nil {
		return err
	}
	w, m, err := model.Load(path)
	if err != nil {
		return err
	}
	for _, x := range d.Costs {
		c.spent += x
	}
	d.Games, c.trained = m.Games, m.Games
	if fresh {
		if data, err = json.Marshal(d); err != nil {
			return err
		}
		if err := train.WriteFile(marker, append(data, '\n')); err != nil {
			return err
		}
	}
	spec := fmt.Sprintf("net:%d", a.Simulations)
	if a.Simulations == 0 {
		spec = "policy"
	}
	s := c.config.SelfPlay
	o := Options{Rules: c.config.Rules, Weights: w, SolveEmpties: s.SolveEmpties}
	if c.entrant, err = Parse(spec, o); err != nil {
		return err
	}
	c.entrant.Name = fmt.Sprintf("%s, seed %d", a.name(c.variant), a.Seeds[c.seed])
	if a.Trained != nil {
		a.Trained(c.entrant.Name, c.dir, d.Costs, fresh)
	}
	return nil
}

// playOff lets every network meet those of the other variants.
func (a Ablation) playOff(ctx context.Context, contenders []contender) (results []Result, err error) {
	l, err := OpenLeague(filepath.Join(a.Dir, "games.json"), Terms{
		Rules: a.Base.Rules, Openings: a.Openings, Seed: 1, Search: fmt.Sprintf("%d simulations", a.Simulations),
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	var pairings []Pairing
	for i, c := range contenders {
		for _, d := range contenders[:i] {
			if c.variant != d.variant {
				pairings = append(pairings, Pairing{c.entrant, d.entrant})
			}
		}
	}
	return l.Play(ctx, pairings, a.Workers, a.Played)
}

// compare rates the variants by all games of their seeds together, and each
// network by its own.
func (a Ablation) compare(contenders []contender, results []Result) ([]Compared, error) {
	variant := map[string]string{}
	for _, c := range contenders {
		variant[c.entrant.Name] = a.name(c.variant)
	}
	pooled := slices.Clone(results)
	for i := range pooled {
		p := &pooled[i]
		p.Player, p.Opponent = variant[p.Player], variant[p.Opponent]
	}
	together, err := Rank(pooled, Ratings{baseName: 0})
	if err != nil {
		return nil, err
	}
	alone, err := Rank(results, Ratings{contenders[0].entrant.Name: 0})
	if err != nil {
		return nil, err
	}
	rating := Ratings{}
	for _, r := range alone {
		rating[r.Player] = r.Rating.Value
	}
	compared := make([]Compared, len(a.Changes)+1)
	for v := range compared {
		c := &compared[v]
		c.Change = a.name(v)
		i := slices.IndexFunc(together, func(r Ranked) bool { return r.Player == c.Change })
		c.Difference, c.Games, c.Score = together[i].Rating, together[i].Games, together[i].Score
	}
	base := make([]float64, len(a.Seeds))
	for _, x := range contenders { // of a seed the base comes first
		r := rating[x.entrant.Name]
		if x.variant == 0 {
			base[x.seed] = r
		}
		c := &compared[x.variant]
		c.BySeed = append(c.BySeed, r-base[x.seed])
		c.Spent = append(c.Spent, x.spent)
		c.Trained = append(c.Trained, x.trained)
	}
	return compared, nil
}

// WriteMarkdown writes the table of an ablation, and how it was made.
func (a Ablation) WriteMarkdown(w io.Writer, compared []Compared) error {
	var b strings.Builder
	unit, total := "evaluations", float64(a.Evaluations)
	if a.Seconds > 0 {
		unit, total = "seconds", a.Seconds
	}
	fmt.Fprintf(&b, "| change | rating | 95 %% interval | by seed | %s | games learned from |\n|---|---:|---|---|---:|---:|\n", unit)
	for _, c := range compared {
		interval := "the zero"
		var seeds []string
		if c.Change != baseName {
			interval = fmt.Sprintf("%+.0f to %+.0f", c.Difference.Low, c.Difference.High)
			for _, x := range c.BySeed {
				seeds = append(seeds, fmt.Sprintf("%+.0f", x))
			}
		}
		spent, trained := 0.0, 0.0
		for i := range c.Spent {
			spent += c.Spent[i] / float64(len(c.Spent))
			trained += float64(c.Trained[i]) / float64(len(c.Trained))
		}
		fmt.Fprintf(&b, "| `%s` | %+.0f | %s | %s | %.0f | %.0f |\n", c.Change, c.Difference.Value, interval, strings.Join(seeds, ", "), spent, trained)
	}
	fmt.Fprintf(&b, "\nConfiguration `%s`, seeds %v, a budget of %g %s for each run; mean over the seeds of what was used.\n"+
		"Play-off of %d games in each match, %s a move. The interval tells of the chance in these games;\n"+
		"how far the seeds lie apart tells of the chance in the training.\n", a.Base.Name, a.Seeds, total, unit, 2*a.Openings, words.Count(a.Simulations, "simulation"))
	_, err := io.WriteString(w, b.String())
	return err
}
