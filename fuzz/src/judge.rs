//! One program against the interpreter, at each level of each target.

use crate::generate::Sample;
use crate::text::Initial;
use retroshade_diagnostics::{Diagnostics, Severity, SourceFile, SourceMap};
use retroshade_frontend::preprocess::{NoIncludes, Options};
use retroshade_frontend::{Request, compile};
use retroshade_ir::pass::{After, Hooks};
use retroshade_ir::run::RunOutputs;
use retroshade_ir::verify::verify;
use retroshade_ir::{Shader, Stage, deep, eval, text};
use retroshade_kit::machine;
use retroshade_kit::target::{Binary, Compiled, Optimize, Options as Settings, Position, Target};

/// All levels of optimisation that differ.
pub const LEVELS: [Optimize; 4] = [
    Optimize::None,
    Optimize::Normal,
    Optimize::Size,
    Optimize::Most,
];

/// How a program failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The frontend refuses it, or the interpreter does: a defect of the generator or of one of these.
    Program,
    /// The compiler reports a defect of its own.
    Bug,
    /// The compiler refuses it for something that it cannot refuse.
    Refusal,
    /// The simulator refuses the code.
    Illegal,
    /// Other numbers.
    Wrong,
    /// The printed form of the shader is no shader, or compiles to another program.
    Printed,
}

/// A failure and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// How.
    pub kind: Kind,
    /// The target; empty for [`Kind::Program`].
    pub target: &'static str,
    /// The level.
    pub level: Optimize,
    /// What happened.
    pub message: String,
}

impl Failure {
    /// Whether another failure is probably of the same cause.
    pub fn is_like(&self, other: &Failure) -> bool {
        let same = (self.kind, self.target) == (other.kind, other.target);
        same && (self.kind == Kind::Wrong || self.place() == other.place())
    }

    /// The message without its numbers.
    pub fn place(&self) -> String {
        self.message
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .collect()
    }
}

/// What came of a program on a target at a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The same numbers.
    Right,
    /// The same numbers up to the rounding of short constants.
    Rounded,
    /// The target cannot do that, with the code of the reason.
    Refused(&'static str),
    /// A failure.
    Failed(Failure),
}

/// The expectation of a program, and the shader of its frontend.
#[derive(Clone, Debug)]
pub struct Judge<'a> {
    sample: &'a Sample,
    shader: Shader,
    /// Runs with different values of what has none.
    wanted: Vec<RunOutputs>,
}

/// Values for variables without one.
const INITIAL: [f32; 4] = [0.0, 0.5, -3.0, 2.0];

/// Relative error of results where rounding functions stand in the program.
const ROUNDING: f64 = 1e-2;

impl<'a> Judge<'a> {
    /// Compiles a program to the representation and runs it.
    ///
    /// # Errors
    /// The frontend or the interpreter takes it not.
    pub fn new(sample: &'a Sample) -> Result<Judge<'a>, Failure> {
        let program = &sample.program;
        let run = |shader: &Shader| {
            eval::run(shader, &sample.inputs).map_err(|errors| failure(first(&errors).1))
        };
        let shader = lowered(sample.stage, &program.text(Initial::Missing))?;
        let mut wanted = vec![run(&shader)?];
        if program.has_undefined() {
            for number in INITIAL {
                let text = program.text(Initial::Number(number));
                wanted.push(run(&lowered(sample.stage, &text)?)?);
            }
        }
        Ok(Judge {
            sample,
            shader,
            wanted,
        })
    }

    /// Compiles for a target at a level, runs, compares.
    pub fn on(&self, target: &'static dyn Target, level: Optimize) -> Verdict {
        let fail = |kind, message| {
            Verdict::Failed(Failure {
                kind,
                target: target.name(),
                level,
                message,
            })
        };
        let settings = settings(level);
        let compiled = match guarded(|| target.compile(&self.shader, &settings)) {
            Ok(compiled) => compiled,
            Err(errors) => {
                let (code, message) = first(&errors);
                return match code {
                    code if may_refuse(code) => Verdict::Refused(code),
                    "E0000" => fail(Kind::Bug, message),
                    _ => fail(Kind::Refusal, format!("{code}: {message}")),
                };
            }
        };
        let program = Binary {
            stage: Some(self.sample.stage),
            ..compiled.as_binary()
        };
        let run = || machine::run(target, program, &compiled.reflection, &self.sample.inputs);
        match guarded(run) {
            Ok(found) => match self.difference(&found) {
                None => Verdict::Right,
                Some((_, by)) if by <= self.allowed(target) => Verdict::Rounded,
                Some((message, _)) => fail(Kind::Wrong, message),
            },
            Err(errors) => fail(Kind::Illegal, first(&errors).1),
        }
    }

    /// Whether the printed form after each pass reads back to a valid shader, after the last pass to one
    /// that may go through the passes again, and that of the frontend's shader to one that compiles to
    /// the same program.
    ///
    /// # Errors
    /// Where not.
    pub fn printed(&self, target: &'static dyn Target, level: Optimize) -> Result<(), Failure> {
        let fail = |message| Failure {
            kind: Kind::Printed,
            target: target.name(),
            level,
            message,
        };
        let settings = Settings {
            position: Position::Native,
            ..settings(level)
        };
        let mut fault = None;
        let mut look = |pass: &'static str, shader: &Shader| {
            let found = read_back(shader);
            if let (None, Err(message)) = (&fault, found) {
                fault = Some(format!("after {pass}: {message}"));
            }
        };
        let mut hooks = Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        };
        let mut prepared = self.shader.clone();
        let outcome = target.prepare(&mut prepared, &settings, &mut hooks);
        if let Some(message) = fault {
            return Err(fail(message));
        }
        if outcome.is_err() {
            return Ok(());
        }
        let mut second = read_back(&prepared).map_err(fail)?;
        let mut hooks = Hooks {
            verify: true,
            ..Hooks::default()
        };
        if let Err(errors) = target.prepare(&mut second, &settings, &mut hooks) {
            let message = first(&errors).1;
            return Err(fail(format!(
                "the passes take not what they left: {message}"
            )));
        }
        let again = read_back(&self.shader).map_err(fail)?;
        let compile = |shader: &Shader| -> Option<Compiled> {
            guarded(|| target.compile(shader, &settings)).ok()
        };
        let (one, two) = (compile(&self.shader), compile(&again));
        match one.map(|one| one.binary) == two.map(|two| two.binary) {
            true => Ok(()),
            false => Err(fail("the printed form compiles to another program".into())),
        }
    }

    /// How far results may be off besides: targets whose constants are short round those that folding
    /// makes of the program's.
    fn allowed(&self, target: &'static dyn Target) -> f64 {
        match (target.name(), self.sample.stage) {
            ("lima", Stage::Fragment) => self.sample.size / 512.0,
            ("pica200", _) => self.sample.size / 16_384.0,
            _ => 0.0,
        }
    }

    /// The largest difference.
    fn difference(&self, found: &RunOutputs) -> Option<(String, f64)> {
        let gone = |outputs: &RunOutputs, index: usize| {
            let list = outputs.discarded.as_ref();
            list.is_some_and(|list| list.get(index).copied().unwrap_or(false))
        };
        let mut worst: Option<(String, f64)> = None;
        for (name, rows) in &self.wanted[0].outputs {
            let Some(others) = found.outputs.get(name) else {
                return Some((format!("{name} is missing"), f64::INFINITY));
            };
            let rounded = self
                .sample
                .rounded
                .iter()
                .find(|(rounded, _)| rounded == name);
            let allowed = rounded.map_or(0.0, |(_, size)| size * ROUNDING);
            for (index, (row, other)) in rows.iter().zip(others).enumerate() {
                let lost = gone(&self.wanted[0], index);
                if self.wanted.iter().any(|run| gone(run, index) != lost) {
                    continue;
                }
                if gone(found, index) != lost {
                    let message = format!("sample {index} is discarded: {}, wanted {lost}", !lost);
                    return Some((message, f64::INFINITY));
                }
                for (lane, (&wanted, &value)) in row.iter().zip(other).enumerate() {
                    let same = |run: &RunOutputs| run.outputs[name][index][lane] == wanted;
                    if lost || !wanted.is_finite() || !self.wanted.iter().all(same) {
                        continue;
                    }
                    let off = (f64::from(value) - f64::from(wanted)).abs();
                    let off = if off.is_nan() { f64::INFINITY } else { off };
                    if off > allowed && worst.as_ref().is_none_or(|(_, most)| off > *most) {
                        let place = format!("{name}[{lane}] of sample {index}");
                        worst = Some((format!("{place} is {value}, wanted {wanted}"), off));
                    }
                }
            }
        }
        worst
    }
}

fn settings(level: Optimize) -> Settings {
    Settings {
        optimize: level,
        position: Position::Clip,
        ..Settings::default()
    }
}

/// Whether a code says that a target cannot do something, or has not enough of something.
fn may_refuse(code: &str) -> bool {
    code.starts_with("E03") || code.starts_with("E04")
}

fn guarded<T: Send>(
    work: impl FnOnce() -> Result<T, Diagnostics> + Send,
) -> Result<T, Diagnostics> {
    deep::guarded(work).unwrap_or_else(|panic| {
        Err(retroshade_diagnostics::Diagnostic::bug("compiler", panic).into())
    })
}

/// The code and the text of the first error.
fn first(errors: &Diagnostics) -> (&'static str, String) {
    let error = errors
        .iter()
        .find(|error| error.severity >= Severity::Error);
    match error {
        Some(error) => (error.code.id, error.message.clone()),
        None => ("E0000", "no result and no error".into()),
    }
}

fn failure(message: String) -> Failure {
    Failure {
        kind: Kind::Program,
        target: "",
        level: Optimize::None,
        message,
    }
}

fn lowered(stage: Stage, source: &str) -> Result<Shader, Failure> {
    let mut sources = SourceMap::new();
    let file = sources.add(SourceFile::new("random", source));
    let mut diagnostics = Diagnostics::new();
    let mut includes = Vec::new();
    let result = {
        let mut request = Request {
            sources: &mut sources,
            file,
            stage: Some(stage),
            options: &Options::default(),
            includer: &mut NoIncludes,
            diagnostics: &mut diagnostics,
            includes: &mut includes,
        };
        deep::guarded(|| compile(&mut request)).map_err(failure)?
    };
    result.ok_or_else(|| failure(first(&diagnostics).1))
}

fn read_back(shader: &Shader) -> Result<Shader, String> {
    let printed = text::print(shader);
    let read = text::parse(&printed, retroshade_diagnostics::FileId(0));
    let read = read.map_err(|fault| fault.message)?;
    verify(&read).map_err(|faults| faults.iter().map(ToString::to_string).collect::<String>())?;
    Ok(read)
}
