package bench

import (
	"context"
	"time"
)

// Rate is how fast something was.
type Rate struct {
	PerSecond    float64 `json:"per_second"`               // by the clock
	PerCPUSecond float64 `json:"per_cpu_second,omitempty"` // by processor time over all cores; 0 where the system does not tell
	Seconds      float64 `json:"seconds"`                  // that the measurement took
}

// stopwatch measures a stretch of the process's life.
type stopwatch struct {
	began time.Time
	cpu   float64
}

func start() stopwatch { return stopwatch{time.Now(), cpuSeconds()} }

// seconds returns the time by the clock.
func (s stopwatch) seconds() float64 { return time.Since(s.began).Seconds() }

// rate returns how fast n things were done since the start.
func (s stopwatch) rate(n float64) Rate {
	r := Rate{Seconds: s.seconds()}
	r.PerSecond = n / r.Seconds
	if cpu := cpuSeconds() - s.cpu; cpu > 0 {
		r.PerCPUSecond = n / cpu
	}
	return r
}

// repeat does a piece of work, which counts for n, until the seconds are over,
// once at least.
func repeat(ctx context.Context, seconds, n float64, work func() error) (Rate, error) {
	watch, done := start(), 0.0
	for {
		if err := ctx.Err(); err != nil {
			return Rate{}, err
		}
		if err := work(); err != nil {
			return Rate{}, err
		}
		done += n
		if watch.seconds() >= seconds {
			return watch.rate(done), nil
		}
	}
}
