//! Uniforms: registers of slots, matrices in rows, and indices that go through the address register.

use super::Lowering;
use crate::interface::UniformPlace;
use crate::isa::Opcode;
use crate::machine;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Inst, Uniform};
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
        let operands = self.operands(inst)?;
        let Some(&[index]) = operands.first().map(Vec::as_slice) else {
            return Err(self.bug("an index is not one lane"));
        };
        let (index, offset) = self.split_index(index);
        let slot = i64::from(base).saturating_add(offset.saturating_mul(stride.into()));
        let Some(index) = index else {
            let slot = u32::try_from(slot.clamp(0, 1 << 16)).unwrap_or_default();
            let lane = |lane| {
                let (register, lane) = self.uniform_lane(uniform, slot, lane)?;
                Ok(machine::uniform(register, lane))
            };
            return (0..lanes).map(lane).collect();
        };
        let mut scaled = self.mul(index, LaneRef::literal(stride as f32));
        // An instruction names a register of the file; what of the offset lies beyond it stays in the index.
        let wanted = slot.saturating_add(self.first_register(uniform)?.into());
        let register = wanted.clamp(0, LAST_REGISTER.into());
        if wanted != register {
            let beyond = LaneRef::literal((wanted - register) as f32);
            scaled = self.add(scaled, beyond);
        }
        let address = self.address(scaled);
        let lane = |lane| machine::indexed(register as u8, lane, address);
        Ok((0..lanes).map(lane).collect())
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
