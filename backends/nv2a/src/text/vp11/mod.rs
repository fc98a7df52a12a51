//! NV_vertex_program 1.0 and 1.1 text, which cgc prints and vp20compiler reads.
//!
//! Register numbers there are those of the extension: constants c[0] to c[95] are the chip's c[96]
//! to c[191], and texture coordinates start at v[8], the chip's v9 (docs/nv2a.md, "Numbering").

mod operand;

use super::Placed;
use crate::isa::{ILU_TABLE, Ilu, MAC_TABLE, Mac};
use crate::program::{Operand, Slot, Target, Unit, Write};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::{Cursor, Syntax, error, error_of, lex};

const SYNTAX: Syntax = Syntax {
    line_comments: &["#"],
    block_comments: false,
    word_start: "",
    word_rest: "",
};

#[derive(Clone, Copy)]
enum Destination {
    Address,
    Temporary(Write<u8>),
    Output(Write<Target>),
}

struct Parser<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    warnings: Diagnostics,
}

/// Reads a whole text.
pub(super) fn parse(file: FileId, text: &str) -> Result<(Vec<Placed>, Diagnostics), Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        warnings: Diagnostics::new(),
    };
    let mut slots = Vec::new();
    if let Err(diagnostic) = parser.header() {
        return Err(diagnostic.into());
    }
    loop {
        parser.cursor.skip_newlines();
        if parser.cursor.eat_word("END") {
            break;
        }
        if parser.cursor.at_end() {
            errors.push(parser.cursor.expected("`END`"));
            break;
        }
        match parser.instruction() {
            Ok(placed) => slots.push(placed),
            Err(diagnostic) => {
                errors.push(diagnostic);
                parser.cursor.skip_line();
            }
        }
        if errors.len() >= super::parse::MESSAGES {
            break;
        }
    }
    if errors.has_errors() {
        errors.extend(parser.warnings);
        return Err(errors);
    }
    Ok((slots, parser.warnings))
}

impl Parser<'_, '_> {
    /// `!!VP1.1`
    fn header(&mut self) -> Result<(), Diagnostic> {
        self.cursor.skip_newlines();
        let start = self.cursor.peek().span;
        self.cursor.punct('!')?;
        self.cursor.punct('!')?;
        let name = self.cursor.word("`VP1.0` or `VP1.1`")?;
        let minor = self.cursor.advance();
        if name.text == "VP1" && matches!(minor.text, ".0" | ".1") {
            return Ok(());
        }
        let span = start.to(minor.span);
        Err(error(
            span,
            "only !!VP1.0 and !!VP1.1 programs are read",
            "another kind",
        ))
    }

    fn instruction(&mut self) -> Result<Placed, Diagnostic> {
        let name = self.cursor.word("an instruction")?;
        let (row, sign) = match name.text {
            "SUB" => ("add", true),
            "ABS" => ("max", true),
            "EXP" => ("expp", false),
            "LOG" => ("logp", false),
            "OPTION" => {
                let message = "options of vertex programs are not supported";
                return Err(error(name.span, message, "here"));
            }
            other => (other, false),
        };
        let lower = row.to_ascii_lowercase();
        let upper = name.text == name.text.to_ascii_uppercase();
        let mac = MAC_TABLE.by_name(&lower).filter(|_| upper);
        let ilu = ILU_TABLE.by_name(&lower).filter(|_| upper);
        if mac.is_none() && ilu.is_none() {
            let message = format!("there is no instruction `{}`", name.text);
            return Err(error_of(
                codes::assembler::INSTRUCTION,
                name.span,
                message,
                "unknown",
            ));
        }
        let destination = self.destination()?;
        let scalar = match (mac, ilu) {
            (Some(row), _) => row.info.op == Mac::Arl,
            (None, Some(row)) => row.info.op.is_scalar(),
            (None, None) => false,
        };
        let count = match (mac, ilu) {
            _ if name.text == "ABS" => 1,
            (Some(row), _) => row.info.operands.len(),
            (None, _) => 1,
        };
        let mut operands = Vec::new();
        for _ in 0..count {
            self.cursor.punct(',')?;
            operands.push(self.operand(scalar)?);
        }
        if name.text == "ABS"
            && let Some(first) = operands.first().copied()
        {
            operands.push(first);
        }
        if let (true, Some(last)) = (sign, operands.last_mut()) {
            last.negate = !last.negate;
        }
        let span = name.span.to(self.cursor.last_span());
        self.cursor.punct(';')?;
        let mut slot = Slot::default();
        match (mac, ilu) {
            (Some(row), _) => {
                slot.mac = Some(with_destination(row.info.op, &operands, destination, span)?);
            }
            (None, Some(row)) => {
                slot.ilu = Some(scalar_unit(row.info.op, &operands, destination, span)?);
            }
            (None, None) => {}
        }
        Ok(Placed {
            slot,
            span,
            exact: None,
            raw: None,
        })
    }
}

fn with_destination(
    op: Mac,
    operands: &[Operand],
    to: Destination,
    span: Span,
) -> Result<Unit<Mac>, Diagnostic> {
    let mut unit = Unit::new(op, operands);
    match to {
        Destination::Address if op == Mac::Arl => {}
        Destination::Temporary(write) if op != Mac::Arl => unit.temporary = Some(write),
        Destination::Output(write) if op != Mac::Arl => unit.output = Some(write),
        _ => {
            return Err(error(
                span,
                "ARL writes A0 and nothing else does",
                "not possible",
            ));
        }
    }
    Ok(unit)
}

fn scalar_unit(
    op: Ilu,
    operands: &[Operand],
    to: Destination,
    span: Span,
) -> Result<Unit<Ilu>, Diagnostic> {
    let mut unit = Unit::new(op, operands);
    match to {
        Destination::Temporary(write) => unit.temporary = Some(write),
        Destination::Output(write) => unit.output = Some(write),
        Destination::Address => {
            return Err(error(span, "only ARL writes A0", "not possible"));
        }
    }
    Ok(unit)
}
