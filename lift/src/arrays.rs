//! Arrays of registers of which no record tells.

use crate::blocks::Code;
use retroshade_kit::machine::symbols::Expression;
use retroshade_kit::reflect::{Reflection, Variable};
use std::collections::BTreeMap;

/// A record in which registers that the program reads by an index are arrays: from the first that an index of 0 reads to
/// the last that the program reads at all, or so many that an index has some to choose from.
pub(crate) fn found(record: &Reflection, code: &Code) -> Reflection {
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
        record.uniforms.retain(|entry| !inside(entry));
        record.uniforms.push(Variable {
            name: format!("{file}{first}"),
            ty: "vec4".to_owned(),
            array: Some((last + 1 - first).max(LEAST)),
            register: Some(format!("{file}{first}")),
            file: Some(file.to_owned()),
            index: Some(first),
            ..Variable::default()
        });
    }
    record
}

/// Registers of an array whose end nothing tells: as many as palettes of small skeletons have.
const LEAST: u32 = 32;

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
