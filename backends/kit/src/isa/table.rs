//! Rows and tables, and what makes a table sound.

use super::{Format, Kind, Refusal, Values};
use crate::bits;

/// One instruction. `T` is what the target holds about it besides its encoding.
#[derive(Debug)]
pub struct Row<T: 'static> {
    /// The mnemonic; unique within its table.
    pub name: &'static str,
    /// The layout.
    pub format: &'static Format,
    /// The value of the format's [`Kind::Code`] field; 0 where the format has none.
    pub code: u64,
    /// Operand fields that this instruction does not use, with the value they are given. The
    /// decoder refuses others.
    pub fixed: &'static [(&'static str, u64)],
    /// Properties of the target's own.
    pub info: T,
    /// A sentence for the manual page.
    pub note: &'static str,
}

impl<T> Row<T> {
    /// Encodes operands. Fields that the row fixes are written as it says.
    ///
    /// # Errors
    /// If a value does not fit its field.
    pub fn encode(&self, values: &Values) -> Result<Vec<u32>, Refusal> {
        if self.fixed.is_empty() {
            return self.format.encode(self.code, values);
        }
        let mut values = values.clone();
        for (name, value) in self.fixed {
            if !values.set(name, *value) {
                return Err(Refusal::NoField);
            }
        }
        self.format.encode(self.code, &values)
    }

    /// Decodes words as this instruction.
    ///
    /// # Errors
    /// If they are another instruction or hold what this one does not allow.
    pub fn decode(&self, words: &[u32]) -> Result<Values, Refusal> {
        if !self.claims(words) {
            return Err(Refusal::UnknownCode);
        }
        let (_, values) = self.format.decode(words)?;
        for (name, wanted) in self.fixed {
            let field = self.format.operand(name).ok_or(Refusal::NoField)?;
            let value = values.get(name);
            if value != *wanted {
                return Err(Format::refuse(field, value));
            }
        }
        Ok(values)
    }

    /// Whether words are this instruction, without taking them apart.
    ///
    /// # Errors
    /// As [`Row::decode`].
    pub fn check(&self, words: &[u32]) -> Result<(), Refusal> {
        for field in self.format.fields {
            let value = || bits::get(words, field.range);
            match field.kind {
                Kind::Code if value() != self.code => return Err(Refusal::UnknownCode),
                Kind::Below(limit) if value() >= limit => {
                    return Err(Format::refuse(field, value()));
                }
                Kind::Fixed(wanted) if value() != wanted => {
                    return Err(Format::refuse(field, value()));
                }
                _ => {}
            }
        }
        for (name, wanted) in self.fixed {
            let field = self.format.operand(name).ok_or(Refusal::NoField)?;
            let value = bits::get(words, field.range);
            if value != *wanted {
                return Err(Format::refuse(field, value));
            }
        }
        Ok(())
    }

    /// True if the operation code is this row's.
    fn claims(&self, words: &[u32]) -> bool {
        let mut codes = self
            .format
            .fields
            .iter()
            .filter(|field| field.kind == Kind::Code);
        codes.all(|field| bits::get(words, field.range) == self.code)
    }

    /// Every bit with a value that this row demands, as (mask, value) over the words.
    fn demands(&self) -> (Vec<u32>, Vec<u32>) {
        let mut mask = vec![0; self.format.words()];
        let mut wanted = mask.clone();
        for field in self.format.fields {
            let pinned = self
                .fixed
                .iter()
                .find(|pin| pin.0 == field.name)
                .map(|pin| pin.1);
            let value = match field.kind {
                Kind::Code => Some(self.code),
                Kind::Fixed(value) => Some(value),
                Kind::Number | Kind::Below(_) | Kind::Signed => pinned,
                Kind::Ignored(_) => None,
            };
            if let Some(value) = value {
                // A misfit is reported by `problems`; here it only loses a demand.
                let _ = bits::set(&mut mask, field.range, field.range.max());
                let _ = bits::set(&mut wanted, field.range, value);
            }
        }
        (mask, wanted)
    }
}

/// An instruction set.
#[derive(Debug)]
pub struct Table<T: 'static> {
    /// The instructions.
    pub rows: &'static [Row<T>],
}

impl<T> Table<T> {
    /// The instruction of a mnemonic.
    pub fn by_name(&self, name: &str) -> Option<&'static Row<T>> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Finds the instruction that words encode.
    ///
    /// # Errors
    /// If no row has the operation code, or those that have it refuse a field.
    pub fn decode(&self, words: &[u32]) -> Result<(&'static Row<T>, Values), Refusal> {
        let mut refusal = Refusal::UnknownCode;
        for row in self.rows {
            if !row.claims(words) {
                continue;
            }
            match row.decode(words) {
                Ok(values) => return Ok((row, values)),
                Err(reason) => refusal = reason,
            }
        }
        Err(refusal)
    }

    /// What is wrong with the table: gaps, overlaps, codes or pins that do not fit, names that
    /// occur twice, and pairs of rows that both claim some word.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            problems.extend(
                row.format
                    .problems()
                    .iter()
                    .map(|p| format!("{}: {p}", row.name)),
            );
            if let Err(refusal) = row.encode(&Values::of(row.format)) {
                problems.push(format!("{}: {refusal}", row.name));
            }
            for other in self.rows.iter().take(index) {
                if row.name == other.name {
                    problems.push(format!("two rows are named `{}`", row.name));
                }
                if !distinct(&row.demands(), &other.demands()) {
                    problems.push(format!(
                        "`{}` and `{}` share encodings",
                        row.name, other.name
                    ));
                }
            }
        }
        problems.dedup();
        problems
    }
}

/// True if some bit must differ.
fn distinct(a: &(Vec<u32>, Vec<u32>), b: &(Vec<u32>, Vec<u32>)) -> bool {
    let words = a.0.iter().zip(&a.1).zip(b.0.iter().zip(&b.1));
    words
        .into_iter()
        .any(|((mask, value), (other_mask, other))| mask & other_mask & (value ^ other) != 0)
}
