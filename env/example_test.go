package env_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"othellier/env"
)

// A whole game, always with the first legal move.
func Example() {
	e, err := env.New(env.Rules{})
	if err != nil {
		log.Fatal(err)
	}
	o := e.Reset()
	for done := false; !done; {
		var move env.Move
		for !o.Mask[move] {
			move++
		}
		mover := o.Position.Turn
		var reward env.Reward
		if o, reward, done, err = e.Step(move); err != nil {
			log.Fatal(err)
		}
		if done {
			black, white := e.Rules().Scores(o.Position)
			fmt.Printf("%d moves, %d-%d, reward %d for %v\n", o.Ply, black, white, reward, mover)
		}
	}
	// Output: 64 moves, 19-45, reward 1 for White
}

func ExampleEnv_Step() {
	e, err := env.New(env.Rules{})
	if err != nil {
		log.Fatal(err)
	}
	_, _, _, err = e.Step(env.Pass)
	fmt.Println(errors.Is(err, env.ErrIllegal))
	fmt.Println(err)
	// Output:
	// true
	// env: pass is illegal in ---------------------------OX------XO--------------------------- X: legal: d3 c4 f5 e6
}

func ExampleRules() {
	var r env.Rules
	if err := json.Unmarshal([]byte(`{"board": 6, "scoring": "empties"}`), &r); err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Start, r.Board, r.End, r.Scoring, r.Supply)
	// Output: standard 6 neither empties shared
}

func ExampleRules_AppendMoves() {
	r := env.Rules{}
	p := r.Next(r.Initial(), 26) // c4
	fmt.Println(r.AppendMoves(nil, p))
	// Output: [c3 e3 c5]
}

func ExampleParseTranscript() {
	g, err := env.ParseTranscript(env.Rules{}, "1. F5 f4 2. C3 c6 3. C5 d6 4. F3 c4 5. C7")
	if err != nil {
		log.Fatal(err)
	}
	black, white := g.Rules().Scores(g.Position())
	fmt.Println(g.Transcript(), black, white, g.Over())
	// Output: f5f4c3c6c5d6f3c4c7 13 0 true
}

func ExampleGame() {
	g := env.NewGame(env.Rules{})
	for _, m := range []env.Move{37, 43, 18} { // f5 d6 c3
		if err := g.Play(m); err != nil {
			log.Fatal(err)
		}
	}
	g.Undo()
	g.Undo()
	fmt.Println(g.Moves())
	g.Redo()
	fmt.Println(g.Moves())
	// Output:
	// [f5]
	// [f5 d6]
}

func ExampleParsePosition() {
	p, err := env.ParsePosition(`
		........
		........
		...o....
		...o*...
		...*o...
		........
		........
		........ *`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	fmt.Println(env.Rules{}.AppendMoves(nil, p))
	// Output:
	// -------------------O-------OX------XO--------------------------- X
	// [c2 d2 c4 f5 e6]
}

func ExamplePosition_Canonical() {
	r := env.Rules{}
	for _, m := range r.AppendMoves(nil, r.Initial()) {
		p, s := r.Next(r.Initial(), m).Canonical()
		fmt.Println(p, "from", m, "by symmetry", s)
	}
	// Output:
	// ---------------------------OX------XXX-------------------------- O from d3 by symmetry 7
	// ---------------------------OX------XXX-------------------------- O from c4 by symmetry 3
	// ---------------------------OX------XXX-------------------------- O from f5 by symmetry 0
	// ---------------------------OX------XXX-------------------------- O from e6 by symmetry 4
}

func ExamplePermute() {
	var policy, turned [64]float32
	policy[37] = 1 // f5
	s := env.Symmetry(4)
	env.Permute(s, turned[:], policy[:])
	fmt.Println(s.Move(37), turned[s.Move(37)])
	// Output: e6 1
}

func ExamplePerft() {
	for depth := range 8 {
		fmt.Println(depth, env.Perft(env.Rules{}, env.Rules{}.Initial(), depth, env.PassIsPly))
	}
	// Output:
	// 0 1
	// 1 4
	// 2 12
	// 3 56
	// 4 244
	// 5 1396
	// 6 8200
	// 7 55092
}
