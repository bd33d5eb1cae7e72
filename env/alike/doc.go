// Package alike has the elementary functions that self-play and learning use,
// with the same bits on every processor.
//
// Go promises that of + - * / and math.Sqrt, which IEEE 754 rounds to the
// nearest number. It does not of the functions in package math: Exp is in
// assembly for some processors, with instructions that not all of them have, and
// in x*y + z the compiler may leave out the rounding of the product. A
// difference in the last bit of one weight becomes another game, then another
// network. Here everything is made of the four operations, integers and numbers
// rounded to the nearest, and every product that a sum follows is rounded by an
// explicit conversion, which the compiler must obey.
//
// [Exp], [Log] and [Tanh] are at most one unit in the last place off the true
// value; [Pow] and [CosPi] say how far they are. All are about as fast as their
// namesakes in package math.
//
// [Exponential] and [Normal] take the place of the methods of [rand.Rand], which
// now and then ask package math.
//
//	alike.Exp(1) // 2.718281828459045 everywhere
package alike
