//! Proves that machine code computes what its source says, by identity testing over a finite field.
//!
//! The shader as the front end made it and the program decoded from its final bytes are evaluated at the same
//! random points, each number being an element of a field beside a real (`domain`). Equal elements mean equal
//! functions, whatever the reals: on the pieces of the two functions that the points hit, the probability that
//! two different ones agree is below 2^-40 a point. The method is that of Mirage (OSDI 2025); reals that choose
//! the pieces are our own.
//!
//! What is not seen: pieces that no point hits, rounding, overflow and NaN, and mistakes in what both sides
//! take an operation to mean.
//!
//! ```text
//! field     integers modulo 2^61 - 1          domain      numbers that tell formulas apart
//! point     inputs to evaluate at             operations  what operations mean in terms of these
//! source    evaluates the shader              expansion   functions by the formulas chips have for them
//! meaning   which of them a program may have
//! processor what is known of the processors of chips
//! machine   evaluates machine code, chip by chip, and set-ups of combiners
//! screen    what programs make of positions for the hardware behind them
//! pair      two programs that hand varyings on
//! compare   both at one point                     sampling    the verdict over many points
//! sides     ways that decisions go                 steer       points at which they go the ways that are missing
//! search    the exact values of constants         numeric     whether results differ in numbers too
//! verdict   what is said of a program
//! needs     what every program of a shader reads, looks up and writes
//! bound     how few instructions of a chip can do that
//! shortest  whether any program that is shorter can compute what a shader says
//! follow    where a program holds the variables of the source in a run
//! ```

#![forbid(unsafe_code)]

mod bound;
mod compare;
mod domain;
mod expansion;
mod field;
mod follow;
mod machine;
mod meaning;
mod needs;
mod numeric;
mod operations;
mod pair;
mod point;
mod processor;
mod sampling;
mod screen;
mod search;
mod shortest;
mod sides;
mod source;
mod steer;
mod verdict;

use compare::{ALONE, Program};
use domain::{Choices, Witness};
pub use follow::{Followed, Lane, Stay, Tracks, Version, follow};
use machine::fixed::with_given;
use meaning::Meaning;
use numeric::NUMERIC_POINTS;
pub use pair::{Half, prove_pair};
use point::{Marks, Place, Setting};
use processor::Processor;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Op, Shader};
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::{Binary, Options, Position, Target};
use screen::Screen;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
pub use verdict::{Difference, Verdict};

/// Stable points that a proof takes.
const POINTS: u32 = 64;

/// Compares a shader as the front end made it with a program which was compiled for a `position` and else with the
/// defaults. See [`prove_with`].
pub fn prove(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
    position: Position,
) -> Verdict {
    let options = Options {
        position,
        ..Options::default()
    };
    prove_with(shader, target, binary, reflection, &options)
}

/// Compares a shader as the front end made it with a program.
///
/// * `shader`: what `Frontend::lower` of the crate `retroshade` gives, before any pass.
/// * `binary`, `reflection`: the program, and its record, which says in which registers inputs and outputs are.
/// * `options`: those it was compiled with. What they make of `gl_Position` counts; the rest changes no result.
///
/// The verdict depends on nothing else: the points are the same in every run. Programs of any origin are taken;
/// bytes that are no program give [`Verdict::Undecided`].
pub fn prove_with(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
    options: &Options,
) -> Verdict {
    prove_handed(shader, target, binary, reflection, options, None)
}

/// As [`prove_with`]. `handed`: of a vertex program before a fixed fragment stage the entries of that stage's record, and
/// its shader.
fn prove_handed(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
    options: &Options,
    handed: Option<(&[Variable], &Shader)>,
) -> Verdict {
    let Some(processor) = Processor::of(&reflection.target, shader.stage) else {
        let (target, stage) = (&reflection.target, shader.stage.name());
        let why = format!("{stage} programs of {target} have no interpreter here");
        return Verdict::Undecided(why);
    };
    let adapted = (processor.adapt)(shader, options);
    let shader = adapted.as_ref().unwrap_or(shader);
    let code = match (processor.read)(binary) {
        Ok(code) => code,
        Err(verdict) => return verdict,
    };
    let completed;
    let reflection = if processor.fixed {
        completed = with_given(reflection, shader, options);
        &completed
    } else {
        reflection
    };
    let screen = Screen::new(processor.hardware, shader, options);
    let marks = Marks::of(shader);
    let said = reflection.rounded.as_ref();
    let witness = said.map(|said| Rc::new(Witness::new(said.iter().map(|number| number.0))));
    let spent = Cell::new(0);
    let mut programs: Vec<Program> = Meaning::all(shader, processor.trigonometry, processor.powers)
        .into_iter()
        .map(|meaning| Program {
            shader,
            marks: &marks,
            target,
            binary,
            code: &code,
            reflection,
            processor,
            screen,
            handed,
            meaning,
            witness: witness.clone(),
            choices: Choices::default(),
            spent: &spent,
            redrawn: Cell::new(0),
            endless: Cell::new(0),
            counterexample: RefCell::new(None),
        })
        .collect();
    let mut first = None;
    for program in &programs {
        let verdict = program.verdict();
        if !matches!(verdict, Verdict::Undecided(_)) {
            return verdict;
        }
        first.get_or_insert(verdict);
    }
    for program in &mut programs {
        if let Some(verdict) = search::proof(program) {
            return verdict;
        }
    }
    let places: Vec<Place> = (0..NUMERIC_POINTS).map(Place::numbered).collect();
    if let Some(program) = programs.first()
        && let Some(difference) = numeric::difference(program, &places)
    {
        return Verdict::Different(difference);
    }
    first.unwrap_or_else(|| Verdict::Undecided("no meaning of functions".to_owned()))
}

/// Points at which it is looked for what programs need.
const NEED_POINTS: u64 = 8;

/// A lower bound on the instructions of every program that computes what a shader says, with inputs and outputs in the
/// registers that a record has for them. It counts constant registers and lookups that results depend on and outputs
/// that have a value, with what one instruction of the chip can do about them; dependence is decided by evaluation at
/// points where nothing else changes.
///
/// Programs that run an instruction more than once, in a loop, are not meant: there is no bound for a shader with a loop
/// on a chip that has them. There is none either for set-ups, or where no point says anything.
pub fn shader_bound(shader: &Shader, reflection: &Reflection) -> Option<u32> {
    let processor = Processor::of(&reflection.target, shader.stage)?;
    let least = processor.least?;
    if least.has_loops && shader.may_have(|inst| matches!(inst.op, Op::Loop)) {
        return None;
    }
    let marks = Marks::of(shader);
    let needs = |number| needs::needs(shader, &marks, reflection, least.constants, number);
    let needs = (0..NEED_POINTS).filter_map(needs);
    let bound = needs.map(|needs| (least.count)(&needs)).max();
    // Nothing is known where the record has no register for what the shader writes.
    let bound = bound.filter(|&bound| bound > 0)?;
    if bound >= reflection.stats.instructions {
        return Some(bound);
    }
    let searched = shortest::bound(shader, &marks, reflection, processor);
    Some(searched.map_or(bound, |searched| searched.max(bound)))
}

/// Inputs at which a shader can be run, for tests with numbers: point `number`, of which there are as many as there
/// are numbers. `None` where the language leaves a result open at these inputs, or the prover cannot tell.
pub fn inputs(shader: &Shader, number: u64) -> Option<RunInputs> {
    let place = Place::numbered(number);
    let mut point = point::point(shader, &Marks::of(shader), &place, Setting::default());
    let results = source::evaluate(shader, &mut point.domain, &point.inputs, ALONE).ok()?;
    let mut numbers = results.outputs.iter().flat_map(|(_, numbers)| numbers);
    let defined = results.discarded || numbers.all(|value| value.defined);
    defined.then(|| point.numbers())
}
