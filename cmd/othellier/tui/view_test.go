package tui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"othellier/env"
	"othellier/env/golden"
)

func TestViews(t *testing.T) {
	middle := passes[:60]
	for _, view := range []struct {
		name          string
		width, height int
		config        Config
		keys          []string
		colour        bool
	}{
		{name: "start-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, false}}},
		{name: "middle-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}, keys: []string{"z", "v"}},
		{name: "middle-120x40", width: 120, height: 40, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}, keys: []string{"z", "v", "v"}},
		{name: "middle-100x30", width: 100, height: 30, config: Config{Seats: Seats{true, true}, Game: game(t, middle), Control: Control{5 * time.Minute, 3 * time.Second}}, keys: []string{"z", "v", "v", "v"}},
		{name: "ascii-80x24", width: 80, height: 24, config: Config{ASCII: true, Seats: Seats{true, true}, Game: game(t, middle)}, keys: []string{"z"}},
		{name: "colour-80x24", width: 80, height: 24, colour: true, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}, keys: []string{"z", "v"}},
		{name: "colour-120x40", width: 120, height: 40, colour: true, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}},
		{name: "end-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, false}, Game: game(t, passes)}},
		{name: "back-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, false}, Game: game(t, passes)}, keys: []string{"[", "pgup", "["}},
		{name: "compact-64x16", width: 64, height: 16, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}, keys: []string{"z", "v"}},
		{name: "least-60x14", width: 60, height: 14, config: Config{Seats: Seats{true, true}, Game: game(t, middle)}},
		{name: "least-values-60x14", width: 60, height: 14, config: Config{Seats: Seats{false, true}, Game: game(t, middle), Control: Control{10 * time.Minute, 0}}},
		{name: "least-help-60x14", width: 60, height: 14, config: Config{Seats: Seats{true, true}}, keys: []string{"?"}},
		{name: "least-fault-60x14", width: 60, height: 14, config: Config{Seats: Seats{true, true}}, keys: []string{"s", "x", "enter"}},
		{name: "clock-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, false}, Control: Control{5 * time.Minute, 3 * time.Second}}},
		{name: "copied-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, true}, Game: game(t, passes)}, keys: []string{"y"}},
		{name: "small-59x13", width: 59, height: 13},
		{name: "help-80x24", width: 80, height: 24, keys: []string{"?"}},
		{name: "help-140x30", width: 140, height: 30, keys: []string{"?"}},
		{name: "fault-80x24", width: 80, height: 24, config: Config{Seats: Seats{true, true}}, keys: strings.Split("i"+strings.Repeat("d3", 40), "")},
		{name: "prompt-80x24", width: 80, height: 24, keys: []string{"s", "x", ".", "g"}},
		{name: "board6-80x24", width: 80, height: 24, config: Config{Rules: env.Rules{Board: env.Board6}, Seats: Seats{true, true}}},
	} {
		t.Run(view.name, func(t *testing.T) {
			drive(t, view.config, func(d *driver) {
				d.send(tea.WindowSizeMsg{Width: view.width, Height: view.height})
				d.keys(view.keys...)
				if view.name == "fault-80x24" { // a long one
					d.keys("enter")
				}
				d.m.mono = !view.colour
				if view.colour {
					golden.Check(d.T, view.name+".golden", strings.ReplaceAll(d.m.draw().String(), "\x1b", "^")+"\n")
					return
				}
				golden.Check(d.T, view.name+".golden", d.screen())
			})
		})
	}
}

// TestDiscsDifferInShape takes the colours away wherever they may not be seen: the
// board and the panel still tell the sides apart.
func TestDiscsDifferInShape(t *testing.T) {
	for _, c := range []struct {
		name    string
		ascii   bool
		profile colorprofile.Profile
	}{
		{"16 colours, as of a terminal that nobody knows", false, colorprofile.ANSI},
		{"ASCII alone", true, colorprofile.ANSI256},
		{"ASCII and 16 colours", true, colorprofile.ANSI},
		{"no colours", false, colorprofile.Ascii},
	} {
		drive(t, Config{ASCII: c.ascii, Seats: Seats{true, true}, Game: game(t, passes[:40])}, func(d *driver) {
			d.send(tea.ColorProfileMsg{Profile: c.profile})
			for _, size := range [][2]int{{60, 14}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
				d.m.width, d.m.height = size[0], size[1]
				canvas, l := d.m.draw(), d.m.layout()
				for sq := range env.Pass {
					want := map[bool]string{d.m.position().Black()>>sq&1 != 0: "X", d.m.position().White()>>sq&1 != 0: "O"}[true]
					x, y := l.corner(sq)
					got := canvas.cells[(y+l.cellH/2)*canvas.w+x+l.cellW/2].text
					if want != "" && got != want || want == "" && (got == "X" || got == "O") {
						d.Fatalf("%s, %v: %v shows %q, want %q", c.name, size, sq, got, want)
					}
				}
				black, _ := d.m.discOf(env.Black)
				white, _ := d.m.discOf(env.White)
				if black == white {
					d.Errorf("%s: both sides are %q in the panel", c.name, black)
				}
			}
		})
	}
}

// TestEveryWindowSize draws all windows, small ones among them, in several
// states: View has exactly the size of the window and nothing is out of range.
func TestEveryWindowSize(t *testing.T) {
	drive(t, Config{Seats: Seats{true, true}, Game: game(t, passes[:60]), Control: Control{Time: time.Minute}}, func(d *driver) {
		d.keys("z", "v")
		for _, keys := range [][]string{{}, {"?"}, {"esc", "s", "a", "b"}, {"esc", "home"}} {
			d.keys(keys...)
			for w := 0; w < 140; w += 1 + w/10 {
				for h := 0; h < 50; h += 1 + h/8 {
					d.m.width, d.m.height = w, h
					for _, d.m.mono = range []bool{true, false} {
						c := d.m.draw()
						if c.w != max(w, 1) || c.h != max(h, 1) || len(c.cells) != c.w*c.h {
							d.Fatalf("%dx%d: the canvas is %dx%d", w, h, c.w, c.h)
						}
						for i, line := range strings.Split(c.String(), "\n") {
							if width(line) != c.w {
								d.Fatalf("%dx%d: line %d has %d columns", w, h, i, width(line))
							}
						}
					}
				}
			}
		}
	})
}

func TestSquaresUnderTheMouse(t *testing.T) {
	for _, board := range []env.Board{env.Board8, env.Board6, env.Board4} {
		for _, size := range [][2]int{{60, 14}, {80, 24}, {100, 30}, {120, 40}} {
			m := New(t.Context(), Config{Rules: env.Rules{Board: board}})
			m.width, m.height = size[0], size[1]
			l := m.layout()
			seen := 0
			for sq := range env.Pass {
				if m.Rules.Squares()>>sq&1 == 0 {
					continue
				}
				x, y := l.corner(sq)
				for _, at := range [][2]int{{x, y}, {x + l.cellW - 1, y + l.cellH - 1}} {
					if got, ok := l.square(at[0], at[1]); !ok || got != sq {
						t.Fatalf("%v %v: %v at %v is taken for %v, %v", board, size, sq, at, got, ok)
					}
				}
				seen++
			}
			if seen != m.Rules.NumSquares() {
				t.Fatalf("%v: %d squares", board, seen)
			}
			for _, at := range [][2]int{{0, 0}, {l.x - 2, l.y}, {l.x, l.y - 2}, {l.panelX, l.y}, {l.x, size[1] - 1}} {
				if got, ok := l.square(at[0], at[1]); ok {
					t.Errorf("%v %v: %v is taken for %v", board, size, at, got)
				}
			}
		}
	}
}

// TestRandomInput presses anything at any time. The game stays one that the
// rules allow, and the screen can be drawn.
func TestRandomInput(t *testing.T) {
	names := strings.Fields("a b c d e f g h 1 2 3 4 5 6 7 8 enter enter enter left right up down u u r r [ ] home end n U x m + - = t p v z s o i y ? " +
		"esc esc backspace delete pgup ctrl+l")
	names = append(names, " ")
	rng := rand.New(rand.NewPCG(1, 2))
	for run := range 4 {
		c := Config{Seats: [4]Seats{{true, false}, {false, true}, {true, true}, {}}[run]}
		if run > 1 {
			c.Control = Control{Time: 20 * time.Second, Increment: time.Second}
		}
		drive(t, c, func(d *driver) {
			for range 600 {
				switch k := rng.IntN(20); {
				case k == 0:
					d.send(tea.PasteMsg{Content: passes[:2*rng.IntN(50)]})
				case k == 1:
					d.wait(time.Duration(rng.IntN(3000)) * time.Millisecond)
				case k < 6:
					d.send(tea.MouseClickMsg{Button: tea.MouseLeft, X: rng.IntN(82), Y: rng.IntN(26)})
				case k == 6:
					d.send(tea.WindowSizeMsg{Width: rng.IntN(130), Height: rng.IntN(45)})
				case d.m.prompt != nil && strings.HasPrefix(d.m.prompt.label, "Save"):
					d.keys("esc") // nothing is written here
				default:
					d.keys(names[rng.IntN(len(names))])
				}
				p := d.m.game.Start()
				for i, move := range d.m.game.Moves() {
					next, err := d.m.Rules.Play(p, move)
					if err != nil || next != d.m.positions[i+1] {
						d.Fatalf("move %d: %v", i, err)
					}
					p = next
				}
				if d.m.position() != p || d.m.shown > len(d.m.moves) || len(d.m.clock.left) < len(d.m.positions) {
					d.Fatalf("the state is torn: %v\n%s", d.m.session, d.screen())
				}
				if got, want := strings.Count(d.m.View().Content, "\n"), max(d.m.height, 1)-1; got != want {
					d.Fatalf("the view has %d line ends, want %d", got, want)
				}
			}
		})
	}
}

// TestTheGraphHasNoGaps draws a game in which Black always leads by as much.
func TestTheGraphHasNoGaps(t *testing.T) {
	m := New(t.Context(), Config{Game: game(t, passes[:60])})
	for _, p := range m.positions {
		m.evals[p] = evaluation{margin: 8}
	}
	for w := 10; w < 150; w++ {
		c := newCanvas(w, 5)
		m.drawGraph(c, 0, 0, w, 5)
		last := 4 + m.shown*(w-4)/61
		for x := 4; x < w; x++ {
			if bar := c.cells[x].text == "█"; bar != (x <= last) && w-4 <= 61 {
				t.Fatalf("%d columns: a bar in column %d is %v\n%s", w, x, bar, plain(c))
			}
		}
	}
}

// TestNoWordIsCut draws windows of all widths: what has no room is left out whole,
// or has a sign that it is cut.
func TestNoWordIsCut(t *testing.T) {
	for _, c := range []struct {
		name    string
		control Control
		keys    []string
		says    string // in every window
	}{
		{"play", Control{}, nil, "White to move"},
		{"clock", Control{Time: time.Hour, Increment: 3 * time.Second}, nil, "White to move"},
		{"long clock", Control{Time: 24 * time.Hour}, []string{"p"}, "paused"},
		{"help", Control{}, []string{"?"}, "any other key back to the board"},
		{"looking back", Control{}, []string{"home"}, "End to the game"},
		{"not saved", Control{}, []string{"s", "x", "enter"}, "tells no format"},
		{"not legal", Control{}, []string{"a", "1"}, "a1 is not legal: White can play"},
		{"not over", Control{}, []string{"i", "x", "enter"}, "Not taken over: neither moves nor a board"},
	} {
		drive(t, Config{Seats: Seats{false, true}, Game: game(t, "f5"), Control: c.control}, func(d *driver) {
			d.keys(c.keys...)
			const widest = 300 // where nothing is
			draw := func(w, h int) (all []string) {
				d.m.width, d.m.height = w, h
				lines := strings.Split(strings.TrimSuffix(d.screen(), "\n"), "\n")
				l := d.m.layout()
				for y, line := range lines {
					switch panel := y >= l.panelY && y < l.panelY+5; {
					case w == widest || d.m.help || y == 0 || y >= h-4 && !panel:
					case panel:
						line = string([]rune(line)[min(l.panelX, len([]rune(line))):])
					default: // the board and the moves
						continue
					}
					all = append(all, strings.Fields(line)...)
				}
				return all
			}
			whole := map[string]bool{}
			for h := 20; h < 60; h++ { // the help scrolls
				for _, word := range draw(widest, h) {
					whole[word] = true
				}
			}
			for w := leastWidth; w < 150; w += 1 + w/80 {
				for _, h := range []int{leastHeight, 24} {
					words := draw(w, h)
					for _, word := range words {
						if !whole[word] && !whole[strings.TrimSuffix(word, ",")] && !whole[word+","] && !strings.HasSuffix(word, "…") {
							d.Fatalf("%s, %dx%d: %q is cut\n%s", c.name, w, h, word, d.screen())
						}
					}
					if text := strings.Join(words, " "); !strings.Contains(text, c.says) {
						d.Fatalf("%s, %dx%d: no %q\n%s", c.name, w, h, c.says, d.screen())
					}
					if keys := d.screen(); d.m.help == strings.Contains(keys, "\n? help  ") || d.m.help == strings.HasSuffix(keys, "  q quit\n") {
						d.Fatalf("%s, %dx%d: the keys are\n%s", c.name, w, h, keys)
					}
				}
			}
		})
	}
}
