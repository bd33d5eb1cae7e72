// Package report shows a training run to people and keeps its figures: it
// implements train.Observer.
//
// [New] makes the report of a run, which has two parts that can be used alone:
//
//   - [Progress] writes to a terminal or a log: a bar for the games and the steps
//     of an iteration if there is somebody to see it move, a line of text when an
//     iteration, a judgement or a checkpoint is done, and warnings with their
//     remedy. Without a terminal a slow iteration gives a line every 30 seconds.
//   - [Metrics] appends to metrics.jsonl (every kind of event) and metrics.csv
//     (one line an iteration, with its rating where it was judged) in the run's
//     directory. When a run is resumed, the
//     lines of iterations that were not complete are taken out, so each iteration
//     stands there once.
//
// Training itself reads no clock; the rates in both parts are taken here.
//
// [ReadCurve] takes the ratings of a run from these files and [WriteCurve] draws
// them.
package report
