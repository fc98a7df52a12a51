//! Passes over selected code, by their names. The graph of the vertex processor is scalar and its scheduler places
//! and routes at once, so it has a representation and a text of its own rather than the machine IR.

use super::code::{Code, End, From, NodeId, Read};
use super::factor_products::factor_products;
use super::select::literals;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::pass::{self, Seen, Unit};

/// The first address of literals in uniform memory.
#[derive(Clone, Copy, Debug)]
pub struct Literals(pub u32);

/// A pass over selected code.
pub type Pass = pass::Pass<Code, Literals>;

retroshade_kit::passes! {
    /// Products that share two factors.
    FACTOR_PRODUCTS "factor_products" Rounding = |code, _| Ok(factor_products(code));
    /// Literals get places in uniform memory.
    PLACE_LITERALS "place_literals" Exact = |code, Literals(first)| {
        literals::place(code, *first)?;
        Ok(true)
    };
}

impl Unit for Code {
    fn verify_after(&self, pass: &str) -> Result<(), Diagnostic> {
        for (number, block) in self.blocks.iter() {
            for (id, node) in block.nodes.iter() {
                if !node.reads.iter().all(|read| comes_before(*read, id)) {
                    let message = format!("{id} of {number} reads what comes behind it");
                    return Err(Diagnostic::bug(pass, message).at(node.span, "here"));
                }
            }
            if let End::Branch(read, target) = &block.end {
                let is_known = comes_before(*read, NodeId::new(block.nodes.len()));
                if !is_known || target.index() > self.blocks.len() {
                    let message =
                        format!("{number} ends in a branch on what is not there, or to nowhere");
                    return Err(Diagnostic::bug(pass, message));
                }
            }
        }
        Ok(())
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Machine(self)
    }
}

fn comes_before(read: Read, id: NodeId) -> bool {
    From::node(read.from).is_none_or(|other| other < id)
}
