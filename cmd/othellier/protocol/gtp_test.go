package protocol

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"othellier/env"
	"othellier/env/golden"
)

// serveGTP returns what a session answers to an input that ends.
func serveGTP(t *testing.T, c Config, in string) string {
	t.Helper()
	var out strings.Builder
	if err := GTP(context.Background(), c, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestGTPDialogues sends whole dialogues at once, as clients do that do not wait.
func TestGTPDialogues(t *testing.T) {
	_, full := newLister(env.Rules{})
	_, small := newLister(env.Rules{Board: env.Board4})
	for _, d := range []struct {
		name  string
		c     Config
		lines []string
	}{
		{"probe", full, []string{ // Quarry looks what an engine can do
			"1 protocol_version", "2 name", "3 version", "4 list_commands", "5 list_games", "6 quit", "7 name",
		}},
		{"game", full, []string{
			"set_game Othello", "boardsize 8", "clear_board", "time_settings 300 0 0",
			"10 play black F5", "11 genmove white", "12 showboard", "13 reg_genmove b", "14 showboard", "15 undo", "16 undo", "17 undo",
			"18 showboard", "19 final_score", "20 genmove black", "21 known_command genmove", "22 known_command fly", "23 quit",
		}},
		{"framing", full, []string{
			"", "   ", "# a comment", "\t1\tname\t# another\r", "2 na\x01me\x7f\r", "name", "003 name", "4", "play", "12x name", "5 name trailing words",
			"6 \xff\xfe", "known_command", "known_command a b",
		}},
		{"errors", full, []string{
			"play b", "play b a1", "play w f5", "play b i9", "play b f", "play b f55", "play green f5", "play b pass", "play b f5 d6", "play b f5", "play b d6",
			"genmove b", "genmove", "genmove x", "genmove w b", "reg_genmove", "boardsize", "boardsize 6", "boardsize x", "set_game Go", "set_game",
			"komi", "komi x", "komi NaN", "komi inf", "time_settings 1 2", "time_settings -1 0 0", "time_settings a b c", "time_settings 1 1 -1",
			"time_left b", "time_left x 1 1", "time_left b x 1", "time_left b 1 1.5", "final_score", "fly", "analyze b", "analyze w x", "analyze w 0", "analyze w 10 10",
			"showboard",
		}},
		{"small", small, []string{"boardsize 8", "boardsize 4", "showboard", "genmove b", "play w a1", "play w c1", "showboard"}},
	} {
		c := d.c
		if d.name == "probe" {
			c.Version = "1.0"
		}
		golden.Check(t, "gtp-"+d.name+".txt", serveGTP(t, c, strings.Join(d.lines, "\n")+"\n"))
	}
}

// TestGTPPasses plays a game with many passes as different clients would.
func TestGTPPasses(t *testing.T) {
	game := transcript(t, passes)
	for _, spelling := range []string{"", "pass", "PASS", "Pass", "pa", "PA", "ps", "--", "left out"} {
		var in strings.Builder
		p, count := env.Rules{}.Initial(), 0
		for _, m := range game.Moves() {
			switch {
			case m != env.Pass:
				fmt.Fprintf(&in, "play %s %s\n", p.Turn, m)
			case spelling == "left out":
				fmt.Fprintf(&in, "play %s\n", p.Turn)
			case spelling != "":
				fmt.Fprintf(&in, "play %s %s\n", p.Turn, spelling)
			}
			if m == env.Pass {
				count++
			}
			p = env.Rules{}.Next(p, m)
		}
		if count < 5 {
			t.Fatalf("the game has only %d passes", count)
		}
		// After the end some clients pass for both sides, and ask for moves.
		in.WriteString("play b pass\nplay w\ngenmove b\ngenmove w\nreg_genmove b\nkomi 2.5\nfinal_score\n")
		_, c := newLister(env.Rules{})
		out := serveGTP(t, c, in.String())
		if strings.Contains(out, "?") {
			t.Errorf("%q: a command failed:\n%s", spelling, out)
		}
		black, white := env.Rules{Scoring: env.ScoreEmpties}.Scores(game.Position())
		score := float64(black-white) - 2.5
		want := "= B+" + strconv.FormatFloat(score, 'f', -1, 64)
		if score < 0 {
			want = "= W+" + strconv.FormatFloat(-score, 'f', -1, 64)
		}
		if !strings.HasSuffix(out, "=\n\n=\n\n= PASS\n\n= PASS\n\n= PASS\n\n=\n\n"+want+"\n\n") {
			t.Errorf("%q: want %s at the end of\n%s", spelling, want, out)
		}
	}
}

// TestGTPMovesForEitherSide asks for every move of the game with passes by
// genmove, with and without asking for the passes, and takes all back again.
func TestGTPMovesForEitherSide(t *testing.T) {
	game := transcript(t, passes)
	for _, ask := range []bool{true, false} {
		e, c := newLister(env.Rules{})
		s := newGTP(c)
		p := s.Rules.Initial()
		var asked int
		for i, m := range game.Moves() {
			color := p.Turn
			p = s.Rules.Next(p, m)
			if m == env.Pass && !ask {
				continue
			}
			asked++
			e.follow = game.Moves()[i:]
			got, err := s.run(context.Background(), "genmove", []string{color.String()})
			if want := line(s.Rules, []env.Move{m}, "", "PASS"); err != nil || got != want {
				t.Fatalf("move %d: got %q, %v, want %q", i+1, got, err, want)
			}
			if s.game.Position() != p {
				t.Fatalf("move %d: got %v, want %v", i+1, s.game.Position(), p)
			}
		}
		if !s.game.Over() || s.game.Transcript() != passes {
			t.Fatalf("got %s", s.game.Transcript())
		}
		for range asked {
			if _, err := s.run(context.Background(), "undo", nil); err != nil {
				t.Fatal(err)
			}
		}
		if s.game.Position() != s.Rules.Initial() {
			t.Errorf("all taken back, but the board is %v", s.game.Position())
		}
		if _, err := s.run(context.Background(), "undo", nil); err == nil {
			t.Error("took back more than there was")
		}
	}
}

// TestGTPTwoSessionsPlay lets a client that never passes play two engines
// against each other, as Quarry does.
func TestGTPTwoSessionsPlay(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var s [2]*gtp
		var e [2]*lister
		for i := range s {
			var c Config
			e[i], c = newLister(env.Rules{})
			s[i] = newGTP(c)
		}
		g := env.NewGame(env.Rules{})
		for !g.Over() {
			p := g.Position()
			moves := g.Rules().AppendMoves(nil, p)
			if moves[0] == env.Pass {
				if err := g.Play(env.Pass); err != nil {
					t.Fatal(err)
				}
				continue
			}
			e[p.Turn].follow = []env.Move{moves[rng.IntN(len(moves))]}
			got, err := s[p.Turn].run(context.Background(), "genmove", []string{"b", "w"}[p.Turn:][:1])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s[p.Turn.Other()].run(context.Background(), "play", []string{p.Turn.String(), got}); err != nil {
				t.Fatalf("%s after %s: %v", got, g.Transcript(), err)
			}
			m, ok := g.Rules().Board.ParseMove(got)
			if !ok {
				t.Fatalf("got %q", got)
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		var scores [2]string
		for i := range s {
			var err error
			if scores[i], err = s[i].run(context.Background(), "final_score", nil); err != nil {
				t.Fatal(err)
			}
			if s[i].game.Position().Black() != g.Position().Black() {
				t.Fatal("the boards differ")
			}
		}
		if scores[0] != scores[1] {
			t.Errorf("the engines disagree: %s, %s", scores[0], scores[1])
		}
	}
}

func TestGTPScores(t *testing.T) {
	for _, c := range []struct{ game, komi, want string }{
		{"e6f4e3f6g5d6e7f5c5", "0", "= B+64"}, // White is wiped out after nine moves
		{"e6f4e3f6g5d6e7f5c5", "64", "= 0"},
		{"e6f4e3f6g5d6e7f5c5", "64.5", "= W+0.5"},
		{"e6f4", "0", "? cannot score"},
	} {
		var in strings.Builder
		p := env.Rules{}.Initial()
		for _, m := range transcript(t, c.game).Moves() {
			fmt.Fprintf(&in, "play %s %s\n", p.Turn, m)
			p = env.Rules{}.Next(p, m)
		}
		_, config := newLister(env.Rules{})
		if out := serveGTP(t, config, in.String()+"komi "+c.komi+"\nfinal_score\n"); !strings.HasSuffix(out, "\n"+c.want+"\n\n") {
			t.Errorf("%s, komi %s: want %s at the end of\n%s", c.game, c.komi, c.want, out)
		}
	}
}

// TestGTPErrorsChangeNothing sends random commands. Whatever fails must leave
// the game as it was, and what does not must do what it says.
func TestGTPErrorsChangeNothing(t *testing.T) {
	word := rapid.SampledFrom([]string{"b", "w", "black", "WHITE", "pass", "PA", "--", "a1", "H8", "", "x", "8", "4", "-1", "1e9", "Othello"})
	rapid.Check(t, func(rt *rapid.T) {
		board := rapid.SampledFrom([]env.Board{env.Board8, env.Board4}).Draw(rt, "board")
		_, c := newLister(env.Rules{Board: board})
		s := newGTP(c)
		for range rapid.IntRange(1, 80).Draw(rt, "commands") {
			name := rapid.SampledFrom([]string{
				"play", "play", "play", "play", "genmove", "genmove", "undo", "reg_genmove", "final_score", "showboard",
				"boardsize", "set_game", "komi", "time_left", "time_settings", "loadsgf", "nonsense", "",
			}).Draw(rt, "name")
			args := rapid.SliceOfN(word, 0, 3).Draw(rt, "arguments")
			p := s.game.Position()
			if name == "play" && rapid.Bool().Draw(rt, "sensible") {
				moves := s.Rules.AppendMoves(nil, p)
				if len(moves) > 0 {
					m := moves[rapid.IntRange(0, len(moves)-1).Draw(rt, "move")]
					args = []string{p.Turn.String(), line(s.Rules, []env.Move{m}, "", "pass")}
				}
			}
			before, moves, steps, komi, clocks := p, fmt.Sprint(s.game.Moves()), len(s.steps), s.komi, s.clocks
			_, err := s.run(context.Background(), name, args)
			after := s.game.Position()
			switch {
			case err != nil || name == "reg_genmove" || name == "final_score" || name == "showboard":
				if after != before || fmt.Sprint(s.game.Moves()) != moves || len(s.steps) != steps || s.komi != komi || s.clocks != clocks {
					rt.Fatalf("%s %q (%v) changed %v to %v", name, args, err, before, after)
				}
			case name == "play" && len(args) == 2:
				color, _ := parseColor(args[0])
				m, _ := s.Rules.Board.ParseMove(args[1])
				want := before
				if color != want.Turn && !s.Rules.Over(want) {
					want = s.Rules.Next(want, env.Pass)
				}
				if !s.Rules.Over(want) {
					want = s.Rules.Next(want, m)
				}
				if after != want {
					rt.Fatalf("play %q led from %v to %v, want %v", args, before, after, want)
				}
			}
		}
	})
}

// TestGTPKnowsItsCommands looks that what is listed can be carried out.
func TestGTPKnowsItsCommands(t *testing.T) {
	_, c := newLister(env.Rules{})
	for _, name := range gtpNames {
		for _, l := range []string{name, "known_command " + name} {
			if out := serveGTP(t, c, l); strings.Contains(out, "unknown") || strings.Contains(out, "false") {
				t.Errorf("%q: %s", l, out)
			}
		}
	}
}
