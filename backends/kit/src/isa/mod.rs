//! The types of a declarative instruction table, and the interpreter that encodes and decodes by it.
//!
//! A [`Format`] says what every bit of an encoding is; a [`Row`] names one instruction, its format,
//! its operation code and whatever else the target wants to hold beside it (units, operand roles,
//! the function that gives its meaning). Both are `const` data of the target's `isa` room; nothing
//! else in a backend knows a bit position.
//!
//! [`Table::problems`] finds overlapping fields, gaps, codes that do not fit and rows that the
//! decoder could not tell apart; a test of each target demands that it finds none.

mod table;

pub use table::{Row, Table};

use crate::bits::{self, BitRange};
use std::fmt;

/// What the bits of a field hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The operation code, taken from the row.
    Code,
    /// An operand; every bit pattern is meaningful.
    Number,
    /// An operand below this limit; the decoder refuses the others.
    Below(u64),
    /// An operand in two's complement; every bit pattern is meaningful.
    Signed,
    /// Always this value; the decoder refuses others.
    Fixed(u64),
    /// Written as this value and ignored by the decoder, because the machine ignores it. Such a
    /// word re-encodes to its canonical form, not to itself.
    Ignored(u64),
}

impl Kind {
    /// True if the field is an operand, so that it takes part in [`Values`].
    const fn is_operand(self) -> bool {
        matches!(self, Kind::Number | Kind::Below(_) | Kind::Signed)
    }
}

/// Some bits of a format.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name operands are set and got by; unique within its format among operands.
    pub name: &'static str,
    /// Which bits.
    pub range: BitRange,
    /// What they hold.
    pub kind: Kind,
}

/// An operand field, or one of another kind.
pub const fn field(name: &'static str, start: u16, end: u16, kind: Kind) -> Field {
    Field {
        name,
        range: BitRange::new(start, end),
        kind,
    }
}

/// A field that takes any number.
pub const fn number(name: &'static str, start: u16, end: u16) -> Field {
    field(name, start, end, Kind::Number)
}

/// The operation code.
pub const fn code(start: u16, end: u16) -> Field {
    field("code", start, end, Kind::Code)
}

/// Bits without a known meaning, which must be zero.
pub const fn zero(start: u16, end: u16) -> Field {
    field("zero", start, end, Kind::Fixed(0))
}

/// How one kind of instruction is laid out.
#[derive(Debug)]
pub struct Format {
    /// What the target's documentation calls it.
    pub name: &'static str,
    /// The number of bits.
    pub width: u16,
    /// Every bit belongs to exactly one of these.
    pub fields: &'static [Field],
}

/// The operands of an instruction by the names of their fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    entries: Vec<(&'static str, u64)>,
}

impl Values {
    /// All zero.
    pub fn of(format: &Format) -> Values {
        let operands = format.fields.iter().filter(|field| field.kind.is_operand());
        Values {
            entries: operands.map(|field| (field.name, 0)).collect(),
        }
    }

    /// The value of a field; 0 for a name the format does not have.
    pub fn get(&self, name: &str) -> u64 {
        self.entries
            .iter()
            .find(|entry| entry.0 == name)
            .map_or(0, |entry| entry.1)
    }

    /// Sets a field and returns whether the format has it.
    pub fn set(&mut self, name: &str, value: u64) -> bool {
        let entry = self.entries.iter_mut().find(|entry| entry.0 == name);
        entry.map(|entry| entry.1 = value).is_some()
    }

    /// The fields in the format's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.entries.iter().copied()
    }
}

/// Why words are no instruction, or operands cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No row has this operation code.
    UnknownCode,
    /// The field does not take this value.
    Field {
        /// The name.
        name: &'static str,
        /// The bits.
        range: BitRange,
        /// The value.
        value: u64,
    },
    /// The format has no field of this name.
    NoField,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::UnknownCode => write!(f, "no instruction has this operation code"),
            Refusal::Field { name, range, value } => {
                write!(
                    f,
                    "{value} is not allowed in `{name}` (bits {}..{})",
                    range.start, range.end
                )
            }
            Refusal::NoField => write!(f, "the format has no such field"),
        }
    }
}

impl Format {
    /// The number of 32-bit words an encoding takes.
    pub const fn words(&self) -> usize {
        (self.width as usize).div_ceil(32)
    }

    /// The operand field of a name.
    pub fn operand(&self, name: &str) -> Option<&'static Field> {
        self.fields
            .iter()
            .find(|field| field.kind.is_operand() && field.name == name)
    }

    fn refuse(field: &Field, value: u64) -> Refusal {
        Refusal::Field {
            name: field.name,
            range: field.range,
            value,
        }
    }

    /// Encodes a code and operands.
    ///
    /// # Errors
    /// If a value does not fit its field.
    pub fn encode(&self, code: u64, values: &Values) -> Result<Vec<u32>, Refusal> {
        let mut words = vec![0; self.words()];
        for field in self.fields {
            let value = match field.kind {
                Kind::Code => code,
                Kind::Fixed(value) | Kind::Ignored(value) => value,
                Kind::Number | Kind::Signed => values.get(field.name),
                Kind::Below(limit) => match values.get(field.name) {
                    value if value < limit => value,
                    value => return Err(Format::refuse(field, value)),
                },
            };
            bits::set(&mut words, field.range, value).map_err(|_| Format::refuse(field, value))?;
        }
        Ok(words)
    }

    /// Decodes to the code and the operands. Words beyond the format are not looked at.
    ///
    /// # Errors
    /// If a field holds what it may not.
    pub fn decode(&self, words: &[u32]) -> Result<(u64, Values), Refusal> {
        let mut values = Values {
            entries: Vec::with_capacity(self.fields.len()),
        };
        let mut found = 0;
        for field in self.fields {
            let value = bits::get(words, field.range);
            let fits = match field.kind {
                Kind::Below(limit) => value < limit,
                Kind::Fixed(wanted) => value == wanted,
                Kind::Code | Kind::Number | Kind::Signed | Kind::Ignored(_) => true,
            };
            if !fits {
                return Err(Format::refuse(field, value));
            }
            if field.kind == Kind::Code {
                found = value;
            } else if field.kind.is_operand() {
                values.entries.push((field.name, value));
            }
        }
        Ok((found, values))
    }

    /// Bits that belong to no field or to two, and fields beyond the width.
    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut fields: Vec<&Field> = self.fields.iter().collect();
        fields.sort_by_key(|field| field.range);
        let mut next = 0;
        for field in &fields {
            let BitRange { start, end } = field.range;
            if start < next {
                problems.push(format!(
                    "{}: `{}` overlaps bit {start}",
                    self.name, field.name
                ));
            } else if start > next {
                problems.push(format!(
                    "{}: bits {next}..{start} belong to no field",
                    self.name
                ));
            }
            next = next.max(end);
            let limit = match field.kind {
                Kind::Below(limit) => limit.saturating_sub(1),
                Kind::Fixed(value) | Kind::Ignored(value) => value,
                Kind::Code | Kind::Number | Kind::Signed => 0,
            };
            if limit > field.range.max() {
                problems.push(format!(
                    "{}: `{}` cannot hold {limit}",
                    self.name, field.name
                ));
            }
            let same = |other: &&&Field| other.kind.is_operand() && other.name == field.name;
            if field.kind.is_operand() && fields.iter().filter(same).count() > 1 {
                problems.push(format!(
                    "{}: two fields are named `{}`",
                    self.name, field.name
                ));
            }
        }
        if next != self.width {
            problems.push(format!(
                "{}: fields end at {next}, not at {}",
                self.name, self.width
            ));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TWO: Format = Format {
        name: "two",
        width: 16,
        fields: &[code(12, 16), number("d", 8, 12), number("a", 0, 8)],
    };
    static GAP: Format = Format {
        name: "gap",
        width: 16,
        fields: &[code(12, 16), number("d", 6, 10)],
    };
    static LIMITED: Format = Format {
        name: "limited",
        width: 16,
        fields: &[code(12, 16), field("d", 8, 12, Kind::Below(6)), zero(0, 8)],
    };
    static ROWS: [Row<()>; 3] = [
        Row {
            name: "add",
            format: &TWO,
            code: 1,
            fixed: &[],
            info: (),
            note: "",
        },
        Row {
            name: "inc",
            format: &TWO,
            code: 2,
            fixed: &[("a", 1)],
            info: (),
            note: "",
        },
        Row {
            name: "not",
            format: &LIMITED,
            code: 3,
            fixed: &[],
            info: (),
            note: "",
        },
    ];
    static CLASHING: [Row<()>; 2] = [
        Row {
            name: "a",
            format: &GAP,
            code: 1,
            fixed: &[],
            info: (),
            note: "",
        },
        Row {
            name: "b",
            format: &TWO,
            code: 17,
            fixed: &[],
            info: (),
            note: "",
        },
    ];

    #[test]
    fn a_sound_table_has_no_problems() {
        assert_eq!(Table { rows: &ROWS }.problems(), Vec::<String>::new());
    }

    #[test]
    fn gaps_and_clashes_are_found() {
        let problems = Table { rows: &CLASHING }.problems().join("\n");
        assert!(
            problems.contains("bits 0..6 belong to no field"),
            "{problems}"
        );
        assert!(
            problems.contains("bits 10..12 belong to no field"),
            "{problems}"
        );
        assert!(
            problems.contains("17 is not allowed in `code`"),
            "{problems}"
        );
    }

    #[test]
    fn limits_names_and_encodings_are_held_apart() {
        static WIDE: Format = Format {
            name: "wide",
            width: 16,
            fields: &[
                code(12, 16),
                field("d", 8, 12, Kind::Below(17)),
                field("d", 0, 8, Kind::Below(257)),
            ],
        };
        static FULL: Format = Format {
            name: "full",
            width: 16,
            fields: &[
                code(12, 16),
                field("d", 8, 12, Kind::Below(16)),
                field("a", 0, 8, Kind::Below(256)),
            ],
        };
        let row = |name, format, code, fixed| Row {
            name,
            format,
            code,
            fixed,
            info: (),
            note: "",
        };
        let problems = |rows: Vec<Row<()>>| Table { rows: rows.leak() }.problems();
        let wide = problems(vec![row("a", &WIDE, 1, &[])]).join("\n");
        assert!(wide.contains("two fields are named `d`"), "{wide}");
        assert_eq!(problems(vec![row("a", &FULL, 1, &[])]), [""; 0]);
        // One bit that differs tells two rows apart, be it of the code or of an operand that is fixed.
        let shared = "`b` and `a` share encodings";
        for (code, fixed, wanted) in [
            (2, &[][..], None),
            (1, &[][..], Some(shared)),
            (1, &[("a", 5)][..], Some(shared)),
            (1, &[("a", 4)][..], None),
            (1, &[("d", 5)][..], Some(shared)),
        ] {
            let rows = vec![
                row("a", &FULL, 1, &[("a", 5)]),
                row("b", &FULL, code, fixed),
            ];
            assert_eq!(
                problems(rows).first().map(String::as_str),
                wanted,
                "{fixed:?}"
            );
        }
        let table = Table { rows: &ROWS };
        assert_eq!(table.by_name("inc").map(|row| row.code), Some(2));
        assert!(table.by_name("dec").is_none());
        // The largest number of a limited field, and the first that is beyond it.
        let mut values = Values::of(&LIMITED);
        assert!(values.set("d", 5) && ROWS[2].encode(&values).is_ok());
        assert!(values.set("d", 6) && ROWS[2].encode(&values).is_err());
    }

    #[test]
    fn decoding_refuses_what_a_row_does_not_allow() {
        let table = Table { rows: &ROWS };
        assert_eq!(table.decode(&[0x1234]).unwrap().1.get("d"), 2);
        assert_eq!(table.decode(&[0x2201]).unwrap().0.name, "inc");
        assert!(matches!(
            table.decode(&[0x2202]),
            Err(Refusal::Field { name: "a", .. })
        ));
        assert!(matches!(
            table.decode(&[0x3600]),
            Err(Refusal::Field { name: "d", .. })
        ));
        assert!(matches!(
            table.decode(&[0x3501]),
            Err(Refusal::Field { name: "zero", .. })
        ));
        assert!(matches!(table.decode(&[0xf000]), Err(Refusal::UnknownCode)));
        for word in 0..=0xffff {
            for row in &ROWS {
                let decoded = row.decode(&[word]).map(|_| ());
                assert_eq!(row.check(&[word]).is_ok(), decoded.is_ok(), "{word:x}");
            }
        }
    }

    #[test]
    fn encoding_refuses_what_does_not_fit() {
        let mut values = Values::of(&TWO);
        assert!(values.set("d", 16));
        assert!(!values.set("nothing", 1));
        assert!(ROWS[0].encode(&values).is_err());
    }
}
