//! The way of instructions into words and out of them.

use super::table::{Opcode, TABLE};
use super::{
    Combine, Comparison, Condition, Descriptor, DescriptorTable, Destination, Form, Index,
    Instruction, Source, SourceRegister, TableFull,
};
use retroshade_kit::isa::{Refusal, Values};
use std::fmt;

/// A word and what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The instruction.
    pub instruction: Instruction,
    /// The number of its operand descriptor.
    pub descriptor: Option<u8>,
}

/// Why a word is no instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecodable {
    /// The code does not exist, or a field holds what it may not.
    Word(Refusal),
    /// The operand descriptor it names is not in the table.
    Descriptor {
        /// Its number.
        number: u8,
        /// The number of entries.
        entries: usize,
    },
}

/// Why an instruction has no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unencodable {
    /// An operand does not fit its field.
    Field(Refusal),
    /// The descriptor table is full.
    Full(TableFull),
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unencodable::Field(refusal) => refusal.fmt(f),
            Unencodable::Full(full) => full.fmt(f),
        }
    }
}

/// The words of a program and its operand descriptors, shared by the rule of picasso.
///
/// # Errors
/// The number of the first instruction that cannot be encoded, and why.
pub fn encode_all(
    instructions: &[Instruction],
) -> Result<(Vec<u32>, Vec<u32>), (usize, Unencodable)> {
    let mut table = DescriptorTable::new();
    let mut numbers: Vec<Option<u8>> = Vec::with_capacity(instructions.len());
    for (at, instruction) in instructions.iter().enumerate() {
        let Some(demand) = instruction.demand() else {
            numbers.push(None);
            continue;
        };
        let placed = table.place(demand);
        let placed = placed.map_err(|full| (at, Unencodable::Full(full)))?;
        if let Some((a, b)) = placed.exchanged {
            for number in numbers.iter_mut().flatten() {
                *number = match *number {
                    n if n == a => b,
                    n if n == b => a,
                    n => n,
                };
            }
        }
        numbers.push(Some(placed.number));
    }
    let words = instructions.iter().zip(&numbers).enumerate();
    let words = words.map(|(at, (instruction, number))| {
        let word = instruction.encode(number.unwrap_or_default());
        word.map_err(|refusal| (at, Unencodable::Field(refusal)))
    });
    Ok((words.collect::<Result<_, _>>()?, table.words().to_vec()))
}

impl fmt::Display for Undecodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecodable::Word(refusal) => refusal.fmt(f),
            Undecodable::Descriptor { number, entries } => write!(
                f,
                "operand descriptor {number} does not exist, the table has {entries}"
            ),
        }
    }
}

impl Instruction {
    /// The word, naming the given operand descriptor (ignored where there is none).
    ///
    /// # Errors
    /// If an operand does not fit its field, such as a uniform in a narrow one.
    pub fn encode(&self, descriptor: u8) -> Result<u32, Refusal> {
        let row = self.opcode().row();
        let mut values = Values::of(row.format);
        let mut put = |name: &str, value: u64| {
            values.set(name, value);
        };
        if row.info.form.has_descriptor() {
            put("descriptor", descriptor.into());
            put("index", self.index() as u64);
            let names = ["source1", "source2", "source3"];
            for (name, source) in names.iter().zip(self.sources()) {
                put(name, source.register.number().into());
            }
        }
        match self {
            Instruction::Bare(_) | Instruction::MoveAddress { .. } => {}
            Instruction::Arithmetic { destination, .. } => {
                put("dst", destination.number().into());
            }
            Instruction::Compare { operators, .. } => {
                put("x", operators[0] as u64);
                put("y", operators[1] as u64);
            }
            Instruction::Flags {
                condition,
                target,
                length,
                ..
            } => {
                put("refx", condition.x.into());
                put("refy", condition.y.into());
                put("combine", condition.combine as u64);
                put("target", (*target).into());
                put("length", (*length).into());
            }
            Instruction::Boolean {
                boolean,
                inverted,
                target,
                length,
                ..
            } => {
                put("boolean", (*boolean).into());
                put("target", (*target).into());
                put("length", (*length).into());
                put("inverted", (*inverted).into());
            }
            Instruction::Loop { integer, last } => {
                put("integer", (*integer).into());
                put("target", (*last).into());
            }
            Instruction::SetEmit {
                vertex,
                primitive,
                winding,
            } => {
                put("vertex", (*vertex).into());
                put("primitive", (*primitive).into());
                put("winding", (*winding).into());
            }
        }
        let words = row.encode(&values)?;
        Ok(words.first().copied().unwrap_or_default())
    }

    /// Reads a word with the operand descriptor table it refers to.
    ///
    /// # Errors
    /// If the word is no instruction or its descriptor does not exist.
    pub fn decode(word: u32, descriptors: &[u32]) -> Result<Decoded, Undecodable> {
        let (row, values) = TABLE.decode(&[word]).map_err(Undecodable::Word)?;
        let info = &row.info;
        if !info.form.has_descriptor() {
            return Ok(Decoded {
                instruction: decode_flow(info.opcode, info.form, &values),
                descriptor: None,
            });
        }
        let number = values.get("descriptor") as u8;
        let entry = descriptors.get(usize::from(number));
        let descriptor =
            entry
                .copied()
                .map(Descriptor::from_word)
                .ok_or(Undecodable::Descriptor {
                    number,
                    entries: descriptors.len(),
                })?;
        Ok(Decoded {
            instruction: decode_vector(info.opcode, &values, &descriptor),
            descriptor: Some(number),
        })
    }
}

fn decode_vector(opcode: Opcode, values: &Values, descriptor: &Descriptor) -> Instruction {
    let source = |k: usize, name: &str| Source {
        register: SourceRegister::from_number(values.get(name) as u8),
        swizzle: descriptor.sources[k].0,
        negate: descriptor.sources[k].1,
    };
    let index = Index::ALL[values.get("index") as usize & 3];
    let sources = [
        source(0, "source1"),
        source(1, "source2"),
        source(2, "source3"),
    ];
    let form = opcode.info().form;
    match form {
        Form::Address => Instruction::MoveAddress {
            mask: descriptor.mask,
            source: sources[0],
            index,
        },
        Form::Compare => {
            let operator = |name| {
                let found = Comparison::ALL.get(values.get(name) as usize);
                found.copied().unwrap_or(Comparison::Eq)
            };
            Instruction::Compare {
                operators: [operator("x"), operator("y")],
                sources: [sources[0], sources[1]],
                index,
            }
        }
        _ => {
            let used = form.sources();
            let unused = Source::plain(SourceRegister::input(0));
            let mut sources = sources;
            sources.iter_mut().skip(used).for_each(|s| *s = unused);
            Instruction::Arithmetic {
                opcode,
                destination: Destination::from_number(values.get("dst") as u8),
                mask: descriptor.mask,
                sources,
                index,
            }
        }
    }
}

fn decode_flow(opcode: Opcode, form: Form, values: &Values) -> Instruction {
    let target = values.get("target") as u16;
    let length = values.get("length") as u8;
    match form {
        Form::Call | Form::CallFlags | Form::IfFlags | Form::BreakFlags | Form::JumpFlags => {
            Instruction::Flags {
                opcode,
                condition: Condition {
                    combine: Combine::ALL[values.get("combine") as usize & 3],
                    x: values.get("refx") != 0,
                    y: values.get("refy") != 0,
                },
                target,
                length,
            }
        }
        Form::CallBoolean | Form::IfBoolean | Form::JumpBoolean => Instruction::Boolean {
            opcode,
            boolean: values.get("boolean") as u8,
            inverted: values.get("inverted") != 0,
            target,
            length,
        },
        Form::Loop => Instruction::Loop {
            integer: values.get("integer") as u8,
            last: target,
        },
        Form::SetEmit => Instruction::SetEmit {
            vertex: values.get("vertex") as u8,
            primitive: values.get("primitive") != 0,
            winding: values.get("winding") != 0,
        },
        _ => Instruction::Bare(opcode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::LaneMask;
    use retroshade_kit::random::Random;

    #[test]
    fn the_worked_example_of_the_manual_encodes() {
        let instruction = Instruction::Arithmetic {
            opcode: Opcode::Dp4,
            destination: Destination::temporary(1),
            mask: LaneMask::lane(1),
            sources: [
                Source::plain(SourceRegister::uniform(5)),
                Source::plain(SourceRegister::temporary(0)),
                Source::plain(SourceRegister::input(0)),
            ],
            index: Index::None,
        };
        assert_eq!(instruction.encode(3), Ok(0x0a22_5803));
        assert_eq!(instruction.demand().unwrap().word, 0x0006_c364);
        let table = [0, 0, 0, 0x0006_c364];
        let decoded = Instruction::decode(0x0a22_5803, &table).unwrap();
        assert_eq!(decoded.instruction, instruction);
        assert_eq!(decoded.descriptor, Some(3));
    }

    #[test]
    fn random_words_decode_to_what_encodes_to_them_or_are_refused() {
        let mut random = Random::new(7);
        let table: Vec<u32> = (0..100).map(|_| random.bits() as u32).collect();
        let mut accepted = 0;
        for _ in 0..50_000 {
            let word = random.bits() as u32;
            if let Ok(decoded) = Instruction::decode(word, &table) {
                accepted += 1;
                let number = decoded.descriptor.unwrap_or(0);
                assert_eq!(decoded.instruction.encode(number), Ok(word));
            }
        }
        assert!(accepted > 10_000);
    }

    #[test]
    fn a_uniform_does_not_fit_a_narrow_field() {
        let uniform = Source::plain(SourceRegister::uniform(0));
        let instruction = Instruction::Compare {
            operators: [Comparison::Eq; 2],
            sources: [uniform; 2],
            index: Index::None,
        };
        assert!(instruction.encode(0).is_err());
    }
}
