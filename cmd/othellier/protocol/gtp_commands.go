package protocol

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellier/env"
	"othellier/mcts/clock"
)

// passName is how GTP replies name a pass.
const passName = "PASS"

// gtpNames are the commands in the order in which list_commands lists them.
var gtpNames = []string{
	"protocol_version", "name", "version", "known_command", "list_commands", "quit", "list_games", "set_game",
	"boardsize", "clear_board", "komi", "play", "genmove", "reg_genmove", "undo", "time_settings", "time_left",
	"final_score", "showboard", "loadsgf", "analyze",
}

// run carries out a command and returns its reply. An error changes nothing.
// analyze, which writes while it goes on, is carried out elsewhere. Commands
// without arguments ignore those that they get, as some clients send some.
func (s *gtp) run(ctx context.Context, name string, args []string) (string, error) {
	switch name {
	case "protocol_version":
		return "2", nil
	case "name":
		return s.Name, nil
	case "version":
		return s.Version, nil
	case "known_command":
		if len(args) != 1 {
			return "", errSyntax
		}
		return strconv.FormatBool(slices.Contains(gtpNames, args[0])), nil
	case "list_commands":
		return strings.Join(gtpNames, "\n"), nil
	case "quit":
		return "", nil
	case "list_games":
		return "Othello", nil
	case "set_game":
		return "", s.setGame(args)
	case "boardsize":
		return "", s.setSize(args)
	case "clear_board":
		s.clear()
		return "", nil
	case "komi":
		return "", s.setKomi(args)
	case "play":
		return "", s.playMove(args)
	case "genmove":
		return s.generate(ctx, args)
	case "reg_genmove":
		return s.suggest(ctx, args)
	case "undo":
		return "", s.undo()
	case "loadsgf":
		return "", s.load(args)
	case "time_settings":
		return "", s.setTime(args)
	case "time_left":
		return "", s.setTimeLeft(args)
	case "final_score":
		return s.score()
	case "showboard":
		return drawing(s.Rules, s.game.Position()), nil
	}
	return "", errors.New("unknown command")
}

func (s *gtp) setGame(args []string) error {
	switch game := strings.ToLower(strings.Join(args, " ")); game {
	case "":
		return errSyntax
	case "othello", "reversi":
		s.clear()
		return nil
	}
	return errors.New("unsupported game")
}

func (s *gtp) setSize(args []string) error {
	if len(args) != 1 {
		return errSyntax
	}
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return errSyntax
	}
	if size != s.Rules.Size() {
		return errors.New("unacceptable size")
	}
	s.clear()
	return nil
}

func (s *gtp) setKomi(args []string) error {
	if len(args) != 1 {
		return errSyntax
	}
	komi, ok := parseKomi(args[0])
	if !ok {
		return errSyntax
	}
	s.komi = komi
	return nil
}

// playMove reads "COLOUR MOVE". Without a move it is a pass, where one can be
// made.
func (s *gtp) playMove(args []string) error {
	if len(args) != 1 && len(args) != 2 {
		return errSyntax
	}
	c, ok := parseColor(args[0])
	if !ok {
		return errSyntax
	}
	if len(args) == 1 {
		if s.play(c, env.Pass) != nil {
			return errSyntax
		}
		return nil
	}
	m, ok := s.Rules.Board.ParseMove(args[1])
	if !ok {
		return errSyntax
	}
	return s.play(c, m)
}

// generate is genmove.
func (s *gtp) generate(ctx context.Context, args []string) (string, error) {
	c, m, err := s.chooseFor(ctx, args)
	if err != nil {
		return "", err
	}
	if err := s.play(c, m); err != nil {
		return "", err
	}
	s.own = true
	return line(s.Rules, []env.Move{m}, "", passName), nil
}

// suggest is reg_genmove: what genmove would play, without playing it.
func (s *gtp) suggest(ctx context.Context, args []string) (string, error) {
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
func (s *gtp) undo() error {
	last := len(s.steps) - 1
	if last < 0 {
		return errors.New("cannot undo")
	}
	for range s.steps[last] {
		s.game.Undo()
	}
	s.steps, s.own = s.steps[:last], false
	return nil
}

// setTime reads "MAIN PERIOD STONES" and starts the clocks.
func (s *gtp) setTime(args []string) error {
	if len(args) != 3 {
		return errSyntax
	}
	main, ok1 := parseSeconds(args[0])
	period, ok2 := parseSeconds(args[1])
	stones, ok3 := parseCount(args[2])
	if !ok1 || !ok2 || !ok3 {
		return errSyntax
	}
	s.start = clock.Canadian(main, period, stones)
	s.clocks = [2]clock.Clock{s.start, s.start}
	return nil
}

// setTimeLeft reads "COLOUR TIME STONES".
func (s *gtp) setTimeLeft(args []string) error {
	if len(args) != 3 {
		return errSyntax
	}
	c, ok1 := parseColor(args[0])
	left, ok2 := parseSeconds(args[1])
	stones, ok3 := parseCount(args[2])
	if !ok1 || !ok2 || !ok3 {
		return errSyntax
	}
	s.clocks[c].Set(left, stones)
	return nil
}

func (s *gtp) score() (string, error) {
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
