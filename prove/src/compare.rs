//! Source and machine code at one point.

use crate::Chip;
use crate::arms::Arms;
use crate::domain::{Choices, Domain, Sites, Value, Witness};
use crate::machine::Outputs;
use crate::machine::code::Code;
use crate::machine::fixed::of_vertex;
use crate::meaning::Meaning;
use crate::point::{self, Place, Setting};
use crate::screen::Screen;
use crate::source::{self, Results, World};
use crate::verdict::Verdict;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::machine::{self as registers, Outcome};
use retroshade_kit::reflect::{Reflection, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[cfg(test)]
mod tests;

/// Instructions of the source that a point may take: a loop may end at some inputs only. After the first that takes
/// more the others may take a sixteenth of them.
pub(crate) const STEPS: u64 = 200_000;
/// The source where nothing is compared with it.
pub(crate) const ALONE: World<'static> = World {
    unit: &|_| Some(0),
    window: None,
    meaning: Meaning::PLAIN,
    steps: STEPS,
};

/// A program, and what its chip makes of the source.
pub(crate) struct Program<'a> {
    pub(crate) shader: &'a Shader,
    /// The literals of the shader.
    pub(crate) literals: &'a [f32],
    pub(crate) code: &'a Code,
    pub(crate) reflection: &'a Reflection,
    pub(crate) chip: Chip,
    pub(crate) screen: Screen,
    /// Of a vertex program before a fixed fragment stage: the record's entries of that, and its shader.
    pub(crate) handed: Option<(&'a [Variable], &'a Shader)>,
    pub(crate) meaning: Meaning,
    /// What its half floats were in single precision, if the record says.
    pub(crate) witness: Option<Rc<Witness>>,
    /// The values that constants of the program were rounded from, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// Instructions of the source that were evaluated, with other meanings of its functions too.
    pub(crate) spent: &'a Cell<u64>,
    /// How often elements were drawn again.
    pub(crate) redrawn: Cell<u64>,
    /// Points at which the source took too many steps.
    pub(crate) endless: Cell<u64>,
    /// The first point at which results differed.
    pub(crate) counterexample: Cell<Option<Place>>,
}

impl Program<'_> {
    /// What a point says; an error is a verdict at once.
    pub(crate) fn at_point(
        &self,
        choices: &Choices,
        place: Place,
        mode: Mode,
    ) -> Result<Seen, Verdict> {
        let mut point = self.draw(choices, place, mode);
        let Some(mut wanted) = self.evaluate_source(&mut point)? else {
            return Ok(Seen::Nothing);
        };
        point.domain.source = false;
        let got = self.run(&mut point).map_err(Verdict::Undecided)?;
        if point.domain.unstable {
            return Ok(Seen::Nothing);
        }
        if point.domain.lost {
            let mut numbers = wanted.outputs.iter().flat_map(|(_, numbers)| numbers);
            return Ok(match numbers.any(|value| value.defined) {
                true => Seen::Undefined,
                false => Seen::Nothing,
            });
        }
        wanted.arms.extend(&point.domain.jumps);
        match (wanted.discarded, got.discarded) {
            (true, true) => Ok(Seen::Equal(Equal {
                sites: point.domain.sites,
                results: wanted.outputs.iter().map(|(_, lanes)| lanes.len()).sum(),
                discarded: true,
                arms: wanted.arms,
                ..Equal::default()
            })),
            (false, false) => self.compare(point.domain, wanted, &got),
            _ => Err(Verdict::Undecided(
                "the fragment is discarded by one of the two only".to_owned(),
            )),
        }
    }

    /// The inputs of a point, and a domain set up for the program's chip.
    pub(crate) fn draw(&self, choices: &Choices, place: Place, mode: Mode) -> point::Point {
        let setting = Setting {
            assumed: &self.reflection.assumes,
            also: self.handed.map(|(_, fragment)| fragment),
        };
        let mut point = point::point(self.shader, self.literals, place, setting);
        point.domain.directions = self.chip.fixed;
        point.domain.zero_wins = self.chip.zero_wins;
        point.domain.forced = matches!(mode, Mode::Forced);
        point.domain.listed = matches!(mode, Mode::Listed).then(FxHashMap::default);
        point.domain.significand = self.chip.significand;
        point.domain.witness.clone_from(&self.witness);
        point.domain.choices.clone_from(choices);
        point
    }

    /// What the source gives, as it leaves the program; nothing where it takes too many steps.
    pub(crate) fn evaluate_source(
        &self,
        point: &mut point::Point,
    ) -> Result<Option<Results>, Verdict> {
        let unit = |name: &str| {
            let mut samplers = self.reflection.samplers.iter();
            let found = samplers.find(|sampler| sampler.name == name);
            // One that the program does not have can only be looked up in vain.
            Some(found.map_or(1000, |sampler| sampler.index))
        };
        let reads_clip = clip_position(self.reflection).is_some();
        let steps = match self.endless.get() {
            0 => STEPS,
            _ => STEPS / 16,
        };
        let world = World {
            unit: &unit,
            window: reads_clip.then(|| window(&mut point.domain, point.clip)),
            meaning: self.meaning,
            steps,
        };
        let wanted = source::evaluate(self.shader, &mut point.domain, &point.inputs, world);
        let mut wanted = match wanted {
            Ok(wanted) => wanted,
            Err(source::Stop::Endless) => {
                self.endless.set(self.endless.get() + 1);
                self.spent.set(self.spent.get() + steps);
                return Ok(None);
            }
            Err(source::Stop::Unmodelled(what)) => {
                return Err(Verdict::Undecided(format!("{what} is not modelled")));
            }
        };
        self.spent.set(self.spent.get() + wanted.steps);
        for (name, numbers) in &mut wanted.outputs {
            let screen = &self.screen;
            *numbers = screen.output(&mut point.domain, &point.inputs, name, numbers);
        }
        if let Some((entries, _)) = self.handed {
            let outputs = std::mem::take(&mut wanted.outputs);
            let registers = of_vertex(entries, &outputs, &point.inputs, &mut point.domain);
            wanted.outputs = registers.map_err(|fault| Verdict::Undecided(fault.to_string()))?;
        }
        Ok(Some(wanted))
    }

    /// What the program gives; an error is why that cannot be said.
    fn run(&self, point: &mut point::Point) -> Result<Outputs, String> {
        let Program {
            code, reflection, ..
        } = *self;
        if let Some(got) = code.run_setup(reflection, &point.inputs, &mut point.domain) {
            return got.map_err(|fault| fault.to_string());
        }
        let mut image =
            registers::place(reflection, &point.inputs).map_err(|fault| fault.message)?;
        if let Some((file, number)) = clip_position(reflection) {
            let file = image.inputs.entry(file.to_owned()).or_default();
            file.insert(number, vec![point.clip]);
        }
        let got = code.run(&image, &mut point.domain);
        got.map_err(|fault| fault.to_string())
    }

    /// The outputs of the source and of the program, number by number.
    fn compare(&self, mut domain: Domain, wanted: Results, got: &Outputs) -> Result<Seen, Verdict> {
        let mut equal = Equal {
            arms: wanted.arms,
            ..Equal::default()
        };
        let found = named(self.reflection, got).map_err(Verdict::Undecided)?;
        let (mut lanes, mut distance, mut first, mut rootless) = (0, 0.0, None, false);
        for (output, (name, numbers)) in wanted.outputs.iter().enumerate() {
            let Some(found) = found.get(name) else {
                // A colour of `gl_FragData` that nobody writes is nothing to leave out.
                if numbers.iter().any(|number| number.defined) {
                    equal.left_out.push(name.clone());
                }
                continue;
            };
            let is_fragment = self.shader.stage == Stage::Fragment;
            let limited = is_fragment || is_colour(self.reflection, name);
            equal.results += numbers.len().min(found.len());
            for (lane, (wanted, found)) in numbers.iter().zip(found).enumerate() {
                // What nobody wrote, or a division by 0 made, may be hidden by a choice.
                if wanted.defined && found.is_some_and(|found| !found.defined) {
                    return Ok(Seen::Undefined);
                }
                if wanted.defined {
                    equal.compared += 1;
                }
                // Which of two numbers beyond the limits of a colour it is nobody sees.
                let identical = found.is_some_and(|found| found.element == wanted.element);
                if wanted.defined && identical {
                    equal.identical.insert((output, lane));
                }
                let agrees = agrees(&mut domain, limited, *wanted, *found);
                if wanted.defined && agrees && !identical {
                    equal.by_limits.insert((output, lane));
                }
                if wanted.defined && !agrees {
                    // Without all roots formulas that are equal may differ.
                    if wanted.rootless || found.is_some_and(|found| found.rootless) {
                        rootless = true;
                        continue;
                    }
                    lanes += 1;
                    let reals = found.map_or(f64::INFINITY, |found| found.real - wanted.real);
                    distance += reals.abs() / wanted.real.abs().max(1.0);
                    first.get_or_insert_with(|| match found {
                        Some(_) => format!("{name}[{lane}] is another formula"),
                        None => format!("{name}[{lane}] is not written"),
                    });
                }
            }
        }
        if domain.unstable {
            return Ok(Seen::Nothing);
        }
        Ok(match first {
            // Where comparisons are turned round any formulas may.
            Some(_) if domain.forced => Seen::Nothing,
            Some(first) => Seen::Different(Different {
                first,
                lanes,
                distance,
                listed: domain.listed.unwrap_or_default(),
                literals: domain.literals,
            }),
            None if rootless => Seen::Rootless,
            None => {
                equal.sites = domain.sites;
                Seen::Equal(equal)
            }
        })
    }
}

/// What a point says of a program.
pub(crate) enum Seen {
    /// Its outputs are those of the source.
    Equal(Equal),
    /// It has no defined result where the source has one.
    Undefined,
    /// Its outputs are other formulas.
    Different(Different),
    /// They are, but some number has no root, so that equal formulas may look different.
    Rootless,
    /// Nothing.
    Nothing,
}

#[derive(Default)]
pub(crate) struct Equal {
    /// The comparisons of the program, and whether the source makes them.
    pub(crate) sites: Sites,
    /// How many numbers were compared, of which the language says what they are.
    pub(crate) compared: usize,
    /// Those of them that are the same, by output and lane,
    pub(crate) identical: FxHashSet<(usize, usize)>,
    /// and those that are alike only because both are limited.
    pub(crate) by_limits: FxHashSet<(usize, usize)>,
    /// How many there are in all.
    pub(crate) results: usize,
    /// Whether the fragment is discarded, so that none counts.
    pub(crate) discarded: bool,
    /// The arms that the source took, and those of the program's jumps.
    pub(crate) arms: Arms,
    /// Outputs of the shader that the program does not have.
    pub(crate) left_out: Vec<String>,
}

pub(crate) struct Different {
    /// The first of them, in words.
    pub(crate) first: String,
    /// How many numbers differ.
    pub(crate) lanes: usize,
    /// How far their reals are from those of the source.
    pub(crate) distance: f64,
    /// The values that each constant in the code may have been rounded from, if that was asked.
    pub(crate) listed: FxHashMap<u32, Vec<f64>>,
    /// The constants in the code, as bits, with the instructions that use them.
    pub(crate) literals: Vec<(u32, usize)>,
}

/// How comparisons come out at a point.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// As the reals say.
    Free,
    /// The same, with the values that each number of the program may have been rounded from.
    Listed,
    /// Some the other way round, in source and program alike, so that arms are taken together that no inputs
    /// reach together. What differs there says nothing, since a program may rely on what inputs can be; what
    /// agrees has been seen.
    Forced,
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

fn agrees(domain: &mut Domain, limited: bool, wanted: Value, found: Option<Value>) -> bool {
    let Some(found) = found else { return false };
    if wanted.element == found.element {
        return true;
    }
    if !limited {
        return false;
    }
    // A question of the proof, and not of the program.
    domain.source = true;
    let limits = [wanted, found].map(|value| domain.saturate(value).element);
    domain.source = false;
    limits[0] == limits[1]
}

/// Whether a vertex program's output is a colour, which the hardware behind it limits to 0..1.
pub(crate) fn is_colour(reflection: &Reflection, name: &str) -> bool {
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

/// The outputs by name, in GL's order. The record's own reader of outputs takes floats, so each value goes
/// through it as a float that represents it.
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
