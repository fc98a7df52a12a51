//! Uniforms: registers of slots, matrices in rows, and indices that go through the address register.

use super::Lowering;
use crate::interface::{InputFile, UniformPlace};
use crate::isa::Opcode;
use crate::machine;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Input, Inst, Uniform};
use retroshade_kit::mir::{self, AddressId, Base, LaneRef};

/// The last of the registers for float uniforms.
const LAST_REGISTER: u32 = 95;

impl Lowering<'_> {
    /// The register and lane of a lane of a slot.
    pub(super) fn uniform_lane(
        &self,
        uniform: Uniform,
        slot: u32,
        lane: u8,
    ) -> Result<(u8, u8), Diagnostic> {
        // What lies out of range is undefined and may name any register.
        let register = u32::from(self.first_register(uniform)?).saturating_add(slot);
        Ok((register.min(LAST_REGISTER) as u8, lane))
    }

    fn first_register(&self, uniform: Uniform) -> Result<u8, Diagnostic> {
        match self.places.uniforms[uniform] {
            Some(UniformPlace::Float(first)) => Ok(first),
            _ => Err(self.bug("a uniform has no register")),
        }
    }

    pub(super) fn indexed(
        &mut self,
        inst: Inst,
        uniform: Uniform,
        base: u32,
        stride: u32,
        lanes: u8,
    ) -> Result<Vec<LaneRef>, Diagnostic> {
        let (index, offset) = self.index_of(inst)?;
        let slot = i64::from(base).saturating_add(offset.saturating_mul(stride.into()));
        let Some(index) = index else {
            let slot = u32::try_from(slot.clamp(0, 1 << 16)).unwrap_or_default();
            let lane = |lane| {
                let (register, lane) = self.uniform_lane(uniform, slot, lane)?;
                Ok(machine::uniform(register, lane))
            };
            return (0..lanes).map(lane).collect();
        };
        let scaled = self.mul(index, LaneRef::literal(stride as f32));
        let wanted = slot.saturating_add(self.first_register(uniform)?.into());
        Ok(self.at(scaled, wanted, lanes))
    }

    /// The index of an access, as [`Lowering::split_index`] gives it.
    fn index_of(&mut self, inst: Inst) -> Result<(Option<LaneRef>, i64), Diagnostic> {
        let operands = self.operands(inst)?;
        match operands.first().map(Vec::as_slice) {
            Some(&[index]) => Ok(self.split_index(index)),
            _ => Err(self.bug("an index is not one lane")),
        }
    }

    /// An input of a vertex of a primitive, whose number is known when the program runs. `stride` is that of slots.
    pub(super) fn indexed_input(
        &mut self,
        inst: Inst,
        input: Input,
        base: u32,
        stride: u32,
        lanes: u8,
    ) -> Result<Vec<LaneRef>, Diagnostic> {
        let place = self.places.inputs[input];
        let place = place.filter(|place| place.file == InputFile::Uniforms);
        let place = place.ok_or_else(|| self.bug("an indexed input is no uniform"))?;
        let (index, offset) = self.index_of(inst)?;
        // What is known to be added to an index that is not negative is in the base.
        let least = base / stride.max(1);
        let first = u32::from(place.first) + base % stride.max(1);
        let vertex = i64::from(least).saturating_add(offset);
        let Some(index) = index else {
            let vertex = vertex.clamp(0, LAST_REGISTER.into()) as u32;
            let register = (first + place.before(vertex)).min(LAST_REGISTER) as u8;
            return Ok((0..lanes)
                .map(|lane| machine::uniform(register, lane))
                .collect());
        };
        let apart = i64::from(place.stride);
        let main = i64::from(place.main);
        let is_main = place.main == u32::MAX || apart == 1;
        if is_main || i64::from(least) >= main {
            let (scale, before) = if is_main {
                (apart, vertex.saturating_mul(apart))
            } else {
                (1, main * apart + (vertex - main))
            };
            let scaled = self.mul(index, LaneRef::literal(scale as f32));
            return Ok(self.at(scaled, before.saturating_add(first.into()), lanes));
        }
        // A vertex moves all behind it by what the main ones among them have besides the position.
        let number = self.add(index, LaneRef::literal(vertex as f32));
        let moved = self.min(number, LaneRef::literal(main as f32));
        let moved = self.mul(moved, LaneRef::literal((apart - 1) as f32));
        let register = self.add(moved, number);
        Ok(self.at(register, first.into(), lanes))
    }

    /// The lanes of a register that is so far behind another one.
    fn at(&mut self, mut scaled: LaneRef, wanted: i64, lanes: u8) -> Vec<LaneRef> {
        // An instruction names a register of the file; what of the offset lies beyond it stays in the index.
        let register = wanted.clamp(0, LAST_REGISTER.into());
        if wanted != register {
            let beyond = LaneRef::literal((wanted - register) as f32);
            scaled = self.add(scaled, beyond);
        }
        let address = self.address(scaled);
        let lane = |lane| machine::indexed(register as u8, lane, address);
        (0..lanes).map(lane).collect()
    }

    /// Takes whole numbers off an index, and the truncation that `mova` does anyway.
    pub(super) fn split_index(&self, index: LaneRef) -> (Option<LaneRef>, i64) {
        let mut index = index;
        let mut offset = 0;
        loop {
            if let Some(value) = index.number() {
                return (None, offset + value.trunc() as i64);
            }
            let Some(definition) = self.definition(index).filter(|d| d.opcode == Opcode::Add)
            else {
                return (Some(index), offset);
            };
            let (Some(&[a]), Some(&[b])) = (
                definition.operands.first().map(Vec::as_slice),
                definition.operands.get(1).map(Vec::as_slice),
            ) else {
                return (Some(index), offset);
            };
            let whole = |s: LaneRef| s.number().filter(|v| v.fract() == 0.0 && v.abs() < 128.0);
            let (rest, literal) = match (whole(a), whole(b)) {
                (Some(value), None) => (b, value),
                (None, Some(value)) => (a, value),
                _ => return (Some(index), offset),
            };
            let sign = if index.negate { -1.0 } else { 1.0 };
            offset += (literal * sign) as i64;
            index = if index.negate { rest.negated() } else { rest };
        }
    }

    pub(super) fn address(&mut self, index: LaneRef) -> AddressId {
        let index = self.read_without_index(index);
        for known in self.addresses.iter().rev() {
            if let Some(address) = known.get(&index) {
                return *address;
            }
        }
        let span = self.span;
        let address = self.program.addresses.push(mir::Address { index, span });
        if let Some(known) = self.addresses.last_mut() {
            known.insert(index, address);
        }
        address
    }

    /// What an index chooses is read before it becomes an index itself.
    fn read_without_index(&mut self, index: LaneRef) -> LaneRef {
        if !matches!(index.base, Base::Indexed(..)) {
            return index;
        }
        let copy = self.program.new_lane();
        self.assign(copy, index);
        LaneRef::value(copy)
    }
}
