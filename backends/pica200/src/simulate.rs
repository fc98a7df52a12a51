//! Runs a program on the registers of a run: every sample through [`sim`](crate::sim), with the
//! outputs, warnings and the trace that a [`Watch`] asks for.

use crate::container::Shbin;
use crate::isa::float24::Rounding;
use crate::isa::{Instruction, LANE_NAMES};
use crate::sim::{Environment, Executable, Precision, Settings, Step};
use crate::text::{Listing, Remarks, list};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_kit::machine::{MISSING, Outcome, RegisterImage, SampleFile, UNSET, Watch};
use retroshade_kit::settings::{self, Setting};

/// Runs the first executable for every sample.
pub(crate) fn simulate(
    shbin: &Shbin,
    image: &RegisterImage,
    watch: &mut Watch,
) -> Result<Outcome, Diagnostics> {
    let settings = Settings {
        precision: precision(watch)?,
        ..Settings::default()
    };
    let max_steps = watch.most_steps.unwrap_or(settings.max_steps);
    let settings = Settings {
        max_steps: max_steps.min(settings.max_steps),
        ..settings
    };
    let illegal = |message: String| Diagnostic::error(codes::container::ILLEGAL, message);
    let executable = Executable::new(shbin, 0)
        .ok_or_else(|| illegal("pica200: the file holds no program".into()))?;
    let listing = match watch.traced {
        Some(_) => list(shbin, &Remarks::default())?,
        None => Listing::default(),
    };
    let mut environment = environment(image);
    executable.load_constants(&mut environment);
    let mut outcome = Outcome {
        discarded: vec![false; image.samples],
        ..Outcome::default()
    };
    let mut outputs = SampleFile::new();
    let mut notes: Vec<String> = Vec::new();
    for sample in 0..image.samples {
        for (index, slot) in environment.inputs.iter_mut().enumerate() {
            *slot = image.input("v", index as u32, sample, MISSING);
        }
        let is_traced = watch.traced == Some(sample);
        let result = executable
            .run(&environment, &settings, &mut |step| {
                if is_traced {
                    watch.trace.push(trace_line(&step, &listing));
                }
            })
            .map_err(|fault| {
                let code = match fault.endless {
                    true => codes::files::RUN_STEPS,
                    false => codes::container::ILLEGAL,
                };
                Diagnostic::error(code, format!("pica200: {fault}"))
            })?;
        outcome.executed = outcome.executed.max(result.executed);
        for note in result.notes {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        for (register, written) in result.written.iter().enumerate() {
            if written.is_empty() {
                continue;
            }
            let rows = outputs
                .entry(register as u32)
                .or_insert_with(|| vec![UNSET; image.samples]);
            if let Some(row) = rows.get_mut(sample) {
                for lane in written.lanes() {
                    row[usize::from(lane)] = result.outputs[register][usize::from(lane)];
                }
            }
        }
    }
    outcome.outputs.insert("o".into(), outputs);
    for note in notes {
        let message = format!("pica200: {note}");
        let warning = Diagnostic::warning(codes::warning::HAZARD, message);
        watch.warnings.push(warning);
    }
    Ok(outcome)
}

/// The arithmetic of the simulator: 24-bit floats, rounded to the nearest (`on`, `nearest`) or towards zero
/// (`truncate`), or 32-bit floats.
pub(crate) const FLOAT24: Setting =
    Setting::words("float24", &["on", "off", "nearest", "truncate"]);

/// The arithmetic that the setting `float24` asks for; without it, that of the machine if the watch does.
fn precision(watch: &Watch) -> Result<Precision, Diagnostic> {
    match watch.settings.get("float24").map(String::as_str) {
        None if watch.rounds => Ok(Precision::Float24(Rounding::Nearest)),
        None | Some("off") => Ok(Precision::Single),
        Some("on" | "nearest") => Ok(Precision::Float24(Rounding::Nearest)),
        Some("truncate") => Ok(Precision::Float24(Rounding::Truncate)),
        Some(other) => Err(settings::refuse_value("pica200", &FLOAT24, other)),
    }
}

/// Uniforms of a run. Integers are numbers of eight bits; what is none is 0.
fn environment(image: &RegisterImage) -> Environment {
    let mut environment = Environment::default();
    for (index, slot) in environment.floats.iter_mut().enumerate() {
        *slot = image.uniform("c", index as u32);
    }
    for (index, slot) in environment.integers.iter_mut().enumerate() {
        *slot = image.uniform("i", index as u32).map(|lane| lane as u8);
    }
    for (index, slot) in environment.booleans.iter_mut().enumerate() {
        let value = image.uniform("b", index as u32)[0];
        *slot = !value.is_nan() && value != 0.0;
    }
    environment
}

/// The line of an instruction in the disassembly, what it is, and what it wrote.
fn trace_line(step: &Step<'_>, listing: &Listing) -> String {
    let (line, statement) = match listing.words.get(step.word) {
        Some((line, statement)) => (*line, statement.as_str()),
        None => (0, "?"),
    };
    let effect = match step.instruction {
        Instruction::Compare { .. } => {
            format!("cmp.x = {}, cmp.y = {}", step.flags[0], step.flags[1])
        }
        Instruction::MoveAddress { .. } => {
            format!("a0.x = {}, a0.y = {}", step.address[0], step.address[1])
        }
        Instruction::Loop { .. } => format!("aL = {}", step.address[2]),
        _ => match step.wrote {
            Some((register, lanes, values)) => {
                let written = lanes.lanes().map(usize::from);
                let written: Vec<(char, f32)> = written
                    .map(|lane| (LANE_NAMES[lane], values[lane]))
                    .collect();
                let names: String = written.iter().map(|(name, _)| name).collect();
                let numbers: Vec<String> =
                    written.iter().map(|(_, value)| value.to_string()).collect();
                format!("{register}.{names} = {}", numbers.join(", "))
            }
            None => String::new(),
        },
    };
    let text = format!("{line:5}  {statement:<44}  {effect}");
    text.trim_end().to_owned()
}
