//! Tokens and programs as plain data, and their way to and from words.

use super::table::fields::{self, dest, sampler, source};
use super::{Dest, File, Indirect, Mask, Opcode, Sampler, Second, Source, Swizzle, TABLE, Version};
use retroshade_ir::Stage;
use retroshade_kit::bits::{self, BitRange, from_signed, sign_extend};
use retroshade_kit::isa::{Refusal, Values};
use std::fmt;

/// One instruction with its operands. Operands that the instruction does not have are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The instruction.
    pub opcode: Opcode,
    /// What it writes.
    pub dest: Option<Dest>,
    /// Its first source.
    pub a: Option<Source>,
    /// Its second source.
    pub b: Option<Source>,
    /// The texture unit of a lookup.
    pub sampler: Option<Sampler>,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The version in the header.
    pub version: Version,
    /// The stage in the header.
    pub stage: Stage,
    /// The instructions.
    pub tokens: Vec<Token>,
}

/// Why six words are no token, or a token cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenError {
    /// The table refuses it.
    Refused(Refusal),
    /// The operands are not those that the instruction has.
    Operands,
    /// An indirect source that is no constant, or a direct one with fields of an indirect one.
    Indirect,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TokenError::Refused(refusal) => refusal.fmt(f),
            TokenError::Operands => write!(f, "the operands are not those of the instruction"),
            TokenError::Indirect => {
                write!(f, "the indirect fields of a source contradict each other")
            }
        }
    }
}

impl From<Refusal> for TokenError {
    fn from(refusal: Refusal) -> TokenError {
        TokenError::Refused(refusal)
    }
}

/// The names of a source's fields in the table.
struct SourceNames {
    number: &'static str,
    offset: &'static str,
    swizzle: &'static str,
    file: &'static str,
    index_file: &'static str,
    index_lane: &'static str,
    indirect: &'static str,
}

const A: SourceNames = SourceNames {
    number: "a.number",
    offset: "a.offset",
    swizzle: "a.swizzle",
    file: "a.file",
    index_file: "a.index_file",
    index_lane: "a.index_lane",
    indirect: "a.indirect",
};
const B: SourceNames = SourceNames {
    number: "b.number",
    offset: "b.offset",
    swizzle: "b.swizzle",
    file: "b.file",
    index_file: "b.index_file",
    index_lane: "b.index_lane",
    indirect: "b.indirect",
};

fn put_source(values: &mut Values, names: &SourceNames, source: &Source) {
    values.set(names.swizzle, source.swizzle.bits().into());
    values.set(names.file, source.file.code());
    match source.indirect {
        None => {
            values.set(names.number, source.number.into());
        }
        Some(Indirect {
            file,
            number,
            lane,
            offset,
        }) => {
            values.set(names.number, number.into());
            values.set(names.offset, offset.into());
            values.set(names.index_file, file.code());
            values.set(names.index_lane, lane.into());
            values.set(names.indirect, 1);
        }
    }
}

fn take_source(values: &Values, names: &SourceNames) -> Result<Source, TokenError> {
    let file = File::from_code(values.get(names.file)).ok_or(TokenError::Indirect)?;
    let swizzle = Swizzle::from_bits(values.get(names.swizzle) as u8);
    let number = values.get(names.number) as u16;
    let (offset, lane) = (
        values.get(names.offset) as u8,
        values.get(names.index_lane) as u8,
    );
    let index_file = values.get(names.index_file);
    if values.get(names.indirect) == 0 {
        let plain = offset == 0 && lane == 0 && index_file == 0;
        return if plain {
            Ok(Source::direct(file, number, swizzle))
        } else {
            Err(TokenError::Indirect)
        };
    }
    match File::from_code(index_file) {
        Some(index) if file == File::Constant => {
            let indirect = Some(Indirect {
                file: index,
                number,
                lane,
                offset,
            });
            Ok(Source {
                file,
                number: 0,
                swizzle,
                indirect,
            })
        }
        _ => Err(TokenError::Indirect),
    }
}

fn put_sampler(values: &mut Values, sampler: &Sampler) {
    let bias = from_signed(sampler.bias.into(), sampler::BIAS.width()).unwrap_or(0);
    values.set("s.number", sampler.number.into());
    values.set("s.bias", bias);
    values.set("s.format", sampler.format.into());
    values.set("s.dimension", sampler.dimension.into());
    values.set("s.special", sampler.special.into());
    values.set("s.wrap", sampler.wrap.into());
    values.set("s.mip", sampler.mip.into());
    values.set("s.filter", sampler.filter.into());
}

fn take_sampler(values: &Values) -> Sampler {
    Sampler {
        number: values.get("s.number") as u16,
        bias: sign_extend(values.get("s.bias"), sampler::BIAS.width()) as i8,
        format: values.get("s.format") as u8,
        dimension: values.get("s.dimension") as u8,
        special: values.get("s.special") as u8,
        wrap: values.get("s.wrap") as u8,
        mip: values.get("s.mip") as u8,
        filter: values.get("s.filter") as u8,
    }
}

impl Token {
    /// An instruction with two sources; `b` is `None` for those with one.
    pub fn new(opcode: Opcode, dest: Dest, a: Source, b: Option<Source>) -> Token {
        Token {
            opcode,
            dest: Some(dest),
            a: Some(a),
            b,
            sampler: None,
        }
    }

    /// The six words.
    ///
    /// # Errors
    /// If the operands are not those of the instruction, or do not fit.
    pub fn encode(&self) -> Result<Vec<u32>, TokenError> {
        let row = self.opcode.row();
        let info = row.info;
        let has_b = matches!(info.second, Second::Source | Second::Matrix(_));
        let fits = self.dest.is_some() == info.dest
            && self.a.is_some() == info.first
            && self.b.is_some() == has_b
            && self.sampler.is_some() == (info.second == Second::Sampler);
        if !fits {
            return Err(TokenError::Operands);
        }
        let mut values = Values::of(row.format);
        if let Some(Dest { file, number, mask }) = self.dest {
            values.set("d.number", number.into());
            values.set("d.mask", mask.bits().into());
            values.set("d.file", file.code());
        }
        for (source, names) in [(&self.a, &A), (&self.b, &B)] {
            if let Some(source) = source {
                put_source(&mut values, names, source);
                let misplaced = source.indirect.is_some() && source.file != File::Constant;
                if misplaced || (source.indirect.is_some() && source.number != 0) {
                    return Err(TokenError::Indirect);
                }
            }
        }
        if let Some(sampler) = &self.sampler {
            put_sampler(&mut values, sampler);
        }
        Ok(row.encode(&values)?)
    }

    /// The token that six words hold.
    ///
    /// # Errors
    /// If the code is unknown or a field holds what no token of this instruction may hold.
    pub fn decode(words: &[u32]) -> Result<Token, TokenError> {
        let (row, values) = TABLE.decode(words)?;
        let info = row.info;
        let has_b = matches!(info.second, Second::Source | Second::Matrix(_));
        let dest = match info.dest {
            true => Some(Dest {
                file: File::from_code(values.get("d.file")).ok_or(TokenError::Operands)?,
                number: values.get("d.number") as u16,
                mask: Mask::new(values.get("d.mask") as u8),
            }),
            false => None,
        };
        Ok(Token {
            opcode: info.opcode,
            dest,
            a: if info.first {
                Some(take_source(&values, &A)?)
            } else {
                None
            },
            b: if has_b {
                Some(take_source(&values, &B)?)
            } else {
                None
            },
            sampler: (info.second == Second::Sampler).then(|| take_sampler(&values)),
        })
    }
}

/// The six words of a token, legal or not, with access to the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawToken {
    /// Bit 0 is the lowest bit of the first.
    pub words: [u32; 6],
}

/// A token in both forms.
#[derive(Clone, Copy, Debug)]
pub struct Decoded {
    /// All bits.
    pub raw: RawToken,
    /// The row of its code, if there is one.
    pub opcode: Option<Opcode>,
}

impl RawToken {
    /// Looks up the operation code.
    pub fn decoded(self) -> Decoded {
        let row = TABLE.rows.iter().find(|row| row.claims(&self.words));
        Decoded {
            raw: self,
            opcode: row.map(|row| row.info.opcode),
        }
    }

    /// The operation code.
    pub fn code(&self) -> u32 {
        self.words[0]
    }

    fn part(&self, base: BitRange, range: BitRange) -> u64 {
        bits::get(
            &self.words,
            BitRange {
                start: base.start + range.start,
                end: base.start + range.end,
            },
        )
    }

    /// A field of the destination, from [`fields::dest`].
    pub fn dest(&self, range: BitRange) -> u64 {
        self.part(fields::DEST, range)
    }

    /// A field of source A (`second` false) or B, from [`fields::source`] or [`fields::sampler`].
    pub fn source(&self, second: bool, range: BitRange) -> u64 {
        self.part(if second { fields::B } else { fields::A }, range)
    }

    /// All bits of source A or B.
    pub fn source_bits(&self, second: bool) -> u64 {
        bits::get(&self.words, if second { fields::B } else { fields::A })
    }

    /// The swizzle of source A or B.
    pub fn swizzle(&self, second: bool) -> Swizzle {
        Swizzle::from_bits(self.source(second, source::SWIZZLE) as u8)
    }

    /// The write mask.
    pub fn mask(&self) -> Mask {
        Mask::new(self.dest(dest::MASK) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(hex: &str) -> Vec<u32> {
        hex.split(' ')
            .map(|word| u32::from_str_radix(word, 16).unwrap().swap_bytes())
            .collect()
    }

    #[test]
    fn documented_encodings_come_out() {
        let source = |file, number, swizzle| Source::direct(file, number, swizzle);
        let dest = |file, number, mask| Dest { file, number, mask };
        let position = source(File::Attribute, 0, Swizzle::IDENTITY);
        let indirect = Source {
            indirect: Some(Indirect {
                file: File::Attribute,
                number: 1,
                lane: 0,
                offset: 5,
            }),
            ..source(File::Constant, 0, Swizzle::IDENTITY)
        };
        let m44 = Token::new(
            Opcode::M44,
            dest(File::Temporary, 0, Mask::XYZ),
            position,
            Some(indirect),
        );
        let tex = Token {
            opcode: Opcode::Tex,
            dest: Some(dest(File::Temporary, 0, Mask::XYZW)),
            a: Some(source(File::Varying, 0, Swizzle::IDENTITY)),
            b: None,
            sampler: Some(Sampler {
                number: 3,
                bias: -12,
                dimension: 1,
                mip: 2,
                filter: 1,
                ..Sampler::default()
            }),
        };
        for (token, hex) in [
            (m44, "18000000 00000702 000000e4 00000000 010005e4 01000080"),
            (tex, "28000000 00000f02 000000e4 04000000 0300f400 05100012"),
        ] {
            assert_eq!(token.encode().unwrap(), words(hex));
            assert_eq!(Token::decode(&words(hex)), Ok(token));
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let direct_with_offset = "00000000 00000f03 000001e4 04000000 00000000 00000000";
        assert_eq!(
            Token::decode(&words(direct_with_offset)),
            Err(TokenError::Indirect)
        );
        let indirect_temporary = "00000000 00000f03 000000e4 02000080 00000000 00000000";
        assert_eq!(
            Token::decode(&words(indirect_temporary)),
            Err(TokenError::Indirect)
        );
    }
}
