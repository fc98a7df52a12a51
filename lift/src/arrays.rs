//! Arrays of registers of which no record tells.

use crate::blocks::Code;
use crate::interface::{Interface, Register, constants};
use retroshade_diagnostics::Span;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::build::Builder;
use retroshade_ir::{ArrayData, Constant, Op, Shader, Type};
use retroshade_kit::machine::lanes_of;
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use retroshade_kit::reflect::{Reflection, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// What an index chooses from.
pub(crate) struct Found {
    /// The record with the arrays of uniforms.
    pub(crate) record: Reflection,
    pub(crate) tables: Vec<Table>,
}

/// Registers in a row that hold numbers of the program.
pub(crate) struct Table {
    first: Register,
    rows: Vec<[f32; 4]>,
}

/// Registers that one index reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    file: &'static str,
    first: u32,
    last: u32,
    /// Whether the program says what the last one is.
    is_known: bool,
}

/// Finds the registers that the program reads by an index: arrays from the first that an index of 0 reads to the last that
/// the index reaches. Where the program does not say how far that is, to the last that it reads at all, or so many that an
/// index has some to choose from, but not to numbers of the program: these are tables, if an index of 0 reads one.
///
/// * `numbers`: the registers that the program's file fills.
/// * `dropped`: registers that the shader no longer reads.
///
/// # Errors
/// An index of which the program says that it reaches uniforms and numbers.
pub(crate) fn found(
    record: Reflection,
    code: &Code,
    numbers: &[(Register, [f32; 4])],
    dropped: &[Register],
) -> Result<Found, Fault> {
    let mut rows: BTreeMap<Register, [f32; 4]> = BTreeMap::new();
    for (register, lane, value) in constants(&record) {
        rows.entry(register).or_default()[usize::from(lane & 3)] = value;
    }
    rows.extend(numbers.iter().copied());
    let mut record = record;
    let (mut uniforms, mut literals) = (Vec::new(), Vec::new());
    for range in ranges(&record, code) {
        let Range { file, first, .. } = range;
        let row = |register: &u32| rows.contains_key(&(file, *register));
        let is_table = row(&first);
        let end = (first..=range.last).find(|register| row(register) != is_table);
        let last = match end {
            Some(end) if range.is_known => {
                return Err(format!(
                    "an index from {file}{first} on reaches {file}{end}: of both, one holds a number of the program"
                )
                .into());
            }
            Some(end) => end - 1,
            None => range.last,
        };
        let to = if is_table {
            &mut literals
        } else {
            &mut uniforms
        };
        to.push(Range { last, ..range });
    }
    for Range {
        file, first, last, ..
    } in merged(uniforms)
    {
        let last = with_whole_entries(&record, file, first, last);
        let inside = |entry: &Variable| {
            let register = entry.index.filter(|index| (first..=last).contains(index));
            entry.file.as_deref() == Some(file) && register.is_some()
        };
        record.uniforms.retain(|entry| !inside(entry));
        record.uniforms.push(Variable {
            array: Some(last + 1 - first),
            ..register((file, first))
        });
    }
    declare_rest(&mut record, code, dropped);
    let tables = merged(literals).into_iter().map(|range| Table {
        first: (range.file, range.first),
        rows: rows
            .range((range.file, range.first)..=(range.file, range.last))
            .map(|(_, row)| *row)
            .collect(),
    });
    Ok(Found {
        tables: tables.collect(),
        record,
    })
}

/// A variable for a register of uniforms.
fn register((file, number): Register) -> Variable {
    Variable {
        name: format!("{file}{number}"),
        ty: "vec4".to_owned(),
        register: Some(format!("{file}{number}")),
        file: Some(file.to_owned()),
        index: Some(number),
        ..Variable::default()
    }
}

/// Declares an array of the shader for each table.
pub(crate) fn declare(tables: &[Table], interface: &mut Interface, shader: &mut Shader) {
    for table in tables {
        let (file, number) = table.first;
        let count = table.rows.len() as u32;
        let array = shader.arrays.push(ArrayData {
            name: format!("{file}{number}"),
            ty: Type::float(4),
            len: count,
            span: Span::NONE,
        });
        interface.tables.push((array, table.first, count));
    }
}

/// Puts the numbers of tables into their arrays where the shader begins.
pub(crate) fn fill(tables: &[Table], interface: &Interface, shader: &mut Shader) {
    let body = shader.body;
    let before = shader.regions[body].insts.len();
    let mut builder = Builder::new(shader, body);
    for (table, (array, ..)) in tables.iter().zip(&interface.tables) {
        for (at, row) in (0..).zip(&table.rows) {
            let operands = [builder.int(at, 1), builder.constant(Constant::floats(row))];
            let store = Op::ArrayStore(*array);
            builder.push(store, operands.as_slice(), &[], Vec::new());
        }
    }
    let insts = &mut shader.regions[body].insts;
    let made = insts.len() - before;
    insts.rotate_right(made);
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
    record.uniforms.extend(read.into_iter().map(register));
}

/// The registers that each index reaches and of which the record has no array.
fn ranges(record: &Reflection, code: &Code) -> BTreeSet<Range> {
    let mut reached = BTreeSet::new();
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
        let known = most(code, *offset, DEPTH).map(|most| first.saturating_add(most));
        let last = known.unwrap_or_else(|| {
            let entries = record.uniforms.iter();
            let entries = entries.filter(|entry| entry.file.as_deref() == Some(file));
            let read = entries.filter_map(|entry| entry.index);
            read.fold(first + (LEAST - 1), u32::max)
        });
        reached.insert(Range {
            file,
            first,
            last: last.min(end - 1).max(first),
            is_known: known.is_some(),
        });
    }
    reached
}

/// Ranges of which those are one that overlap.
fn merged(ranges: Vec<Range>) -> Vec<Range> {
    let mut merged: Vec<Range> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(before) if before.file == range.file && range.first <= before.last => {
                before.last = before.last.max(range.last);
            }
            _ => merged.push(range),
        }
    }
    merged
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
