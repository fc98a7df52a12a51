//! The tests of the NV2A backend, in one program, which is linked once:
//! `cargo test -p retroshade-nv2a --test suite assembler` runs a part.

mod assembler;
mod checker;
mod common;
mod compile;
mod fragment_definition;
mod fragment_rules;
mod fragment_state;
mod fragment_texts;
mod fragment_textures;
mod fragment_vectors;
mod messages;
mod numbers;
mod passes;
mod recordings;
mod simulator;
mod xdk;
