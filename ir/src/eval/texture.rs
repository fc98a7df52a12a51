//! Texture lookups: which texture, coordinate and level each invocation asks for.

use super::code::Compute;
use super::machine::{Machine, Mask, Register, WARP};
use super::scalar;
use crate::{LevelOfDetail, SamplerKind, TextureOp};
use retroshade_diagnostics::Diagnostic;

/// A coordinate or a step of one for every invocation.
type Places = [[f32; 3]; WARP];

impl Machine<'_> {
    pub(super) fn texture(&mut self, step: &Compute, op: TextureOp) -> Result<(), Diagnostic> {
        let data = self.data;
        let last = step.operands.len().saturating_sub(1);
        let index = if op.indexed {
            self.indices(step, last)
        } else {
            [0; WARP]
        };
        let elements = data.elements(op.sampler);
        let over = elements.saturating_sub(op.element + 1);
        self.note_outside(&index, over);
        let coordinates = self.coordinates(step, op);
        let [dx, dy] = self.steps(step, op, &coordinates);
        let number = self.read(self.operand(step, 1), 0).map(f32::from_bits);
        let mut colours = [[f32::NAN.to_bits(); WARP]; 4];
        let asked = self.asked();
        for i in (0..WARP).filter(|i| asked >> i & 1 == 1) {
            let element = op.element + scalar::place(index[i], over);
            let texture = data.texture(op.sampler, element)?;
            let from_steps = || texture.level_of_detail(coordinates[i], dx[i], dy[i]);
            let lod = match op.level {
                // Nothing depends on the level of a texture that has one.
                _ if !texture.has_levels() => 0.0,
                LevelOfDetail::Explicit => number[i],
                LevelOfDetail::Bias => from_steps() + number[i],
                LevelOfDetail::Implicit | LevelOfDetail::Gradient => from_steps(),
            };
            let colour = texture.sample(coordinates[i], lod);
            for (register, lane) in colours.iter_mut().zip(colour) {
                register[i] = lane.to_bits();
            }
        }
        self.result(step, 0..step.result.lanes, |_, lane| {
            colours[usize::from(lane)]
        });
        Ok(())
    }

    /// Invocations whose lookup somebody may look at: those that execute, and the rest of their
    /// quads.
    fn asked(&self) -> Mask {
        if !self.data.quads {
            return self.mask;
        }
        let quads = (0..WARP / 4).map(|quad| 0xf << (4 * quad));
        quads
            .filter(|quad| self.mask & quad != 0)
            .fold(0, |asked, quad| asked | quad)
    }

    /// The coordinate, divided by its last lane if projective.
    fn coordinates(&self, step: &Compute, op: TextureOp) -> Places {
        let mut places = self.places_of(step, 0, usize::from(self.dimensions(op)));
        if op.projective {
            let divisor = self
                .read(self.operand(step, 0), self.dimensions(op))
                .map(f32::from_bits);
            for (place, divisor) in places.iter_mut().zip(divisor) {
                *place = place.map(|lane| lane / divisor);
            }
        }
        places
    }

    fn dimensions(&self, op: TextureOp) -> u8 {
        match self.shader.interface.samplers[op.sampler].kind {
            SamplerKind::Cube => 3,
            SamplerKind::D2 | SamplerKind::External => 2,
        }
    }

    fn places_of(&self, step: &Compute, operand: usize, lanes: usize) -> Places {
        let operand = self.operand(step, operand);
        let mut places = [[0.0; 3]; WARP];
        for lane in 0..lanes {
            let register: Register = self.read(operand, lane as u8);
            for (place, bits) in places.iter_mut().zip(register) {
                place[lane] = f32::from_bits(bits);
            }
        }
        places
    }

    /// Returns the derivatives of a coordinate to the right and upwards: as given, or as in the quad.
    fn steps(&self, step: &Compute, op: TextureOp, coordinates: &Places) -> [Places; 2] {
        if op.level == LevelOfDetail::Gradient {
            let lanes = usize::from(self.dimensions(op));
            return [1, 2].map(|operand| self.places_of(step, operand, lanes));
        }
        if !self.data.quads {
            return [[[0.0; 3]; WARP]; 2];
        }
        // To the pixel whose number has this bit from the one that lacks it.
        [1, 2].map(|bit| {
            std::array::from_fn(|i| {
                let (from, to) = (coordinates[i & !bit], coordinates[i | bit]);
                std::array::from_fn(|lane| to[lane] - from[lane])
            })
        })
    }
}
