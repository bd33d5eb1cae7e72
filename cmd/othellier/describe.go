package main

import (
	"encoding/json"
	"fmt"

	"othellier/model"
)

type describeCmd struct {
	Nets []string `arg:"" optional:"" name:"net" help:"Network files or run directories; the newest of all below checkpoints/ if none is given, whatever its board."`
	JSON bool     `name:"json" help:"Print JSON."`
}

func (describeCmd) Help() string {
	return `Reads a network file, checks it whole, and prints its size, what it was trained with, and the spread of its numbers.

Example:

  othellier describe checkpoints/quick-001`
}

func (c describeCmd) Run(std stdio) error {
	if len(c.Nets) == 0 {
		c.Nets = []string{""}
	}
	var all []model.Description
	for _, name := range c.Nets {
		path, err := networkPath(name, std.err)
		if err != nil {
			return err
		}
		d, err := model.Describe(path)
		if err != nil {
			return err
		}
		if all = append(all, d); !c.JSON {
			fmt.Fprintf(std.out, "%s\n%s", path, d)
		}
	}
	if !c.JSON {
		return nil
	}
	enc := json.NewEncoder(std.out)
	enc.SetIndent("", "  ")
	return enc.Encode(all)
}
