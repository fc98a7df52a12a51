//! Source and machine code at one point.

use crate::domain::{Choices, Domain, Node, Value, Witness};
use crate::field::Element;
use crate::machine::code::Code;
use crate::machine::fixed::of_vertex;
use crate::machine::{Outputs, Registers};
use crate::meaning::Meaning;
use crate::point::{self, Marks, Place, Setting};
use crate::processor::{Limits, Processor};
use crate::screen::{self, Screen};
use crate::sides::Ways;
use crate::source::{self, Named, Results, World};
use crate::verdict::Verdict;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::machine::{self as registers, Outcome};
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target::{Binary, Target};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

#[cfg(test)]
mod tests;

/// Instructions of the source that a point may take: a loop may end at some inputs only. After the first that takes
/// more the others may take a sixteenth of them.
pub(crate) const STEPS: u64 = 200_000;
/// Numbers nearer to a limit than this say nothing.
const NEAR: f64 = 1e-9;
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
    /// The numbers of the shader that its inputs are drawn by.
    pub(crate) marks: &'a Marks,
    pub(crate) code: &'a Code,
    pub(crate) reflection: &'a Reflection,
    pub(crate) processor: &'static Processor,
    pub(crate) screen: Screen,
    /// Of a vertex program before a fixed fragment stage: the record's entries of that, and its shader.
    pub(crate) handed: Option<(&'a [Variable], &'a Shader)>,
    pub(crate) target: &'a dyn Target,
    pub(crate) binary: Binary<'a>,
    pub(crate) meaning: Meaning,
    /// What its half floats were in single precision, if the record says.
    pub(crate) witness: Option<Rc<Witness>>,
    /// The values that constants of the program were rounded from, where it is not the likeliest.
    pub(crate) choices: Choices,
    /// Instructions of the source and of the program that were evaluated, with other meanings of functions too.
    pub(crate) spent: &'a Cell<u64>,
    /// How often elements were drawn again.
    pub(crate) redrawn: Cell<u64>,
    /// Points at which the source took too many steps.
    pub(crate) endless: Cell<u64>,
    /// The first point at which results differed.
    pub(crate) counterexample: RefCell<Option<Place>>,
}

impl Program<'_> {
    /// Compares both at a point; an error is a verdict at once.
    pub(crate) fn at_point(
        &self,
        choices: &Choices,
        place: &Place,
        mode: Mode,
    ) -> Result<Seen, Verdict> {
        let mut point = self.draw(choices, place, mode);
        let Some(wanted) = self.evaluate_source(&mut point)? else {
            return Ok(Seen::Nothing);
        };
        point.domain.source = false;
        let source_path = std::mem::take(&mut point.domain.path);
        point.domain.steps = 0;
        let got = self.run(&mut point);
        self.spent.set(self.spent.get() + point.domain.steps);
        let got = got?;
        if point.domain.unstable {
            return Ok(Seen::Nothing);
        }
        if point.domain.lost {
            let mut numbers = wanted.outputs.iter().flat_map(|(_, numbers)| numbers);
            return Ok(if numbers.any(|value| value.defined) {
                Seen::Undefined
            } else {
                Seen::Nothing
            });
        }
        let path = point.domain.tape.join(source_path, point.domain.path);
        match (wanted.discarded, got.discarded) {
            (true, true) => Ok(Seen::Equal(Box::new(Equal {
                results: wanted.outputs.iter().map(|(_, lanes)| lanes.len()).sum(),
                discarded: true,
                ..Equal::new(point, path)
            }))),
            (false, false) => {
                let turned = !place.turned.is_empty();
                self.compare(point, path, &wanted, &got, turned)
            }
            // Where a comparison is turned round any may be.
            _ if !place.turned.is_empty() => Ok(Seen::Different(Different::default())),
            _ => Err(Verdict::Undecided(
                "the fragment is discarded by one of the two only".to_owned(),
            )),
        }
    }

    /// The inputs of a point, and a domain set up for the program's chip.
    pub(crate) fn draw(&self, choices: &Choices, place: &Place, mode: Mode) -> point::Point {
        let setting = Setting {
            assumed: &self.reflection.assumes,
            also: self.handed.map(|(_, fragment)| fragment),
        };
        let mut point = point::point(self.shader, self.marks, place, setting);
        point.domain.directions = self.processor.fixed;
        point.domain.zero_wins = self.processor.zero_wins;
        point.domain.listed = matches!(mode, Mode::Listed).then(FxHashMap::default);
        point.domain.significand = self.processor.significand;
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
        let mut corners_of_triangles = Named::new();
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
        if self.shader.stage != Stage::Geometry {
            wanted.outputs = self.left(point, std::mem::take(&mut wanted.outputs))?;
        }
        for (_, vertex) in &mut wanted.vertices {
            *vertex = self.left(point, std::mem::take(vertex))?;
        }
        for (triangle, corners) in wanted.triangles().into_iter().enumerate() {
            for (corner, vertex) in corners.into_iter().enumerate() {
                let named = vertex.iter();
                let named = named
                    .map(|(name, numbers)| (of_corner(name, triangle, corner), numbers.clone()));
                corners_of_triangles.extend(named);
            }
        }
        wanted.outputs.extend(corners_of_triangles);
        Ok(Some(wanted))
    }

    /// The outputs of a vertex or fragment of the source as they leave the program.
    fn left(&self, point: &mut point::Point, mut outputs: Named) -> Result<Named, Verdict> {
        let handed_on = self.clip_position_output(&mut point.domain, &outputs);
        for (name, numbers) in &mut outputs {
            let screen = &self.screen;
            *numbers = screen.output(&mut point.domain, &point.inputs, name, numbers);
        }
        outputs.extend(handed_on);
        match self.handed {
            Some((entries, _)) => of_vertex(entries, &outputs, &point.inputs, &mut point.domain),
            None => Ok(outputs),
        }
    }

    /// The varying in which the vertex program of a pair hands on the position in clip space, as `gl_FragCoord` is
    /// computed from it.
    fn clip_position_output(
        &self,
        domain: &mut Domain,
        wanted: &Named,
    ) -> Option<(String, Vec<Value>)> {
        let mut outputs = self.reflection.outputs.iter();
        let output = outputs.find(|output| output.builtin.as_deref() == Some("clip_position"))?;
        let mut outputs = wanted.iter();
        let (_, position) = outputs.find(|(name, _)| name == "gl_Position")?;
        let range = self.shader.interface.clip_depth;
        let position = screen::in_gl_range(domain, range, position);
        Some((output.name.clone(), position))
    }

    /// Runs the program; an error is the verdict where that cannot be done.
    fn run(&self, point: &mut point::Point) -> Result<Outputs, Verdict> {
        let Program {
            code, reflection, ..
        } = *self;
        if let Some(got) = code.run_setup(reflection, &point.inputs, &mut point.domain) {
            return got;
        }
        let mut image = registers::place(reflection, &point.inputs)
            .map_err(|fault| Verdict::Undecided(fault.message))?;
        if let Some((file, number)) = clip_position(reflection) {
            let file = image.inputs.entry(file.to_owned()).or_default();
            file.insert(number, vec![point.clip]);
        }
        code.run(&image, &mut point.domain)
    }

    /// The outputs of the corners of a geometry program's triangles by name. A triangle may begin at any of its corners: at
    /// the one from which its numbers are nearest to those of the source.
    fn corners(&self, wanted: &Named, got: &Outputs) -> Result<Lanes, Verdict> {
        let wanted: BTreeMap<&str, &Vec<Value>> = wanted
            .iter()
            .map(|(name, numbers)| (&**name, numbers))
            .collect();
        let mut found = Lanes::new();
        for (triangle, corners) in got.triangles.iter().enumerate() {
            let mut named_corners = Vec::with_capacity(3);
            for registers in corners {
                named_corners.push(named(self.reflection, registers)?);
            }
            let turned_by = |by: usize| {
                let corners = named_corners.iter().cycle().skip(by).take(3).enumerate();
                corners.flat_map(move |(corner, outputs)| {
                    let outputs = outputs.iter();
                    outputs.map(move |(name, lanes)| (of_corner(name, triangle, corner), lanes))
                })
            };
            let distance = |by: &usize| -> f64 {
                let outputs = turned_by(*by);
                let known = outputs.filter_map(|(name, lanes)| Some((*wanted.get(&*name)?, lanes)));
                let pairs = known.flat_map(|(wanted, found)| wanted.iter().zip(found));
                let distances = pairs.map(|(wanted, found)| match found {
                    Some(found) if wanted.defined => (wanted.real - found.real).abs(),
                    _ => 0.0,
                });
                distances.filter(|distance| !distance.is_nan()).sum()
            };
            let nearest = (0..3).min_by(|one, other| distance(one).total_cmp(&distance(other)));
            let outputs = turned_by(nearest.unwrap_or(0));
            found.extend(outputs.map(|(name, lanes)| (name, lanes.clone())));
        }
        Ok(found)
    }

    /// Compares the outputs of the source and of the program, number by number. `turned`: some comparison is turned round, so
    /// that any difference may be its.
    fn compare(
        &self,
        mut point: point::Point,
        path: Node,
        wanted: &Results,
        got: &Outputs,
        turned: bool,
    ) -> Result<Seen, Verdict> {
        if let Some(fault) = self.extra_output(got) {
            return Err(Verdict::Undecided(fault));
        }
        let triangles = (wanted.triangles().len(), got.triangles.len());
        if triangles.0 != triangles.1 {
            return if turned {
                Ok(Seen::Different(Different::default()))
            } else {
                let (source, program) = triangles;
                let why = format!("the source makes {source} triangles and the program {program}");
                Err(Verdict::Undecided(why))
            };
        }
        let found = match self.shader.stage {
            Stage::Geometry => self.corners(&wanted.outputs, got)?,
            Stage::Vertex | Stage::Fragment => named(self.reflection, &got.registers)?,
        };
        let domain = &mut point.domain;
        let mut lanes = Vec::new();
        let (mut results, mut compared, mut left_out) = (0, 0, Vec::new());
        let (mut different, mut distance, mut first, mut rootless) = (0, 0.0, None, false);
        for (output, (name, numbers)) in wanted.outputs.iter().enumerate() {
            let Some(found) = found.get(name) else {
                // A colour of `gl_FragData` that nobody writes is nothing to leave out.
                if numbers.iter().any(|number| number.defined) {
                    left_out.push(name.clone());
                }
                continue;
            };
            let variable = variable_of(name);
            let limits = self.limits(variable);
            let mut entries = self.reflection.outputs.iter();
            let entry = entries.find(|one| one.name == variable);
            let is_live = |lane: usize| entry.is_none_or(|entry| entry.is_live(lane));
            for (lane, (wanted, found)) in numbers.iter().zip(found).enumerate() {
                if !is_live(lane) {
                    // What the fragment program of a pair does not read: its register may hold anything.
                    if wanted.defined && left_out.last() != Some(&parts_of(name)) {
                        left_out.push(parts_of(name));
                    }
                    continue;
                }
                results += 1;
                if !wanted.defined {
                    continue;
                }
                // What nobody wrote, or a division by 0 made, may be hidden by a choice.
                if found.is_some_and(|found| !found.defined) {
                    return Ok(Seen::Undefined);
                }
                compared += 1;
                let agreement = found.map(|found| agreement(domain, limits, *wanted, found));
                if let (Some(agreement), Some(found)) = (agreement.flatten(), found) {
                    lanes.push(Lane {
                        place: (output, lane),
                        limited: limits != Limits::None,
                        agreement,
                        node: domain.tape.join(wanted.node, found.node),
                    });
                    continue;
                }
                // Without all roots formulas that are equal may differ.
                if wanted.rootless || found.is_some_and(|found| found.rootless) {
                    rootless = true;
                    continue;
                }
                different += 1;
                let reals = found.map_or(f64::INFINITY, |found| found.real - wanted.real);
                distance += reals.abs() / wanted.real.abs().max(1.0);
                first.get_or_insert_with(|| match found {
                    Some(_) => format!("{name}[{lane}] is another formula"),
                    None => format!("{name}[{lane}] is not written"),
                });
            }
        }
        if domain.unstable {
            return Ok(Seen::Nothing);
        }
        Ok(match first {
            Some(first) => Seen::Different(Different {
                first,
                lanes: different,
                distance,
                listed: domain.listed.take().unwrap_or_default(),
                literals: std::mem::take(&mut domain.literals),
            }),
            None if rootless => Seen::Rootless,
            None => Seen::Equal(Box::new(Equal {
                compared,
                lanes,
                results,
                left_out,
                ..Equal::new(point, path)
            })),
        })
    }

    /// A register that a vertex program writes though the shader has no output there, in words.
    fn extra_output(&self, got: &Outputs) -> Option<String> {
        if self.shader.stage == Stage::Fragment {
            return None;
        }
        let outputs = &self.reflection.outputs;
        got.all_registers().find_map(|(file, number, _)| {
            let is_there = outputs.iter().any(|output| {
                let lanes = registers::lanes_of(output).unwrap_or_default();
                output.file.as_ref() == Some(file) && lanes.iter().any(|lane| lane / 4 == *number)
            });
            let what = format!("{file}{number}");
            (!is_there)
                .then(|| format!("the program writes {what}, where the source has no output"))
        })
    }

    /// What the hardware makes of an output's numbers.
    pub(crate) fn limits(&self, name: &str) -> Limits {
        limits(self.processor, self.shader.stage, self.reflection, name)
    }
}

/// What the hardware makes of the numbers of a program's output.
pub(crate) fn limits(
    processor: &Processor,
    stage: Stage,
    record: &Reflection,
    name: &str,
) -> Limits {
    match stage {
        Stage::Fragment => Limits::Colour,
        _ if !is_colour(record, name) => Limits::None,
        _ => processor.colors,
    }
}

/// What a point says of a program.
pub(crate) enum Seen {
    /// Its outputs are those of the source.
    Equal(Box<Equal>),
    /// It has no defined result where the source has one.
    Undefined,
    /// Its outputs are other formulas.
    Different(Different),
    /// They are, but some number has no root, so that equal formulas may look different.
    Rootless,
    /// Nothing.
    Nothing,
}

/// A point at which both programs agree.
pub(crate) struct Equal {
    /// The point after both were evaluated.
    pub(crate) point: point::Point,
    /// What control depends on in both.
    pub(crate) path: Node,
    /// How many numbers were compared, of which the language says what they are.
    pub(crate) compared: usize,
    /// These numbers.
    pub(crate) lanes: Vec<Lane>,
    /// How many there are in all.
    pub(crate) results: usize,
    /// Whether the fragment is discarded, so that none counts.
    pub(crate) discarded: bool,
    /// Outputs of the shader that the program does not have.
    pub(crate) left_out: Vec<String>,
}

impl Equal {
    /// The ways of decisions that show in the results.
    pub(crate) fn ways(&self) -> Ways {
        let seen = self
            .lanes
            .iter()
            .filter(|lane| lane.agreement != Agreement::Limits);
        let nodes = seen.map(|lane| lane.node).chain([self.path]);
        self.point.domain.ways_in(&nodes.collect::<Vec<_>>())
    }

    pub(crate) fn new(point: point::Point, path: Node) -> Equal {
        Equal {
            point,
            path,
            compared: 0,
            lanes: Vec::new(),
            results: 0,
            discarded: false,
            left_out: Vec::new(),
        }
    }
}

/// A number of the results in which both programs agree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    /// Output and lane.
    pub(crate) place: (usize, usize),
    /// Whether the hardware limits it.
    pub(crate) limited: bool,
    pub(crate) agreement: Agreement,
    /// What it depends on in both programs.
    pub(crate) node: Node,
}

/// How two numbers are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// As formulas.
    Formula,
    /// As numbers that they have here, whatever the inputs are.
    Number,
    /// Only by the limits that the hardware has for them.
    Limits,
}

#[derive(Default)]
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

/// What is noted at a point.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// Nothing more.
    Plain,
    /// The values that each number of the program may have been rounded from.
    Listed,
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

impl Limits {
    /// The number that is kept between 0 and 1.
    fn size(self, value: Value) -> Value {
        match self {
            Limits::Size if value.real < 0.0 => Value {
                element: -value.element,
                real: -value.real,
                ..value
            },
            Limits::None | Limits::Colour | Limits::Size => value,
        }
    }
}

/// How two numbers agree, if they do.
fn agreement(
    domain: &mut Domain,
    limits: Limits,
    wanted: Value,
    found: Value,
) -> Option<Agreement> {
    if wanted.element == found.element {
        return Some(if found.is_number() {
            Agreement::Number
        } else {
            Agreement::Formula
        });
    }
    if limits == Limits::None {
        return None;
    }
    let [wanted, found] = [wanted, found].map(|value| limits.size(value));
    let [limit, other] = [wanted, found].map(|value| limited(domain, value));
    // Beyond a limit it is the same number still where the one is what the other limits.
    let same = domain.tape.asks(wanted.node, found.element - limit)
        || domain.tape.asks(found.node, wanted.element - limit);
    (limit == other).then_some(if same {
        Agreement::Formula
    } else {
        Agreement::Limits
    })
}

/// What the hardware keeps of a colour.
fn limited(domain: &mut Domain, value: Value) -> Element {
    let limit = match value.real {
        real if real < 0.5 => Element::ZERO,
        _ => Element::ONE,
    };
    let beyond = (value.real - value.real.clamp(0.0, 1.0)).abs();
    let near = value.real.abs().min((value.real - 1.0).abs());
    if value.element != limit && near <= NEAR {
        domain.unstable = true;
    }
    if beyond > 0.0 || value.element == limit {
        limit
    } else {
        value.element
    }
}

/// The lanes of outputs by name, in GL's order; `None` for those that nobody wrote.
type Lanes = BTreeMap<String, Vec<Option<Value>>>;

/// What stands between an output of a triangle's corner and the rest of its name.
const OF_CORNER: &str = " of corner ";

/// The name of an output of a corner of a triangle, both counted from 0.
fn of_corner(name: &str, triangle: usize, corner: usize) -> String {
    format!("{name}{OF_CORNER}{corner} of triangle {triangle}")
}

/// The variable of an output, which may be that of a triangle's corner.
fn variable_of(name: &str) -> &str {
    name.split(OF_CORNER).next().unwrap_or(name)
}

/// How a verdict names an output of which the program has a part only.
fn parts_of(name: &str) -> String {
    format!("parts of {name}")
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

/// The outputs by name, in GL's order. The record's own reader of outputs takes floats, so each value goes
/// through it as a float that represents it.
fn named(reflection: &Reflection, written: &Registers) -> Result<Lanes, Verdict> {
    let mut values = Vec::new();
    let mut outcome = Outcome {
        discarded: vec![false],
        ..Outcome::default()
    };
    for (file, number, lanes) in written {
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
    let gathered = registers::gather(reflection, &outcome, 1)
        .map_err(|fault| Verdict::Undecided(fault.message))?;
    let named = gathered.outputs.into_iter().map(|(name, rows)| {
        let tokens = rows.into_iter().next().unwrap_or_default().into_iter();
        let numbers = tokens.map(|token| {
            if token.is_nan() {
                None
            } else {
                values.get(token as usize).copied()
            }
        });
        (name, numbers.collect())
    });
    Ok(named.collect())
}
