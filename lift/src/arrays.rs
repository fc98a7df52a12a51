//! Arrays of registers of which no record tells.

use crate::blocks::Code;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::symbols::Expression;
use retroshade_kit::reflect::{Reflection, Variable};
use std::collections::BTreeMap;

/// A record in which registers that the program reads by an index are arrays: from the first that an index of 0 reads to
/// the last that the program reads at all, or so many that an index has some to choose from.
///
/// `numbers`: the registers that the program's file fills.
///
/// # Errors
/// Numbers of the program among them.
pub(crate) fn found(
    record: &Reflection,
    code: &Code,
    numbers: &[u32],
) -> Result<Reflection, Fault> {
    let mut ranges: BTreeMap<&'static str, (u32, u32)> = BTreeMap::new();
    for expression in code.symbols.expressions() {
        let Expression::Indexed {
            component, base, ..
        } = expression
        else {
            continue;
        };
        let Ok(base) = u32::try_from(*base) else {
            continue;
        };
        let known = record
            .uniforms
            .iter()
            .any(|entry| holds(entry, component.file, base));
        if !known {
            let (first, last) = ranges.entry(component.file).or_insert((base, base));
            (*first, *last) = ((*first).min(base), (*last).max(base));
        }
    }
    let mut record = record.clone();
    for (file, (first, most)) in ranges {
        let inside = |entry: &Variable| {
            let register = entry.index.filter(|index| *index >= first);
            entry.file.as_deref() == Some(file) && register.is_some()
        };
        let last = record.uniforms.iter().filter(|entry| inside(entry));
        let last = last.filter_map(|entry| entry.index).fold(most, u32::max);
        let least = LEAST.min(count_of(file, &record.target).saturating_sub(first));
        let count = (last + 1 - first).max(least);
        let reached = first..first + count;
        let constants = record.constants.iter();
        let constants = constants.filter(|constant| constant.file == file);
        let mut constants = constants.map(|constant| &constant.index).chain(numbers);
        if constants.any(|register| reached.contains(register)) {
            return Err(
                format!("an index from {file}{first} on may reach numbers of the program").into(),
            );
        }
        record.uniforms.retain(|entry| !inside(entry));
        record.uniforms.push(Variable {
            name: format!("{file}{first}"),
            ty: "vec4".to_owned(),
            array: Some(count),
            register: Some(format!("{file}{first}")),
            file: Some(file.to_owned()),
            index: Some(first),
            ..Variable::default()
        });
    }
    Ok(record)
}

/// Registers of an array whose end nothing tells: as many as palettes of small skeletons have.
const LEAST: u32 = 32;

/// The registers of a file of uniforms.
fn count_of(file: &str, target: &str) -> u32 {
    match (file, target) {
        ("c", "pica200") => 96,
        ("c", _) => 192,
        ("vc", "agal1") => 128,
        ("vc", _) => 250,
        _ => 304,
    }
}

/// True if a variable of several registers holds one.
fn holds(entry: &Variable, file: &str, register: u32) -> bool {
    let several = entry.array.is_some() || entry.ty.starts_with("mat");
    let first = entry.index.unwrap_or(u32::MAX);
    let stride = entry.stride.unwrap_or(4) / 4;
    let count = entry.array.unwrap_or(4).saturating_mul(stride.max(1));
    several
        && entry.file.as_deref() == Some(file)
        && (first..first.saturating_add(count)).contains(&register)
}
