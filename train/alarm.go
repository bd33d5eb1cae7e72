package train

import (
	"fmt"
	"math"
	"math/bits"
	"path/filepath"

	"othellier/env/alike"
	"othellier/env/words"
)

// Limits of the alarms.
const (
	lowEntropy    = .04       // of the policy targets: nearly always one move has all visits
	highSaturated = .9        // share of early positions that the search takes for decided
	fewRows       = 4         // batches that the window should hold
	lowDisk       = 512 << 20 // bytes
	lowestLevel   = 1e-9      // of an alarm that has a measure
)

// alarms returns what in an iteration needs a person.
func (l *loop) alarms(d *IterationDone) []Alarm {
	var as []Alarm
	add := func(kind string, level float64, remedy, problem string, a ...any) {
		as = append(as, Alarm{Iteration: d.Iteration, Kind: kind, Problem: fmt.Sprintf(problem, a...), Remedy: remedy, Level: max(level, lowestLevel)})
	}
	if d.Entropy < lowEntropy {
		add("policy-collapsed", d.Entropy, "raise selfplay.noise_weight, selfplay.root_temperature or selfplay.opening_plies_max",
			"the searches nearly always agree on one move (entropy %.3f of its maximum), so nothing new is tried", d.Entropy)
	}
	if d.Saturated > highSaturated {
		add("value-saturated", 1-d.Saturated, "lower learner.learn_rate or learner.reuse, or raise selfplay.opening_plies_max",
			"%.0f %% of the early positions are taken for won or lost beyond doubt", 100*d.Saturated)
	}
	if d.WindowRows < int64(fewRows*l.config.Learner.Batch) {
		add("window-small", float64(d.WindowRows), "raise run.games_per_iteration or replay.window_min_rows, or lower learner.batch",
			"the learner draws batches of %d from only %s and will learn them by heart", l.config.Learner.Batch, words.Count(d.WindowRows, "row"))
	}
	if free, ok := freeSpace(l.dir); ok && free < lowDisk {
		add("disk-low", float64(free), "free some space, or stop the run: it can be resumed",
			"%s are left on the disk of %s", megabytes(free), filepath.Clean(l.dir))
	}
	return as
}

// megabytes returns "511 MB", and below one "1023 kB".
func megabytes(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d kB", bytes>>10)
	}
	return fmt.Sprintf("%d MB", bytes>>20)
}

func (l *loop) learningStopped(iteration int, err error) Alarm {
	return Alarm{
		Iteration: iteration, Kind: "loss-not-finite",
		Problem: fmt.Sprintf("the network cannot learn any further: %v", err),
		Remedy:  fmt.Sprintf("the run stands at iteration %d: resume it with a lower rate, such as --set learner.learn_rate=%.2g, and with learner.clip_norm at 1", iteration-1, l.config.Learner.LearnRate/3),
	}
}

// summarize describes the games from the given index on.
func (p *Replay) summarize(from int64, d *IterationDone) {
	var g GameRecord
	var s summary
	for i := len(p.games) - 1; i >= 0 && p.games[i].index >= from; i-- {
		if err := g.Decode(p.games[i].data); err != nil { // it was decoded when it came in
			panic(err)
		}
		s.add(p, &g)
	}
	if s.games > 0 {
		d.Plies = float64(s.plies) / float64(s.games)
		d.BlackPoints = float64(2*s.black+s.draws) / float64(2*s.games)
		d.Draws = float64(s.draws) / float64(s.games)
		d.Margin = float64(s.margin) / float64(s.games)
	}
	d.Entropy, d.Saturated = 1, 0
	if s.targets > 0 {
		d.Entropy = s.entropy / float64(s.targets)
	}
	if s.early > 0 {
		d.Saturated = float64(s.saturated) / float64(s.early)
	}
}

type summary struct {
	games, plies, black, draws, margin int
	targets                            int
	entropy                            float64 // sum over targets of entropy / its maximum
	early, saturated                   int
}

func (s *summary) add(p *Replay, g *GameRecord) {
	s.games++
	s.plies += len(g.Plies)
	s.margin += max(g.Margin, -g.Margin)
	switch {
	case g.Margin > 0:
		s.black++
	case g.Margin == 0:
		s.draws++
	}
	position := p.rules.Initial()
	for i := range g.Plies {
		x := &g.Plies[i]
		value := math.Abs(float64(x.Value))
		searched := x.Kind >= KindFast && value < 1 // 1 is proven, not believed
		if searched && i < len(g.Plies)/2 {
			s.early++
			if value > .98 {
				s.saturated++
			}
		}
		if searched && x.Kind == KindFull {
			h := 0.0
			for _, share := range x.Policy {
				q := float64(share.Weight) / shareUnit
				h -= float64(q * alike.Log(q))
			}
			s.targets++
			s.entropy += h / alike.Log(float64(bits.OnesCount64(p.rules.Moves(position))))
		}
		position = p.rules.Next(position, x.Move)
	}
}
