//! The lists of symbols in an MBS file: uniforms with samplers, attributes, varyings.
//!
//! ```text
//! SUNI := count, components needed, VUNI*     VUNI := STRI symbol [VINI]
//! SATT := count, VATT*                        VATT := STRI symbol
//! SVAR := count, VVAR*                        VVAR := STRI symbol
//! STRI := the name, ended by a zero and padded to words     VINI := count, initial values
//! ```
//!
//! A symbol is 20 bytes, of an attribute 16. What is known comes from readers of such files, not from
//! files (docs/lima-pp.md): the meaning of offsets, counts and types is sure, that of sizes, strides and
//! precisions is not.

use super::{chunk, split};
use retroshade_kit::bits::{bytes_from_words, words_from_bytes};
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
    const ALL: [Kind; 8] = [
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
            "sampler2D" => (Kind::Sampler2d, 1),
            "samplerCube" => (Kind::SamplerCube, 1),
            "samplerExternalOES" => (Kind::SamplerExternal, 1),
            _ if ty.starts_with("mat") => (Kind::Matrix, count),
            _ if ty.starts_with('i') => (Kind::Int, count),
            _ if ty.starts_with('b') => (Kind::Bool, count),
            _ => (Kind::Float, count),
        }
    }
}

/// Which list a symbol is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// Uniforms and samplers.
    Uniforms,
    /// Attributes of a vertex program.
    Attributes,
    /// Varyings, and the position of a vertex program.
    Varyings,
}

impl List {
    /// The names of the list's chunk and of an entry's.
    const fn names(self) -> (&'static [u8; 4], &'static [u8; 4]) {
        match self {
            List::Uniforms => (b"SUNI", b"VUNI"),
            List::Attributes => (b"SATT", b"VATT"),
            List::Varyings => (b"SVAR", b"VVAR"),
        }
    }

    fn named(name: &[u8]) -> Option<List> {
        let all = [List::Uniforms, List::Attributes, List::Varyings];
        all.into_iter().find(|list| list.names().0 == name)
    }
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Components of a vector or of a matrix' column.
    pub components: u16,
    /// Elements of an array; 0 for what is none.
    pub entries: u16,
    /// Components from one element to the next: 4 for a vector each.
    pub stride: u8,
    /// The first component: four for each vector; of a sampler its unit.
    pub offset: u16,
    /// What it is before anybody sets it.
    pub initial: Vec<u32>,
}

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

fn symbol(variable: &Variable) -> Symbol {
    let (kind, components) = Kind::of(&variable.ty);
    let lane = variable.components.as_deref().and_then(|lanes| {
        let first = lanes.chars().next()?;
        "xyzw".find(first)
    });
    let vectors = if kind == Kind::Matrix { components } else { 1 };
    let stride = variable.stride.unwrap_or(4 * u32::from(vectors));
    let first = variable.index.unwrap_or(0).saturating_mul(4);
    Symbol {
        name: variable.name.clone(),
        kind,
        components,
        entries: short(variable.array.unwrap_or(0)),
        stride: u8::try_from(stride).unwrap_or(u8::MAX),
        offset: short(first.saturating_add(lane.unwrap_or(0) as u32)),
        initial: Vec::new(),
    }
}

impl Symbols {
    /// The symbols of a described program.
    pub fn of(record: &Reflection) -> Symbols {
        let mut symbols = Symbols::default();
        let uniforms = record.uniforms.iter().chain(&record.driver_uniforms);
        symbols.uniforms.extend(uniforms.map(symbol));
        for sampler in &record.samplers {
            symbols.uniforms.push(Symbol {
                name: sampler.name.clone(),
                kind: Kind::of(&sampler.ty).0,
                components: 1,
                entries: short(sampler.array.unwrap_or(0)),
                stride: 1,
                offset: short(sampler.index),
                initial: Vec::new(),
            });
        }
        // Literals are uniforms that know their values.
        for (number, constant) in record.constants.iter().enumerate() {
            symbols.uniforms.push(Symbol {
                name: format!("?__maligp2_constant_{number:03}"),
                kind: Kind::Float,
                components: 4,
                entries: 0,
                stride: 4,
                offset: short(constant.index.saturating_mul(4)),
                initial: constant
                    .value
                    .iter()
                    .map(|value| value.0.to_bits())
                    .collect(),
            });
        }
        let vertex = record.stage == "vertex";
        let (attributes, varyings) = match vertex {
            true => (&record.inputs[..], &record.outputs),
            false => (&[][..], &record.inputs),
        };
        symbols.attributes.extend(attributes.iter().map(symbol));
        let placed = varyings.iter().filter(|variable| variable.index.is_some());
        symbols.varyings.extend(placed.map(symbol));
        symbols
    }

    /// The chunks, those that a program of the stage has.
    pub(super) fn write(&self, vertex: bool) -> Vec<u8> {
        let mut bytes = write_list(List::Uniforms, &self.uniforms);
        if vertex {
            bytes.extend(write_list(List::Attributes, &self.attributes));
        }
        bytes.extend(write_list(List::Varyings, &self.varyings));
        bytes
    }

    /// Takes in a chunk if it is one of the lists.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(&mut self, name: &[u8], payload: &[u8]) -> Result<(), String> {
        let Some(list) = List::named(name) else {
            return Ok(());
        };
        let symbols = read_list(list, payload)?;
        match list {
            List::Uniforms => self.uniforms = symbols,
            List::Attributes => self.attributes = symbols,
            List::Varyings => self.varyings = symbols,
        }
        Ok(())
    }
}

fn write_list(list: List, symbols: &[Symbol]) -> Vec<u8> {
    let mut payload = (symbols.len() as u32).to_le_bytes().to_vec();
    if list == List::Uniforms {
        let ends = symbols.iter().map(|symbol| {
            let length = u32::from(symbol.entries.max(1)) * u32::from(symbol.stride);
            u32::from(symbol.offset) + length
        });
        payload.extend(ends.max().unwrap_or(0).to_le_bytes());
    }
    for symbol in symbols {
        payload.extend(chunk(list.names().1, &symbol.write(list)));
    }
    chunk(list.names().0, &payload)
}

impl Symbol {
    fn write(&self, list: List) -> Vec<u8> {
        let mut name = self.name.clone().into_bytes();
        name.push(0);
        name.resize(name.len().next_multiple_of(4), 0);
        let mut bytes = chunk(b"STRI", &name);
        // The size of a component as an application gives it.
        const SIZE: u16 = 4;
        bytes.extend([0, self.kind as u8]);
        for number in [self.components, SIZE, self.entries, self.components * SIZE] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([self.stride, 0]);
        match list {
            // The record ends with the offset.
            List::Attributes => bytes.extend([0, 0]),
            List::Uniforms | List::Varyings => bytes.extend([0, 0, 0, 0]),
        }
        bytes.extend(self.offset.to_le_bytes());
        if list != List::Attributes {
            // No structure that it belongs to.
            bytes.extend(u16::MAX.to_le_bytes());
        }
        if !self.initial.is_empty() {
            let mut values = vec![self.initial.len() as u32];
            values.extend(&self.initial);
            bytes.extend(chunk(b"VINI", &bytes_from_words(&values)));
        }
        bytes
    }

    fn read(list: List, payload: &[u8]) -> Result<Symbol, String> {
        let cut = "a symbol ends too early";
        let (name, text, rest) = split(payload).ok_or(cut)?;
        if name != b"STRI" {
            return Err("a symbol does not begin with its name".to_owned());
        }
        let text = text.split(|byte| *byte == 0).next().unwrap_or_default();
        let (length, offset) = match list {
            List::Attributes => (16, 14),
            List::Uniforms | List::Varyings => (20, 16),
        };
        let record = rest.get(..length).ok_or(cut)?;
        let byte = |at: usize| record.get(at).copied().unwrap_or(0);
        let number = |at: usize| u16::from_le_bytes([byte(at), byte(at + 1)]);
        let kind = Kind::ALL.into_iter().find(|kind| *kind as u8 == byte(1));
        let kind = kind.ok_or_else(|| format!("{} is no type of a symbol", byte(1)))?;
        let mut initial = Vec::new();
        if let Some((b"VINI", values, _)) = rest.get(length..).and_then(split) {
            let words = words_from_bytes(values).ok_or("initial values are no whole words")?;
            let (count, values) = words.split_first().ok_or(cut)?;
            initial = values.get(..*count as usize).ok_or(cut)?.to_vec();
        }
        Ok(Symbol {
            name: String::from_utf8_lossy(text).into_owned(),
            kind,
            components: number(2),
            entries: number(6),
            stride: byte(10),
            offset: number(offset),
            initial,
        })
    }
}

fn read_list(list: List, payload: &[u8]) -> Result<Vec<Symbol>, String> {
    let entry = list.names().1;
    let mut rest = payload
        .get(4..)
        .ok_or("a list of symbols without a count")?;
    // Some descriptions have a number more before the symbols of this list.
    if list == List::Uniforms && !rest.starts_with(entry) {
        rest = rest.get(4..).unwrap_or_default();
    }
    let mut symbols = Vec::new();
    while !rest.is_empty() {
        let (name, payload, next) = split(rest).ok_or("a list of symbols ends too early")?;
        rest = next;
        if name == entry {
            symbols.push(Symbol::read(list, payload)?);
        }
    }
    Ok(symbols)
}
