//! The compiler in a WebAssembly module: [`compile`] for programs, [`explore`] for the page of the explorer.
//!
//! Texts go in and out, most of them JSON, so that both sides of the border are as few lines as can be. `dist/npm` has what
//! people of JavaScript call instead.

#![forbid(unsafe_code)]

mod compile;

pub use compile::{Compilation, compile};
use retroshade::explore::Explorer;
use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a question of the explorer's page, as its server does: JSON in, JSON out; `undefined` where there is no
/// question of this name.
#[wasm_bindgen]
pub fn explore(name: &str, question: &str) -> Option<String> {
    Explorer::default().answer(name, question.as_bytes())
}

/// The version of the compiler.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The names of the targets, in the order in which they are listed to people.
#[wasm_bindgen]
pub fn targets() -> Vec<String> {
    let targets = retroshade::targets().iter();
    targets.map(|target| target.name().to_owned()).collect()
}

/// The message of the panic that this module ended with; it answers nothing any more.
#[wasm_bindgen]
pub fn heard() -> Option<String> {
    retroshade_ir::deep::heard()
}
