package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
)

// Loop trains until all iterations are done. In each one the network plays
// against itself, learns from the window of games, and is committed and, when
// due, published and judged; without a judge nothing is judged.
//
// When ctx ends, Loop stops after the write in hand and returns ctx's error. The
// run can then be resumed, as after any other error and after the process was
// killed: it ends with the same networks, byte for byte, as one that was never
// stopped.
func (r *Run) Loop(ctx context.Context, o Observer, judge Judge) error {
	return withHint(r.loop(ctx, o, judge), hintResume)
}

func (r *Run) loop(ctx context.Context, o Observer, judge Judge) error {
	var err error
	if r.trainer, err = r.newTrainer(); err != nil {
		return err
	}
	l := &loop{Run: r, observer: o, judge: judge}
	if err := l.start(); err != nil {
		return err
	}
	for {
		if err := l.publishIfDue(); err != nil {
			return err
		}
		if err := l.judgeIfDue(ctx); err != nil {
			return err
		}
		if r.state.Iteration >= r.config.Run.Iterations {
			break
		}
		if err := ctx.Err(); err != nil { // not one game more
			return err
		}
		if err := l.iterate(ctx); err != nil {
			return err
		}
	}
	finished := Finished{Iteration: r.state.Iteration, Games: r.state.Games, Steps: r.state.Steps}
	if r.state.Latest != "" {
		finished.Latest = filepath.Join(r.dir, netsDir, r.state.Latest)
	}
	if r.state.Best != "" {
		finished.Best = filepath.Join(r.dir, netsDir, r.state.Best)
	}
	return o.Observe(finished)
}

// loop is one call of Loop.
type loop struct {
	*Run
	observer Observer
	judge    Judge
}

func (l *loop) start() error {
	err := l.observer.Observe(Started{
		Dir: l.dir, Config: l.config, Resumed: l.resumed, Changes: l.changes,
		Iteration: l.state.Iteration, Games: l.replay.Next(), Steps: l.state.Steps, Params: l.config.Network.Params(),
	})
	for _, g := range l.gaps {
		err = errors.Join(err, l.observer.Observe(Alarm{
			Iteration: l.state.Iteration, Kind: "replay-gap",
			Problem: fmt.Sprintf("games %d to %d are missing from the replay", g.From, g.To-1),
			Remedy:  "put their file back if there is a copy; else the learner goes on with fewer games",
		}))
	}
	return err
}

// iterate plays, learns and commits.
func (l *loop) iterate(ctx context.Context) error {
	next := l.state
	next.Iteration++
	report := IterationDone{Iteration: next.Iteration, Of: l.config.Run.Iterations, Simulations: l.config.SimulationsAt(next.Iteration)}
	if err := l.play(ctx, &report); err != nil {
		return err
	}
	next.Games, next.Rows = l.replay.Next(), l.replay.Rows()
	window := l.replay.Window(l.replay.WindowRows())
	if err := l.learn(ctx, &next, window, &report); err != nil {
		return err
	}
	l.replay.summarize(l.state.Games, &report)
	report.Games, report.Rows, report.Steps, report.WindowRows = next.Games, next.Rows, next.Steps, window.Rows()
	err := l.observer.Observe(report)
	for _, a := range l.alarms(&report) {
		err = errors.Join(err, l.observer.Observe(a))
	}
	if err != nil {
		return err
	}
	if err := l.commit(next); err != nil {
		return err
	}
	return l.replay.Drop(window)
}

// play fills the iteration up with games; those that are there already stay.
func (l *loop) play(ctx context.Context, report *IterationDone) error {
	target := l.state.Games + int64(l.config.Run.GamesPerIteration)
	if l.replay.Next() < target {
		a := Assignment{From: l.replay.Next(), To: target, Iteration: report.Iteration, Simulations: report.Simulations}
		err := SelfPlay(ctx, l.config, l.trainer.EMA(), a, l.options.NewEvaluator, func(p Played) error {
			if err := l.replay.Append(p.Record); err != nil {
				return err
			}
			report.Evaluations += int64(p.Evaluations)
			return l.observer.Observe(GamePlayed{
				Iteration: report.Iteration, Done: int(l.replay.Next() - l.state.Games), Of: int(target - l.state.Games),
				Evaluations: p.Evaluations, Record: p.Record,
			})
		})
		if err != nil {
			return err
		}
	}
	return l.replay.Sync()
}

// learn takes as many steps as the new rows earn.
func (l *loop) learn(ctx context.Context, next *state, w Window, report *IterationDone) error {
	batch := float64(l.config.Learner.Batch)
	next.Credit += float64(float64(next.Rows-l.state.Rows) * l.config.Learner.Reuse)
	steps := 0
	if w.Rows() > 0 {
		steps = int(next.Credit / batch)
	}
	next.Credit = math.Mod(next.Credit, batch)
	next.Steps += int64(steps)
	if l.config.Network.Reply {
		report.LossReply = new(float64)
	}
	if l.config.Network.SoftPolicy {
		report.LossSoftPolicy = new(float64)
	}
	s := session{config: l.config, iteration: next.Iteration, steps: steps, before: l.state.Steps, trainer: l.trainer, window: w}
	err := s.run(ctx, func(e Stepped) error {
		n := float64(e.Done)
		for _, x := range []struct {
			mean *float64
			x    float64
		}{
			{&report.Loss, e.Losses.Total}, {&report.LossPolicy, e.Losses.Policy}, {&report.LossValue, e.Losses.Value},
			{&report.LossOwnership, e.Losses.Ownership}, {&report.LossMargin, e.Losses.Margin},
			{report.LossReply, e.Losses.Reply}, {report.LossSoftPolicy, e.Losses.Soft}, {&report.GradNorm, e.Losses.GradNorm},
		} {
			if x.mean != nil {
				*x.mean += (x.x - *x.mean) / n
			}
		}
		report.LearnRate = e.LearnRate
		return l.observer.Observe(e)
	})
	var failed *learnError
	if errors.As(err, &failed) {
		return errors.Join(err, l.observer.Observe(l.learningStopped(next.Iteration, err)))
	}
	return err
}

// due says whether something done every so many iterations, and after the last,
// is due after an iteration. A run that was made shorter ends with one beyond its
// number.
func (l *loop) due(every, iteration int) bool {
	return iteration > 0 && (iteration%every == 0 || iteration >= l.config.Run.Iterations)
}

func (l *loop) judgementDue(iteration int) bool {
	every := l.config.Run.EvaluateEvery
	return l.judge != nil && every > 0 && l.due(every, iteration)
}

// publishIfDue saves the network of the last iteration unless that has been done:
// where one is due, and where the newest is gone from its folder, for what was
// learnt is still in the state. That network is judged again, since the rating
// stands in its file; a best one that is gone is the best no more.
func (l *loop) publishIfDue() error {
	s, name := l.state, l.networkName(l.state.Games)
	due := l.due(l.config.Run.CheckpointEvery, s.Iteration) || l.judgementDue(s.Iteration)
	latestGone, bestGone := l.gone(s.Latest), l.gone(s.Best)
	publish := due && s.Latest != name || latestGone
	if !publish && !bestGone {
		return nil
	}
	s.Judged = min(s.Judged, s.Iteration-1)
	if bestGone {
		s.Best, s.Points = "", 0
	}
	if publish {
		if err := l.save(name, s.Steps, s.Games, ""); err != nil {
			return err
		}
		s.Latest = name
	}
	if err := s.write(l.dir); err != nil {
		return err
	}
	l.Run.state = s
	if err := errors.Join(l.point(), l.prune()); err != nil || !publish {
		return err
	}
	return l.observer.Observe(Published{Path: filepath.Join(l.dir, netsDir, name), Iteration: s.Iteration, Games: s.Games, Steps: s.Steps})
}

// judgeIfDue lets the network of the last iteration, which is published by now, be
// judged unless that has been done. It changes nothing that the run learns from.
func (l *loop) judgeIfDue(ctx context.Context) error {
	s := l.state
	if !l.judgementDue(s.Iteration) || s.Judged >= s.Iteration {
		return nil
	}
	e := l.config.Evaluation
	found, err := l.judge(ctx, l.trainer.EMA(), Trial{
		Rules: l.config.Rules, Players: e.JudgePlayers, Games: e.JudgeGames, Simulations: e.JudgeSimulations,
		Seed: l.config.Run.Seed, MarginWeight: l.config.SelfPlay.MarginWeight, SolveEmpties: l.config.SelfPlay.SolveEmpties,
	})
	if err != nil {
		return fmt.Errorf("train: judging: %w", err)
	}
	judged := Judged{Iteration: s.Iteration, Games: s.Games, Simulations: e.JudgeSimulations, Results: found.Results, Rating: found.Rating}
	for _, x := range found.Results {
		judged.Points += x.Score / float64(len(found.Results))
	}
	if found.Rating != nil {
		if err := l.save(l.networkName(s.Games), s.Steps, s.Games, fmt.Sprintf("%v at %d simulations", found.Rating, e.JudgeSimulations)); err != nil {
			return err
		}
	}
	s.Judged = s.Iteration
	if s.Best == "" || judged.Points >= s.Points {
		judged.Best = true
		s.Best, s.Points = l.networkName(s.Games), judged.Points
	}
	if err := l.observer.Observe(judged); err != nil {
		return err
	}
	if err := s.write(l.dir); err != nil {
		return err
	}
	l.Run.state = s
	return l.point()
}
