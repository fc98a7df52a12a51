//! Programs as text, which parses back. `docs/machine-ir.md` has the grammar.

mod parse;
mod print;

pub use parse::parse;

#[cfg(test)]
mod tests;
