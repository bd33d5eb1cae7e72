package arena

import "context"

// Ladder plays the match against each opponent in turn and returns the results
// in their order. Progress counts the games of all of them. When ctx ends, the
// results so far, the last of them cut short, come with its error.
func (m Match) Ladder(ctx context.Context, a Entrant, opponents ...Entrant) ([]Result, error) {
	var results []Result
	progress := m.Progress
	for i, b := range opponents {
		if progress != nil {
			games := 2 * m.Openings
			m.Progress = func(done, _ int) { progress(i*games+done, len(opponents)*games) }
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
