//! Instructions to slots: which unit each goes to, and which of them are one operation with two
//! destinations.

use crate::encode::{Conflict, check};
use crate::isa::{Ilu, Mac, PAIRED_TEMPORARY};
use crate::program::{Operand, Slot, Target, Unit, Write};
use retroshade_diagnostics::{Diagnostic, Span, codes};

/// What an instruction does; `mov` is an operation of both units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Mov,
    Mac(Mac),
    Ilu(Ilu),
}

/// Where an instruction's result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Temporary(Write<u8>),
    Output(Write<Target>),
    Address,
    /// `_`: nowhere; a dead operation keeps its place.
    Nowhere,
}

/// One instruction of the text.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    pub(super) operation: Operation,
    pub(super) destination: Destination,
    pub(super) operands: Vec<Operand>,
    pub(super) span: Span,
}

/// One or two instructions that are one operation.
#[derive(Clone, Debug)]
struct Fused {
    operation: Operation,
    operands: Vec<Operand>,
    temporary: Option<Write<u8>>,
    output: Option<Write<Target>>,
    span: Span,
}

impl Fused {
    fn of(instruction: &Instruction) -> Fused {
        let mut fused = Fused {
            operation: instruction.operation,
            operands: instruction.operands.clone(),
            temporary: None,
            output: None,
            span: instruction.span,
        };
        match instruction.destination {
            Destination::Temporary(write) => fused.temporary = Some(write),
            Destination::Output(write) => fused.output = Some(write),
            Destination::Address | Destination::Nowhere => {}
        }
        fused
    }

    /// Takes an instruction in, if it is the same operation and the destination is free.
    fn absorb(&mut self, other: &Instruction) -> bool {
        if self.operation != other.operation || self.operands != other.operands {
            return false;
        }
        match other.destination {
            Destination::Temporary(write) if self.temporary.is_none() && self.output.is_some() => {
                self.temporary = Some(write);
            }
            Destination::Output(write) if self.output.is_none() && self.temporary.is_some() => {
                self.output = Some(write);
            }
            _ => return false,
        }
        true
    }

    fn mac(&self, op: Mac) -> Unit<Mac> {
        Unit {
            temporary: self.temporary,
            output: self.output,
            ..Unit::new(op, &self.operands)
        }
    }

    fn ilu(&self, op: Ilu) -> Unit<Ilu> {
        Unit {
            temporary: self.temporary,
            output: self.output,
            ..Unit::new(op, &self.operands)
        }
    }

    /// Of two MOVs, the one to a temporary other than r1 belongs to the vector unit.
    fn prefers_mac(&self) -> bool {
        self.temporary
            .is_some_and(|write| write.to != PAIRED_TEMPORARY)
    }

    fn prefers_ilu(&self) -> bool {
        self.temporary
            .is_some_and(|write| write.to == PAIRED_TEMPORARY)
    }
}

fn conflict(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(codes::assembler::SLOT, message).at(span, "this does not fit the slot")
}

/// Makes a slot of the instructions that `+` joins.
pub(super) fn slot(instructions: &[Instruction]) -> Result<Slot, Diagnostic> {
    let mut units: Vec<Fused> = Vec::new();
    for instruction in instructions {
        if !units.iter_mut().any(|unit| unit.absorb(instruction)) {
            units.push(Fused::of(instruction));
        }
    }
    let mut slot = Slot::default();
    let mut moves: Vec<&Fused> = Vec::new();
    for unit in &units {
        let free = match unit.operation {
            Operation::Mov => {
                moves.push(unit);
                true
            }
            Operation::Mac(op) => slot.mac.replace(unit.mac(op)).is_none(),
            Operation::Ilu(op) => slot.ilu.replace(unit.ilu(op)).is_none(),
        };
        if !free {
            return Err(same_unit(&units, unit));
        }
    }
    if let [first, second] = moves[..]
        && (second.prefers_mac() && !first.prefers_mac()
            || first.prefers_ilu() && !second.prefers_ilu())
    {
        moves.swap(0, 1);
    }
    for unit in moves {
        if slot.mac.is_none() {
            slot.mac = Some(unit.mac(Mac::Mov));
        } else if slot.ilu.is_none() {
            slot.ilu = Some(unit.ilu(Ilu::Mov));
        } else {
            return Err(conflict(
                unit.span,
                "a slot has one vector and one scalar operation; no unit is left for this one",
            ));
        }
    }
    match check(&slot) {
        Ok(()) => Ok(slot),
        Err(reason) => Err(explain(reason, instructions)),
    }
}

fn same_unit(units: &[Fused], unit: &Fused) -> Diagnostic {
    let (which, message) = match unit.operation {
        Operation::Ilu(_) => ("scalar", "a slot has one scalar operation"),
        _ => ("vector", "a slot has one vector operation"),
    };
    let twin = units.iter().any(|other| {
        !std::ptr::eq(other, unit)
            && other.operation == unit.operation
            && other.operands == unit.operands
    });
    let diagnostic = conflict(unit.span, message);
    if twin {
        diagnostic.with_help(format!(
            "one {which} operation can write a temporary and an output, but not two of a kind"
        ))
    } else {
        diagnostic.with_help("two instructions with the same operands, one to a temporary and one to an output, are one operation")
    }
}

fn explain(reason: Conflict, instructions: &[Instruction]) -> Diagnostic {
    let first = instructions.first().map_or(Span::NONE, |i| i.span);
    let span = instructions.iter().fold(first, |span, i| span.to(i.span));
    let diagnostic = conflict(span, reason.to_string());
    match reason {
        Conflict::Attributes(..) | Conflict::Constants(..) => {
            diagnostic.with_help("copy one of them to a temporary in an earlier slot")
        }
        Conflict::PairedTemporary(_) => diagnostic.with_help("write r1, or use a slot of its own"),
        Conflict::Outputs => diagnostic.with_help("write the other one in a slot of its own"),
        _ => diagnostic,
    }
}
