//! What instructions take: sources in the fields that can hold them, operators, conditions.

use super::operand::{File, Operand};
use super::wrong;
use crate::isa::{Combine, Comparison, Condition, Index, Opcode, Source, SourceRegister};
use retroshade_diagnostics::Diagnostic;
use retroshade_kit::text::Cursor;

/// The inverted form where the operands ask for it.
pub(super) fn choose_form(opcode: Opcode, operands: &[Operand]) -> Opcode {
    let Some(inverted) = opcode.inverted() else {
        return opcode;
    };
    let uniform = |k: usize| operands.get(k).is_some_and(|o| o.file == File::Float);
    let wide = (opcode.info().form.wide(), inverted.info().form.wide());
    match wide {
        (Some(plain), Some(other)) if !uniform(plain) && uniform(other) => inverted,
        _ => opcode,
    }
}

/// Checks operands against the fields they go to.
pub(super) fn sources(
    opcode: Opcode,
    operands: &[Operand],
) -> Result<(Vec<Source>, Index), Diagnostic> {
    let wide = opcode.info().form.wide();
    let mut index = Index::None;
    let mut sources = Vec::with_capacity(operands.len());
    for (k, operand) in operands.iter().enumerate() {
        let register = match operand.file {
            File::Input => SourceRegister::input(operand.number),
            File::Temporary => SourceRegister::temporary(operand.number),
            File::Float if wide == Some(k) => SourceRegister::uniform(operand.number),
            File::Float => return Err(narrow(opcode, k, operand)),
            File::Output | File::Integer | File::Boolean => {
                let message = format!("invalid source{} register: {operand}", k + 1);
                return Err(wrong(operand.span, message).with_help(match operand.file {
                    File::Output => "outputs cannot be read back",
                    _ => "operands are inputs (v), temporaries (r) and float uniforms (c)",
                }));
            }
        };
        if operand.index != Index::None {
            if operand.file != File::Float {
                let message = format!("{operand} cannot be indexed: only uniforms can");
                return Err(wrong(operand.span, message));
            }
            index = operand.index;
        }
        sources.push(Source {
            register,
            swizzle: operand.swizzle,
            negate: operand.negate,
        });
    }
    one_input(operands)?;
    Ok((sources, index))
}

fn narrow(opcode: Opcode, k: usize, operand: &Operand) -> Diagnostic {
    let message = format!("invalid source{} register: {operand}", k + 1);
    let diagnostic = wrong(operand.span, message);
    match opcode.info().form.wide() {
        Some(wide) => diagnostic.with_help(format!(
            "an instruction reads one uniform, `{}` as source{}; move the other to a temporary",
            opcode.name(),
            wide + 1
        )),
        None => diagnostic,
    }
}

/// An instruction can read one input register, though more than once.
fn one_input(operands: &[Operand]) -> Result<(), Diagnostic> {
    let mut inputs = operands.iter().filter(|o| o.file == File::Input);
    let Some(first) = inputs.next() else {
        return Ok(());
    };
    match inputs.find(|other| other.number != first.number) {
        None => Ok(()),
        Some(other) => Err(wrong(
            other.span,
            format!("{first} and {other}: an instruction can read only one input register"),
        )
        .and_at(first.span, "the other one")
        .with_help("move one of them to a temporary first")),
    }
}

pub(super) fn comparison(cursor: &mut Cursor) -> Result<Comparison, Diagnostic> {
    let token = cursor.word("an operator")?;
    let named = |c: &&Comparison| c.name().eq_ignore_ascii_case(token.text);
    let found = Comparison::ALL.iter().find(named);
    found.copied().ok_or_else(|| {
        let message = format!("invalid conditional operator: {}", token.text);
        wrong(token.span, message).with_help("eq, ne, lt, le, gt or ge")
    })
}

/// `!cmp.x && cmp.y`
pub(super) fn condition(cursor: &mut Cursor) -> Result<Condition, Diagnostic> {
    let (first, value) = flag(cursor)?;
    let combine = match ['&', '|'].into_iter().find(|c| cursor.eat(*c)) {
        None if first == 0 => return Ok(Condition::x(value)),
        None => return Ok(Condition::y(value)),
        Some(operator) => {
            if !cursor.peek().spaced {
                cursor.eat(operator);
            }
            if operator == '&' {
                Combine::And
            } else {
                Combine::Or
            }
        }
    };
    let (second, other) = flag(cursor)?;
    if first == second {
        let message = "condition register checked twice";
        return Err(wrong(cursor.last_span(), message));
    }
    let (x, y) = if first == 0 {
        (value, other)
    } else {
        (other, value)
    };
    Ok(Condition { combine, x, y })
}

/// The number of a flag, 0 or 1, and the wanted value.
fn flag(cursor: &mut Cursor) -> Result<(u8, bool), Diagnostic> {
    let mut wanted = true;
    while cursor.eat('!') {
        wanted = !wanted;
    }
    let name = cursor.word("cmp.x or cmp.y")?;
    let lane = if name.text.eq_ignore_ascii_case("cmp") && cursor.eat('.') {
        cursor.word("x or y")?.text.to_ascii_lowercase()
    } else {
        String::new()
    };
    match lane.as_str() {
        "x" => Ok((0, wanted)),
        "y" => Ok((1, wanted)),
        _ => {
            let span = name.span.to(cursor.last_span());
            let message = "invalid condition register";
            Err(wrong(span, message).with_help("cmp.x or cmp.y"))
        }
    }
}
