//! Registers as they are written: a name, an offset or index in brackets, components.

use super::fault;
use crate::isa::{
    BOOLEANS, INPUTS, INTEGERS, Index, LaneMask, OUTPUTS, Swizzle, TEMPORARIES, UNIFORMS,
};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_kit::text::{Cursor, TokenKind};

/// A register file by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum File {
    Input,
    Output,
    Temporary,
    Float,
    Integer,
    Boolean,
}

impl File {
    /// In the order of their letters.
    const ALL: [(char, File); 6] = [
        ('v', File::Input),
        ('o', File::Output),
        ('r', File::Temporary),
        ('c', File::Float),
        ('i', File::Integer),
        ('b', File::Boolean),
    ];

    pub(super) fn letter(self) -> char {
        let found = File::ALL.iter().find(|(_, file)| *file == self);
        found.map_or('?', |(letter, _)| *letter)
    }

    fn size(self) -> u8 {
        match self {
            File::Input => INPUTS,
            File::Output => OUTPUTS,
            File::Temporary => TEMPORARIES,
            File::Float => UNIFORMS,
            File::Integer => INTEGERS,
            File::Boolean => BOOLEANS,
        }
    }

    /// What messages call a register of it.
    fn description(self) -> &'static str {
        match self {
            File::Input => "input",
            File::Output => "output",
            File::Temporary => "temporary",
            File::Float => "float uniform",
            File::Integer => "integer uniform",
            File::Boolean => "boolean uniform",
        }
    }
}

/// A register with what is written around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) file: File,
    pub(super) number: u8,
    pub(super) index: Index,
    pub(super) swizzle: Swizzle,
    pub(super) negate: bool,
    pub(super) span: Span,
    /// True if the components of a mask are out of order or listed twice.
    pub(super) unordered: bool,
}

impl Operand {
    /// The whole of a register.
    pub(super) fn register(file: File, number: u8, span: Span) -> Operand {
        Operand {
            file,
            number,
            index: Index::None,
            swizzle: Swizzle::IDENTITY,
            negate: false,
            span,
            unordered: false,
        }
    }

    /// As a destination: the set of the components.
    pub(super) fn mask(&self) -> LaneMask {
        self.swizzle.read_by(LaneMask::ALL)
    }
}

impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file.letter(), self.number)
    }
}

/// Names of registers that the text defines.
pub(super) type Aliases = IndexMap<String, Operand>;

/// True if a name is that of a register, existing or not: one letter and a number, as in `c5` or `r99`.
/// `c5a` is a name as any other.
pub(super) fn is_register_like(name: &str) -> bool {
    let mut characters = name.chars();
    let letter = characters.next().map(|c| c.to_ascii_lowercase());
    let digits = characters.as_str();
    File::ALL.iter().any(|(known, _)| Some(*known) == letter)
        && !digits.is_empty()
        && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// The components of a text such as `xyz`, `rgb`, `st`; short lists repeat the last one.
pub(super) fn components(text: &str) -> Option<(Swizzle, bool)> {
    const SETS: [&str; 3] = ["xyzw", "rgba", "stpq"];
    let lane = |letter: char| {
        let lower = letter.to_ascii_lowercase();
        Some(SETS.iter().find_map(|set| set.find(lower))? as u8)
    };
    let lanes = text.chars().map(lane).collect::<Option<Vec<u8>>>()?;
    let unordered = !lanes.is_sorted_by(|a, b| a < b);
    Some((Swizzle::of_letters(&lanes)?, unordered))
}

/// Reads `[-] name [ "[" index "]" ] [ "." components ]`.
pub(super) fn operand(cursor: &mut Cursor, aliases: &Aliases) -> Result<Operand, Diagnostic> {
    let start = cursor.peek().span;
    let negate = cursor.eat('-');
    let name = cursor.word("a register")?;
    let base = match aliases.get(name.text) {
        Some(alias) => *alias,
        None => register(name.text, name.span)?,
    };
    let (index, offset) = if cursor.peek().is_punct('[') && !cursor.peek().spaced {
        cursor.advance();
        bracketed(cursor)?
    } else {
        (Index::None, 0)
    };
    let (outer, unordered) = optional_components(cursor)?;
    let number = u32::from(base.number) + offset;
    let span = start.to(cursor.last_span());
    let number = match u8::try_from(number) {
        Ok(number) if number < base.file.size() => number,
        _ => return Err(no_register(base.file, number, span)),
    };
    Ok(Operand {
        number,
        index,
        swizzle: base.swizzle.then(outer),
        negate: base.negate != negate,
        span,
        unordered,
        ..base
    })
}

fn optional_components(cursor: &mut Cursor) -> Result<(Swizzle, bool), Diagnostic> {
    if !cursor.eat('.') {
        return Ok((Swizzle::IDENTITY, false));
    }
    let token = cursor.word("components such as xyzw")?;
    components(token.text).ok_or_else(|| {
        let message = format!("`{}` are no components", token.text);
        fault(codes::assembler::OPERAND, token.span, message)
            .with_help("one to four of x y z w, r g b a, or s t p q")
    })
}

fn no_register(file: File, number: u32, span: Span) -> Diagnostic {
    let (letter, last) = (file.letter(), file.size() - 1);
    let message = format!(
        "there is no {} register {letter}{number}",
        file.description()
    );
    let diagnostic = fault(codes::assembler::REGISTER, span, message)
        .with_help(format!("{letter}0 to {letter}{last} exist"));
    if file == File::Input && number == u32::from(INPUTS) {
        return diagnostic.with_note(
            "the chip has v15, but libctru cannot tell its location from \"not found\"",
        );
    }
    diagnostic
}

fn register(name: &str, span: Span) -> Result<Operand, Diagnostic> {
    let unknown = || {
        fault(
            codes::assembler::REGISTER,
            span,
            format!("`{name}` is neither a register nor declared"),
        )
    };
    let letter = name.chars().next().unwrap_or(' ');
    let digits = name.get(1..).unwrap_or("");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(unknown());
    }
    let found = |wanted: char| File::ALL.iter().find(|(letter, _)| *letter == wanted);
    let Some((_, file)) = found(letter) else {
        return Err(match found(letter.to_ascii_lowercase()) {
            Some(_) => unknown().with_help(format!(
                "register letters are lower case: {}",
                name.to_ascii_lowercase()
            )),
            None => unknown(),
        });
    };
    let number = digits.parse::<u32>().unwrap_or(u32::MAX);
    match u8::try_from(number) {
        Ok(number) if number < file.size() => Ok(Operand::register(*file, number, span)),
        _ => Err(no_register(*file, number, span)),
    }
}

/// The inside of brackets and the closing one: `3`, `a0.x`, `aL + 2`.
fn bracketed(cursor: &mut Cursor) -> Result<(Index, u32), Diagnostic> {
    let index = if cursor.peek().kind == TokenKind::Word {
        index_register(cursor)?
    } else {
        Index::None
    };
    let offset = if index == Index::None || cursor.eat('+') {
        cursor.integer(0..=95, "the register offset")? as u32
    } else {
        0
    };
    cursor.punct(']')?;
    Ok((index, offset))
}

fn index_register(cursor: &mut Cursor) -> Result<Index, Diagnostic> {
    let token = cursor.word("an address register")?;
    let name = token.text.to_ascii_lowercase();
    let mut part = None;
    if name == "a0" && cursor.eat('.') {
        part = Some(cursor.word("x or y")?);
    }
    let lane = part.map(|part| part.text.to_ascii_lowercase());
    match (name.as_str(), lane.as_deref()) {
        ("a0", None | Some("x")) => Ok(Index::AddressX),
        ("a0", Some("y")) | ("a1", None) => Ok(Index::AddressY),
        ("al" | "a2" | "lcnt", None) => Ok(Index::Loop),
        _ => {
            let span = token.span.to(cursor.last_span());
            let message = "this is no address register";
            Err(fault(codes::assembler::REGISTER, span, message)
                .with_help("a0.x, a0.y or aL, with an offset added if needed"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_component_lists_repeat_the_last_one() {
        assert_eq!(components("xy").unwrap().0, Swizzle::new([0, 1, 1, 1]));
        assert_eq!(components("abgr").unwrap().0, Swizzle::new([3, 2, 1, 0]));
        assert_eq!(components("xyzwx"), None);
        assert_eq!(components("xf"), None);
        assert_eq!(components(""), None);
        assert!(components("yx").unwrap().1 && !components("xw").unwrap().1);
    }

    #[test]
    fn swizzles_read_back() {
        for bits in 0..=255 {
            let swizzle = Swizzle::from_bits(bits);
            let text = swizzle.to_string();
            let letters = text.strip_prefix('.');
            let read = letters.map(|letters| components(letters).unwrap().0);
            assert_eq!(read.unwrap_or(Swizzle::IDENTITY), swizzle, "{text}");
        }
    }
}
