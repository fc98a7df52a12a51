//! From vectors without registers to a finished program: registers, layout, descriptors, and the proof of the
//! result.

mod allocate;
mod bound;
mod check;
#[cfg(test)]
mod check_test;
mod emit;
mod literals;
mod outline;
mod share;

use crate::container::{Constant, Executable, Kind, Shbin};
use crate::counters::Counters;
use crate::isa::{
    DESCRIPTORS, DescriptorTable, GEOMETRY_WORDS, Instruction, TEMPORARIES, TableFull, UNIFORMS,
    Unencodable, VERTEX_WORDS, descriptors_needed, encode_all,
};
use crate::machine::{NanResult, Program as Code};
use crate::rules::{self, Hazard, Problem};
use crate::select::{Pass, Settings};
pub use allocate::BUDGET;
use allocate::Lanes;
use emit::Word;
use literals::Literals;
use outline::Program;
use outline::align::align;
use retroshade_diagnostics::{Code as ErrorCode, Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::entity::EntitySet;
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::incumbent::{Incumbent, is_defect};
use retroshade_kit::mir::clusters::Clusters;
use retroshade_kit::mir::ranges;

/// Whether code that is there several times becomes procedures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedures {
    /// Only if the program does not fit the code memory otherwise: each call is a word more to run.
    IfNeeded,
    /// Where they save words.
    Always,
}

/// What scheduling needs to know of the program besides its code.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Float uniform registers that literals cannot have.
    pub taken: EntitySet<u8>,
    /// The boolean uniform that loops may take as always true.
    pub truth: Option<u8>,
    /// The number of times that the search for registers may begin again, [`BUDGET`] by default.
    pub budget: u32,
    /// Tables of the container; constants and the extent of the code are filled in.
    pub executable: Executable,
}

impl Frame {
    /// Words of code memory for the program.
    fn word_limit(&self) -> usize {
        match self.executable.kind {
            Kind::Vertex => VERTEX_WORDS,
            Kind::Geometry(_) => GEOMETRY_WORDS,
        }
    }
}

/// A finished program.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The program.
    pub shbin: Shbin,
    /// For each word where it came from.
    pub spans: Vec<Span>,
    /// Temporary registers used.
    pub temporaries: u16,
    /// What the selected operations take at least (the module `bound`); `None` where procedures were tried.
    pub schedule_bound: Option<u32>,
}

/// The treatment of code that occurs several times, in one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outline {
    /// It stays where it is.
    No,
    /// Words that are equal become procedures.
    Words,
    /// Copies are given the same registers first.
    Aligned,
}

/// How to finish a program.
pub struct Plan<'a> {
    /// What makes more code equal, for programs with procedures.
    pub equate: &'a [Pass],
    /// Ways from lanes to vectors; the shortest program wins.
    pub finish: &'a [&'static [Pass]],
    /// What the passes are told.
    pub settings: &'a Settings,
    /// Whether code that is there several times becomes procedures.
    pub procedures: Procedures,
}

/// Makes a program of code; `None` where the hooks stopped the passes.
///
/// # Errors
/// Limits of the machine, with numbers; and defects.
pub fn schedule(
    code: &Code,
    frame: &Frame,
    plan: &Plan<'_>,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Finished>, Diagnostics> {
    let bound = bound::words(code);
    let limit = frame.word_limit();
    let longer = || {
        let passed = bound::passed(code, limit);
        too_long(&format!("{bound} or more"), limit, passed)
    };
    // What is certain not to fit is not tried.
    if bound > limit.max(outline::WORDS) {
        return Err(longer().into());
    }
    let Some(formed) = form(code, plan, hooks)? else {
        return Ok(None);
    };
    let attempts = Attempts {
        frame,
        nan: plan.settings.nan,
        bound: bound as u32,
        descriptors: Sharing::AsTheyCome,
    };
    let plain = ways(&formed, &[Outline::No]);
    let found = match plan.procedures {
        Procedures::Always => None,
        Procedures::IfNeeded if bound > limit => Some(Err(longer().into())),
        Procedures::IfNeeded => Some(attempts.shortest(&plain)),
    };
    let found = match found {
        Some(found) if !is_too_long(&found) => found,
        found => {
            let Some(equated) = equated(code, plan, hooks)? else {
                return Ok(None);
            };
            let mut all = ways(&formed, &[Outline::Words, Outline::Aligned]);
            all.extend(ways(&equated, &[Outline::Aligned]));
            match found {
                None => attempts.shortest(&all),
                Some(refusal) => attempts.first_that_fits(&all).unwrap_or(refusal),
            }
        }
    };
    let found = match found {
        Err(error) if has(&error, codes::limit::DESCRIPTORS) => {
            let attempts = Attempts {
                descriptors: Sharing::Sought,
                ..attempts
            };
            let fits = attempts.first_that_fits(&plain);
            fits.unwrap_or(Err(error))
        }
        found => found,
    };
    found.map(Some)
}

/// A program in vectors, by the way in which they were formed; `None` where the hooks stopped the passes.
fn form(
    code: &Code,
    plan: &Plan<'_>,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Vec<Code>>, Diagnostics> {
    let mut formed = Vec::new();
    for passes in plan.finish {
        let mut program = code.clone();
        let report = pass::run(passes, &mut program, plan.settings, hooks)?;
        if report.stopped_after.is_some() {
            return Ok(None);
        }
        formed.push(program);
    }
    Ok(Some(formed))
}

/// The same after more of its code was made equal; none if there is no more.
fn equated(
    code: &Code,
    plan: &Plan<'_>,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Vec<Code>>, Diagnostics> {
    let mut equated = code.clone();
    let report = pass::run(plan.equate, &mut equated, plan.settings, hooks)?;
    if report.stopped_after.is_some() {
        return Ok(None);
    }
    if !report.changed {
        return Ok(Some(Vec::new()));
    }
    form(&equated, plan, hooks)
}

/// Programs to finish, each with every one of some treatments.
fn ways<'a>(formed: &'a [Code], outlines: &[Outline]) -> Vec<(&'a Code, Outline)> {
    let pairs = formed
        .iter()
        .flat_map(|code| outlines.iter().map(move |outline| (code, *outline)));
    pairs.collect()
}

fn is_too_long(found: &Result<Finished, Diagnostics>) -> bool {
    found
        .as_ref()
        .is_err_and(|error| has(error, codes::limit::INSTRUCTIONS))
}

/// True if a refusal is for a reason.
fn has(refusal: &Diagnostics, code: ErrorCode) -> bool {
    refusal.iter().any(|error| error.code == code)
}

/// The refusal of a program of this length, and what the limit is passed by.
fn too_long(words: &str, limit: usize, at: Span) -> Diagnostic {
    let message =
        format!("pica200: the program needs {words} instruction words, the limit is {limit}");
    Diagnostic::error(codes::limit::INSTRUCTIONS, message).at(at, "the limit is passed here")
}

/// The choice of operand descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    /// Instructions share those that they happen to have in common.
    AsTheyCome,
    /// The order of operands and the lanes of registers are chosen for it, which takes long.
    Sought,
}

/// A program with what it was encoded from.
#[derive(Clone, Debug)]
struct Made {
    program: Program,
    literals: Literals,
    shbin: Shbin,
    temporaries: u16,
}

/// What attempts have in common.
struct Attempts<'a> {
    frame: &'a Frame,
    nan: NanResult,
    /// What the operations take at least (the module `bound`).
    bound: u32,
    descriptors: Sharing,
}

impl Attempts<'_> {
    /// The first of these ways that fits the machine; `None` if none does.
    fn first_that_fits(&self, ways: &[(&Code, Outline)]) -> Option<Result<Finished, Diagnostics>> {
        for (code, outline) in ways {
            match self.attempt(code, *outline) {
                Err(error) if !is_defect(&error) => {}
                done => return Some(done),
            }
        }
        None
    }

    fn shortest(&self, ways: &[(&Code, Outline)]) -> Result<Finished, Diagnostics> {
        let mut best: Incumbent<Finished> = Incumbent::of_last_refusal();
        let length = |found: &Finished| found.shbin.code.len();
        for (code, outline) in ways {
            let found = self.attempt(code, *outline);
            let known = best.best().map_or(usize::MAX, length);
            best.consider(found.map(|found| Some(found).filter(|found| length(found) < known)))?;
        }
        best.finish("pica200 schedule")
    }

    fn attempt(&self, code: &Code, outline: Outline) -> Result<Finished, Diagnostics> {
        let made = self.make(code, outline)?;
        let words = &made.program.words;
        if let Some(problem) = rules::verify(&made.shbin).first() {
            return Err(limit_or_defect(problem, words).into());
        }
        check::check(code, self.nan, &made.program, &made.literals, &made.shbin)?;
        Ok(Finished {
            schedule_bound: (outline == Outline::No).then_some(self.bound),
            spans: words.iter().map(|word| word.span).collect(),
            shbin: made.shbin,
            temporaries: made.temporaries,
        })
    }

    /// A program that was not checked yet.
    fn make(&self, code: &Code, outline: Outline) -> Result<Made, Diagnostics> {
        let frame = self.frame;
        let mut clusters = Clusters::of_vectors(code);
        let ranges = ranges::live_ranges(code);
        let twins = match outline {
            Outline::Aligned => align(code, &mut clusters, &ranges),
            Outline::No | Outline::Words => Clusters::new(code),
        };
        let mut lanes = allocate::assign(code, &clusters, &twins, &ranges, frame.budget)
            .map_err(|pressure| no_register(code, pressure))?;
        let literals = Literals::collect(code, &frame.taken).map_err(|no_room| {
            let message = format!(
                "pica200: the literals need {} of {UNIFORMS} uniform registers, {} are free",
                no_room.needed, no_room.free
            );
            Diagnostic::error(codes::limit::CONSTANTS, message)
        })?;
        let emit = |lanes: &Lanes| {
            let table = match self.descriptors {
                Sharing::AsTheyCome => None,
                Sharing::Sought => Some(DescriptorTable::unbounded()),
            };
            emit::emit(code, lanes, &literals, frame.truth, self.nan, table)
        };
        if self.descriptors == Sharing::Sought {
            lanes = share::share(code, lanes, |lanes| {
                let layout = emit(lanes).ok()?;
                let instructions = layout.words.iter().map(|word| &word.instruction);
                Some(descriptors_needed(instructions))
            });
        }
        let mut layout = emit(&lanes)?;
        let laid = std::mem::take(&mut layout.words);
        let program = match outline {
            Outline::No => Program::plain(laid),
            Outline::Words | Outline::Aligned => Program::outlined(laid),
        };
        let limit = frame.word_limit();
        if program.words.len() > limit {
            let worst = program.words.get(limit);
            let worst = worst.map_or(Span::NONE, |word| word.span);
            return Err(too_long(&program.words.len().to_string(), limit, worst).into());
        }
        let (words, descriptors) = encode(&program.words)?;
        let mut executable = frame.executable.clone();
        executable.end = program.end as u32;
        // Behind the tables that the body indexes.
        executable.constants.extend(constants(
            &literals,
            &layout.counters,
            frame.truth.filter(|_| layout.needs_true),
        ));
        Ok(Made {
            shbin: Shbin {
                code: words,
                descriptors,
                executables: vec![executable],
            },
            program,
            literals,
            temporaries: lanes.used,
        })
    }
}

/// The refusal of a program whose values find no registers.
fn no_register(code: &Code, pressure: allocate::Pressure) -> Diagnostic {
    let limit = 4 * usize::from(TEMPORARIES);
    let message = format!(
        "pica200: {} values are live at once; the {TEMPORARIES} temporary registers hold {limit} \
         and not every combination of vectors",
        pressure.live
    );
    Diagnostic::error(codes::limit::TEMPORARIES, message)
        .at(span_at(code, pressure.point / 2), "here")
        .with_help("the chip has no memory to spill to: compute less at once")
}

/// Blocks may stand in one another more deeply in a source than the chip can: passes compute without a condition what
/// they can, but not a loop. Every other rule that a program breaks is a defect.
fn limit_or_defect(problem: &Problem, words: &[Word]) -> Diagnostic {
    if let Hazard::TooDeep(what, limit) = problem.hazard {
        let word = problem.word.and_then(|word| words.get(word));
        let message = format!("pica200: {what} are nested more deeply than {limit}");
        return Diagnostic::error(codes::limit::NESTED_BLOCKS, message)
            .at(
                word.map_or(Span::NONE, |word| word.span),
                "one level too many",
            )
            .with_help("join conditions with `&&`, or give a `switch` fewer cases around a loop");
    }
    let place = problem
        .word
        .map_or(String::new(), |word| format!("word {word}: "));
    Diagnostic::bug("pica200 check", format!("{place}{}", problem.message()))
}

/// The source of an instruction by its number in layout order.
fn span_at(code: &Code, number: u32) -> Span {
    let spans: Vec<Span> = code
        .ops_outer_first()
        .into_iter()
        .map(|id| code.ops[id].span)
        .collect();
    let found = spans.get(number as usize).or(spans.last());
    found.copied().unwrap_or(Span::NONE)
}

/// Words and descriptors.
fn encode(words: &[Word]) -> Result<(Vec<u32>, Vec<u32>), Diagnostic> {
    let instructions: Vec<Instruction> = words.iter().map(|word| word.instruction).collect();
    encode_all(&instructions).map_err(|(at, why)| {
        let span = words.get(at).map_or(Span::NONE, |word| word.span);
        match why {
            Unencodable::Full(full) => {
                let message = match full {
                    TableFull::All => format!(
                        "pica200: the program needs {} operand descriptors, the limit is {DESCRIPTORS}",
                        descriptors_needed(instructions.iter())
                    ),
                    TableFull::Mad => format!("pica200: {full}"),
                };
                Diagnostic::error(codes::limit::DESCRIPTORS, message)
                    .at(span, "the first that finds no place")
            }
            Unencodable::Field(refusal) => {
                Diagnostic::bug("pica200 encode", refusal.to_string()).at(span, "for this")
            }
        }
    })
}

fn constants(literals: &Literals, counters: &Counters, truth: Option<u8>) -> Vec<Constant> {
    let floats = literals.registers.iter().map(|(register, words)| {
        let lane = |k: usize| words.get(k).copied().unwrap_or(0);
        Constant::Float {
            index: *register,
            value: [lane(0), lane(1), lane(2), lane(3)],
        }
    });
    let truth = truth.map(|index| Constant::Boolean { index, value: true });
    // The machine runs one round more than the number says.
    let counters = counters
        .iter()
        .map(|(index, rounds, step)| Constant::Integer {
            index,
            value: [rounds.saturating_sub(1) as u8, 0, step, 0],
        });
    floats.chain(counters).chain(truth).collect()
}
