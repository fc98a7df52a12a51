//! Reads inputs and uniforms, reads and writes memory objects.

use super::bug;
use super::code::Compute;
use super::data::Table;
use super::machine::{Machine, WARP, merge};
use super::scalar;
use crate::{Array, Op, Scalar, Type};
use retroshade_diagnostics::Diagnostic;

type Done = Result<(), Diagnostic>;

impl Machine<'_> {
    /// Reads inputs and uniforms.
    pub(super) fn fetch(&mut self, step: &Compute) -> Done {
        let data = self.data;
        let (table, base, stride, per_sample) = match step.op {
            Op::Input { input, slot } => (data.input(input)?, slot, 0, true),
            Op::InputIndexed {
                input,
                base,
                stride,
            } => (data.input(input)?, base, stride, true),
            Op::Uniform { uniform, slot } => (data.uniform(uniform)?, slot, 0, false),
            Op::UniformIndexed {
                uniform,
                base,
                stride,
            } => (data.uniform(uniform)?, base, stride, false),
            _ => return Err(bug("fetches no variable")),
        };
        let index = if stride == 0 {
            [0; WARP]
        } else {
            self.indices(step, 0)
        };
        if stride != 0 {
            self.note_outside(&index, last_element(table, base, stride));
        }
        let slots = index.map(|index| slot(table, base, stride, index));
        let first = self.first;
        let scalar = self.result_type(step).scalar;
        self.result(step, 0..step.result.lanes, |_, lane| {
            std::array::from_fn(|i| {
                let row = if per_sample { first + i } else { 0 };
                bits(table.lane(row, slots[i], lane), scalar)
            })
        });
        Ok(())
    }

    pub(super) fn load(&mut self, step: &Compute, array: Array) -> Done {
        let places = self.places(step, array);
        let memory = std::mem::take(self.array(array)?);
        let lanes = usize::from(step.result.lanes);
        self.result(step, 0..step.result.lanes, |_, lane| {
            std::array::from_fn(|i| {
                let element = memory.get(places[i] * lanes + usize::from(lane));
                element.map_or(0, |register| register[i])
            })
        });
        *self.array(array)? = memory;
        Ok(())
    }

    pub(super) fn store(&mut self, step: &Compute, array: Array) -> Done {
        let places = self.places(step, array);
        let value = self.operand(step, 1);
        let mask = self.mask;
        for lane in 0..value.lanes {
            let register = self.read(value, lane);
            let memory = self.array(array)?;
            for (invocation, place) in places.iter().enumerate() {
                let at = place * usize::from(value.lanes) + usize::from(lane);
                if let Some(element) = memory.get_mut(at) {
                    merge(element, &register, mask & 1 << invocation);
                }
            }
        }
        Ok(())
    }

    fn places(&mut self, step: &Compute, array: Array) -> [usize; WARP] {
        let length = self
            .shader
            .arrays
            .get(array)
            .map_or(1, |data| data.len.max(1));
        let indices = self.indices(step, 0);
        self.note_outside(&indices, length - 1);
        indices.map(|index| scalar::place(index, length - 1) as usize)
    }

    fn result_type(&self, step: &Compute) -> Type {
        let results = &self.shader.insts[step.inst].results;
        results
            .first()
            .map_or(Type::float(1), |&value| self.shader.ty(value))
    }
}

/// The slot an index means; one out of range means the nearest that an index reaches.
fn slot(table: &Table, base: u32, stride: u32, index: i32) -> u32 {
    match stride {
        0 => base,
        _ => base + stride * scalar::place(index, last_element(table, base, stride)),
    }
}

/// The greatest index that reaches an element.
fn last_element(table: &Table, base: u32, stride: u32) -> u32 {
    table.reachable(base, stride).saturating_sub(1)
}

/// A number of the run data as a value of a type.
fn bits(number: f32, scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Float => number.to_bits(),
        Scalar::Int => number as i32 as u32,
        Scalar::Bool => u32::from(number != 0.0),
    }
}
