package arena

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"

	"othellier/env"
	"othellier/env/words"
)

// Lines is what a player does in all games that its opponent can choose.
type Lines struct {
	Player string    `json:"player"`
	Rules  env.Rules `json:"rules"`
	Color  env.Color `json:"color"` // of the player

	Sample    int        `json:"sample"`    // positions of each ply that were walked on from at most; 0: all
	Games     uint64     `json:"games"`     // sequences of moves to the end, or to a solved position; the player's follow from the opponent's
	Decisions int        `json:"decisions"` // positions in which the player was asked; those met at several plies count for each
	Solved    int        `json:"solved"`    // positions that were solved instead of walked on from
	Outcome   bool       `json:"outcome"`   // only who wins was asked of them
	Wins      uint64     `json:"wins"`      // games that the player wins
	Draws     uint64     `json:"draws"`
	Losses    uint64     `json:"losses"`
	Worst     int        `json:"worst"` // its lowest final margin; with Outcome the sign of it
	Line      []env.Move `json:"line"`  // a game that ends so, passes included, or its moves up to the solved position
}

// maxPositions bounds the memory of [Perfect]: it is far more than a 4x4 game
// needs and far less than the full board would.
const maxPositions = 1 << 20

// askAtOnce is the number of decisions asked for in one call.
const askAtOnce = 64

// Walk says how [Perfect] walks.
type Walk struct {
	// Solve is the number of empty squares from which on the player is taken to play
	// perfectly, as one with an exact solver does: such positions are not walked on
	// from but solved, which makes the 6x6 board possible. 0 walks to the end.
	Solve int
	// Outcome asks of those positions who wins, in a fraction of the time that the
	// margin takes. The margins of all games are then counted as their signs.
	Outcome bool
	// Sample bounds the positions of each ply that are walked on from; where there
	// are more, chance (of Seed) chooses. 0 walks on from all. What is found then holds
	// for a sample of the lines, and Games counts those alone.
	Sample int
	Seed   uint64

	// Progress, if set, is told how many of the decisions of a ply are made, or of the
	// positions solved, one call at a time.
	Progress func(what string, done, total int)
}

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
func Perfect(ctx context.Context, r env.Rules, e Entrant, color env.Color, how Walk) (l Lines, err error) {
	if err := r.Validate(); err != nil {
		return l, fmt.Errorf("arena: perfect: %w", err)
	}
	players := make([]Player, runtime.GOMAXPROCS(0))
	for i := range players {
		p, err := e.New()
		if err != nil {
			return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
		}
		if c, ok := p.(io.Closer); ok {
			defer func() { err = words.Join(err, c.Close()) }()
		}
		players[i] = p
	}
	l = Lines{Player: e.Name, Rules: r, Color: color, Sample: how.Sample, Outcome: how.Outcome, Worst: r.NumSquares() + 1}
	w := walk{Walk: how, rules: r, plies: [][]node{{{position: r.Initial(), games: 1}}}}
	for len(w.plies[len(w.plies)-1]) > 0 {
		answers, err := w.ask(ctx, players, color)
		if err != nil {
			return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
		}
		l.Decisions += len(answers)
		if err := w.step(answers, &l); err != nil {
			return l, fmt.Errorf("arena: perfect: %s: %w", e.Name, err)
		}
	}
	if err := w.finish(ctx, &l); err != nil {
		return l, fmt.Errorf("arena: perfect: %w", err)
	}
	return l, nil
}

// walk is the graph of positions, ply by ply.
type walk struct {
	Walk
	rules env.Rules
	late  [][2]int // those, by ply and index
	plies [][]node
	total int // positions in plies, but for the first
}

// ask returns the player's moves in those positions of the last ply where it
// has to find one, by index. The players, who are all the same, share them.
func (w *walk) ask(ctx context.Context, players []Player, color env.Color) (map[int]env.Move, error) {
	answers := make(map[int]env.Move)
	var turns []*Turn
	var indices []int
	last := len(w.plies) - 1
	for i, n := range w.plies[last] {
		if n.position.Turn != color || w.rules.Moves(n.position) == 0 || w.solvable(n.position) {
			continue
		}
		turns = append(turns, &Turn{
			Start: w.rules.Initial(), Moves: w.line(last, i), Position: n.position, Move: env.Pass,
			Rand: rand.New(rand.NewPCG(n.position.Own, n.position.Opp)),
		})
		indices = append(indices, i)
	}
	errs := make([]error, len(players))
	for begin := 0; begin < len(turns); begin += askAtOnce * len(players) {
		w.tell(fmt.Sprintf("ply %d, decision", last+1), begin, len(turns))
		var group sync.WaitGroup
		some := turns[begin:min(begin+askAtOnce*len(players), len(turns))]
		for i, p := range players {
			share := some[i*len(some)/len(players) : (i+1)*len(some)/len(players)]
			if len(share) > 0 {
				group.Go(func() { errs[i] = p.Choose(ctx, share) })
			}
		}
		group.Wait()
		if err := words.Join(errs...); err != nil {
			return nil, err
		}
		for i, t := range some {
			if t.Err != nil {
				return nil, t.Err
			}
			answers[indices[begin+i]] = t.Move
		}
	}
	return answers, ctx.Err()
}

func (w *walk) tell(what string, done, total int) {
	if w.Progress != nil {
		w.Progress(what, done, total)
	}
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
			w.count(last, i, w.rules.Margin(n.position), l)
			continue
		}
		if w.solvable(n.position) {
			w.late = append(w.late, [2]int{last, i})
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
	if w.Sample > 0 && len(next) > w.Sample {
		rand.New(rand.NewPCG(w.Seed, uint64(len(w.plies)))).Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
		w.total -= len(next) - w.Sample
		next = next[:w.Sample:w.Sample]
	}
	w.plies = append(w.plies, next)
	return nil
}

// solvable reports whether p, which is not over, is left to the solver.
func (w *walk) solvable(p env.Position) bool {
	return w.rules.NumSquares()-bits.OnesCount64(p.Own|p.Opp) <= w.Solve
}

// count adds the games that end at the i-th position of a ply with this margin
// for its side to move.
func (w *walk) count(ply, i, margin int, l *Lines) {
	n := w.plies[ply][i]
	if n.position.Turn != l.Color {
		margin = -margin
	}
	if l.Outcome {
		margin = min(max(margin, -1), 1)
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
	solved := ""
	if l.Solved > 0 {
		solved = ", " + words.Count(l.Solved, "position") + " solved"
	}
	if l.Sample > 0 {
		solved += fmt.Sprintf(", at most %s of each ply", words.Count(l.Sample, "position"))
	}
	worst := fmt.Sprintf("worst margin %+d", l.Worst)
	if l.Outcome {
		worst = "at worst " + [...]string{"lost", "drawn", "won"}[l.Worst+1]
	}
	return fmt.Sprintf("%s as %s, %s: %s (%d won, %d drawn, %d lost) from %s%s; %s: %s",
		l.Player, strings.ToLower(l.Color.String()), rulesText(l.Rules),
		words.Count(l.Games, "game"), l.Wins, l.Draws, l.Losses, words.Count(l.Decisions, "decision"), solved, worst, strings.Join(moves, " "))
}
