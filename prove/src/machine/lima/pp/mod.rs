//! The fragment processor: a pipeline of units in each instruction, of which each sees what those before it
//! wrote.

mod arithmetic;

use crate::domain::{Detail, Domain, Node, Value, token};
use crate::machine::{Outputs, given};
use retroshade_kit::machine::{Register, RegisterImage, UNSET};
use retroshade_lima::pp::isa::{
    Argument, Field, Layout, NONE, REGISTERS, TEXTURE_CUBE, Unit, source, varying,
};
use retroshade_lima::pp::{Bundle, Program, Slot, half};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Instructions of a run at most.
const STEPS: usize = 100_000;

type Lanes = [Value; 4];

/// What lives for one instruction.
#[derive(Clone, Copy)]
struct Passing {
    coordinate: Lanes,
    texture: Lanes,
    load: Lanes,
    vector: Lanes,
    scalar: Value,
}

struct Machine<'a> {
    image: &'a RegisterImage,
    domain: &'a mut Domain,
    undefined: Value,
    registers: [[Option<Value>; 4]; REGISTERS as usize],
    temporaries: FxHashMap<i64, Value>,
    constants: [Lanes; 2],
    passing: Passing,
}

/// How an instruction ends.
enum End {
    Next,
    Branch,
    Discard,
}

/// Runs a program for fragment 0 of an image.
///
/// # Errors
/// An illegal one, and one that does not end.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let offsets = program.offsets();
    let undefined = domain.undefined();
    let nothing = Passing {
        coordinate: [undefined; 4],
        texture: [undefined; 4],
        load: [undefined; 4],
        vector: [undefined; 4],
        scalar: undefined,
    };
    let mut machine = Machine {
        image,
        domain,
        undefined,
        registers: [[None; 4]; REGISTERS as usize],
        temporaries: FxHashMap::default(),
        constants: [[undefined; 4]; 2],
        passing: nothing,
    };
    let mut index = 0;
    for _ in 0..STEPS {
        let bundle = program.bundles.get(index);
        let bundle = bundle.ok_or("control runs off the end of the program")?;
        machine.passing = nothing;
        machine.domain.at(index);
        index = match machine.step(bundle)? {
            End::Branch => program
                .branch_target(index, &offsets)
                .ok_or("a branch goes nowhere")?,
            End::Next if !bundle.stop => index + 1,
            end => {
                let discarded = matches!(end, End::Discard);
                let registers = (0..).zip(machine.registers);
                return Ok(Outputs {
                    registers: registers
                        .map(|(number, lanes)| ("$".to_owned(), number, lanes))
                        .collect(),
                    discarded,
                });
            }
        };
    }
    Err("the program takes too many steps".to_owned())
}

impl Machine<'_> {
    fn step(&mut self, bundle: &Bundle) -> Result<End, String> {
        for (number, unit) in [Unit::Const0, Unit::Const1].into_iter().enumerate() {
            if let Some(slot) = bundle.slot(unit) {
                self.constants[number] = [Field::X, Field::Y, Field::Z, Field::W]
                    .map(|field| half::to_f32(slot.get(field) as u16))
                    .map(|number| self.domain.literal(number));
            }
        }
        if let Some(slot) = bundle.slot(Unit::Varying) {
            self.passing.coordinate = self.varying(slot)?;
            if slot.get(Field::Dest) != NONE {
                let value = self.passing.coordinate;
                self.write(slot.get(Field::Dest), slot.get(Field::Mask), value);
            }
        }
        if let Some(slot) = bundle.slot(Unit::Texture) {
            self.passing.texture = self.texture(slot)?;
        }
        if let Some(slot) = bundle.slot(Unit::Load) {
            self.passing.load = self.load(slot)?;
        }
        self.multiply(bundle)?;
        self.add(bundle)?;
        if let Some(slot) = bundle.slot(Unit::Combine) {
            self.combine(slot)?;
        }
        if let Some(slot) = bundle.slot(Unit::Store) {
            self.store(slot)?;
        }
        match bundle.slot(Unit::Branch) {
            Some(slot) if slot.layout() == Layout::Discard => Ok(End::Discard),
            Some(slot) if self.taken(slot) => Ok(End::Branch),
            _ => Ok(End::Next),
        }
    }

    fn register(&self, code: i64) -> Lanes {
        match code {
            source::CONST0 => self.constants[0],
            source::CONST1 => self.constants[1],
            source::TEXTURE => self.passing.texture,
            source::LOAD => self.passing.load,
            _ => {
                let number = usize::try_from(code).unwrap_or(usize::MAX);
                let lanes = self.registers.get(number).copied().unwrap_or_default();
                lanes.map(|lane| lane.unwrap_or(self.undefined))
            }
        }
    }

    fn component(&self, code: i64) -> Value {
        self.register(code >> 2)[(code & 3) as usize]
    }

    fn modified(&mut self, value: Value, slot: &Slot, negative: Field, absolute: Field) -> Value {
        let value = match slot.flag(absolute) {
            true => self.domain.abs(value),
            false => value,
        };
        match slot.flag(negative) {
            true => self.domain.neg(value),
            false => value,
        }
    }

    /// One lane of an operand with its modifiers.
    fn operand(&mut self, slot: &Slot, at: Argument, vector: bool, lane: usize) -> Value {
        let passed = slot.flag(Field::MulIn) && at == Argument::FIRST;
        let value = match (vector, passed) {
            (false, true) => self.passing.scalar,
            (false, false) => self.component(slot.get(at.src)),
            (true, _) => {
                let register = match passed {
                    true => self.passing.vector,
                    false => self.register(slot.get(at.src)),
                };
                register[selected(slot.get(at.swizzle), lane)]
            }
        };
        self.modified(value, slot, at.negative, at.absolute)
    }

    fn write(&mut self, number: i64, mask: i64, values: Lanes) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(register) = self.registers.get_mut(number) {
            for lane in (0..4).filter(|lane| mask >> lane & 1 == 1) {
                register[lane] = Some(values[lane]);
            }
        }
    }

    fn write_component(&mut self, code: i64, value: Value) {
        self.write(code >> 2, 1 << (code & 3), [value; 4]);
    }

    /// An index with its offset, and what that depends on; `None` if it is undefined.
    fn address(&mut self, index: i64, offset: Option<i64>) -> Option<(i64, Node)> {
        let Some(code) = offset else {
            return Some((index, 0));
        };
        let offset = self.component(code);
        let whole = self.domain.index(offset);
        whole
            .defined
            .then(|| (index.saturating_add(whole.real as i64), whole.node))
    }

    /// What was read at an address.
    fn read_at(&mut self, lanes: Lanes, node: Node) -> Lanes {
        lanes.map(|lane| lane.at(self.domain.tape.join(lane.node, node)))
    }

    fn varying(&mut self, slot: &Slot) -> Result<Lanes, String> {
        let (kind, perspective) = (slot.get(Field::Source), slot.get(Field::Perspective));
        if slot.layout() == Layout::VaryingRegister {
            let register = self.register(slot.get(Field::Src));
            let lanes = [0, 1, 2, 3].map(|lane| register[selected(slot.get(Field::Swizzle), lane)]);
            let lanes = lanes.map(|lane| self.modified(lane, slot, Field::Neg, Field::Abs));
            return Ok(match (kind, perspective) {
                (varying::CUBE, 2) => {
                    let unit = self.domain.normalize(&lanes[..3]);
                    [unit[0], unit[1], unit[2], self.undefined]
                }
                (varying::CUBE, _) => lanes,
                _ => self.divided(lanes, perspective),
            });
        }
        let register = match (kind, perspective) {
            (varying::CUBE, 3) => {
                let list = self.image.frag_coord.as_ref();
                let value = list.and_then(|list| list.first());
                let lanes = given(self.domain, *value.ok_or("no gl_FragCoord")?);
                let [x, y, z, w] = lanes;
                return Ok([x, y, z, self.domain.rcp(w)]);
            }
            (varying::SPECIAL, 0) => {
                let list = self.image.point_coord.as_ref();
                let [x, y] = *list
                    .and_then(|list| list.first())
                    .ok_or("no gl_PointCoord")?;
                [x, y, f32::NAN, f32::NAN]
            }
            (varying::SPECIAL, _) => {
                let list = self.image.front_facing.as_ref();
                let front = list.and_then(|list| list.first()).copied().unwrap_or(true);
                [token(f32::from(front)), f32::NAN, f32::NAN, f32::NAN]
            }
            _ => {
                let (width, unit) = match slot.get(Field::Align) {
                    0 => (1, 1),
                    1 => (2, 2),
                    _ => (4, 4),
                };
                let offset = slot.get(Field::OffsetVector);
                let offset = (offset != NONE).then_some(offset << 2 | slot.get(Field::OffsetLane));
                let first = self.address(slot.get(Field::Index), offset);
                let node = first.map_or(0, |(_, node)| node);
                let mut value = UNSET;
                if let Some(first) = first.and_then(|(first, _)| first.checked_mul(unit)) {
                    for (place, component) in value.iter_mut().take(width).zip(first..) {
                        *place = self
                            .placed(component, |image, index| image.input("v", index, 0, UNSET));
                    }
                }
                let lanes = given(self.domain, value);
                let lanes = self.read_at(lanes, node);
                return Ok(self.divided(lanes, perspective));
            }
        };
        Ok(given(self.domain, register))
    }

    /// A component of a file of registers.
    fn placed(&self, component: i64, read: fn(&RegisterImage, u32) -> Register) -> f32 {
        match u32::try_from(component >> 2) {
            Ok(index) => read(self.image, index)[(component & 3) as usize],
            Err(_) => f32::NAN,
        }
    }

    fn divided(&mut self, lanes: Lanes, perspective: i64) -> Lanes {
        let divisor = match perspective {
            2 => lanes[2],
            3 => lanes[3],
            _ => return lanes,
        };
        lanes.map(|lane| self.domain.div(lane, divisor))
    }

    fn texture(&mut self, slot: &Slot) -> Result<Lanes, String> {
        let count = match slot.get(Field::Type) {
            TEXTURE_CUBE => 3,
            _ => 2,
        };
        let offset = slot
            .flag(Field::OffsetEn)
            .then_some(slot.get(Field::OffsetReg));
        let sampler = self.address(slot.get(Field::Index), offset);
        let Some(sampler) = sampler.and_then(|(sampler, _)| u32::try_from(sampler).ok()) else {
            return Ok([self.undefined; 4]);
        };
        let level = self.component(slot.get(Field::LodReg));
        let detail = match (slot.flag(Field::LodEn), slot.flag(Field::ExplicitLod)) {
            (true, true) => Detail::Level(level),
            (true, false) => Detail::Bias(level),
            _ => Detail::None,
        };
        let coordinate = self.passing.coordinate;
        Ok(self.domain.texture(sampler, &coordinate[..count], detail))
    }

    fn load(&mut self, slot: &Slot) -> Result<Lanes, String> {
        let width = 1i64 << slot.get(Field::Align);
        let uniform = slot.get(Field::Source) == 0;
        let Some((first, node)) = self.first(slot, width) else {
            return Ok([self.undefined; 4]);
        };
        let mut lanes = [self.undefined; 4];
        for (lane, component) in lanes.iter_mut().take(width as usize).zip(first..) {
            *lane = match uniform {
                true => {
                    let number = self.placed(component, |image, index| image.uniform("u", index));
                    self.domain.given(number)
                }
                false => {
                    let held = self.temporaries.get(&component);
                    held.copied().unwrap_or(self.undefined)
                }
            };
        }
        Ok(self.read_at(lanes, node))
    }

    /// The first component that a load or store is for.
    fn first(&mut self, slot: &Slot, width: i64) -> Option<(i64, Node)> {
        let offset = slot
            .flag(Field::OffsetEn)
            .then_some(slot.get(Field::OffsetReg));
        let (address, node) = self.address(slot.get(Field::Index), offset)?;
        Some((address.checked_mul(width)?, node))
    }

    fn store(&mut self, slot: &Slot) -> Result<(), String> {
        if slot.layout() == Layout::FrameRead {
            return self.frame_read(slot);
        }
        let width = 1i64 << slot.get(Field::Align);
        let src = slot.get(Field::Src) & !(width - 1);
        // Where it goes must be known, or every temporary is.
        let Some((first, node)) = self.first(slot, width) else {
            self.temporaries.clear();
            return Ok(());
        };
        for lane in 0..width {
            let value = self.component(src + lane);
            let value = value.at(self.domain.tape.join(value.node, node));
            self.temporaries.insert(first.saturating_add(lane), value);
        }
        Ok(())
    }

    fn frame_read(&mut self, slot: &Slot) -> Result<(), String> {
        let register = match slot.flag(Field::Color) {
            true => {
                let colors = self.image.last_color.as_ref();
                colors.and_then(|rows| rows.first()).copied()
            }
            false => {
                let depths = self.image.last_depth.as_ref();
                let depth = depths.and_then(|rows| rows.first());
                depth.map(|depth| [*depth, f32::NAN, f32::NAN, f32::NAN])
            }
        };
        let lanes = given(self.domain, register.ok_or("no frame buffer to read")?);
        self.write(slot.get(Field::Dest), 15, lanes);
        Ok(())
    }

    fn taken(&mut self, slot: &Slot) -> bool {
        let [greater, equal, less] =
            [Field::Gt, Field::Eq, Field::Lt].map(|field| slot.flag(field));
        if greater && equal && less {
            return true;
        }
        let a = self.component(slot.get(Field::Arg0Src));
        let b = self.component(slot.get(Field::Arg1Src));
        let holds = |order: Ordering| match order {
            Ordering::Less => less,
            Ordering::Equal => equal,
            Ordering::Greater => greater,
        };
        let decision = self.domain.order_for(a, b, holds);
        self.domain.jump(&[a, b], decision.node);
        holds(decision.order)
    }
}

/// The component that a swizzle selects for a lane.
fn selected(swizzle: i64, lane: usize) -> usize {
    (swizzle >> (2 * lane) & 3) as usize
}
