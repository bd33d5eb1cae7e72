package protocol

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"othellier/env"
)

// passName is how GTP replies name a pass.
const passName = "PASS"

// action carries out a command and returns its reply. An error changes nothing.
type action func(s *gtp, ctx context.Context, args []string) (string, error)

// gtpCommands are the commands in the order in which list_commands lists them.
// analyze, which writes while it goes on, is carried out elsewhere.
var gtpCommands []struct {
	name string
	do   action
}

func init() { // list_commands looks at the list it is in
	gtpCommands = []struct {
		name string
		do   action
	}{
		{"protocol_version", constant(func(*gtp) string { return "2" })},
		{"name", constant(func(s *gtp) string { return s.Name })},
		{"version", constant(func(s *gtp) string { return s.Version })},
		{"known_command", knownCommand},
		{"list_commands", constant(listCommands)},
		{"quit", constant(func(*gtp) string { return "" })},
		{"list_games", constant(func(*gtp) string { return "Othello" })},
		{"set_game", setGame},
		{"boardsize", boardSize},
		{"clear_board", constant(func(s *gtp) string { s.clear(); return "" })},
		{"komi", setKomi},
		{"play", playMove},
		{"genmove", generate},
		{"reg_genmove", suggest},
		{"undo", undo},
		{"time_settings", timeSettings},
		{"time_left", timeLeft},
		{"final_score", finalScore},
		{"showboard", constant(showBoard)},
		{"analyze", nil},
	}
}

// run carries out a command other than analyze.
func (s *gtp) run(ctx context.Context, name string, args []string) (string, error) {
	for _, c := range gtpCommands {
		if c.name == name && c.do != nil {
			return c.do(s, ctx, args)
		}
	}
	return "", errors.New("unknown command")
}

// constant makes an action of a function that needs no arguments and cannot
// fail. Arguments are ignored, as clients send some: "quit 1", "clear_board 8".
func constant(f func(*gtp) string) action {
	return func(s *gtp, _ context.Context, _ []string) (string, error) { return f(s), nil }
}

func knownCommand(_ *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	for _, c := range gtpCommands {
		if c.name == args[0] {
			return "true", nil
		}
	}
	return "false", nil
}

func listCommands(*gtp) string {
	names := make([]string, len(gtpCommands))
	for i, c := range gtpCommands {
		names[i] = c.name
	}
	return strings.Join(names, "\n")
}

func setGame(s *gtp, _ context.Context, args []string) (string, error) {
	switch game := strings.ToLower(strings.Join(args, " ")); game {
	case "":
		return "", errSyntax
	case "othello", "reversi":
		s.clear()
		return "", nil
	}
	return "", errors.New("unsupported game")
}

func boardSize(s *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	if size != s.Rules.Size() {
		return "", errors.New("unacceptable size")
	}
	s.clear()
	return "", nil
}

func setKomi(s *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	komi, err := strconv.ParseFloat(args[0], 64)
	if err != nil || math.IsNaN(komi) || math.IsInf(komi, 0) {
		return "", errSyntax
	}
	s.komi = komi
	return "", nil
}

// playMove reads "COLOUR MOVE". Without a move it is a pass, where one can be
// made.
func playMove(s *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 1 && len(args) != 2 {
		return "", errSyntax
	}
	c, ok := parseColor(args[0])
	if !ok {
		return "", errSyntax
	}
	if len(args) == 1 {
		if s.play(c, env.Pass) != nil {
			return "", errSyntax
		}
		return "", nil
	}
	m, ok := parseMove(s.Rules, args[1])
	if !ok {
		return "", errSyntax
	}
	return "", s.play(c, m)
}

// generate is genmove.
func generate(s *gtp, ctx context.Context, args []string) (string, error) {
	c, m, err := s.chooseFor(ctx, args)
	if err != nil {
		return "", err
	}
	return line(s.Rules, []env.Move{m}, "", passName), s.play(c, m)
}

// suggest is reg_genmove: what genmove would play, without playing it.
func suggest(s *gtp, ctx context.Context, args []string) (string, error) {
	clocks := s.clocks
	defer func() { s.clocks = clocks }()
	_, m, err := s.chooseFor(ctx, args)
	if err != nil {
		return "", err
	}
	return line(s.Rules, []env.Move{m}, "", passName), nil
}

func (s *gtp) chooseFor(ctx context.Context, args []string) (env.Color, env.Move, error) {
	if len(args) != 1 {
		return 0, 0, errSyntax
	}
	c, ok := parseColor(args[0])
	if !ok {
		return 0, 0, errSyntax
	}
	m, err := s.choose(ctx, c)
	return c, m, err
}

// undo takes back what the last play or genmove has done, with the pass that it
// inserted.
func undo(s *gtp, _ context.Context, _ []string) (string, error) {
	last := len(s.steps) - 1
	if last < 0 {
		return "", errors.New("cannot undo")
	}
	for range s.steps[last] {
		s.game.Undo()
	}
	s.steps = s.steps[:last]
	return "", nil
}

// timeSettings reads "MAIN PERIOD STONES" and starts the clocks.
func timeSettings(s *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	main, ok1 := parseSeconds(args[0])
	period, ok2 := parseSeconds(args[1])
	stones, ok3 := parseCount(args[2])
	if !ok1 || !ok2 || !ok3 {
		return "", errSyntax
	}
	s.start = canadian(main, period, stones)
	s.clocks = [2]clock{s.start, s.start}
	return "", nil
}

// timeLeft reads "COLOUR TIME STONES".
func timeLeft(s *gtp, _ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	c, ok1 := parseColor(args[0])
	left, ok2 := parseSeconds(args[1])
	stones, ok3 := parseCount(args[2])
	if !ok1 || !ok2 || !ok3 {
		return "", errSyntax
	}
	s.clocks[c].set(left, stones)
	return "", nil
}

func finalScore(s *gtp, _ context.Context, _ []string) (string, error) {
	p := s.game.Position()
	if !s.Rules.Over(p) {
		return "", errors.New("cannot score")
	}
	r := s.Rules
	r.Scoring = env.ScoreEmpties
	black, white := r.Scores(p)
	switch score := float64(black-white) - s.komi; {
	case score > 0:
		return "B+" + strconv.FormatFloat(score, 'f', -1, 64), nil
	case score < 0:
		return "W+" + strconv.FormatFloat(-score, 'f', -1, 64), nil
	}
	return "0", nil
}

// showBoard draws the board with a dot on each legal move.
func showBoard(s *gtp) string {
	r, p := s.Rules, s.game.Position()
	var b strings.Builder
	fmt.Fprintf(&b, "Black (X) %d, White (O) %d, ", p.Count(env.Black), p.Count(env.White))
	if r.Over(p) {
		b.WriteString("game over\n")
	} else {
		fmt.Fprintf(&b, "%s to move\n", p.Turn)
	}
	letters := "   "
	for column := range r.Size() {
		letters += " " + string(rune('A'+column))
	}
	b.WriteString(letters + "\n")
	moves := r.Moves(p)
	for row := range r.Size() {
		fmt.Fprintf(&b, " %d ", row+1)
		for column := range r.Size() {
			shift := (8 - r.Size()) / 2
			square := uint64(1) << (8*(row+shift) + column + shift)
			mark := " -"
			switch {
			case p.Black()&square != 0:
				mark = " X"
			case p.White()&square != 0:
				mark = " O"
			case moves&square != 0:
				mark = " ."
			}
			b.WriteString(mark)
		}
		fmt.Fprintf(&b, "  %d\n", row+1)
	}
	b.WriteString(letters)
	return b.String()
}

func parseColor(s string) (env.Color, bool) {
	switch strings.ToLower(s) {
	case "b", "black":
		return env.Black, true
	case "w", "white":
		return env.White, true
	}
	return 0, false
}

func parseSeconds(s string) (time.Duration, bool) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0) {
		return 0, false
	}
	return seconds(x), true
}

// parseCount reads a number of moves or of hundredths of a second.
func parseCount(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && n <= math.MaxInt32
}
