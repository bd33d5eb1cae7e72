package main

import (
	"encoding/json"
	"fmt"

	"othellier/env"
	"othellier/env/words"
	"othellier/model"
	"othellier/train/arena"
)

// checkedPositions is how many positions a file of --check has.
const checkedPositions = 32

type exportCmd struct {
	Net   string `arg:"" optional:"" help:"Network file or run directory; the newest of all below checkpoints/ if none is given, whatever its board."`
	ONNX  string `name:"onnx" placeholder:"FILE" help:"Write the network to FILE as an ONNX model; - is standard output."`
	Check string `placeholder:"FILE" help:"Write positions, their planes and the network's exact answers to FILE, as JSON, to check another runtime by; - as for --onnx."`
}

func (exportCmd) Help() string {
	return `The ONNX model (operator set 13) takes planes [N,5,8,8], float32: own discs, the opponent's, the legal moves of the side to move,
those of the opponent as if it were to move, and the squares of the board, each 1 or 0 from a1, b1 to h8. It gives policy [N,64]
(logits of the squares; those that are not legal are to be ignored), wdl [N,3] (probabilities of win, draw and loss), ownership
[N,64] (expected final disc of each square, 1 own, -1 the opponent's) and margin [N] (expected final margin / squares of the board),
all from the side to move. N is free.

The file of --check holds 32 positions and the answers for them, computed in float64; .ci/onnxruntime in the source compares ONNX
Runtime with it.

Examples:

  othellier export checkpoints/quick-001 --onnx othello.onnx
  othellier export --onnx othello.onnx --check othello.json`
}

func (c exportCmd) Run(std stdio) error {
	if c.ONNX == "" && c.Check == "" {
		return usagef("export: nothing to write: give --onnx FILE, --check FILE or both")
	}
	c.ONNX, c.Check = standard(c.ONNX, std.out), standard(c.Check, std.out)
	told := std.out
	if c.ONNX == "-" || c.Check == "-" {
		told = std.err
	}
	net, err := loadNetwork(c.Net, std.err)
	if err != nil {
		return err
	}
	if err := c.checkTargets(net.path); err != nil {
		return err
	}
	if c.ONNX != "" {
		if c.ONNX == "-" {
			err = model.WriteONNX(std.out, net.weights, net.meta)
		} else {
			err = model.SaveONNX(c.ONNX, net.weights, net.meta)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(told, "wrote %s: %v, %s\n", nameOfTarget(c.ONNX), net.weights.Spec, words.Count(net.weights.Params(), "parameter"))
	}
	if c.Check == "" {
		return nil
	}
	answers, err := checkOf(net)
	if err != nil {
		return err
	}
	data, err := json.Marshal(answers)
	if err != nil {
		return err
	}
	if err := writeTo(c.Check, std.out, append(data, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(told, "wrote %s: %d positions\n", nameOfTarget(c.Check), checkedPositions)
	return nil
}

// checkTargets refuses files that cannot be written or are needed.
func (c exportCmd) checkTargets(net string) error {
	for _, t := range []struct{ flag, path string }{{"onnx", c.ONNX}, {"check", c.Check}} {
		if t.path != "" && sameFile(t.path, net) {
			return usagef("--%s: %s is the network that is exported: give another file", t.flag, t.path)
		}
		if err := checkTarget(t.flag, t.path); err != nil {
			return err
		}
	}
	if c.ONNX != "" && c.Check != "" && sameFile(c.ONNX, c.Check) {
		return usagef("export: --onnx and --check name the same file")
	}
	return nil
}

// check is the file of --check; rows of all positions lie one after the other.
type check struct {
	Spec      model.Spec `json:"spec"`
	Rules     env.Rules  `json:"rules"`
	Positions []string   `json:"positions"` // 64 squares a1 to h8 as X, O, -, and the side to move
	Planes    []float32  `json:"planes"`    // 5*64 each
	Policy    []float32  `json:"policy"`    // 64 logits each
	WDL       []float32  `json:"wdl"`
	Ownership []float32  `json:"ownership"`
	Margin    []float32  `json:"margin"`
}

func checkOf(net network) (check, error) {
	c := check{Spec: net.weights.Spec, Rules: net.meta.Rules}
	var positions []env.Position
	for i := range checkedPositions { // of games at random, from early to late
		line, err := arena.Openings(c.Rules, 1+i%(c.Rules.NumSquares()-6), 1, uint64(i))
		if err != nil {
			return c, err
		}
		positions = append(positions, line[0].Position)
	}
	for _, p := range positions {
		c.Positions = append(c.Positions, p.String())
		at := len(c.Planes)
		c.Planes = append(c.Planes, make([]float32, model.Planes*64)...)
		model.Encode(c.Rules, p, c.Planes[at:])
	}
	var out model.Outputs
	net.weights.Reference(c.Rules, positions, &out)
	c.Policy, c.WDL, c.Ownership, c.Margin = out.Logits, out.WDL, out.Ownership, out.Margin
	return c, nil
}
