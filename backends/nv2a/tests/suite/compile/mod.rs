//! Compiling shaders in the printed form, and running what comes out.

mod accuracy;
mod common;
mod formats;
mod interface;
mod limits;
mod liveness;
mod random;
mod shaders;
