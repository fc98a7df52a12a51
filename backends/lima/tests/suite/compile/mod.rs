//! Shaders compiled, proved, simulated and compared with the reference interpreter.

mod common;
mod random;
mod shaders;
