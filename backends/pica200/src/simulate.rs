//! Runs a program on the registers of a run: every sample through [`sim`](crate::sim), with the
//! outputs, warnings and the recording that a [`Watch`] asks for.

use crate::container::Shbin;
use crate::effects::{self, FLAG, OFFSET, TEMPORARY, effect};
use crate::execute::{Executable, Lanes, Machine};
use crate::isa::float24::Rounding;
use crate::isa::{Opcode, UNIFORMS};
use crate::sim::{self, Execution, Precision, Settings};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::run::{Emitted, NumberFormat};
use retroshade_kit::machine::effects::by_register;
use retroshade_kit::machine::numbers::Numbers;
use retroshade_kit::machine::{
    Kind, Outcome, Recorder, Register, RegisterImage, SampleFile, UNSET, Watch,
};
use retroshade_kit::settings::{self, Setting};

/// Runs the first executable for every sample: for each vertex, or for each primitive of a geometry program.
pub(crate) fn simulate(
    shbin: &Shbin,
    image: &RegisterImage,
    watch: &mut Watch,
) -> Result<Outcome, Diagnostics> {
    let precision = precision(watch)?;
    let settings = Settings {
        precision,
        ..Settings::default()
    };
    let max_steps = watch.most_steps.unwrap_or(settings.max_steps);
    let settings = Settings {
        max_steps: max_steps.min(settings.max_steps),
        ..settings
    };
    let illegal = |message: String| Diagnostic::error(codes::container::ILLEGAL, message);
    let program = Executable::new(shbin, 0)
        .ok_or_else(|| illegal("pica200: the file holds no program".into()))?;
    let format = match precision {
        Precision::Single => None,
        Precision::Float24(_) => Some(NumberFormat::Float24),
    };
    let mut outcome = Outcome {
        format,
        discarded: vec![false; image.samples],
        ..Outcome::default()
    };
    let mut outputs = SampleFile::new();
    let mut notes: Vec<String> = Vec::new();
    let is_geometry = program.is_geometry();
    let mut vertices = Vertices::default();
    for sample in 0..image.samples {
        let mut recorder = watch.records(sample);
        if let Some(recorder) = &mut recorder {
            record_start(recorder, &program, image);
        }
        let result = sim::run(
            &program,
            image,
            sample,
            &settings,
            &mut |machine, numbers, word| {
                if let Some(recorder) = &mut recorder {
                    record((machine, numbers), &program, word, recorder);
                }
            },
        )
        .map_err(|fault| {
            let code = if fault.endless {
                codes::files::RUN_STEPS
            } else {
                codes::container::ILLEGAL
            };
            Diagnostic::error(code, format!("pica200: {fault}"))
        })?;
        outcome.executed = outcome.executed.max(result.executed);
        let unsent = is_geometry.then(|| vertices.add(&result)).flatten();
        for note in result.notes.into_iter().chain(unsent) {
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        if is_geometry {
            continue;
        }
        for (register, written) in result.written.iter().enumerate() {
            if written.is_empty() {
                continue;
            }
            let rows = outputs
                .entry(register as u32)
                .or_insert_with(|| vec![UNSET; image.samples]);
            for lane in written.lanes() {
                rows[sample][usize::from(lane)] = result.outputs[register][usize::from(lane)];
            }
        }
    }
    if is_geometry {
        outputs = vertices.outputs;
        outcome.emitted = Some(vertices.emitted);
    }
    outcome.outputs.insert("o".into(), outputs);
    for note in notes {
        let message = format!("pica200: {note}");
        let warning = Diagnostic::warning(codes::warning::HAZARD, message);
        watch.warnings.push(warning);
    }
    Ok(outcome)
}

/// The vertices that a geometry program made of all primitives.
#[derive(Debug, Default)]
struct Vertices {
    outputs: SampleFile,
    emitted: Emitted,
}

impl Vertices {
    /// Adds those of a primitive, and says what is wrong with its triangles.
    fn add(&mut self, execution: &Execution) -> Option<String> {
        let before: usize = self.emitted.vertices.iter().sum();
        self.emitted.vertices.push(execution.emitted.len());
        let mut slots: [Option<usize>; 3] = [None; 3];
        let mut fault = None;
        for (row, emission) in (before..).zip(&execution.emitted) {
            for (register, written) in (0..).zip(&execution.written) {
                let rows = self.outputs.entry(register).or_default();
                rows.resize(row, UNSET);
                let mut value = UNSET;
                for lane in written.lanes() {
                    value[usize::from(lane)] =
                        emission.outputs[register as usize][usize::from(lane)];
                }
                rows.push(value);
            }
            if let Some(slot) = slots.get_mut(usize::from(emission.vertex)) {
                *slot = Some(row);
            }
            if !emission.primitive {
                continue;
            }
            match (slots, emission.winding) {
                ([Some(a), Some(b), Some(c)], false) => self.emitted.triangles.push([a, b, c]),
                ([Some(a), Some(b), Some(c)], true) => self.emitted.triangles.push([b, a, c]),
                _ => {
                    fault =
                        Some("a triangle is sent on before all three slots hold a vertex".into());
                }
            }
        }
        fault
    }
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

/// Records what the program finds: constants of its file, which no image has, among the uniforms.
pub fn record_start(recorder: &mut Recorder, program: &Executable, image: &RegisterImage) {
    for number in 0..UNIFORMS {
        let value = program.float(number, image);
        if value.iter().any(|lane| !lane.is_nan()) {
            recorder.hold(Kind::Uniform, &format!("c{number}"), value);
        }
    }
    hold_counters(recorder, [0.0; 4], [0.0; 4], 0.0);
}

/// The registers as the assembly spells them.
const FLAGS: &str = "cmp";
const ADDRESS: &str = "a0";
const COUNTER: &str = "aL";

/// Records an instruction that ran, by its word.
pub fn record<N: Numbers>(
    (machine, numbers): (&Machine<'_, N>, &mut N),
    program: &Executable,
    word: usize,
    recorder: &mut Recorder,
) {
    let Some(instruction) = program.instruction(word) else {
        return;
    };
    recorder.begin(word);
    let [flags, address] = [machine.flags, machine.address].map(|[x, y]| {
        let [x, y] = [x, y].map(|lane| numbers.recorded(lane, 0));
        [x, y, 0.0, 0.0]
    });
    let address = address.map(|lane| (lane as i32) as f32);
    let counter = machine.counter() as f32;
    let writes = effect(instruction).writes;
    for (place, lanes) in by_register(&writes) {
        let number = usize::from(place.number & 15);
        let mut register = |registers: &[Lanes<N::Value>; 16]| {
            let held = registers[number];
            held.map(|lane| lane.map_or(0.0, |lane| numbers.recorded(lane, 0)))
        };
        match place.file {
            FLAG => recorder.write(Kind::Flag, FLAGS, lanes, flags),
            OFFSET if lanes == effects::COUNTER => {
                recorder.write(Kind::Address, COUNTER, 1, [counter; 4]);
            }
            OFFSET => recorder.write(Kind::Address, ADDRESS, lanes, address),
            file => {
                let value = match file {
                    TEMPORARY => register(&machine.temporaries),
                    _ => register(machine.outputs()),
                };
                recorder.write(file.kind, &format!("{}{number}", file.name), lanes, value);
            }
        }
    }
    if instruction.opcode() == Opcode::Emit {
        recorder.say("a vertex is emitted");
    }
    // The end of a loop's body counts, too.
    hold_counters(recorder, flags, address, counter);
}

fn hold_counters(recorder: &mut Recorder, flags: Register, address: Register, counter: f32) {
    recorder.hold_lanes(Kind::Flag, FLAGS, 0b0011, flags);
    recorder.hold_lanes(Kind::Address, ADDRESS, 0b0011, address);
    recorder.hold_one(Kind::Address, COUNTER, counter);
}
