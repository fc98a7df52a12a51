//! Text as instructions.

use super::SYNTAX;
use crate::gp::isa::{
    self, FIELDS, Field, IDENTITY, INSTRUCTIONS, NO_STORE, NOTHING, Source, Unit, flags, mul,
};
use crate::gp::program::{ACC_INPUTS, ACC_NEGATES, MUL_INPUTS, MUL_NEGATES, STORE_HALVES, STORES};
use crate::gp::{Instruction, Program};
use crate::text::{Branches, Lines, read};
use retroshade_diagnostics::{Diagnostic, Diagnostics, FileId, Span, codes};
use retroshade_kit::text::{Cursor, TokenKind, error_of};

/// Assembles a text.
///
/// # Errors
/// Everything wrong with it, with places in `file`.
pub fn assemble(file: FileId, text: &str) -> Result<Program, Diagnostics> {
    let mut reader = Reader::default();
    let branches = read(&SYNTAX, file, text, &mut reader)?;
    let Reader { mut program, bits } = reader;
    for (index, target) in branches {
        if let Some(instruction) = program.instructions.get_mut(index) {
            instruction.set_target(target);
        }
    }
    for (instruction, bits) in program.instructions.iter_mut().zip(bits) {
        for (field, value) in bits {
            instruction.set(field, value);
        }
    }
    let count = program.instructions.len();
    if count > INSTRUCTIONS {
        return Err(Diagnostic::error(
            codes::limit::INSTRUCTIONS,
            format!("lima: {count} instructions, a vertex program has at most {INSTRUCTIONS}"),
        )
        .into());
    }
    Ok(program)
}

/// Fields whose values a line states.
type Bits = Vec<(Field, u16)>;

#[derive(Default)]
struct Reader {
    program: Program,
    /// The bits of each instruction.
    bits: Vec<Bits>,
}

impl<'a> Lines<'a> for Reader {
    fn line(&mut self, cursor: &mut Cursor<'_, 'a>, branches: &mut Branches<'a>) -> Read {
        let mut line = Line::default();
        let result = line.read(cursor);
        if let Some((label, span)) = line.branch {
            branches.add(label, span);
        }
        self.program.instructions.push(line.instruction);
        self.bits.push(line.bits);
        result
    }
}

/// A line while it is read.
#[derive(Default)]
struct Line<'a> {
    instruction: Instruction,
    /// What was seen already, so that nothing is said twice.
    seen: Vec<&'static str>,
    acc: Option<u16>,
    branch: Option<(&'a str, Span)>,
    bits: Bits,
}

type Read = Result<(), Diagnostic>;

impl<'a> Line<'a> {
    fn read(&mut self, cursor: &mut Cursor<'_, 'a>) -> Read {
        if cursor.peek().is_word("nop") && !cursor.peek_at(1).is_punct('.') {
            cursor.advance();
            if !cursor.eat(',') {
                return cursor.line_end();
            }
        }
        loop {
            self.item(cursor)?;
            if !cursor.eat(',') {
                break;
            }
            cursor.skip_newlines();
        }
        let temporary = STORE_HALVES
            .iter()
            .any(|half| self.instruction.get(half[2]) != 0);
        let stated = self.bits.iter().any(|(field, _)| *field == Field::Flags);
        let automatic = match (self.branch.is_some(), temporary) {
            _ if stated => 0,
            (true, true) => {
                return Err(error_of(
                    codes::assembler::SLOT,
                    cursor.last_span(),
                    "a branch cannot share an instruction with a store to a temporary",
                    "in this instruction",
                ));
            }
            (true, false) => flags::BRANCH,
            (false, true) => flags::TEMPORARY,
            (false, false) => 0,
        };
        self.instruction.set(Field::Flags, automatic);
        cursor.line_end()
    }

    /// Notes the use of a unit or port.
    fn claim(&mut self, what: &'static str, span: Span) -> Read {
        if self.seen.contains(&what) {
            let message = format!("the {what} is used twice in one instruction");
            return Err(error_of(
                codes::assembler::SLOT,
                span,
                message,
                "second use",
            ));
        }
        self.seen.push(what);
        Ok(())
    }

    fn item(&mut self, cursor: &mut Cursor<'_, 'a>) -> Read {
        let name = cursor.word("an operation")?;
        match name.text {
            "branch" => {
                self.claim("branch", name.span)?;
                let label = cursor.word("a label")?;
                self.branch = Some((label.text, label.span));
                return Ok(());
            }
            "flags" => {
                let flags = cursor.integer(0..=15, "the flags")? as u16;
                self.bits.push((Field::Flags, flags));
                return Ok(());
            }
            "bits" => {
                let name = cursor.word("a field")?;
                let row = FIELDS.iter().find(|row| row.name == name.text);
                let row = row.ok_or_else(|| {
                    let message = format!("there is no field `{}`", name.text);
                    let names: Vec<&str> = FIELDS.iter().map(|row| row.name).collect();
                    error_of(codes::assembler::OPERAND, name.span, message, "not a field")
                        .with_help(format!("fields are {}", names.join(", ")))
                })?;
                let most = row.bits.max() as i64;
                let value = cursor.integer(0..=most, "the number")? as u16;
                self.bits.push((row.field, value));
                return Ok(());
            }
            _ => {}
        }
        cursor.punct('.')?;
        let unit = cursor.word("a unit")?;
        let span = name.span.to(unit.span);
        match name.text {
            "load" => self.load(unit.text, span, cursor),
            "store" => self.store(unit.text, span, cursor),
            _ => self.operation(name.text, unit.text, span, cursor),
        }
    }

    fn load(&mut self, port: &str, span: Span, cursor: &mut Cursor<'_, '_>) -> Read {
        match port {
            "a" | "r0" => {
                self.claim("port 0", span)?;
                let number = cursor.integer(0..=15, "the number")? as u16;
                self.instruction.set(Field::Port0, number);
                self.instruction
                    .set(Field::Port0Attribute, u16::from(port == "a"));
            }
            "r1" => {
                self.claim("port 1", span)?;
                let number = cursor.integer(0..=15, "the register")? as u16;
                self.instruction.set(Field::Port1, number);
            }
            "u" => {
                self.claim("uniform port", span)?;
                let number = cursor.integer(0..=511, "the address")? as u16;
                self.instruction.set(Field::LoadAddress, number);
                if cursor.eat('+') {
                    let register = cursor.word("an address register")?;
                    let offset = match register.text {
                        "A1" => 1,
                        "A2" => 2,
                        "A3" => 3,
                        _ => {
                            return Err(error_of(
                                codes::assembler::REGISTER,
                                register.span,
                                format!("`{}` is no address register of a load", register.text),
                                "there are A1, A2 and A3",
                            ));
                        }
                    };
                    self.instruction.set(Field::LoadOffset, offset);
                }
            }
            _ => {
                return Err(unknown(
                    span,
                    "loads are load.a, load.r0, load.r1 and load.u",
                ));
            }
        }
        Ok(())
    }

    fn store(&mut self, half: &str, span: Span, cursor: &mut Cursor<'_, '_>) -> Read {
        let (half, what) = match half {
            "xy" => (0, "store of x and y"),
            "zw" => (1, "store of z and w"),
            _ => return Err(unknown(span, "stores are store.xy and store.zw")),
        };
        self.claim(what, span)?;
        let place = cursor.word("a register, varying or `t`")?;
        let [address, varying, temporary] = STORE_HALVES[half];
        let number = |text: &str| text.parse::<u16>().ok().filter(|number| *number < 16);
        let (first, rest) = place.text.split_at_checked(1).unwrap_or(("", ""));
        match (first, rest) {
            ("t", "") => self.instruction.set(temporary, 1),
            ("v" | "$", rest) if number(rest).is_some() => {
                self.instruction.set(address, number(rest).unwrap_or(0));
                self.instruction.set(varying, u16::from(first == "v"));
            }
            _ => {
                return Err(error_of(
                    codes::assembler::REGISTER,
                    place.span,
                    format!("nothing can be stored to `{}`", place.text),
                    "expected $0 to $15, v0 to v15 or t",
                ));
            }
        }
        for field in STORES.iter().skip(2 * half).take(2) {
            let token = cursor.word("a unit's result or `_`")?;
            let code = match Unit::ALL.iter().find(|unit| unit.name() == token.text) {
                Some(unit) => unit.store_code(),
                None if token.text == "_" => NO_STORE,
                None if raw(token.text, "^", 7).is_some() => raw(token.text, "^", 7).unwrap_or(0),
                None => {
                    return Err(error_of(
                        codes::assembler::OPERAND,
                        token.span,
                        format!("`{}` cannot be stored", token.text),
                        "stores take results of the same instruction: ^a0 ^a1 ^m0 ^m1 ^p ^c _",
                    ));
                }
            };
            self.instruction.set(*field, code);
        }
        Ok(())
    }

    fn operation(
        &mut self,
        name: &str,
        unit: &str,
        span: Span,
        cursor: &mut Cursor<'_, '_>,
    ) -> Read {
        let (unit, negate) = match unit.strip_suffix("_neg") {
            Some(unit) => (unit, true),
            None => (unit, false),
        };
        match unit {
            "m0" | "m1" | "m01" => self.multiply(name, unit, negate, span, cursor),
            _ if negate => Err(unknown(span, "only multipliers negate their result")),
            "a0" => self.accumulate(name, 0, span, cursor),
            "a1" => self.accumulate(name, 1, span, cursor),
            "c" => {
                self.claim("complex unit", span)?;
                let code = code_of(isa::COMPLEX, name, 15).ok_or_else(|| {
                    unknown(
                        span,
                        "the complex unit has exp2, log2, rsqrt, rcp, mov, setA0 to setA3, setA01",
                    )
                })?;
                self.instruction.set(Field::ComplexOp, code);
                let ends = cursor.at_line_end() || cursor.peek().is_punct(',');
                if code != isa::complex::SET_A01 || !ends {
                    let input = input(cursor)?;
                    self.instruction.set(Field::ComplexInput, input);
                }
                Ok(())
            }
            "p" => {
                self.claim("pass unit", span)?;
                let code = code_of(isa::PASS, name, 7).ok_or_else(|| {
                    unknown(span, "the pass unit has mov, preexp2, postlog2 and clamp")
                })?;
                self.instruction.set(Field::PassOp, code);
                let input = input(cursor)?;
                self.instruction.set(Field::PassInput, input);
                Ok(())
            }
            _ => Err(unknown(span, "units are m0, m1, m01, a0, a1, c and p")),
        }
    }

    fn multiply(
        &mut self,
        name: &str,
        unit: &str,
        negate: bool,
        span: Span,
        cursor: &mut Cursor<'_, '_>,
    ) -> Read {
        let op = match (name, unit) {
            ("mul", "m0" | "m1") => mul::MUL,
            ("complex2", "m0") => mul::COMPLEX2,
            ("complex1", "m01") => mul::COMPLEX1,
            ("sel", "m01") => mul::SELECT,
            (_, "m0") if raw(name, "op", 7).is_some() => raw(name, "op", 7).unwrap_or(0),
            _ => {
                return Err(unknown(
                    span,
                    "the multipliers have mul.m0, mul.m1, complex2.m0, complex1.m01 and sel.m01",
                ));
            }
        };
        if unit != "m1" {
            self.claim("first multiplier", span)?;
            self.instruction.set(Field::MulOp, op);
        }
        if unit != "m0" {
            self.claim("second multiplier", span)?;
        }
        let index = usize::from(unit == "m1");
        if negate {
            self.instruction.set(MUL_NEGATES[index], 1);
        }
        let units: &[usize] = match unit {
            "m0" => &[0],
            "m1" => &[1],
            _ => &[0, 1],
        };
        for unit in units {
            let [a, b] = MUL_INPUTS[*unit];
            let first = input(cursor)?;
            let second = if is_number(cursor, "1") {
                cursor.advance();
                IDENTITY
            } else {
                second_input(
                    cursor,
                    "a product's second input cannot be the complex result",
                )?
            };
            self.instruction.set(a, first);
            self.instruction.set(b, second);
        }
        Ok(())
    }

    fn accumulate(
        &mut self,
        name: &str,
        unit: usize,
        span: Span,
        cursor: &mut Cursor<'_, '_>,
    ) -> Read {
        // Comparisons that are others with their inputs exchanged.
        let (name, exchanged) = match name {
            "gt" => ("lt", true),
            "le" => ("ge", true),
            name => (name, false),
        };
        let row = isa::ACC.iter().find(|row| row.name == name);
        let code = row.map(|row| row.code).or_else(|| raw(name, "op", 7));
        let code = code.ok_or_else(|| {
            unknown(
                span,
                "the accumulators have add, floor, sign, ge, gt, le, lt, min and max",
            )
        })?;
        let operands = row.map_or(2, |row| row.function.arity());
        let what = ["first accumulator", "second accumulator"];
        self.claim(what[unit], span)?;
        if self.acc.is_some_and(|other| other != code) {
            return Err(error_of(
                codes::assembler::SLOT,
                span,
                "both accumulators must do the same operation in one instruction",
                "another operation than before",
            ));
        }
        self.acc = Some(code);
        self.instruction.set(Field::AccOp, code);
        let [mut a, mut b] = ACC_INPUTS[unit];
        let [mut minus_a, mut minus_b] = ACC_NEGATES[unit];
        if exchanged {
            std::mem::swap(&mut a, &mut b);
            std::mem::swap(&mut minus_a, &mut minus_b);
        }
        if cursor.eat('-') {
            self.instruction.set(minus_a, 1);
        }
        let zero = |cursor: &mut Cursor<'_, '_>| {
            if is_number(cursor, "0") {
                cursor.advance();
                Ok(IDENTITY)
            } else {
                second_input(cursor, "a sum's second input cannot be the complex result")
            }
        };
        let first = if exchanged {
            zero(cursor)?
        } else {
            input(cursor)?
        };
        self.instruction.set(a, first);
        let more = !cursor.at_line_end() && !cursor.peek().is_punct(',');
        if operands == 1 && !more {
            self.instruction.set(b, 0);
            return Ok(());
        }
        if cursor.eat('-') {
            self.instruction.set(minus_b, 1);
        }
        let second = if exchanged {
            input(cursor)?
        } else {
            zero(cursor)?
        };
        self.instruction.set(b, second);
        Ok(())
    }
}

/// The code of an operation by its name, or `op` and the code itself.
fn code_of(table: &[(u16, &str)], name: &str, most: u16) -> Option<u16> {
    let row = table.iter().find(|row| row.1 == name);
    row.map(|row| row.0).or_else(|| raw(name, "op", most))
}

/// The number behind a prefix, if it is at most so much.
fn raw(text: &str, prefix: &str, most: u16) -> Option<u16> {
    let number = text.strip_prefix(prefix)?.parse().ok();
    number.filter(|number| *number <= most)
}

fn is_number(cursor: &Cursor<'_, '_>, text: &str) -> bool {
    let token = cursor.peek();
    token.kind == TokenKind::Number && token.text == text
}

fn unknown(span: Span, help: &str) -> Diagnostic {
    error_of(
        codes::assembler::INSTRUCTION,
        span,
        "the vertex processor has no such operation",
        help,
    )
}

fn second_input(cursor: &mut Cursor<'_, '_>, message: &str) -> Result<u16, Diagnostic> {
    let span = cursor.peek().span;
    let code = input(cursor)?;
    if code == IDENTITY {
        return Err(error_of(
            codes::assembler::OPERAND,
            span,
            message,
            "swap the inputs",
        ));
    }
    Ok(code)
}

/// Reads an input: `^r0.x`, `^r0[-1].x`, `^a0[-1]`, `_`.
fn input(cursor: &mut Cursor<'_, '_>) -> Result<u16, Diagnostic> {
    let word = cursor.word("an input such as ^r0.x, ^u.y or ^a0[-1]")?;
    if word.text == "_" {
        return Ok(NOTHING);
    }
    if let Some(code) = raw(word.text, "^", 31) {
        return Ok(code);
    }
    let mut name = word.text.to_owned();
    if cursor.eat('[') {
        cursor.punct('-')?;
        let age = cursor.integer(1..=2, "the age of a result")?;
        cursor.punct(']')?;
        name.push_str(&format!("[-{age}]"));
    }
    if cursor.eat('.') {
        let lane = cursor.word("a component")?;
        name.push_str(&format!(".{}", lane.text));
    }
    let code = (0..32).find(|code| Source::from_code(*code).is_some_and(|s| s.name() == name));
    code.ok_or_else(|| {
        error_of(
            codes::assembler::OPERAND,
            word.span.to(cursor.last_span()),
            format!("`{name}` is no input"),
            "inputs are ^r0 ^r1 ^u with a component, ^r0[-1] with one, and results such as ^a0[-1]",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_fields_have_no_room_for_are_refused() {
        for form in [
            "load.a N",
            "load.r0 N",
            "load.r1 N",
            "load.u N",
            "load.u 0+AN",
            "flags N",
            "bits load_offset N",
            "mov.c ^a0[-N]",
            "add.a0 ^r0.x 0, store.xy vN ^a0 _",
            "add.a0 ^r0.x 0, store.xy $N ^a0 _",
        ] {
            for number in ["16", "512", "65536", "99999999999"] {
                let text = form.replace('N', number);
                let Err(errors) = assemble(FileId(0), &text) else {
                    assert!(form == "load.u N" && number == "16", "{text}");
                    continue;
                };
                let named = errors.iter().all(|error| error.code.id.starts_with("E05"));
                assert!(named, "{text}: {errors:?}");
            }
        }
    }
}
