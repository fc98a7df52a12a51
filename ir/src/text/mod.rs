//! The printed form of a shader, for people and for tests. [`print`](fn@print) and [`parse`] are inverses.
//!
//! ```text
//! shader fragment "brick.frag"
//! input in0 "vUv" vec2 precision=mediump
//! uniform uniform0 "uBones" mat4[20]
//! sampler sampler0 "uMap" d2
//! output out0 "gl_FragColor" vec4 builtin=frag_color
//! array array0 "weights" f1[8]
//! body {
//!   %0:f2 = input in0[0] ; vUv
//!   %1:f4 = texture sampler0[0] %0 bias %0.x ; uMap
//!   %2:f1 = const 0.5
//!   %3:b1 = lt %1.w, %2
//!   %4:f4 = if %3 {
//!     yield %1
//!   } else {
//!     %5:f4 = mul %1, %2.xxxx
//!     yield %5
//!   }
//!   %6:f1 = loop (%7:f1 = %2, %8:f1 = %0.x) {
//!     …
//!     continue %9, %8
//!   }
//!   yield %4.xyww
//! }
//! ```
//!
//! * A vertex shader whose language has another range of z than OpenGL's says so behind its name:
//!   `shader vertex "cube.wgsl" clip_depth=zero_to_w`.
//! * A geometry shader says how many vertices it takes and makes at most:
//!   `shader geometry "sprites.geom" vertices=1 max_vertices=4`.
//! * Values are numbered in the order of the text, whatever they are called in memory; entities that
//!   nothing lists any more do not appear. `%3` alone reads all lanes in order, `%3.zyx` those lanes.
//! * A result states its type: `f`, `i` or `b` and the number of lanes.
//! * Floats have the fewest digits that read back to the same bits; a NaN shows its bits:
//!   `nan_7fc00000`.
//! * `;` begins a comment that lasts to the end of the line.
//! * `@file:start:end` at the end of a declaration or instruction is its place in the source; only
//!   [`print_with_spans`] writes it.

mod lex;
mod parse;
mod print;

pub use lex::number_length;
pub use parse::parse;
pub use print::{print, print_with_spans};

/// Regions that may be nested in the body of a text: room for what lowering makes of many early
/// returns one after the other.
pub const NESTING: usize = 4096;

/// The largest length of an array in a text.
pub const ARRAY_LENGTH: u32 = 1 << 16;

#[cfg(test)]
mod tests;
