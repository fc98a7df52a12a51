//! Arrays of registers of which no record tells.

use crate::blocks::Code;
use crate::position::Register;
use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::lanes_of;
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use retroshade_kit::reflect::{Reflection, Variable};
use std::collections::BTreeSet;

/// A record in which registers that the program reads by an index are arrays: from the first that an index of 0 reads to
/// the last that the index reaches. Where the program does not say how far that is, to the last that it reads at all, or so
/// many that an index has some to choose from.
///
/// * `numbers`: the registers that the program's file fills.
/// * `dropped`: registers that the shader no longer reads.
///
/// # Errors
/// Numbers of the program among them.
pub(crate) fn found(
    record: Reflection,
    code: &Code,
    numbers: &[u32],
    dropped: &[Register],
) -> Result<Reflection, Fault> {
    let mut record = record;
    for (file, first, last) in ranges(&record, code) {
        let last = with_whole_entries(&record, file, first, last);
        let inside = |entry: &Variable| {
            let register = entry.index.filter(|index| (first..=last).contains(index));
            entry.file.as_deref() == Some(file) && register.is_some()
        };
        let constants = record.constants.iter();
        let constants = constants.filter(|constant| constant.file == file);
        let mut constants = constants.map(|constant| &constant.index).chain(numbers);
        if constants.any(|register| (first..=last).contains(register)) {
            return Err(
                format!("an index from {file}{first} on may reach numbers of the program").into(),
            );
        }
        record.uniforms.retain(|entry| !inside(entry));
        record.uniforms.push(Variable {
            name: format!("{file}{first}"),
            ty: "vec4".to_owned(),
            array: Some(last + 1 - first),
            register: Some(format!("{file}{first}")),
            file: Some(file.to_owned()),
            index: Some(first),
            ..Variable::default()
        });
    }
    declare_rest(&mut record, code, dropped);
    Ok(record)
}

/// Declares the registers of which only an index tells that the program reads them, one that it has itself.
fn declare_rest(record: &mut Reflection, code: &Code, dropped: &[Register]) {
    let entries = record.uniforms.iter().chain(&record.driver_uniforms);
    let mut known: BTreeSet<(&str, u32)> = BTreeSet::new();
    for entry in entries {
        let file = entry.file.as_deref().unwrap_or_default();
        let lanes = lanes_of(entry).unwrap_or_default();
        known.extend(lanes.iter().map(|lane| (file, lane / 4)));
    }
    let read = code.symbols.expressions();
    let read: BTreeSet<(&'static str, u32)> = read
        .filter_map(|expression| match expression {
            Expression::Uniform { file, number, .. } => Some((*file, *number)),
            _ => None,
        })
        .filter(|register| !dropped.contains(register))
        .filter(|(file, number)| !known.contains(&(*file, *number)))
        .collect();
    record
        .uniforms
        .extend(read.into_iter().map(|(file, number)| Variable {
            name: format!("{file}{number}"),
            ty: "vec4".to_owned(),
            register: Some(format!("{file}{number}")),
            file: Some(file.to_owned()),
            index: Some(number),
            ..Variable::default()
        }));
}

/// The first and the last register of each file that an index reaches and of which the record has no array; what overlaps
/// is one range.
fn ranges(record: &Reflection, code: &Code) -> Vec<(&'static str, u32, u32)> {
    let mut reached: BTreeSet<(&'static str, u32, u32)> = BTreeSet::new();
    for expression in code.symbols.expressions() {
        let Expression::Indexed {
            component,
            base,
            offset,
        } = expression
        else {
            continue;
        };
        let Ok(first) = u32::try_from(*base) else {
            continue;
        };
        let mut entries = record.uniforms.iter();
        if entries.any(|entry| holds(entry, component.file, first)) {
            continue;
        }
        let file = component.file;
        let end = count_of(file, &record.target);
        let last = match most(code, *offset, DEPTH) {
            Some(most) => first.saturating_add(most),
            None => {
                let entries = record.uniforms.iter();
                let entries = entries.filter(|entry| entry.file.as_deref() == Some(file));
                let read = entries.filter_map(|entry| entry.index);
                read.fold(first + (LEAST - 1), u32::max)
            }
        };
        reached.insert((file, first, last.min(end - 1).max(first)));
    }
    let mut ranges: Vec<(&'static str, u32, u32)> = Vec::new();
    for (file, first, last) in reached {
        match ranges.last_mut() {
            Some(before) if before.0 == file && first <= before.2 => before.2 = before.2.max(last),
            _ => ranges.push((file, first, last)),
        }
    }
    ranges
}

/// The last register of a range, or of the variables of several registers that begin in it.
fn with_whole_entries(record: &Reflection, file: &str, first: u32, last: u32) -> u32 {
    let mut last = last;
    for entry in &record.uniforms {
        let begins = entry
            .index
            .is_some_and(|index| (first..=last).contains(&index));
        if begins && entry.file.as_deref() == Some(file) {
            let lanes = lanes_of(entry).unwrap_or_default();
            last = lanes.iter().map(|lane| lane / 4).fold(last, u32::max);
        }
    }
    last
}

/// Operations inside one another in an offset that is looked at.
const DEPTH: u32 = 3;

/// The largest value of an offset, if the program says it.
fn most(code: &Code, offset: Symbol, depth: u32) -> Option<u32> {
    let operands = |operands: &[Symbol]| match operands {
        &[a, b] if depth > 0 => Some([most(code, a, depth - 1)?, most(code, b, depth - 1)?]),
        _ => None,
    };
    match code.symbols.expression(offset) {
        Expression::Literal(bits) => {
            let number = f32::from_bits(*bits);
            (0.0..65_536.0).contains(&number).then_some(number as u32)
        }
        Expression::Given(number) => {
            let place = code.given.get_index(*number as usize)?;
            code.most.get(place).copied()
        }
        Expression::Apply(Function::Add, terms) => {
            let [a, b] = operands(terms)?;
            a.checked_add(b)
        }
        Expression::Apply(Function::Multiply, factors) => {
            let [a, b] = operands(factors)?;
            a.checked_mul(b)
        }
        _ => None,
    }
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
