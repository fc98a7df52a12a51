//! Text to programs.
//!
//! The reference assembler skips lines that it cannot read and takes unknown sampler words for a
//! bias of 0; here both are errors with their place. Rules that concern more than the syntax of one
//! instruction are the verifier's.

use super::NAMES;
use crate::isa::{
    Dest, File, Indirect, LaneMask, OpInfo, Program, Sampler, Second, Source, Swizzle, TABLE,
    Token, Version, flags,
};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_ir::{LANES, Stage};
use retroshade_kit::isa::Row;
use retroshade_kit::text::{Cursor, Syntax, TokenKind, error, error_of, float_value, lex};

const SYNTAX: Syntax = Syntax {
    line_comments: &["//"],
    block_comments: false,
    word_start: "",
    word_rest: "",
};

/// Where the parts of an instruction stand in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenSpans {
    /// The whole instruction.
    pub whole: Span,
    /// The destination, or the whole where there is none.
    pub dest: Span,
    /// Source A, or the whole.
    pub a: Span,
    /// Source B or the sampler, or the whole.
    pub b: Span,
}

/// A program and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembly {
    /// The program.
    pub program: Program,
    /// One for each token.
    pub spans: Vec<TokenSpans>,
    /// Characters that Adobe's assembler passes over as if they were not there.
    pub warnings: Diagnostics,
}

/// Assembles a text.
///
/// # Errors
/// One message for each line that is no instruction of this stage and version.
pub fn assemble(
    file: FileId,
    text: &str,
    stage: Stage,
    version: Version,
) -> Result<Assembly, Diagnostics> {
    let (tokens, mut errors) = lex(&SYNTAX, file, text);
    let mut parser = Parser {
        cursor: Cursor::new(&tokens),
        stage,
        version,
        passed_over: Diagnostics::new(),
    };
    let program = Program {
        version,
        stage,
        tokens: Vec::new(),
    };
    let mut assembly = Assembly {
        program,
        spans: Vec::new(),
        warnings: Diagnostics::new(),
    };
    while !parser.cursor.at_end() {
        match parser.line() {
            Ok(None) => {}
            Ok(Some((token, spans))) => {
                assembly.program.tokens.push(token);
                assembly.spans.push(spans);
            }
            Err(diagnostic) => {
                errors.push(diagnostic);
                parser.cursor.skip_line();
            }
        }
    }
    if errors.is_empty() && assembly.program.tokens.is_empty() {
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        errors.push(error(
            Span::new(file, 0, end),
            "the program has no instruction",
            "",
        ));
    }
    assembly.warnings = parser.passed_over;
    if errors.is_empty() {
        Ok(assembly)
    } else {
        Err(errors)
    }
}

struct Parser<'t, 'a> {
    cursor: Cursor<'t, 'a>,
    stage: Stage,
    version: Version,
    passed_over: Diagnostics,
}

type Parsed<T> = Result<T, Diagnostic>;

/// A register before its suffix.
struct Register {
    file: File,
    number: u16,
    span: Span,
}

impl Parser<'_, '_> {
    fn line(&mut self) -> Parsed<Option<(Token, TokenSpans)>> {
        if self.cursor.at_line_end() {
            self.cursor.advance();
            return Ok(None);
        }
        if self.cursor.eat(';') {
            self.cursor.line_end()?;
            return Ok(None);
        }
        let opcode = self.cursor.word("an opcode")?;
        let row = self.row(opcode.text, opcode.span)?;
        self.pass_over(',');
        let parsed = self.operands(row, opcode.span)?;
        self.cursor.eat(';');
        self.cursor.line_end()?;
        Ok(Some(parsed))
    }

    fn row(&self, name: &str, span: Span) -> Parsed<&'static Row<OpInfo>> {
        let unknown = |message| error_of(codes::assembler::INSTRUCTION, span, message, "");
        let Some(row) = TABLE.by_name(name) else {
            let message = match name {
                "sgn" | "ted" | "tld" => {
                    format!("no client of versions 1 to 3 implements `{name}`")
                }
                _ => format!("there is no opcode `{name}`"),
            };
            return Err(unknown(message));
        };
        if row.info.place.fragment_only && self.stage != Stage::Fragment {
            return Err(unknown(format!(
                "`{name}` exists only in fragment programs"
            )));
        }
        if row.info.place.version_2 && self.version < Version::V2 {
            return Err(unknown(format!(
                "`{name}` needs version 2, this program is version 1"
            ))
            .with_help("assemble for agal2"));
        }
        Ok(row)
    }

    fn operands(&mut self, row: &'static Row<OpInfo>, opcode: Span) -> Parsed<(Token, TokenSpans)> {
        let info = &row.info;
        let mut token = Token {
            opcode: info.opcode,
            dest: None,
            a: None,
            b: None,
            sampler: None,
        };
        let mut spans = TokenSpans {
            whole: opcode,
            dest: opcode,
            a: opcode,
            b: opcode,
        };
        let mut found = 0;
        if info.dest {
            self.more(row, opcode, &mut found)?;
            (token.dest, spans.dest) = self.dest()?;
        }
        if info.first {
            self.more(row, opcode, &mut found)?;
            (token.a, spans.a) = self.source()?;
        }
        match info.second {
            Second::None => {}
            Second::Source | Second::Matrix(_) => {
                self.more(row, opcode, &mut found)?;
                (token.b, spans.b) = self.source()?;
            }
            Second::Sampler => {
                self.more(row, opcode, &mut found)?;
                (token.sampler, spans.b) = self.sampler()?;
            }
        }
        self.pass_over('+');
        if !self.cursor.at_line_end() && !self.cursor.peek().is_punct(';') {
            let span = opcode.to(self.cursor.peek().span);
            let message = format!("`{}` takes {} operands", row.name, info.operands());
            return Err(error_of(
                codes::assembler::OPERAND,
                span,
                message,
                "more follows",
            ));
        }
        spans.whole = opcode.to(spans.dest).to(spans.a).to(spans.b);
        Ok((token, spans))
    }

    /// Passes over a character without a meaning, which Adobe's assembler does too: texts that are in use have a comma behind
    /// the opcode, and the `+` of a string that went on.
    fn pass_over(&mut self, stray: char) {
        let span = self.cursor.peek().span;
        if self.cursor.eat(stray) {
            let message = format!("the `{stray}` has no meaning here");
            let warning = Diagnostic::warning(codes::warning::STRAY_CHARACTER, message);
            self.passed_over
                .push(warning.at(span, "passed over, as other assemblers do"));
        }
    }

    /// Goes to the next operand: over the comma before all but the first.
    fn more(&mut self, row: &Row<OpInfo>, opcode: Span, found: &mut usize) -> Parsed<()> {
        if *found > 0 {
            self.cursor.eat(',');
        }
        if self.cursor.at_line_end() || self.cursor.peek().is_punct(';') {
            let (name, wanted) = (row.name, row.info.operands());
            let message = format!("`{name}` takes {wanted} operands, found {found}");
            return Err(error_of(
                codes::assembler::OPERAND,
                opcode,
                message,
                "too few",
            ));
        }
        *found += 1;
        Ok(())
    }

    fn register(&mut self) -> Parsed<Register> {
        let word = self.cursor.word("a register")?;
        let prefix = word.text.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = word.text.get(prefix.len()..).unwrap_or("");
        let refuse = |message| Err(error_of(codes::assembler::REGISTER, word.span, message, ""));
        let Some(name) = NAMES.iter().find(|name| name.prefix == prefix) else {
            return refuse(format!("there is no register `{}`", word.text));
        };
        if name.stage.is_some_and(|stage| stage != self.stage) {
            let stage = name.stage.map_or("", Stage::name);
            return refuse(format!("`{}` exists only in {stage} programs", word.text));
        }
        let number = if digits.is_empty() {
            Ok(0)
        } else {
            digits.parse::<u16>()
        };
        let count = self.version.registers(self.stage, name.file);
        match number {
            Ok(number) if number < count => Ok(Register {
                file: name.file,
                number,
                span: word.span,
            }),
            _ if count == 0 => {
                let (number, stage) = (self.version.number(), self.stage.name());
                refuse(format!(
                    "version {number} has no `{prefix}` in {stage} programs"
                ))
            }
            _ => refuse(format!(
                "`{}` is out of range: version {} has {count} of these, from 0 on",
                word.text,
                self.version.number(),
            )),
        }
    }

    /// The letters after a dot; `None` where there is no dot.
    fn lanes(&mut self) -> Parsed<Option<(Vec<u8>, Span)>> {
        if !self.cursor.eat('.') {
            return Ok(None);
        }
        let word = self.cursor.word("components")?;
        let lane = |c: char| {
            LANES
                .iter()
                .position(|letter| *letter == c)
                .map(|lane| lane as u8)
        };
        match word.text.chars().map(lane).collect::<Option<Vec<u8>>>() {
            Some(lanes) if lanes.len() <= 4 => Ok(Some((lanes, word.span))),
            known => {
                let name = word.text;
                let message = format!("`{name}` is not one to four of the components x, y, z, w");
                let error = error_of(codes::assembler::OPERAND, word.span, message, "");
                Err(match known.and_then(|_| name.get(..4)) {
                    // The reference assembler shifts the others out of the byte.
                    Some(first) => error.with_help(format!(
                        "write `.{first}`: other assemblers leave out what follows"
                    )),
                    None => error,
                })
            }
        }
    }

    fn dest(&mut self) -> Parsed<(Option<Dest>, Span)> {
        let register = self.register()?;
        let lanes = self.lanes()?;
        let mask = lanes
            .as_ref()
            .map_or(LaneMask::ALL, |(lanes, _)| lanes.iter().copied().collect());
        let span = lanes.map_or(register.span, |lanes| register.span.to(lanes.1));
        Ok((
            Some(Dest {
                file: register.file,
                number: register.number,
                mask,
            }),
            span,
        ))
    }

    fn source(&mut self) -> Parsed<(Option<Source>, Span)> {
        let start = self.cursor.peek().span;
        let register = self.register()?;
        let indirect = if self.cursor.peek().is_punct('[') {
            Some(self.index(&register)?)
        } else {
            None
        };
        let lanes = self.lanes()?;
        let swizzle = lanes.and_then(|(lanes, _)| Swizzle::of_letters(&lanes));
        let swizzle = swizzle.unwrap_or(Swizzle::IDENTITY);
        let Register { file, number, .. } = register;
        let number = if indirect.is_some() { 0 } else { number };
        let source = Source {
            file,
            number,
            swizzle,
            indirect,
        };
        Ok((Some(source), start.to(self.cursor.last_span())))
    }

    fn index(&mut self, base: &Register) -> Parsed<Indirect> {
        self.cursor.punct('[')?;
        if base.file != File::Constant || base.number != 0 {
            let message = "only `vc` is indexed, and without a number of its own";
            return Err(error_of(codes::assembler::OPERAND, base.span, message, "")
                .with_help("write the number as an offset: `vc[va0.x+4]`"));
        }
        let register = self.register()?;
        let Some((lanes, span)) = self.lanes()? else {
            return Err(self
                .cursor
                .expected("`.` and the component that holds the index"));
        };
        let &[lane] = lanes.as_slice() else {
            let message = "an index is a single component";
            return Err(error_of(codes::assembler::OPERAND, span, message, ""));
        };
        let offset = if self.cursor.eat('+') {
            self.cursor.integer(0..=255, "the offset")? as u8
        } else {
            0
        };
        self.cursor.punct(']')?;
        Ok(Indirect {
            file: register.file,
            number: register.number,
            lane,
            offset,
        })
    }

    fn sampler(&mut self) -> Parsed<(Option<Sampler>, Span)> {
        let register = self.register()?;
        if register.file != File::Sampler {
            let message = "the second source of a lookup is a sampler";
            return Err(error_of(
                codes::assembler::OPERAND,
                register.span,
                message,
                "",
            ));
        }
        let mut sampler = Sampler {
            number: register.number,
            ..Sampler::default()
        };
        if self.cursor.peek().is_punct(',') && self.cursor.peek_at(1).is_punct('<') {
            self.cursor.advance();
        }
        if self.cursor.eat('<') {
            while !self.cursor.eat('>') {
                self.flag(&mut sampler)?;
                if !self.cursor.peek().is_punct('>') {
                    self.cursor.punct(',')?;
                }
            }
        }
        Ok((Some(sampler), register.span.to(self.cursor.last_span())))
    }

    fn flag(&mut self, sampler: &mut Sampler) -> Parsed<()> {
        let token = self.cursor.peek();
        let signed = token.is_punct('-') || token.is_punct('+');
        if signed || float_value(&token).is_some() {
            let value = self.cursor.float("a level of detail bias")?;
            let eighths = value * 8.0;
            if eighths.fract() != 0.0 || !(-128.0..=127.0).contains(&eighths) {
                let span = token.span.to(self.cursor.last_span());
                let message = "a bias is a multiple of 0.125 from -16 to 15.875";
                return Err(error_of(codes::assembler::OPERAND, span, message, ""));
            }
            sampler.bias = eighths as i8;
            return Ok(());
        }
        if token.kind == TokenKind::Word && flags::apply(sampler, token.text) {
            self.cursor.advance();
            return Ok(());
        }
        Err(self
            .cursor
            .expected("a sampler flag such as `linear` or `repeat`"))
    }
}
