//! Appends instructions to a program while the shader is lowered.

use crate::isa::{Ilu, Mac};
use crate::machine::{Operation, Program};
use retroshade_diagnostics::Span;
use retroshade_kit::mir::LaneRef;

/// A program that grows.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) program: Program,
}

impl Builder {
    /// Adds an instruction and gives its results.
    pub(super) fn add(
        &mut self,
        operation: Operation,
        operands: Vec<Vec<LaneRef>>,
        span: Span,
    ) -> Vec<LaneRef> {
        let operands = operands
            .into_iter()
            .map(|lanes| lanes.into_iter().collect());
        let id = self.program.append(operation, operands, span);
        self.program.results(id).collect()
    }

    /// Adds a vector operation.
    pub(super) fn mac(&mut self, op: Mac, operands: Vec<Vec<LaneRef>>, span: Span) -> Vec<LaneRef> {
        self.add(Operation::Mac(op), operands, span)
    }

    /// Adds a scalar operation on one lane and gives all its results.
    pub(super) fn ilu_lanes(&mut self, op: Ilu, operand: LaneRef, span: Span) -> Vec<LaneRef> {
        self.add(Operation::Ilu(op), vec![vec![operand]], span)
    }
}
