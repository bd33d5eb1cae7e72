package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"othellier/env/words"
)

// Axis is what a curve is drawn against.
type Axis string

// The axes.
const (
	ByGames Axis = "games" // of self-play
	ByHours Axis = "hours" // of the run
)

// Size of the drawing and of the margins around the plot, in pixels.
const (
	svgWidth, svgHeight                = 720, 420
	svgLeft, svgRight, svgTop, svgFoot = 64, 20, 20, 52
)

// colours tell the curves apart, also for those who see few (Okabe and Ito).
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"}

// scale maps values from low to high to pixels.
type scale struct {
	low, high float64
	from, to  float64
	step      float64 // between two marks
}

// newScale covers the values from low to high by at most ten steps of 1, 2 or 5
// times a power of ten.
func newScale(low, high, from, to float64) scale {
	if !(high > low) {
		low, high = low-1, high+1
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/10)))
	for _, k := range []float64{1, 2, 5, 10, 20} {
		if (high-low)/(k*step) <= 8 {
			step *= k
			break
		}
	}
	return scale{math.Floor(low/step) * step, math.Ceil(high/step) * step, from, to, step}
}

func (s scale) at(x float64) float64 {
	return s.from + (x-s.low)/(s.high-s.low)*(s.to-s.from)
}

// marks returns the values at which the axis has a mark.
func (s scale) marks() (list []float64) {
	for i := range int(math.Round((s.high-s.low)/s.step)) + 1 {
		list = append(list, s.low+float64(i)*s.step)
	}
	return list
}

// label writes the value of a mark with as many decimals as the step has.
func (s scale) label(x float64) string {
	decimals := max(0, int(math.Ceil(-math.Log10(s.step)-1e-9)))
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// WriteCurve draws the curves as an SVG image: the rating, with its 95 %
// interval as a vertical line, against games or hours. At least one curve with
// a point must be given.
func WriteCurve(w io.Writer, axis Axis, curves ...Curve) error {
	x, y := scales(axis, curves)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif" font-size="12">`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", svgWidth, svgHeight)
	for _, v := range y.marks() {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#dddddd"/>`+"\n", svgLeft, y.at(v), svgWidth-svgRight)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", svgLeft-8, y.at(v)+4, y.label(v))
	}
	for _, v := range x.marks() {
		fmt.Fprintf(&b, `<path d="M%.1f %dv5" stroke="black"/>`+"\n", x.at(v), svgHeight-svgFoot)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x.at(v), svgHeight-svgFoot+18, x.label(v))
	}
	fmt.Fprintf(&b, `<path d="M%d %dV%dH%d" fill="none" stroke="black"/>`+"\n", svgLeft, svgTop, svgHeight-svgFoot, svgWidth-svgRight)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", (svgLeft+svgWidth-svgRight)/2, svgHeight-12, axis.title())
	fmt.Fprintf(&b, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">rating (random moves: 0)</text>`+"\n", (svgTop+svgHeight-svgFoot)/2)
	for i, c := range curves {
		c.draw(&b, axis, x, y, i)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// draw draws one curve and its line in the legend.
func (c Curve) draw(b *strings.Builder, axis Axis, x, y scale, index int) {
	colour := colours[index%len(colours)]
	fmt.Fprintf(b, `<g stroke="%s" fill="none">`+"\n", colour)
	var line []string
	for _, p := range c.Points {
		at := x.at(axis.of(p))
		line = append(line, fmt.Sprintf("%.1f,%.1f", at, y.at(p.Rating.Value)))
		fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f" stroke-opacity="0.5"/>`+"\n", at, y.at(p.Rating.Low), y.at(p.Rating.High))
	}
	fmt.Fprintf(b, `<polyline points="%s" stroke-width="2"/>`+"\n", strings.Join(line, " "))
	for _, p := range c.Points {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x.at(axis.of(p)), y.at(p.Rating.Value), colour)
	}
	b.WriteString("</g>\n")
	fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end" fill="%s">%s</text>`+"\n",
		svgWidth-svgRight-8, svgHeight-svgFoot-12-16*index, colour, escape(c.legend()))
}

// legend names the curve and how the network was judged.
func (c Curve) legend() string {
	s := c.Name
	if n := c.Points[0].Simulations; n > 0 {
		s += ", " + words.Count(n, "simulation") + " a move"
	}
	return s
}

func (a Axis) of(p CurvePoint) float64 {
	if a == ByHours {
		return p.Hours
	}
	return float64(p.Games)
}

func (a Axis) title() string {
	if a == ByHours {
		return "hours of training"
	}
	return "games of self-play"
}

// scales covers all curves; time and games begin at zero.
func scales(axis Axis, curves []Curve) (x, y scale) {
	right, low, high := 0.0, math.Inf(1), math.Inf(-1)
	for _, c := range curves {
		for _, p := range c.Points {
			right = max(right, axis.of(p))
			low, high = min(low, p.Rating.Low), max(high, p.Rating.High)
		}
	}
	if right == 0 {
		right = 1
	}
	return newScale(0, right, svgLeft, svgWidth-svgRight), newScale(low, high, svgHeight-svgFoot, svgTop)
}

func escape(s string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err) // a Builder takes everything
	}
	return b.String()
}
