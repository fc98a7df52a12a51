//! The lists of symbols in an MBS file: uniforms with samplers, attributes, varyings.
//!
//! ```text
//! SUNI := count, components needed, VUNI*     VUNI := STRI symbol VIDX [VINI]
//! SATT := count, VATT*                        VATT := STRI symbol
//! SVAR := count, VVAR*                        VVAR := STRI symbol
//! STRI := the name, ended by a zero and padded to words     VINI := count, initial values
//! ```
//!
//! The values follow a vertex program of Arm's own compiler and what an open compiler writes and an open
//! loader reads.

use retroshade_ir::Builtin;
use retroshade_kit::reflect::{Reflection, Variable};

/// What kind of thing a symbol is, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the types of the language")]
pub enum Kind {
    Float = 1,
    Int = 2,
    Bool = 3,
    Matrix = 4,
    Sampler2d = 5,
    SamplerCube = 6,
    Struct = 8,
    SamplerExternal = 9,
}

impl Kind {
    pub(super) const ALL: [Kind; 8] = [
        Kind::Float,
        Kind::Int,
        Kind::Bool,
        Kind::Matrix,
        Kind::Sampler2d,
        Kind::SamplerCube,
        Kind::Struct,
        Kind::SamplerExternal,
    ];

    /// The kind and the number of components of a type of the language.
    fn of(ty: &str) -> (Kind, u16) {
        let count = ty.chars().last().and_then(|last| last.to_digit(10));
        let count = count.unwrap_or(1) as u16;
        match ty {
            // As many as the coordinate has.
            "sampler2D" => (Kind::Sampler2d, 2),
            "samplerCube" => (Kind::SamplerCube, 3),
            "samplerExternalOES" => (Kind::SamplerExternal, 2),
            _ if ty.starts_with("mat") => (Kind::Matrix, count),
            _ if ty.starts_with('i') => (Kind::Int, count),
            _ if ty.starts_with('b') => (Kind::Bool, count),
            _ => (Kind::Float, count),
        }
    }
}

/// Which list a symbol is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// Uniforms and samplers.
    Uniforms,
    /// Attributes of a vertex program.
    Attributes,
    /// Varyings, and the position of a vertex program.
    Varyings,
}

impl List {
    /// The names of the list's chunk and of an entry's.
    pub(super) const fn names(self) -> (&'static [u8; 4], &'static [u8; 4]) {
        match self {
            List::Uniforms => (b"SUNI", b"VUNI"),
            List::Attributes => (b"SATT", b"VATT"),
            List::Varyings => (b"SVAR", b"VVAR"),
        }
    }

    pub(super) fn named(name: &[u8]) -> Option<List> {
        let all = [List::Uniforms, List::Attributes, List::Varyings];
        all.into_iter().find(|list| list.names().0 == name)
    }
}

/// The number of bits that a component has in memory, by its number in the file. A loader takes 2 to this less 1 for the
/// bytes of a component, and turns floats into halves where it is not high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the precisions of the language")]
pub enum Precision {
    Low = 1,
    Medium = 2,
    High = 3,
}

impl Precision {
    pub(super) const ALL: [Precision; 3] = [Precision::Low, Precision::Medium, Precision::High];
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Components of a vector or of a matrix' column.
    pub components: u16,
    /// Components from one column of a matrix to the next; of others those that a vector takes.
    pub column: u16,
    /// Elements of an array; 0 for what is none.
    pub entries: u16,
    /// Components from one element to the next.
    pub stride: u16,
    /// How it lies in memory.
    pub precision: Precision,
    /// The first component: four for each vector; of a sampler its unit. [`NOWHERE`] for what the program
    /// does not have.
    pub offset: u16,
    /// What it is before anybody sets it.
    pub initial: Vec<u32>,
}

/// The offset of what has no place.
pub const NOWHERE: u16 = u16::MAX;

/// The symbols of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// Uniforms and samplers.
    pub uniforms: Vec<Symbol>,
    /// Attributes; a fragment program has none.
    pub attributes: Vec<Symbol>,
    /// Varyings, and the position of a vertex program.
    pub varyings: Vec<Symbol>,
}

/// A number that the file has 16 bits for; what does not fit is the largest, which means none.
fn short(number: u32) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

fn symbol(variable: &Variable, vertex: bool, precision: Precision) -> Symbol {
    let (kind, components) = Kind::of(&variable.ty);
    let lane = variable.components.as_deref().and_then(|lanes| {
        let first = lanes.chars().next()?;
        "xyzw".find(first)
    });
    let columns = if kind == Kind::Matrix { components } else { 1 };
    // Everything in a vertex program, and what is more than a vector, lies in vectors of four.
    let whole = vertex || kind == Kind::Matrix || variable.array.is_some();
    let column = match components {
        3 => 4,
        _ if whole => 4,
        _ => components,
    };
    let first = variable.index.unwrap_or(0).saturating_mul(4);
    Symbol {
        name: variable.name.clone(),
        kind,
        components,
        column,
        entries: short(variable.array.unwrap_or(0)),
        stride: variable.stride.map_or(column * columns, short),
        precision,
        offset: short(first.saturating_add(lane.unwrap_or(0) as u32)),
        initial: Vec::new(),
    }
}

/// What vertex programs of Arm's list even where there is none.
fn no_point_size() -> Symbol {
    Symbol {
        name: "gl_PointSize".to_owned(),
        kind: Kind::Float,
        components: 1,
        column: 4,
        entries: 0,
        stride: 4,
        precision: Precision::Medium,
        offset: NOWHERE,
        initial: Vec::new(),
    }
}

impl Symbols {
    /// The symbols of a described program.
    pub fn of(record: &Reflection) -> Symbols {
        let mut symbols = Symbols::default();
        let vertex = record.stage == "vertex";
        // Fragment programs read uniforms as halves.
        let precision = if vertex {
            Precision::High
        } else {
            Precision::Medium
        };
        let uniforms = record.uniforms.iter().chain(&record.driver_uniforms);
        let uniforms = uniforms.map(|uniform| symbol(uniform, vertex, precision));
        symbols.uniforms.extend(uniforms);
        for sampler in &record.samplers {
            let (kind, components) = Kind::of(&sampler.ty);
            symbols.uniforms.push(Symbol {
                name: sampler.name.clone(),
                kind,
                components,
                column: 1,
                entries: short(sampler.array.unwrap_or(0)),
                stride: 1,
                precision: Precision::High,
                offset: short(sampler.index),
                initial: Vec::new(),
            });
        }
        // Literals are uniforms that know their values, whole vectors of them.
        for (number, constant) in record.constants.iter().enumerate() {
            let values = constant.value.iter().map(|value| value.0.to_bits());
            symbols.uniforms.push(Symbol {
                name: format!("?__maligp2_constant_{number:03}"),
                kind: Kind::Float,
                components: 4,
                column: 4,
                entries: 0,
                stride: 4,
                precision,
                offset: short(constant.index.saturating_mul(4)),
                initial: values.chain(std::iter::repeat(0)).take(4).collect(),
            });
        }
        let (attributes, varyings) = if vertex {
            (&record.inputs[..], &record.outputs)
        } else {
            (&[][..], &record.inputs)
        };
        let high = |variable| symbol(variable, vertex, Precision::High);
        symbols.attributes.extend(attributes.iter().map(high));
        let mut placed: Vec<&Variable> = varyings
            .iter()
            .filter(|variable| variable.index.is_some())
            .collect();
        if vertex && !placed.is_empty() {
            // The size of points comes first, then varyings, then the position.
            let rank = |variable: &&Variable| match variable.builtin.as_deref() {
                Some(builtin) if builtin == Builtin::PointSize.name() => 0,
                Some(builtin) if builtin == Builtin::Position.name() => 2,
                _ => 1,
            };
            placed.sort_by_key(rank);
            let has_size = placed.first().is_some_and(|first| rank(first) == 0);
            if has_size {
                let size = placed.remove(0);
                symbols
                    .varyings
                    .push(symbol(size, vertex, Precision::Medium));
            } else {
                symbols.varyings.push(no_point_size())
            }
        }
        symbols.varyings.extend(placed.into_iter().map(high));
        symbols
    }
}
