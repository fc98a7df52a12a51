//! Errors for programs that exceed a limit of the chip, with the numbers.

use crate::container::RawProgram;
use crate::isa::{File, Opcode, Version};
use crate::machine::{Program, tokens};
use crate::rules;
use crate::schedule::{Emitted, ScheduleError};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Stage;

/// The error for a program that cannot be scheduled.
pub(crate) fn no_schedule(
    target: &str,
    version: Version,
    stage: Stage,
    error: ScheduleError,
) -> Diagnostics {
    match error {
        ScheduleError::Bug(found) => Diagnostic::bug("agal schedule", found.to_string()).into(),
        ScheduleError::Temporaries {
            live,
            span,
            values,
            tokens,
        } => {
            let registers = version.registers(stage, File::Temporary);
            let message = format!(
                "{target} has {registers} temporaries of four components, but here the shader needs \
                 {live} components at once and they find no place"
            );
            let mut error = Diagnostic::error(codes::limit::TEMPORARIES, message)
                .at(span, "most values are needed here");
            let named = values.len().min(MOST_NAMED);
            let (shown, hidden) = values.split_at_checked(named).unwrap_or((&values, &[]));
            for (span, components) in shown {
                error = error.and_at(*span, format!("needed later: {components} components"));
            }
            if !hidden.is_empty() {
                let components: u32 = hidden.iter().map(|(_, components)| components).sum();
                let count = hidden.len();
                error = error.with_note(format!(
                    "{components} more components come from {count} other places"
                ));
            }
            error
                .with_note(format!("{} components would fit if all could be packed", 4 * registers))
                .with_note(format!("the program has {tokens} tokens of {}", version.tokens()))
                .with_help(match version {
                    Version::V1 => {
                        "compute less at once, move work to the vertex shader, or use agal2 with 26 temporaries"
                    }
                    Version::V2 | Version::V3 => "compute less at once, or move work to the vertex shader",
                })
                .into()
        }
    }
}

/// Refuses what OpenFL's converter does not take.
pub(crate) fn check_openfl(
    target: &str,
    program: &RawProgram,
    emitted: &Emitted,
) -> Result<(), Diagnostics> {
    let violations = rules::check_openfl(program);
    let Some(violation) = violations.first() else {
        return Ok(());
    };
    let span = violation.token.and_then(|token| emitted.spans.get(token));
    let message = format!("{target} for OpenFL: {}", violation.message);
    Err(Diagnostic::error(codes::target::SETTING, message)
        .at(span.copied().unwrap_or(Span::NONE), "this is what reads it")
        .with_note("OpenFL gives each constant register one type: vector, matrix or array")
        .with_help("read all elements of an array by an index, or none, or pass what is read alone in a uniform of its own")
        .into())
}

/// The number of values that a refusal names.
const MOST_NAMED: usize = 8;

/// Refuses what is too long however it is joined: one token does what four operations do at most, a
/// lane each, but for moves, some of which may go.
pub(crate) fn check_operations(
    target: &str,
    version: Version,
    program: &Program,
) -> Result<(), Diagnostics> {
    let limit = version.tokens() as usize;
    let ops = program.ops_of(program.body).map(|id| &program.ops[id]);
    let computing = ops.filter(|op| op.code.opcode != Opcode::Mov);
    let computing: Vec<Span> = computing.map(|op| op.span).collect();
    let needed = computing.len().div_ceil(4);
    if needed <= limit {
        return Ok(());
    }
    let message = format!(
        "{target} programs have at most {limit} tokens, but the shader needs {needed} at least"
    );
    let span = computing.get(4 * limit).copied().unwrap_or(Span::NONE);
    let error = Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(span, "an operation that does not fit comes from here")
        .with_note("loops are unrolled and both sides of branches are computed");
    Err(error.into())
}

/// Refuses a program that has more tokens than there may be.
pub(crate) fn check_length(
    target: &str,
    version: Version,
    emitted: &Emitted,
) -> Result<(), Diagnostics> {
    let (needed, limit) = (emitted.program.tokens.len(), version.tokens() as usize);
    if needed <= limit {
        return Ok(());
    }
    let span = emitted.spans.get(limit).copied().unwrap_or(Span::NONE);
    Err(length_error(target, version, needed, span).into())
}

/// What is selected with more tokens than there may be, of which no order makes fewer;
/// and how many lanes are live at once.
pub(crate) fn selected(
    target: &str,
    version: Version,
    stage: Stage,
    (program, peak): (&Program, u32),
) -> Diagnostic {
    let limit = version.tokens() as usize;
    let beyond = program.ops_of(program.body).nth(limit);
    let span = beyond.map_or(Span::NONE, |id| program.ops[id].span);
    let error = length_error(target, version, tokens(program), span);
    let registers = version.registers(stage, File::Temporary);
    let (live, room) = (peak, 4 * u32::from(registers));
    if live > room {
        error.with_note(format!(
            "it needs {live} components at once, too, of which {registers} temporaries have {room}"
        ))
    } else {
        error
    }
}

/// A program has more tokens than there may be; the first too many comes from a place.
fn length_error(target: &str, version: Version, needed: usize, span: Span) -> Diagnostic {
    let limit = version.tokens();
    let message =
        format!("{target} programs have at most {limit} tokens, but the shader needs {needed}");
    Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(span, "the first token that does not fit comes from here")
        .with_note("loops are unrolled and both sides of branches are computed")
}
