package arena

import (
	"path/filepath"
	"strings"
)

// networkFile is how the files of networks end.
const networkFile = ".safetensors"

// shortNames returns what a table says for each of its names: for a network that
// is named after the path of its file, such as net:64@runs/a/nets/b.safetensors,
// as little of the path as tells the file from the others, such as net:64@b. Other
// names are themselves.
func shortNames(names []string) map[string]string {
	files := map[string]string{} // by name
	meant := map[string]string{} // by short form: the file, or several
	for _, name := range names {
		file, ok := fileOf(name)
		if !ok {
			continue
		}
		files[name] = file
		for _, form := range shortForms(file) {
			if other, ok := meant[form]; ok && other != file {
				meant[form] = several
			} else {
				meant[form] = file
			}
		}
	}
	short := map[string]string{}
	for _, name := range names {
		short[name] = name
		file, ok := files[name]
		if !ok || !strings.HasSuffix(file, networkFile) {
			continue
		}
		for _, form := range shortForms(file) {
			if meant[form] == file {
				short[name] = strings.TrimSuffix(name, file) + form
				break
			}
		}
	}
	return short
}

// several stands for more than one file, and is no file.
const several = "/"

// fileOf returns what follows the @ in the name of a network.
func fileOf(name string) (file string, ok bool) {
	spec, file, ok := strings.Cut(name, "@")
	word, _, _ := strings.Cut(spec, ":")
	for _, f := range forms {
		if f.word == word {
			return file, ok && f.file
		}
	}
	return "", false
}

// shortForms returns a path without the extension of networks from its last
// element on, from the one before on, and so forth. The directory nets, in which
// every run has its networks, tells nothing.
func shortForms(file string) (list []string) {
	parts := strings.Split(filepath.ToSlash(strings.TrimSuffix(file, networkFile)), "/")
	form := ""
	for i := len(parts) - 1; i >= 0; i-- {
		switch {
		case i == len(parts)-1:
			form = parts[i]
		case i == len(parts)-2 && parts[i] == "nets":
			continue
		default:
			form = parts[i] + "/" + form
		}
		list = append(list, form)
	}
	return list
}
