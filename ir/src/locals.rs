//! The variables of the source in a shader as the frontend makes it: where each is assigned what, for debuggers.
//!
//! The table is about the shader before any pass. No pass keeps it up to date and none sees it; who wants to know where a
//! program holds a variable follows values and machine code side by side (`retroshade-prove`).

use crate::{Inst, Region, Type, Value};
use retroshade_diagnostics::Span;
use smallvec::SmallVec;

/// The variables of a shader and their assignments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Locals {
    /// The variables in the order of their first use.
    pub variables: Vec<Local>,
    /// The assignments in the order of the source, those of inlined calls once for each call.
    pub assignments: Vec<Assignment>,
}

/// A variable of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Name as written.
    pub name: String,
    /// The function as written.
    pub function: String,
    /// Its scalars, vectors and columns.
    pub parts: Vec<Part>,
}

/// A scalar or vector in a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What stands behind the name of the variable: nothing, `.color`, `[2]`.
    pub path: String,
    /// Type.
    pub ty: Type,
}

/// A point at which a variable gets a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// The variable, as an index into [`Locals::variables`].
    pub variable: usize,
    /// The part, as an index into [`Local::parts`].
    pub part: usize,
    /// The region in which it happens.
    pub region: Region,
    /// The instruction behind which it happens; `None` for the start of the region.
    pub after: Option<Inst>,
    /// What each lane of the part holds from then on; `None` for what was never assigned.
    pub lanes: SmallVec<[Option<(Value, u8)>; 4]>,
    /// The statement; [`Span::NONE`] at the end of a function, where all holds what it did before.
    pub span: Span,
}
