package model

import (
	"fmt"
	"io"
	"strconv"
)

// tensors returns all numbers of a trainer as one list: the weights under their
// own names, the averaged weights under "ema.", and Adam's moments under
// "adam.m." and "adam.v.".
func (t *Trainer) tensors() []Tensor {
	return stateTensors(t.weights, t.average, t.solver.m, t.solver.v)
}

func stateTensors(weights, average, m, v *Weights) []Tensor {
	var ts []Tensor
	for _, group := range []struct {
		prefix string
		w      *Weights
	}{{"", weights}, {"ema.", average}, {"adam.m.", m}, {"adam.v.", v}} {
		for _, x := range group.w.tensors {
			x.Name = group.prefix + x.Name
			ts = append(ts, x)
		}
	}
	return ts
}

// SaveState writes everything a trainer has learned to a file of the same
// container as a checkpoint. A trainer that loads it goes on byte for byte as
// this one would. The configuration is not part of it.
func (t *Trainer) SaveState(path string) error {
	metadata := map[string]string{"step": strconv.FormatInt(t.solver.step, 10)}
	identify(metadata, kindTrainer, t.weights.Spec)
	err := writeFile(path, func(out io.Writer) error { return writeTensors(out, metadata, t.tensors()) })
	if err != nil {
		return fmt.Errorf("model: save trainer state %s: %w", path, err)
	}
	return nil
}

// LoadState replaces what the trainer has learned by the state in a file, which
// must be of a network of the same size. On error the trainer is as it was.
func (t *Trainer) LoadState(path string) error {
	f, err := openFile(path)
	if err != nil {
		return fmt.Errorf("model: load trainer state: %w", err)
	}
	defer f.Close()
	if err := t.loadState(f); err != nil {
		return fmt.Errorf("model: load trainer state %s: %w", path, err)
	}
	return nil
}

func (t *Trainer) loadState(in io.Reader) error {
	metadata, entries, err := readHeader(in)
	if err != nil {
		return err
	}
	spec, err := decodeSpec(metadata, kindTrainer)
	if err != nil {
		return err
	}
	if spec != t.weights.Spec {
		return fmt.Errorf("the network is of the size %s: expected %s", spec.long(), t.weights.Spec.long())
	}
	step, err := count(metadata, "step")
	if err != nil {
		return err
	}
	weights, average, m, v := zeroWeights(spec), zeroWeights(spec), zeroWeights(spec), zeroWeights(spec)
	tensors := stateTensors(weights, average, m, v)
	if err := match(entries, tensors); err != nil {
		return err
	}
	if err := readNumbers(in, metadata[digestKey], entries, tensors); err != nil {
		return err
	}
	copy(t.weights.flat, weights.flat)
	copy(t.average.flat, average.flat)
	copy(t.solver.m.flat, m.flat)
	copy(t.solver.v.flat, v.flat)
	t.solver.step = step
	return nil
}
