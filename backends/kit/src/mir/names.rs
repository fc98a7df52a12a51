//! What programs name: values, instructions, blocks, registers.

use retroshade_ir::entity;

entity! {
    /// A value: one component of some register.
    Lane, "%"
}
entity! {
    /// An instruction.
    OpId, "op"
}
entity! {
    /// A list of items.
    BlockId, "b"
}
entity! {
    /// A value of an address register.
    AddressId, "a"
}
entity! {
    /// A vector register before allocation.
    VectorId, "t"
}

/// Components of a register, x in bit 0.
pub type Mask = u8;

/// A register of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg {
    /// The place in [`Machine::FILES`](super::Machine::FILES).
    pub file: u8,
    /// The number there.
    pub number: u16,
}

/// A place that an operand reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// A vector register; its components are places in a vector's list of lanes.
    Vector(VectorId),
    /// A register.
    Reg(Reg),
    /// The register whose number is that of the first plus an address value.
    Indexed(Reg, AddressId),
}
