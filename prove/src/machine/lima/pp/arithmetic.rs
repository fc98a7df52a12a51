//! What the multipliers, the adders and the scalar functions make of their operands.

use super::{Lanes, Machine, selected};
use crate::domain::Value;
use retroshade_lima::pp::isa::{Argument, Field, Layout, OutMod, Unit, op};
use retroshade_lima::pp::{Bundle, Slot};
use std::cmp::Ordering;

type Operation = fn(&mut Machine<'_>, i64, Value, Value) -> Result<Value, String>;

const SUM3: i64 = 16;
const SUM4: i64 = 17;

/// The lanes of its first operand that an adder reads.
fn read_lanes(slot: &Slot) -> i64 {
    match slot.get(Field::Op) {
        SUM3 => 0b111,
        SUM4 => 0b1111,
        _ => slot.get(Field::Mask),
    }
}

impl Machine<'_> {
    pub(super) fn multiply(&mut self, bundle: &Bundle) -> Result<(), String> {
        let pair = [Unit::VectorMul, Unit::ScalarMul].map(|unit| bundle.slot(unit));
        // What the adder asks for is computed though no register takes it.
        let mut asked = 0;
        if let Some(adder) = bundle
            .slot(Unit::VectorAdd)
            .filter(|a| a.flag(Field::MulIn))
        {
            let swizzle = adder.get(Field::Arg0Swizzle);
            for lane in (0..4).filter(|lane| read_lanes(adder) >> lane & 1 == 1) {
                asked |= 1 << selected(swizzle, lane);
            }
        }
        let vector = match pair[0] {
            Some(slot) => Some(self.lanes(slot, true, slot.get(Field::Mask) | asked, product)?),
            None => None,
        };
        let scalar = match pair[1] {
            Some(slot) => Some(self.lanes(slot, false, 1, product)?[0]),
            None => None,
        };
        if let (Some(slot), Some(value)) = (pair[0], vector) {
            self.passing.vector = value;
            self.write(slot.get(Field::Dest), slot.get(Field::Mask), value);
        }
        if let (Some(slot), Some(value)) = (pair[1], scalar) {
            self.passing.scalar = value;
            if slot.flag(Field::OutEn) {
                self.write_component(slot.get(Field::Dest), value);
            }
        }
        Ok(())
    }

    pub(super) fn add(&mut self, bundle: &Bundle) -> Result<(), String> {
        let pair = [Unit::VectorAdd, Unit::ScalarAdd].map(|unit| bundle.slot(unit));
        let vector = match pair[0] {
            Some(slot) => Some(self.sum(slot, true)?),
            None => None,
        };
        let scalar = match pair[1] {
            Some(slot) => Some(self.sum(slot, false)?[0]),
            None => None,
        };
        if let (Some(slot), Some(value)) = (pair[0], vector) {
            self.write(slot.get(Field::Dest), slot.get(Field::Mask), value);
        }
        if let (Some(slot), Some(value)) = (pair[1], scalar)
            && slot.flag(Field::OutEn)
        {
            self.write_component(slot.get(Field::Dest), value);
        }
        Ok(())
    }

    /// What an adder makes.
    fn sum(&mut self, slot: &Slot, vector: bool) -> Result<Lanes, String> {
        let mask = if vector { slot.get(Field::Mask) } else { 1 };
        let code = slot.get(Field::Op);
        if !vector || !matches!(code, SUM3 | SUM4) {
            return self.lanes(slot, vector, mask, sum);
        }
        let count = (code - SUM3 + 3) as usize;
        let mut total = self.domain.whole(0);
        for lane in 0..count {
            let summand = self.operand(slot, Argument::FIRST, true, lane);
            total = self.domain.add(total, summand);
        }
        let total = self.limited(total, slot);
        Ok([total; 4])
    }

    /// The lanes of a mask of an operation that works lane by lane.
    fn lanes(
        &mut self,
        slot: &Slot,
        vector: bool,
        mask: i64,
        operation: Operation,
    ) -> Result<Lanes, String> {
        let mut result = [self.undefined; 4];
        for lane in (0..4).filter(|lane| mask >> lane & 1 == 1) {
            let a = self.operand(slot, Argument::FIRST, vector, lane);
            let b = self.operand(slot, Argument::SECOND, vector, lane);
            let value = operation(self, slot.get(Field::Op), a, b)?;
            result[lane] = self.limited(value, slot);
        }
        Ok(result)
    }

    fn limited(&mut self, value: Value, slot: &Slot) -> Value {
        match OutMod::from_code(slot.get(Field::OutMod)) {
            OutMod::None => value,
            OutMod::Saturate => self.domain.saturate(value),
            OutMod::Positive => {
                let zero = self.domain.whole(0);
                self.domain.max(value, zero)
            }
            OutMod::Integer => self.domain.trunc(value),
        }
    }

    pub(super) fn combine(&mut self, slot: &Slot) -> Result<(), String> {
        let a = self.operand(slot, Argument::FIRST, false, 0);
        let (dest, mask) = (slot.get(Field::Dest), slot.get(Field::Mask));
        let vector = self.register(slot.get(Field::Arg1Src));
        let swizzle = slot.get(Field::Arg1Swizzle);
        let vector = [0, 1, 2, 3].map(|lane| vector[selected(swizzle, lane)]);
        match slot.layout() {
            Layout::CombineMul => {
                let lanes = vector.map(|lane| self.domain.mul(a, lane));
                self.write(dest, mask, lanes);
            }
            Layout::CombineScalarToVector => {
                let b = self.operand(slot, Argument::SECOND, false, 0);
                let b = (slot.get(Field::Op) == op::ATAN2).then_some(b);
                let [numerator, inverse, octant] = self.domain.octant_parts(a, b);
                self.write(dest, mask, [numerator, inverse, octant, self.undefined]);
            }
            Layout::CombineVectorToScalar => {
                let [ratio, _, octant, _] = vector;
                let angle = self.domain.angle_in_octant(ratio, octant);
                let value = self.limited(angle, slot);
                self.write_component(dest, value);
            }
            _ => {
                let value = self.function(slot.get(Field::Op), a)?;
                let value = self.limited(value, slot);
                self.write_component(dest, value);
            }
        }
        Ok(())
    }

    fn function(&mut self, code: i64, a: Value) -> Result<Value, String> {
        let domain = &mut *self.domain;
        Ok(match code {
            0 => domain.rcp(a),
            1 => a,
            2 => domain.sqrt(a),
            3 => domain.rsqrt(a),
            4 => domain.exp2(a),
            5 => domain.log2(a),
            6 => domain.sine_of_turns(a),
            7 => domain.cosine_of_turns(a),
            _ => return Err(format!("function {code} of combine is not modelled")),
        })
    }
}

/// What a multiplier makes of two numbers.
fn product(machine: &mut Machine<'_>, code: i64, a: Value, b: Value) -> Result<Value, String> {
    let domain = &mut *machine.domain;
    Ok(match code {
        0..=7 => {
            // The code is the power of two as a number of three bits with a sign.
            let power = if code < 4 { code } else { code - 8 };
            let product = domain.mul(a, b);
            let factor = domain.exact((power as f64).exp2());
            domain.mul(product, factor)
        }
        8 => domain.logic(&[a], |truths| !truths[0]),
        9 => domain.logic(&[a, b], |truths| truths[0] && truths[1]),
        10 => domain.logic(&[a, b], |truths| truths[0] || truths[1]),
        11 => domain.logic(&[a, b], |truths| truths[0] != truths[1]),
        12 => domain.compare(a, b, Ordering::is_ne),
        13 => domain.compare(a, b, Ordering::is_gt),
        14 => domain.compare(a, b, Ordering::is_ge),
        15 => domain.compare(a, b, Ordering::is_eq),
        16 => domain.min(a, b),
        17 => domain.max(a, b),
        31 => a,
        _ => return Err(format!("operation {code} of a multiplier is not modelled")),
    })
}

/// What an adder makes of two numbers.
fn sum(machine: &mut Machine<'_>, code: i64, a: Value, b: Value) -> Result<Value, String> {
    let condition = machine.passing.scalar;
    let domain = &mut *machine.domain;
    Ok(match code {
        0 => domain.add(a, b),
        4 => domain.fract(a),
        8 => domain.compare(a, b, Ordering::is_ne),
        9 => domain.compare(a, b, Ordering::is_gt),
        10 => domain.compare(a, b, Ordering::is_ge),
        11 => domain.compare(a, b, Ordering::is_eq),
        12 => domain.floor(a),
        13 => domain.ceil(a),
        14 => domain.min(a, b),
        15 => domain.max(a, b),
        // Of the right pixel and of the left, of the upper and of the lower one: a difference only if the
        // operands are each other's negatives.
        20 | 21 if a.element != -b.element => return Err("a derivative of two things".to_owned()),
        20 => domain.derivative(0, a),
        21 => domain.derivative(1, b),
        23 => domain.choose(condition, a, b),
        31 => a,
        _ => return Err(format!("operation {code} of an adder is not modelled")),
    })
}
