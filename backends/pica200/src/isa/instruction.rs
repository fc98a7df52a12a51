//! Instructions as plain data, and their way into and out of words.

use super::table::{Meaning, Opcode, TABLE};
use super::{Demand, Descriptor, Destination, Form, LaneMask, Selector, SourceRegister};
use retroshade_kit::isa::{Refusal, Values};
use std::fmt;

/// What is added to the number of a uniform register.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    /// Nothing.
    #[default]
    None,
    /// `a0.x`
    AddressX,
    /// `a0.y`
    AddressY,
    /// `aL`, the loop counter.
    Loop,
}

impl Index {
    /// In the order of their field values.
    pub const ALL: [Index; 4] = [Index::None, Index::AddressX, Index::AddressY, Index::Loop];

    /// The spelling in assembly; empty for none.
    pub const fn name(self) -> &'static str {
        match self {
            Index::None => "",
            Index::AddressX => "a0.x",
            Index::AddressY => "a0.y",
            Index::Loop => "aL",
        }
    }
}

/// A vector operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Where it is read.
    pub register: SourceRegister,
    /// Which lanes, in which order.
    pub selector: Selector,
    /// Whether its sign is changed after that.
    pub negate: bool,
}

impl Source {
    /// All lanes in order, with their sign.
    pub const fn plain(register: SourceRegister) -> Source {
        Source {
            register,
            selector: Selector::IDENTITY,
            negate: false,
        }
    }
}

/// An operator of `cmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Comparison {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl Comparison {
    /// In the order of their field values.
    pub const ALL: [Comparison; 6] = [
        Comparison::Eq,
        Comparison::Ne,
        Comparison::Lt,
        Comparison::Le,
        Comparison::Gt,
        Comparison::Ge,
    ];

    /// The spelling in assembly.
    pub const fn name(self) -> &'static str {
        match self {
            Comparison::Eq => "eq",
            Comparison::Ne => "ne",
            Comparison::Lt => "lt",
            Comparison::Le => "le",
            Comparison::Gt => "gt",
            Comparison::Ge => "ge",
        }
    }

    /// Whether it holds. Nothing but `!=` holds for a NaN.
    pub fn holds(self, a: f32, b: f32) -> bool {
        match self {
            Comparison::Eq => a == b,
            Comparison::Ne => a != b,
            Comparison::Lt => a < b,
            Comparison::Le => a <= b,
            Comparison::Gt => a > b,
            Comparison::Ge => a >= b,
        }
    }

    /// The operator that says the same of exchanged operands.
    pub const fn mirrored(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
            same => same,
        }
    }
}

/// How the two flags make one condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Combine {
    /// Either is as wanted.
    Or,
    /// Both are as wanted.
    And,
    /// x is as wanted.
    X,
    /// y is as wanted.
    Y,
}

impl Combine {
    /// In the order of their field values.
    pub const ALL: [Combine; 4] = [Combine::Or, Combine::And, Combine::X, Combine::Y];
}

/// A condition on the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// How the flags are combined.
    pub combine: Combine,
    /// The wanted value of `cmp.x`; true where it is not looked at.
    pub x: bool,
    /// The wanted value of `cmp.y`; true where it is not looked at.
    pub y: bool,
}

impl Condition {
    /// `cmp.x` is `wanted`.
    pub const fn x(wanted: bool) -> Condition {
        Condition {
            combine: Combine::X,
            x: wanted,
            y: true,
        }
    }

    /// `cmp.y` is `wanted`.
    pub const fn y(wanted: bool) -> Condition {
        Condition {
            combine: Combine::Y,
            x: true,
            y: wanted,
        }
    }

    /// Whether it holds.
    pub const fn holds(self, x: bool, y: bool) -> bool {
        let (x, y) = (x == self.x, y == self.y);
        match self.combine {
            Combine::Or => x || y,
            Combine::And => x && y,
            Combine::X => x,
            Combine::Y => y,
        }
    }

    /// Whether a flag that is not looked at has the value that the assembler gives it.
    pub const fn is_canonical(self) -> bool {
        match self.combine {
            Combine::Or | Combine::And => true,
            Combine::X => self.y,
            Combine::Y => self.x,
        }
    }
}

/// A decoded instruction. Addresses are numbers of words from the start of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `nop`, `end`, `break`, `emit`.
    Bare(Opcode),
    /// Everything that writes lanes of a register.
    Arithmetic {
        /// Which.
        opcode: Opcode,
        /// Where to.
        destination: Destination,
        /// Which lanes are written.
        mask: LaneMask,
        /// Operands; those beyond the instruction's number are those of an unused field.
        sources: [Source; 3],
        /// What is added to the number of the wide source, if that is a uniform.
        index: Index,
    },
    /// `mova`
    MoveAddress {
        /// x and y say which halves are written.
        mask: LaneMask,
        /// Operand.
        source: Source,
        /// As in `Arithmetic`.
        index: Index,
    },
    /// `cmp`
    Compare {
        /// Operators of the x and y lanes.
        operators: [Comparison; 2],
        /// Operands.
        sources: [Source; 2],
        /// As in `Arithmetic`.
        index: Index,
    },
    /// `call`, `callc`, `ifc`, `jmpc`, `breakc`.
    Flags {
        /// Which.
        opcode: Opcode,
        /// Under which condition.
        condition: Condition,
        /// Where to.
        target: u16,
        /// How many words there: of the procedure or of the else part.
        length: u8,
    },
    /// `callu`, `ifu`, `jmpu`.
    Boolean {
        /// Which.
        opcode: Opcode,
        /// Number of the boolean uniform.
        boolean: u8,
        /// Whether it is to be false; `jmpu` only.
        inverted: bool,
        /// Where to.
        target: u16,
        /// How many words there.
        length: u8,
    },
    /// `for`
    Loop {
        /// Number of the integer uniform.
        integer: u8,
        /// The last word of the body.
        last: u16,
    },
    /// `setemit`
    SetEmit {
        /// Vertex slot, 0 to 2.
        vertex: u8,
        /// Whether `emit` ends a primitive.
        primitive: bool,
        /// Whether its winding is inverted.
        winding: bool,
    },
}

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
    /// The row it belongs to.
    pub const fn opcode(&self) -> Opcode {
        match self {
            Instruction::Bare(opcode)
            | Instruction::Arithmetic { opcode, .. }
            | Instruction::Flags { opcode, .. }
            | Instruction::Boolean { opcode, .. } => *opcode,
            Instruction::MoveAddress { .. } => Opcode::Mova,
            Instruction::Compare { .. } => Opcode::Cmp,
            Instruction::Loop { .. } => Opcode::Loop,
            Instruction::SetEmit { .. } => Opcode::Setemit,
        }
    }

    /// The vector operands.
    pub fn sources(&self) -> &[Source] {
        match self {
            Instruction::Arithmetic {
                opcode, sources, ..
            } => sources
                .get(..opcode.info().form.sources())
                .unwrap_or(sources),
            Instruction::MoveAddress { source, .. } => std::slice::from_ref(source),
            Instruction::Compare { sources, .. } => sources,
            _ => &[],
        }
    }

    /// The address register that is added to the wide source.
    pub const fn index(&self) -> Index {
        match self {
            Instruction::Arithmetic { index, .. }
            | Instruction::MoveAddress { index, .. }
            | Instruction::Compare { index, .. } => *index,
            _ => Index::None,
        }
    }

    /// The lanes that are written, of whatever the destination is.
    pub const fn mask(&self) -> LaneMask {
        match self {
            Instruction::Arithmetic { mask, .. } | Instruction::MoveAddress { mask, .. } => *mask,
            _ => LaneMask::NONE,
        }
    }

    /// The lanes of the register of a source that matter.
    pub fn lanes_read(&self, source: usize) -> LaneMask {
        let positions = self.opcode().info().reads.positions(source, self.mask());
        match self.sources().get(source) {
            Some(operand) => operand.selector.read_by(positions),
            None => LaneMask::NONE,
        }
    }

    /// The operand descriptor it needs.
    pub fn demand(&self) -> Option<Demand> {
        if !self.opcode().info().form.has_descriptor() {
            return None;
        }
        let unused = (Selector::new([0; 4]), false);
        let mut descriptor = Descriptor {
            mask: self.mask(),
            sources: [unused; 3],
        };
        for (slot, source) in descriptor.sources.iter_mut().zip(self.sources()) {
            *slot = (source.selector, source.negate);
        }
        Some(Demand::of(self.opcode(), &descriptor))
    }

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
            instruction: decode_vector(info.opcode, &info.meaning, &values, &descriptor),
            descriptor: Some(number),
        })
    }
}

fn decode_vector(
    opcode: Opcode,
    meaning: &Meaning,
    values: &Values,
    descriptor: &Descriptor,
) -> Instruction {
    let source = |k: usize, name: &str| Source {
        register: SourceRegister::from_number(values.get(name) as u8),
        selector: descriptor.sources[k].0,
        negate: descriptor.sources[k].1,
    };
    let index = Index::ALL[values.get("index") as usize & 3];
    let sources = [
        source(0, "source1"),
        source(1, "source2"),
        source(2, "source3"),
    ];
    match meaning {
        Meaning::Address => Instruction::MoveAddress {
            mask: descriptor.mask,
            source: sources[0],
            index,
        },
        Meaning::Compare => {
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
        Meaning::Arithmetic(_) | Meaning::Lighting(_) | Meaning::Flow(_) => {
            let used = opcode.info().form.sources();
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
