//! The nv2a-vsh language: statements, groups, uniform declarations, macros.

use super::group::{Destination, Instruction, Operation, slot};
use super::lines::Lines;
use super::operand::{Uniform, Uniforms, destination, operand, uniform_name, uniform_reference};
use super::{Placed, lines};
use crate::isa::{CONSTANTS, ILU_TABLE, MAC_TABLE, Mac, Mask, XYZW};
use crate::program::{Operand, Register, Slot, Write};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::text::{Cursor, Syntax, TokenKind, error, error_of, integer_value, lex};

const SYNTAX: Syntax = Syntax {
    line_comments: &["//", ";"],
    block_comments: true,
    word_start: "",
    word_rest: "",
};

/// Messages after which the rest of a text is not looked at.
pub(super) const MESSAGES: usize = 100;

/// One of two spellings, all lower or all upper case.
fn folded(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    (text == lower || text == text.to_ascii_uppercase()).then_some(lower)
}

fn operation(name: &str) -> Option<(Operation, usize)> {
    if name == "mov" {
        return Some((Operation::Mov, 1));
    }
    if name == "sub" {
        return Some((Operation::Mac(Mac::Add), 2));
    }
    if let Some(row) = MAC_TABLE.by_name(name) {
        return Some((Operation::Mac(row.info.op), row.info.operands.len()));
    }
    let row = ILU_TABLE.by_name(name)?;
    Some((Operation::Ilu(row.info.op), row.info.operands.len()))
}

struct Parser<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    uniforms: Uniforms,
    lines: Lines,
    slots: Vec<Placed>,
    warnings: Diagnostics,
}

/// Reads a whole text.
pub(super) fn parse(file: FileId, text: &str) -> Result<(Vec<Placed>, Diagnostics), Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        uniforms: Uniforms::new(),
        lines: lines::Lines::of(file, text),
        slots: Vec::new(),
        warnings: Diagnostics::new(),
    };
    loop {
        parser.cursor.skip_newlines();
        if parser.cursor.at_end() || errors.len() >= MESSAGES {
            break;
        }
        if let Err(diagnostic) = parser.statement() {
            errors.push(diagnostic);
            parser.cursor.skip_line();
        }
    }
    if errors.has_errors() {
        errors.extend(parser.warnings);
        return Err(errors);
    }
    Ok((parser.slots, parser.warnings))
}

/// Takes a `+`, which may stand on a line of its own or start the next one.
pub(super) fn take_join(cursor: &mut Cursor<'_, '_>) -> bool {
    let mut ahead = 0;
    while cursor.peek_at(ahead).kind == TokenKind::Newline {
        ahead += 1;
    }
    let found = cursor.peek_at(ahead).is_punct('+');
    if found {
        cursor.skip_newlines();
        cursor.advance();
        cursor.skip_newlines();
    }
    found
}

impl Parser<'_, '_> {
    fn statement(&mut self) -> Result<(), Diagnostic> {
        let token = self.cursor.peek();
        if token.is_punct('#') {
            self.declaration()
        } else if token.is_punct('%') {
            self.macro_call()
        } else if token.is_punct('.') {
            self.raw()
        } else {
            self.group()
        }
    }

    /// `#name vector 10`
    fn declaration(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance().span;
        let (name, span) = uniform_name(&mut self.cursor)?;
        let kind = self.cursor.word("`vector` or `matrix4`")?;
        let rows = match folded(kind.text).as_deref() {
            Some("vector") => 1,
            Some("matrix4") => 4,
            _ => {
                let message = format!("`{}` is no type of uniform", kind.text);
                return Err(error(kind.span, message, "expected `vector` or `matrix4`"));
            }
        };
        let number = self.cursor.peek();
        let first = integer_value(&number).ok_or_else(|| {
            self.cursor
                .expected("the number of the first constant register")
        })?;
        self.cursor.advance();
        let limit = i64::from(CONSTANTS) - i64::from(rows);
        let first = match u8::try_from(first) {
            Ok(index) if i64::from(index) <= limit => index,
            _ => {
                let last = first.saturating_add(i64::from(rows) - 1);
                let message =
                    format!("`#{name}` would end at constant {last}, the last one is 191");
                return Err(error(number.span, message, "out of range"));
            }
        };
        let span = start.to(span).to(number.span);
        let uniform = Uniform { first, rows, span };
        match self.uniforms.insert(name.to_owned(), uniform) {
            Some(old) if (old.first, old.rows) != (first, rows) => Err(error(
                span,
                format!("`#{name}` is defined twice"),
                "defined again here",
            )
            .and_at(old.span, "first defined here")),
            _ => Ok(()),
        }
    }

    /// One to three instructions joined by `+`.
    fn group(&mut self) -> Result<(), Diagnostic> {
        let token = self.cursor.peek();
        if token.is_word("nop") || token.is_word("NOP") {
            self.cursor.advance();
            self.slots.push(Placed {
                slot: Slot::default(),
                span: token.span,
                exact: self.lines.words_after(token.span),
                raw: None,
            });
            return Ok(());
        }
        let mut instructions = vec![self.instruction()?];
        while take_join(&mut self.cursor) {
            instructions.push(self.instruction()?);
            if instructions.len() > 3 {
                let span = self.cursor.last_span();
                return Err(error(
                    span,
                    "a slot is written with at most three instructions",
                    "the fourth",
                ));
            }
        }
        let slot = slot(&instructions)?;
        let first = instructions.first().map_or(Span::NONE, |i| i.span);
        let span = instructions.iter().fold(first, |span, i| span.to(i.span));
        self.slots.push(Placed {
            slot,
            span,
            exact: self.lines.words_after(span),
            raw: None,
        });
        Ok(())
    }

    /// `.word 0x0, 0x4c001b, 0x836186c, 0x2f000ff8`
    fn raw(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance().span;
        if !self.cursor.peek().is_word("word") {
            return Err(self.cursor.expected("`word`"));
        }
        self.cursor.advance();
        let mut words = [0; 4];
        for (number, word) in words.iter_mut().enumerate() {
            if number > 0 {
                if !self.cursor.peek().is_punct(',') {
                    return Err(self.cursor.expected("`,`: a slot has four words"));
                }
                self.cursor.advance();
            }
            let token = self.cursor.peek();
            let value = integer_value(&token).and_then(|value| u32::try_from(value).ok());
            *word = value.ok_or_else(|| self.cursor.expected("a word of 32 bits"))?;
            self.cursor.advance();
        }
        self.slots.push(Placed {
            slot: Slot::default(),
            span: start.to(self.cursor.last_span()),
            exact: None,
            raw: Some(words),
        });
        Ok(())
    }

    fn instruction(&mut self) -> Result<Instruction, Diagnostic> {
        let name = self.cursor.word("an instruction")?;
        let lower = folded(name.text);
        let Some((operation, count)) = lower.as_deref().and_then(operation) else {
            return Err(unknown(name.text, name.span));
        };
        let destination = destination(&mut self.cursor, &self.uniforms)?;
        let is_arl = operation == Operation::Mac(Mac::Arl);
        let fits = match destination {
            Destination::Address => is_arl,
            Destination::Nowhere => !is_arl,
            Destination::Temporary(_) | Destination::Output(_) => !is_arl,
        };
        if !fits {
            let span = name.span.to(self.cursor.last_span());
            let message = if is_arl {
                "arl writes a0 and nothing else"
            } else {
                "only arl writes a0"
            };
            return Err(error(span, message, "not possible"));
        }
        if destination == Destination::Nowhere {
            let message = format!("`{}` has no effect: its result goes nowhere", name.text);
            let span = name.span.to(self.cursor.last_span());
            self.warnings.push(
                Diagnostic::warning(codes::warning::NO_DESTINATION, message)
                    .at(span, "no register"),
            );
        }
        let mut operands = Vec::new();
        for _ in 0..count {
            self.cursor.punct(',')?;
            operands.push(operand(&mut self.cursor, &self.uniforms)?);
        }
        if lower.as_deref() == Some("sub")
            && let Some(last) = operands.last_mut()
        {
            last.negate = !last.negate;
        }
        let span = name.span.to(self.cursor.last_span());
        if self.cursor.peek().is_punct(',') {
            let words = if count == 1 { "operand" } else { "operands" };
            let message = format!(
                "`{}` takes {count} {words} behind the destination",
                name.text
            );
            let span = self.cursor.peek().span;
            return Err(error_of(
                codes::assembler::OPERAND,
                span,
                message,
                "one too many",
            ));
        }
        Ok(Instruction {
            operation,
            destination,
            operands,
            span,
        })
    }

    fn macro_call(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance().span;
        let name = self.cursor.peek();
        let lower = folded(name.text);
        let known = matches!(lower.as_deref(), Some("matmul4x4" | "norm3"));
        if name.kind != TokenKind::Word || name.spaced || !known {
            let message = format!("there is no macro `%{}`", name.text);
            let span = start.to(name.span);
            return Err(
                error_of(codes::assembler::INSTRUCTION, span, message, "unknown")
                    .with_help("the macros are %matmul4x4 and %norm3"),
            );
        }
        self.cursor.advance();
        let to = destination(&mut self.cursor, &self.uniforms)?;
        let from = operand(&mut self.cursor, &self.uniforms)?;
        if lower.as_deref() == Some("matmul4x4") {
            self.matmul(start, to, from)
        } else {
            self.norm3(start, to, from)
        }
    }

    fn push(
        &mut self,
        op: Operation,
        to: Destination,
        operands: Vec<Operand>,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let instruction = Instruction {
            operation: op,
            destination: to,
            operands,
            span,
        };
        let slot = slot(std::slice::from_ref(&instruction))?;
        self.slots.push(Placed {
            slot,
            span,
            exact: None,
            raw: None,
        });
        Ok(())
    }

    /// `%matmul4x4 d s #m`: four DP4, a lane each.
    fn matmul(&mut self, start: Span, to: Destination, from: Operand) -> Result<(), Diagnostic> {
        let place = self.cursor.peek().span;
        if !self.cursor.peek().is_punct('#') {
            return Err(self.cursor.expected("a matrix4 uniform").with_help(
                "usage: %matmul4x4 <destination> <source> <#matrix>, separated by blanks",
            ));
        }
        let (uniform, row) = uniform_reference(&mut self.cursor, &self.uniforms)?;
        let span = start.to(self.cursor.last_span());
        if uniform.rows != 4 || row.is_some() {
            let message = "%matmul4x4 takes a whole matrix4 uniform";
            return Err(
                error(place.to(span), message, "not a matrix4 without index")
                    .and_at(uniform.span, "defined here"),
            );
        }
        let same = match to {
            Destination::Temporary(write) => from.register == Register::Temporary(write.to),
            Destination::Output(_) => from.register == crate::program::position_view(),
            Destination::Address | Destination::Nowhere => {
                return Err(error(
                    span,
                    "%matmul4x4 needs a register to write",
                    "no destination",
                ));
            }
        };
        if same {
            self.warnings.push(
                Diagnostic::warning(
                    codes::warning::MACRO_OVERWRITES_SOURCE,
                    "%matmul4x4 overwrites its source while it still reads it",
                )
                .at(span, "destination and source are the same register")
                .with_help("give the result another register"),
            );
        }
        let mask = self.masked(to, "%matmul4x4", XYZW, span)?;
        for lane in (0..4).filter(|lane| mask >> lane & 1 == 1) {
            let to = with_mask(to, 1 << lane);
            let row = Operand::new(Register::Constant(uniform.first + lane));
            self.push(Operation::Mac(Mac::Dp4), to, vec![from, row], span)?;
        }
        Ok(())
    }

    /// `%norm3 d s t`: length by DP3 and RSQ in t, then MUL.
    fn norm3(&mut self, start: Span, to: Destination, from: Operand) -> Result<(), Diagnostic> {
        let place = self.cursor.peek().span;
        let scratch = operand(&mut self.cursor, &self.uniforms)?;
        let span = start.to(self.cursor.last_span());
        let plain = Operand::new(scratch.register) == scratch;
        let index = match scratch.register {
            Register::Temporary(index) if plain && index < crate::isa::TEMPORARIES => index,
            _ => {
                return Err(error(
                    place.to(self.cursor.last_span()),
                    "%norm3 needs a plain temporary to work in",
                    "not one of r0 to r11",
                )
                .with_help("usage: %norm3 <destination> <source> <temporary>"));
            }
        };
        let lane = |lane| Operand {
            swizzle: Swizzle::splat(lane),
            ..Operand::new(scratch.register)
        };
        let write = |mask| Destination::Temporary(Write { to: index, mask });
        if from.register == scratch.register {
            self.warnings.push(
                Diagnostic::warning(
                    codes::warning::MACRO_OVERWRITES_SOURCE,
                    "%norm3 overwrites its source while it still reads it",
                )
                .at(span, "source and temporary are the same register")
                .with_help("give the macro another temporary"),
            );
        }
        let rsq = ILU_TABLE.by_name("rsq").map(|row| row.info.op);
        let rsq = Operation::Ilu(rsq.unwrap_or(crate::isa::Ilu::Rsq));
        self.push(Operation::Mac(Mac::Dp3), write(1), vec![from, from], span)?;
        self.push(rsq, write(8), vec![lane(0)], span)?;
        let mask = self.masked(to, "%norm3", 0b0111, span)?;
        self.push(
            Operation::Mac(Mac::Mul),
            with_mask(to, mask),
            vec![from, lane(3)],
            span,
        )
    }

    /// Those of the lanes that a macro makes that its destination asks for.
    fn masked(
        &mut self,
        to: Destination,
        name: &str,
        made: Mask,
        span: Span,
    ) -> Result<Mask, Diagnostic> {
        let mask = match to {
            Destination::Temporary(write) => write.mask,
            Destination::Output(write) => write.mask,
            Destination::Address | Destination::Nowhere => XYZW,
        };
        if mask & made == 0 {
            let message = format!("{name} makes no lane that the mask names");
            return Err(error(span, message, "nothing is written"));
        }
        if mask & made != made {
            let message = format!("{name} writes the lanes of the mask only, but in nv2a-vsh all");
            self.warnings.push(
                Diagnostic::warning(codes::warning::MACRO_MASK, message)
                    .at(span, "a macro with a mask")
                    .with_help("write the instructions of the macro yourself"),
            );
        }
        Ok(mask & made)
    }
}

fn with_mask(to: Destination, mask: u8) -> Destination {
    match to {
        Destination::Temporary(write) => Destination::Temporary(Write { mask, ..write }),
        Destination::Output(write) => Destination::Output(Write { mask, ..write }),
        other => other,
    }
}

fn unknown(name: &str, span: Span) -> Diagnostic {
    let message = format!("there is no instruction `{name}`");
    let diagnostic = error_of(codes::assembler::INSTRUCTION, span, message, "unknown");
    match name.to_ascii_lowercase().as_str() {
        "exp" => diagnostic.with_help("the table-driven power of two is `expp`"),
        "log" => diagnostic.with_help("the table-driven logarithm is `logp`"),
        "abs" => diagnostic.with_help("write `max d, s, -s`"),
        "frc" => diagnostic.with_help("the fraction is the y result of `expp`"),
        lower if operation(lower).is_some() => {
            diagnostic.with_help("mnemonics are all lower or all upper case")
        }
        _ => diagnostic,
    }
}
