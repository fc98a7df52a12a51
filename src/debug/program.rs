//! What is stepped through.

use super::locals::Variables;
use super::names::Names;
use super::origins::{Origins, SourceLine, expanded};
use crate::{Compiler, Source};
use retroshade_diagnostics::{Diagnostic, Diagnostics, SourceMap, codes};
use retroshade_ir::Stage;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_kit::listing::Style;
use retroshade_kit::machine::{self, Recorder, Recording, Step, Watch};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Compiled, Target};

/// A line of machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeRow {
    /// As the disassembler writes it.
    pub text: String,
    /// The number of the instruction, from 0; labels, names and directives have none.
    pub instruction: Option<usize>,
}

/// The rows of a text in the style of its target.
fn code_rows(text: &str, style: &Style) -> Vec<CodeRow> {
    let mut places = style.places(text).into_iter().enumerate().peekable();
    let mut start = 0;
    let row = |line: &str| {
        start += line.len();
        let instruction = places.next_if(|(_, place)| place.start < start);
        CodeRow {
            text: expanded(line.trim_end()),
            instruction: instruction.map(|(number, _)| number),
        }
    };
    text.split_inclusive('\n').map(row).collect()
}

/// Machine code with what one sample did in it.
#[derive(Clone, Debug)]
pub struct Traced {
    /// The text of the program.
    pub code: Vec<CodeRow>,
    /// What happened.
    pub recording: Recording,
}

impl Traced {
    /// A recording of a program of a target with its text.
    pub fn new(target: &dyn Target, stage: Stage, text: &str, recording: Recording) -> Traced {
        Traced {
            code: code_rows(text, &target.listing(stage)),
            recording,
        }
    }

    /// The row of an instruction.
    pub fn row_of(&self, instruction: usize) -> Option<usize> {
        let mut rows = self.code.iter();
        rows.position(|row| row.instruction == Some(instruction))
    }

    /// The text of an instruction without indentation.
    pub fn text_of(&self, instruction: usize) -> &str {
        let row = self.row_of(instruction).and_then(|row| self.code.get(row));
        row.map_or("?", |row| row.text.trim())
    }

    /// A line for a step: `number`, the instruction, what it did.
    pub(super) fn line(&self, number: usize, step: &Step) -> String {
        let effect = self.recording.effect(step);
        beside(
            &format!("{number:5}  "),
            self.text_of(step.instruction),
            &effect,
        )
    }

    /// A line for each step, with the number of the instruction's line in the text, 1 for the first.
    pub fn trace(&self) -> impl Iterator<Item = String> + '_ {
        self.recording.steps.iter().map(|step| {
            let row = self.row_of(step.instruction);
            self.line(row.map_or(0, |row| row + 1), step)
        })
    }
}

/// How a run came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended.
    Ended,
    /// The simulator stopped it, or found at the end what the machine leaves undefined: why.
    Stopped(Vec<String>),
}

impl End {
    /// By what the simulator said. `longer` says how to follow a program that was stopped for its length.
    fn of(errors: &Diagnostics, longer: &str) -> End {
        let message = |error: &Diagnostic| {
            if error.code == codes::files::RUN_STEPS {
                format!("{}{longer}", error.message)
            } else {
                error.message.clone()
            }
        };
        let messages: Vec<String> = errors.iter().map(message).collect();
        if messages.is_empty() {
            End::Ended
        } else {
            End::Stopped(messages)
        }
    }
}

/// A program with everything that a user looks at.
#[derive(Clone, Debug)]
pub struct Program {
    /// What it is called, such as `water.frag for lima, sample 0`.
    pub title: String,
    /// Its stage.
    pub stage: Stage,
    /// Machine code and recording.
    pub traced: Traced,
    /// Sources.
    pub from: Origins,
    /// Names of variables.
    pub names: Names,
    /// Local variables.
    pub locals: Variables,
    /// How the run ended.
    pub end: End,
}

/// A program of a target that ran, with its text and its record.
#[derive(Clone, Copy)]
pub struct Ran<'a> {
    /// The target.
    pub target: &'static dyn Target,
    /// The text of the program.
    pub text: &'a str,
    /// What names its registers.
    pub record: &'a Reflection,
    /// What a message about a program that was stopped for its length ends with.
    pub longer: &'a str,
}

impl Program {
    /// A run with the recording that a watch has of it. `errors` is what the run ended with.
    ///
    /// # Errors
    /// The errors, where no instruction ran: they are about the data.
    pub fn recorded(
        title: String,
        ran: Ran<'_>,
        from: Origins,
        recorder: Option<Recorder>,
        errors: Diagnostics,
    ) -> Result<Program, Diagnostics> {
        let recording = recorder.map(Recorder::finish).unwrap_or_default();
        if recording.steps.is_empty() && errors.has_errors() {
            return Err(errors);
        }
        let stage = Stage::of_name(&ran.record.stage).unwrap_or(Stage::Vertex);
        Ok(Program {
            title,
            stage,
            traced: Traced::new(ran.target, stage, ran.text, recording),
            from,
            names: Names::of(ran.record),
            locals: Variables::default(),
            end: End::of(&errors, ran.longer),
        })
    }

    /// Runs a compiled program and records it as the watch says.
    ///
    /// # Errors
    /// Data that is missing or does not fit.
    pub fn compiled(
        title: String,
        target: &'static dyn Target,
        (compiled, binary): (&Compiled, Binary<'_>),
        sources: &SourceMap,
        (inputs, watch): (&RunInputs, &mut Watch),
        longer: &str,
    ) -> Result<Program, Diagnostics> {
        let program = (compiled, binary);
        let ran = Program::with_outputs(title, target, program, sources, (inputs, watch), longer);
        ran.map(|(program, _)| program)
    }

    /// As [`Program::compiled`], with what the program writes; nothing where the run was stopped.
    ///
    /// # Errors
    /// Data that is missing or does not fit.
    pub fn with_outputs(
        title: String,
        target: &'static dyn Target,
        (compiled, binary): (&Compiled, Binary<'_>),
        sources: &SourceMap,
        (inputs, watch): (&RunInputs, &mut Watch),
        longer: &str,
    ) -> Result<(Program, Option<RunOutputs>), Diagnostics> {
        let record = &compiled.reflection;
        let ran = machine::run_watched(target, binary, record, inputs, watch);
        let from = Origins::of_spans(sources, &compiled.spans);
        let (outputs, errors) = match ran {
            Ok(outputs) => (Some(outputs), Diagnostics::new()),
            Err(errors) => (None, errors),
        };
        let ran = Ran {
            target,
            text: &compiled.assembly,
            record,
            longer,
        };
        let program = Program::recorded(title, ran, from, watch.recorder.take(), errors)?;
        Ok((program, outputs))
    }

    /// Adds the local variables of the source that the program was made of.
    #[must_use]
    pub fn with_locals(
        mut self,
        compiler: &Compiler,
        source: &Source,
        program: (Binary<'_>, &Reflection),
        run: (&RunInputs, usize),
    ) -> Program {
        let shown = (&self.from, &self.traced.recording);
        self.locals = Variables::follow(compiler, source, program, run, shown);
        self
    }

    /// The number of steps that ran.
    pub fn steps(&self) -> usize {
        self.traced.recording.steps.len()
    }

    /// The instruction that runs next after so many steps; `None` at the end.
    pub fn next_instruction(&self, at: usize) -> Option<usize> {
        let step = self.traced.recording.steps.get(at);
        step.map(|step| step.instruction)
    }

    /// The line of the source that runs next after so many steps.
    pub fn next_place(&self, at: usize) -> Option<SourceLine> {
        self.from.of(self.next_instruction(at)?)
    }
}

/// A text behind an instruction, or below one that is long.
pub(super) fn beside(number: &str, instruction: &str, more: &str) -> String {
    let line = if instruction.chars().count() > LONG && !more.is_empty() {
        format!("{number}{instruction}\n{:7}{more}", "")
    } else {
        format!("{number}{instruction:<44}  {more}")
    };
    line.trim_end().to_owned()
}

/// Characters of an instruction beside which nothing more stands.
const LONG: usize = 64;
