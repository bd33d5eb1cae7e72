package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sort"
	"strconv"
	"testing"
)

func TestYY(t *testing.T) {
	if os.Getenv("YY") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("YY"))
	for _, size := range [][2]int{{4, 32}, {5, 64}, {6, 96}, {8, 128}} {
		rng := rand.New(rand.NewPCG(23, 23))
		convs := randomTower(rng, 5, size[1], size[0])
		for _, s := range []Scheme{Throughput, Latency} {
			for _, i := range Available() {
				if os.Getenv("ISA") != "" && os.Getenv("ISA") != i.String() { continue }
				net := mustPack(t, i, s, convs)
				for _, g := range []int{1, net.Group()} {
				tw := net.NewTower(g)
				planes := randomPlanes(rng, 5, g)
				var l []float64
				per := 256 / g
				if i == Portable { per = 1 }
				for range n + 1 {
					s := cpuT()
					for range per {
						tw.Forward(planes, g)
					}
					l = append(l, cpuT()-s)
				}
				sort.Float64s(l)
				fmt.Printf("%v %v %v batch %d: best %.0f med %.0f boards/cpu-s\n", size, i, s, g, float64(g*per)/l[0], float64(g*per)/l[len(l)/2])
				}
			}
		}
	}
}
