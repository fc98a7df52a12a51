//! Instructions as data, and the way to words and back.

use super::isa::{self, FIELD_COUNT, FIELDS, Field, INSTRUCTIONS, Source, WORDS, flags};
use retroshade_kit::bits;
use std::fmt;

/// One instruction: a value for each field.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    values: [u16; FIELD_COUNT],
}

impl Default for Instruction {
    /// The instruction that does nothing.
    fn default() -> Instruction {
        let mut values = [0; FIELD_COUNT];
        for (value, row) in values.iter_mut().zip(FIELDS) {
            *value = row.idle;
        }
        Instruction { values }
    }
}

impl fmt::Debug for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let idle = Instruction::default();
        let mut map = f.debug_map();
        for row in FIELDS {
            if self.get(row.field) != idle.get(row.field) {
                map.entry(&row.name, &self.get(row.field));
            }
        }
        map.finish()
    }
}

/// The four inputs of the multipliers.
pub const MUL_INPUTS: [[Field; 2]; 2] =
    [[Field::Mul0A, Field::Mul0B], [Field::Mul1A, Field::Mul1B]];
/// The four inputs of the accumulators.
pub const ACC_INPUTS: [[Field; 2]; 2] =
    [[Field::Acc0A, Field::Acc0B], [Field::Acc1A, Field::Acc1B]];
/// The negation of each accumulator's inputs.
pub const ACC_NEGATES: [[Field; 2]; 2] = [
    [Field::Acc0NegateA, Field::Acc0NegateB],
    [Field::Acc1NegateA, Field::Acc1NegateB],
];
/// The negation of each multiplier's product.
pub const MUL_NEGATES: [Field; 2] = [Field::Mul0Negate, Field::Mul1Negate];
/// Sources of the store of each component.
pub const STORES: [Field; 4] = [Field::StoreX, Field::StoreY, Field::StoreZ, Field::StoreW];
/// Address, "is a varying" and "is a temporary" of each store half.
pub const STORE_HALVES: [[Field; 3]; 2] = [
    [
        Field::StoreXyAddress,
        Field::StoreXyVarying,
        Field::StoreXyTemporary,
    ],
    [
        Field::StoreZwAddress,
        Field::StoreZwVarying,
        Field::StoreZwTemporary,
    ],
];
/// Every input of a unit.
pub const INPUTS: [Field; 10] = [
    Field::Mul0A,
    Field::Mul0B,
    Field::Mul1A,
    Field::Mul1B,
    Field::Acc0A,
    Field::Acc0B,
    Field::Acc1A,
    Field::Acc1B,
    Field::ComplexInput,
    Field::PassInput,
];

impl Instruction {
    /// The value of a field.
    pub fn get(&self, field: Field) -> u16 {
        self.values.get(field as usize).copied().unwrap_or(0)
    }

    /// Sets a field. A value that does not fit is found by [`Instruction::encode`].
    pub fn set(&mut self, field: Field, value: u16) {
        if let Some(slot) = self.values.get_mut(field as usize) {
            *slot = value;
        }
    }

    /// The instruction that a branch goes to.
    pub fn target(&self) -> usize {
        let far = self.get(Field::BranchNear) == 0;
        usize::from(self.get(Field::BranchTarget)) + if far { 256 } else { 0 }
    }

    /// Makes it a branch to an instruction, 0 to 511.
    pub fn set_target(&mut self, target: usize) {
        self.set(Field::Branch, 1);
        self.set(Field::Flags, flags::BRANCH);
        self.set(Field::BranchNear, u16::from(target < 256));
        self.set(Field::BranchTarget, (target % 256) as u16);
    }

    /// The four words.
    ///
    /// # Errors
    /// A field whose value does not fit.
    pub fn encode(&self) -> Result<[u32; WORDS], EncodeError> {
        let mut words = [0; WORDS];
        for row in FIELDS {
            bits::set(&mut words, row.bits, self.get(row.field).into()).map_err(|misfit| {
                EncodeError {
                    instruction: 0,
                    field: row.name,
                    misfit,
                }
            })?;
        }
        Ok(words)
    }

    /// The instruction of four words, whatever they hold.
    pub fn from_words(words: &[u32]) -> Instruction {
        let mut instruction = Instruction::default();
        for row in FIELDS {
            instruction.set(row.field, bits::get(words, row.bits) as u16);
        }
        instruction
    }

    /// Returns a description of the fault, if there is one.
    fn fault(&self, count: usize) -> Option<String> {
        let unknown = |name: &str, code: u16| Some(format!("{name} {code} is not known"));
        if isa::acc_row(self.get(Field::AccOp)).is_none() {
            return unknown("accumulator operation", self.get(Field::AccOp));
        }
        let tables = [
            ("multiplier operation", isa::MUL, Field::MulOp),
            ("complex operation", isa::COMPLEX, Field::ComplexOp),
            ("pass operation", isa::PASS, Field::PassOp),
        ];
        for (name, table, field) in tables {
            if isa::name_of(table, self.get(field)).is_none() {
                return unknown(name, self.get(field));
            }
        }
        for input in INPUTS {
            if Source::from_code(self.get(input)).is_none() {
                return unknown("input code", self.get(input));
            }
        }
        for store in STORES {
            if self.get(store) == 5 {
                return unknown("store source", 5);
            }
        }
        let offset = self.get(Field::LoadOffset);
        if !matches!(offset, 1..=3 | isa::NO_OFFSET) {
            return unknown("load offset", offset);
        }
        let temporary = self.get(Field::StoreXyTemporary) + self.get(Field::StoreZwTemporary) > 0;
        let wanted = match (self.get(Field::Branch) != 0, temporary) {
            (true, false) => flags::BRANCH,
            (false, true) => flags::TEMPORARY,
            (false, false) => 0,
            (true, true) => {
                return Some("a branch cannot store to a temporary".to_owned());
            }
        };
        if self.get(Field::Flags) != wanted {
            return Some(format!(
                "the flags are {}, {wanted} belong to what the instruction does",
                self.get(Field::Flags)
            ));
        }
        if self.get(Field::Branch) != 0 && self.target() >= count {
            return Some(format!(
                "a branch goes to instruction {} of {count}",
                self.target()
            ));
        }
        None
    }
}

/// A program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Instructions in order.
    pub instructions: Vec<Instruction>,
}

/// Why words are no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// So many words are no whole number of instructions.
    Length(usize),
    /// More instructions than the processor has room for.
    Count(usize),
    /// An instruction by its number, and what is wrong with it.
    Instruction(usize, String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Length(words) => write!(
                f,
                "{words} words are no whole number of instructions of {WORDS} words"
            ),
            DecodeError::Count(count) => {
                write!(f, "{count} instructions, the limit is {INSTRUCTIONS}")
            }
            DecodeError::Instruction(number, fault) => write!(f, "instruction {number}: {fault}"),
        }
    }
}

/// A field of an instruction whose value does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    /// The number of the instruction.
    pub instruction: usize,
    /// The field.
    pub field: &'static str,
    /// The value.
    pub misfit: bits::Misfit,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EncodeError {
            instruction,
            field,
            misfit,
        } = self;
        write!(f, "instruction {instruction}: {field}: {misfit}")
    }
}

impl Program {
    /// Reads words.
    ///
    /// # Errors
    /// A length that is no whole number of instructions or too large, and codes nobody knows.
    pub fn decode(words: &[u32]) -> Result<Program, DecodeError> {
        let program = Program::read(words)?;
        match program.faults().into_iter().next() {
            Some((index, fault)) => Err(DecodeError::Instruction(index, fault)),
            None => Ok(program),
        }
    }

    /// Reads words, whatever codes are in them.
    ///
    /// # Errors
    /// A length that is no whole number of instructions or too large.
    pub fn read(words: &[u32]) -> Result<Program, DecodeError> {
        let chunks = words.chunks_exact(WORDS);
        if !chunks.remainder().is_empty() {
            return Err(DecodeError::Length(words.len()));
        }
        let count = chunks.len();
        if count > INSTRUCTIONS {
            return Err(DecodeError::Count(count));
        }
        let instructions = chunks.map(Instruction::from_words).collect();
        Ok(Program { instructions })
    }

    /// The instructions of which it is not known what they do, by number, and why.
    pub fn faults(&self) -> Vec<(usize, String)> {
        let count = self.instructions.len();
        let numbered = self.instructions.iter().enumerate();
        numbered
            .filter_map(|(index, instruction)| Some((index, instruction.fault(count)?)))
            .collect()
    }

    /// The words.
    ///
    /// # Errors
    /// A field whose value does not fit.
    pub fn encode(&self) -> Result<Vec<u32>, EncodeError> {
        let mut words = Vec::new();
        for (number, instruction) in self.instructions.iter().enumerate() {
            let encoded = instruction.encode().map_err(|error| EncodeError {
                instruction: number,
                ..error
            })?;
            words.extend(encoded);
        }
        Ok(words)
    }

    /// The number of the last instruction that loads an attribute, 0 if none does.
    pub fn attribute_prefetch(&self) -> u32 {
        self.instructions_to_attributes().saturating_sub(1)
    }

    /// The number of instructions up to the last one that loads an attribute, 0 if none does.
    pub fn instructions_to_attributes(&self) -> u32 {
        let loads = |instruction: &Instruction| instruction.get(Field::Port0Attribute) != 0;
        let last = self.instructions.iter().rposition(loads);
        last.map_or(0, |last| last as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::random::Random;

    #[test]
    fn an_idle_instruction_is_the_known_one() {
        let words = Instruction::default().encode().unwrap();
        assert_eq!(words, [0xad4a_d6b5, 0x0380_02b5, 0x0007_ff80, 0x000a_d500]);
    }

    #[test]
    fn words_that_decode_encode_to_themselves() {
        let mut random = Random::new(7);
        let mut accepted = 0;
        for _ in 0..2000 {
            let mut words = Instruction::default().encode().unwrap();
            for _ in 0..random.below(4) {
                let bit = random.below(128) as usize;
                words[bit / 32] ^= 1 << (bit % 32);
            }
            if let Ok(program) = Program::decode(&words) {
                accepted += 1;
                assert_eq!(program.encode().unwrap(), words);
            }
        }
        assert!(accepted > 500);
    }

    #[test]
    fn targets_reach_the_whole_memory() {
        for target in [0, 255, 256, 511] {
            let mut instruction = Instruction::default();
            instruction.set_target(target);
            let words = instruction.encode().unwrap();
            assert_eq!(Instruction::from_words(&words).target(), target);
        }
    }
}
