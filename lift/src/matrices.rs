//! Matrices of which no record tells: registers that follow each other and that the program multiplies with one vector,
//! four of them or three.
//!
//! Rows are in registers whose inner products with a vector are made, columns in registers of which sums of multiples are.

use crate::blocks::Code;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use retroshade_kit::reflect::{Layout, Reflection, Variable};
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};

type Lanes = SmallVec<[Symbol; 4]>;

/// A register of uniforms.
type Register = (&'static str, u32);

/// What is known of the products of a program.
#[derive(Default)]
struct Products {
    /// The registers that an inner product of a vector is made with, by the vector.
    rows: BTreeMap<Lanes, BTreeSet<Register>>,
    /// The first of the registers that multiples of are summed, and the lanes in which that is done, by the factors.
    columns: BTreeMap<Lanes, BTreeMap<Register, BTreeSet<u8>>>,
    /// These sums, and the products that are part of them.
    known: BTreeSet<Symbol>,
}

/// A record in which such registers are square matrices, if nothing else is done with any of them.
pub(crate) fn found(record: Reflection, code: &Code) -> Reflection {
    let products = products(code);
    let mut taken = read_otherwise(code, &products.known);
    let mut record = record;
    for size in [4, 3] {
        for ((file, first), layout) in products.candidates(size) {
            let registers = (first..first + size).map(|number| (file, number));
            let is_wider = |(file, number)| {
                let beyond = size as u8..4;
                let lanes = beyond.map(|lane| Expression::Uniform { file, number, lane });
                lanes
                    .into_iter()
                    .any(|lane| code.symbols.known(&lane).is_some())
            };
            let mut all = registers.clone();
            if all.any(|register| taken.contains(&register) || is_wider(register)) {
                continue;
            }
            if declare(&mut record, (file, first), size, layout) {
                taken.extend(registers);
            }
        }
    }
    record
}

impl Products {
    /// Where matrices may begin.
    fn candidates(&self, size: u32) -> Vec<(Register, Layout)> {
        let is_of_size = |vector: &Lanes| vector.len() == size as usize;
        let rows = self.rows.iter().filter(|(vector, _)| is_of_size(vector));
        let rows = rows.flat_map(|(_, registers)| {
            let has = |file: &'static str, number: u32| registers.contains(&(file, number));
            let starts = registers.iter().filter(move |(file, first)| {
                // Of matrices that follow each other each begins where the one before ends.
                let before = (0..*first).rev().take_while(|number| has(file, *number));
                let is_start = before.count() % size as usize == 0;
                is_start && (1..size).all(|row| has(file, first + row))
            });
            starts.map(|register| (*register, Layout::Rows))
        });
        let columns = self.columns.iter().filter(|(vector, _)| is_of_size(vector));
        let columns = columns.flat_map(|(_, registers)| {
            let whole = registers.iter().filter(|(_, lanes)| {
                lanes.len() > 1 && lanes.iter().all(|lane| u32::from(*lane) < size)
            });
            whole.map(|(register, _)| (*register, Layout::Columns))
        });
        rows.chain(columns).collect()
    }
}

fn products(code: &Code) -> Products {
    let mut products = Products::default();
    for symbol in code.symbols.numbered() {
        let Some((factors, _)) = code.products(symbol) else {
            continue;
        };
        for side in [0, 1] {
            let parts = factors[side].iter().map(|lane| part(code, *lane));
            let parts: Option<SmallVec<[(Register, u8); 4]>> = parts.collect();
            let Some(parts) = parts.filter(|parts| parts.len() > 2) else {
                continue;
            };
            let vector = &factors[1 - side];
            let (register, lane) = parts[0];
            let (file, first) = register;
            let mut row = parts.iter().zip(0..);
            let mut column = parts.iter().zip(first..);
            if row.all(|(part, at)| *part == (register, at)) {
                let rows = products.rows.entry(vector.clone()).or_default();
                rows.insert(register);
            } else if column.all(|(part, number)| *part == ((file, number), lane)) {
                let columns = products.columns.entry(vector.clone()).or_default();
                columns.entry(register).or_default().insert(lane);
            } else {
                continue;
            }
            products.known.insert(symbol);
            let terms = code.terms(symbol).into_iter();
            products
                .known
                .extend(terms.filter(|term| part(code, *term).is_none()));
        }
    }
    products
}

/// The register and the lane that a symbol is.
fn part(code: &Code, symbol: Symbol) -> Option<(Register, u8)> {
    match code.symbols.expression(symbol) {
        Expression::Uniform { file, number, lane } => Some(((file, *number), *lane)),
        _ => None,
    }
}

/// The registers that anything but these sums and products reads.
fn read_otherwise(code: &Code, known: &BTreeSet<Symbol>) -> BTreeSet<Register> {
    let mut others = BTreeSet::new();
    let mut read = |symbol: Symbol| others.extend(part(code, symbol).map(|(register, _)| register));
    for symbol in code
        .symbols
        .numbered()
        .filter(|symbol| !known.contains(symbol))
    {
        code.symbols
            .operands(symbol)
            .into_iter()
            .for_each(&mut read);
    }
    for block in &code.blocks {
        block.writes.values().copied().for_each(&mut read);
        let conditions = crate::graph::conditions(block);
        conditions
            .flat_map(crate::graph::operands)
            .for_each(&mut read);
    }
    others
}

/// Makes a matrix of the entries for a register each, or of an array of so many that the program's file names.
fn declare(record: &mut Reflection, (file, first): Register, size: u32, layout: Layout) -> bool {
    let is_plain = |entry: &Variable| entry.ty == "vec4" && entry.file.as_deref() == Some(file);
    let shape = |entry: &mut Variable| {
        entry.ty = format!("mat{size}");
        entry.array = None;
        entry.components = Some("xyzw".chars().take(size as usize).collect());
        entry.layout = Some(layout);
        entry.matrix_stride = Some(4);
    };
    let mut entries = record.uniforms.iter_mut();
    let whole = entries
        .find(|entry| is_plain(entry) && (entry.index, entry.array) == (Some(first), Some(size)));
    if let Some(entry) = whole {
        shape(entry);
        return true;
    }
    let of = |number: u32| {
        let mut entries = record.uniforms.iter();
        entries.position(|entry| {
            is_plain(entry)
                && (entry.index, entry.array) == (Some(number), None)
                && entry.register.as_ref() == Some(&entry.name)
        })
    };
    let found: Option<Vec<usize>> = (first..first + size).map(of).collect();
    let Some(found) = found else {
        return false;
    };
    shape(&mut record.uniforms[found[0]]);
    let mut at = 0;
    record.uniforms.retain(|_| {
        at += 1;
        !found[1..].contains(&(at - 1))
    });
    true
}
