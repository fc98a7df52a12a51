//! From a shader that went through the passes to a checked program.

use crate::decode;
use crate::encode::{Filler, Words, encode};
use crate::interface::{self, Layout};
use crate::isa::{CONSTANTS, SLOTS, TEMPORARIES};
use crate::position::{self, Prepared};
use crate::program::Register;
use crate::schedule::{self, Effort, Failure, Schedule};
use crate::select::code::{Code, LiteralRegister, Op};
use crate::select::graph::Graph;
use crate::select::{self, Accuracy, Request, Strategy};
use crate::settings::Settings;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::Shader;
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

/// Compiles a prepared shader.
///
/// # Errors
/// What the chip cannot do, limits exceeded, and defects.
pub fn generate(
    shader: &Shader,
    options: &Options,
    settings: &Settings,
) -> Result<Generated, Diagnostics> {
    let prepared = position::prepare(shader, &settings.position(options))?;
    let layout = interface::assign(&prepared.shader)?;
    let request = Request {
        layout: &layout,
        clamped: &prepared.clamped,
        accuracy: settings.accuracy,
    };
    let graphs = select::graphs(&prepared.shader, &request)?;
    let mut found = shortest(&graphs, &layout, options.optimize, settings)?;
    // A program that fits is worth more effort than was asked for.
    if options.optimize == Optimize::None && !found.fits() {
        found = shortest(&graphs, &layout, Optimize::Normal, settings)?;
    }
    let Some((code, schedule)) = found.best else {
        let unknown = || Diagnostic::bug("nv2a schedule", "no strategy was tried");
        return Err(found.failure.unwrap_or_else(unknown).into());
    };
    check_length(&code, &schedule)?;
    let words = finish(&code, &schedule)?;
    Ok(Generated {
        prepared,
        layout,
        spans: spans(&code, &schedule),
        literals: read_literals(&code, &schedule),
        schedule,
        words,
    })
}

/// What came of all choices.
#[derive(Default)]
struct Found {
    /// The shortest program.
    best: Option<(Code, Schedule)>,
    /// Why the first choice that gave no program did not.
    failure: Option<Diagnostic>,
}

impl Found {
    fn fits(&self) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|(_, schedule)| schedule.slots.len() <= SLOTS)
    }
}

/// The shortest program that the choices of a level give.
fn shortest(
    graphs: &[Graph],
    layout: &Layout,
    optimize: Optimize,
    settings: &Settings,
) -> Result<Found, Diagnostics> {
    let mut found = Found::default();
    for (graph, strategy) in choices(graphs, optimize) {
        let mut constants = layout.constants.clone();
        let code = match select::code(graph.clone(), strategy, &mut constants) {
            Ok(code) => code,
            // Another choice may need fewer literals.
            Err(reason) if reason.code == codes::limit::CONSTANTS => {
                found.failure = found.failure.or(Some(reason));
                continue;
            }
            Err(defect) => return Err(defect.into()),
        };
        let limit = found
            .best
            .as_ref()
            .map_or(usize::MAX, |(_, best)| best.slots.len());
        match schedule::schedule(&code, effort(optimize, settings), limit) {
            Ok(Some(shorter)) => found.best = Some((code, shorter)),
            Ok(None) => {}
            Err(reason) => found.failure = found.failure.or(Some(explain(&code, reason))),
        }
    }
    Ok(found)
}

/// The selected operations as text, before scheduling.
///
/// # Errors
/// What selection cannot do.
pub fn selection(
    shader: &Shader,
    options: &Options,
    settings: &Settings,
) -> Result<String, Diagnostics> {
    let prepared = position::prepare(shader, &settings.position(options))?;
    let layout = interface::assign(&prepared.shader)?;
    let request = Request {
        layout: &layout,
        clamped: &prepared.clamped,
        accuracy: settings.accuracy,
    };
    let graphs = select::graphs(&prepared.shader, &request)?;
    let Some((graph, strategy)) = choices(&graphs, options.optimize).next() else {
        return Err(Diagnostic::bug("nv2a select", "there is no graph").into());
    };
    let code = select::code(graph.clone(), strategy, &mut layout.constants.clone())?;
    Ok(select::print(&code))
}

/// What is tried, the usual choice first.
fn choices(
    graphs: &[Graph],
    optimize: Optimize,
) -> impl Iterator<Item = (&Graph, &'static Strategy)> {
    let most = match optimize {
        Optimize::None => 1,
        Optimize::Normal | Optimize::Size | Optimize::Most => usize::MAX,
    };
    let all = graphs
        .iter()
        .flat_map(|graph| Strategy::ALL.iter().map(move |strategy| (graph, strategy)));
    all.take(most)
}

fn effort(optimize: Optimize, settings: &Settings) -> Effort {
    let (steps, nodes) = match optimize {
        Optimize::None => (1, 0),
        Optimize::Normal | Optimize::Size => (1500, 300),
        Optimize::Most => (50_000, settings.budget),
    };
    Effort {
        steps,
        nodes,
        seed: settings.seed,
    }
}

/// Slots that the search at `-O3` may fill unless the user says otherwise.
pub(crate) const DEFAULT_BUDGET: u32 = 200_000;

fn explain(code: &Code, failure: Failure) -> Diagnostic {
    let (op, live) = match failure {
        Failure::Registers { op, live } => (op, live),
        Failure::Slots { at_least } => {
            let needs = format!("at least {at_least}");
            return too_long(code.ops.get(2 * SLOTS).or(code.ops.last()), &needs);
        }
    };
    let span = op
        .and_then(|op| code.ops.get(op))
        .map_or(Span::NONE, |op| op.span);
    let lanes = 4 * u32::from(TEMPORARIES);
    let message = format!(
        "nv2a has {TEMPORARIES} temporaries of four lanes, but here {live} of the {lanes} lanes are in use and the result finds no room"
    );
    Diagnostic::error(codes::limit::TEMPORARIES, message)
        .at(span, "most values are needed here")
        .with_help("compute less at once, or hand fewer values on")
}

fn check_length(code: &Code, schedule: &Schedule) -> Result<(), Diagnostic> {
    let needed = schedule.slots.len();
    if needed <= SLOTS {
        return Ok(());
    }
    let first = schedule.slots.get(SLOTS);
    let task = first
        .and_then(|issued| issued.mac.or(issued.ilu))
        .map(|claim| claim.task);
    let op = match task {
        Some(schedule::Task::Op(op)) => code.ops.get(op),
        _ => None,
    };
    Err(too_long(op, &needed.to_string()))
}

/// The refusal of a program of so many slots, `op` being the first operation that has no room.
fn too_long(op: Option<&Op>, needed: &str) -> Diagnostic {
    let message = format!("the program needs {needed} slots, nv2a has {SLOTS}");
    Diagnostic::error(codes::limit::INSTRUCTIONS, message)
        .at(
            op.map_or(Span::NONE, |op| op.span),
            "the first operation that does not fit comes from here",
        )
        .with_note("loops are unrolled and both sides of branches are computed")
}

/// For each slot the place in the source of its first operation.
fn spans(code: &Code, schedule: &Schedule) -> Vec<Span> {
    let span = |claim: &schedule::Claim| match claim.task {
        schedule::Task::Op(op) => code.ops.get(op).map(|op| op.span),
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
fn read_literals(code: &Code, schedule: &Schedule) -> Vec<LiteralRegister> {
    let mut read = [false; CONSTANTS as usize];
    for issued in &schedule.slots {
        let mac = issued.slot.mac.map(|unit| unit.ports);
        let ilu = issued.slot.ilu.map(|unit| unit.ports);
        for operand in mac.into_iter().chain(ilu).flatten().flatten() {
            if let Register::Constant(index) = operand.register
                && let Some(read) = read.get_mut(usize::from(index))
            {
                *read = true;
            }
        }
    }
    let is_read =
        |literal: &&LiteralRegister| read.get(usize::from(literal.register)) == Some(&true);
    code.literals.iter().filter(is_read).cloned().collect()
}

/// Encodes, decodes again, and replays what was decoded.
fn finish(code: &Code, schedule: &Schedule) -> Result<Vec<Words>, Diagnostic> {
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
        bug(fault).with_note(listing.collect::<String>())
    })?;
    Ok(words)
}

/// How exact functions are without a setting.
pub(crate) const DEFAULT_ACCURACY: Accuracy = Accuracy::ByPrecision;
