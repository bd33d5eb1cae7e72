package study

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"othellier/env"
)

// Size of the drawing and of the borders around the plot, in pixels.
const (
	svgWidth, svgHeight                = 720, 380
	svgLeft, svgRight, svgTop, svgFoot = 56, 56, 44, 52
)

// mostMarks is how many lost moves are marked, the worst ones, and leastMark
// what they must have lost in discs.
const (
	mostMarks = 6
	leastMark = 1.0
)

// leastEdge is the margin at the upper edge, or divides it.
const leastEdge = 8

// drawing maps plies and Black's margin to pixels.
type drawing struct {
	plies int
	most  float64 // discs at the upper edge
}

func (d drawing) x(ply int) float64 {
	return svgLeft + float64(ply)/float64(max(1, d.plies))*(svgWidth-svgLeft-svgRight)
}

// y takes a share of the upper edge, -1 to 1.
func (d drawing) y(share float64) float64 {
	return svgTop + (1-min(1, max(-1, share)))/2*(svgHeight-svgTop-svgFoot)
}

func (d drawing) discs(v Value) float64 { return d.y(v.Discs / d.most) }
func (d drawing) win(v Value) float64   { return d.y(2*v.Win - 1) }

// Draw draws the course of a game as an SVG image: Black's expected margin as an
// area and Black's win chance as a line, against the plies. The moves that lost
// most are marked, and from where on all is exact is shaded.
func Draw(w io.Writer, g Game) error {
	course := g.course()
	d := drawing{plies: len(g.Moves), most: leastEdge}
	for _, v := range course {
		for d.most < max(v.Discs, -v.Discs) {
			d.most += leastEdge
		}
	}
	var b strings.Builder
	name := escape(title(g))
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="12" role="img">`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, "<title>%s</title>\n", name)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", svgWidth, svgHeight)
	d.frame(&b, course)
	d.curves(&b, course)
	d.marks(&b, g, course)
	fmt.Fprintf(&b, `<text x="%d" y="18" text-anchor="middle" font-size="14">%s</text>`+"\n", svgWidth/2, name)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// course is Black's value at the start and after every move.
func (g Game) course() []Value {
	if len(g.Moves) == 0 {
		return []Value{forBlack(g.End.Position.Turn, g.End.Value)}
	}
	course := []Value{forBlack(g.Moves[0].Side, g.Moves[0].Before)}
	for _, m := range g.Moves {
		course = append(course, forBlack(m.Side, m.After))
	}
	return course
}

// frame draws the axes, and shades from where on values are exact.
func (d drawing) frame(b *strings.Builder, course []Value) {
	bottom := svgHeight - svgFoot
	from := len(course)
	for from > 0 && course[from-1].Exact {
		from--
	}
	if from < len(course) {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="#f2f2e4"/>`+"\n", d.x(from), svgTop, float64(svgWidth-svgRight)-d.x(from), bottom-svgTop)
		fmt.Fprintf(b, `<text x="%.1f" y="%d" fill="#666644">exact</text>`+"\n", d.x(from)+4, svgTop+14)
	}
	for i := -2; i <= 2; i++ {
		share := float64(i) / 2
		fmt.Fprintf(b, `<path d="M%d %.1fH%d" stroke="#cccccc"/>`+"\n", svgLeft, d.y(share), svgWidth-svgRight)
		fmt.Fprintf(b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", svgLeft-8, d.y(share)+4, strings.Replace(fmt.Sprintf("%+.0f", share*d.most), "+0", "0", 1))
		fmt.Fprintf(b, `<text x="%d" y="%.1f" fill="#d55e00">%.0f %%</text>`+"\n", svgWidth-svgRight+8, d.y(share)+4, 50*(1+share))
	}
	for ply := 0; ply <= d.plies; ply += 10 {
		fmt.Fprintf(b, `<path d="M%.1f %dv5" stroke="black"/>`+"\n", d.x(ply), bottom)
		fmt.Fprintf(b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", d.x(ply), bottom+18, ply)
	}
	middle := (svgTop + bottom) / 2
	fmt.Fprintf(b, `<path d="M%d %dV%dH%dV%d" fill="none" stroke="black"/>`+"\n", svgLeft, svgTop, bottom, svgWidth-svgRight, svgTop)
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="middle">moves played</text>`+"\n", svgWidth/2, svgHeight-14)
	fmt.Fprintf(b, `<text transform="translate(14 %d) rotate(-90)" text-anchor="middle">Black's margin in discs</text>`+"\n", middle)
	fmt.Fprintf(b, `<text transform="translate(%d %d) rotate(90)" text-anchor="middle" fill="#d55e00">Black's win chance</text>`+"\n", svgWidth-10, middle)
}

// curves draws the margin and the win chance.
func (d drawing) curves(b *strings.Builder, course []Value) {
	var margin, win []string
	for ply, v := range course {
		margin = append(margin, fmt.Sprintf("%.1f,%.1f", d.x(ply), d.discs(v)))
		win = append(win, fmt.Sprintf("%.1f,%.1f", d.x(ply), d.win(v)))
	}
	fmt.Fprintf(b, `<polygon points="%.1f,%.1f %s %.1f,%.1f" fill="#0072b2" fill-opacity="0.25"/>`+"\n",
		d.x(0), d.y(0), strings.Join(margin, " "), d.x(len(course)-1), d.y(0))
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#0072b2" stroke-width="2"/>`+"\n", strings.Join(margin, " "))
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="#d55e00" stroke-dasharray="4 2"/>`+"\n", strings.Join(win, " "))
}

// marks draws a disc in the colour of its side where a move lost much.
func (d drawing) marks(b *strings.Builder, g Game, course []Value) {
	worst := slices.Clone(g.Moves)
	worst = slices.DeleteFunc(worst, func(m Move) bool { return m.LossDiscs < leastMark })
	slices.SortStableFunc(worst, func(a, b Move) int { return cmp.Compare(b.LossDiscs, a.LossDiscs) })
	for _, m := range worst[:min(mostMarks, len(worst))] {
		x, y := d.x(m.Ply), d.discs(course[m.Ply])
		fill, below := "black", 18.0
		if m.Side == env.White {
			fill, below = "white", -9
		}
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s" stroke="black"><title>%d. %v %v lost %.1f discs; better %s</title></circle>`+"\n",
			x, y, fill, m.Ply, m.Side, m.Move, m.LossDiscs, moves(m.Line))
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle" font-size="11">%v</text>`+"\n", x, y+below, m.Move)
	}
}

func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a Builder takes everything
	}
	return b.String()
}
