//! What the operations of an instruction read and write, and where control goes: the one question that pictures, rules,
//! recordings and the interface of foreign code ask of decoded instructions.

use retroshade_ir::Builtin;
use std::fmt;

/// A program whose instructions can be asked what they do.
pub trait Decoded {
    /// The names of the units that work side by side, in the order in which an instruction passes them.
    fn units(&self) -> Vec<&'static str>;

    /// What stands before the number of a texture unit: `tex0`.
    fn texture_file(&self) -> &'static str {
        "tex"
    }

    /// The number of instructions.
    fn len(&self) -> usize;

    /// True if it has no instruction.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What each busy unit does in an instruction, in the order of [`Effect::phase`]; empty for one that there is not.
    fn effects(&self, instruction: usize) -> Vec<Effect>;

    /// Returns the successors of an instruction.
    fn flow(&self, instruction: usize) -> Flow;
}

/// What a unit does in an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The number of the unit.
    pub unit: usize,
    /// Operations of an instruction read what those of lower phases in it wrote; those of one phase read before they
    /// write.
    pub phase: u8,
    /// Everything that it reads at a place that the program states. What only an index reaches is not among it.
    pub reads: Vec<Read>,
    /// Everything that it writes at a place that the program states.
    pub writes: Vec<Place>,
}

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flow {
    /// True if it may go on with the next instruction.
    pub falls: bool,
    /// The instruction that it may jump to.
    pub target: Option<usize>,
    /// True if the program may end.
    pub ends: bool,
}

impl Flow {
    /// The instructions that may follow instruction `index` of `len`.
    pub fn next(self, index: usize, len: usize) -> Vec<usize> {
        let falls = self.falls.then_some(index + 1).filter(|next| *next < len);
        let mut next: Vec<usize> = falls.into_iter().chain(self.target).collect();
        next.dedup();
        next
    }
}

/// Something that an operation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Read {
    /// The place.
    pub from: From,
    /// The number of instructions that the read is behind the write at least.
    pub delay: u32,
}

/// The place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// In a register or the like.
    Place(Place),
    /// It is the result of a unit, so many instructions before in the order of the program.
    Unit {
        /// The number of the unit.
        unit: usize,
        /// 0 is the same instruction.
        before: usize,
    },
    /// It is looked up in a texture.
    Texture {
        /// The texture unit.
        unit: u32,
        /// The GLSL type of its sampler.
        ty: &'static str,
    },
    /// Another unit of the chip gives it.
    Builtin(Builtin),
}

impl Read {
    /// A read of a register that an instruction before this one wrote.
    pub fn place(place: Place) -> Read {
        Read {
            from: From::Place(place),
            delay: 1,
        }
    }

    /// A read of a unit of the same instruction.
    pub fn unit(unit: usize) -> Read {
        Read {
            from: From::Unit { unit, before: 0 },
            delay: 0,
        }
    }

    /// A read of what comes from outside: a texture, or an input that no register holds.
    pub fn outside(from: From) -> Read {
        Read { from, delay: 0 }
    }
}

/// A component of something that holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The register file.
    pub file: File,
    /// The register.
    pub number: u16,
    /// The component, 0 to 3.
    pub lane: u8,
}

/// What a register is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Attributes, varyings, and what other units of the machine give.
    Input,
    /// Uniforms and literals.
    Uniform,
    /// What the program computes with.
    Temporary,
    /// What the program leaves behind.
    Output,
    /// Whole numbers that are added to register numbers, and loop counters.
    Address,
    /// Truth values: predicates, conditions.
    Flag,
    /// Results that live between units, for an instruction or two.
    Pipeline,
    /// Stores that readers do not see yet.
    Pending,
    /// Memory behind the registers.
    Memory,
}

impl Kind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Kind; 9] = [
        Kind::Temporary,
        Kind::Pending,
        Kind::Pipeline,
        Kind::Address,
        Kind::Flag,
        Kind::Memory,
        Kind::Output,
        Kind::Input,
        Kind::Uniform,
    ];

    /// The name of such registers, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Input => "inputs",
            Kind::Uniform => "uniforms",
            Kind::Temporary => "temporaries",
            Kind::Output => "outputs",
            Kind::Address => "addresses",
            Kind::Flag => "flags",
            Kind::Pipeline => "pipeline",
            Kind::Pending => "pending",
            Kind::Memory => "memory",
        }
    }

    /// A value as people read it.
    pub fn spelled(self, value: f32) -> String {
        match self {
            Kind::Flag => (value != 0.0).to_string(),
            // As Rust writes it, with an exponent where zeros would be many.
            _ => {
                let text = format!("{value:?}");
                text.strip_suffix(".0").unwrap_or(&text).to_owned()
            }
        }
    }
}

/// A register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File {
    /// What stands before a register's number: `r`.
    pub name: &'static str,
    /// What its registers are for.
    pub kind: Kind,
}

impl File {
    /// A file of registers for something.
    pub const fn new(name: &'static str, kind: Kind) -> File {
        File { name, kind }
    }

    /// True if it holds temporary values, of which the live ones are of interest.
    pub const fn is_temporary(self) -> bool {
        matches!(
            self.kind,
            Kind::Temporary | Kind::Address | Kind::Flag | Kind::Pipeline | Kind::Pending
        )
    }

    /// The components of a register that a mask has: bit 0 is the first.
    pub fn lanes(self, number: u16, mask: u8) -> impl Iterator<Item = Place> {
        let lanes = (0..4).filter(move |lane| mask >> lane & 1 == 1);
        lanes.map(move |lane| Place {
            file: self,
            number,
            lane,
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = ["x", "y", "z", "w"][usize::from(self.lane & 3)];
        write!(f, "{}{}.{lane}", self.file.name, self.number)
    }
}

/// The registers of some places, each with its components as a mask; those of one register in ascending order are together.
pub fn by_register(places: &[Place]) -> impl Iterator<Item = (Place, u8)> {
    let together =
        |a: &Place, b: &Place| (a.file, a.number) == (b.file, b.number) && a.lane < b.lane;
    places.chunk_by(together).filter_map(|places| {
        let mask = places.iter().fold(0, |mask, place| mask | 1 << place.lane);
        places.first().map(|first| (*first, mask))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_register_are_one_mask() {
        const FILE: File = File::new("r", Kind::Temporary);
        let places = [(1, 0b0110), (1, 0b0011), (2, 0b0100)];
        let lanes: Vec<Place> = places
            .iter()
            .flat_map(|(number, mask)| FILE.lanes(*number, *mask))
            .collect();
        let found: Vec<(u16, u8)> = by_register(&lanes)
            .map(|(first, mask)| (first.number, mask))
            .collect();
        assert_eq!(found, places);
        assert_eq!(by_register(&[]).count(), 0);
    }
}
