//! The tests of the lima backend, in one program, which is linked once:
//! `cargo test -p retroshade-lima --test suite compile` runs a part.

mod compile;
mod differences;
mod gp_simulator;
mod messages;
mod passes;
mod pp_compile;
mod pp_vectors;
mod raw_texts;
mod recordings;
mod vectors;
