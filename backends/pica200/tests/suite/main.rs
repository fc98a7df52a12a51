//! The tests of the PICA200 backend, in one program, which is linked once:
//! `cargo test -p retroshade-pica200 --test suite assembly` runs a part.

mod assembly;
mod compile;
mod fallback;
mod foreign;
mod fragment_rules;
mod fragment_vectors;
mod messages;
mod numbers;
mod outputs;
mod passes;
mod random;
mod repeated;
mod rules;
mod simulator;
mod truth;
mod vectors;
