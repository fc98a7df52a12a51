//! What every program of a shader has to read, look up and write at a point, found by moving one thing at a time.
//!
//! A result depends on a register if it is another formula and another number where nothing but that register is
//! changed. What a source only mentions, as `u` in `(x + u) - u`, it does not depend on.

use crate::domain::{Lever, Range, Value};
use crate::field::Element;
use crate::meaning::Meaning;
use crate::point::{Drawn, Marks, Moved, Place, Point, Setting, point};
use crate::source::{Results, World, evaluate};
use retroshade_ir::random::Random;
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Scalar, Shader};
use retroshade_kit::machine::lanes_of;
use retroshade_kit::reflect::{Reflection, Variable};
use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
mod tests;

/// Instructions of the source that a point may take.
const STEPS: u64 = 200_000;

/// Registers and lookups that each program of a shader uses at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Constant registers of uniforms, in order. Literals are not counted: a program may do without them.
    pub(crate) constants: BTreeSet<u32>,
    /// Registers of attributes or varyings.
    pub(crate) inputs: BTreeSet<u32>,
    /// By output register what is written to it.
    pub(crate) outputs: BTreeMap<u32, Written>,
    /// Lookups that some output depends on.
    pub(crate) lookups: u32,
    /// Those of them whose coordinates depend on no attribute or varying.
    pub(crate) constant_lookups: u32,
}

/// The contents of an output register.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// The lanes that have a value, a bit each.
    pub(crate) lanes: u8,
    /// The constant registers that these depend on.
    pub(crate) constants: BTreeSet<u32>,
    /// True if some lane is a lane of a lookup.
    pub(crate) has_texel: bool,
}

/// Numbers of a point that lie in one register.
type Contents = BTreeMap<u32, Vec<usize>>;

/// True if a variable lies in one of some register files.
fn is_in(entry: &Variable, files: &[&str]) -> bool {
    let file = entry.file.as_deref();
    file.is_some_and(|file| files.contains(&file))
}

/// All numbers of attributes, varyings and uniforms.
fn numbers_of(inputs: &RunInputs) -> impl Iterator<Item = f32> {
    let uniforms = inputs.uniforms.values().flat_map(|data| &data.value);
    let tables = inputs.attributes.values().chain(inputs.varyings.values());
    let rows = tables.flat_map(|data| data.values.iter().flatten());
    uniforms.chain(rows).copied()
}

/// The registers of a record's entries, with the numbers of the point that lie in them. Only those of some register
/// files are taken.
fn contents(
    point: &mut Point,
    entries: &[Variable],
    files: &[&str],
    numbers: impl Fn(&Point, &str) -> Option<Vec<f32>>,
) -> Contents {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    for number in numbers_of(&point.inputs) {
        *counts.entry(number.to_bits()).or_default() += 1;
    }
    let mut contents = Contents::new();
    let entries = entries.iter().filter(|entry| entry.builtin.is_none());
    for entry in entries.filter(|entry| is_in(entry, files)) {
        let (Ok(lanes), Some(numbers)) = (lanes_of(entry), numbers(point, &entry.name)) else {
            continue;
        };
        for (lane, number) in lanes.into_iter().zip(numbers) {
            let node = point.domain.given(number).node;
            // Inputs that are the same number at this point are one to the prover.
            let levers = point.domain.tape.levers(node);
            if let [Lever::Input(input)] = levers[..]
                && counts.get(&number.to_bits()) == Some(&1)
            {
                contents.entry(lane / 4).or_default().push(input);
            }
        }
    }
    contents
}

/// Another value for a number that was drawn. Numbers that move together move by different amounts.
fn moved(drawn: &Drawn, input: usize) -> Moved {
    let step = 0.31 - 0.017 * (input % 8) as f32;
    let real = match drawn.scalar {
        Scalar::Bool => 1.0 - drawn.real,
        Scalar::Int if drawn.range == Range::UNIT => 1.0 - drawn.real,
        Scalar::Int => drawn.real + 1.0,
        Scalar::Float if drawn.range == Range::UNIT && drawn.real > 0.5 => drawn.real - step,
        Scalar::Float => drawn.real + step,
    };
    Moved {
        lever: Lever::Input(input),
        real,
        element: Element::from_bits(Random::new(0x6e65_6564 ^ input as u64).bits()),
    }
}

/// True if a number is another formula and, by more than rounding, another real.
fn is_other(one: Value, other: Value) -> bool {
    let formula = one.rootless || other.rootless || one.element != other.element;
    let size = one.real.abs().max(other.real.abs()).max(1.0);
    one.defined && other.defined && formula && (one.real - other.real).abs() > 1e-6 * size
}

/// Evaluates a shader at points near one another.
struct Trial<'a> {
    shader: &'a Shader,
    marks: &'a Marks,
    record: &'a Reflection,
}

impl Trial<'_> {
    fn draw(&self, place: &Place) -> Point {
        let setting = Setting {
            assumed: &self.record.assumes,
            also: None,
        };
        point(self.shader, self.marks, place, setting)
    }

    /// The results at a point; `None` where the language or the prover has none.
    fn results(&self, point: &mut Point) -> Option<Results> {
        let unit = |name: &str| {
            let mut samplers = self.record.samplers.iter();
            let found = samplers.find(|sampler| sampler.name == name);
            Some(found.map_or(1000, |sampler| sampler.index))
        };
        let world = World {
            unit: &unit,
            window: None,
            meaning: Meaning::PLAIN,
            steps: STEPS,
        };
        let results = evaluate(self.shader, &mut point.domain, &point.inputs, world).ok()?;
        (!results.discarded && !point.domain.unstable).then_some(results)
    }

    /// The lanes of outputs that change where numbers are moved: output and lane.
    fn changes(&self, place: &Place, base: &Results) -> BTreeSet<(usize, usize)> {
        let mut changed = BTreeSet::new();
        let Some(results) = self.results(&mut self.draw(place)) else {
            return changed;
        };
        let pairs = base.outputs.iter().zip(&results.outputs).enumerate();
        for (output, ((_, ones), (_, others))) in pairs {
            for (lane, (one, other)) in ones.iter().zip(others).enumerate() {
                if is_other(*one, *other) {
                    changed.insert((output, lane));
                }
            }
        }
        changed
    }
}

/// What programs need at a point, with uniforms in these register files; `None` where the point says nothing.
pub(crate) fn needs(
    shader: &Shader,
    marks: &Marks,
    record: &Reflection,
    files: &[&str],
    number: u64,
) -> Option<Needs> {
    let trial = Trial {
        shader,
        marks,
        record,
    };
    let start = Place::numbered(number);
    let mut point = trial.draw(&start);
    let base = trial.results(&mut point)?;
    let mut needs = Needs::default();
    // For each lane of an output its register, where the record has one.
    let registers: Vec<Vec<Option<u32>>> = base
        .outputs
        .iter()
        .map(|(name, numbers)| {
            let entry = record.outputs.iter().find(|entry| entry.name == *name);
            let lanes = entry.and_then(|entry| lanes_of(entry).ok());
            let lanes = lanes.unwrap_or_default();
            let live = |at: usize| entry.is_some_and(|entry| entry.is_live(at));
            let lane = |at: usize| lanes.get(at).copied().filter(|_| live(at));
            (0..numbers.len()).map(lane).collect()
        })
        .collect();
    for ((_, numbers), lanes) in base.outputs.iter().zip(&registers) {
        for (value, lane) in numbers.iter().zip(lanes) {
            let Some(lane) = lane.filter(|_| value.defined) else {
                continue;
            };
            let written = needs.outputs.entry(lane / 4).or_default();
            written.lanes |= 1 << (lane % 4);
            let mut lookups = point.domain.lookups.values();
            written.has_texel |= lookups.any(|(_, element)| *element == value.element);
        }
    }
    let changed = |place: &Place| -> BTreeSet<u32> {
        let changed = trial.changes(place, &base).into_iter();
        let register = |(output, lane): (usize, usize)| registers[output][lane];
        changed.filter_map(register).map(|lane| lane / 4).collect()
    };
    let moving = |point: &Point, inputs: &[usize]| {
        inputs.iter().fold(start.clone(), |place, &input| {
            place.with(moved(&point.drawn[input], input))
        })
    };
    let uniforms = contents(&mut point, &record.uniforms, files, |point, name| {
        Some(point.inputs.uniforms.get(name)?.value.clone())
    });
    for (register, inputs) in uniforms {
        let outputs = changed(&moving(&point, &inputs));
        if !outputs.is_empty() {
            needs.constants.insert(register);
        }
        for output in outputs {
            if let Some(written) = needs.outputs.get_mut(&output) {
                written.constants.insert(register);
            }
        }
    }
    let mut varying = Vec::new();
    let files: BTreeSet<&str> = record
        .inputs
        .iter()
        .filter_map(|entry| entry.file.as_deref())
        .collect();
    for file in files {
        let inputs = contents(&mut point, &record.inputs, &[file], |point, name| {
            let table = point.inputs.attributes.get(name);
            let data = table.or_else(|| point.inputs.varyings.get(name))?;
            data.values.first().cloned()
        });
        for (register, inputs) in inputs {
            if !changed(&moving(&point, &inputs)).is_empty() {
                needs.inputs.insert(register);
            }
            varying.extend(inputs);
        }
    }
    let mut lookups: BTreeMap<Element, Vec<Element>> = BTreeMap::new();
    for (&lane, &first) in &point.domain.lookup_lanes {
        lookups.entry(first).or_default().push(lane);
    }
    let mut elsewhere = trial.draw(&moving(&point, &varying));
    let known = trial.results(&mut elsewhere).is_some();
    for (first, lanes) in lookups {
        let place = lanes.into_iter().fold(start.clone(), |place, lane| {
            let found = point.domain.lookups.get(&lane);
            let real = found.map_or(0.5, |(real, _)| *real as f32);
            let random = Random::new(0x7465_7865 ^ lane.bits()).bits();
            place.with(Moved {
                lever: Lever::Lookup(lane),
                real: if real > 0.5 { real - 0.37 } else { real + 0.37 },
                element: Element::from_bits(random),
            })
        });
        if !changed(&place).is_empty() {
            needs.lookups += 1;
            // A point that says nothing leaves open where coordinates come from.
            let constant = !known || elsewhere.domain.lookup_lanes.contains_key(&first);
            needs.constant_lookups += u32::from(constant);
        }
    }
    Some(needs)
}
