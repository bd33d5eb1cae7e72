package arena

import "context"

// Ladder plays the match against each opponent in turn and returns the results
// in their order. Done, Total and Share of its [Progress] are of all of them. When
// ctx ends, the results so far, the last of them cut short, come with its error.
func (m Match) Ladder(ctx context.Context, a Entrant, opponents ...Entrant) ([]Result, error) {
	var results []Result
	progress := m.Progress
	for i, b := range opponents {
		if progress != nil {
			m.Progress = func(p Progress) {
				p.Done += i * p.Total
				p.Share = (float64(i) + p.Share) / float64(len(opponents))
				p.Total *= len(opponents)
				progress(p)
			}
		}
		r, err := m.Play(ctx, a, b)
		if err != nil && ctx.Err() == nil {
			return results, err
		}
		results = append(results, r)
		if err != nil {
			return results, err
		}
	}
	return results, nil
}
