//! Why a machine cannot execute an instruction.

use super::functions::{Function, VectorFunction};
use std::borrow::Cow;
use std::fmt;

/// What an instruction asks for that cannot be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Trap {
    /// The machine forbids it: a clause that says what the program does.
    Illegal(Cow<'static, str>),
    /// It reads data that the run does not have.
    NoData(&'static str),
    /// It adds this number, which is not finite, to an address.
    Offset(f32),
    /// No texture is in the unit in which it looks something up.
    NoTexture(i64),
    /// The texture in the unit is a cube where a plane is looked up, or the other way round.
    TextureKind(i64),
    /// The numbers that the program runs in do not have the function.
    Function(Function),
    /// The numbers that the program runs in do not have the function of several lanes.
    VectorFunction(VectorFunction),
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Illegal(what) => f.write_str(what),
            Trap::NoData(what) => write!(f, "the run data has no {what}"),
            Trap::Offset(offset) => write!(f, "the offset register holds {offset}"),
            Trap::NoTexture(unit) => write!(f, "sampler {unit} has no texture"),
            Trap::TextureKind(unit) => {
                write!(f, "the texture of sampler {unit} is of another kind")
            }
            Trap::Function(function) => write!(f, "no unit of the chip computes {function:?}"),
            Trap::VectorFunction(function) => {
                write!(f, "no unit of the chip computes {function:?}")
            }
        }
    }
}

impl std::error::Error for Trap {}

impl From<Trap> for Cow<'static, str> {
    fn from(trap: Trap) -> Cow<'static, str> {
        match trap {
            Trap::Illegal(what) => what,
            other => other.to_string().into(),
        }
    }
}
