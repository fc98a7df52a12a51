//! Macros of Direct3D: products with a matrix, and the fraction.

use super::{Parser, operand, placed};
use crate::isa::{CONSTANTS, Ilu, Mac, Mask, POSITION_VIEW, TEMPORARIES, XYZW};
use crate::program::{Operand, Register, Target, Write};
use crate::text::group::{Destination, Instruction, Operation, slot};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::text::error;

/// A product of a vector with rows that follow each other: `m4x3` is three inner products of four lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Matrix {
    lanes: Mac,
    rows: u8,
}

impl Matrix {
    pub(super) fn named(name: &str) -> Option<Matrix> {
        let (lanes, rows) = match name {
            "m4x4" => (Mac::Dp4, 4),
            "m4x3" => (Mac::Dp4, 3),
            "m3x4" => (Mac::Dp3, 4),
            "m3x3" => (Mac::Dp3, 3),
            "m3x2" => (Mac::Dp3, 2),
            _ => return None,
        };
        Some(Matrix { lanes, rows })
    }
}

impl Parser<'_, '_> {
    fn push(
        &mut self,
        operation: Operation,
        destination: Destination,
        operands: Vec<Operand>,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let made = slot(&[Instruction {
            operation,
            destination,
            operands,
            span,
        }])?;
        self.slots.push(placed(made, span));
        Ok(())
    }

    /// `m4x4 d, s, c`: an inner product with c for x, with the next register for y, and so on.
    pub(super) fn matrix(&mut self, matrix: Matrix, start: Span) -> Result<(), Diagnostic> {
        let to = operand::destination(&mut self.cursor)?;
        self.cursor.punct(',')?;
        let (from, _) = operand::operand(&mut self.cursor)?;
        self.cursor.punct(',')?;
        let (first, _) = operand::operand(&mut self.cursor)?;
        let span = start.to(self.cursor.last_span());
        let made: Mask = XYZW >> (4 - matrix.rows);
        let mask = match mask_of(to) {
            Some(XYZW) => made,
            Some(mask) if mask & !made == 0 => mask,
            _ => {
                let message = format!("this macro makes {} lanes", matrix.rows);
                return Err(error(span, message, "another destination"));
            }
        };
        if overlaps(to, from.register) {
            let message = "the macro writes what it still reads";
            return Err(error(
                span,
                message,
                "source and destination are the same register",
            ));
        }
        for lane in (0..4u8).filter(|lane| mask >> lane & 1 == 1) {
            let register = row(first.register, lane).ok_or_else(|| {
                error(
                    span,
                    "the rows go beyond the last register",
                    "not so many follow",
                )
            })?;
            let row = Operand { register, ..first };
            let operation = Operation::Mac(matrix.lanes);
            self.push(operation, masked(to, 1 << lane), vec![from, row], span)?;
        }
        Ok(())
    }

    /// `frc d.y, s` and `frc d.xy, s`: the chip has the fraction as y of EXP.
    pub(super) fn fraction(&mut self, start: Span) -> Result<(), Diagnostic> {
        let to = operand::destination(&mut self.cursor)?;
        self.cursor.punct(',')?;
        let (from, _) = operand::operand(&mut self.cursor)?;
        let span = start.to(self.cursor.last_span());
        let lanes = from.swizzle.lanes();
        let of = |lane: usize| Operand {
            swizzle: Swizzle::splat(lanes.get(lane).copied().unwrap_or(0)),
            ..from
        };
        let exp = Operation::Ilu(Ilu::Expp);
        match (mask_of(to), to) {
            (Some(0b0010), _) => self.push(exp, masked(to, 0b0010), vec![of(1)], span),
            (Some(0b0011), Destination::Temporary(write)) if !overlaps(to, from.register) => {
                let result = Operand {
                    swizzle: Swizzle::splat(1),
                    ..Operand::new(Register::Temporary(write.to))
                };
                self.push(exp, masked(to, 0b0010), vec![of(0)], span)?;
                self.push(Operation::Mov, masked(to, 0b0001), vec![result], span)?;
                self.push(exp, masked(to, 0b0010), vec![of(1)], span)
            }
            (Some(0b0011), _) => {
                let message = "`frc` of two lanes needs another temporary as its destination";
                Err(error(span, message, "an output, or its own source"))
            }
            _ => Err(error(span, "`frc` writes `.y` or `.xy`", "other lanes")),
        }
    }
}

/// The lanes of a destination; `None` for a0.
fn mask_of(to: Destination) -> Option<Mask> {
    match to {
        Destination::Temporary(write) => Some(write.mask),
        Destination::Output(write) => Some(write.mask),
        Destination::Address | Destination::Nowhere => None,
    }
}

fn masked(to: Destination, mask: Mask) -> Destination {
    match to {
        Destination::Temporary(write) => Destination::Temporary(Write { mask, ..write }),
        Destination::Output(write) => Destination::Output(Write { mask, ..write }),
        other => other,
    }
}

/// True if a write to a destination changes a register.
fn overlaps(to: Destination, register: Register) -> bool {
    match (to, register) {
        (Destination::Temporary(write), Register::Temporary(index)) => write.to == index,
        (Destination::Output(write), Register::Temporary(POSITION_VIEW)) => {
            write.to == Target::Output(0)
        }
        _ => false,
    }
}

/// The register so many behind another one.
fn row(first: Register, offset: u8) -> Option<Register> {
    let below = |index: u8, count: u32| {
        let index = index.checked_add(offset)?;
        (u32::from(index) < count).then_some(index)
    };
    match first {
        Register::Constant(index) => below(index, CONSTANTS).map(Register::Constant),
        Register::Relative(index) => below(index, CONSTANTS).map(Register::Relative),
        Register::Attribute(index) => below(index, 16).map(Register::Attribute),
        Register::Temporary(index) => below(index, TEMPORARIES.into()).map(Register::Temporary),
    }
}
