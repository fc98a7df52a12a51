//! From a shader that went through the passes to a checked program.

use crate::decode;
use crate::encode::{Filler, Words, encode};
use crate::interface::{self, Layout};
use crate::isa::{SLOTS, TEMPORARIES};
use crate::machine::{Program, View, ViewOp};
use crate::position::{self, Prepared};
use crate::program::Register;
use crate::schedule::{self, Effort, Schedule, ScheduleError};
use crate::select::{self, Pass, Request};
use crate::settings::Settings;
use crate::{EXACT_REWRITES, FINISH, JOINS, PIPELINE, REWRITES};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
use retroshade_ir::entity::EntitySet;
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::incumbent::Incumbent;
use retroshade_kit::mir::LiteralRegister;
use retroshade_kit::target::{Optimize, Options};

/// A program with all that is known of it.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The shader with its epilogue.
    pub prepared: Prepared,
    /// Registers of the interface.
    pub layout: Layout,
    /// Literal registers.
    pub literals: Vec<LiteralRegister>,
    /// The order.
    pub schedule: Schedule,
    /// Where each slot comes from.
    pub spans: Vec<Span>,
    /// The words.
    pub words: Vec<Words>,
}

/// Compiles a prepared shader; `None` where the hooks stopped the passes early.
///
/// # Errors
/// What the chip cannot do, limits exceeded, and defects.
pub fn generate(
    shader: &Shader,
    options: &Options,
    settings: &Settings,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Generated>, Diagnostics> {
    let prepared = position::prepare(shader, &settings.position(options))?;
    let layout = interface::assign(&prepared.shader)?;
    let Some(programs) = programs(&prepared, &layout, settings, hooks)? else {
        return Ok(None);
    };
    let mut choices = Choices {
        programs: &programs,
        layout: &layout,
        settings,
        found: Incumbent::default(),
    };
    if choices.shortest(options.optimize, hooks)?.is_none() {
        return Ok(None);
    }
    // A program that fits is worth more effort than was asked for.
    if options.optimize == Optimize::None && !choices.fits() {
        choices.found = Incumbent::default();
        if choices.shortest(Optimize::Normal, hooks)?.is_none() {
            return Ok(None);
        }
    }
    let (code, schedule) = choices.found.finish("nv2a schedule")?;
    check_length(&code, &schedule)?;
    let words = finish(&code, &schedule)?;
    Ok(Some(Generated {
        prepared,
        layout,
        spans: spans(&code, &schedule),
        literals: read_literals(&code, &schedule),
        schedule,
        words,
    }))
}

/// Runs passes; `None` where the hooks stopped them.
fn run(
    passes: &[Pass],
    program: &mut Program,
    layout: &Layout,
    hooks: &mut Hooks<'_>,
) -> Result<Option<bool>, Diagnostic> {
    let report = pass::run(passes, program, &layout.constants, hooks)?;
    Ok(report.stopped_after.is_none().then_some(report.changed))
}

/// The variants of a shader's program that [`REWRITES`] and [`JOINS`] give, the usual one first.
fn programs(
    prepared: &Prepared,
    layout: &Layout,
    settings: &Settings,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Vec<Program>>, Diagnostic> {
    let request = Request {
        layout,
        clamped: &prepared.clamped,
        accuracy: settings.accuracy,
    };
    let mut programs = vec![select::lower(&prepared.shader, &request)?];
    // The choice between rewrites is by length, and they do not all round alike.
    let rewrites = if prepared.shader.has_invariant_output() {
        EXACT_REWRITES
    } else {
        REWRITES
    };
    for rewrite in rewrites {
        let mut rewritten = programs[0].clone();
        match run(std::slice::from_ref(rewrite), &mut rewritten, layout, hooks)? {
            Some(true) => programs.insert(0, rewritten),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    for program in &mut programs {
        if run(PIPELINE, program, layout, hooks)?.is_none() {
            return Ok(None);
        }
    }
    for index in 0..programs.len() {
        let mut joined = programs[index].clone();
        match run(JOINS, &mut joined, layout, hooks)? {
            Some(true) => programs.push(joined),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(programs))
}

/// Every way to finish every variant of a program, and what came of them.
struct Choices<'a> {
    programs: &'a [Program],
    layout: &'a Layout,
    settings: &'a Settings,
    /// The shortest program.
    found: Incumbent<(View, Schedule)>,
}

impl Choices<'_> {
    fn fits(&self) -> bool {
        let best = self.found.best();
        best.is_some_and(|(_, schedule)| schedule.slots.len() <= SLOTS)
    }

    /// Finds the shortest program that the choices of a level give; `None` where the hooks stopped the
    /// passes.
    fn shortest(
        &mut self,
        optimize: Optimize,
        hooks: &mut Hooks<'_>,
    ) -> Result<Option<()>, Diagnostics> {
        let mut codes = Vec::new();
        for (program, passes) in choices(self.programs, optimize) {
            let mut program = program.clone();
            match run(passes, &mut program, self.layout, hooks) {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                // Another choice may need fewer literals.
                Err(reason) => {
                    self.found.consider(Err(reason.into()))?;
                    continue;
                }
            }
            let unreadable = || Diagnostic::bug("nv2a schedule", "an operand cannot be read");
            codes.push(View::of(&program).ok_or_else(unreadable)?);
        }
        for effort in efforts(optimize, self.settings) {
            for code in &codes {
                let best = self.found.best();
                let limit = best.map_or(usize::MAX, |(_, best)| best.slots.len());
                let shorter = match schedule::schedule(code, effort, limit) {
                    Ok(shorter) => Ok(shorter.map(|shorter| (code.clone(), shorter))),
                    Err(reason) => Err(explain(code, reason).into()),
                };
                self.found.consider(shorter)?;
            }
        }
        Ok(Some(()))
    }
}

/// The usual choice as text, before scheduling.
///
/// # Errors
/// What selection cannot do.
pub fn selection(
    shader: &Shader,
    options: &Options,
    settings: &Settings,
) -> Result<String, Diagnostics> {
    let mut hooks = Hooks::default();
    let prepared = position::prepare(shader, &settings.position(options))?;
    let layout = interface::assign(&prepared.shader)?;
    let programs = programs(&prepared, &layout, settings, &mut hooks)?.unwrap_or_default();
    let Some((program, passes)) = choices(&programs, options.optimize).next() else {
        return Err(Diagnostic::bug("nv2a select", "there is no program").into());
    };
    let mut program = program.clone();
    run(passes, &mut program, &layout, &mut hooks)?;
    Ok(program.to_string())
}

/// What is tried, the usual choice first.
fn choices(
    programs: &[Program],
    optimize: Optimize,
) -> impl Iterator<Item = (&Program, &'static [Pass])> {
    let most = match optimize {
        Optimize::None => 1,
        Optimize::Normal | Optimize::Size | Optimize::Most => usize::MAX,
    };
    let all = programs
        .iter()
        .flat_map(|program| FINISH.iter().map(move |passes| (program, *passes)));
    all.take(most)
}

/// How hard the choices are scheduled, again with each. Long searches take other ways than short ones and may find
/// less: what the usual level finds is found first, at a thirtieth of their cost.
fn efforts(optimize: Optimize, settings: &Settings) -> Vec<Effort> {
    let usual = (1500, 300);
    let efforts = match optimize {
        Optimize::None => vec![(1, 0)],
        Optimize::Normal | Optimize::Size => vec![usual],
        Optimize::Most => vec![usual, (50_000, settings.budget)],
    };
    let seed = settings.seed;
    let efforts = efforts.into_iter();
    efforts
        .map(|(steps, nodes)| Effort { steps, nodes, seed })
        .collect()
}

fn explain(code: &View, failure: ScheduleError) -> Diagnostic {
    let (op, live) = match failure {
        ScheduleError::Registers { op, live } => (op, live),
        ScheduleError::Slots { at_least } => {
            let needs = format!("at least {at_least}");
            let first = code.ops.values().nth(2 * SLOTS);
            return too_long(first.or(code.ops.values().last()), &needs);
        }
    };
    let span = op.map_or(Span::NONE, |op| code.ops[op].span);
    let lanes = 4 * u32::from(TEMPORARIES);
    let message = format!(
        "nv2a has {TEMPORARIES} temporaries of four lanes, but here {live} of the {lanes} lanes are in use and the result finds no room"
    );
    Diagnostic::error(codes::limit::TEMPORARIES, message)
        .at(span, "most values are needed here")
        .with_help("compute less at once, or hand fewer values on")
}

fn check_length(code: &View, schedule: &Schedule) -> Result<(), Diagnostic> {
    let needed = schedule.slots.len();
    if needed <= SLOTS {
        return Ok(());
    }
    let first = schedule.slots.get(SLOTS);
    let task = first
        .and_then(|issued| issued.mac.or(issued.ilu))
        .map(|claim| claim.task);
    let op = match task {
        Some(schedule::Task::Op(op)) => Some(&code.ops[op]),
        _ => None,
    };
    Err(too_long(op, &needed.to_string()))
}

/// The refusal of a program of so many slots, `op` being the first operation that has no room.
fn too_long(op: Option<&ViewOp>, needed: &str) -> Diagnostic {
    let message = format!("the program needs {needed} slots, nv2a has {SLOTS}");
    Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(
            op.map_or(Span::NONE, |op| op.span),
            "the first operation that does not fit comes from here",
        )
        .with_note("loops are unrolled and both sides of branches are computed")
}

/// For each slot the place in the source of its first operation.
fn spans(code: &View, schedule: &Schedule) -> Vec<Span> {
    let span = |claim: &schedule::Claim| match claim.task {
        schedule::Task::Op(op) => Some(code.ops[op].span),
        schedule::Task::Address(_) => None,
    };
    let slots = schedule.slots.iter();
    slots
        .map(|issued| {
            let claims = issued.mac.iter().chain(&issued.ilu);
            claims.filter_map(span).next().unwrap_or(Span::NONE)
        })
        .collect()
}

/// The literal registers that the slots read: where LIT makes a 1 or a 0, nothing need be uploaded.
fn read_literals(code: &View, schedule: &Schedule) -> Vec<LiteralRegister> {
    let mut read: EntitySet<u8> = EntitySet::new();
    for issued in &schedule.slots {
        let mac = issued.slot.mac.map(|unit| unit.ports);
        let ilu = issued.slot.ilu.map(|unit| unit.ports);
        for operand in mac.into_iter().chain(ilu).flatten().flatten() {
            if let Register::Constant(index) = operand.register {
                read.insert(index);
            }
        }
    }
    let is_read = |literal: &&LiteralRegister| read.contains(literal.reg.number as u8);
    code.literals.iter().filter(is_read).cloned().collect()
}

/// Encodes, decodes again, and replays what was decoded.
fn finish(code: &View, schedule: &Schedule) -> Result<Vec<Words>, Diagnostic> {
    let bug = |message: String| Diagnostic::bug("nv2a check", message);
    let mut program = schedule.program();
    if program.slots.is_empty() {
        // A shader without outputs is a program all the same.
        program.slots.push(crate::program::Slot::default());
    }
    let words = encode(&program, Filler::Output).map_err(|fault| bug(fault.to_string()))?;
    let again = decode::decode(&words).map_err(|fault| bug(fault.to_string()))?;
    let slots = again.slots.iter().zip(&schedule.slots);
    let slots: Vec<_> = slots
        .map(|(slot, issued)| (*slot, issued.mac, issued.ilu))
        .collect();
    if again.slots.len() != program.slots.len() {
        return Err(bug("the program ends early".to_owned()));
    }
    schedule::check::check(code, &slots).map_err(|fault| {
        let listing = slots.iter().map(|(slot, ..)| format!("{slot}\n"));
        bug(fault.to_string()).with_note(listing.collect::<String>())
    })?;
    Ok(words)
}
