//! Compiling shaders in the printed form, and running what comes out.

mod common;
mod conditionals;
mod openfl;
mod products;
mod random;
mod refusals;
mod samplers;
mod shaders;
