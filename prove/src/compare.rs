//! Source and machine code at one point, and the verdict over many.

use crate::domain::{Choices, Domain, Sites, Value};
use crate::machine::Outputs;
use crate::machine::code::Code;
use crate::machine::fixed::of_vertex;
use crate::meaning::Meaning;
use crate::point::{self, Setting};
use crate::screen::Screen;
use crate::source::{self, Arms, World};
use crate::verdict::Verdict;
use crate::{Chip, POINTS};
use retroshade_ir::{Shader, Stage};
use retroshade_kit::machine::{self as registers, Outcome};
use retroshade_kit::reflect::{Reflection, Variable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;

/// Points that are tried.
const TRIES: u64 = 1024;
/// With fewer stable points among these there is no proof.
const FEWEST: u32 = 16;
/// Instructions of the source that a point may take: a loop may end at some inputs only. After the first that takes
/// more the others may take a sixteenth of them.
pub(crate) const STEPS: u64 = 200_000;
/// Instructions of the source that all points of a proof together may take, lest long loops take minutes.
const WORK: u64 = 2_000_000;
/// How often the elements of a point are drawn again where roots are missing,
const REDRAWS: u64 = 32;
/// and those of all points.
const ALL_REDRAWS: u64 = 512;
/// Points with comparisons turned round that are tried for arms which inputs do not take.
const FORCED: u64 = 256;

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
    /// The values that constants of the program were rounded from, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// Instructions of the source that were evaluated, with other meanings of its functions too.
    pub(crate) spent: &'a Cell<u64>,
    /// How often elements were drawn again.
    pub(crate) redrawn: Cell<u64>,
    /// Points at which the source took too many steps.
    pub(crate) endless: Cell<u64>,
    /// The first point at which results differed: its number, and how often its elements were drawn again.
    pub(crate) counterexample: Cell<Option<(u64, u64)>>,
}

impl Program<'_> {
    /// What is known of it at many points.
    pub(crate) fn verdict(&self) -> Verdict {
        let (mut stable, mut undefined) = (0, 0);
        let mut sites = Sites::default();
        let (mut numbers_compared, mut results) = (FxHashSet::default(), 0);
        let (mut most, mut vacuous) = (0, 0);
        let mut left_out = Vec::new();
        let mut arms = Arms::default();
        let mut numbers = 0..TRIES;
        self.redrawn.set(0);
        self.endless.set(0);
        self.counterexample.set(None);
        while stable < POINTS
            && self.has_work_left()
            && let Some(number) = numbers.next()
        {
            match self.at_cell(number) {
                Ok(Seen::Equal(equal)) if equal.compared.is_empty() && !equal.discarded => {
                    // The language leaves everything open here.
                    vacuous += 1;
                    results = results.max(equal.results);
                    left_out = equal.left_out;
                }
                Ok(Seen::Equal(equal)) => {
                    stable += 1;
                    for (site, explained) in equal.sites {
                        *sites.entry(site).or_default() |= explained;
                    }
                    if equal.compared.len() > most {
                        // Points where the language left more open saw less of the arms.
                        (most, arms) = (equal.compared.len(), Arms::default());
                    }
                    if equal.compared.len() == most || equal.discarded {
                        arms.extend(&equal.arms);
                    }
                    numbers_compared.extend(equal.compared);
                    results = results.max(equal.results);
                    if !equal.left_out.is_empty() {
                        left_out = equal.left_out;
                    }
                }
                Ok(Seen::Undefined) => undefined += 1,
                Ok(Seen::Different(different)) => return Verdict::Undecided(different.first),
                Ok(Seen::Nothing | Seen::Rootless) => {}
                Err(verdict) => return verdict,
            }
        }
        if stable == 0 && vacuous >= FEWEST {
            return Verdict::ProvedOnCells {
                points: vacuous,
                unexplained: 0,
                open: results as u32,
                arms: 0,
                undefined,
                left_out,
            };
        }
        if stable < FEWEST {
            let why = match () {
                () if self.endless.get() > 0 => "the source takes too many steps",
                () if undefined > stable => "the program has no defined result",
                () => "too few points are stable",
            };
            return Verdict::Undecided(why.to_owned());
        }
        let mut numbers = 0..FORCED;
        while arms.missing() > 0
            && self.has_work_left()
            && let Some(number) = numbers.next()
        {
            if let Ok(Seen::Equal(equal)) = self.at_point(&self.choices, Point::Forced(number), 0)
                && (equal.compared.len() == most || equal.discarded)
            {
                arms.extend(&equal.arms);
            }
        }
        let arms = arms.missing();
        let open = results.saturating_sub(numbers_compared.len()) as u32;
        let unexplained = sites.values().filter(|explained| !**explained).count() as u32;
        let on_cells = Verdict::ProvedOnCells {
            points: stable,
            unexplained,
            open,
            arms,
            undefined,
            left_out,
        };
        on_cells.normalized()
    }

    /// Whether more points may be evaluated.
    pub(crate) fn has_work_left(&self) -> bool {
        self.spent.get() < WORK
    }

    /// What a point says, and if it lacks roots others on the same pieces of the functions.
    fn at_cell(&self, number: u64) -> Result<Seen, Verdict> {
        let mut redraw = 0;
        loop {
            let seen = self.at_point(&self.choices, Point::Free(number), redraw)?;
            let redrawn = self.redrawn.get();
            let again = redraw < REDRAWS && redrawn < ALL_REDRAWS && self.has_work_left();
            if matches!(seen, Seen::Different(_)) {
                self.counterexample.set(Some((number, redraw)));
            }
            if !again || !matches!(seen, Seen::Rootless) {
                return Ok(seen);
            }
            self.redrawn.set(redrawn + 1);
            redraw += 1;
        }
    }

    /// What a point says, with elements drawn again if `redraw` is not 0; an error is a verdict at once.
    pub(crate) fn at_point(
        &self,
        choices: &Choices,
        kind: Point,
        redraw: u64,
    ) -> Result<Seen, Verdict> {
        let Program {
            shader,
            literals,
            code,
            reflection,
            chip,
            screen,
            meaning,
            handed,
            ..
        } = *self;
        let undecided = |why: &dyn fmt::Display| Verdict::Undecided(why.to_string());
        let (Point::Free(number) | Point::Listed(number) | Point::Forced(number)) = kind;
        let setting = Setting {
            assumed: &reflection.assumes,
            also: handed.map(|(_, fragment)| fragment),
        };
        let mut point = point::point(shader, literals, (number, redraw), setting);
        point.domain.directions = chip.fixed;
        point.domain.forced = matches!(kind, Point::Forced(_));
        point.domain.listed = matches!(kind, Point::Listed(_)).then(FxHashMap::default);
        point.domain.significand = chip.significand;
        point.domain.choices.clone_from(choices);
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
            meaning,
            steps: match self.endless.get() {
                0 => STEPS,
                _ => STEPS / 16,
            },
        };
        let steps = world.steps;
        let wanted = source::evaluate(shader, &mut point.domain, &point.inputs, world);
        let mut wanted = match wanted {
            Ok(wanted) => wanted,
            Err(source::Stop::Endless) => {
                self.endless.set(self.endless.get() + 1);
                self.spent.set(self.spent.get() + steps);
                return Ok(Seen::Nothing);
            }
            Err(source::Stop::Unmodelled(what)) => {
                return Err(undecided(&format_args!("{what} is not modelled")));
            }
        };
        self.spent.set(self.spent.get() + wanted.steps);
        for (name, numbers) in &mut wanted.outputs {
            *numbers = screen.output(&mut point.domain, &point.inputs, name, numbers);
        }
        if let Some((entries, _)) = handed {
            let outputs = std::mem::take(&mut wanted.outputs);
            let registers = of_vertex(entries, &outputs, &point.inputs, &mut point.domain);
            wanted.outputs = registers.map_err(|fault| undecided(&fault))?;
        }
        point.domain.source = false;
        let setup = code.run_setup(reflection, &point.inputs, &mut point.domain);
        let got = match setup {
            Some(got) => got.map_err(|fault| undecided(&fault))?,
            None => {
                let image = registers::place(reflection, &point.inputs);
                let mut image = image.map_err(|fault| undecided(&fault.message))?;
                if let Some((file, number)) = from_clip {
                    let file = image.inputs.entry(file.to_owned()).or_default();
                    file.insert(number, vec![point.clip]);
                }
                let got = code.run(&image, &mut point.domain);
                got.map_err(|fault| undecided(&fault))?
            }
        };
        if point.domain.unstable {
            return Ok(Seen::Nothing);
        }
        if point.domain.lost {
            let defined = wanted
                .outputs
                .iter()
                .flat_map(|(_, numbers)| numbers)
                .any(|value| value.defined);
            return Ok(if defined {
                Seen::Undefined
            } else {
                Seen::Nothing
            });
        }
        if wanted.discarded != got.discarded {
            return Err(undecided(
                &"the fragment is discarded by one of the two only",
            ));
        }
        let mut equal = Equal {
            arms: std::mem::take(&mut wanted.arms),
            ..Equal::default()
        };
        if wanted.discarded {
            equal.sites = point.domain.sites;
            equal.discarded = true;
            let numbers = wanted.outputs.iter().map(|(_, numbers)| numbers.len());
            equal.results = numbers.sum();
            return Ok(Seen::Equal(equal));
        }
        let found = named(reflection, &got).map_err(|fault| undecided(&fault))?;
        let (mut lanes, mut distance, mut first) = (0, 0.0, None);
        for (output, (name, numbers)) in wanted.outputs.iter().enumerate() {
            let Some(found) = found.get(name) else {
                equal.left_out.push(name.clone());
                continue;
            };
            let limited = shader.stage == Stage::Fragment || is_colour(reflection, name);
            equal.results += numbers.len().min(found.len());
            for (lane, (wanted, found)) in numbers.iter().zip(found).enumerate() {
                // What nobody wrote, or a division by 0 made, may be hidden by a choice.
                if wanted.defined && found.is_some_and(|found| !found.defined) {
                    return Ok(Seen::Undefined);
                }
                if wanted.defined {
                    equal.compared.insert((output, lane));
                }
                if wanted.defined && !agrees(&mut point.domain, limited, *wanted, *found) {
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
        let domain = point.domain;
        if domain.unstable {
            return Ok(Seen::Nothing);
        }
        match first {
            // Without all roots formulas that are equal may differ, and where comparisons are turned round any may.
            Some(_) if domain.forced => Ok(Seen::Nothing),
            Some(_) if domain.rootless => Ok(Seen::Rootless),
            Some(first) => Ok(Seen::Different(Different {
                first,
                lanes,
                distance,
                listed: domain.listed.unwrap_or_default(),
                literals: domain.literals,
            })),
            None => {
                equal.sites = domain.sites;
                Ok(Seen::Equal(equal))
            }
        }
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
    sites: Sites,
    /// The numbers that were compared, of which the language says what they are: by output and lane.
    compared: FxHashSet<(usize, usize)>,
    /// How many there are in all.
    results: usize,
    /// Whether the fragment is discarded, so that none counts.
    discarded: bool,
    /// The arms that the source took.
    arms: Arms,
    /// Outputs of the shader that the program does not have.
    left_out: Vec<String>,
}

pub(crate) struct Different {
    /// The first of them, in words.
    first: String,
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
pub(crate) enum Point {
    /// As the reals say.
    Free(u64),
    /// The same, with the values that each number of the program may have been rounded from.
    Listed(u64),
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
