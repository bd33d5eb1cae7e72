package train

import (
	"othellier/env"
	"othellier/model"
)

// Config is everything that decides how a run learns. Its defaults are those of
// [Default]; a YAML file holds differences from them (see [LoadConfig]). Each
// key is explained in configs/quick.yaml.
//
// A tag `range:"lo..hi"` bounds a number, both ends included. A tag
// `outcome:"none"` says that the value has no influence on the
// networks that a run gives.
type Config struct {
	Rules      env.Rules        `yaml:"rules"`
	Network    model.Spec       `yaml:"network"`
	SelfPlay   SelfPlayConfig   `yaml:"selfplay"`
	Replay     ReplayConfig     `yaml:"replay"`
	Learner    LearnerConfig    `yaml:"learner"`
	Run        RunConfig        `yaml:"run"`
	Evaluation EvaluationConfig `yaml:"evaluation"`

	// Name is the embedded configuration or the file, without its folder and
	// ending, that the values came from. It names run directories and is no
	// part of the YAML or of the hash.
	Name string `yaml:"-"`
}

// SelfPlayConfig says how the games are played.
type SelfPlayConfig struct {
	Workers          int `yaml:"workers" range:"0..1024" outcome:"none"`         // goroutines; 0 = one a core
	GamesInFlight    int `yaml:"games_in_flight" range:"1..4096" outcome:"none"` // games that one worker interleaves = its largest batch
	Cache            int `yaml:"cache" range:"0..16777216" outcome:"none"`       // positions whose evaluation one worker remembers; 0 = none
	Simulations      int `yaml:"simulations" range:"1..1000000"`                 // root visits of a full search
	SimulationsFirst int `yaml:"simulations_first" range:"1..1000000"`           // the same in the first iteration, Simulations if that is less
	// SimulationsRamp is the share of the run over which the number of
	// simulations rises, by a constant factor an iteration, to the last.
	SimulationsRamp float64 `yaml:"simulations_ramp" range:"0..1"`
	FastSimulations int     `yaml:"fast_simulations" range:"1..1000000"` // root visits of a fast search
	FullSearchShare float64 `yaml:"full_search_share" range:"0..1"`      // probability that a ply gets a full search

	OpeningPliesMax    int     `yaml:"opening_plies_max" range:"0..60"`   // a game starts with 0 to this many unsearched plies
	OpeningRandomShare float64 `yaml:"opening_random_share" range:"0..1"` // games whose opening is uniformly random, not sampled from the raw policy

	Temperature         float64 `yaml:"temperature" range:"0..10"`               // of the move choice at ply 0
	TemperatureEnd      float64 `yaml:"temperature_end" range:"0..10"`           // what it falls to
	TemperatureHalfLife float64 `yaml:"temperature_half_life" range:"0.1..1000"` // plies in which the distance halves

	NoiseWeight        float64 `yaml:"noise_weight" range:"0..1"`              // share of Dirichlet noise in the root priors
	NoiseConcentration float64 `yaml:"noise_concentration" range:"0.01..1000"` // total, divided by the number of legal moves
	RootTemperature    float64 `yaml:"root_temperature" range:"0.1..10"`       // root priors are raised to 1/T where there is noise
	CPuct              float64 `yaml:"c_puct" range:"0.01..100"`               // exploration constant
	FPU                float64 `yaml:"fpu" range:"0..1"`                       // first-play-urgency reduction below the root
	ForcedPlayouts     float64 `yaml:"forced_playouts" range:"0..100"`         // k: a move tried in a full search gets sqrt(k*prior*simulations) visits, left out of the target; 0 = none
	Gumbel             int     `yaml:"gumbel" range:"0..64"`                   // moves that a full search considers by sequential halving, without noise; 0 = noise and PUCT
	MarginWeight       float64 `yaml:"margin_weight" range:"0..1"`             // utility = (1-w)*value + w*margin
	WipeOutPlies       int     `yaml:"wipeout_plies" range:"0..7"`             // plies within which a search sees a forced loss of all discs; 0 = none
	SolveEmpties       int     `yaml:"solve_empties" range:"0..14"`            // empty squares from which on positions are solved; 0 = never
	TreeReuse          bool    `yaml:"tree_reuse"`                             // a fast search goes on with the tree of the one before
	Turned             bool    `yaml:"turned"`                                 // the network sees each position turned or mirrored in a way that follows from the position: [mcts.Turned]
}

// ReplayConfig bounds the games that the learner sees. With N rows played so
// far and c = WindowMinRows the window holds the newest
//
//	c*(1 + growth*((N/c)^exponent - 1)/exponent)
//
// rows (KataGo's power law), all of them while N <= c, and never more than
// WindowMaxRows. Growth 0 is a window of fixed size; growth 1 with exponent 1
// keeps everything.
type ReplayConfig struct {
	WindowMinRows  int     `yaml:"window_min_rows" range:"1..1000000000"`
	WindowMaxRows  int     `yaml:"window_max_rows" range:"1..1000000000"`
	WindowGrowth   float64 `yaml:"window_growth" range:"0..1"`
	WindowExponent float64 `yaml:"window_exponent" range:"0.05..1"`
	SegmentGames   int     `yaml:"segment_games" range:"1..1000000" outcome:"none"` // games in one file
}

// LearnerConfig says how the network learns from the window.
type LearnerConfig struct {
	Batch    int     `yaml:"batch" range:"1..65536"` // rows in one step
	Reuse    float64 `yaml:"reuse" range:"0..1000"`  // times each row is used, in the mean
	FastRows bool    `yaml:"fast_rows"`              // plies of fast searches are rows too, without a policy target
	Surprise float64 `yaml:"surprise" range:"0..1"`  // share of a game's policy weight that goes to its full searches by their surprise

	LearnRate      float64 `yaml:"learn_rate" range:"0..1"`         // peak
	LearnRateFinal float64 `yaml:"learn_rate_final" range:"0..1"`   // at the end of the run, along a cosine
	WarmupSteps    int     `yaml:"warmup_steps" range:"0..1000000"` // steps of linear rise to the peak
	WeightDecay    float64 `yaml:"weight_decay" range:"0..1"`       // decoupled (AdamW)
	ClipNorm       float64 `yaml:"clip_norm" range:"0..1000000"`    // of the whole gradient; 0 = none
	EMA            float64 `yaml:"ema" range:"0..0.999999"`         // decay of the averaged weights that play and are published

	ValueWeight      float64 `yaml:"value_weight" range:"0..100"`       // weights of the losses; the policy's is 1
	OwnershipWeight  float64 `yaml:"ownership_weight" range:"0..100"`   //
	MarginWeight     float64 `yaml:"margin_weight" range:"0..100"`      //
	ReplyWeight      float64 `yaml:"reply_weight" range:"0..100"`       // of the opponent's reply, which Network.Reply foretells; 0 = none
	SoftPolicyWeight float64 `yaml:"soft_policy_weight" range:"0..100"` // of the policy made softer, for Network.SoftPolicy; 0 = none

	ValueMix     float64 `yaml:"value_mix" range:"0..1"`      // share of the search's value in the value target; the rest is the result
	ValueMixRamp float64 `yaml:"value_mix_ramp" range:"0..1"` // share of the run over which that share rises from 0
}

// RunConfig is the budget. A run is measured in games, never by the clock, so
// that it can be repeated.
type RunConfig struct {
	Iterations        int    `yaml:"iterations" range:"1..1000000000"`
	GamesPerIteration int    `yaml:"games_per_iteration" range:"1..10000000"`
	Seed              uint64 `yaml:"seed"`
	CheckpointEvery   int    `yaml:"checkpoint_every" range:"1..1000000000" outcome:"none"` // iterations between networks in nets/
	EvaluateEvery     int    `yaml:"evaluate_every" range:"0..1000000000" outcome:"none"`   // iterations between judgements; 0 = never
	KeepCheckpoints   int    `yaml:"keep_checkpoints" range:"0..1000000000" outcome:"none"` // newest networks kept beside the best; 0 = all
}

// EvaluationConfig says against whom and how long a network is measured.
type EvaluationConfig struct {
	Games       int      `yaml:"games" range:"2..1000000" outcome:"none"`       // against each player, in the table at the end
	Simulations int      `yaml:"simulations" range:"1..1000000" outcome:"none"` // of the network, in that table
	Players     []string `yaml:"players" outcome:"none"`                        // names as the arena knows them

	JudgeGames       int      `yaml:"judge_games" range:"2..1000000" outcome:"none"` // the same for the cheap judgement during the run
	JudgeSimulations int      `yaml:"judge_simulations" range:"1..1000000" outcome:"none"`
	JudgePlayers     []string `yaml:"judge_players" outcome:"none"`
}

// Default returns the configuration of the run that a user gets who asks for
// nothing: about ten minutes on two cores.
func Default() Config {
	return Config{
		Network: model.Spec{Channels: 32, Blocks: 4, ValueChannels: 4, ValueHidden: 64},
		SelfPlay: SelfPlayConfig{
			GamesInFlight: 64, Cache: 16384,
			Simulations: 64, SimulationsFirst: 16, SimulationsRamp: .5,
			FastSimulations: 12, FullSearchShare: .25, // share: KataGo
			OpeningPliesMax: 8, OpeningRandomShare: .1,
			Temperature: 1, TemperatureEnd: .2, TemperatureHalfLife: 8,
			NoiseWeight: .25, NoiseConcentration: 10, RootTemperature: 1.1, // KataGo selfplay1.cfg
			CPuct: 1.1, FPU: .2, MarginWeight: .1,
			WipeOutPlies: 3, SolveEmpties: 8, TreeReuse: true,
		},
		Replay: ReplayConfig{WindowMinRows: 60000, WindowMaxRows: 2000000, WindowGrowth: .4, WindowExponent: .65, SegmentGames: 1000},
		Learner: LearnerConfig{
			Batch: 128, Reuse: 2, FastRows: true,
			LearnRate: 1e-3, LearnRateFinal: 5e-5, WarmupSteps: 100,
			WeightDecay: 1e-4, ClipNorm: 1, EMA: .99,
			ValueWeight: 1, OwnershipWeight: .15, MarginWeight: .02, // the two auxiliary weights: KataGo
			ValueMix: .5, ValueMixRamp: .15,
		},
		Run: RunConfig{Iterations: 80, GamesPerIteration: 256, Seed: 1, CheckpointEvery: 8, EvaluateEvery: 8, KeepCheckpoints: 10},
		Evaluation: EvaluationConfig{
			Games: 200, Simulations: 64, Players: []string{"random", "greedy", "positional", "mcts:200", "alphabeta:2", "alphabeta:4"},
			JudgeGames: 40, JudgeSimulations: 32, JudgePlayers: []string{"alphabeta:2", "alphabeta:4"},
		},
		Name: "quick",
	}
}
