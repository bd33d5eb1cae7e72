package model

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"othellier/env/whole"
)

// openFile opens a file to read. Anything but a regular file is refused: a pipe
// would wait for a writer that may never come.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file but %s", path, fileKind(info.Mode()))
	}
	return os.Open(path)
}

func fileKind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a directory"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// writeFile writes a file whole, as package whole says it.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := whole.Create(path)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}
