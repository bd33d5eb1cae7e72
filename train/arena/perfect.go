package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"othellier/env"
)

// Lines is what a player does in all games that its opponent can choose.
type Lines struct {
	Player string    `json:"player"`
	Rules  env.Rules `json:"rules"`
	Color  env.Color `json:"color"` // of the player

	Games     uint64     `json:"games"`     // sequences of moves to the end; the player's follow from the opponent's
	Decisions int        `json:"decisions"` // positions in which the player was asked; those met at several plies count for each
	Wins      uint64     `json:"wins"`      // games that the player wins
	Draws     uint64     `json:"draws"`
	Losses    uint64     `json:"losses"`
	Worst     int        `json:"worst"` // its lowest final margin
	Line      []env.Move `json:"line"`  // a game that ends so, passes included
}

// maxPositions bounds the memory of [Perfect]: it is far more than a 4x4 game
// needs and far less than the full board would.
const maxPositions = 1 << 20

// askAtOnce is the number of decisions asked for in one call.
const askAtOnce = 256

// node is a position that the games reach at some ply.
type node struct {
	position env.Position
	games    uint64 // ways to reach it
	parent   int    // one of the positions before, in the ply before
	move     env.Move
}

// Perfect walks every line of play from the initial position against the player
// that e makes, which has the given colour. On the 4x4 board White can win by 8
// discs (11-3); a player that has learned the game shows Worst >= 8 as White.
//
// Games that meet in a position at the same ply go on together, so the player
// must answer by position. One that draws random numbers gets a stream that is
// a function of the position. All decisions of one ply are asked for together.
//
// An illegal move or an error of the player is an error, and so is a board too
// large to be walked: for the full one it soon is.
func Perfect(ctx context.Context, r env.Rules, e Entrant, color env.Color) (l Lines, err error) {
	if err := r.Validate(); err != nil {
		return l, fmt.Errorf("arena: perfect: %w", err)
	}
	player, err := e.New()
	if err != nil {
		return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
	}
	if c, ok := player.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	l = Lines{Player: e.Name, Rules: r, Color: color, Worst: r.NumSquares() + 1}
	w := walk{rules: r, plies: [][]node{{{position: r.Initial(), games: 1}}}}
	for len(w.plies[len(w.plies)-1]) > 0 {
		answers, err := w.ask(ctx, player, color)
		if err != nil {
			return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
		}
		l.Decisions += len(answers)
		if err := w.step(answers, &l); err != nil {
			return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
		}
	}
	return l, nil
}

// walk is the graph of positions, ply by ply.
type walk struct {
	rules env.Rules
	plies [][]node
	total int // positions in plies, but for the first
}

// ask returns the player's moves in those positions of the last ply where it
// has to find one, by index.
func (w *walk) ask(ctx context.Context, p Player, color env.Color) (map[int]env.Move, error) {
	answers := make(map[int]env.Move)
	var turns []*Turn
	var indices []int
	flush := func() error {
		if len(turns) == 0 {
			return nil
		}
		if err := p.Choose(ctx, turns); err != nil {
			return err
		}
		for i, t := range turns {
			if t.Err != nil {
				return t.Err
			}
			answers[indices[i]] = t.Move
		}
		turns, indices = turns[:0], indices[:0]
		return ctx.Err()
	}
	last := len(w.plies) - 1
	for i, n := range w.plies[last] {
		if n.position.Turn != color || w.rules.Moves(n.position) == 0 {
			continue
		}
		turns = append(turns, &Turn{
			Start: w.rules.Initial(), Moves: w.line(last, i), Position: n.position, Move: env.Pass,
			Rand: rand.New(rand.NewPCG(n.position.Own, n.position.Opp)),
		})
		indices = append(indices, i)
		if len(turns) == askAtOnce {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	return answers, flush()
}

// step appends the ply after the last one: the answers where the player moves,
// every move where its opponent does. Finished games are counted in l.
func (w *walk) step(answers map[int]env.Move, l *Lines) error {
	last := len(w.plies) - 1
	var next []node
	index := make(map[env.Position]int)
	var legal []env.Move
	for i, n := range w.plies[last] {
		legal = w.rules.AppendMoves(legal[:0], n.position)
		if len(legal) == 0 {
			w.count(last, i, l)
			continue
		}
		if m, ok := answers[i]; ok {
			legal = append(legal[:0], m)
		}
		for _, m := range legal {
			p, err := w.rules.Play(n.position, m)
			if err != nil {
				return err
			}
			at, seen := index[p]
			if !seen {
				if w.total++; w.total > maxPositions {
					return fmt.Errorf("more than %d positions: the %dx%d board is too large",
						maxPositions, w.rules.Size(), w.rules.Size())
				}
				at = len(next)
				index[p] = at
				next = append(next, node{p, 0, i, m})
			}
			next[at].games += n.games
		}
	}
	w.plies = append(w.plies, next)
	return nil
}

// count adds the games that end at the i-th position of a ply.
func (w *walk) count(ply, i int, l *Lines) {
	n := w.plies[ply][i]
	margin := w.rules.Margin(n.position)
	if n.position.Turn != l.Color {
		margin = -margin
	}
	l.Games += n.games
	switch {
	case margin > 0:
		l.Wins += n.games
	case margin < 0:
		l.Losses += n.games
	default:
		l.Draws += n.games
	}
	if margin < l.Worst {
		l.Worst, l.Line = margin, w.line(ply, i)
	}
}

// line returns the moves of one game that reaches the i-th position of a ply.
func (w *walk) line(ply, i int) []env.Move {
	moves := make([]env.Move, ply)
	for ; ply > 0; ply-- {
		n := w.plies[ply][i]
		moves[ply-1] = n.move
		i = n.parent
	}
	return moves
}

// String says it in one line.
func (l Lines) String() string {
	moves := make([]string, len(l.Line))
	for i, m := range l.Line {
		moves[i] = m.String()
	}
	return fmt.Sprintf("%s as %s, %s: %d games (%d won, %d drawn, %d lost) from %d decisions; worst margin %+d: %s",
		l.Player, strings.ToLower(l.Color.String()), rulesText(l.Rules), l.Games, l.Wins, l.Draws, l.Losses, l.Decisions, l.Worst, strings.Join(moves, " "))
}
