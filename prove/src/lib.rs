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
//! machine   evaluates machine code, chip by chip
//! ```

#![forbid(unsafe_code)]

mod domain;
mod expansion;
mod field;
mod machine;
mod operations;
mod point;
mod source;

use domain::{Domain, Value};
use machine::Outputs;
use retroshade_ir::{Shader, Stage, eval};
use retroshade_kit::machine::{self as registers, Outcome, RegisterImage};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Position, Target};
use source::{Sines, World};
use std::collections::BTreeMap;
use std::fmt;

/// Stable points that a proof takes.
const POINTS: u32 = 64;
/// Points that are tried for them.
const TRIES: u64 = 320;
/// Points whose comparisons are forced.
const FORCED: u64 = 64;
/// Of these, at least so many must agree.
const LEAST_FORCED: u32 = 8;
/// Points at which numbers are compared where formulas differ.
const NUMERIC_POINTS: u64 = 16;
/// Numbers further from each other than this, relative to their size, are different results.
const DIFFERENT: f64 = 1e-2;

/// What is known of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// At every point its outputs are those of the source as functions, and it asks for the sign of nothing
    /// that the source does not ask for.
    Proved,
    /// Where points say something, its outputs are those of the source as functions; what is missing for more.
    ProvedOnCells {
        /// Comparisons of the program, over all points, that the source does not make.
        unexplained: u32,
        /// Whether it was seen to agree on arms that no inputs reach together.
        forced: bool,
        /// Points at which a result of the program is undefined and the source's is not. Something that the
        /// shader leaves open may be behind it, or a defect.
        undefined: u32,
        /// Outputs of the shader that the program does not have, by name.
        left_out: Vec<String>,
    },
    /// Nothing is known, for a reason.
    Undecided(String),
    /// Its results are others.
    Different(Difference),
}

/// An output that differs at some point.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The output's name.
    pub output: String,
    /// Which of its numbers, in GL's order.
    pub lane: usize,
    /// What the source says.
    pub expected: f64,
    /// What the program computes.
    pub found: f64,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved => write!(f, "proved"),
            Verdict::ProvedOnCells {
                unexplained,
                forced,
                undefined,
                left_out,
            } => {
                write!(f, "proved on {POINTS} cells")?;
                if !left_out.is_empty() {
                    write!(f, "; the program leaves out {}", left_out.join(", "))?;
                }
                if *undefined > 0 {
                    write!(
                        f,
                        "; undefined at {undefined} more points, where the source is not"
                    )?;
                }
                if *unexplained > 0 {
                    write!(f, "; {unexplained} comparisons are not the source's")?;
                }
                match forced {
                    true => Ok(()),
                    false => write!(f, "; arms that no inputs reach together were not seen"),
                }
            }
            Verdict::Undecided(why) => write!(f, "undecided: {why}"),
            Verdict::Different(Difference {
                output,
                lane,
                expected,
                found,
            }) => {
                write!(f, "different: {output}[{lane}] is {found}, not {expected}")
            }
        }
    }
}

/// What is known of a target.
#[derive(Clone, Copy)]
struct Chip {
    /// The interpreter of its machine code.
    run: Run,
    /// What it may have for sine and cosine.
    sines: &'static [Sines],
    /// Whether vertex programs change `gl_Position` for the hardware unless they are told not to.
    moves_position: bool,
    /// Bits of the significand of numbers in its programs.
    significand: u32,
}

type Run = fn(&[u8], Stage, &RegisterImage, &mut Domain) -> Result<Outputs, String>;

fn chip_of(target: &str) -> Option<Chip> {
    match target {
        "agal1" | "agal2" | "agal3" => Some(Chip {
            run: machine::agal::run,
            sines: &[Sines::Native],
            moves_position: false,
            significand: 24,
        }),
        "nv2a" => Some(Chip {
            run: machine::nv2a::run,
            sines: &[Sines::Expanded, Sines::Coarse],
            moves_position: true,
            significand: 24,
        }),
        "pica200" => Some(Chip {
            run: machine::pica200::run,
            sines: &[Sines::Expanded],
            moves_position: false,
            significand: 17,
        }),
        _ => None,
    }
}

/// Compares a shader as the front end made it with a program in its default container, which was compiled for
/// a `position`.
pub fn prove(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
    position: Position,
) -> Verdict {
    let bytes = binary.bytes;
    let Some(chip) = chip_of(&reflection.target) else {
        return Verdict::Undecided(format!("{} has no interpreter here", reflection.target));
    };
    if chip.moves_position && shader.stage == Stage::Vertex && position != Position::Clip {
        let why = "gl_Position is brought to the screen for the hardware; --position clip leaves it as it is";
        return Verdict::Undecided(why.to_owned());
    }
    let literals = point::literals(shader);
    let mut verdicts = chip.sines.iter().map(|&sines| {
        let program = Program {
            bytes,
            reflection,
            chip,
            sines,
        };
        with_sines(shader, program, &literals)
    });
    let mut first = None;
    let proved = verdicts.find(|verdict| {
        first.get_or_insert_with(|| verdict.clone());
        matches!(verdict, Verdict::Proved | Verdict::ProvedOnCells { .. })
    });
    if let Some(proved) = proved {
        return proved;
    }
    if let Some(difference) = confirmed(shader, target, binary, reflection) {
        return Verdict::Different(difference);
    }
    first.unwrap_or_else(|| Verdict::Undecided("no meaning of sine".to_owned()))
}

/// A program, and what its chip has for sines.
#[derive(Clone, Copy)]
struct Program<'a> {
    bytes: &'a [u8],
    reflection: &'a Reflection,
    chip: Chip,
    sines: Sines,
}

fn with_sines(shader: &Shader, program: Program<'_>, literals: &[f32]) -> Verdict {
    let (mut stable, mut unexplained, mut undefined) = (0, 0, 0);
    let mut left_out = Vec::new();
    let mut numbers = 0..TRIES;
    while stable < POINTS {
        let Some(number) = numbers.next() else {
            return Verdict::Undecided("no point is stable".to_owned());
        };
        match at_point(shader, program, literals, Point::Free(number)) {
            Ok(Seen::Equal(equal)) => {
                stable += 1;
                unexplained += equal.unexplained;
                if !equal.left_out.is_empty() {
                    left_out = equal.left_out;
                }
            }
            Ok(Seen::Undefined) => undefined += 1,
            Ok(Seen::Nothing) => {}
            Err(verdict) => return verdict,
        }
    }
    let mut agreed = 0;
    for number in 0..FORCED {
        let point = at_point(shader, program, literals, Point::Forced(number));
        agreed += u32::from(matches!(point, Ok(Seen::Equal(_))));
    }
    let forced = agreed >= LEAST_FORCED;
    if unexplained == 0 && forced && undefined == 0 && left_out.is_empty() {
        return Verdict::Proved;
    }
    Verdict::ProvedOnCells {
        unexplained,
        forced,
        undefined,
        left_out,
    }
}

/// What a point says of a program.
enum Seen {
    /// Its outputs are those of the source.
    Equal(Equal),
    /// It has no defined result where the source has one.
    Undefined,
    /// Nothing.
    Nothing,
}

#[derive(Default)]
struct Equal {
    /// Comparisons that the source does not make.
    unexplained: u32,
    /// Outputs of the shader that the program does not have.
    left_out: Vec<String>,
}

/// How comparisons come out at a point.
#[derive(Clone, Copy)]
enum Point {
    /// As the reals say.
    Free(u64),
    /// Some the other way round, in source and program alike, so that arms are taken together that no inputs
    /// reach together. What differs there says nothing, since a program may rely on what inputs can be; what
    /// agrees has been seen.
    Forced(u64),
}

/// The register of the position in clip space, where a fragment program reads it.
fn clip_position(reflection: &Reflection) -> Option<(&str, u32)> {
    let mut inputs = reflection.inputs.iter();
    let is_clip = |builtin: &str| builtin == "clip_position";
    let input = inputs.find(|input| input.builtin.as_deref().is_some_and(is_clip))?;
    Some((input.file.as_deref()?, input.index?))
}

/// The window coordinates of a position in clip space, in the image of 64 by 64 pixels that the record's
/// reader of inputs has.
fn window(domain: &mut Domain, clip: [f32; 4]) -> [Value; 4] {
    let [x, y, z, w] = clip.map(|number| domain.given(number));
    let one = domain.whole(1);
    let [x, y, z] = [(x, 32.0), (y, 32.0), (z, 0.5)].map(|(lane, half)| {
        let ratio = domain.div(lane, w);
        let shifted = domain.add(ratio, one);
        let half = domain.literal(half);
        domain.mul(shifted, half)
    });
    [x, y, z, domain.rcp(w)]
}

/// What a point says; an error is a verdict at once.
fn at_point(
    shader: &Shader,
    program: Program<'_>,
    literals: &[f32],
    kind: Point,
) -> Result<Seen, Verdict> {
    let Program {
        bytes,
        reflection,
        chip,
        sines,
    } = program;
    let undecided = |why: &dyn fmt::Display| Verdict::Undecided(why.to_string());
    let (Point::Free(number) | Point::Forced(number)) = kind;
    let mut point = point::point(shader, literals, number);
    point.domain.forced = matches!(kind, Point::Forced(_));
    point.domain.significand = chip.significand;
    let unit = |name: &str| {
        let mut samplers = reflection.samplers.iter();
        let found = samplers.find(|sampler| sampler.name == name);
        // One that the program does not have can only be looked up in vain.
        Some(found.map_or(1000, |sampler| sampler.index))
    };
    let from_clip = clip_position(reflection);
    let window = from_clip.map(|_| window(&mut point.domain, point.clip));
    let world = World {
        unit: &unit,
        window,
        sines,
    };
    let wanted = source::evaluate(shader, &mut point.domain, &point.inputs, world);
    let wanted = wanted.map_err(|stop| match stop {
        source::Stop::Endless => undecided(&"the source takes too many steps"),
        source::Stop::Unmodelled(what) => undecided(&format_args!("{what} is not modelled")),
    })?;
    let image = registers::place(reflection, &point.inputs);
    let mut image = image.map_err(|fault| undecided(&fault.message))?;
    if let Some((file, number)) = from_clip {
        let file = image.inputs.entry(file.to_owned()).or_default();
        file.insert(number, vec![point.clip]);
    }
    point.domain.source = false;
    let got = (chip.run)(bytes, shader.stage, &image, &mut point.domain)
        .map_err(|fault| undecided(&fault))?;
    if point.domain.unstable {
        return Ok(Seen::Nothing);
    }
    if wanted.discarded != got.discarded {
        return Err(undecided(
            &"the fragment is discarded by one of the two only",
        ));
    }
    let mut equal = Equal::default();
    if wanted.discarded {
        equal.unexplained = point.domain.unexplained;
        return Ok(Seen::Equal(equal));
    }
    let found = named(reflection, &got).map_err(|fault| undecided(&fault))?;
    for (name, numbers) in &wanted.outputs {
        let Some(found) = found.get(name) else {
            equal.left_out.push(name.clone());
            continue;
        };
        let limited = shader.stage == Stage::Fragment || is_colour(reflection, name);
        for (lane, (wanted, found)) in numbers.iter().zip(found).enumerate() {
            // What nobody wrote, or a division by 0 made, may be hidden by a choice.
            if wanted.defined && found.is_some_and(|found| !found.defined) {
                return Ok(Seen::Undefined);
            }
            if wanted.defined && !agrees(&mut point.domain, limited, *wanted, *found) {
                return disagreement(&point.domain, name, lane, *found);
            }
        }
    }
    if point.domain.unstable {
        return Ok(Seen::Nothing);
    }
    equal.unexplained = point.domain.unexplained;
    Ok(Seen::Equal(equal))
}

fn agrees(domain: &mut Domain, limited: bool, wanted: Value, found: Option<Value>) -> bool {
    let Some(found) = found else { return false };
    if wanted.element == found.element {
        return true;
    }
    if !limited {
        return false;
    }
    let limits = [wanted, found].map(|value| domain.saturate(value).element);
    limits[0] == limits[1]
}

/// Whether a vertex program's output is a colour, which the hardware behind it limits to 0..1.
fn is_colour(reflection: &Reflection, name: &str) -> bool {
    let mut outputs = reflection
        .outputs
        .iter()
        .filter(|output| output.name == name);
    outputs.any(|output| {
        let semantic = output.semantic.as_deref().unwrap_or_default();
        let register = output.register.as_deref().unwrap_or_default();
        semantic.starts_with("color") || ["oD0", "oD1", "oB0", "oB1"].contains(&register)
    })
}

/// What a mismatch of elements says: nothing at a point without all roots, and else that the two are
/// different formulas, which [`confirmed`] weighs.
fn disagreement(
    domain: &Domain,
    name: &str,
    lane: usize,
    found: Option<Value>,
) -> Result<Seen, Verdict> {
    if domain.unstable || domain.rootless || domain.forced {
        return Ok(Seen::Nothing);
    }
    Err(Verdict::Undecided(match found {
        Some(_) => format!("{name}[{lane}] is another formula"),
        None => format!("{name}[{lane}] is not written"),
    }))
}

/// Numbers decide whether formulas that differ are different results: the interpreter of the language and the
/// simulator of the machine run on inputs, and must differ by more than rounding explains.
fn confirmed(
    shader: &Shader,
    target: &dyn Target,
    binary: Binary<'_>,
    reflection: &Reflection,
) -> Option<Difference> {
    let literals = point::literals(shader);
    for number in 0..NUMERIC_POINTS {
        let inputs = point::point(shader, &literals, number).inputs;
        let wanted = eval::run(shader, &inputs).ok()?;
        let found = registers::run(target, binary, reflection, &inputs).ok()?;
        for (name, rows) in &wanted.outputs {
            let limited = shader.stage == Stage::Fragment || is_colour(reflection, name);
            let others = found.outputs.get(name);
            let pairs = rows.iter().zip(others.into_iter().flatten());
            let lanes = pairs.flat_map(|(wanted, found)| wanted.iter().zip(found).enumerate());
            for (lane, (&wanted, &found)) in lanes {
                if let Some((expected, found)) = apart(wanted, found, limited) {
                    let output = name.clone();
                    return Some(Difference {
                        output,
                        lane,
                        expected,
                        found,
                    });
                }
            }
        }
    }
    None
}

/// Two numbers that are different results.
fn apart(wanted: f32, found: f32, limited: bool) -> Option<(f64, f64)> {
    let shown = |number: f32| {
        f64::from(if limited {
            number.clamp(0.0, 1.0)
        } else {
            number
        })
    };
    let (expected, found) = (shown(wanted), shown(found));
    let size = expected.abs().max(found.abs()).max(1.0);
    let apart = (expected - found).abs() > DIFFERENT * size || found.is_nan();
    (expected.is_finite() && apart).then_some((expected, found))
}

/// The outputs by name, in GL's order. The record's own reader of outputs takes floats, so each value goes
/// through it as a float that stands for it.
fn named(
    reflection: &Reflection,
    outputs: &Outputs,
) -> Result<BTreeMap<String, Vec<Option<Value>>>, String> {
    let mut values = Vec::new();
    let mut outcome = Outcome {
        discarded: vec![false],
        ..Outcome::default()
    };
    for (file, number, lanes) in &outputs.registers {
        let tokens = lanes.map(|lane| match lane {
            None => f32::NAN,
            Some(value) => {
                values.push(value);
                (values.len() - 1) as f32
            }
        });
        let file = outcome.outputs.entry(file.clone()).or_default();
        file.insert(*number, vec![tokens]);
    }
    let gathered = registers::gather(reflection, &outcome, 1).map_err(|fault| fault.message)?;
    let named = gathered.outputs.into_iter().map(|(name, rows)| {
        let tokens = rows.into_iter().next().unwrap_or_default().into_iter();
        let numbers = tokens.map(|token| match token.is_nan() {
            true => None,
            false => values.get(token as usize).copied(),
        });
        (name, numbers.collect())
    });
    Ok(named.collect())
}
