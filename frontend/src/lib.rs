//! ESSL to the intermediate representation.
//!
//! ```text
//! text -> lex, preprocess -> parse (syntax) -> check (typed) -> canonical text -> naga -> lower -> ir::Shader
//! ```
//!
//! Every error of the language is found before naga sees anything; an error of naga on the canonical
//! text is a defect of this crate.

#![forbid(unsafe_code)]

pub mod canonical;
pub mod check;
mod compile;
mod crossref;
mod dialect;
pub mod extension;
mod foreign;
pub mod intern;
pub mod lex;
mod lower;
mod naga_in;
pub mod parse;
pub mod preprocess;
mod request;
mod sorted;
mod spirv;
pub mod syntax;
pub mod typed;
mod wgsl;

#[cfg(feature = "module-text")]
pub use compile::naga_text;
pub use compile::{
    Linkable, canonical_text, compile, compile_linkable, compile_meaning, compile_with_locals,
    lower_program,
};
pub use crossref::CrossReferences;
pub use dialect::{Dialect, Family};
pub use request::{Request, checked, cross_references, preprocessed_text, stage};
pub use spirv::{is_spirv, spirv_text};
pub use wgsl::{compile_spirv, compile_spirv_located, compile_wgsl, compile_wgsl_located};
#[cfg(feature = "module-text")]
pub use wgsl::{spirv_naga_text, wgsl_naga_text};
