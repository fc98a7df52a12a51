//! Reads a file. Every offset and count is checked; nothing in it is trusted.

use super::{
    Constant, Executable, Geometry, Kind, OutputMapping, Semantic, Shbin, Symbol, SymbolFile,
};
use crate::isa::{BOOLEANS, DESCRIPTORS, GEOMETRY_WORDS, INTEGERS, LaneMask, OUTPUTS, UNIFORMS};
use crate::reach::Reach;
use retroshade_diagnostics::{Diagnostic, codes};

fn malformed(message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        codes::container::MALFORMED,
        format!("pica200: {}", message.into()),
    )
}

/// A range of the file that offsets are relative to.
#[derive(Clone, Copy)]
struct Part<'a> {
    bytes: &'a [u8],
    /// For messages.
    name: &'static str,
}

impl<'a> Part<'a> {
    fn from(bytes: &'a [u8], offset: u32, name: &'static str) -> Result<Part<'a>, Diagnostic> {
        let bytes = usize::try_from(offset)
            .ok()
            .and_then(|offset| bytes.get(offset..))
            .ok_or_else(|| malformed(format!("{name} starts beyond the end of the file")))?;
        Ok(Part { bytes, name })
    }

    fn take<const N: usize>(&self, offset: usize) -> Result<[u8; N], Diagnostic> {
        offset
            .checked_add(N)
            .and_then(|end| self.bytes.get(offset..end))
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or_else(|| {
                malformed(format!(
                    "the file ends inside {} (offset {offset} in it)",
                    self.name
                ))
            })
    }

    fn tag(&self, tag: &[u8; 4]) -> Result<(), Diagnostic> {
        if self.take::<4>(0)? == *tag {
            return Ok(());
        }
        let tag = String::from_utf8_lossy(tag);
        Err(malformed(format!(
            "{} does not start with {tag}",
            self.name
        )))
    }

    fn byte(&self, offset: usize) -> Result<u8, Diagnostic> {
        Ok(self.take::<1>(offset)?[0])
    }

    fn half(&self, offset: usize) -> Result<u16, Diagnostic> {
        Ok(u16::from_le_bytes(self.take(offset)?))
    }

    fn word(&self, offset: usize) -> Result<u32, Diagnostic> {
        Ok(u32::from_le_bytes(self.take(offset)?))
    }

    /// The rows of a table whose offset and count stand at `place`, as offsets in this part.
    fn table(
        &self,
        place: usize,
        row: usize,
        limit: usize,
        what: &str,
    ) -> Result<impl Iterator<Item = usize> + use<>, Diagnostic> {
        let offset = self.word(place)? as usize;
        let count = self.word(place + 4)? as usize;
        if count > limit {
            let name = self.name;
            let message = format!("{name} has {count} {what}, the limit is {limit}");
            return Err(malformed(message));
        }
        Ok((0..count).map(move |k| offset.saturating_add(k * row)))
    }
}

impl Shbin {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is truncated, has the wrong tags, or a table holds what it may not.
    pub fn from_bytes(bytes: &[u8]) -> Result<Shbin, Diagnostic> {
        let file = Part {
            bytes,
            name: "the DVLB header",
        };
        file.tag(b"DVLB")?;
        let count = file.word(4)? as usize;
        // An executable takes at least a header.
        if count > bytes.len() / 64 {
            return Err(malformed(format!(
                "the DVLB header counts {count} executables, more than the file can hold"
            )));
        }
        let program = Part::from(bytes, (8 + 4 * count) as u32, "the DVLP section")?;
        program.tag(b"DVLP")?;
        let code = program
            .table(8, 4, GEOMETRY_WORDS, "instruction words")?
            .map(|offset| program.word(offset))
            .collect::<Result<_, _>>()?;
        let descriptors = program
            .table(16, 8, GEOMETRY_WORDS, "operand descriptors")?
            .map(|offset| program.word(offset))
            .collect::<Result<_, _>>()?;
        let executables = (0..count)
            .map(|k| {
                let offset = file.word(8 + 4 * k)?;
                read_executable(Part::from(bytes, offset, "a DVLE section")?)
            })
            .collect::<Result<_, _>>()?;
        let shbin = Shbin {
            code,
            descriptors,
            executables,
        };
        Ok(if shbin.descriptors.len() > DESCRIPTORS {
            shbin.without_rest_of_memory()
        } else {
            shbin
        })
    }

    /// The bytes of a file at the start of others: the least that hold all that it refers to.
    pub(crate) fn extent(bytes: &[u8]) -> Option<usize> {
        Shbin::from_bytes(bytes).ok()?;
        let (mut too_few, mut enough) = (0, bytes.len());
        while enough - too_few > 1 {
            let half = too_few + (enough - too_few) / 2;
            let part = bytes.get(..half).unwrap_or_default();
            match Shbin::from_bytes(part) {
                Ok(_) => enough = half,
                Err(_) => too_few = half,
            }
        }
        Some(enough)
    }

    /// The programs of a file that holds the whole of an emulator's memory, as the debuggers of Citra and Azahar
    /// write it: the code up to the last word that they come to, with its descriptors, and the ends of the programs,
    /// which such files do not tell.
    fn without_rest_of_memory(mut self) -> Shbin {
        // No word names more.
        self.descriptors.truncate(DESCRIPTORS);
        let words = self.decode();
        let mut end = 0;
        for executable in &mut self.executables {
            let reach = Reach::of(&words, executable.start as usize);
            end = reach
                .words
                .iter()
                .max()
                .map_or(end, |last| end.max(last + 1));
            if executable.end <= executable.start {
                executable.end = reach.end as u32;
            }
        }
        self.code.truncate(end);
        let named = words.iter().take(end).flatten();
        let named = named.filter_map(|decoded| decoded.descriptor).max();
        let named = named.map_or(0, |last| usize::from(last) + 1);
        self.descriptors.truncate(named);
        self
    }
}

fn read_executable(part: Part) -> Result<Executable, Diagnostic> {
    part.tag(b"DVLE")?;
    let kind = match part.byte(6)? {
        0 => Kind::Vertex,
        1 => Kind::Geometry(match part.byte(20)? {
            0 => Geometry::Point,
            1 => Geometry::Variable {
                vertices: part.byte(22)?,
            },
            2 => Geometry::Fixed {
                start: part.byte(21)?,
                vertices: part.byte(23)?,
            },
            mode => return Err(malformed(format!("geometry mode {mode} does not exist"))),
        }),
        stage => return Err(malformed(format!("stage {stage} does not exist"))),
    };
    let names = Part::from(part.bytes, part.word(56)?, "the symbol names")?;
    let names_size = part.word(60)? as usize;
    // Each register has at most one constant of each type.
    let most_constants = usize::from(UNIFORMS) + usize::from(INTEGERS) + usize::from(BOOLEANS);
    Ok(Executable {
        kind,
        merge_outputs: part.byte(7)? & 1 != 0,
        start: part.word(8)?,
        end: part.word(12)?,
        inputs: part.half(16)?,
        outputs: part.half(18)?,
        constants: part
            .table(24, 20, most_constants, "constants")?
            .map(|offset| read_constant(part, offset))
            .collect::<Result<_, _>>()?,
        output_map: part
            .table(40, 8, 4 * usize::from(OUTPUTS), "outputs")?
            .map(|offset| read_output(part, offset))
            .collect::<Result<_, _>>()?,
        symbols: part
            .table(48, 8, 256, "symbols")?
            .map(|offset| read_symbol(part, offset, names, names_size))
            .collect::<Result<_, _>>()?,
    })
}

fn below(value: u16, limit: u8, what: &str) -> Result<u8, Diagnostic> {
    match u8::try_from(value) {
        Ok(value) if value < limit => Ok(value),
        _ => Err(malformed(format!("{what} register {value} does not exist"))),
    }
}

fn read_constant(part: Part, offset: usize) -> Result<Constant, Diagnostic> {
    let index = part.half(offset.saturating_add(2))?;
    let value = offset.saturating_add(4);
    match part.half(offset)? {
        0 => Ok(Constant::Boolean {
            index: below(index, BOOLEANS, "boolean uniform")?,
            value: part.byte(value)? & 1 != 0,
        }),
        1 => Ok(Constant::Integer {
            index: below(index, INTEGERS, "integer uniform")?,
            value: part.take(value)?,
        }),
        2 => {
            let lane = |k: usize| Ok(part.word(value.saturating_add(4 * k))? & 0xff_ffff);
            Ok(Constant::Float {
                index: below(index, UNIFORMS, "float uniform")?,
                value: [lane(0)?, lane(1)?, lane(2)?, lane(3)?],
            })
        }
        other => Err(malformed(format!("constants of type {other} do not exist"))),
    }
}

fn read_output(part: Part, offset: usize) -> Result<OutputMapping, Diagnostic> {
    let number = part.half(offset)?;
    Ok(OutputMapping {
        semantic: Semantic::from_number(number)
            .ok_or_else(|| malformed(format!("outputs of type {number} do not exist")))?,
        register: below(part.half(offset.saturating_add(2))?, OUTPUTS, "output")?,
        mask: LaneMask::from_bits(part.byte(offset.saturating_add(4))?),
    })
}

fn read_symbol(
    part: Part,
    offset: usize,
    names: Part,
    names_size: usize,
) -> Result<Symbol, Diagnostic> {
    let place = part.word(offset)? as usize;
    let first = part.half(offset.saturating_add(4))?;
    let last = part.half(offset.saturating_add(6))?;
    let range = |file: &&SymbolFile| {
        let (base, count) = file.numbers();
        (base..base + count).contains(&first) && (first..base + count).contains(&last)
    };
    let file = *SymbolFile::ALL.iter().find(range).ok_or_else(|| {
        malformed(format!(
            "a symbol names registers {first} to {last}, which do not exist"
        ))
    })?;
    let (base, _) = file.numbers();
    let text = names
        .bytes
        .get(place..names_size.min(names.bytes.len()))
        .ok_or_else(|| malformed("a symbol's name starts outside the symbol names"))?;
    let length = text.iter().position(|byte| *byte == 0);
    let name = text
        .get(..length.ok_or_else(|| malformed("a symbol's name does not end"))?)
        .unwrap_or_default();
    Ok(Symbol {
        name: String::from_utf8_lossy(name).into_owned(),
        file,
        first: (first - base) as u8,
        last: (last - base) as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::random::Random;

    #[test]
    fn a_file_among_other_bytes_has_an_end() {
        let mut bytes = sample().to_bytes();
        let length = Shbin::extent(&bytes).unwrap();
        assert!(bytes.len() - length < 4, "{length} of {}", bytes.len());
        bytes.extend([7; 5000]);
        assert_eq!(Shbin::extent(&bytes), Some(length));
        assert_eq!(Shbin::extent(&bytes[..length - 1]), None);
    }

    fn sample() -> Shbin {
        Shbin {
            code: vec![0x8800_0000],
            descriptors: vec![0x0006_c36f],
            executables: vec![
                Executable {
                    end: 1,
                    inputs: 1,
                    outputs: 1,
                    constants: vec![
                        Constant::Boolean {
                            index: 3,
                            value: true,
                        },
                        Constant::Integer {
                            index: 1,
                            value: [4, 0, 1, 0],
                        },
                        Constant::Float {
                            index: 95,
                            value: [0x3f_0000, 0, 1, 2],
                        },
                    ],
                    output_map: vec![OutputMapping {
                        semantic: Semantic::View,
                        register: 2,
                        mask: LaneMask::XYZ,
                    }],
                    symbols: vec![Symbol {
                        name: "projection".into(),
                        file: SymbolFile::Float,
                        first: 0,
                        last: 3,
                    }],
                    ..Executable::default()
                },
                Executable {
                    kind: Kind::Geometry(Geometry::Fixed {
                        start: 4,
                        vertices: 6,
                    }),
                    merge_outputs: true,
                    ..Executable::default()
                },
            ],
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        let shbin = sample();
        assert_eq!(Shbin::from_bytes(&shbin.to_bytes()), Ok(shbin));
    }

    #[test]
    fn truncated_and_mutated_files_are_survived() {
        let bytes = sample().to_bytes();
        for length in 0..bytes.len() {
            let cut = Shbin::from_bytes(&bytes[..length]);
            // Only the padding after the last name may go missing.
            assert!(cut.is_err() || length + 4 > bytes.len(), "{length}");
        }
        let mut random = Random::new(3);
        for _ in 0..20_000 {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.bits() as u8;
            }
            if let Ok(shbin) = Shbin::from_bytes(&bytes) {
                assert!(Shbin::from_bytes(&shbin.to_bytes()).is_ok());
            }
        }
    }

    #[test]
    fn messages_name_what_is_wrong() {
        let refusal = Shbin::from_bytes(b"ELF!").unwrap_err();
        assert_eq!(
            refusal.message,
            "pica200: the DVLB header does not start with DVLB"
        );
    }
}
