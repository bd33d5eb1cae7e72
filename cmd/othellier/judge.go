package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"othellier/env"
	"othellier/model"
	"othellier/train"
	"othellier/train/arena"
)

// judge lets a network in training play against the players of a trial, searching
// as eval does.
func judge(ctx context.Context, w *model.Weights, t train.Trial) (train.Judgement, error) {
	o := arena.Options{Rules: t.Rules, Weights: w, Search: styleFlags{Margin: t.MarginWeight}.config(), SolveEmpties: t.SolveEmpties}
	self, err := arena.Parse(fmt.Sprintf("net:%d", t.Simulations), o)
	if err != nil {
		return train.Judgement{}, err
	}
	opponents, err := parsePlayers(t.Players, o, false)
	if err != nil {
		return train.Judgement{}, err
	}
	played, err := arena.Match{Rules: t.Rules, Openings: t.Games / 2, Seed: t.Seed}.Ladder(ctx, self, opponents...)
	if err != nil {
		return train.Judgement{}, err
	}
	results := make([]train.Result, len(played))
	for i, r := range played {
		results[i] = train.Result{
			Opponent: r.Opponent, Wins: r.Wins, Draws: r.Draws, Losses: r.Losses,
			Score: r.Score.Value, Low: r.Score.Low, High: r.Score.High,
		}
	}
	return train.Judgement{Results: results, Rating: rating(played)}, nil
}

// rating rates the player of the results by the known ratings of its opponents;
// nil where there are none, as on small boards.
func rating(played []arena.Result) *train.Rating {
	rules := played[0].Rules
	rules.Scoring = 0 // changes no winner
	if rules != (env.Rules{}) {
		return nil
	}
	ranked, err := arena.Rank(played, arena.Fixed())
	if err != nil { // none of the opponents is known
		return nil
	}
	i := slices.IndexFunc(ranked, func(r arena.Ranked) bool { return r.Player == played[0].Player })
	r := ranked[i].Rating
	round := func(x float64) float64 { return math.Round(10*x) / 10 }
	return &train.Rating{Value: round(r.Value), Low: round(r.Low), High: round(r.High)}
}
