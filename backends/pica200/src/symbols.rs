//! What the tables of a DVLE, and the code, say of a program's registers.

use crate::container::{Constant, Executable, Kind, Semantic, Shbin, SymbolFile};
use crate::effects::Words;
use crate::isa::{BOOLEANS, INPUTS, INTEGERS, UNIFORMS};
use retroshade_ir::Stage;
use retroshade_kit::machine::{GEOMETRY_PROGRAM, InputFiles, RegistersRead};
use retroshade_kit::reflect::{Reflection, Variable};

/// Where data reach a program.
pub(crate) const FILES: InputFiles = InputFiles {
    uniforms: &[
        ("c", UNIFORMS as u32),
        ("i", INTEGERS as u32),
        ("b", BOOLEANS as u32),
    ],
    // The assemblers refuse v15, the machine has it.
    inputs: &[("v", INPUTS as u32 + 1)],
    units: None,
};

/// Names of inputs, uniforms and outputs of the first executable, and what else the code reads.
pub(crate) fn interface(shbin: &Shbin) -> Reflection {
    let Some(executable) = shbin.executables.first() else {
        return Reflection::new("pica200", Stage::Vertex.name());
    };
    let mut record = named(executable);
    // Other programs of the file have registers of their own.
    let words = Words::reached(shbin, executable.start as usize);
    let mut reads = RegistersRead::of(&words);
    for ((file, _), ty) in &mut reads.uniforms {
        *ty = match *file {
            "b" => "bool",
            "i" => "ivec4",
            _ => "vec4",
        };
    }
    for constant in &executable.constants {
        let register = match *constant {
            Constant::Boolean { index, .. } => ("b", index.into()),
            Constant::Integer { index, .. } => ("i", index.into()),
            Constant::Float { index, .. } => ("c", index.into()),
        };
        reads.uniforms.remove(&register);
    }
    reads.complete(&mut record);
    record
}

fn named(executable: &Executable) -> Reflection {
    let mut record = Reflection::new("pica200", Stage::Vertex.name());
    if executable.kind != Kind::Vertex {
        record.features.push(GEOMETRY_PROGRAM.to_owned());
    }
    for symbol in &executable.symbols {
        let file = symbol.file.letter().to_string();
        let registers = u32::from(symbol.last.saturating_sub(symbol.first)) + 1;
        let variable = Variable {
            name: symbol.name.clone(),
            ty: match symbol.file {
                SymbolFile::Input | SymbolFile::Float => "vec4",
                SymbolFile::Integer => "ivec4",
                SymbolFile::Boolean => "bool",
            }
            .to_owned(),
            register: Some(format!("{file}{}", symbol.first)),
            file: Some(file),
            index: Some(symbol.first.into()),
            array: (registers > 1).then_some(registers),
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

/// A register that the fixed pipeline takes for one thing is named after it; of a register with several, and of one of
/// several that are taken for the same thing, the register is the name.
fn outputs(executable: &Executable) -> Vec<Variable> {
    let mut named: Vec<Variable> = Vec::new();
    for mapping in &executable.output_map {
        let index = u32::from(mapping.register);
        let name = mapping.semantic.name();
        let is_taken = named.iter().any(|known| known.name == name);
        match named.iter_mut().find(|known| known.index == Some(index)) {
            Some(shared) => shared.name = format!("o{index}"),
            None => named.push(Variable {
                name: if is_taken || mapping.semantic == Semantic::Dummy {
                    format!("o{index}")
                } else {
                    name.to_owned()
                },
                file: Some("o".to_owned()),
                index: Some(index),
                ..Variable::default()
            }),
        }
    }
    named
}
