//! Bits to operations and back: the only place that knows a field.

use super::instruction::{
    Address, Component, Dest, Instruction, Operation, Prefetch, Register, To,
};
use super::layout::{Field, Layout, Part};
use super::table::{Meaning, Memory, OutMod};
use super::{MAX_WORDS, NONE, Op, Unit};
use retroshade_diagnostics::fault::{Checked, Fault};
use retroshade_kit::bits::{BitReader, BitWriter, from_signed, sign_extend};
use retroshade_kit::lanes::{LaneMask, Swizzle};

impl Operation {
    /// The fields of its layout with their values.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Field, i64)> {
        let fields = self.op.layout.fields().iter();
        fields.map(|field| (field, self.field(field)))
    }

    fn field(&self, field: &Field) -> i64 {
        let lane = |register: u8, lane: u8| i64::from(register) << 2 | i64::from(lane);
        let Dest { to, lanes } = self.dest;
        let Address {
            index,
            code,
            offset,
            spare,
        } = self.address;
        match field.part {
            Part::Fixed => self.op.row.fixed(field.name),
            Part::Modifier => self.modifier as i64,
            Part::Destination | Part::Target | Part::Whole => match to {
                To::Nothing { spare } => spare.into(),
                To::Register(number) => number.into(),
                To::Coordinate => NONE.into(),
            },
            Part::DestinationLane => match to {
                To::Nothing { spare } => spare.into(),
                To::Register(number) => lane(number, lanes.lanes().next().unwrap_or(0)),
                To::Coordinate => NONE.into(),
            },
            Part::Enabled => i64::from(!lanes.is_empty()),
            Part::Mask => lanes.bits().into(),
            Part::Register(number) => self.sources[number].register.code().into(),
            Part::Component(number) => match self.sources[number].register {
                Register::Product { spare } => spare.into(),
                register => lane(register.code(), self.sources[number].component()),
            },
            Part::Swizzle(number) => self.sources[number].lanes.bits().into(),
            Part::Negative(number) => self.sources[number].negative.into(),
            Part::Absolute(number) => self.sources[number].absolute.into(),
            Part::Passed => i64::from(matches!(self.sources[0].register, Register::Product { .. })),
            // A number without sign where it is the whole address of a uniform, though the field has one.
            Part::Index if self.is_unsigned() && (0x8000..0x1_0000).contains(&index) => {
                i64::from(index) - 0x1_0000
            }
            Part::Index => index.into(),
            Part::Width => code.into(),
            Part::Offset => offset.unwrap_or(spare).into(),
            Part::HasOffset => offset.is_some().into(),
            Part::OffsetVector => offset.map_or(NONE.into(), |offset| i64::from(offset >> 2)),
            Part::OffsetLane => offset.map_or(spare, |offset| offset & 3).into(),
            Part::Distance => self.jump.distance.into(),
            Part::Length => self.jump.length.into(),
            Part::Number(lane) => self.numbers[lane].into(),
        }
    }

    fn is_unsigned(&self) -> bool {
        self.op.row.meaning == Meaning::Load(Memory::Uniforms)
    }

    /// The bits.
    ///
    /// # Errors
    /// A field that has no room for its value.
    pub fn to_bits(&self) -> Checked<u128> {
        let mut bits = 0u128;
        for (field, value) in self.fields() {
            let encoded = if field.signed {
                from_signed(value, field.width)
            } else {
                u64::try_from(value)
                    .ok()
                    .filter(|value| *value < 1 << field.width)
            };
            let encoded = encoded.ok_or_else(|| {
                let (name, width) = (field.name, field.width);
                format!("{name} = {value} does not fit {width} bits")
            })?;
            bits |= u128::from(encoded) << field.start;
        }
        Ok(bits)
    }

    /// What a unit does by its bits.
    ///
    /// # Errors
    /// Bits that are no operation of the table.
    pub(in crate::pp) fn from_bits(unit: Unit, bits: u128) -> Checked<Operation> {
        let layout = Layout::of(unit, bits as u32);
        let value = |field: &Field| {
            let value = (bits >> field.start & ((1u128 << field.width) - 1)) as u64;
            if field.signed {
                sign_extend(value, field.width)
            } else {
                value as i64
            }
        };
        let fields = layout.fields();
        let fixed = || fields.iter().filter(|field| field.part == Part::Fixed);
        let mut ops = Op::all(layout);
        let op = ops.find(|op| fixed().all(|field| op.row.fixed(field.name) == value(field)));
        let op = op.ok_or_else(|| {
            let fixed = fixed().map(|field| format!("{} {}", field.name, value(field)));
            format!(
                "unknown operation ({})",
                fixed.collect::<Vec<_>>().join(", ")
            )
        })?;
        let mut operation = Operation::new(Op { unit, ..op });
        // Fields come in an order in which none is needed before it.
        for field in fields {
            operation.set(field.part, value(field));
        }
        operation.settle(fields, value);
        match operation.to_bits()? {
            same if same == bits => Ok(operation),
            other => Err(format!("unknown bits {:#x} are set", bits ^ other).into()),
        }
    }

    /// Notes the value of a field of a part that stands alone.
    fn set(&mut self, part: Part, value: i64) {
        let small = value as u8;
        match part {
            Part::Modifier => self.modifier = OutMod::ALL[usize::from(small & 3)],
            Part::Register(number) => {
                self.sources[number].register = Register::from_code(small);
            }
            Part::Component(number) => {
                self.sources[number].register = Register::from_code(small >> 2);
                self.sources[number].lanes = Swizzle::splat(small & 3);
            }
            Part::Swizzle(number) => self.sources[number].lanes = Swizzle::from_bits(small),
            Part::Negative(number) => self.sources[number].negative = value != 0,
            Part::Absolute(number) => self.sources[number].absolute = value != 0,
            Part::Index => self.address.index = value as i32,
            Part::Width => self.address.code = small,
            Part::Distance => self.jump.distance = value as i32,
            Part::Length => self.jump.length = small,
            Part::Number(lane) => self.numbers[lane] = value as u16,
            Part::Fixed
            | Part::Destination
            | Part::DestinationLane
            | Part::Enabled
            | Part::Target
            | Part::Whole
            | Part::Mask
            | Part::Passed
            | Part::Offset
            | Part::HasOffset
            | Part::OffsetVector
            | Part::OffsetLane => {}
        }
    }

    /// Notes what several fields say together.
    fn settle(&mut self, fields: &[Field], value: impl Fn(&Field) -> i64) {
        let of = |part: Part| {
            let field = fields.iter().find(|field| field.part == part);
            field.map(|field| value(field) as u8)
        };
        let mask = of(Part::Mask).map_or(LaneMask::ALL, LaneMask::from_bits);
        if let Some(number) = of(Part::Destination) {
            self.dest = if mask.is_empty() {
                Dest {
                    to: To::Nothing { spare: number },
                    lanes: LaneMask::NONE,
                }
            } else {
                Dest::register(number, mask)
            };
        }
        if let Some(number) = of(Part::Target).or(of(Part::Whole)) {
            let to = if self.op.unit == Unit::Varying && number == NONE {
                To::Coordinate
            } else {
                To::Register(number)
            };
            self.dest = Dest { to, lanes: mask };
        }
        if let Some(number) = of(Part::DestinationLane) {
            self.dest = match of(Part::Enabled) {
                Some(0) => Dest {
                    to: To::Nothing { spare: number },
                    lanes: LaneMask::NONE,
                },
                _ => Dest::register(number >> 2, LaneMask::lane(number & 3)),
            };
        }
        if of(Part::Passed) == Some(1) {
            let spare = of(Part::Component(0)).or(of(Part::Register(0)));
            let spare = spare.unwrap_or(0);
            self.sources[0].register = Register::Product { spare };
            if of(Part::Component(0)).is_some() {
                self.sources[0].lanes = Swizzle::splat(0);
            }
        }
        let offset: Option<Component> = match of(Part::OffsetVector) {
            Some(NONE) => None,
            Some(vector) => Some(vector << 2 | of(Part::OffsetLane).unwrap_or(0)),
            None => of(Part::Offset).filter(|_| of(Part::HasOffset) == Some(1)),
        };
        self.address.offset = offset;
        if offset.is_none() {
            let spare = of(Part::Offset).or(of(Part::OffsetLane));
            self.address.spare = spare.unwrap_or(0);
            // The whole address of a uniform has no sign.
            if self.is_unsigned() {
                self.address.index &= 0xffff;
            }
        }
    }
}

impl Instruction {
    /// Appends its words; `next` is the length of the instruction after it, 0 for none.
    ///
    /// # Errors
    /// A field that has no room for its value.
    pub(crate) fn encode(&self, next: usize, words: &mut Vec<u32>) -> Checked {
        if !self.raw.is_empty() {
            words.extend(&self.raw);
            return Ok(());
        }
        let mut writer = BitWriter::new();
        let mut units = 0u32;
        for operation in self.operations() {
            let unit = operation.op.unit;
            let bits = operation.to_bits();
            let mut bits = bits.map_err(|fault| fault.within(unit.name(), None))?;
            units |= 1 << unit as u32;
            let mut left = unit.bits();
            while left > 0 {
                let width = left.min(32);
                let part = bits as u64 & (u64::MAX >> (64 - width));
                let pushed = writer.push(part, width);
                pushed.map_err(|misfit| misfit.to_string())?;
                bits >>= width;
                left -= width;
            }
        }
        let prefetch = self.prefetch.unwrap_or(Prefetch {
            enabled: next > 0,
            next: next as u8,
        });
        if prefetch.next > 63 {
            return Err(format!("next length {} does not fit", prefetch.next).into());
        }
        let control = self.words() as u32
            | u32::from(self.stop) << 5
            | u32::from(self.sync) << 6
            | units << 7
            | u32::from(prefetch.next) << 19
            | u32::from(prefetch.enabled) << 25;
        words.push(control);
        words.extend(writer.into_words());
        Ok(())
    }

    /// Decodes one instruction and returns it with its length in words.
    ///
    /// # Errors
    /// What is no instruction.
    pub(crate) fn decode(words: &[u32]) -> Checked<(Instruction, usize, Prefetch)> {
        let words = words.get(..MAX_WORDS.min(words.len())).unwrap_or(words);
        let control = *words.first().ok_or("no control word")?;
        if control >> 26 != 0 {
            let unknown = control >> 26 << 26;
            let fault = format!("unknown bits {unknown:#x} are set in the control word");
            return Err(fault.into());
        }
        let count = (control & 31) as usize;
        let body = words
            .get(1..count)
            .ok_or_else(|| format!("the length {count} is impossible here"))?;
        let mut instruction = Instruction::default();
        instruction.stop = control >> 5 & 1 == 1;
        instruction.sync = control >> 6 & 1 == 1;
        let mut reader = BitReader::new(body);
        for unit in Unit::ALL {
            if control >> (7 + unit as u32) & 1 == 0 {
                continue;
            }
            let mut bits = 0u128;
            let mut done = 0;
            while done < unit.bits() {
                let width = (unit.bits() - done).min(32);
                let part = reader.take(width).ok_or_else(|| {
                    format!("the length {count} is too small for the units that are on")
                })?;
                bits |= u128::from(part) << done;
                done += width;
            }
            let operation = Operation::from_bits(unit, bits);
            let within = |fault: Fault| fault.within(unit.name(), None);
            instruction.put(operation.map_err(within)?);
        }
        if instruction.words() != count {
            let needed = instruction.words();
            return Err(
                format!("the length is {count}, the units that are on need {needed}").into(),
            );
        }
        let left = 32 * body.len() as u16 - reader.position();
        if left > 0 && reader.take(left) != Some(0) {
            return Err("bits are set after the last unit".into());
        }
        let prefetch = Prefetch {
            enabled: control >> 25 & 1 == 1,
            next: (control >> 19 & 63) as u8,
        };
        Ok((instruction, count, prefetch))
    }
}
