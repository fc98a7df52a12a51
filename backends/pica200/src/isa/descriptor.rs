//! Operand descriptors: the destination mask, negations and lane selections of an instruction live
//! in a table of 128 words, and the instruction names one of them.
//!
//! Two instructions may share a descriptor where they agree on the bits that matter to both. The
//! table is filled by the rule picasso follows, so that the text of a program assembles to the same
//! table: the first entry that agrees is taken and gains the bits it did not care about; a `mad`,
//! whose field reaches only 32 entries, that lands higher is exchanged with the first low entry no
//! `mad` uses.

use std::fmt;

use super::{Instruction, LaneMask, Meaning, Opcode, Swizzle};

/// Entries of the table.
pub const DESCRIPTORS: usize = 128;
/// Entries that the five-bit field of `mad` reaches.
pub const MAD_DESCRIPTORS: usize = 32;

/// A decoded operand descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// Lanes that are written.
    pub mask: LaneMask,
    /// For each source: which lanes it reads and whether it is negated.
    pub sources: [(Swizzle, bool); 3],
}

/// The bit that negates source `k`.
const fn negate_bit(source: usize) -> u32 {
    4 + 9 * source as u32
}

impl Descriptor {
    /// From the word of the table. Bit 31 has no meaning.
    pub fn from_word(word: u32) -> Descriptor {
        let source = |k: usize| {
            let bits = word >> negate_bit(k);
            (Swizzle::from_reversed((bits >> 1) as u8), bits & 1 != 0)
        };
        Descriptor {
            mask: LaneMask::from_reversed(word as u8),
            sources: [source(0), source(1), source(2)],
        }
    }

    /// The word of the table.
    pub fn word(&self) -> u32 {
        let mut word = u32::from(self.mask.reversed());
        for (k, (swizzle, negate)) in self.sources.iter().enumerate() {
            word |= (u32::from(swizzle.reversed()) << 1 | u32::from(*negate)) << negate_bit(k);
        }
        word
    }
}

impl Descriptor {
    /// Whether an instruction that names this descriptor does what the given one says, as far as the
    /// machine looks at it.
    pub fn serves(&self, instruction: &Instruction) -> bool {
        let info = instruction.opcode().info();
        if instruction.opcode() != Opcode::Cmp && self.mask != instruction.mask() {
            return false;
        }
        let sources = instruction.sources().iter().enumerate();
        sources.zip(&self.sources).all(|((k, wanted), have)| {
            let positions = info.meaning.positions(k, instruction.mask());
            let mut lanes = positions.lanes();
            have.1 == wanted.negate && lanes.all(|l| have.0.lane(l) == wanted.swizzle.lane(l))
        })
    }
}

/// The descriptor an instruction needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The word; bits of sources that the instruction does not have are 0.
    pub word: u32,
    /// The bits that picasso takes as mattering. It may name more than the machine looks at.
    pub care: u32,
    /// Whether the number must be below [`MAD_DESCRIPTORS`].
    pub low: bool,
}

impl Demand {
    /// What an instruction of `sources` sources needs.
    pub fn of(opcode: Opcode, descriptor: &Descriptor) -> Demand {
        let info = opcode.info();
        let sources = info.form.sources();
        let mut word = descriptor.word();
        word &= (1 << negate_bit(sources)) - 1;
        let mut care = (1 << negate_bit(sources)) - 1;
        if opcode == Opcode::Cmp {
            word &= !0xf;
            care &= !0xf;
        }
        for source in 0..sources {
            for lane in ignored_lanes(info.meaning, source, descriptor.mask).lanes() {
                care &= !(3 << (negate_bit(source) + 1 + 2 * (3 - u32::from(lane))));
            }
        }
        Demand {
            word,
            care,
            low: matches!(opcode, Opcode::Mad | Opcode::Madi),
        }
    }
}

/// The positions of a source's swizzle that picasso takes as not mattering.
fn ignored_lanes(meaning: Meaning, source: usize, mask: LaneMask) -> LaneMask {
    let upper = LaneMask::from_bits(0b1100);
    match meaning {
        Meaning::Lanes(_) | Meaning::MultiplyAdd => LaneMask::ALL.without(mask),
        Meaning::First(_) => LaneMask::from_bits(0b1110),
        Meaning::Dot(3) => LaneMask::lane(3),
        Meaning::HomogeneousDot if source == 0 => LaneMask::lane(3),
        // For a comparison picasso leaves out the unread lanes of the first source only.
        Meaning::Compare if source == 0 => upper,
        Meaning::Address => LaneMask::ALL.without(mask).or(upper),
        Meaning::Control
        | Meaning::Dot(_)
        | Meaning::HomogeneousDot
        | Meaning::Distance
        | Meaning::Lighting
        | Meaning::Compare => LaneMask::NONE,
    }
}

impl Instruction {
    /// The operand descriptor it needs.
    pub fn demand(&self) -> Option<Demand> {
        if !self.opcode().info().form.has_descriptor() {
            return None;
        }
        let unused = (Swizzle::new([0; 4]), false);
        let mut descriptor = Descriptor {
            mask: self.mask(),
            sources: [unused; 3],
        };
        for (slot, source) in descriptor.sources.iter_mut().zip(self.sources()) {
            *slot = (source.swizzle, source.negate);
        }
        Some(Demand::of(self.opcode(), &descriptor))
    }
}

/// No number is left for a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFull {
    /// All 128 entries are taken.
    All,
    /// All 32 entries that `mad` reaches are used by other `mad`s.
    Mad,
}

impl fmt::Display for TableFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (limit, what) = match self {
            TableFull::All => (DESCRIPTORS, "operand descriptors"),
            TableFull::Mad => (MAD_DESCRIPTORS, "operand descriptors of `mad`"),
        };
        write!(f, "more than {limit} different {what} are needed")
    }
}

/// What [`DescriptorTable::place`] decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The number of the descriptor.
    pub number: u8,
    /// Two entries that changed places: every earlier instruction that names one now means the
    /// other.
    pub exchanged: Option<(u8, u8)>,
}

/// A descriptor table that grows with a program.
#[derive(Clone, Debug)]
pub struct DescriptorTable {
    words: Vec<u32>,
    care: Vec<u32>,
    used_by_mad: Vec<bool>,
    limit: usize,
}

impl Default for DescriptorTable {
    fn default() -> DescriptorTable {
        DescriptorTable {
            words: Vec::new(),
            care: Vec::new(),
            used_by_mad: Vec::new(),
            limit: DESCRIPTORS,
        }
    }
}

/// The descriptors that instructions need, however many the table of the machine holds.
pub fn descriptors_needed<'a>(instructions: impl Iterator<Item = &'a Instruction>) -> usize {
    let mut table = DescriptorTable::unbounded();
    for demand in instructions.filter_map(Instruction::demand) {
        // An entry that no `mad` reaches is counted as well.
        let _ = table.place(demand);
    }
    table.words.len()
}

impl DescriptorTable {
    /// An empty table.
    pub fn new() -> DescriptorTable {
        DescriptorTable::default()
    }

    /// An empty table without an end, for counting: numbers beyond those of the machine are not told.
    pub fn unbounded() -> DescriptorTable {
        DescriptorTable {
            limit: usize::MAX,
            ..DescriptorTable::default()
        }
    }

    /// A table that starts with given entries, all of whose bits matter.
    pub fn with_words(words: &[u32]) -> DescriptorTable {
        DescriptorTable {
            words: words.to_vec(),
            care: vec![u32::MAX; words.len()],
            used_by_mad: vec![false; words.len()],
            limit: DESCRIPTORS,
        }
    }

    /// The first entry that agrees with a demand.
    fn agreeing(&self, demand: Demand) -> Option<usize> {
        let mut entries = self.words.iter().zip(&self.care);
        entries.position(|(word, care)| (demand.word ^ word) & demand.care & care == 0)
    }

    /// True if a demand takes no entry of its own.
    pub fn holds(&self, demand: Demand) -> bool {
        self.agreeing(demand).is_some()
    }

    /// The entries.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Finds or adds the descriptor of an instruction.
    ///
    /// # Errors
    /// If the table is full.
    pub fn place(&mut self, demand: Demand) -> Result<Placement, TableFull> {
        let index = match self.agreeing(demand) {
            Some(index) => index,
            None if self.words.len() == self.limit => return Err(TableFull::All),
            None => {
                // A fresh entry keeps the bits that do not matter as they were written.
                self.words.push(demand.word);
                self.care.push(0);
                self.used_by_mad.push(false);
                self.words.len() - 1
            }
        };
        let word = &mut self.words[index];
        *word = *word & !demand.care | demand.word & demand.care;
        self.care[index] |= demand.care;
        self.reach(index, demand.low)
    }

    /// Brings an entry below 32 if a `mad` needs it.
    fn reach(&mut self, index: usize, low: bool) -> Result<Placement, TableFull> {
        let number = |index: usize| index as u8;
        let target = if !low || index < MAD_DESCRIPTORS {
            index
        } else {
            let mut low = self.used_by_mad.iter().take(MAD_DESCRIPTORS);
            low.position(|used| !used).ok_or(TableFull::Mad)?
        };
        if target != index {
            self.words.swap(target, index);
            self.care.swap(target, index);
        }
        self.used_by_mad[target] |= low;
        Ok(Placement {
            number: number(target),
            exchanged: (target != index).then(|| (number(target), number(index))),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::{Comparison, Destination, Index, Source, SourceRegister};

    fn demand(opcode: Opcode, mask: u8, swizzles: [Swizzle; 3]) -> Demand {
        let descriptor = Descriptor {
            mask: LaneMask::from_bits(mask),
            sources: swizzles.map(|swizzle| (swizzle, false)),
        };
        Demand::of(opcode, &descriptor)
    }

    #[test]
    fn words_read_back() {
        let word = 0x0006_c364;
        let descriptor = Descriptor::from_word(word);
        assert_eq!(descriptor.mask.to_string(), "y");
        assert_eq!(descriptor.sources[1].0, Swizzle::IDENTITY);
        assert_eq!(descriptor.word(), word);
    }

    #[test]
    fn an_entry_gains_the_bits_it_did_not_care_about() {
        let mut table = DescriptorTable::new();
        let identity = [Swizzle::IDENTITY; 3];
        let place = |table: &mut DescriptorTable, d| table.place(d).unwrap().number;
        assert_eq!(place(&mut table, demand(Opcode::Mov, 15, identity)), 0);
        assert_eq!(table.words(), [0x0000_036f]);
        assert_eq!(place(&mut table, demand(Opcode::Mul, 15, identity)), 0);
        assert_eq!(table.words(), [0x0006_c36f]);
        let first = [Swizzle::splat(0), Swizzle::IDENTITY, Swizzle::IDENTITY];
        assert_eq!(place(&mut table, demand(Opcode::Rcp, 15, first)), 0);
        assert_eq!(place(&mut table, demand(Opcode::Mul, 15, first)), 1);
    }

    #[test]
    fn a_mad_changes_places_with_a_low_entry() {
        let mut table = DescriptorTable::new();
        let splats = |k: u8| {
            let lane = |shift: u8| Swizzle::splat(k >> shift & 3);
            [lane(0), lane(2), lane(4)]
        };
        for k in 0..32 {
            let placed = table.place(demand(Opcode::Add, 15 - k / 16, splats(k % 16)));
            assert_eq!(placed.unwrap().number, k);
        }
        let wanted = demand(Opcode::Mad, 1, splats(63));
        let placed = table.place(wanted).unwrap();
        assert_eq!(placed.exchanged, Some((0, 32)));
        assert_eq!(table.words()[0], wanted.word);
        assert_eq!(table.words().len(), 33);
    }

    #[test]
    fn a_descriptor_serves_what_it_reads_and_writes_alike() {
        let source = |swizzle: Swizzle, negate| Source {
            register: SourceRegister::input(0),
            swizzle,
            negate,
        };
        let (identity, first) = (Swizzle::IDENTITY, Swizzle::splat(0));
        let add = |mask: u8, second: Source| Instruction::Arithmetic {
            opcode: Opcode::Add,
            destination: Destination::temporary(0),
            mask: LaneMask::from_bits(mask),
            sources: [source(identity, false), second, source(first, true)],
            index: Index::None,
        };
        let have = demand(Opcode::Add, 0b0001, [identity, first, identity]).word;
        let serves = |instruction| Descriptor::from_word(have).serves(&instruction);
        assert!(serves(add(0b0001, source(first, false))));
        // Lanes that are not written do not count, nor do sources that an addition does not have.
        assert!(serves(add(0b0001, source(identity, false))));
        assert!(!serves(add(0b0011, source(first, false))));
        assert!(!serves(add(0b0001, source(first, true))));
        assert!(!serves(add(0b0001, source(Swizzle::splat(1), false))));
        // A comparison has no mask.
        let compare = Instruction::Compare {
            operators: [Comparison::Lt; 2],
            sources: [source(identity, false), source(first, false)],
            index: Index::None,
        };
        assert!(serves(compare));
    }

    #[test]
    fn a_homogeneous_product_reads_all_of_its_second_source() {
        let care = demand(Opcode::Dph, 15, [Swizzle::IDENTITY; 3]).care;
        let lanes = |source: usize| care >> (negate_bit(source) + 1) & 0xff;
        assert_eq!([0, 1].map(lanes), [0xfc, 0xff]);
    }

    #[test]
    fn code_is_moved_within_the_addresses_of_12_bits() {
        let jump = |target| Instruction::Boolean {
            opcode: Opcode::Jmpu,
            boolean: 0,
            inverted: false,
            target,
            length: 0,
        };
        assert_eq!(jump(4000).moved(95), Some(jump(4095)));
        assert_eq!(jump(4000).moved(96), None);
        let turn = |last| Instruction::Loop { integer: 0, last };
        assert_eq!(turn(4000).moved(95), Some(turn(4095)));
        assert_eq!(turn(4000).moved(96), None);
    }

    #[test]
    fn a_full_table_is_reported() {
        let mut table = DescriptorTable::with_words(&[0; DESCRIPTORS]);
        let wanted = demand(Opcode::Add, 15, [Swizzle::IDENTITY; 3]);
        assert_eq!(table.place(wanted), Err(TableFull::All));
    }
}
