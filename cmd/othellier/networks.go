package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"othellier/model"
	"othellier/train"
)

// runsDir is where runs are written and the shipped networks lie.
const runsDir = "checkpoints"

// network is a loaded checkpoint.
type network struct {
	path    string
	weights *model.Weights
	meta    model.Meta
}

// loadNetwork loads the network that name means: see networkPath.
func loadNetwork(name string, told io.Writer) (network, error) {
	path, err := networkPath(name, told)
	if err != nil {
		return network{}, err
	}
	w, m, err := model.Load(path)
	return network{path, w, m}, err
}

// networkPath returns the file of a network that is given as a file, as a run
// directory, whose latest it then is, or not at all: then it is the newest one
// below checkpoints/. Where it had to look, told is told what it found.
func networkPath(name string, told io.Writer) (path string, err error) {
	info, err := os.Stat(name)
	switch {
	case name == "":
		path, err = newestNetwork(runsDir)
	case err == nil && info.IsDir():
		path, err = train.Network(name, "latest")
	default:
		return name, nil // reading it reports what is wrong
	}
	if err == nil {
		fmt.Fprintf(told, "Using %s\n", path)
	}
	return path, err
}

// newestNetwork returns the network that was written last by the runs in dir
// or, when there is no run, the newest network file in dir itself.
func newestNetwork(dir string) (string, error) {
	runs, err := filepath.Glob(filepath.Join(dir, "*", "latest"))
	if err != nil {
		return "", err
	}
	var paths []string
	for _, latest := range runs {
		path, err := train.Network(filepath.Dir(latest), "latest")
		if err != nil {
			return "", err
		}
		paths = append(paths, path)
	}
	if newest := newestFile(paths); newest != "" {
		return newest, nil
	}
	shipped, err := filepath.Glob(filepath.Join(dir, "*.safetensors"))
	if err != nil {
		return "", err
	}
	if newest := newestFile(shipped); newest != "" {
		return newest, nil
	}
	return "", fmt.Errorf("there is no network in %s: train one with othellier train, or name a file", dir)
}

// newestFile returns the path that was written last, of those that exist.
func newestFile(paths []string) (newest string) {
	var at time.Time
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && (newest == "" || info.ModTime().After(at)) {
			newest, at = path, info.ModTime()
		}
	}
	return newest
}
