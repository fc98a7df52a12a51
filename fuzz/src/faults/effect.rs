//! What the unchanged program computes, and whether a faulty one computes something else.

use super::draw;
use retroshade::{Binary, Compiler, Reflection};
use retroshade_ir::random::Random;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Shader, Stage, eval};
use retroshade_kit::machine::{Watch, run_watched};
use retroshade_kit::target::Position;

/// Sets of inputs at which programs run.
const DRAWS: usize = 36;
/// Instructions of a vertex or fragment after which a run counts as endless.
const MOST_STEPS: u64 = 20_000;
/// Runs with inputs that are changed by as much as rounding changes numbers.
const NEIGHBOURS: u64 = 3;
/// The smallest change of a result, relative to its size or to 1, that is not taken for rounding.
const LEAST: f64 = 1e-3;
/// How many times what neighbours change may be rounding.
const SENSITIVE: f64 = 16.0;
/// How far, of its size or of 1, a number of the program may be from the interpreter's: further off, the language leaves
/// it open, or rounding does.
const OFF: f64 = 0.02;
/// With a smaller w no pixel depends on where the position is.
const LEAST_W: f32 = 1e-6;

/// The visible effect of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Other numbers, or other fragments discarded.
    Results,
    /// Where the program computes a number the faulty one has none, and nowhere another number.
    NoNumber,
    /// The program does not end, or the simulator refuses what it does.
    Stopped,
}

/// A run of the unchanged program.
pub(super) struct Sound {
    inputs: RunInputs,
    outputs: RunOutputs,
    /// For each number of each output how much a fault must change it; `None` where nothing counts.
    room: Vec<Vec<Vec<Option<f64>>>>,
    /// For each sample whether it counts if it is discarded.
    kept: Vec<bool>,
}

/// The simulator with a program's interface.
#[derive(Clone, Copy)]
pub(super) struct Bench<'a> {
    pub(super) compiler: &'a Compiler,
    pub(super) shader: &'a Shader,
}

impl Bench<'_> {
    fn run(&self, program: Binary, record: &Reflection, inputs: &RunInputs) -> Option<RunOutputs> {
        let program = Binary {
            stage: Some(self.shader.stage),
            ..program
        };
        let mut watch = Watch {
            most_steps: Some(MOST_STEPS),
            ..Watch::default()
        };
        run_watched(self.compiler.target, program, record, inputs, &mut watch).ok()
    }

    /// Runs the unchanged program on all draws of a seed on which it ends.
    pub(super) fn sound(&self, program: Binary, record: &Reflection, seed: u64) -> Vec<Sound> {
        let literals = draw::literals(self.shader);
        let draws = (0..DRAWS).map(|number| draw::draw(self.shader, &literals, seed, number));
        draws
            .filter_map(|inputs| self.sound_on(program, record, inputs))
            .collect()
    }

    fn sound_on(&self, program: Binary, record: &Reflection, inputs: RunInputs) -> Option<Sound> {
        let outputs = self.run(program, record, &inputs)?;
        let limits = eval::Limits { steps: MOST_STEPS };
        let (meant, outside) = eval::run_with_indices(self.shader, &inputs, limits).ok()?;
        let mut near = Vec::new();
        for number in 0..NEIGHBOURS {
            near.push(self.run(program, record, &neighbour(&inputs, number))?);
        }
        let lost = |outputs: &RunOutputs, sample| is_discarded(outputs, sample);
        let samples = inputs.samples().ok()?;
        let kept = (0..samples).map(|sample| {
            let here = lost(&outputs, sample);
            let is_defined = outside.get(sample) == Some(&false);
            is_defined
                && lost(&meant, sample) == here
                && near.iter().all(|near| lost(near, sample) == here)
        });
        let kept: Vec<bool> = kept.collect();
        let room = outputs.outputs.iter().map(|(name, rows)| {
            let rows = rows.iter().enumerate();
            rows.map(|(sample, row)| {
                let counts = kept.get(sample).copied().unwrap_or(false)
                    && !self.is_beyond(&meant, name, sample);
                let lanes = row.iter().enumerate();
                lanes
                    .map(|(lane, _)| {
                        let of =
                            |outputs: &RunOutputs| self.shown(record, outputs, name, sample, lane);
                        let here = of(&outputs)?;
                        let meant = of(&meant)?;
                        let size = here.abs().max(1.0);
                        let is_meant = self.is_moved(name) || (here - meant).abs() <= OFF * size;
                        let mut room = LEAST * size;
                        for near in &near {
                            room = room.max(LEAST * size + SENSITIVE * (of(near)? - here).abs());
                        }
                        (counts && is_meant).then_some(room)
                    })
                    .collect()
            })
            .collect()
        });
        Some(Sound {
            room: room.collect(),
            kept,
            inputs,
            outputs,
        })
    }

    /// True of an output that the program brings to the screen, where the interpreter does not.
    fn is_moved(&self, name: &str) -> bool {
        let clip = self.compiler.options.position == Position::Clip;
        !clip && matches!(name, "gl_Position" | "gl_PointSize")
    }

    /// True where a division by w is by nearly 0.
    fn is_beyond(&self, meant: &RunOutputs, name: &str, sample: usize) -> bool {
        let positions = meant.outputs.get("gl_Position");
        let w = positions.and_then(|rows| rows.get(sample)?.get(3).copied());
        self.is_moved(name) && w.is_some_and(|w| w.is_nan() || w.abs() < LEAST_W)
    }

    /// A number of a result as the hardware behind the program has it; `None` if it is no finite number.
    fn shown(
        &self,
        record: &Reflection,
        outputs: &RunOutputs,
        name: &str,
        sample: usize,
        lane: usize,
    ) -> Option<f64> {
        let number = *outputs.outputs.get(name)?.get(sample)?.get(lane)?;
        let entry = record.outputs.iter().find(|output| output.name == name);
        let shown = match self.shader.stage {
            Stage::Fragment => number.clamp(0.0, 1.0),
            Stage::Vertex | Stage::Geometry => entry.map_or(number, |entry| {
                self.compiler.target.interpolated(entry, number)
            }),
        };
        (number.is_finite() && shown.is_finite()).then_some(f64::from(shown))
    }

    /// How a faulty program differs; `None` if it does not.
    pub(super) fn effect(
        &self,
        program: Binary,
        record: &Reflection,
        sound: &[Sound],
    ) -> Option<Effect> {
        let mut weaker = None;
        for sound in sound {
            let Some(found) = self.run(program, record, &sound.inputs) else {
                return Some(Effect::Stopped);
            };
            match self.difference(record, sound, &found) {
                Some(Effect::NoNumber) => weaker = Some(Effect::NoNumber),
                None => {}
                effect => return effect,
            }
        }
        weaker
    }

    fn difference(&self, record: &Reflection, sound: &Sound, found: &RunOutputs) -> Option<Effect> {
        let mut weaker = None;
        for (sample, kept) in sound.kept.iter().enumerate() {
            if *kept && is_discarded(found, sample) != is_discarded(&sound.outputs, sample) {
                return Some(Effect::Results);
            }
        }
        for (name, rooms) in sound.outputs.outputs.keys().zip(&sound.room) {
            for (sample, rooms) in rooms.iter().enumerate() {
                for (lane, room) in rooms.iter().enumerate() {
                    let of = |outputs: &RunOutputs| self.shown(record, outputs, name, sample, lane);
                    let (Some(room), Some(here)) = (room, of(&sound.outputs)) else {
                        continue;
                    };
                    match of(found) {
                        None => weaker = Some(Effect::NoNumber),
                        Some(there) if (there - here).abs() > *room => {
                            return Some(Effect::Results);
                        }
                        Some(_) => {}
                    }
                }
            }
        }
        weaker
    }
}

fn is_discarded(outputs: &RunOutputs, sample: usize) -> bool {
    let discarded = outputs.discarded.as_ref();
    discarded.is_some_and(|discarded| discarded.get(sample).copied().unwrap_or(false))
}

/// The inputs with each number that is not whole changed by a relative 2^-20, up or down.
fn neighbour(inputs: &RunInputs, number: u64) -> RunInputs {
    let mut inputs = inputs.clone();
    let mut random = Random::new(number);
    let mut change = |number: &mut f32| {
        let step = if random.one_in(2) { 1.0 } else { -1.0 };
        if number.fract() != 0.0 {
            *number *= 1.0 + step * (-20_f32).exp2();
        }
    };
    for data in inputs.uniforms.values_mut() {
        data.value.iter_mut().for_each(&mut change);
    }
    let rows = inputs
        .attributes
        .values_mut()
        .chain(inputs.varyings.values_mut());
    for row in rows.flat_map(|data| &mut data.values) {
        row.iter_mut().for_each(&mut change);
    }
    inputs
}
