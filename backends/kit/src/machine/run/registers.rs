//! Runs of programs of which only the registers are known: data is named after registers (`v0`, `c[5]`) or by
//! what the program's own file calls them, and whatever register is written is an output.

use super::gather;
use crate::machine::{Outcome, Watch};
use crate::reflect::{Reflection, Sampler, Variable};
use crate::target::{Binary, Target};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::Stage;
use retroshade_ir::run::{RunInputs, RunOutputs};

/// Runs a program of a target with data by register. `known` is what the program's file tells, as
/// [`Target::interface`] gives it. Values of several registers go into them in order, four to a register.
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
    let mut record = described(known, inputs)?;
    let (samples, outcome) = super::simulated(target, program, &record, inputs, watch)?;
    record.outputs = written(known, &outcome);
    let mut outputs = gather(&record, &outcome, samples)?;
    outputs
        .stats
        .insert("executed".to_owned(), outcome.executed);
    Ok(outputs)
}

/// The record that a compiler would have written for a program with these data.
fn described(known: &Reflection, inputs: &RunInputs) -> Result<Reflection, Diagnostic> {
    let mut record = Reflection {
        inputs: Vec::new(),
        uniforms: Vec::new(),
        samplers: Vec::new(),
        ..known.clone()
    };
    for (name, data) in &inputs.uniforms {
        let variable = variable(name, data.value.len(), &known.uniforms, "uniform")?;
        record.uniforms.push(variable);
    }
    let rows = match known.stage == Stage::Fragment.name() {
        true => &inputs.varyings,
        false => &inputs.attributes,
    };
    for (name, data) in rows {
        let count = data.values.first().map_or(4, Vec::len);
        let variable = variable(name, count, &known.inputs, "input")?;
        record.inputs.push(variable);
    }
    for name in inputs.textures.keys() {
        record.samplers.push(sampler(name, known)?);
    }
    Ok(record)
}

fn variable(
    name: &str,
    count: usize,
    known: &[Variable],
    what: &str,
) -> Result<Variable, Diagnostic> {
    let symbol = known.iter().find(|variable| variable.name == name);
    let place = match symbol {
        Some(symbol) => symbol.file.clone().zip(symbol.index),
        None => register(name),
    };
    let Some((file, index)) = place else {
        let known: Vec<&str> = known.iter().map(|known| known.name.as_str()).collect();
        let message = format!("`{name}` is no register, and the program names no such {what}");
        let error = Diagnostic::error(codes::files::RUN_DATA, message);
        return Err(match known.is_empty() {
            true => error.with_help("name a register, such as `v0` or `c5`"),
            false => error.with_help(format!("it names {}", known.join(", "))),
        });
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
        ty: ty.to_owned(),
        array: (!single).then_some(registers),
        stride: (!single).then_some(4),
        register: Some(format!("{file}{index}")),
        file: Some(file),
        index: Some(index),
        components: Some(lanes.to_owned()),
        ..Variable::default()
    })
}

fn sampler(name: &str, known: &Reflection) -> Result<Sampler, Diagnostic> {
    if let Some(sampler) = known.samplers.iter().find(|sampler| sampler.name == name) {
        return Ok(sampler.clone());
    }
    let Some((_, index)) = register(name) else {
        let message = format!("`{name}` is no texture unit: units are named as `fs0`");
        return Err(Diagnostic::error(codes::files::RUN_DATA, message));
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

/// The file and number of a register's name: `c5`, `c[5]`.
fn register(name: &str) -> Option<(String, u32)> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (file, number) = name.split_at(digits);
    let (file, number) = match file.strip_suffix('[') {
        Some(file) => (file, number.strip_suffix(']')?),
        None => (file, number),
    };
    let letters = file
        .chars()
        .all(|letter| letter.is_ascii_lowercase() || letter == '$');
    let number = number.parse().ok()?;
    (letters && !file.is_empty()).then(|| (file.to_owned(), number))
}

/// An entry for every register that was written, under the name that the program's file has for it.
fn written(known: &Reflection, outcome: &Outcome) -> Vec<Variable> {
    let registers = outcome.outputs.iter();
    let registers = registers.flat_map(|(file, rows)| rows.keys().map(move |index| (file, *index)));
    registers
        .map(|(file, index)| {
            let mut outputs = known.outputs.iter();
            let named = outputs.find(|known| {
                known.file.as_deref() == Some(file.as_str()) && known.index == Some(index)
            });
            Variable {
                name: named.map_or_else(|| format!("{file}{index}"), |known| known.name.clone()),
                ty: "vec4".to_owned(),
                file: Some(file.clone()),
                index: Some(index),
                components: Some("xyzw".to_owned()),
                ..Variable::default()
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_are_told_from_other_names() {
        let told = |name: &str| register(name).map(|(file, index)| format!("{file} {index}"));
        assert_eq!(told("v0").as_deref(), Some("v 0"));
        assert_eq!(told("c[95]").as_deref(), Some("c 95"));
        assert_eq!(told("va12").as_deref(), Some("va 12"));
        for name in ["", "v", "0", "v0x", "c[5", "uLight0s", "C5", "c[5]x"] {
            assert_eq!(told(name), None, "{name}");
        }
    }

    #[test]
    fn values_of_several_registers_are_an_array() {
        let matrix = variable("c4", 16, &[], "uniform").unwrap();
        assert_eq!((matrix.array, matrix.index), (Some(4), Some(4)));
        assert!(variable("c4", 6, &[], "uniform").is_err());
        let symbol = Variable {
            name: "projection".into(),
            file: Some("c".into()),
            index: Some(8),
            array: Some(4),
            ..Variable::default()
        };
        let known = [symbol];
        let found = variable("projection", 16, &known, "uniform").unwrap();
        assert_eq!(found.index, Some(8));
        let long = variable("projection", 20, &known, "uniform").unwrap_err();
        assert!(long.message.contains("has 4 registers"), "{}", long.message);
        let wrong = variable("model", 16, &known, "uniform").unwrap_err();
        assert_eq!(wrong.help, ["it names projection"]);
    }
}
