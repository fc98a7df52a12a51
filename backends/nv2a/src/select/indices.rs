//! Indices of uniform arrays: a value of a0 for each that differs in more than a constant. What is
//! added to an index goes into the constant register that the slot names.

use super::build::Builder;
use super::math::FRACTION;
use crate::isa::{CONSTANTS, Ilu, Mac};
use crate::machine::{Operation, Program};
use indexmap::IndexMap;
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntityRef;
use retroshade_kit::mir::{Address, AddressId, LaneRef, OpId};

/// Values of a0 made so far.
#[derive(Default)]
pub(super) struct Indices {
    /// By index and by registers an element.
    known: IndexMap<(LaneRef, u32), AddressId>,
    /// Products by their factors, of all instructions up to `seen`.
    products: IndexMap<[LaneRef; 2], LaneRef>,
    seen: usize,
}

impl Indices {
    /// The value of a0 and the constant register for reading `stride * lane` registers behind
    /// `register`.
    pub(super) fn address(
        &mut self,
        builder: &mut Builder,
        lane: LaneRef,
        register: u8,
        stride: u32,
        span: Span,
    ) -> (AddressId, u8) {
        let (lane, register) = self.without_offset(builder, lane, register, stride);
        let known = self.known.get(&(lane, stride)).copied();
        let address = known.unwrap_or_else(|| {
            let scaled = if stride == 1 {
                without_floor(&builder.program, lane)
            } else {
                let factor = LaneRef::literal(stride as f32);
                let product = builder.mac(Mac::Mul, vec![vec![lane], vec![factor]], span);
                product.first().copied().unwrap_or(lane)
            };
            let index = scaled;
            builder.program.addresses.push(Address { index, span })
        });
        self.known.insert((lane, stride), address);
        (address, register)
    }

    /// Takes constant terms off an index as long as the register they lead to exists. An index is a
    /// whole number, so the floor of ARL does not mind.
    fn without_offset(
        &mut self,
        builder: &mut Builder,
        lane: LaneRef,
        register: u8,
        stride: u32,
    ) -> (LaneRef, u8) {
        let (mut lane, mut register) = (lane, register);
        // Each step goes to an operand, and so to an earlier instruction, or to a product of two.
        while let Some((rest, offset)) = self.split(builder, lane) {
            let moved = i64::from(register) + i64::from(offset) * i64::from(stride);
            let Some(moved) = u8::try_from(moved)
                .ok()
                .filter(|moved| u32::from(*moved) < CONSTANTS)
            else {
                break;
            };
            (lane, register) = (rest, moved);
        }
        (lane, register)
    }

    /// The term of a sum that varies, and the one that does not.
    fn split(&mut self, builder: &mut Builder, lane: LaneRef) -> Option<(LaneRef, i32)> {
        let (id, result) = builder.program.def(lane).filter(|_| !lane.negate)?;
        let op = &builder.program.ops[id];
        let term = |number: usize| op.source(number, result);
        match op.code {
            Operation::Mac(Mac::Add) => {
                let (a, b) = (term(0)?, term(1)?);
                match (whole(a), whole(b)) {
                    (_, Some(offset)) => Some((a, offset)),
                    (Some(offset), _) => Some((b, offset)),
                    (None, None) => None,
                }
            }
            Operation::Mac(Mac::Mad) => {
                let offset = whole(term(2)?)?;
                let factors = [term(0)?, term(1)?];
                Some((self.product(builder, id, factors)?, offset))
            }
            _ => None,
        }
    }

    /// The product of two factors: one that the shader has anyway, or one for all lanes of the
    /// multiply-add that they are from.
    fn product(
        &mut self,
        builder: &mut Builder,
        sum: OpId,
        factors: [LaneRef; 2],
    ) -> Option<LaneRef> {
        self.note_products(&builder.program);
        if let Some(known) = self.products.get(&sorted(factors)) {
            return Some(*known);
        }
        let op = &builder.program.ops[sum];
        let factors_of_all = op.operands.get(..2)?.iter().map(|lanes| lanes.to_vec());
        let (operands, span) = (factors_of_all.collect(), op.span);
        builder.mac(Mac::Mul, operands, span);
        self.note_products(&builder.program);
        self.products.get(&sorted(factors)).copied()
    }

    fn note_products(&mut self, program: &Program) {
        for (id, op) in program.ops.iter().skip(self.seen) {
            self.seen = id.index() + 1;
            let (Operation::Mac(Mac::Mul), [a, b]) = (op.code, op.operands.as_slice()) else {
                continue;
            };
            for (product, factors) in program.results(id).zip(a.iter().zip(b)) {
                let factors = sorted([*factors.0, *factors.1]);
                self.products.entry(factors).or_insert(product);
            }
        }
    }
}

/// What a lane is the floor of, which ARL takes by itself: x less the fraction of x.
fn without_floor(program: &Program, lane: LaneRef) -> LaneRef {
    let found = || {
        let (id, result) = program.def(lane).filter(|_| !lane.negate)?;
        let op = &program.ops[id];
        let (whole, rest) = (op.source(0, result)?, op.source(1, result)?);
        let (id, result) = program.def(rest)?;
        let fraction = &program.ops[id];
        let fits = op.code == Operation::Mac(Mac::Add)
            && fraction.code == Operation::Ilu(Ilu::Expp)
            && (usize::from(result), rest.negate) == (FRACTION, true)
            && fraction.source(0, 0) == Some(whole);
        fits.then_some(whole)
    };
    found().unwrap_or(lane)
}

fn sorted(mut factors: [LaneRef; 2]) -> [LaneRef; 2] {
    factors.sort_unstable();
    factors
}

/// A literal that is a whole number small enough to lead from a constant register to another.
fn whole(lane: LaneRef) -> Option<i32> {
    let value = f32::from_bits(lane.as_literal()?);
    let near = value.abs() < CONSTANTS as f32 && value.fract() == 0.0;
    near.then_some(value as i32)
}
