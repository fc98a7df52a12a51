//! Runs of programs of which only the registers are known: data is named after registers (`v0`, `c[5]`) or by
//! what the program's own file calls them, and whatever register is written is an output.

use super::gather;
use crate::machine::{InputFiles, Outcome, Register, Role, Watch};
use crate::reflect::{Reflection, Sampler, Variable};
use crate::target::{Binary, Target};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Shape, Stage};

/// Runs a program of a target with data by register. `known` is what the program's file tells, as
/// [`MachineCode::interface`](crate::target::MachineCode::interface) gives it. Values of several registers go into them in
/// order, four to a register.
///
/// # Errors
/// Names that are neither registers nor known, data that does not fit, and what the simulator refuses.
pub fn run_registers(
    target: &dyn Target,
    program: Binary,
    known: &Reflection,
    inputs: &RunInputs,
    watch: &mut Watch,
) -> Result<RunOutputs, Diagnostics> {
    let stage = Stage::of_name(&known.stage).unwrap_or(Stage::Vertex);
    let mut record = described(known, &target.input_files(stage), inputs)?;
    let (samples, outcome) = super::simulated(target, program, &record, inputs, watch)?;
    record.outputs = written(known, &outcome);
    let mut outputs = gather(&record, &outcome, samples)?;
    outputs
        .stats
        .insert("executed".to_owned(), outcome.executed);
    Ok(outputs)
}

/// What a name means in a program: what its file calls so, or else a register of the target.
///
/// # Errors
/// There is nothing of this name.
pub fn role_of(name: &str, known: &Reflection, files: &InputFiles) -> Result<Role, Diagnostic> {
    let names = |list: &[Variable]| list.iter().any(|one| one.name == name);
    if names(&known.uniforms) {
        return Ok(Role::Uniform);
    }
    if names(&known.inputs) {
        return Ok(Role::Input);
    }
    if known.samplers.iter().any(|sampler| sampler.name == name) {
        return Ok(Role::Texture);
    }
    let register = files.find(name).map(|(role, ..)| role);
    register.ok_or_else(|| unknown(name, known, files))
}

fn unknown(name: &str, known: &Reflection, files: &InputFiles) -> Diagnostic {
    let variables = known.inputs.iter().chain(&known.uniforms);
    let names = variables.map(|known| known.name.as_str());
    let names = names.chain(known.samplers.iter().map(|known| known.name.as_str()));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let message = format!("`{name}` is neither a register of data nor a name of the program");
    let error = Diagnostic::error(codes::files::RUN_DATA, message);
    let error = if names.is_empty() {
        error
    } else {
        error.with_help(format!("it reads {}", names.join(", ")))
    };
    error.with_help(format!("registers are {}", files.described()))
}

/// The record that a compiler would have written for a program with these data.
fn described(
    known: &Reflection,
    files: &InputFiles,
    inputs: &RunInputs,
) -> Result<Reflection, Diagnostics> {
    let units = known.inputs.iter().filter(|one| one.builtin.is_some());
    let mut record = Reflection {
        inputs: units.cloned().collect(),
        uniforms: Vec::new(),
        samplers: Vec::new(),
        ..known.clone()
    };
    let is = |name: &str, wanted: Role| match role_of(name, known, files)? {
        role if role == wanted => Ok(()),
        role => {
            let key = match role {
                Role::Uniform => "uniforms",
                Role::Input if known.stage == Stage::Fragment.name() => "varyings",
                Role::Input => "attributes",
                Role::Texture => "textures",
            };
            let message = format!("`{name}` belongs under \"{key}\"");
            Err(Diagnostic::error(codes::files::RUN_DATA, message))
        }
    };
    for (name, data) in &inputs.uniforms {
        is(name, Role::Uniform)?;
        let shape = data.shape.filter(|shape| shape.columns == 1);
        let ty = shape.map(Shape::glsl);
        let variable = variable((name, ty), data.value.len(), &known.uniforms, files)?;
        record.uniforms.push(variable);
    }
    let rows = if known.stage == Stage::Fragment.name() {
        &inputs.varyings
    } else {
        &inputs.attributes
    };
    for (name, data) in rows {
        is(name, Role::Input)?;
        let count = data.values.first().map_or(4, Vec::len);
        let variable = variable((name, None), count, &known.inputs, files)?;
        record.inputs.push(variable);
    }
    for name in inputs.textures.keys() {
        is(name, Role::Texture)?;
        record.samplers.push(sampler(name, known, files)?);
    }
    Ok(record)
}

/// The entry of a value with so many numbers; `name` comes with the type that the data states.
fn variable(
    (name, stated): (&str, Option<String>),
    count: usize,
    known: &[Variable],
    files: &InputFiles,
) -> Result<Variable, Diagnostic> {
    let symbol = known.iter().find(|variable| variable.name == name);
    let place = match symbol {
        Some(symbol) => symbol.file.clone().zip(symbol.index),
        None => files
            .find(name)
            .map(|(_, file, index)| (file.to_owned(), index)),
    };
    let Some((file, index)) = place else {
        return Err(super::contradiction(format!("`{name}` has no register")));
    };
    let registers = u32::try_from(count.div_ceil(4)).unwrap_or(u32::MAX);
    let most = symbol.and_then(|symbol| symbol.array);
    if let Some(most) = most.filter(|most| registers > *most) {
        let message = format!("`{name}` has {count} values, but it has {most} registers");
        return Err(Diagnostic::error(codes::files::RUN_DATA, message));
    }
    let single = count <= 4;
    if !single && !count.is_multiple_of(4) {
        let message = format!("`{name}` has {count} values: registers take four each");
        return Err(Diagnostic::error(codes::files::RUN_DATA, message));
    }
    let ty = match count {
        1 => "float",
        2 => "vec2",
        3 => "vec3",
        _ => "vec4",
    };
    // A small uniform may share its register with others.
    let all = symbol
        .and_then(|symbol| symbol.components.as_deref())
        .unwrap_or("xyzw");
    let lanes = all.get(..count.clamp(1, 4)).unwrap_or(all);
    Ok(Variable {
        name: name.to_owned(),
        ty: stated.unwrap_or_else(|| ty.to_owned()),
        array: (!single).then_some(registers),
        stride: (!single).then_some(4),
        register: Some(format!("{file}{index}")),
        file: Some(file),
        index: Some(index),
        components: Some(lanes.to_owned()),
        ..Variable::default()
    })
}

fn sampler(name: &str, known: &Reflection, files: &InputFiles) -> Result<Sampler, Diagnostic> {
    if let Some(sampler) = known.samplers.iter().find(|sampler| sampler.name == name) {
        return Ok(sampler.clone());
    }
    let Some((_, _, index)) = files.find(name) else {
        return Err(unknown(name, known, files));
    };
    Ok(Sampler {
        name: name.to_owned(),
        ty: "sampler2D".to_owned(),
        array: None,
        register: None,
        index,
        kind: None,
    })
}

/// An entry for every register that was written, under the name that the program's file has for it.
fn written(known: &Reflection, outcome: &Outcome) -> Vec<Variable> {
    // A simulator may list registers that no instruction wrote.
    let is_written = |rows: &[Register]| rows.iter().flatten().any(|lane| !lane.is_nan());
    let named = |file: &str, index: u32| {
        let mut outputs = known.outputs.iter();
        outputs.find(|known| known.file.as_deref() == Some(file) && known.index == Some(index))
    };
    let files = outcome.outputs.iter();
    let registers = files.flat_map(|(file, registers)| {
        let registers = registers.iter();
        let registers =
            registers.filter(|(index, rows)| named(file, **index).is_some() || is_written(rows));
        registers.map(move |(index, _)| (file, *index))
    });
    registers
        .map(|(file, index)| Variable {
            name: named(file, index)
                .map_or_else(|| format!("{file}{index}"), |known| known.name.clone()),
            ty: "vec4".to_owned(),
            file: Some(file.clone()),
            index: Some(index),
            components: Some("xyzw".to_owned()),
            ..Variable::default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_several_registers_are_an_array() {
        let files = InputFiles {
            uniforms: &[("c", 96)],
            inputs: &[("v", 16)],
            units: None,
        };
        let matrix = variable(("c4", None), 16, &[], &files).unwrap();
        assert_eq!((matrix.array, matrix.index), (Some(4), Some(4)));
        assert!(variable(("c4", None), 6, &[], &files).is_err());
        let symbol = Variable {
            name: "projection".into(),
            file: Some("c".into()),
            index: Some(8),
            array: Some(4),
            ..Variable::default()
        };
        let known = std::slice::from_ref(&symbol);
        let found = variable(("projection", None), 16, known, &files).unwrap();
        assert_eq!(found.index, Some(8));
        let long = variable(("projection", None), 20, known, &files).unwrap_err();
        assert!(long.message.contains("has 4 registers"), "{}", long.message);
        let mut record = Reflection::new("pica200", "vertex");
        record.uniforms.push(symbol);
        assert_eq!(role_of("v3", &record, &files).unwrap(), Role::Input);
        let wrong = role_of("model", &record, &files).unwrap_err();
        assert_eq!(
            wrong.help,
            [
                "it reads `projection`",
                "registers are `v0` to `v15`, `c0` to `c95`"
            ]
        );
    }
}
