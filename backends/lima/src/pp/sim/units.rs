//! What each unit does.

use super::operand::{lane, swizzled};
use super::{Fragment, Machine};
use crate::fault::Checked;
use crate::pp::bundle::Slot;
use crate::pp::isa::{
    self, Argument, Field, Layout, Meaning, NONE, OutMod, TEXTURE_CUBE, Unit, op, varying,
};
use retroshade_ir::texture::TextureKind;
use retroshade_kit::machine::{Register, UNSET};
use std::f32::consts::{FRAC_PI_2, PI};

/// Octants of the arc tangent: what the second part adds.
pub(super) const OCTANTS: [f32; 5] = [0.0, FRAC_PI_2, -FRAC_PI_2, PI, -PI];

impl Machine<'_> {
    /// An index with its offset register.
    fn address(&self, fragment: &Fragment, index: i64, offset: Option<i64>) -> Checked<i64> {
        let Some(code) = offset else {
            return Ok(index);
        };
        let offset = self.component(fragment, code);
        match offset.is_finite() {
            true => Ok(index.saturating_add(offset.trunc() as i64)),
            false => Err(format!("the offset register holds {offset}").into()),
        }
    }

    pub(super) fn varying(&mut self, slot: &Slot) -> Checked {
        for number in 0..self.fragments.len() {
            let Some(fragment) = self.fragments.get(number) else {
                continue;
            };
            let value = self.varying_value(fragment, number, slot)?;
            let rounded = self.precision.round_all(value);
            let Some(fragment) = self.fragments.get_mut(number) else {
                continue;
            };
            fragment.passing.coordinate = value;
            if slot.get(Field::Dest) != NONE && fragment.active {
                fragment.write(slot.get(Field::Dest), slot.get(Field::Mask), rounded);
            }
        }
        Ok(())
    }

    fn varying_value(&self, fragment: &Fragment, number: usize, slot: &Slot) -> Checked<Register> {
        let (kind, perspective) = (slot.get(Field::Source), slot.get(Field::Perspective));
        let missing = |what: &str| format!("the run data has no {what}");
        let divided = |value: Register| match perspective {
            2 => value.map(|lane| lane / value[2]),
            3 => value.map(|lane| lane / value[3]),
            _ => value,
        };
        if slot.layout() == Layout::VaryingRegister {
            let register = self.register(fragment, slot.get(Field::Src));
            let value = swizzled(register, slot.get(Field::Swizzle)).map(|value| {
                let value = match slot.flag(Field::Abs) {
                    true => value.abs(),
                    false => value,
                };
                if slot.flag(Field::Neg) { -value } else { value }
            });
            let [x, y, z, _] = value;
            return Ok(match (kind, perspective) {
                (varying::CUBE, 2) => {
                    let length = (x * x + y * y + z * z).sqrt();
                    [x / length, y / length, z / length, f32::NAN]
                }
                (varying::CUBE, _) => value,
                _ => divided(value),
            });
        }
        match (kind, perspective) {
            (varying::CUBE, 3) => {
                let coordinates = self.image.frag_coord.as_ref();
                let value = coordinates.and_then(|list| list.get(number));
                let [x, y, z, w] = *value.ok_or_else(|| missing("gl_FragCoord"))?;
                Ok([x, y, z, 1.0 / w])
            }
            (varying::SPECIAL, 0) => {
                let coordinates = self.image.point_coord.as_ref();
                let value = coordinates.and_then(|list| list.get(number));
                let [x, y] = *value.ok_or_else(|| missing("gl_PointCoord"))?;
                Ok([x, y, f32::NAN, f32::NAN])
            }
            (varying::SPECIAL, _) => {
                let facing = self.image.front_facing.as_ref();
                let front = facing.and_then(|list| list.get(number)).copied();
                let front = f32::from(u8::from(front.unwrap_or(true)));
                Ok([front, f32::NAN, f32::NAN, f32::NAN])
            }
            _ => {
                let (width, unit) = match slot.get(Field::Align) {
                    0 => (1, 1),
                    1 => (2, 2),
                    _ => (4, 4),
                };
                let offset = slot.get(Field::OffsetVector);
                let offset = (offset != NONE && fragment.active)
                    .then_some(offset << 2 | slot.get(Field::OffsetLane));
                let first = unit * self.address(fragment, slot.get(Field::Index), offset)?;
                let mut value = UNSET;
                for (position, place) in value.iter_mut().take(width).enumerate() {
                    let component = first + position as i64;
                    let index = u32::try_from(component >> 2).unwrap_or(u32::MAX);
                    *place = lane(self.image.input("v", index, number, UNSET), component);
                }
                Ok(divided(value))
            }
        }
    }

    pub(super) fn texture(&mut self, slot: &Slot) -> Checked {
        let coordinates: Vec<[f32; 3]> = self
            .fragments
            .iter()
            .map(|fragment| {
                let [x, y, z, _] = fragment.passing.coordinate;
                [x, y, z]
            })
            .collect();
        let cube = slot.get(Field::Type) == TEXTURE_CUBE;
        for number in 0..self.fragments.len() {
            let Some(fragment) = self.fragments.get(number).filter(|f| f.active) else {
                continue;
            };
            let offset = slot
                .flag(Field::OffsetEn)
                .then_some(slot.get(Field::OffsetReg));
            let sampler = self.address(fragment, slot.get(Field::Index), offset)?;
            let texture = u32::try_from(sampler).ok();
            let texture = texture.and_then(|index| self.image.textures.get(&index));
            let texture = texture.ok_or_else(|| format!("sampler {sampler} has no texture"))?;
            if (texture.kind() == TextureKind::Cube) != cube {
                let fault = format!("the texture of sampler {sampler} is of another kind");
                return Err(fault.into());
            }
            let given = self.component(fragment, slot.get(Field::LodReg));
            let level = match (slot.flag(Field::LodEn), slot.flag(Field::ExplicitLod)) {
                (true, true) => given,
                (true, false) => self.image.implicit_level(texture, &coordinates, number) + given,
                _ => self.image.implicit_level(texture, &coordinates, number),
            };
            let coordinate = coordinates.get(number).copied().unwrap_or([f32::NAN; 3]);
            let value = self.precision.round_all(texture.sample(coordinate, level));
            if let Some(fragment) = self.fragments.get_mut(number) {
                fragment.passing.texture = value;
            }
        }
        Ok(())
    }

    pub(super) fn load(&mut self, slot: &Slot) -> Checked {
        let width = 1i64 << slot.get(Field::Align);
        let uniform = slot.get(Field::Source) == 0;
        for number in 0..self.fragments.len() {
            let Some(fragment) = self.fragments.get(number) else {
                continue;
            };
            let offset = (slot.flag(Field::OffsetEn) && fragment.active)
                .then_some(slot.get(Field::OffsetReg));
            let index = self.address(fragment, slot.memory_index(), offset)?;
            let first = index.saturating_mul(width);
            let mut value = UNSET;
            for (position, place) in value.iter_mut().take(width as usize).enumerate() {
                let component = first.saturating_add(position as i64);
                *place = match uniform {
                    true => {
                        let index = u32::try_from(component >> 2).unwrap_or(u32::MAX);
                        self.precision
                            .round(lane(self.image.uniform("u", index), component))
                    }
                    false => {
                        let held = fragment.temporaries.get(&component);
                        held.copied().unwrap_or(f32::NAN)
                    }
                };
            }
            if let Some(fragment) = self.fragments.get_mut(number) {
                fragment.passing.load = value;
            }
        }
        Ok(())
    }

    /// What an adder or multiplier makes in each fragment.
    pub(super) fn arithmetic(&self, unit: Unit, slot: &Slot) -> Checked<Vec<Register>> {
        let before = &self.fragments;
        let row = isa::operation(unit, slot.get(Field::Op));
        let row = row.ok_or_else(|| "unknown operation".to_owned())?;
        let vector = matches!(unit, Unit::VectorMul | Unit::VectorAdd);
        let modifier = OutMod::from_code(slot.get(Field::OutMod));
        let operands = |fragment: &Fragment| match vector {
            true => (
                self.vector(fragment, slot, Argument::FIRST),
                self.vector(fragment, slot, Argument::SECOND),
            ),
            false => (
                [self.scalar(fragment, slot, Argument::FIRST); 4],
                [self.scalar(fragment, slot, Argument::SECOND); 4],
            ),
        };
        let mut results = Vec::with_capacity(before.len());
        for (number, fragment) in before.iter().enumerate() {
            let (a, b) = operands(fragment);
            let value = match row.meaning {
                Meaning::One(meaning) => a.map(meaning),
                Meaning::Two(meaning) => [0, 1, 2, 3].map(|lane| meaning(a[lane], b[lane])),
                Meaning::Sum(lanes) => [a.iter().take(lanes).sum(); 4],
                Meaning::Select if fragment.passing.scalar != 0.0 => a,
                Meaning::Select => b,
                Meaning::Derivative { vertical } => {
                    if !self.image.quads {
                        [0.0; 4]
                    } else {
                        let bit = if vertical { 2 } else { 1 };
                        // The first operand of the right or lower pixel, the second of the other.
                        let (first, second) = match vertical {
                            false => (number | bit, number & !bit),
                            true => (number & !bit, number | bit),
                        };
                        let at = |index: usize| before.get(index).map(operands);
                        let (a, _) = at(first).unwrap_or((UNSET, UNSET));
                        let (_, b) = at(second).unwrap_or((UNSET, UNSET));
                        [0, 1, 2, 3].map(|lane| a[lane] + b[lane])
                    }
                }
            };
            let value = value.map(|value| self.precision.round(modifier.apply(value)));
            results.push(value);
        }
        Ok(results)
    }

    /// Writes what an adder or multiplier made.
    pub(super) fn write_back(&mut self, unit: Unit, slot: &Slot, results: Vec<Register>) {
        let vector = matches!(unit, Unit::VectorMul | Unit::VectorAdd);
        for (fragment, value) in self.fragments.iter_mut().zip(results) {
            match unit {
                Unit::VectorMul => fragment.passing.vector = value,
                Unit::ScalarMul => fragment.passing.scalar = value[0],
                _ => {}
            }
            if !fragment.active {
                continue;
            }
            let dest = slot.get(Field::Dest);
            if vector {
                fragment.write(dest, slot.get(Field::Mask), value);
            } else if slot.flag(Field::OutEn) {
                fragment.write_component(dest, value[0]);
            }
        }
    }

    pub(super) fn combine(&mut self, slot: &Slot) -> Checked {
        let modifier = OutMod::from_code(slot.get(Field::OutMod));
        let (dest, mask) = (slot.get(Field::Dest), slot.get(Field::Mask));
        for number in 0..self.fragments.len() {
            let Some(fragment) = self.fragments.get(number).filter(|f| f.active) else {
                continue;
            };
            let a = self.scalar(fragment, slot, Argument::FIRST);
            let b = self.scalar(fragment, slot, Argument::SECOND);
            let register = self.register(fragment, slot.get(Field::Arg1Src));
            let vector = swizzled(register, slot.get(Field::Arg1Swizzle));
            let round = |value: f32| self.precision.round(value);
            let (value, scalar) = match slot.layout() {
                Layout::CombineMul => (vector.map(|lane| round(a * lane)), false),
                Layout::CombineScalarToVector => {
                    let two = slot.get(Field::Op) == op::ATAN2;
                    (first_part(a, two.then_some(b)).map(round), false)
                }
                Layout::CombineVectorToScalar => {
                    let octant = OCTANTS.get(vector[2] as usize).copied().unwrap_or(0.0);
                    let value = round(modifier.apply(vector[0].atan() + octant));
                    ([value; 4], true)
                }
                _ => {
                    let row = isa::operation(Unit::Combine, slot.get(Field::Op));
                    let meaning = row.map(|row| row.meaning);
                    let Some(Meaning::One(meaning)) = meaning else {
                        return Err("unknown operation".into());
                    };
                    ([round(modifier.apply(meaning(a))); 4], true)
                }
            };
            if let Some(fragment) = self.fragments.get_mut(number) {
                match scalar {
                    true => fragment.write_component(dest, value[0]),
                    false => fragment.write(dest, mask, value),
                }
            }
        }
        Ok(())
    }

    /// What the frame buffer holds; a depth comes in the first component, of the others nothing is
    /// known.
    fn frame_read(&mut self, slot: &Slot) -> Checked {
        let missing = "the run data has no frame buffer to read";
        for number in 0..self.fragments.len() {
            let value = match slot.flag(Field::Color) {
                true => self
                    .image
                    .last_color
                    .as_ref()
                    .and_then(|rows| rows.get(number))
                    .copied(),
                false => {
                    let depths = self.image.last_depth.as_ref();
                    let depth = depths.and_then(|rows| rows.get(number));
                    depth.map(|depth| [*depth, f32::NAN, f32::NAN, f32::NAN])
                }
            };
            let value = self.precision.round_all(value.ok_or(missing)?);
            if let Some(fragment) = self.fragments.get_mut(number).filter(|f| f.active) {
                fragment.write(slot.get(Field::Dest), 15, value);
            }
        }
        Ok(())
    }

    pub(super) fn store(&mut self, slot: &Slot) -> Checked {
        if slot.layout() == Layout::FrameRead {
            return self.frame_read(slot);
        }
        let width = 1i64 << slot.get(Field::Align);
        let src = slot.get(Field::Src) & !(width - 1);
        for number in 0..self.fragments.len() {
            let Some(fragment) = self.fragments.get(number).filter(|f| f.active) else {
                continue;
            };
            let offset = slot
                .flag(Field::OffsetEn)
                .then_some(slot.get(Field::OffsetReg));
            let index = self.address(fragment, slot.get(Field::Index), offset)?;
            let first = index.saturating_mul(width);
            let values: Vec<f32> = (0..width)
                .map(|position| self.component(fragment, src + position))
                .collect();
            if let Some(fragment) = self.fragments.get_mut(number) {
                let components = (0..).map(|position| first.saturating_add(position));
                fragment.temporaries.extend(components.zip(values));
            }
        }
        Ok(())
    }

    /// Whether a fragment takes the branch.
    pub(super) fn taken(&self, number: usize, slot: &Slot) -> Checked<bool> {
        let fragment = self.fragments.get(number);
        let fragment = fragment.ok_or_else(|| "no such fragment".to_owned())?;
        let [greater, equal, less] =
            [Field::Gt, Field::Eq, Field::Lt].map(|field| slot.flag(field));
        if greater && equal && less {
            return Ok(true);
        }
        let a = self.component(fragment, slot.get(Field::Arg0Src));
        let b = self.component(fragment, slot.get(Field::Arg1Src));
        Ok((greater && a > b) || (equal && a == b) || (less && a < b))
    }
}

/// The first part of an arc tangent: a ratio's numerator, the reciprocal of its denominator, and
/// the octant. With one operand the ratio itself.
pub(super) fn first_part(a: f32, b: Option<f32>) -> Register {
    let (x, y, octant) = match b {
        None if a.abs() > 1.0 => (-1.0 / a, 1.0, if a > 0.0 { 1.0 } else { 2.0 }),
        None => (a, 1.0, 0.0),
        Some(b) if a.abs() > b.abs() => (-b, 1.0 / a, if a > 0.0 { 1.0 } else { 2.0 }),
        Some(b) if b < 0.0 => {
            let octant = if a.is_sign_negative() { 4.0 } else { 3.0 };
            (a, 1.0 / b, octant)
        }
        Some(b) => (a, 1.0 / b, 0.0),
    };
    [x, y, octant, f32::NAN]
}
