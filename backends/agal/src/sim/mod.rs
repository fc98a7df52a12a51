//! Runs decoded programs in floats, four samples at a time.
//!
//! A register lane that was not written holds NaN, so that a program which reads it cannot come out
//! right by luck. What the runtimes leave undefined (a negative operand of `sqt`, `rsq`, `log`,
//! `pow`, an index out of range) gives NaN too.

mod fault;

pub use fault::{Fault, Reason};

use crate::execute::Machine;
use crate::isa::{File, Meaning, Program};
use retroshade_kit::machine::floats::{Floats, run_groups};
use retroshade_kit::machine::numbers::Numbers;
use retroshade_kit::machine::runner::Stop;
use retroshade_kit::machine::{Kind, Outcome, Recorder, RegisterImage, Watch};
use std::collections::BTreeSet;

/// Runs a program for every sample of an image. Constants are read from the files `vc` or `fc`,
/// attributes from `va`, varyings from `v`, the instance number from `iid`; written are `op` and
/// `v`, or `oc` and `od`.
///
/// # Errors
/// If a texture is missing, blocks are not balanced, or a file is read or written that cannot be.
pub fn run(program: &Program, image: &RegisterImage) -> Result<Outcome, Fault> {
    run_watched(program, image, &mut Watch::default())
}

/// As [`run`], with a recording of each token that a sample ran.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    program: &Program,
    image: &RegisterImage,
    watch: &mut Watch,
) -> Result<Outcome, Fault> {
    fault::check(program, image)?;
    let written = program.tokens.iter().filter_map(|token| token.dest);
    let outputs = written.filter(|dest| dest.file.kind(program.stage) == Kind::Output);
    let outputs: BTreeSet<(File, u16)> = outputs.map(|dest| (dest.file, dest.number)).collect();
    let mut outcome = Outcome::default();
    // Control only goes forward.
    let most = program.tokens.len().max(1) as u64;
    let executed = run_groups(
        image,
        most,
        watch,
        |first| {
            let mut numbers = Floats::new(first, image.quads, |value| value);
            numbers.astray = Some(i64::MIN);
            (Machine::new(program, image, &mut numbers), numbers)
        },
        |machine, numbers, token, sample, recorder| {
            record((machine, numbers), program, token, sample, recorder);
        },
        |machine, count| {
            let discarded = (0..count).map(|sample| machine.discarded >> sample & 1 == 1);
            outcome.discarded.extend(discarded);
            for (file, number) in &outputs {
                let name = file.prefix(program.stage).to_owned();
                let register = machine.registers.get(&(*file, *number)).copied();
                let register = register.unwrap_or_default();
                let of = |sample: usize| {
                    register.map(|lane| lane.map_or(f32::NAN, |group| group[sample]))
                };
                let rows = (0..count).map(of);
                let file = outcome.outputs.entry(name).or_default();
                file.entry((*number).into()).or_default().extend(rows);
            }
        },
    );
    outcome.executed = executed.map_err(|stop| match stop {
        Stop::Trap(token, trap) => Reason::Meaningless(trap.to_string()).at(token),
        Stop::Endless => Reason::Meaningless("it jumps back".to_owned()).at(0),
    })?;
    Ok(outcome)
}

/// Records what a token did to a sample.
pub fn record<N: Numbers>(
    (machine, numbers): (&Machine<'_, N>, &mut N),
    program: &Program,
    index: usize,
    sample: usize,
    recorder: &mut Recorder,
) {
    let Some(token) = program.tokens.get(index) else {
        return;
    };
    recorder.begin(index);
    if let Some(dest) = token.dest {
        let name = dest.file.register(program.stage, dest.number);
        let lanes = machine.registers.get(&(dest.file, dest.number)).copied();
        let lanes = lanes.unwrap_or_default();
        let number = |lane: Option<_>| lane.map_or(f32::NAN, |lane| numbers.recorded(lane, sample));
        let value = lanes.map(number);
        let kind = dest.file.kind(program.stage);
        recorder.write(kind, &name, dest.mask.bits(), value);
    }
    let depth = depth(program, index);
    match token.opcode.info().meaning {
        Meaning::Kill if machine.discarded >> sample & 1 == 1 => recorder.say("discarded"),
        Meaning::If(_) => {
            let holds = f32::from(machine.holds >> sample & 1);
            recorder.write(Kind::Flag, &format!("if{}", depth + 1), 1, [holds; 4]);
        }
        Meaning::EndIf => recorder.clear(Kind::Flag, &format!("if{depth}")),
        _ => {}
    }
}

/// How many conditionals are open before a token.
fn depth(program: &Program, token: usize) -> usize {
    let before = program.tokens.iter().take(token);
    before.fold(0, |depth, token| match token.opcode.info().meaning {
        Meaning::If(_) => depth + 1,
        Meaning::EndIf => depth.saturating_sub(1),
        _ => depth,
    })
}
