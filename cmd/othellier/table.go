package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"othellier/cmd/othellier/protocol"
	"othellier/cmd/othellier/tui"
	"othellier/env"
	"othellier/env/words"
)

// table is a game at the terminal, line by line, so that it also works through
// a pipe or a screen reader.
type table struct {
	out     io.Writer
	draw    drawing
	echo    bool // repeat what is typed, for a transcript of a pipe
	game    *env.Game
	engines [2]*engine // by env.Color; they can be one
	names   [2]string  // of the networks
	human   seats      // which sides are typed
	kept    tui.Kept
	now     func() time.Time
}

const tableHelp = `  f5            play a square, in either case; where there is none to play, the
                pass is made for you; with --color both a line can have many
                squares, as transcripts have them
  undo, redo    take back your last move and the answer to it; play them again
  hint          what the network thinks of your moves
  swap          change sides with the network
  sims N        let the network search N simulations a move
  board, moves  the board again; the moves so far
  new           start again
  save FILE     write the game to a new file: .txt .ggf .sgf .pgn .obf or .wtb
  quit          leave; so does the end of the input; moves that are in no
                file are printed
`

// alone are the commands that take nothing.
var alone = []string{"help", "?", "quit", "exit", "q", "new", "undo", "u", "redo", "r", "swap", "board", "moves", "hint"}

// errQuit ends the game at the player's wish.
var errQuit = errors.New("quit")

// play runs the game until the player quits, the input ends or ctx is
// cancelled. However that happens, moves that are in no file are printed.
func (t *table) play(ctx context.Context, in io.Reader) error {
	err := t.sit(ctx, in)
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(t.out)
	}
	t.leave()
	return err
}

func (t *table) sit(ctx context.Context, in io.Reader) error {
	lines := readLines(ctx, in)
	fmt.Fprintf(t.out, "Type a square such as %s, or help.\n", t.example())
	var shown env.Position
	for first := true; ; first = false {
		if err := t.computer(ctx); err != nil {
			return err
		}
		if first || shown != t.game.Position() {
			t.show()
			shown = t.game.Position()
		}
		fmt.Fprint(t.out, t.prompt())
		select {
		case <-ctx.Done():
			return ctx.Err()
		case in, ok := <-lines:
			switch {
			case !ok:
				fmt.Fprintln(t.out, "\nEnd of input.")
				return nil
			case in.err == errLine:
				fmt.Fprintln(t.out, in.err)
				continue
			case in.err != nil:
				return fmt.Errorf("reading your moves: %w", in.err)
			case t.echo:
				fmt.Fprintln(t.out, in.line)
			}
			switch err := t.command(ctx, in.line); {
			case errors.Is(err, errQuit):
				return nil
			case errors.Is(err, context.Canceled):
				return err
			case err != nil:
				fmt.Fprintln(t.out, words.Error(err))
			}
		}
	}
}

// computer plays the moves that need no typing: forced passes of either side
// and the network's own moves.
func (t *table) computer(ctx context.Context) error {
	for {
		p := t.game.Position()
		moves, pass := t.game.Rules().Status(p)
		switch {
		case pass:
			if err := t.game.Play(env.Pass); err != nil {
				return err
			}
			fmt.Fprintf(t.out, "%s has no move and passes.\n", side(p.Turn))
		case moves == 0 || t.human[p.Turn]:
			return nil
		default:
			found, err := t.think(ctx, protocol.Limit{Move: true})
			if err != nil {
				return err
			}
			if err := t.game.Play(found.Moves[0].Move); err != nil {
				return err
			}
			fmt.Fprintf(t.out, "%s plays %s%s.\n", side(p.Turn), found.Moves[0].Move, outlook(found))
		}
	}
}

func (t *table) show() {
	r, p := t.game.Rules(), t.game.Position()
	fmt.Fprintf(t.out, "\n%s%s\n", t.draw.board(r, p, t.last()), counts(r, p))
	if r.Over(p) {
		fmt.Fprintln(t.out, result(r, p))
	}
}

// last returns the last square played, or env.Pass.
func (t *table) last() env.Move {
	moves := t.game.Moves()
	for i := len(moves) - 1; i >= 0; i-- {
		if moves[i] != env.Pass {
			return moves[i]
		}
	}
	return env.Pass
}

func (t *table) prompt() string {
	switch {
	case t.game.Over() && t.human == seats{}:
		return "new, save FILE or quit> "
	case t.game.Over():
		return "new, undo, save FILE or quit> "
	}
	return "your move> "
}

// example returns a legal square of the present position.
func (t *table) example() string {
	mask := t.game.Rules().Mask(t.game.Position())
	for m := env.Move(0); m < env.Pass; m++ {
		if mask[m] {
			return m.String()
		}
	}
	return "f5"
}

// command carries out one typed line. Its error is shown to the player.
func (t *table) command(ctx context.Context, line string) error {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	verb, args := strings.ToLower(words[0]), words[1:]
	if len(args) > 0 && slices.Contains(alone, verb) {
		return fmt.Errorf("%s stands alone in its line; type help for the commands", verb)
	}
	switch verb {
	case "help", "?":
		fmt.Fprint(t.out, tableHelp)
		return nil
	case "quit", "exit", "q":
		return errQuit
	case "new":
		t.restart()
		return nil
	case "undo", "u":
		return t.undo()
	case "redo", "r":
		return t.redo()
	case "swap":
		t.human[env.Black], t.human[env.White] = t.human[env.White], t.human[env.Black]
		return nil
	case "board":
		t.show()
		return nil
	case "moves":
		fmt.Fprintln(t.out, t.game.Transcript())
		return nil
	case "hint":
		return t.hint(ctx)
	case "sims":
		return t.setSimulations(args)
	case "save":
		return t.save(strings.TrimSpace(strings.TrimSpace(line)[len(verb):]))
	}
	moves, err := parseMoves(line)
	if err != nil {
		return err
	}
	return t.putAll(moves)
}

// put plays the player's move.
func (t *table) put(m env.Move) error {
	err := t.game.Play(m)
	var illegal *env.IllegalError
	switch {
	case !errors.As(err, &illegal):
		return err
	case t.game.Over():
		return errors.New("the game is over")
	}
	return fmt.Errorf("%s is not a legal move here; you can play %s", m, names(illegal.Legal))
}

// undo takes back moves until the player is to move again, before the move
// that was theirs last.
func (t *table) undo() error {
	n := 0
	for t.game.Undo() {
		n++
		if t.turnOfPlayer() {
			return nil
		}
	}
	for range n { // no move of the player's to take back: leave all as it was
		t.game.Redo()
	}
	return errors.New("there is no move of yours to take back")
}

// redo plays again what undo took back.
func (t *table) redo() error {
	if !t.game.Redo() {
		return errors.New("there is nothing to play again")
	}
	for !t.turnOfPlayer() && t.game.Redo() {
	}
	return nil
}

// turnOfPlayer says that a typed side is to move and has a square to play.
func (t *table) turnOfPlayer() bool {
	p := t.game.Position()
	return t.human[p.Turn] && t.game.Rules().Moves(p) != 0
}

// names lists moves, separated by blanks.
func names(moves []env.Move) string {
	s := make([]string, len(moves))
	for i, m := range moves {
		s[i] = m.String()
	}
	return strings.Join(s, " ")
}
