//! Vertex shaders of the XDK's assembler, `xvs.1.1`: Direct3D 8's vs.1.1 with what the chip has besides.
//!
//! Constants are c-96 to c95, the chip's c[0] to c[191]; `mov a0.x` is `arl`. Without `#pragma screenspace` the text leaves
//! a position in clip space, and the assembler adds the two slots that bring it to the screen (docs/nv2a.md), unless the text
//! is a listing that has them.
//! What Direct3D says of a macro holds: where it does not say how the macro is made, or the chip has no room for it, the
//! macro is refused.

mod macros;
mod operand;

use super::group::{Destination, Instruction, Operation, slot};
use super::parse::take_join;
use super::{Placed, defines};
use crate::isa::{ILU_TABLE, Ilu, MAC_TABLE, Mac, PAIRED_TEMPORARY, POSITION_VIEW};
use crate::program::{Operand, Register, Slot, Target, Unit, Write};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::lanes::Swizzle;
use retroshade_kit::text::{Cursor, Syntax, TokenKind, error, error_of, lex};

const SYNTAX: Syntax = Syntax {
    line_comments: &[";", "//"],
    block_comments: true,
    word_start: "",
    word_rest: "",
};

/// Constants of the viewport, in the chip's numbers: c-38 its scale, c-37 its offset.
const SCALE: u8 = 58;
const OFFSET: u8 = 59;

/// The slots of a text, and the constants that it gives values, in the chip's numbers.
type Parsed = (Vec<Placed>, Vec<(u8, [f32; 4])>);

struct Parser<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    slots: Vec<Placed>,
    constants: Vec<(u8, [f32; 4])>,
    screen_space: bool,
}

/// True if a text begins with the version that this language has.
pub(super) fn is_header(word: &str) -> bool {
    matches!(word, "xvs.1.0" | "xvs.1.1")
}

/// Reads a whole text.
pub(super) fn parse(file: FileId, text: &str) -> Result<Parsed, Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let tokens = defines::replaced(&tokens, &mut errors);
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        slots: Vec::new(),
        constants: Vec::new(),
        screen_space: false,
    };
    loop {
        parser.cursor.skip_newlines();
        if parser.cursor.at_end() || errors.len() >= super::parse::MESSAGES {
            break;
        }
        if let Err(diagnostic) = parser.statement() {
            errors.push(diagnostic);
            parser.cursor.skip_line();
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    if !parser.screen_space && !parser.slots.iter().any(reads_viewport) {
        let end = parser.slots.last().map_or(Span::NONE, |placed| placed.span);
        for slot in to_screen() {
            parser.slots.push(placed(slot, end));
        }
    }
    Ok((parser.slots, parser.constants))
}

/// True for a slot that reads c-38 or c-37. The assembler keeps these for the slots that it adds, so a text that names them is
/// a listing of a program that has those slots, or has the pragma.
fn reads_viewport(placed: &Placed) -> bool {
    let reads = |ports: &[Option<Operand>]| {
        let mut constants = ports.iter().flatten().map(|operand| operand.register);
        constants.any(|register| [SCALE, OFFSET].map(Register::Constant).contains(&register))
    };
    let Slot { mac, ilu } = &placed.slot;
    mac.as_ref().is_some_and(|unit| reads(&unit.ports))
        || ilu.as_ref().is_some_and(|unit| reads(&unit.ports))
}

fn placed(slot: Slot, span: Span) -> Placed {
    Placed {
        slot,
        span,
        exact: None,
        raw: None,
    }
}

/// `mul oPos.xyz, r12, c-38` with `rcc r1.x, r12.w`, then `mad oPos.xyz, r12, r1.x, c-37`.
fn to_screen() -> [Slot; 2] {
    let position = Operand::new(Register::Temporary(POSITION_VIEW));
    let constant = |index| Operand::new(Register::Constant(index));
    let lane = |register, lane| Operand {
        swizzle: Swizzle::splat(lane),
        ..Operand::new(register)
    };
    let out = Some(Write {
        to: Target::Output(0),
        mask: 0b0111,
    });
    let mut scale = Slot::default();
    let mut multiply = Unit::new(Mac::Mul, &[position, constant(SCALE)]);
    multiply.output = out;
    scale.mac = Some(multiply);
    let w = lane(Register::Temporary(POSITION_VIEW), 3);
    let mut reciprocal = Unit::new(Ilu::Rcc, &[w]);
    reciprocal.temporary = Some(Write {
        to: PAIRED_TEMPORARY,
        mask: 1,
    });
    scale.ilu = Some(reciprocal);
    let by = lane(Register::Temporary(PAIRED_TEMPORARY), 0);
    let mut add = Unit::new(Mac::Mad, &[position, by, constant(OFFSET)]);
    add.output = out;
    let offset = Slot {
        mac: Some(add),
        ..Slot::default()
    };
    [scale, offset]
}

/// What an instruction of the text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Operation(Operation, usize),
    Subtract,
    /// `exp` and `log`: an operation of the chip beside another one, alone a macro.
    Transcendental(Ilu),
    Fraction,
    Matrix(macros::Matrix),
    Nothing,
}

impl Kind {
    fn of(name: &str) -> Option<Kind> {
        let of_table = || {
            if let Some(row) = MAC_TABLE.by_name(name) {
                let count = row.info.operands.len();
                return Some(Kind::Operation(Operation::Mac(row.info.op), count));
            }
            let row = ILU_TABLE.by_name(name)?;
            let count = row.info.operands.len();
            Some(Kind::Operation(Operation::Ilu(row.info.op), count))
        };
        match name {
            // Direct3D's spelling is `mov a0.x`.
            "arl" => None,
            "mov" => Some(Kind::Operation(Operation::Mov, 1)),
            "nop" => Some(Kind::Nothing),
            "sub" => Some(Kind::Subtract),
            "exp" => Some(Kind::Transcendental(Ilu::Expp)),
            "log" => Some(Kind::Transcendental(Ilu::Logp)),
            "frc" => Some(Kind::Fraction),
            _ => macros::Matrix::named(name)
                .map(Kind::Matrix)
                .or_else(of_table),
        }
    }
}

impl Parser<'_, '_> {
    fn statement(&mut self) -> Result<(), Diagnostic> {
        let token = self.cursor.peek();
        if token.is_punct('#') {
            return self.directive();
        }
        match token.text.to_ascii_lowercase().as_str() {
            "xvs" => self.version(),
            "def" => self.definition(),
            _ => self.group(),
        }
    }

    /// `xvs.1.1`
    fn version(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance().span;
        if !self.slots.is_empty() {
            return Err(error(
                start,
                "the version comes first",
                "behind instructions",
            ));
        }
        while !self.cursor.at_line_end() {
            self.cursor.advance();
        }
        Ok(())
    }

    /// `#pragma screenspace`, and `#line`, which preprocessors leave.
    fn directive(&mut self) -> Result<(), Diagnostic> {
        let name = self.cursor.peek_at(1);
        match name.text {
            "line" => {
                self.cursor.skip_line();
                Ok(())
            }
            "pragma" => {
                let start = self.cursor.advance().span;
                self.cursor.advance();
                if !self.cursor.eat_word("screenspace") {
                    let span = start.to(name.span);
                    let message = "the only pragma is `screenspace`";
                    return Err(error(span, message, "another one"));
                }
                self.screen_space = true;
                self.cursor.line_end()
            }
            _ => Err(defines::for_a_preprocessor(&mut self.cursor)),
        }
    }

    /// `def c0, 1.0, 0.5, 0.0, 1.0`
    fn definition(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance().span;
        let register = operand::constant(&mut self.cursor)?;
        let Register::Constant(index) = register else {
            let span = start.to(self.cursor.last_span());
            return Err(error(
                span,
                "`def` gives one constant its value",
                "relative to a0",
            ));
        };
        let mut value = [0.0; 4];
        for lane in &mut value {
            self.cursor.punct(',')?;
            *lane = defines::number(&mut self.cursor)? as f32;
        }
        self.constants.retain(|(known, _)| *known != index);
        self.constants.push((index, value));
        self.cursor.line_end()
    }

    /// One or more instructions joined by `+`.
    fn group(&mut self) -> Result<(), Diagnostic> {
        let mut instructions = Vec::new();
        loop {
            let joined = !instructions.is_empty() || self.is_joined();
            match self.instruction(joined)? {
                Some(instruction) => instructions.push(instruction),
                None => return self.cursor.line_end(),
            }
            if !take_join(&mut self.cursor) {
                break;
            }
        }
        let made = slot(&instructions)?;
        let first = instructions.first().map_or(Span::NONE, |one| one.span);
        let span = instructions
            .iter()
            .fold(first, |span, one| span.to(one.span));
        self.slots.push(placed(made, span));
        self.cursor.line_end()
    }

    /// True if the instruction that is next has another one beside it.
    fn is_joined(&self) -> bool {
        let mut ahead = 0;
        while !matches!(
            self.cursor.peek_at(ahead).kind,
            TokenKind::Newline | TokenKind::End
        ) {
            if self.cursor.peek_at(ahead).is_punct('+') && !self.in_brackets(ahead) {
                return true;
            }
            ahead += 1;
        }
        while self.cursor.peek_at(ahead).kind == TokenKind::Newline {
            ahead += 1;
        }
        self.cursor.peek_at(ahead).is_punct('+')
    }

    fn in_brackets(&self, ahead: usize) -> bool {
        let before = (0..ahead).rev().map(|index| self.cursor.peek_at(index));
        let mut brackets = before.filter(|token| token.is_punct('[') || token.is_punct(']'));
        brackets.next().is_some_and(|token| token.is_punct('['))
    }

    /// An instruction that is a part of a slot; `None` for one that is slots of its own.
    fn instruction(&mut self, joined: bool) -> Result<Option<Instruction>, Diagnostic> {
        let name = self.cursor.word("an instruction")?;
        let lower = name.text.to_ascii_lowercase();
        let kind = Kind::of(&lower).ok_or_else(|| unknown(name.text, name.span))?;
        let alone = |what: &str| {
            let message = format!("`{}` has nothing beside it: {what}", name.text);
            error(name.span, message, "joined by `+`")
        };
        let (operation, count) = match kind {
            Kind::Operation(operation, count) => (operation, count),
            Kind::Subtract => (Operation::Mac(Mac::Add), 2),
            Kind::Transcendental(op) if joined => (Operation::Ilu(op), 1),
            Kind::Transcendental(_) => return Err(full_precision(name.text, name.span)),
            Kind::Nothing if joined => return Err(alone("it does nothing")),
            Kind::Fraction | Kind::Matrix(_) if joined => return Err(alone("it is a macro")),
            Kind::Nothing => {
                self.slots.push(placed(Slot::default(), name.span));
                return Ok(None);
            }
            Kind::Fraction => return self.fraction(name.span).map(|()| None),
            Kind::Matrix(matrix) => return self.matrix(matrix, name.span).map(|()| None),
        };
        let destination = operand::destination(&mut self.cursor)?;
        let mut operands = Vec::new();
        for _ in 0..count {
            self.cursor.punct(',')?;
            operands.push(self.operand_of(operation, kind)?);
        }
        if let (Kind::Subtract, Some(last)) = (kind, operands.last_mut()) {
            last.negate = !last.negate;
        }
        let span = name.span.to(self.cursor.last_span());
        let operation = match (operation, destination) {
            (Operation::Mov, Destination::Address) => Operation::Mac(Mac::Arl),
            (_, Destination::Address) => {
                return Err(error(span, "only `mov` writes a0.x", "not possible"));
            }
            (other, _) => other,
        };
        Ok(Some(Instruction {
            operation,
            destination,
            operands,
            span,
        }))
    }

    /// An operand. A scalar operation reads one lane: Direct3D's default is w, the chip's x, which is meant where `exp` and
    /// `log` are the chip's.
    fn operand_of(&mut self, operation: Operation, kind: Kind) -> Result<Operand, Diagnostic> {
        let start = self.cursor.peek().span;
        let (operand, said) = operand::operand(&mut self.cursor)?;
        let scalar = matches!(operation, Operation::Ilu(op) if op.is_scalar());
        if scalar && !said && !matches!(kind, Kind::Transcendental(_)) {
            let span = start.to(self.cursor.last_span());
            let message = "this operation reads one lane, and nothing says which";
            return Err(error(span, message, "no lane").with_help(
                "write `.w` for what Direct3D takes by default, `.x` for what the chip does",
            ));
        }
        Ok(operand)
    }
}

fn full_precision(name: &str, span: Span) -> Diagnostic {
    let message =
        format!("`{name}` is a macro of full precision here, and how it is made is not documented");
    error_of(codes::assembler::INSTRUCTION, span, message, "not read").with_help(format!(
        "`{name}p` is the operation of the chip, of about 10 bits"
    ))
}

fn unknown(name: &str, span: Span) -> Diagnostic {
    let message = format!("there is no instruction `{name}`");
    let diagnostic = error_of(codes::assembler::INSTRUCTION, span, message, "unknown");
    match name.to_ascii_lowercase().as_str() {
        "arl" => diagnostic.with_help("this language writes `mov a0.x, …`"),
        "abs" => diagnostic.with_help("write `max d, s, -s`"),
        _ => diagnostic,
    }
}
