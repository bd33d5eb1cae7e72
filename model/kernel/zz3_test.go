package kernel
import ("testing";"os";"math/rand/v2";"strconv")
func TestXX(t *testing.T) {
	if os.Getenv("XX") == "" { t.Skip() }
	c, _ := strconv.Atoi(os.Getenv("XX"))
	s := Throughput
	if os.Getenv("F4") != "" { s = Latency }
	rng := rand.New(rand.NewPCG(23, 23))
	i, _ := Select()
	net := mustPack(t, i, s, randomTower(rng, 5, c, 5))
	tw := net.NewTower(0)
	planes := randomPlanes(rng, 5, net.Group())
	for range 40000 / c / net.Group()*32*32/c { tw.Forward(planes, net.Group()) }
}
