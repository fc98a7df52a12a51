//! What the tables of a DVLE say of a program's registers.

use crate::container::{Executable, Shbin, SymbolFile};
use retroshade_ir::Stage;
use retroshade_kit::reflect::{Reflection, Variable};

/// Names of inputs, uniforms and outputs of the first executable.
pub(crate) fn interface(shbin: &Shbin) -> Reflection {
    let mut record = Reflection::new("pica200", Stage::Vertex.name());
    let Some(executable) = shbin.executables.first() else {
        return record;
    };
    for symbol in &executable.symbols {
        let file = symbol.file.letter().to_string();
        let variable = Variable {
            name: symbol.name.clone(),
            register: Some(format!("{file}{}", symbol.first)),
            file: Some(file),
            index: Some(symbol.first.into()),
            array: Some(u32::from(symbol.last - symbol.first.min(symbol.last)) + 1),
            ..Variable::default()
        };
        match symbol.file {
            SymbolFile::Input => record.inputs.push(variable),
            SymbolFile::Float | SymbolFile::Integer | SymbolFile::Boolean => {
                record.uniforms.push(variable);
            }
        }
    }
    record.outputs = outputs(executable);
    record
}

/// A register that the fixed pipeline takes for one thing is named after it; of a register with several the
/// register is the name.
fn outputs(executable: &Executable) -> Vec<Variable> {
    let mut named: Vec<Variable> = Vec::new();
    for mapping in &executable.output_map {
        let index = u32::from(mapping.register);
        match named.iter_mut().find(|known| known.index == Some(index)) {
            Some(shared) => shared.name = format!("o{index}"),
            None => named.push(Variable {
                name: mapping.semantic.name().to_owned(),
                file: Some("o".to_owned()),
                index: Some(index),
                ..Variable::default()
            }),
        }
    }
    named
}
