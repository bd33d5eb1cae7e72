package tui

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"othellier/env"
)

// scripted is an engine that plays the first legal square after a while. Its
// margins are the number of discs a move flips.
type scripted struct {
	delay  time.Duration
	deaf   bool // to the end of its context
	err    error
	asked  int // how often
	limits []Limit
}

func (e *scripted) Think(ctx context.Context, p env.Position, l Limit, report func(Thoughts)) (Thoughts, error) {
	e.asked++
	e.limits = append(e.limits, l)
	var t Thoughts
	legal := env.Rules{}.AppendMoves(nil, p)
	for i, move := range legal {
		flips := float64(p.Count(p.Turn.Other()) - env.Rules{}.Next(p, move).Count(p.Turn.Other()))
		t.Moves = append(t.Moves, Choice{Move: move, Simulations: 100 * (len(legal) - i), Prior: 1 / float64(len(legal)), Margin: flips, Value: flips / 20})
		t.Simulations += 100 * (len(legal) - i)
	}
	t.Margin, t.Value = t.Moves[0].Margin, t.Moves[0].Value
	report(t)
	done := ctx.Done()
	if e.deaf {
		done = nil
	}
	if e.delay > 0 {
		select {
		case <-time.After(e.delay):
		case <-done:
		}
	}
	return t, e.err
}

// driver is a Bubble Tea program without a terminal, in a bubble of virtual
// time: messages go through Update, commands run as goroutines.
type driver struct {
	*testing.T
	m     *Model
	queue chan tea.Msg
	quit  bool
}

// drive runs test with a model of c in a bubble.
func drive(t *testing.T, c Config, test func(d *driver)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		if c.Strength == (Strength{}) {
			c.Strength = Strength{Simulations: 200}
		}
		for i, name := range []string{"net-a", "net-b"} {
			if c.Players[i].Engine == nil {
				c.Players[i] = Player{name, &scripted{}}
			}
		}
		d := &driver{T: t, m: New(context.Background(), c), queue: make(chan tea.Msg, 1000)}
		d.m.post = func(msg tea.Msg) { d.queue <- msg }
		d.m.mono = true
		d.start(d.m.Init())
		d.settle()
		defer d.m.jobs.close()
		test(d)
	})
}

func (d *driver) start(cmd tea.Cmd) {
	if cmd != nil {
		go func() { d.queue <- cmd() }()
	}
}

// settle lets everything happen that needs no time.
func (d *driver) settle() {
	for {
		synctest.Wait()
		select {
		case msg := <-d.queue:
			d.take(msg)
		default:
			return
		}
	}
}

func (d *driver) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.start(cmd)
		}
	case tea.QuitMsg:
		d.quit = true
	default:
		_, cmd := d.m.Update(msg)
		d.start(cmd)
	}
}

func (d *driver) send(msg tea.Msg) {
	d.take(msg)
	d.settle()
}

// wait lets time pass.
func (d *driver) wait(total time.Duration) {
	for total > 0 {
		step := min(total, 100*time.Millisecond)
		time.Sleep(step)
		d.settle()
		total -= step
	}
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown,
	"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "pgup": tea.KeyPgUp, "delete": tea.KeyDelete,
}

// key presses one key.
func key(name string) tea.KeyPressMsg {
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: rune(letter[0]), Mod: tea.ModCtrl}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func (d *driver) keys(names ...string) {
	for _, name := range names {
		d.send(key(name))
	}
}

// typed presses the keys of a text.
func (d *driver) typed(text string) {
	for _, r := range text {
		d.keys(string(r))
	}
}

// screen returns the screen without styles.
func (d *driver) screen() string { return plain(d.m.draw()) }

func plain(c *canvas) string {
	var b strings.Builder
	for y := range c.h {
		line := ""
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			line += cell.text
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// shows fails unless all texts are on the screen.
func (d *driver) shows(texts ...string) {
	d.Helper()
	for _, text := range texts {
		if !strings.Contains(d.screen(), text) {
			d.Fatalf("no %q in\n%s", text, d.screen())
		}
	}
}

// moves fails unless the live game has these moves.
func (d *driver) moves(want string) {
	d.Helper()
	if got := d.m.game.Transcript(); got != want {
		d.Fatalf("the moves are %s, want %s\n%s", got, want, d.screen())
	}
}

func game(t testing.TB, moves string) *env.Game {
	t.Helper()
	g, err := env.ParseTranscript(env.Rules{}, moves)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// passes is a whole game in which Black passes many times.
const passes = "f5d6c4g5d7c7h5d8b8b7b6a7b5a6a5b4b3c6e8f8c8a8e7a4b2a2c2d2d1e2f2c5c3a1a3e6d3f6f7f1g2h2e3f4b1g1c1e1g8g7f3h1h3h4h6"
