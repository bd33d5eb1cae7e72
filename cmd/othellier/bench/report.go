package bench

// Report is what was measured. A section that was not asked for is empty.
type Report struct {
	Machine     Machine      `json:"machine"`
	Evaluations []Evaluation `json:"evaluations,omitempty"`
	Accuracy    []Accuracy   `json:"accuracy,omitempty"`
	Search      []Search     `json:"search,omitempty"`
	SelfPlay    *SelfPlay    `json:"selfplay,omitempty"`
	Training    []Training   `json:"training,omitempty"`
	Perft       *Perft       `json:"perft,omitempty"`
	Signature   *Signature   `json:"signature,omitempty"`

	// PeakMemory is the most memory that the process has had, in bytes; 0 where
	// the system does not tell.
	PeakMemory int64 `json:"peak_memory"`
}

// Machine is what was measured on.
type Machine struct {
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	CPU     string `json:"cpu,omitempty"` // name of the processor, where the system tells
	Cores   int    `json:"cores"`         // that Go may use at a time
	Workers int    `json:"workers"`       // goroutines of the measurements
	Go      string `json:"go"`
	Kernels string `json:"kernels"` // instruction set of the kernels
}

// Evaluation is how many positions a second the network judges on all workers.
type Evaluation struct {
	Network string `json:"network"`
	Batch   int    `json:"batch"` // positions of a call
	Rate    Rate   `json:"rate"`

	Allocations int `json:"allocations"` // of a call
}

// Accuracy is the largest difference between the answers of the network, by the
// kernels, and the exact ones.
type Accuracy struct {
	Network   string  `json:"network"`
	Batch     int     `json:"batch"`     // usual size of a call, which decides the scheme of the kernels
	Positions int     `json:"positions"` // that were compared
	Policy    float64 `json:"policy"`    // of the logits, relative to the largest
	Value     float64 `json:"value"`     // of P(win)-P(loss)
	Ownership float64 `json:"ownership"`
	Margin    float64 `json:"margin"`
}

// Search is how many simulations a second one core does for a single position.
type Search struct {
	Network     string `json:"network"`
	Leaves      int    `json:"leaves"`      // judged in a call
	Simulations int    `json:"simulations"` // of a search
	Rate        Rate   `json:"rate"`        // simulations
}

// SelfPlay is how fast games are played on all workers.
type SelfPlay struct {
	Config      string `json:"config"`
	Network     string `json:"network"`
	Games       int    `json:"games"`
	Simulations int    `json:"simulations"` // of a full search
	GamesRate   Rate   `json:"games_rate"`
	Evaluations Rate   `json:"evaluations_rate"` // positions judged by the network

	// Remembered is the share of the positions to be judged that the network had
	// judged before, and so was not asked for.
	Remembered float64 `json:"remembered"`
	// Batch is the mean number of positions in a call of the network.
	Batch float64 `json:"batch"`
	// NetworkShare is the share of the workers' time that is the network's.
	NetworkShare float64 `json:"network_share"`
	// Alone is how many positions the network judges on as many workers when
	// nothing else is done, in full batches.
	Alone Rate `json:"alone"`
	// Ratio is Evaluations over Alone, by processor time where the system tells.
	Ratio float64 `json:"ratio"`
	// Allocations is the mean number of allocations for a game, its record
	// included.
	Allocations float64 `json:"allocations_per_game"`
}

// Training is how many rows a second are learned from on all cores.
type Training struct {
	Network string `json:"network"`
	Batch   int    `json:"batch"`
	Tower   string `json:"tower"` // "kernels", or "stock" for Gorgonia's own operations
	Rate    Rate   `json:"rate"`
}

// Perft is how fast the rules are, on one core.
type Perft struct {
	Depth  int    `json:"depth"`
	Leaves uint64 `json:"leaves"`
	Rate   Rate   `json:"rate"`
}

// Signature tells behaviours apart: each part is a hash of what fixed searches
// of fixed positions found, down to the last bit.
type Signature struct {
	// Search is of the rules and the search, with playouts in the place of a
	// network. It is the same on all machines.
	Search string `json:"search"`
	// Network is of the rules, the search and the network. It also changes with
	// the instruction set of the kernels, of which AVX-512, AVX2 and NEON agree.
	Network string `json:"network"`
}
