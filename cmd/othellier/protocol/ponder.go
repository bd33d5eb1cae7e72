package protocol

import (
	"context"

	"othellier/env"
)

// pondering is the engine at work while the other side thinks.
type pondering struct {
	position env.Position
	cancel   context.CancelFunc
	done     chan struct{}
	err      error // of the engine; set before done is closed
}

// ponder has the engine think about the position, if the last move of the game
// is its own and there is one to come, and has it stop thinking about any other.
// It waits for nothing: an engine that is told to stop may have to wait for a
// processor, and that is no reason to leave the client without an answer.
func (s *gtp) ponder(ctx context.Context) {
	engine, can := s.Engine.(Ponderer)
	p := s.game.Position()
	due := can && s.Ponder && s.own && !s.Rules.Over(p)
	last := s.pondered
	if last != nil {
		if due && last.position == p {
			return
		}
		last.cancel()
	}
	if !due {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	now := &pondering{position: p, cancel: cancel, done: make(chan struct{})}
	s.pondered = now
	go func() {
		defer close(now.done)
		if last != nil {
			<-last.done
			if now.err = last.err; now.err != nil {
				return
			}
		}
		if ctx.Err() == nil {
			now.err = engine.Ponder(ctx, p)
		}
	}()
}

// rest stops the pondering and waits for its end, so that the engine is free. Its
// error is the engine's.
func (s *gtp) rest() error {
	if s.pondered == nil {
		return nil
	}
	s.pondered.cancel()
	<-s.pondered.done
	err := s.pondered.err
	s.pondered = nil
	if err != nil {
		s.own = false // it is told once, and not tried again
	}
	return err
}
