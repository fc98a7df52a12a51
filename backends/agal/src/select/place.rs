//! Accesses to the interface: indices of uniforms, window coordinates, outputs.

use super::lower::{Lowering, register, splat, undefined};
use crate::isa::{File, Opcode};
use crate::machine::{constant, file, one_lane, output};
use retroshade_diagnostics::Span;
use retroshade_ir::Use;
use retroshade_kit::mir::{Address, AddressId, Base, LaneRef, Operand, Output, Reg};
use std::collections::BTreeMap;

/// The largest offset of an index that all clients take.
const LARGEST_OFFSET: u32 = 127;

impl Lowering<'_> {
    /// The register and the index for slots `first + stride × index`.
    pub(super) fn index(&mut self, index: &[LaneRef], first: u32, stride: u32) -> (Reg, AddressId) {
        let index = self.plain(index);
        let index = index.first().copied().unwrap_or(LaneRef::UNDEFINED);
        let beyond = first.saturating_sub(LARGEST_OFFSET);
        let index = self.scaled_index(index, stride, beyond);
        let addresses = &mut self.program.addresses;
        let known = addresses.keys().find(|id| addresses[*id].index == index);
        let span = self.span;
        let address = known.unwrap_or_else(|| addresses.push(Address { index, span }));
        (constant((first - beyond) as u16), address)
    }

    fn scaled_index(&mut self, index: LaneRef, stride: u32, beyond: u32) -> LaneRef {
        let is_direct = |lane: LaneRef| matches!(lane.base, Base::Value(_) | Base::Reg(..));
        if stride == 1 && beyond == 0 && is_direct(index) {
            return index;
        }
        let key = (index, stride, beyond);
        if let Some(lane) = self.scaled.get(&key) {
            return *lane;
        }
        let mut result = one_lane(index);
        if stride != 1 {
            result = self.product(&result, &[LaneRef::literal(stride as f32)]);
        }
        if beyond != 0 {
            result = self.add(&result, &[LaneRef::literal(beyond as f32)]);
        }
        let result = self.plain(&result);
        let mut lane = result.first().copied().unwrap_or(index);
        if !is_direct(lane) {
            let moved = self.lanewise(Opcode::Mov, [one_lane(lane)]);
            lane = moved.first().copied().unwrap_or(lane);
        }
        self.scaled.insert(key, lane);
        lane
    }

    /// `gl_FragCoord` from the clip-space position p and the size of the viewport: x and y are
    /// `(p.xy + p.w) / 2 p.w · size`, z is `(p.z + p.w) / 2 p.w`, w is `1 / p.w`.
    ///
    /// One sum gives all four terms of the quotients, so no literal is needed.
    pub(super) fn frag_coord(&mut self) -> Operand {
        let (Some(position), Some(viewport)) =
            (self.registers.clip_position, self.registers.viewport)
        else {
            return self.defect("gl_FragCoord without registers", undefined(4));
        };
        let position = register(File::Varying, 4 * u32::from(position), 4);
        let size = register(File::Constant, 4 * u32::from(viewport), 2);
        let w = position[3];
        let sums = self.add(&position, &splat(w, 4));
        let unit = self.signed_binary(Opcode::Div, &sums[..3], &splat(sums[3], 3));
        let mut result = self.product(&unit[..2], &size);
        result.push(unit[2]);
        result.extend(self.odd(Opcode::Rcp, &[w]));
        result
    }

    /// Collects what goes into each component of each output register.
    pub(super) fn outputs(&mut self, uses: &[Use]) {
        let mut outputs: BTreeMap<Reg, Output> = BTreeMap::new();
        let slots: Vec<_> = self.shader.interface.output_slots().collect();
        for ((variable, slot), operand) in slots.into_iter().zip(uses) {
            let Some((file, lane)) = self.registers.output(variable, slot) else {
                continue;
            };
            let variable = &self.shader.interface.outputs[variable];
            self.span = variable.span;
            let list = self.operand(*operand);
            let lanes = self.plain(&list);
            let reg = output(file, (lane / 4) as u16);
            let register = outputs.entry(reg).or_insert(Output {
                reg,
                lanes: [None; 4],
                span: variable.span,
            });
            for (place, lane_in) in lanes.into_iter().enumerate() {
                register.lanes[(lane % 4) as usize + place] = Some(lane_in);
            }
        }
        // The position, and every colour up to the last, are written even by a shader that does not care.
        let positions_and_colours = outputs.keys().filter(|reg| file(**reg) == File::Output);
        let last = positions_and_colours.map(|reg| reg.number).max();
        for number in 0..=last.unwrap_or(0) {
            let reg = output(File::Output, number);
            outputs.entry(reg).or_insert(Output {
                reg,
                lanes: [Some(LaneRef::UNDEFINED); 4],
                span: Span::NONE,
            });
        }
        self.program.outputs = outputs.into_values().collect();
    }
}
