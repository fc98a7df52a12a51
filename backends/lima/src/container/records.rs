//! Lists of symbols as bytes.
//!
//! A symbol is 20 bytes, of an attribute 16:
//!
//! ```text
//!  0  2 in vertex programs, 0 in fragment programs      8  u16 components of an element of an array
//!  1  type, see [`Kind`]                               10  0x10
//!  2  u16 components                                   11  precision, see [`Precision`]
//!  4  u16 components from column to column             12  0, four bytes or, of attributes, two
//!  6  u16 elements of an array, or 0                       u16 offset in components, and 0xFFFF but in attributes
//! ```

use super::symbols::{Kind, List, Precision, Symbol, Symbols};
use super::{ReadError, chunk, split};
use retroshade_ir::Stage;
use retroshade_kit::bits::{bytes_from_words, words_from_bytes};

impl Symbols {
    /// The chunks, those that a program of the stage has.
    pub(super) fn write(&self, stage: Stage) -> Vec<u8> {
        let mut bytes = write_list(List::Uniforms, &self.uniforms, stage);
        if stage == Stage::Vertex {
            bytes.extend(write_list(List::Attributes, &self.attributes, stage));
        }
        bytes.extend(write_list(List::Varyings, &self.varyings, stage));
        bytes
    }

    /// Takes in a chunk if it is one of the lists.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(&mut self, name: &[u8], payload: &[u8]) -> Result<(), ReadError> {
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

/// A list of a program as its chunk.
fn write_list(list: List, symbols: &[Symbol], stage: Stage) -> Vec<u8> {
    let mut payload = (symbols.len() as u32).to_le_bytes().to_vec();
    if list == List::Uniforms {
        let ends = symbols.iter().map(|symbol| {
            let length = u32::from(symbol.entries.max(1)) * u32::from(symbol.stride);
            u32::from(symbol.offset) + length
        });
        let needed = ends.max().unwrap_or(0).next_multiple_of(4);
        payload.extend(needed.to_le_bytes());
    }
    for symbol in symbols {
        payload.extend(chunk(list.names().1, &symbol.write(list, stage)));
    }
    chunk(list.names().0, &payload)
}

impl Symbol {
    fn write(&self, list: List, stage: Stage) -> Vec<u8> {
        let mut name = self.name.clone().into_bytes();
        name.push(0);
        name.resize(name.len().next_multiple_of(4), 0);
        let mut bytes = chunk(b"STRI", &name);
        let of_stage = match stage {
            Stage::Vertex | Stage::Geometry => 2,
            Stage::Fragment => 0,
        };
        bytes.extend([of_stage, self.kind as u8]);
        for number in [self.components, self.column, self.entries, self.stride] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend([0x10, self.precision as u8]);
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
        if list == List::Uniforms {
            bytes.extend(chunk(b"VIDX", &self.relatives()));
        }
        if !self.initial.is_empty() {
            let mut values = vec![self.initial.len() as u32];
            values.extend(&self.initial);
            bytes.extend(chunk(b"VINI", &bytes_from_words(&values)));
        }
        bytes
    }

    /// Where uniforms are that belong to a sampler: sizes of textures, conversion of colours, gradients. None
    /// has any here; what files have for the last one of samplers is 1.
    fn relatives(&self) -> Vec<u8> {
        let sampler = matches!(
            self.kind,
            Kind::Sampler2d | Kind::SamplerCube | Kind::SamplerExternal
        );
        let gradients = if sampler { 1 } else { u32::MAX };
        let chunks = [
            (b"ITDR", u32::MAX),
            (b"IYUV", u32::MAX),
            (b"IGRD", gradients),
        ];
        let chunks = chunks.map(|(name, value)| chunk(name, &value.to_le_bytes()));
        chunks.concat()
    }

    fn read(list: List, payload: &[u8]) -> Result<Symbol, ReadError> {
        let cut = "a symbol ends too early";
        let (name, text, rest) = split(payload).ok_or(cut)?;
        if name != b"STRI" {
            return Err("a symbol does not begin with its name".into());
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
        let kind = kind.ok_or(ReadError::Code(byte(1), "type of a symbol"))?;
        let precision = Precision::ALL.into_iter().find(|p| *p as u8 == byte(11));
        let precision = precision.ok_or(ReadError::Code(byte(11), "precision"))?;
        let mut initial = Vec::new();
        let mut behind = rest.get(length..).unwrap_or_default();
        while let Some((name, values, next)) = split(behind) {
            behind = next;
            if name == b"VINI" {
                let words = words_from_bytes(values).ok_or("initial values are no whole words")?;
                let (count, values) = words.split_first().ok_or(cut)?;
                initial = values.get(..*count as usize).ok_or(cut)?.to_vec();
            }
        }
        Ok(Symbol {
            name: String::from_utf8_lossy(text).into_owned(),
            kind,
            components: number(2),
            column: number(4),
            entries: number(6),
            stride: number(8),
            precision,
            offset: number(offset),
            initial,
        })
    }
}

/// The symbols in the payload of a list's chunk.
///
/// # Errors
/// What is wrong with it.
fn read_list(list: List, payload: &[u8]) -> Result<Vec<Symbol>, ReadError> {
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
