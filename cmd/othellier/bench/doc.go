// Package bench measures Othellier on the machine it runs on.
package bench
