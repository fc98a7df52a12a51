//! The rules of Cg where they are not those of ESSL 3.00, in terms of which a program in Cg is checked.
//!
//! ```text
//! types        `floatRxC` is a matrix of R columns: its columns are Cg's rows (`lex/cg.rs`), so that `m[i]`, constructors
//!              and registers keep their order, and products exchange their factors
//! conversions  what changes type by itself: kinds, scalars to vectors, vectors and matrices cut to smaller ones
//! operators    component by component, matrices and comparisons included; `?:` with a vector
//! parts        `_m01`, `_11`, components of scalars, lists as initialisers
//! functions    `mul`, `lerp`, `tex2D`, ... as built-in functions of ESSL or expressions of them
//! semantics    what `POSITION` or `TEXCOORD3` is at each border of each stage
//! registers    `: C4` and `: TEXUNIT0` of uniforms
//! entry        the function at which the machine begins, around the program's `main`: its parameters and result as
//!              attributes, varyings, uniforms and outputs
//! ```
//!
//! `half` and `fixed` are floats. What has a semantic is named after it, in all shaders alike, so that the names of both shaders of a
//! pair agree whatever their variables are called.

mod casts;
mod clip;
mod conversions;
mod entry;
mod functions;
mod lookups;
mod operators;
mod parts;
mod registers;
mod semantics;
mod spelling;

pub(super) use conversions::{convert, converts};
pub(super) use entry::Entry;
pub(super) use functions::translation;
pub(crate) use functions::{form, names};
pub(super) use spelling::spell_base;
