//! What makes an instruction and a program legal, beyond fields that fit.

use super::bundle::{Bundle, Program, Slot};
use super::isa::{
    self, Field, Layout, NONE, REGISTERS, TEXTURE_CUBE, TEXTURE_FIXED, Unit, op, source, varying,
};
use crate::fault::{Checked, Fault, demand};
use retroshade_ir::LANES;

/// A buffer of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameBuffer {
    /// Its colour.
    Color,
    /// Its depth.
    Depth,
}

impl Bundle {
    /// Whether a unit demands that the quad goes in step: the texture unit and derivatives.
    pub fn needs_sync(&self) -> bool {
        let derivative = |unit| {
            let slot = self.slot(unit);
            slot.is_some_and(|slot| matches!(slot.get(Field::Op), op::DFDX | op::DFDY))
        };
        self.slot(Unit::Texture).is_some()
            || derivative(Unit::VectorAdd)
            || derivative(Unit::ScalarAdd)
    }

    /// Demands what all programs known to work keep to: an instruction has at least one unit, it does not
    /// stop if it may also branch, and the two units of a pair do not write one component, of which
    /// nobody knows which would be last.
    fn check_shape(&self) -> Checked {
        demand(
            self.slots().next().is_some(),
            "an instruction without a unit",
        )?;
        let branches = self
            .slot(Unit::Branch)
            .is_some_and(|slot| slot.layout() == Layout::Branch);
        demand(!(self.stop && branches), "`stop` together with a branch")?;
        for (vector, scalar) in [
            (Unit::VectorMul, Unit::ScalarMul),
            (Unit::VectorAdd, Unit::ScalarAdd),
        ] {
            let (Some(wide), Some(narrow)) = (self.slot(vector), self.slot(scalar)) else {
                continue;
            };
            let place = narrow.get(Field::Dest);
            let (register, component) = (place >> 2, place & 3);
            let both = narrow.flag(Field::OutEn)
                && wide.get(Field::Dest) == register
                && wide.get(Field::Mask) >> component & 1 == 1;
            if both {
                let name = LANES[component as usize & 3];
                let (wide, narrow) = (vector.name(), scalar.name());
                return Err(format!("{wide} and {narrow} both write ${register}.{name}").into());
            }
        }
        Ok(())
    }

    /// Checks one instruction.
    ///
    /// # Errors
    /// What it does that the machine cannot.
    pub fn check(&self) -> Checked {
        demand(self.raw.is_empty(), "words that are no known instruction")?;
        self.check_shape()?;
        if self.needs_sync() && !self.sync {
            return Err("a lookup or derivative needs `sync`".into());
        }
        for (unit, slot) in self.slots() {
            let fault = match slot.layout() {
                Layout::VectorMul | Layout::VectorAdd => self.check_vector(unit, slot),
                Layout::ScalarMul | Layout::ScalarAdd => self.check_scalar(unit, slot),
                Layout::CombineScalar
                | Layout::CombineScalarToVector
                | Layout::CombineVectorToScalar
                | Layout::CombineMul => self.check_combine(slot),
                Layout::VaryingIndex | Layout::VaryingRegister => check_varying(slot),
                Layout::Texture => self.check_texture(slot),
                Layout::Load | Layout::Store => check_memory(slot),
                Layout::Branch => self.check_branch(slot),
                Layout::FrameRead => {
                    let fixed = slot.get(Field::Kind) == 7 && slot.get(Field::Align) == 2;
                    demand(fixed, "unknown bits in a read of the frame buffer")
                        .and_then(|()| register(slot.get(Field::Dest)))
                }
                Layout::Discard | Layout::Const => Ok(()),
            };
            fault.map_err(|fault| fault.within(unit.name(), None))?;
        }
        Ok(())
    }

    /// A source: a register, or what another unit of the same instruction makes.
    fn check_source(&self, code: i64) -> Checked {
        let (unit, name) = match code {
            source::CONST0 => (Unit::Const0, "^const0"),
            source::CONST1 => (Unit::Const1, "^const1"),
            source::TEXTURE => (Unit::Texture, "^tex_sampler"),
            source::LOAD => (Unit::Load, "^u"),
            _ => return register(code),
        };
        match self.slot(unit) {
            Some(_) => Ok(()),
            None => Err(format!("`{name}` is read, but nothing makes it here").into()),
        }
    }

    fn row(&self, unit: Unit, slot: &Slot) -> Checked<&'static isa::OpRow> {
        let code = slot.get(Field::Op);
        let row = isa::operation(unit, code);
        let row = row.ok_or_else(|| format!("unknown operation {code}"))?;
        if code == op::SEL && matches!(unit, Unit::VectorAdd | Unit::ScalarAdd) {
            demand(
                self.slot(Unit::ScalarMul).is_some(),
                "`sel` needs the scalar multiplier for its condition",
            )?;
        }
        Ok(row)
    }

    fn check_vector(&self, unit: Unit, slot: &Slot) -> Checked {
        let row = self.row(unit, slot)?;
        if slot.flag(Field::MulIn) {
            let there = self.slot(Unit::VectorMul).is_some();
            demand(there, "`^v0` is read, but the vector multiplier is off")?;
        } else {
            self.check_source(slot.get(Field::Arg0Src))?;
        }
        if !row.is_unary() {
            self.check_source(slot.get(Field::Arg1Src))?;
        }
        match slot.get(Field::Mask) {
            0 => Ok(()),
            _ => register(slot.get(Field::Dest)),
        }
    }

    fn check_scalar(&self, unit: Unit, slot: &Slot) -> Checked {
        let row = self.row(unit, slot)?;
        if slot.flag(Field::MulIn) {
            let there = self.slot(Unit::ScalarMul).is_some();
            demand(there, "`^s0` is read, but the scalar multiplier is off")?;
        } else {
            self.check_source(slot.get(Field::Arg0Src) >> 2)?;
        }
        if !row.is_unary() {
            self.check_source(slot.get(Field::Arg1Src) >> 2)?;
        }
        match slot.flag(Field::OutEn) {
            true => register(slot.get(Field::Dest) >> 2),
            false => Ok(()),
        }
    }

    fn check_combine(&self, slot: &Slot) -> Checked {
        let code = slot.get(Field::Op);
        let vector = slot.get(Field::Dest);
        let scalar = vector >> 2;
        match slot.layout() {
            Layout::CombineScalar => {
                let known = isa::operation(Unit::Combine, code).is_some();
                demand(known, "unknown operation")?;
                self.check_source(slot.get(Field::Arg0Src) >> 2)?;
                register(scalar)
            }
            Layout::CombineScalarToVector => {
                let known = matches!(code, op::ATAN | op::ATAN2);
                demand(known, "unknown operation")?;
                self.check_source(slot.get(Field::Arg0Src) >> 2)?;
                if code == op::ATAN2 {
                    self.check_source(slot.get(Field::Arg1Src) >> 2)?;
                }
                register(vector)
            }
            Layout::CombineVectorToScalar => {
                self.check_source(slot.get(Field::Arg1Src))?;
                register(scalar)
            }
            _ => {
                self.check_source(slot.get(Field::Arg0Src) >> 2)?;
                self.check_source(slot.get(Field::Arg1Src))?;
                register(vector)
            }
        }
    }

    fn check_texture(&self, slot: &Slot) -> Checked {
        let load = self.slot(Unit::Varying);
        let load = load.ok_or("a lookup needs the varying unit for its coordinate")?;
        let cube = match (load.layout(), load.get(Field::Source)) {
            (Layout::VaryingRegister, kind) => {
                kind == varying::CUBE && load.get(Field::Perspective) == 1
            }
            (_, kind) => kind == varying::CUBE && load.get(Field::Perspective) == 0,
        };
        let kind = slot.get(Field::Type);
        demand(kind == 0 || kind == TEXTURE_CUBE, "unknown sampler type")?;
        demand(
            cube == (kind == TEXTURE_CUBE),
            "the coordinate is loaded for another kind of texture",
        )?;
        let fixed = slot.get(Field::Fixed) == TEXTURE_FIXED;
        demand(fixed, "unknown bits at the end")?;
        let level = slot.flag(Field::LodEn) || !slot.flag(Field::ExplicitLod);
        demand(level, "a level of detail without a register")?;
        for (enable, field) in [
            (Field::LodEn, Field::LodReg),
            (Field::OffsetEn, Field::OffsetReg),
        ] {
            if slot.flag(enable) {
                register(slot.get(field) >> 2)?;
            }
        }
        Ok(())
    }

    fn check_branch(&self, slot: &Slot) -> Checked {
        let all = [Field::Gt, Field::Eq, Field::Lt]
            .iter()
            .all(|field| slot.flag(*field));
        if all {
            return Ok(());
        }
        for field in [Field::Arg0Src, Field::Arg1Src] {
            let code = slot.get(field) >> 2;
            demand(
                code != source::TEXTURE,
                "a branch cannot compare `^tex_sampler`",
            )?;
            self.check_source(code)?;
        }
        Ok(())
    }
}

fn register(code: i64) -> Checked {
    match (0..i64::from(REGISTERS)).contains(&code) {
        true => Ok(()),
        false => Err(format!("there is no register ${code}").into()),
    }
}

fn check_varying(slot: &Slot) -> Checked {
    let (kind, perspective) = (slot.get(Field::Source), slot.get(Field::Perspective));
    if slot.get(Field::Dest) != NONE {
        register(slot.get(Field::Dest))?;
    }
    if slot.layout() == Layout::VaryingRegister {
        let known = kind == varying::CUBE || perspective != 1;
        demand(known, "unknown division")?;
        return register(slot.get(Field::Src));
    }
    let known = match kind {
        varying::INPUT => perspective != 1,
        varying::CUBE => matches!(perspective, 0 | 3),
        _ => perspective < 2,
    };
    demand(known, "unknown source")?;
    let special = (kind == varying::CUBE && perspective == 3) || kind == varying::SPECIAL;
    if !special {
        demand(slot.get(Field::Align) != 2, "unknown alignment 2")?;
        if slot.get(Field::OffsetVector) != NONE {
            register(slot.get(Field::OffsetVector))?;
        }
    }
    Ok(())
}

fn check_memory(slot: &Slot) -> Checked {
    demand(slot.get(Field::Align) != 3, "unknown alignment 3")?;
    if slot.flag(Field::OffsetEn) {
        register(slot.get(Field::OffsetReg) >> 2)?;
    }
    if slot.layout() == Layout::Store {
        demand(slot.get(Field::DestKind) == 3, "unknown kind")?;
        return register(slot.get(Field::Src) >> 2);
    }
    let known = matches!(slot.get(Field::Source), 0 | 3);
    demand(known, "unknown source")
}

impl Program {
    /// Checks every instruction, where branches go, and that control cannot run off the end.
    ///
    /// # Errors
    /// The first fault, with the number of its instruction.
    pub fn check(&self) -> Checked {
        match self.faults().into_iter().next() {
            None => Ok(()),
            Some((None, fault)) => Err(fault),
            Some((Some(index), fault)) => Err(fault.within("instruction", index)),
        }
    }

    /// Everything [`Program::check`] looks for, with the numbers of the instructions.
    pub fn faults(&self) -> Vec<(Option<usize>, Fault)> {
        let offsets = self.offsets();
        let mut faults = Vec::new();
        for (index, bundle) in self.bundles.iter().enumerate() {
            let checks = [
                bundle.check(),
                self.check_target(index, &offsets),
                self.check_prefetch(index),
            ];
            let found = checks.into_iter().filter_map(Result::err);
            faults.extend(found.map(|fault| (Some(index), fault)));
        }
        if !self.bundles.last().is_some_and(Bundle::leaves) {
            faults.push((None, "control runs off the end of the program".into()));
        }
        faults
    }

    fn check_target(&self, index: usize, offsets: &[usize]) -> Checked {
        let slot = self
            .bundles
            .get(index)
            .and_then(|bundle| bundle.slot(Unit::Branch));
        let Some(slot) = slot.filter(|slot| slot.layout() == Layout::Branch) else {
            return Ok(());
        };
        let target = self.branch_target(index, offsets);
        let target = target.ok_or("the branch goes nowhere")?;
        let length = self.bundles.get(target).map_or(0, Bundle::words) as i64;
        let said = slot.get(Field::NextCount) == length;
        demand(said, "the branch gives a wrong length")
    }

    fn check_prefetch(&self, index: usize) -> Checked {
        let prefetch = self.bundles.get(index).and_then(|bundle| bundle.prefetch);
        let next = self.bundles.get(index + 1).map(Bundle::words);
        let (Some(prefetch), Some(next)) = (prefetch, next) else {
            return Ok(());
        };
        let short = prefetch.enabled && usize::from(prefetch.next) < next;
        demand(!short, "the length of the next instruction is too small")
    }
}

impl Bundle {
    /// Whether control never arrives at the instruction after it.
    pub fn leaves(&self) -> bool {
        self.stop || self.is_always()
    }

    /// Whether it has a branch that is always taken, or a discard.
    pub fn is_always(&self) -> bool {
        let branch = self.slot(Unit::Branch);
        branch.is_some_and(|slot| {
            let all = [Field::Gt, Field::Eq, Field::Lt];
            slot.layout() == Layout::Discard || all.iter().all(|field| slot.flag(*field))
        })
    }
}

impl Program {
    /// Whether it has a discard.
    pub fn discards(&self) -> bool {
        self.bundles.iter().any(|bundle| {
            let branch = bundle.slot(Unit::Branch);
            branch.is_some_and(|slot| slot.layout() == Layout::Discard)
        })
    }

    /// Whether it reads a buffer of the frame.
    pub fn reads_frame(&self, buffer: FrameBuffer) -> bool {
        let stores = self.bundles.iter().filter_map(|b| b.slot(Unit::Store));
        let mut reads = stores.filter(|slot| slot.layout() == Layout::FrameRead);
        reads.any(|slot| slot.flag(Field::Color) == (buffer == FrameBuffer::Color))
    }
}
