//! The fragment side of the NV2A: four texture stages, up to eight general combiners, a final one, the alpha test.
//!
//! ```text
//! isa        a set-up as method words, and what their fields say
//! container  `rc`: pairs of method and word
//! definition `D3DPIXELSHADERDEF`, as games have it
//! text       TS1.0 and RC1.0, in and out
//! execute    what combiners do, in any arithmetic
//! lookups    what texture stages do, in exact numbers
//! sim        runs a set-up on samples, in both arithmetics that are known
//! check      rules that a set-up can break
//! state      what it sets of the state that outlives a draw
//! interface  what brings data to it
//! textures   runs the texture stages
//! fog        the register of the fog
//! target     what the rest of the compiler sees of set-ups
//! fragments  the processor of fragments, as the combiners' crate makes it of a set-up
//! ```

pub mod check;
pub mod container;
mod definition;
mod error;
pub mod execute;
mod fog;
mod fragments;
pub(crate) mod generate;
pub(crate) mod inl;
pub(crate) mod interface;
pub mod isa;
pub mod lookups;
mod select;
pub mod sim;
pub mod state;
pub(crate) mod target;
pub mod text;
mod textures;
mod units;
