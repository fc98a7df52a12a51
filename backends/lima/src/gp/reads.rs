//! The attributes and uniforms that a program reads.

use super::Program;
use super::isa::{Field, NO_OFFSET, Source};
use super::verify::sources;
use retroshade_kit::machine::RegistersRead;

/// What the instructions of a program read at addresses that they state.
pub(crate) fn registers_read(program: &Program) -> RegistersRead {
    let mut reads = RegistersRead::default();
    for instruction in &program.instructions {
        if instruction.get(Field::Port0Attribute) != 0 {
            let number = instruction.get(Field::Port0);
            reads.inputs.insert(("a", number.into()));
        }
        let mut sources = sources(instruction).into_iter();
        let loads = sources.any(|source| matches!(source, Source::Memory(_)));
        if loads && instruction.get(Field::LoadOffset) == NO_OFFSET {
            let address = instruction.get(Field::LoadAddress);
            reads.uniforms.insert(("u", address.into()), "vec4");
        }
    }
    reads
}
