package kernel
import ("testing";"os";"math/rand/v2";"fmt";"sort")
func TestWW(t *testing.T) {
	if os.Getenv("WW") == "" { t.Skip() }
	for _, c := range []int{16, 32, 64, 96} {
	rng := rand.New(rand.NewPCG(23, 23))
	for _, s := range []Scheme{Throughput, Latency} {
	net := mustPack(t, AVX512, s, randomTower(rng, 5, c, 5))
	for _, g := range []int{4, 8, 12, 16, 20, 24, 32, 40, 48, 64} {
		tw := net.NewTower(g)
		planes := randomPlanes(rng, 5, g)
		var l []float64
		for range 12 {
			s := cpuT()
			for range max(1, 20480*10/c/c/g*10) { tw.Forward(planes, g) }
			l = append(l, (cpuT()-s)/float64(max(1, 20480*10/c/c/g*10)))
		}
		sort.Float64s(l)
		fmt.Printf("%d %v g=%d: best %.0f med %.0f\n", c, s, g, float64(g)/l[0], float64(g)/l[len(l)/2])
	}
	}}
}
