//! The tests of the AGAL backend, in one program, which is linked once:
//! `cargo test -p retroshade-agal --test suite compile` runs a part.

mod compile;
mod passes;
mod rules;
mod sim;
mod text;
mod vectors;
