//! Where a program holds the variables of its source in a run, for debuggers.
//!
//! Compilers for processors carry names along: SSA values have labels, every pass that replaces a value moves them
//! (Cranelift's value labels, LLVM's debug records), and the register allocator turns them into ranges. Here nothing is
//! carried. Source and program are evaluated beside each other on the data of the run, with elements of the field for
//! numbers, as a proof does it ([`crate::domain`]): a register holds a variable where its element is the variable's. So
//! the compiler does not know of it and its code is the same, programs of all processors are served by one mechanism,
//! and what is said is true whatever passes did: the register holds that function of the inputs. A variable that only a
//! part, a multiple or another form is left of is held nowhere.
//!
//! Branches go the ways of the run, since the reals beside the elements are its numbers; rounding may lead the machine
//! another way, and what it holds from there on is not told.

mod holding;
mod keys;
mod versions;

use crate::compare;
use crate::domain::{Domain, Scene, Witness};
use crate::machine::code::Code;
use crate::meaning::Meaning;
use crate::processor::Processor;
use crate::source::{World, assigned};
use holding::Holding;
use keys::Keys;
use retroshade_diagnostics::Span;
use retroshade_ir::Shader;
use retroshade_ir::locals::Locals;
use retroshade_ir::run::{Mode, RunInputs};
use retroshade_kit::machine::{self, Recorder, Recording, RegisterImage};
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::{Binary, Options};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use versions::versions;

/// Evaluations with other elements beside the same reals: some numbers have no root in the field, and formulas with these
/// are recognised in others.
const DRAWS: u64 = 4;

/// Instructions of the source at most for each one of the program, and for what needs none: the source has to come as far as
/// the program did, which may have been stopped.
const SOURCE_STEPS: u64 = 16;
const LEAST_STEPS: u64 = 4096;

/// A lane of a register that holds a number for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stay {
    /// The register, as an index into [`Recording::registers`].
    pub register: usize,
    /// The lane, 0 to 3.
    pub lane: usize,
    /// The number of steps after which it holds the number first.
    pub from: usize,
    /// The number of steps after which it holds it no more; more than there are where it does so at the end.
    pub to: usize,
}

/// What a run has of a lane of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Lane {
    /// It was never assigned.
    Unset,
    /// A number whatever the inputs are, as long as branches go as they do.
    Constant(f32),
    /// The registers that hold it, in order; nothing where none ever does.
    Held(Vec<Stay>),
}

/// What a part of a variable holds from some point of a run on.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// The variable, as an index into [`Locals::variables`].
    pub variable: usize,
    /// The part, as an index into the variable's.
    pub part: usize,
    /// The steps after which it is the variable's value: those after which some register holds it or, where none ever
    /// does, the assignment before it in the source was made.
    pub from: usize,
    /// The statement that assigned it.
    pub span: Span,
    /// The lanes.
    pub lanes: Vec<Lane>,
}

/// A program that ran, and what it was made of.
#[derive(Clone, Copy)]
pub struct Followed<'a> {
    /// The shader as the front end made it, before any pass.
    pub shader: &'a Shader,
    /// Its variables.
    pub locals: &'a Locals,
    /// The program.
    pub binary: Binary<'a>,
    /// Its record.
    pub reflection: &'a Reflection,
    /// The options that it was compiled with.
    pub options: &'a Options,
    /// The data of the run.
    pub inputs: &'a RunInputs,
    /// The sample that was recorded.
    pub sample: usize,
    /// What it did.
    pub recording: &'a Recording,
}

/// The variables of the source in a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tracks {
    /// What they hold, in the order of the assignments.
    pub versions: Vec<Version>,
    /// The steps up to which something is known: all, unless rounding leads the machine another way.
    pub until: usize,
}

/// Says what the variables of the source are in a run. Nothing of set-ups of combiners, whose steps are none of a program.
pub fn follow(followed: Followed<'_>) -> Tracks {
    let Followed {
        shader, options, ..
    } = followed;
    let Some(processor) = Processor::of(&followed.reflection.target, shader.stage) else {
        return Tracks::default();
    };
    if processor.fixed {
        return Tracks::default();
    }
    let adapted = (processor.adapt)(shader, options);
    let shader = adapted.as_ref().unwrap_or(shader);
    let Ok(code) = (processor.read)(followed.binary) else {
        return Tracks::default();
    };
    let run = Run {
        followed: Followed { shader, ..followed },
        processor,
        code,
    };
    let mut all: Option<Evaluation> = None;
    for meaning in Meaning::all(shader, processor.trigonometry, processor.powers) {
        for found in (0..DRAWS).filter_map(|draw| run.at(meaning, draw)) {
            match &mut all {
                None => all = Some(found),
                // Other elements change no way.
                Some(all) if all.is_like(&found) => {
                    let pairs = all.found.iter_mut().zip(found.found);
                    pairs.for_each(|(one, more)| one.add(more));
                }
                Some(_) => {}
            }
        }
    }
    let all = all.unwrap_or_default();
    Tracks {
        until: all.steps,
        versions: versions(followed.locals, all),
    }
}

/// What one evaluation tells.
#[derive(Default)]
struct Evaluation {
    found: Vec<Found>,
    /// The steps that source and program made alike.
    steps: usize,
    /// True if the program came to its end.
    ended: bool,
}

impl Evaluation {
    fn is_like(&self, other: &Evaluation) -> bool {
        (self.found.len(), self.steps, self.ended) == (other.found.len(), other.steps, other.ended)
    }
}

/// An assignment that was made, and where its lanes are.
struct Found {
    assignment: usize,
    lanes: Vec<Lane>,
    /// True if it is one of a loop that the program has, too: even what is constant in a round is somewhere.
    in_round: bool,
}

impl Found {
    /// Adds what other elements tell of the same assignment.
    fn add(&mut self, other: Found) {
        for (lane, more) in self.lanes.iter_mut().zip(other.lanes) {
            if let (Lane::Held(stays), Lane::Held(more)) = (lane, more) {
                stays.extend(more);
                stays.sort_unstable_by_key(|stay| (stay.from, stay.register, stay.lane));
                stays.dedup();
            }
        }
    }
}

struct Run<'a> {
    followed: Followed<'a>,
    processor: &'static Processor,
    code: Code,
}

impl Run<'_> {
    /// The assignments with what registers hold of them, by the elements of a draw; `None` where the data are at odds with
    /// the shader.
    fn at(&self, meaning: Meaning, draw: u64) -> Option<Evaluation> {
        let Followed {
            shader,
            locals,
            reflection,
            recording,
            ..
        } = self.followed;
        let mut domain = Domain::new(draw.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x6c6f_6361_6c73);
        domain.zero_wins = self.processor.zero_wins;
        domain.significand = self.processor.significand;
        let said = reflection.rounded.as_ref();
        domain.witness = said.map(|said| Rc::new(Witness::new(said.iter().map(|number| number.0))));
        let inputs = Keys::new(shader, draw).inputs(&self.followed, &mut domain)?;
        let mut image = machine::place(reflection, &inputs).ok()?;
        forget_clip_position(&mut image, reflection);
        domain.scene = Some(Scene {
            textures: std::mem::take(&mut image.textures),
            quads: self.followed.inputs.mode == Mode::Quads,
        });
        let unit = |name: &str| {
            let mut samplers = reflection.samplers.iter();
            Some(samplers.find(|one| one.name == name)?.index)
        };
        let most = recording.steps.len() as u64;
        let world = World {
            unit: &|name| Some(unit(name).unwrap_or(u32::MAX)),
            window: None,
            meaning,
            steps: (SOURCE_STEPS * most + LEAST_STEPS).min(compare::STEPS),
        };
        let assigned = assigned(shader, locals, &mut domain, &inputs, world);
        domain.source = false;
        domain.path = 0;
        let mut recorder = Recorder::new(0);
        recorder.place(&image, reflection);
        let ended = self.code.record(&image, most, &mut domain, &mut recorder);
        let bits = self.processor.significand;
        let holding = Holding::new(&recorder.finish(), recording, &domain, bits);
        let jumps_back = recording
            .steps
            .windows(2)
            .any(|pair| matches!(pair, [one, next] if next.instruction <= one.instruction));
        let mut made: FxHashMap<usize, usize> = FxHashMap::default();
        for one in &assigned {
            *made.entry(one.assignment).or_default() += 1;
        }
        let found = assigned.iter().map(|one| {
            let in_round = jumps_back && made.get(&one.assignment).is_some_and(|count| *count > 1);
            let lanes = one.lanes.iter();
            let lanes = lanes.map(|lane| holding.lane(*lane, &domain, in_round));
            Found {
                assignment: one.assignment,
                lanes: lanes.collect(),
                in_round,
            }
        });
        Some(Evaluation {
            found: found.collect(),
            steps: holding.steps,
            ended: ended && holding.steps == recording.steps.len(),
        })
    }
}

/// Where a program computes with the position in clip space that the rasteriser had, it is no input of the source's.
fn forget_clip_position(image: &mut RegisterImage, reflection: &Reflection) {
    let mut inputs = reflection.inputs.iter();
    let clip = inputs.find(|input| input.builtin.as_deref() == Some("clip_position"));
    let place = clip.and_then(|input| Some((input.file.as_deref()?, input.index?)));
    if let Some((file, number)) = place
        && let Some(file) = image.inputs.get_mut(file)
    {
        file.insert(number, vec![machine::UNSET]);
    }
}
