// Package bench measures Othellier on the machine it runs on: how fast the
// network answers and learns, how fast games are played with it, how far its
// answers are from the exact ones, and whether the search still does what it
// did.
//
// A speed is given twice ([Rate]): by the clock, and by the processor time that
// the process took on all cores. On a machine that is idle otherwise the first is
// the second times the cores at work; on a busy one only the second says
// something about the program.
package bench
