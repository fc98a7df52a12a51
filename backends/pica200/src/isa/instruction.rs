//! Instructions as plain data.

use super::table::Opcode;
use super::{Destination, LaneMask, SourceRegister, Swizzle};
use retroshade_kit::machine::numbers;

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
    pub swizzle: Swizzle,
    /// Whether its sign is changed after that.
    pub negate: bool,
}

impl Source {
    /// All lanes in order, with their sign.
    pub const fn plain(register: SourceRegister) -> Source {
        Source {
            register,
            swizzle: Swizzle::IDENTITY,
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

    /// The orders of two numbers for which it holds.
    pub const fn orders(self) -> numbers::Comparison {
        match self {
            Comparison::Eq => numbers::Comparison::EQUAL,
            Comparison::Ne => numbers::Comparison::NOT_EQUAL,
            Comparison::Lt => numbers::Comparison::LESS,
            Comparison::Le => numbers::Comparison::LESS_OR_EQUAL,
            Comparison::Gt => numbers::Comparison::GREATER,
            Comparison::Ge => numbers::Comparison::GREATER_OR_EQUAL,
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

    /// The flags that are looked at: bit 0 is x, bit 1 y.
    pub const fn flags(self) -> u8 {
        match self.combine {
            Combine::X => 1,
            Combine::Y => 2,
            Combine::Or | Combine::And => 3,
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

impl Instruction {
    /// The instruction in code that was moved up by so many words; `None` if what it points at is
    /// beyond the addresses of 12 bits.
    pub fn moved(mut self, words: u16) -> Option<Instruction> {
        if let Instruction::Flags { opcode, target, .. }
        | Instruction::Boolean { opcode, target, .. } = &mut self
        {
            if *opcode != Opcode::Breakc {
                *target = target.checked_add(words).filter(|place| *place < 1 << 12)?;
            }
        } else if let Instruction::Loop { last, .. } = &mut self {
            *last = last.checked_add(words).filter(|place| *place < 1 << 12)?;
        }
        Some(self)
    }

    /// Sets target and length of a word of flow; what is beyond their fields is refused when it is encoded.
    pub fn aim(&mut self, to: usize, count: usize) {
        let to = u16::try_from(to).unwrap_or(u16::MAX);
        match self {
            Instruction::Flags { target, length, .. }
            | Instruction::Boolean { target, length, .. } => {
                *target = to;
                *length = u8::try_from(count).unwrap_or(u8::MAX);
            }
            Instruction::Loop { last, .. } => *last = to,
            _ => {}
        }
    }

    /// The words that a word of flow names by its target and length: a procedure, an else part, or
    /// none at the place that it jumps to.
    pub fn named_words(&self) -> Option<std::ops::Range<usize>> {
        match *self {
            Instruction::Flags { target, length, .. }
            | Instruction::Boolean { target, length, .. } => {
                let start = usize::from(target);
                Some(start..start + usize::from(length))
            }
            _ => None,
        }
    }

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

    /// The same with other vector operands, which a function makes of each and its number.
    pub fn with_sources(mut self, change: impl Fn(usize, Source) -> Source) -> Instruction {
        let sources = match &mut self {
            Instruction::Arithmetic {
                opcode, sources, ..
            } => &mut sources[..opcode.info().form.sources()],
            Instruction::MoveAddress { source, .. } => std::slice::from_mut(source),
            Instruction::Compare { sources, .. } => sources,
            _ => &mut [],
        };
        for (k, source) in sources.iter_mut().enumerate() {
            *source = change(k, *source);
        }
        self
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
        let meaning = self.opcode().info().meaning;
        let positions = meaning.positions(source, self.mask());
        match self.sources().get(source) {
            Some(operand) => operand.swizzle.read_by(positions),
            None => LaneMask::NONE,
        }
    }
}
