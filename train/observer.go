package train

import (
	"context"
	"errors"
	"fmt"

	"othellier/env"
	"othellier/model"
)

// Observer is told what happens in a run. [Run.Loop] calls it from one goroutine
// at a time, and waits for it: an observer that is slow slows the run down. An
// error ends the run, which can be resumed; one whose output is only for the
// eye returns none.
type Observer interface {
	Observe(Event) error
}

// Event is one of the types below: [Started], [GamePlayed], [Stepped],
// [Published], [IterationDone], [Judged], [Alarm], [Finished].
type Event interface{ event() }

// Started is the first event of every start of a run.
type Started struct {
	Dir       string
	Config    Config
	Resumed   bool     // the run existed before
	Changes   []Change // of the configuration, at a resumption
	Iteration int      // iterations that are complete
	Games     int64    // games that are on the disk, of the unfinished iteration too
	Steps     int64    // learning steps of the complete iterations
	Params    int      // numbers in the network
}

// GamePlayed follows every game that is played now, in the order of the games.
type GamePlayed struct {
	Iteration   int         // from 1
	Done, Of    int         // games of the iteration, this one and those of an earlier start included
	Evaluations int         // positions that were judged in it, some of them from memory
	Record      *GameRecord // valid during the call
}

// Stepped follows every learning step.
type Stepped struct {
	Iteration int
	Done, Of  int   // steps of the iteration
	Step      int64 // steps of the run
	LearnRate float64
	Losses    model.Losses
}

// Published says that a network was saved.
type Published struct {
	Path      string // of the checkpoint file
	Iteration int
	Games     int64
	Steps     int64
}

// IterationDone closes an iteration: what was played in it and how the network
// learnt from the window. It comes before the iteration is committed, so after a
// crash the same one may come again; a writer keeps the last.
type IterationDone struct {
	Iteration   int     `json:"iteration"`
	Of          int     `json:"iterations"`
	Games       int64   `json:"games"`       // of the run
	Rows        int64   `json:"rows"`        // of the run
	WindowRows  int64   `json:"window_rows"` // rows that the learner saw
	Steps       int64   `json:"steps"`       // of the run
	Simulations int     `json:"simulations"` // of a full search
	Evaluations int64   `json:"evaluations"` // in the games played at this start
	LearnRate   float64 `json:"learn_rate"`  // of the last step

	// what was played in the iteration
	Plies       float64 `json:"plies"`        // mean length of a game
	BlackPoints float64 `json:"black_points"` // mean result for Black, a draw being one half
	Draws       float64 `json:"draws"`        // share
	Margin      float64 `json:"margin"`       // mean absolute final margin, in discs
	Entropy     float64 `json:"entropy"`      // mean entropy of the policy targets / its maximum
	Saturated   float64 `json:"saturated"`    // share of searched plies in the first half of the games with |value| > .98

	// mean over the steps
	Loss           float64  `json:"loss"`
	LossPolicy     float64  `json:"loss_policy"`
	LossValue      float64  `json:"loss_value"`
	LossOwnership  float64  `json:"loss_ownership"`
	LossMargin     float64  `json:"loss_margin"`
	LossReply      *float64 `json:"loss_reply,omitempty"`       // nil without the head
	LossSoftPolicy *float64 `json:"loss_soft_policy,omitempty"` // nil without the head
	GradNorm       float64  `json:"grad_norm"`
}

// Judged brings the results of a network against fixed players.
type Judged struct {
	Iteration   int      `json:"iteration"`
	Games       int64    `json:"games"`       // of the run
	Simulations int      `json:"simulations"` // of the network
	Results     []Result `json:"results"`
	Rating      *Rating  `json:"rating,omitempty"` // nil where the players have none
	Points      float64  `json:"points"`           // mean score over the players
	Best        bool     `json:"best"`             // no network of the run had more points
}

// Alarm warns of something that needs a person. Each kind comes at most once in
// an iteration.
type Alarm struct {
	Iteration int
	Kind      string // policy-collapsed, value-saturated, window-small, disk-low, replay-gap, loss-not-finite
	Problem   string
	Remedy    string
	Level     float64 // of what is short: half of it is twice as bad; 0 where there is no measure
}

// Finished is the last event of a run that has done all its iterations.
type Finished struct {
	Iteration    int
	Games, Steps int64
	Latest, Best string // checkpoint files; Best is empty without a judgement
}

func (Started) event()       {}
func (GamePlayed) event()    {}
func (Stepped) event()       {}
func (Published) event()     {}
func (IterationDone) event() {}
func (Judged) event()        {}
func (Alarm) event()         {}
func (Finished) event()      {}

// Observers tells several observers, in order, and returns all their errors.
func Observers(o ...Observer) Observer { return observers(o) }

type observers []Observer

func (o observers) Observe(e Event) error {
	var errs []error
	for _, x := range o {
		errs = append(errs, x.Observe(e))
	}
	return errors.Join(errs...)
}

// Judge lets a network play against fixed players. It belongs to the caller of
// [Run.Loop], since this package knows no players. Games are played in pairs;
// their outcome must follow from the arguments alone.
type Judge func(ctx context.Context, w *model.Weights, t Trial) (Judgement, error)

// Judgement is what a trial has shown.
type Judgement struct {
	Results []Result // in the order of the players
	Rating  *Rating  // nil where the players have none
}

// Rating is the strength of a network on a scale on which 400 points more mean
// ten points of eleven, with a 95 % interval.
type Rating struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// String returns "812 (735 to 889)".
func (r Rating) String() string { return fmt.Sprintf("%.0f (%.0f to %.0f)", r.Value, r.Low, r.High) }

// Trial says what a judge is to play.
type Trial struct {
	Rules       env.Rules
	Players     []string // opponents
	Games       int      // against each, even
	Simulations int      // of the network
	Seed        uint64

	MarginWeight float64 // of the network's searches, as in self-play
	SolveEmpties int
}

// Result is the outcome against one player, from the network's side.
type Result struct {
	Opponent string  `json:"opponent"`
	Wins     int     `json:"wins"`
	Draws    int     `json:"draws"`
	Losses   int     `json:"losses"`
	Score    float64 `json:"score"` // share of the points, a draw being one half
	Low      float64 `json:"low"`   // 95 % interval of Score
	High     float64 `json:"high"`
}
