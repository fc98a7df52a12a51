//! Instructions as data, and the way to words and back.

use super::isa::{Field, FieldRow, Layout, MAX_WORDS, Unit};
use crate::fault::{Checked, Fault};
use retroshade_kit::bits::{BitReader, BitWriter, from_signed, sign_extend};

/// The most fields of a layout.
const FIELDS: usize = 13;
/// The number of units.
const UNITS: usize = Unit::ALL.len();

/// What one unit does in an instruction: a value for each field of its layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    layout: Layout,
    values: [i64; FIELDS],
}

impl Slot {
    /// All fields zero.
    pub fn new(layout: Layout) -> Slot {
        Slot {
            layout,
            values: [0; FIELDS],
        }
    }

    /// The layout.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    fn position(&self, field: Field) -> Option<usize> {
        let mut rows = self.layout.fields().iter();
        rows.position(|row| row.field == field)
    }

    /// The value of a field, 0 for one that the layout does not have.
    pub fn get(&self, field: Field) -> i64 {
        let position = self.position(field);
        position
            .and_then(|position| self.values.get(position))
            .copied()
            .unwrap_or(0)
    }

    /// The index of a load or store. That of a uniform is a number of 16 bits without sign, though the field has one;
    /// with an offset register they are added, and the sum may be anything.
    pub fn memory_index(&self) -> i64 {
        let index = self.get(Field::Index);
        let uniform = self.layout == Layout::Load && self.get(Field::Source) == 0;
        match uniform && !self.flag(Field::OffsetEn) {
            true => index & 0xffff,
            false => index,
        }
    }

    /// Whether a one-bit field is set.
    pub fn flag(&self, field: Field) -> bool {
        self.get(field) != 0
    }

    /// Sets a field. One that the layout does not have stays out; a value that does not fit is found
    /// by encoding.
    pub fn set(&mut self, field: Field, value: i64) {
        let position = self.position(field);
        if let Some(slot) = position.and_then(|position| self.values.get_mut(position)) {
            *slot = value;
        }
    }

    /// The slot with a field set.
    pub fn with(mut self, field: Field, value: i64) -> Slot {
        self.set(field, value);
        self
    }

    /// The fields and their values.
    pub fn fields(&self) -> impl Iterator<Item = (&'static FieldRow, i64)> {
        self.layout.fields().iter().zip(self.values)
    }

    /// Its bits.
    ///
    /// # Errors
    /// A field that has no room for its value.
    pub fn to_bits(self) -> Checked<u128> {
        let mut bits = 0u128;
        for (row, value) in self.fields() {
            let encoded = if row.signed {
                from_signed(value, row.width)
            } else {
                u64::try_from(value)
                    .ok()
                    .filter(|value| *value < 1 << row.width)
            };
            let encoded = encoded.ok_or_else(|| {
                let (name, width) = (row.name, row.width);
                format!("{name} = {value} does not fit {width} bits")
            })?;
            bits |= u128::from(encoded) << row.start;
        }
        Ok(bits)
    }

    fn from_bits(unit: Unit, bits: u128) -> Checked<Slot> {
        let mut slot = Slot::new(Layout::of(unit, bits as u32));
        let mut known = 0u128;
        for (position, row) in slot.layout.fields().iter().enumerate() {
            let mask = (1u128 << row.width) - 1;
            known |= mask << row.start;
            let value = (bits >> row.start & mask) as u64;
            if let Some(place) = slot.values.get_mut(position) {
                *place = match row.signed {
                    true => sign_extend(value, row.width),
                    false => value as i64,
                };
            }
        }
        match bits & !known {
            0 => Ok(slot),
            rest => {
                let fault = Fault::from(format!("unknown bits {rest:#x} are set"));
                Err(fault.within(unit.name(), None))
            }
        }
    }
}

/// The control word's say on what follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefetch {
    /// Whether the length is used.
    pub enabled: bool,
    /// Length in words of the instruction that follows in memory.
    pub next: u8,
}

/// One instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bundle {
    /// The program ends after it, unless its branch is taken.
    pub stop: bool,
    /// Keeps the quad in step: demanded by lookups and derivatives.
    pub sync: bool,
    /// The prefetch fields where they differ from what the successor asks for.
    pub prefetch: Option<Prefetch>,
    /// The words of an instruction of which it is not known what it does; empty for any other. Nothing else is set then.
    pub raw: Vec<u32>,
    slots: [Option<Slot>; UNITS],
}

impl Bundle {
    /// What a unit does; `None` if it is off.
    pub fn slot(&self, unit: Unit) -> Option<&Slot> {
        self.slots.get(unit as usize).and_then(Option::as_ref)
    }

    /// As [`Bundle::slot`], to change.
    pub fn slot_mut(&mut self, unit: Unit) -> Option<&mut Slot> {
        self.slots.get_mut(unit as usize).and_then(Option::as_mut)
    }

    /// Switches a unit on.
    pub fn put(&mut self, unit: Unit, slot: Slot) {
        if let Some(place) = self.slots.get_mut(unit as usize) {
            *place = Some(slot);
        }
    }

    /// The units that are on, in the order of the pipeline.
    pub fn slots(&self) -> impl Iterator<Item = (Unit, &Slot)> {
        let units = Unit::ALL.iter().zip(&self.slots);
        units.filter_map(|(unit, slot)| slot.as_ref().map(|slot| (*unit, slot)))
    }

    /// Its length in words, the control word included: 1 to 19, or those it has where they mean nothing.
    pub fn words(&self) -> usize {
        if !self.raw.is_empty() {
            return self.raw.len();
        }
        let bits: u16 = self.slots().map(|(unit, _)| unit.bits()).sum();
        1 + usize::from(bits.div_ceil(32))
    }

    fn encode(&self, next: usize, words: &mut Vec<u32>) -> Checked {
        if !self.raw.is_empty() {
            words.extend(&self.raw);
            return Ok(());
        }
        let mut writer = BitWriter::new();
        let mut units = 0u32;
        for (unit, slot) in self.slots() {
            let mut bits = slot
                .to_bits()
                .map_err(|fault| fault.within(unit.name(), None))?;
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

    /// Decodes one instruction and returns it with its length.
    fn decode(words: &[u32]) -> Checked<(Bundle, usize, Prefetch)> {
        let control = *words.first().ok_or("no control word")?;
        if control >> 26 != 0 {
            return Err(format!(
                "unknown bits {:#x} are set in the control word",
                control >> 26 << 26
            )
            .into());
        }
        let count = (control & 31) as usize;
        let body = words
            .get(1..count)
            .ok_or_else(|| format!("the length {count} is impossible here"))?;
        let mut bundle = Bundle {
            stop: control >> 5 & 1 == 1,
            sync: control >> 6 & 1 == 1,
            ..Bundle::default()
        };
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
            bundle.put(unit, Slot::from_bits(unit, bits)?);
        }
        if bundle.words() != count {
            let needed = bundle.words();
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
        Ok((bundle, count, prefetch))
    }
}

/// Instructions in the order of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The instructions.
    pub bundles: Vec<Bundle>,
}

impl Program {
    /// The offset of each instruction in words.
    pub fn offsets(&self) -> Vec<usize> {
        let mut next = 0;
        let lengths = self.bundles.iter().map(Bundle::words);
        lengths
            .map(|length| {
                let offset = next;
                next += length;
                offset
            })
            .collect()
    }

    /// The number of words.
    pub fn words(&self) -> usize {
        self.bundles.iter().map(Bundle::words).sum()
    }

    /// The number of the instruction to which the branch of instruction `index` goes; `None` if it
    /// has none or goes elsewhere than to the start of an instruction.
    pub fn branch_target(&self, index: usize, offsets: &[usize]) -> Option<usize> {
        let slot = self.bundles.get(index)?.slot(Unit::Branch)?;
        if slot.layout() != Layout::Branch {
            return None;
        }
        let from = i64::try_from(*offsets.get(index)?).ok()?;
        let target = usize::try_from(from.checked_add(slot.get(Field::Target))?).ok()?;
        offsets.binary_search(&target).ok()
    }

    /// Points the branch of instruction `index` at instruction `target`.
    pub fn set_branch_target(&mut self, index: usize, target: usize, offsets: &[usize]) {
        let length = self.bundles.get(target).map_or(0, Bundle::words) as i64;
        let at = |index: usize| offsets.get(index).copied().unwrap_or(0) as i64;
        let distance = at(target) - at(index);
        let bundle = self.bundles.get_mut(index);
        if let Some(slot) = bundle.and_then(|bundle| bundle.slot_mut(Unit::Branch)) {
            slot.set(Field::Target, distance);
            slot.set(Field::NextCount, length);
        }
    }

    /// The words.
    ///
    /// # Errors
    /// A field whose value does not fit.
    pub fn encode(&self) -> Checked<Vec<u32>> {
        let mut words = Vec::new();
        for (index, bundle) in self.bundles.iter().enumerate() {
            let next = self.bundles.get(index + 1).map_or(0, Bundle::words);
            bundle
                .encode(next, &mut words)
                .map_err(|fault| fault.within("instruction", index))?;
        }
        Ok(words)
    }

    /// The program of some words. Zero words after the last instruction are skipped.
    ///
    /// # Errors
    /// What is no instruction.
    pub fn decode(words: &[u32]) -> Checked<Program> {
        Program::read_with(words, |fault, _| Err(fault))
    }

    /// As [`Program::decode`]; what is no instruction is kept as the words that it is: as many as it says itself, or
    /// all that are left.
    ///
    /// # Errors
    /// No word at all.
    pub fn read(words: &[u32]) -> Checked<Program> {
        Program::read_with(words, |_, rest| {
            let said = rest.first().map_or(0, |control| (control & 31) as usize);
            let raw = rest.get(..said).filter(|raw| !raw.is_empty());
            Ok(Bundle {
                raw: raw.unwrap_or(rest).to_vec(),
                ..Bundle::default()
            })
        })
    }

    /// Reads words; `unknown` says what becomes of those that begin with no instruction.
    fn read_with(
        words: &[u32],
        unknown: impl Fn(Fault, &[u32]) -> Checked<Bundle>,
    ) -> Checked<Program> {
        let mut program = Program::default();
        let mut prefetches = Vec::new();
        let mut offset = 0;
        while let Some(rest) = words.get(offset..).filter(|rest| !rest.is_empty()) {
            if rest.iter().all(|word| *word == 0) && offset > 0 {
                break;
            }
            let known = Bundle::decode(rest.get(..MAX_WORDS.min(rest.len())).unwrap_or(rest));
            let (bundle, count, prefetch) = match known {
                Ok((bundle, count, prefetch)) => (bundle, count, Some(prefetch)),
                Err(fault) => {
                    let bundle = unknown(fault.within("word", offset), rest)?;
                    let count = bundle.words();
                    (bundle, count, None)
                }
            };
            program.bundles.push(bundle);
            prefetches.push(prefetch);
            offset += count.max(1);
        }
        if program.bundles.is_empty() {
            return Err("it has no instruction".into());
        }
        let lengths: Vec<usize> = program.bundles.iter().map(Bundle::words).collect();
        for (index, (bundle, prefetch)) in program.bundles.iter_mut().zip(prefetches).enumerate() {
            let next = lengths.get(index + 1).copied().unwrap_or(0);
            let usual = Prefetch {
                enabled: next > 0,
                next: next as u8,
            };
            bundle.prefetch = prefetch.filter(|prefetch| *prefetch != usual);
        }
        Ok(program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_words_decode_to_themselves_or_not_at_all() {
        let mut random = retroshade_kit::random::Random::new(7);
        let mut accepted = 0;
        for _ in 0..20_000 {
            let units = random.below(1 << 12) as u32;
            let bits: u16 = Unit::ALL
                .iter()
                .filter(|unit| units >> **unit as u32 & 1 == 1)
                .map(|unit| unit.bits())
                .sum();
            let count = 1 + usize::from(bits.div_ceil(32));
            let mut words = vec![count as u32 | units << 7];
            words.extend((1..count).map(|_| match random.below(3) {
                0 => 0,
                _ => random.below(1 << 32) as u32,
            }));
            if let Ok(program) = Program::decode(&words) {
                accepted += 1;
                assert_eq!(program.encode().unwrap(), words);
            }
        }
        assert!(accepted > 20, "{accepted}");
    }

    #[test]
    fn impossible_words_are_refused() {
        for words in [&[][..], &[0], &[1 << 26], &[5], &[2 | 1 << 7, 0], &[3, 0]] {
            assert!(Program::decode(words).is_err(), "{words:?}");
        }
        assert!(Program::decode(&[0x21]).is_ok());
    }
}
