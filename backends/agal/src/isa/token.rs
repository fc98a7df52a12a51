//! Tokens and programs as plain data, and their way to and from words.

use super::table::fields::{self, dest, sampler, source};
use super::{
    Dest, File, Indirect, LaneMask, Opcode, Sampler, Second, Source, Swizzle, TABLE, Version,
};
use retroshade_ir::Stage;
use retroshade_kit::bits::{self, BitRange, from_signed, sign_extend};
use retroshade_kit::isa::Refusal;
use std::fmt;

/// One instruction with its operands. Operands that the instruction does not have are `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The instruction.
    pub opcode: Opcode,
    /// The destination.
    pub dest: Option<Dest>,
    /// The first source.
    pub a: Option<Source>,
    /// The second source.
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

/// Writes a field of an operand that starts at `base`.
fn put(
    words: &mut [u32; 6],
    base: BitRange,
    field: (&'static str, BitRange),
    value: u64,
) -> Result<(), TokenError> {
    let (name, range) = field;
    let range = within(base, range);
    let refusal = |_| Refusal::Field { name, range, value };
    Ok(bits::set(words, range, value).map_err(refusal)?)
}

/// A field of an operand as bits of the token.
const fn within(base: BitRange, range: BitRange) -> BitRange {
    BitRange {
        start: base.start + range.start,
        end: base.start + range.end,
    }
}

fn put_dest(words: &mut [u32; 6], dest: &Dest) -> Result<(), TokenError> {
    let Dest { file, number, mask } = *dest;
    let base = fields::DEST;
    put(words, base, ("number", dest::NUMBER), number.into())?;
    put(words, base, ("mask", dest::MASK), mask.bits().into())?;
    put(words, base, ("file", dest::FILE), file.code())
}

fn put_source(words: &mut [u32; 6], base: BitRange, source: &Source) -> Result<(), TokenError> {
    let swizzle = source.swizzle.bits().into();
    put(words, base, ("swizzle", source::SWIZZLE), swizzle)?;
    put(words, base, ("file", source::FILE), source.file.code())?;
    let Some(Indirect {
        file,
        number,
        lane,
        offset,
    }) = source.indirect
    else {
        return put(
            words,
            base,
            ("number", source::NUMBER),
            source.number.into(),
        );
    };
    if source.file != File::Constant || source.number != 0 {
        return Err(TokenError::Indirect);
    }
    put(words, base, ("number", source::NUMBER), number.into())?;
    put(words, base, ("offset", source::OFFSET), offset.into())?;
    put(words, base, ("index file", source::INDEX_FILE), file.code())?;
    put(words, base, ("index lane", source::INDEX_LANE), lane.into())?;
    put(words, base, ("indirect", source::INDIRECT), 1)
}

/// One of the two fields of a token that hold sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceField {
    /// The first.
    A,
    /// The second, which may hold a sampler or the first row of a matrix.
    B,
}

impl SourceField {
    const fn range(self) -> BitRange {
        match self {
            SourceField::A => fields::A,
            SourceField::B => fields::B,
        }
    }
}

fn take_source(raw: &RawToken, which: SourceField) -> Result<Source, TokenError> {
    let field = |range| raw.source(which, range);
    let file = File::from_code(field(source::FILE)).ok_or(TokenError::Indirect)?;
    let swizzle = raw.swizzle(which);
    let number = field(source::NUMBER) as u16;
    let (offset, lane) = (field(source::OFFSET) as u8, field(source::INDEX_LANE) as u8);
    let index_file = field(source::INDEX_FILE);
    if field(source::INDIRECT) == 0 {
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

fn put_sampler(words: &mut [u32; 6], sampler: &Sampler) -> Result<(), TokenError> {
    let bias = from_signed(sampler.bias.into(), sampler::BIAS.width()).unwrap_or(0);
    let fields = [
        (("number", sampler::NUMBER), sampler.number.into()),
        (("bias", sampler::BIAS), bias),
        (("file", sampler::FILE), File::Sampler.code()),
        (("format", sampler::FORMAT), sampler.format.into()),
        (("dimension", sampler::DIMENSION), sampler.dimension.into()),
        (("special", sampler::SPECIAL), sampler.special.into()),
        (("wrap", sampler::WRAP), sampler.wrap.into()),
        (("mip", sampler::MIP), sampler.mip.into()),
        (("filter", sampler::FILTER), sampler.filter.into()),
    ];
    let mut fields = fields.into_iter();
    fields.try_for_each(|(field, value)| put(words, fields::B, field, value))
}

fn take_sampler(raw: &RawToken) -> Sampler {
    let field = |range| raw.source(SourceField::B, range);
    Sampler {
        number: field(sampler::NUMBER) as u16,
        bias: sign_extend(field(sampler::BIAS), sampler::BIAS.width()) as i8,
        format: field(sampler::FORMAT) as u8,
        dimension: field(sampler::DIMENSION) as u8,
        special: field(sampler::SPECIAL) as u8,
        wrap: field(sampler::WRAP) as u8,
        mip: field(sampler::MIP) as u8,
        filter: field(sampler::FILTER) as u8,
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

    /// The six words. The fields are those of the table, which has the last word on whether the
    /// result is an instruction.
    ///
    /// # Errors
    /// If the operands are not those of the instruction, or do not fit.
    pub fn encode(&self) -> Result<[u32; 6], TokenError> {
        let words = self.words()?;
        self.opcode.row().check(&words)?;
        Ok(words)
    }

    /// As [`Token::encode`], without the table's last word, for what is decoded again.
    pub(crate) fn words(&self) -> Result<[u32; 6], TokenError> {
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
        let mut words = [row.code as u32, 0, 0, 0, 0, 0];
        if let Some(dest) = &self.dest {
            put_dest(&mut words, dest)?;
        }
        for (source, base) in [(&self.a, fields::A), (&self.b, fields::B)] {
            if let Some(source) = source {
                put_source(&mut words, base, source)?;
            }
        }
        if let Some(sampler) = &self.sampler {
            put_sampler(&mut words, sampler)?;
        }
        Ok(words)
    }

    /// The token that six words hold.
    ///
    /// # Errors
    /// If the code is unknown or a field holds what no token of this instruction may hold.
    pub fn decode(words: &[u32; 6]) -> Result<Token, TokenError> {
        let raw = RawToken { words: *words };
        let opcode = raw.decoded().opcode.ok_or(Refusal::UnknownCode)?;
        let row = opcode.row();
        row.check(words)?;
        let info = row.info;
        let has_b = matches!(info.second, Second::Source | Second::Matrix(_));
        let dest = if info.dest {
            Some(Dest {
                file: File::from_code(raw.dest(dest::FILE)).ok_or(TokenError::Operands)?,
                number: raw.dest(dest::NUMBER) as u16,
                mask: raw.mask(),
            })
        } else {
            None
        };
        let source = |has: bool, which| has.then(|| take_source(&raw, which)).transpose();
        Ok(Token {
            opcode,
            dest,
            a: source(info.first, SourceField::A)?,
            b: source(has_b, SourceField::B)?,
            sampler: (info.second == Second::Sampler).then(|| take_sampler(&raw)),
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
        // The code is the whole first word in every format.
        let code = u64::from(self.code());
        let row = TABLE.rows.iter().find(|row| row.code == code);
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
        bits::get(&self.words, within(base, range))
    }

    /// A field of the destination, from [`fields::dest`].
    pub fn dest(&self, range: BitRange) -> u64 {
        self.part(fields::DEST, range)
    }

    /// A field of source A (`second` false) or B, from [`fields::source`] or [`fields::sampler`].
    pub fn source(&self, which: SourceField, range: BitRange) -> u64 {
        self.part(which.range(), range)
    }

    /// All bits of source A or B.
    pub fn source_bits(&self, which: SourceField) -> u64 {
        bits::get(&self.words, which.range())
    }

    /// The swizzle of source A or B.
    pub fn swizzle(&self, which: SourceField) -> Swizzle {
        Swizzle::from_bits(self.source(which, source::SWIZZLE) as u8)
    }

    /// The write mask.
    pub fn mask(&self) -> LaneMask {
        LaneMask::from_bits(self.dest(dest::MASK) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_kit::isa::Kind;

    fn words(hex: &str) -> [u32; 6] {
        let words = hex
            .split(' ')
            .map(|word| u32::from_str_radix(word, 16).unwrap().swap_bytes());
        words.collect::<Vec<u32>>().try_into().unwrap()
    }

    #[test]
    fn every_format_has_its_code_in_the_first_word() {
        for row in TABLE.rows {
            let code = &row.format.fields[0];
            assert_eq!((code.kind, code.range), (Kind::Code, BitRange::new(0, 32)));
        }
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
            dest(File::Temporary, 0, LaneMask::XYZ),
            position,
            Some(indirect),
        );
        let tex = Token {
            opcode: Opcode::Tex,
            dest: Some(dest(File::Temporary, 0, LaneMask::ALL)),
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
