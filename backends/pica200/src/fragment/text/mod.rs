//! The assembly language of set-ups: one line for each stage.
//!
//! ```text
//! units unit0, unit2 texcoord1
//! stage0 rgb = tex0 * color; a = tex0.a; store rgb
//! stage1 rgb = mix(prev, const, const.a) x2; a = 1 - tex2.g; const #ff8000ff
//! alphatest a >= 128
//! ```

mod parse;
mod print;

pub use parse::parse;
pub use print::print;
