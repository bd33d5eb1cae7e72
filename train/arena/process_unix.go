//go:build unix

package arena

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process the leader of a group of its own: what it starts
// can be killed with it, and an interrupt from the keyboard does not reach it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the process and all of its group.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
