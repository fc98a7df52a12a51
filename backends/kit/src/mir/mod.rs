//! The machine IR: what code generators share between selection and scheduling.
//!
//! A value is a lane, one component of some register. An operand is a list of lanes. Constraints say
//! which lanes share a vector register. The body is a tree. `docs/machine-ir.md` gives the design and
//! the grammar of the text form.
//!
//! ```text
//! machine      what a chip says of its opcodes
//! names        values, instructions, registers by their numbers
//! operand      what operands read
//! program      data                       edit       operations that keep it consistent
//! text         prints and parses
//! verify       the rules of the representation
//! users        who reads a lane; which instructions an output depends on
//! read         operands as one register, a swizzle and a sign; layouts of vectors
//! dag          dependence graph, heights, transitive predecessors
//! dce          dead code elimination
//! outputs      outputs written by instructions and copies
//! vectors      lanes to vector registers, with the copies that this needs
//! literals     literals to constant registers
//! legalize     copies of registers that one instruction cannot read together
//! tree         blocks and instructions in the order of the layout
//! ranges       live ranges with holes
//! coalesce     copies that vanish
//! clusters     what is to lie in one register      slp, gather   instructions and lanes to vectors
//! proof        symbolic replay of the scheduled program
//! pipeline     how a chip names its passes
//! testing      passes on files
//! ```

pub mod clusters;
pub mod coalesce;
mod dag;
mod dce;
mod edit;
mod gather;
mod legalize;
mod literals;
mod machine;
mod names;
mod operand;
mod outputs;
mod pipeline;
mod program;
pub mod proof;
pub mod ranges;
mod read;
pub mod slp;
#[cfg(feature = "tools")]
pub mod testing;
mod text;
mod tree;
mod users;
pub mod vectors;
mod verify;

#[cfg(test)]
mod fake;

pub use dag::{Component, Dag, TaskId, Wait};
pub use dce::eliminate_dead_code;
pub use gather::pack_vectors;
pub use legalize::legalize_reads;
pub use literals::{Shortage, Words, pack_literals, pack_words};
pub use machine::{FileInfo, FileKind, Machine, Shape};
pub use names::{AddressId, BlockId, Lane, Location, Mask, OpId, Reg, VectorId};
pub use operand::{Base, LaneRef, Operand, Part, Storage};
pub use outputs::{OutputPolicy, write_outputs};
pub use program::{
    Address, Def, Emission, Formula, If, Item, LaneInfo, LiteralRegister, Loop, Op, Out, Output,
    Pin, Predicate, Program, Sends, State, Test, Vector,
};
pub use read::{Kept, Layout, Read, View, ViewOp, ViewVector, layouts};
pub use text::parse;
pub use users::{Counts, Live, Use, Users};
pub use verify::{Fault, verify};
