//! Constants: by name, by register, and arrays of them.

use super::directive::{no_room, operand_file, syntax};
use super::operand::{File, Operand, operand};
use super::statement::{Assembler, OpenArray};
use crate::container::{Constant, SymbolFile};
use crate::isa::float24;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_kit::text::{Cursor, TokenKind, float_value, integer_value};

impl Assembler {
    pub(super) fn constant(
        &mut self,
        cursor: &mut Cursor,
        file: SymbolFile,
    ) -> Result<(), Diagnostic> {
        let name = cursor.word("the name of the constant")?;
        self.draft();
        let value = self.constant_value(cursor, file)?;
        let place = self.space().constant(file, 1);
        let free = self.free(file);
        let what = format!("constant `{}`", name.text);
        let first = place.ok_or_else(|| no_room(&what, 1, free, name.span))?;
        self.name_register(
            name.text,
            Operand::register(operand_file(file), first, name.span),
        )?;
        self.draft().executable.constants.push(value.at(first));
        Ok(())
    }

    pub(super) fn constant_array(
        &mut self,
        cursor: &mut Cursor,
        span: Span,
    ) -> Result<(), Diagnostic> {
        if self.array.is_some() {
            let values = self.float_vector(cursor)?;
            let Some(array) = &mut self.array else {
                return Ok(());
            };
            if array
                .length
                .is_some_and(|length| array.values.len() >= length)
            {
                let length = array.length.unwrap_or_default();
                let message = format!("too many elements in the array, expected {length}");
                return Err(syntax(span, message));
            }
            array.values.push(values);
            return Ok(());
        }
        let name = cursor.word("the name of the array")?;
        cursor.punct('[')?;
        let length = if cursor.peek().is_punct(']') {
            None
        } else {
            Some(self.size(cursor, "the number of elements")?.into())
        };
        cursor.punct(']')?;
        self.draft();
        self.array = Some(OpenArray {
            name: name.text.to_owned(),
            length,
            values: Vec::new(),
            span: name.span,
        });
        Ok(())
    }

    /// Reads a number of registers, of a computed one the number that it begins with: picasso stops reading
    /// there.
    pub(super) fn size(&mut self, cursor: &mut Cursor, what: &str) -> Result<u16, Diagnostic> {
        let first = cursor.integer(1..=96, what)?;
        let rest = cursor.peek().span;
        let (mut value, mut is_computed) = (Some(Sum::of(first)), false);
        while let Some(operator) = OPERATORS.iter().copied().find(|sign| cursor.eat(*sign)) {
            let what = format!("a whole number after `{operator}`");
            let operand = cursor.integer(0..=i64::from(u32::MAX), &what)?;
            value = value.and_then(|value| value.then(operator, operand));
            is_computed = true;
        }
        if is_computed {
            let meant = value.and_then(Sum::value).filter(|value| *value != first);
            let help = match meant {
                Some(value) => format!("write {value} or {first}, whichever is meant"),
                None => format!("write {first}"),
            };
            let message = format!("this is not computed: the size is {first}, as picasso reads it");
            self.diagnostics.push(
                Diagnostic::warning(codes::warning::NUMBER_PREFIX, message)
                    .at(rest.to(cursor.last_span()), "the number ends before this")
                    .with_help(help),
            );
        }
        // The range says that it fits.
        Ok(first as u16)
    }

    pub(super) fn close_array(&mut self) -> Result<(), Diagnostic> {
        let Some(mut array) = self.array.take() else {
            return Ok(());
        };
        if let Some(length) = array.length {
            array.values.resize(length, [0; 4]);
        }
        let count = u16::try_from(array.values.len()).unwrap_or(u16::MAX);
        if count == 0 {
            let message = format!("no elements have been specified in array `{}`", array.name);
            return Err(syntax(array.span, message));
        }
        let place = self.space().constant(SymbolFile::Float, count);
        let free = self.free(SymbolFile::Float);
        let what = format!("constant array `{}`", array.name);
        let first = place.ok_or_else(|| no_room(&what, count, free, array.span))?;
        self.name_register(
            &array.name,
            Operand::register(File::Float, first, array.span),
        )?;
        let constants = array.values.iter().zip(first..);
        let constants = constants.map(|(value, index)| Constant::Float {
            index,
            value: *value,
        });
        self.draft().executable.constants.extend(constants);
        Ok(())
    }

    pub(super) fn set_vector(&mut self, cursor: &mut Cursor, file: File) -> Result<(), Diagnostic> {
        let register = operand(cursor, &self.aliases)?;
        if register.file != file {
            let message = format!("`{register}` is not a register of file {}", file.letter());
            return Err(syntax(register.span, message));
        }
        let symbols = match file {
            File::Float => SymbolFile::Float,
            _ => SymbolFile::Integer,
        };
        let value = self.constant_value(cursor, symbols)?.at(register.number);
        self.draft().executable.constants.push(value);
        Ok(())
    }

    pub(super) fn set_boolean(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        let register = operand(cursor, &self.aliases)?;
        if register.file != File::Boolean {
            let message = format!("invalid boolean uniform: {register}");
            return Err(syntax(register.span, message));
        }
        let token = cursor.advance();
        let value = match token.text.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => true,
            "false" | "off" | "0" => false,
            _ => {
                let message = format!("invalid bool value: {}", token.describe());
                return Err(syntax(token.span, message).with_help("true, on, 1, false, off or 0"));
            }
        };
        self.draft().executable.constants.push(Constant::Boolean {
            index: register.number,
            value,
        });
        Ok(())
    }

    fn constant_value(
        &mut self,
        cursor: &mut Cursor,
        file: SymbolFile,
    ) -> Result<Value, Diagnostic> {
        if file == SymbolFile::Float {
            return Ok(Value::Float(self.float_vector(cursor)?));
        }
        vector(cursor, |cursor| {
            // Negative steps are written as such and kept in eight bits.
            Ok(cursor.integer(-128..=255, "a number of eight bits")? as u8)
        })
        .map(Value::Integer)
    }

    fn float_vector(&mut self, cursor: &mut Cursor) -> Result<[u32; 4], Diagnostic> {
        vector(cursor, |cursor| {
            let word = float(cursor)?;
            self.diagnostics.extend(rest_of_number(cursor, word));
            Ok(word)
        })
    }
}

/// What may stand between the numbers of a computed size.
const OPERATORS: [char; 4] = ['*', '/', '+', '-'];

/// A sum of products that is being read: all terms but the last, and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    terms: i64,
    last: i64,
}

impl Sum {
    fn of(first: i64) -> Sum {
        Sum {
            terms: 0,
            last: first,
        }
    }

    /// With another operator and operand; `None` for what no number is.
    fn then(self, operator: char, operand: i64) -> Option<Sum> {
        let Sum { terms, last } = self;
        Some(match operator {
            '*' => Sum {
                last: last.checked_mul(operand)?,
                ..self
            },
            '/' => Sum {
                last: last.checked_div(operand)?,
                ..self
            },
            '-' => Sum {
                terms: terms.checked_add(last)?,
                last: -operand,
            },
            _ => Sum {
                terms: terms.checked_add(last)?,
                last: operand,
            },
        })
    }

    fn value(self) -> Option<i64> {
        self.terms.checked_add(self.last)
    }
}

/// A constant without its place.
enum Value {
    Float([u32; 4]),
    Integer([u8; 4]),
}

impl Value {
    fn at(self, index: u8) -> Constant {
        match self {
            Value::Float(value) => Constant::Float { index, value },
            Value::Integer(value) => Constant::Integer { index, value },
        }
    }
}

/// `( a, b, c, d )`
fn vector<T: Copy + Default>(
    cursor: &mut Cursor,
    mut lane: impl FnMut(&mut Cursor) -> Result<T, Diagnostic>,
) -> Result<[T; 4], Diagnostic> {
    let mut lanes = [T::default(); 4];
    for (k, slot) in lanes.iter_mut().enumerate() {
        cursor.punct(if k == 0 { '(' } else { ',' })?;
        *slot = lane(cursor)?;
    }
    cursor.punct(')')?;
    Ok(lanes)
}

/// Passes over what stands between a number and the end of its component, as in `1.0/128.0`: picasso
/// stops reading where the number ends. A warning if there is something.
fn rest_of_number(cursor: &mut Cursor, word: u32) -> Diagnostics {
    let mut warnings = Diagnostics::new();
    let start = cursor.peek().span;
    let ends = |cursor: &Cursor| {
        let next = cursor.peek();
        next.is_punct(',') || next.is_punct(')') || cursor.at_line_end()
    };
    if ends(cursor) {
        return warnings;
    }
    while !ends(cursor) {
        cursor.advance();
    }
    let value = float24::to_f32(word);
    let message = format!("this is not computed: the component is {value:?}, as picasso reads it");
    warnings.push(
        Diagnostic::warning(codes::warning::NUMBER_PREFIX, message)
            .at(start.to(cursor.last_span()), "the number ends before this")
            .with_help("write the number that is meant"),
    );
    warnings
}

/// A number as a float24 word.
fn float(cursor: &mut Cursor) -> Result<u32, Diagnostic> {
    let negative = cursor.eat('-');
    if !negative {
        cursor.eat('+');
    }
    let token = cursor.peek();
    let magnitude = match token.kind {
        TokenKind::Number => {
            float_value(&token).or_else(|| integer_value(&token).map(|value| value as f64))
        }
        TokenKind::Word => match token.text.to_ascii_lowercase().as_str() {
            "inf" | "infinity" => Some(f64::INFINITY),
            "nan" => Some(f64::NAN),
            text => match text
                .strip_prefix("0f")
                .map(|hex| u32::from_str_radix(hex, 16))
            {
                Some(Ok(word)) if word < 1 << 24 && !negative => {
                    cursor.advance();
                    return Ok(word);
                }
                _ => None,
            },
        },
        _ => None,
    };
    let Some(magnitude) = magnitude else {
        return Err(cursor.expected("a number"));
    };
    cursor.advance();
    // What is below the normal range is zero, which arithmetic would make of it anyway.
    let magnitude = if magnitude < (-62f64).exp2() {
        0.0
    } else {
        magnitude
    };
    let value = if negative { -magnitude } else { magnitude };
    Ok(float24::from_f32(value as f32, float24::Rounding::Truncate))
}
