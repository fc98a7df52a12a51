//! What the shader shares with the world: indices of uniforms, window coordinates, outputs.

use super::code::{Index, Lane, Lanes};
use super::lower::{Lowering, OutputRegister, register};
use super::signed::{Signed, SignedLanes};
use crate::isa::{File, Opcode};
use retroshade_diagnostics::Span;
use retroshade_ir::Use;
use smallvec::smallvec;
use std::collections::BTreeMap;

/// The largest offset of an index that all clients take.
const LARGEST_OFFSET: u32 = 127;

impl Lowering<'_> {
    /// The number of the index register for slots `first + stride × index`.
    pub(super) fn index(&mut self, index: &[Signed], first: u32, stride: u32) -> u32 {
        let index = self.plain(index).at(0);
        let beyond = first.saturating_sub(LARGEST_OFFSET);
        let lane = self.scaled_index(index, stride, beyond);
        self.code.index(Index {
            lane,
            offset: (first - beyond) as u8,
        })
    }

    fn scaled_index(&mut self, index: Lane, stride: u32, beyond: u32) -> Lane {
        let direct = matches!(index, Lane::Value(..) | Lane::Register(..));
        if stride == 1 && beyond == 0 && direct {
            return index;
        }
        let key = (index, stride, beyond);
        if let Some(lane) = self.scaled.get(&key) {
            return *lane;
        }
        let mut result: SignedLanes = smallvec![Signed::plain(index)];
        if stride != 1 {
            result = self.product(&result, &[Signed::number(stride as f32)]);
        }
        if beyond != 0 {
            result = self.sum(&result, &[Signed::number(beyond as f32)], false);
        }
        let mut lane = self.plain(&result).at(0);
        if !matches!(lane, Lane::Value(..) | Lane::Register(..)) {
            let moved = self.lanewise(Opcode::Mov, Lanes::new([lane]), Lanes::EMPTY, false);
            lane = moved.first().map_or(lane, |moved| moved.lane);
        }
        self.scaled.insert(key, lane);
        lane
    }

    /// `gl_FragCoord` from the clip-space position p and the size of the viewport: x and y are
    /// `(p.xy + p.w) / 2 p.w · size`, z is `(p.z + p.w) / 2 p.w`, w is `1 / p.w`.
    ///
    /// One sum gives all four terms of the quotients, so no literal is needed.
    pub(super) fn frag_coord(&mut self) -> SignedLanes {
        let undefined = smallvec![Signed::plain(Lane::Undefined); 4];
        let (Some(position), Some(viewport)) =
            (self.registers.clip_position, self.registers.viewport)
        else {
            return self.defect("gl_FragCoord without registers", undefined);
        };
        let position = register(File::Varying, 4 * u32::from(position), 4);
        let size = register(File::Constant, 4 * u32::from(viewport), 2);
        let w = position[3];
        let sums = self.sum(&position, &[w; 4], false);
        let unit = self.signed_binary(Opcode::Div, &sums[..3], &[sums[3]; 3]);
        let mut result = self.product(&unit[..2], &size);
        result.push(unit[2]);
        result.extend(self.odd(Opcode::Rcp, &[w]));
        result
    }

    /// Collects what goes into each component of each output register.
    pub(super) fn outputs(&mut self, uses: &[Use]) -> Vec<OutputRegister> {
        let mut outputs: BTreeMap<(File, u16), OutputRegister> = BTreeMap::new();
        let slots: Vec<_> = self.shader.interface.output_slots().collect();
        for ((output, slot), operand) in slots.into_iter().zip(uses) {
            let Some((file, lane)) = self.registers.output(output, slot) else {
                continue;
            };
            let variable = &self.shader.interface.outputs[output];
            self.span = variable.span;
            let list = self.operand(*operand);
            let lanes = self.plain(&list);
            let number = (lane / 4) as u16;
            let register = outputs.entry((file, number)).or_insert(OutputRegister {
                file,
                number,
                lanes: [None; 4],
                span: variable.span,
            });
            for (place, lane_in) in lanes.as_slice().iter().enumerate() {
                if let Some(component) = register.lanes.get_mut((lane % 4) as usize + place) {
                    *component = Some(*lane_in);
                }
            }
        }
        // The position and the first colour are written even by a shader that does not care.
        outputs.entry((File::Output, 0)).or_insert(OutputRegister {
            file: File::Output,
            number: 0,
            lanes: [Some(Lane::Undefined); 4],
            span: Span::NONE,
        });
        outputs.into_values().collect()
    }
}
