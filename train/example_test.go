package train_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"othellier/train"
)

// printer tells of the iterations.
type printer struct{}

func (printer) Observe(e train.Event) error {
	switch e := e.(type) {
	case train.IterationDone:
		fmt.Println("iteration", e.Iteration, "games", e.Games)
	case train.Finished:
		fmt.Println("network", filepath.Base(e.Latest))
	}
	return nil
}

// A run of a few seconds on the smallest board.
func Example() {
	root, err := os.MkdirTemp("", "runs")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(root)

	config, err := train.LoadConfig("tiny", "run.iterations=2", "run.seed=7")
	if err != nil {
		log.Fatal(err)
	}
	run, err := train.NewRun(train.NextDir(root, config), config, train.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer run.Close()
	if err := run.Loop(context.Background(), printer{}, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// iteration 1 games 10
	// iteration 2 games 20
	// network othello4-c4b1-g000020.safetensors
}
