// Package tui is the board in the terminal: Othello against a network, between
// two people, or a network against itself, on the whole screen.
//
// # The parts
//
// [Model] is the game with everything around it, and follows The Elm
// Architecture of Bubble Tea: Update takes a message (a key, a click, pasted
// text, the answer of an engine, the tick of a clock) and changes the model, View
// draws it and changes nothing. Neither reads a file, waits for anything or
// starts a goroutine. What takes time is a command: thinking, saving, loading.
// [Run] puts the model on a terminal, and waits for every command before it
// returns.
//
// # The engine
//
// An [Engine] judges one position. What it ought to do now follows from the
// state of the game alone (see task): move for the computer, else judge the
// position on the screen, else one of the game that has no evaluation yet. After
// every message the model compares this with what the engine is doing, and
// cancels or starts. Answers carry the number of their task; those of a task
// that has been cancelled are not looked at. So undo, a new game or another
// strength need not know whether anybody is thinking.
//
// # The game
//
// Positions and moves are those of package env, the live game an [env.Game].
// Undo goes back to where a person can choose again, through passes and answers
// of the computer, and redo is its exact reverse. What is on the screen may be an
// earlier position than the last: looking back never changes the game.
//
// Evaluations are kept by position, seen from Black, so that they survive undo
// and redo.
//
// # Files
//
// [Save] and [LoadGame] know all formats of package record. [Kept] remembers which
// file has the moves of which game: what [Run] returns are those that none has,
// of all games that were played, with the moves that could be played again. A
// file of positions has none.
//
// # The clock
//
// With a [Control] each side has so much time for the game and an increment for
// each move. It starts with the first move; who has no time left has lost.
// Times are kept for every ply, so that undo gives back the time too.
//
// # The screen
//
// View draws cells on a canvas of exactly the size of the window. Boards of four
// sizes exist, and the largest that leaves room for the panel is taken. Without
// colours discs are the letters X and O, brackets mark the last move, and nothing
// is lost; so they are, beside the colours, where a terminal has but 16 of them or
// is not known. In a locale without UTF-8 all is ASCII.
package tui
