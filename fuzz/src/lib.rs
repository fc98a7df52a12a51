//! Random programs in ESSL, run on every target and judged by the reference interpreter.
//!
//! ```text
//! bounds     between which numbers a value lies, and how many bits it has
//! text       programs as trees of text, which print and shrink
//! generate   programs with data to run them on
//! inputs     what reads input, given any bytes
//! judge      one program against the interpreter, at each level of each target
//! driver     a driver of OpenGL ES against the interpreter
//! shrink     a failing program made small
//! mappable   fragment shaders for machines without fragment programs
//! variants   rewritings of shaders that change no result
//! faults     single faults in the assembly of programs, which the prover has to notice
//! interface  data for any shader's interface
//! ```
//!
//! `ir::generate` makes shaders of the representation, for tests of passes and of single backends. This
//! crate writes source text instead and takes it through the whole compiler, so that it meets what the
//! frontend makes of matrices, arrays, functions, uninitialised variables and dead code.
//!
//! **Numbers are exact.** Every input, uniform, literal and texel is a small multiple of a power of two,
//! and the generator keeps [`bounds`] of each value, so that no operation rounds in 32-bit floats, in
//! whatever order a compiler takes sums and products. Any difference is then a miscompilation, however
//! small, and comparisons may decide anything. Functions that round (`sin`, `normalize`, division by
//! 3.0, ...) stand in some programs only, and only where what they give goes straight to an output, which
//! is then compared with a tolerance.
//!
//! **Literals, uniforms and matrices come from small pools**, so that an expression names the same one
//! again and again: sharing, factoring and merging of constants only happen then.
//!
//! **What is undefined is written, but judged soundly.** A variable without a value prints as such in the
//! program that is compiled. The interpreter runs the program several times, with equal and with different
//! numbers in these variables; only components on which all runs agree are compared.
//!
//! **Failures shrink** as trees: statements go, blocks become their contents, expressions become one of
//! their parts or a literal, as long as the program still fails in the same way.
//!
//! A seed always gives the same program. The command is `cargo run --release -p retroshade-fuzz -- --help`.

#![forbid(unsafe_code)]

pub mod bounds;
pub mod driver;
pub mod faults;
pub mod generate;
pub mod inputs;
pub mod judge;
pub mod mappable;
pub mod shrink;
pub mod text;
pub mod variants;

pub use generate::{Knobs, Pair, Sample, pair, sample};
pub use judge::{Failure, Judge, Kind, PairJudge, Verdict};
pub use shrink::shrink;
