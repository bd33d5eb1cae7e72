package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

func TestWholeGameByKeysMouseAndPasses(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
		for i := 0; i < len(passes); i += 2 {
			for n := 0; d.m.mustPass(); n++ {
				d.shows("has no move and passes (Enter)")
				if i%4 == 0 {
					d.keys("enter")
				} else {
					d.wait(2 * passTime) // without a key
				}
				if n == 2 {
					d.Fatal("the pass is not played")
				}
			}
			square := passes[i : i+2]
			sq, _ := env.ParseMove(square)
			switch i / 2 % 4 {
			case 0:
				d.typed(square)
			case 1:
				d.typed(strings.ToUpper(square))
			case 2:
				x, y := d.m.layout().corner(sq)
				d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: x + 1, Y: y})
			case 3:
				for d.m.cursor%8 < sq%8 {
					d.keys("right")
				}
				for d.m.cursor%8 > sq%8 {
					d.keys("left")
				}
				for d.m.cursor/8 < sq/8 {
					d.keys("j")
				}
				for d.m.cursor/8 > sq/8 {
					d.keys("k")
				}
				d.keys("enter")
			}
			d.moves(passes[:i+2])
		}
		d.shows("Game over: White wins 59-0 (64-0 with the empty squares)")
		d.typed("h7")
		d.shows("The game is over")

		d.keys("home")
		d.shows("Looking back at move 0 of 78", "0 moves, 60 empty")
		d.keys("enter")
		d.shows("You are looking back")
		d.send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		d.shows("Looking back at move 1 of 78")
		l := d.m.layout()
		for x := range 80 { // the list of moves takes clicks
			for y := range 22 {
				if ply, ok := d.m.plyAt(l, x, y); ok && ply == 3 {
					d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: x, Y: y})
				}
			}
		}
		d.shows("Looking back at move 3 of 78", "Perpendicular Opening")
		d.keys("u")
		d.moves("f5d6c4")
		d.keys("r", "r")
		d.moves("f5d6c4g5d7")
	})
}

func TestTheLetterHMovesAndNamesAColumn(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
		start := d.m.cursor
		d.keys("h", "h")
		if d.m.cursor != start-2 {
			d.Fatalf("the cursor is on %v", d.m.cursor)
		}
		d.keys("l", "l", "h", "5") // h5, which is not legal
		d.shows("h5 is not legal: Black can play d3 c4 f5 e6")
		d.keys("f", "backspace", "5", "f", "x") // a square that is given up
		d.moves("")
		d.keys("H", "esc", "f", "5")
		d.moves("f5")
	})
}

func TestUndoWhileTheComputerThinks(t *testing.T) {
	for _, deaf := range []bool{false, true} {
		e := &scripted{delay: 10 * time.Second, deaf: deaf}
		c := Config{Seats: Seats{true, false}}
		c.Players[env.White] = Player{"slow", e}
		drive(t, c, func(d *driver) {
			d.m.evaluating = false
			d.typed("f5")
			d.wait(time.Second)
			d.shows("White thinks: 600 simulations")
			d.typed("d6")
			d.shows("It is not your turn")
			d.keys("u")
			d.moves("")
			d.shows("Taken back to move 0")
			d.wait(time.Minute) // a late answer must not be played
			d.moves("")
			d.keys("r")
			d.moves("f5")
			d.keys("n")
			d.moves("")
			d.keys("U") // back: the computer thinks again
			d.moves("f5")
			d.wait(30 * time.Second)
			d.moves("f5f4")
			d.keys("u")
			d.moves("")
			d.keys("u")
			d.shows("There is no move of yours to take back")
			d.keys("r")
			d.moves("f5f4")
			d.keys("r")
			d.shows("There is nothing to play again")
			d.keys("x") // the computer has Black now and thinks
			d.keys("u") // the first move of White's that is the person's
			d.moves("f5")
		})
	}
}

func TestUndoAcrossPasses(t *testing.T) {
	// Black passes before the last move.
	drive(t, Config{Seats: Seats{true, true}, Game: game(t, passes[:26])}, func(d *driver) {
		moves := d.m.game.Moves()
		if moves[len(moves)-2] != env.Pass {
			d.Fatalf("no pass in %v", moves)
		}
		before := d.m.position()
		d.keys("u")
		d.moves(passes[:24])
		if len(d.m.game.Moves()) != len(moves)-1 {
			d.Fatal("undo did not stop where White chooses")
		}
		d.keys("u")
		if got := len(d.m.game.Moves()); got != len(moves)-3 {
			d.Fatalf("undo left %d moves, want %d", got, len(moves)-3)
		}
		d.keys("r", "r")
		if d.m.position() != before {
			d.Fatal("redo is not the reverse of undo")
		}
	})
}

func TestWatchingPausesAndGoesOn(t *testing.T) {
	drive(t, Config{}, func(d *driver) {
		d.wait(3 * time.Second)
		n := len(d.m.moves)
		if n < 2 || n > 6 {
			d.Fatalf("%d moves in three seconds", n)
		}
		d.keys("p")
		d.shows("Paused: p goes on")
		n = len(d.m.moves)
		d.wait(10 * time.Second)
		d.keys("u")
		d.shows("paused")
		if len(d.m.moves) != n-1 {
			d.Fatalf("%d moves, want %d", len(d.m.moves), n-1)
		}
		d.keys("p")
		d.wait(2 * time.Minute)
		if !d.m.game.Over() {
			d.Fatalf("the game is not over after %d moves", len(d.m.moves))
		}
		for _, p := range d.m.positions {
			if _, known := d.m.evaluation(p); !known {
				d.Fatalf("%v has no evaluation", p)
			}
		}
	})
}

func TestStrengthChangesInTheGame(t *testing.T) {
	e := &scripted{}
	c := Config{Seats: Seats{true, false}, Strength: Strength{Simulations: 100}}
	c.Players[env.White] = Player{"net", e}
	drive(t, c, func(d *driver) {
		d.keys("+", "=")
		d.typed("1x")
		d.keys("enter")
		d.shows("neither a number of simulations")
		d.keys("-", "-", "=", "4", "0", "0", "enter", "+")
		d.typed("f5")
		d.wait(time.Second)
		d.keys("=", "2", "s", "enter")
		d.typed("f3")
		d.wait(time.Second)
		if len(e.limits) < 2 || e.limits[0] != (Limit{Simulations: 800, Move: true}) || e.limits[len(e.limits)-1].Time != 2*time.Second {
			d.Fatalf("the engine was told %v", e.limits)
		}
	})
}

func TestFaultOfTheEngine(t *testing.T) {
	e := &scripted{err: errors.New("out of order")}
	c := Config{Seats: Seats{true, false}}
	c.Players[env.White] = Player{"net", e}
	drive(t, c, func(d *driver) {
		d.typed("f5")
		d.wait(time.Second)
		d.shows("The computer cannot think: out of order")
		asked := e.asked
		d.wait(time.Minute)
		if e.asked != asked {
			d.Fatalf("it was asked %d times", e.asked)
		}
		e.err = nil
		d.keys("p")
		d.wait(time.Second)
		d.moves("f5f4")
	})
}

func TestPasting(t *testing.T) {
	board := "XXXXXXXX" + strings.Repeat("OOOOOOOX", 6) + "OOOOOO-X"
	for _, paste := range []struct{ text, want string }{
		{"1. F5 D6 2. C4", "3 moves, 57 empty"},
		{"(;GM[Othello]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)", "2 moves, 58 empty"},
		{board, "0 moves, 1 empty"},
		{board + " O", "0 moves, 1 empty"},
		{strings.Join([]string{"--------", "--------", "--------", "---O*---", "---*O---", "--------", "--------", "--------"}, "\r\n"), "0 moves, 60 empty"},
		{"f5f6a1", "Not taken over: neither moves nor a board"},
		{"   ", "Not taken over: it is empty"},
		{"no game", "Not taken over"},
		{strings.Repeat("X", 63), "Not taken over"},
	} {
		drive(t, Config{Seats: Seats{true, true}, Game: game(t, "f5d6c3d3")}, func(d *driver) {
			d.send(tea.PasteMsg{Content: paste.text})
			d.shows(paste.want)
			if !strings.HasPrefix(paste.want, "Not") {
				d.keys("U")
			}
			d.moves("f5d6c3d3") // nothing is lost
			d.keys("i")
			d.send(tea.PasteMsg{Content: paste.text})
			d.moves("f5d6c3d3") // it went into the prompt
			d.keys("enter")
			if strings.TrimSpace(paste.text) != "" {
				d.shows(paste.want)
			}
		})
	}
}

func TestEveryKeyOfTheHelp(t *testing.T) {
	seen := map[string]bool{"ctrl+c": true}
	for _, b := range bindings() {
		for _, k := range b.keys {
			if seen[k] {
				t.Errorf("%s has two meanings", k)
			}
			seen[k] = true
			if len(k) == 1 && strings.ContainsAny(k, "abcdefghABCDEFGH12345678") {
				t.Errorf("%s begins or ends a square", k)
			}
		}
	}
	drive(t, Config{Seats: Seats{true, true}}, func(d *driver) {
		d.keys("?")
		d.shows("take back your last move")
		d.send(tea.WindowSizeMsg{Width: 70, Height: 15})
		for range 30 {
			d.keys("down")
		}
		d.shows("moves that are in no file are printed")
		d.keys("q") // leaves the help alone
		if d.quit {
			d.Fatal("it quit")
		}
		d.keys("q")
		if !d.quit {
			d.Fatal("it did not quit")
		}
	})
}
