//! The indices by which parts of a shader name one another.

use crate::entity;

entity! {
    /// A value: one result of an instruction, or a parameter of a region.
    Value, "%"
}
entity! {
    /// An instruction.
    Inst, "inst"
}
entity! {
    /// A list of instructions with parameters and a terminator.
    Region, "region"
}
entity! {
    /// A memory object that is indexed dynamically.
    Array, "array"
}
entity! {
    /// A variable of [`crate::Interface::inputs`].
    Input, "in"
}
entity! {
    /// A variable of [`crate::Interface::outputs`].
    Output, "out"
}
entity! {
    /// A variable of [`crate::Interface::uniforms`].
    Uniform, "uniform"
}
entity! {
    /// A variable of [`crate::Interface::samplers`].
    SamplerId, "sampler"
}
