package main

import (
	"testing"

	"othellier/env"
)

// An @ in the command of an engine names no network.
func TestRulesOfPlayers(t *testing.T) {
	if r, err := rulesOf("gtp:engine --user me@home", "random"); err != nil || r != (env.Rules{}) {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := rulesOf("random", "net:8@nowhere"); err == nil {
		t.Error("a network that is nowhere was found")
	}
}
