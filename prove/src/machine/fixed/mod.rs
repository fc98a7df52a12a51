//! Set-ups of combiners: what the fragment stages compute that run no programs, in exact numbers.
//!
//! Registers keep values between two limits. On which side of a limit a value is its real says, as with comparisons;
//! such a limit is no question of the program's, since a value that it changes is another formula. Rounding is left out:
//! `max_error` of the record is about that.

mod expression;
pub(crate) mod nv2a;
pub(crate) mod pica200;
#[cfg(test)]
mod tests;

pub(crate) use expression::{Known, evaluate};

use super::Outputs;
use crate::domain::{Detail, Domain, Value};
use crate::verdict::Verdict;
use retroshade_combiner::numbers::Numbers;
use retroshade_ir::Shader;
use retroshade_ir::run::RunInputs;
use retroshade_kit::reflect::{Assumption, Number, Reflection, Sampler, Variable};
use retroshade_kit::target::Options;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Values this near to a limit say nothing.
const NEAR: f64 = 1e-9;

pub(crate) type Lanes = [Option<Value>; 4];

/// What the vertex program and the application put into registers, by file and number.
#[derive(Debug, Default)]
pub(crate) struct Registers {
    inputs: FxHashMap<(String, u32), Lanes>,
    constants: FxHashMap<(String, u32), Lanes>,
    /// Lanes of constants that are in the set-up already, a bit each.
    literals: FxHashMap<(String, u32), u8>,
}

impl Registers {
    /// What a record says of the data of a point.
    ///
    /// # Errors
    /// Expressions that are not modelled.
    pub(crate) fn new(
        record: &Reflection,
        data: &RunInputs,
        domain: &mut Domain,
    ) -> Result<Registers, Verdict> {
        let mut registers = Registers::default();
        let varyings = |name: &str, domain: &mut Domain| {
            let row = data.varyings.get(name)?.values.first()?;
            Some(row.iter().map(|number| domain.given(*number)).collect())
        };
        let known = Known {
            uniforms: data,
            varyings: &varyings,
        };
        for input in record.inputs.iter().filter(|one| one.builtin.is_none()) {
            let (Some(file), Some(index)) = (&input.file, input.index) else {
                return Err(Verdict::Undecided(format!(
                    "{} is in no register",
                    input.name
                )));
            };
            let lanes = registers.inputs.entry((file.clone(), index)).or_default();
            fill(lanes, &handed_over(input, &known, domain)?);
        }
        for (number, constant) in record.constants.iter().enumerate() {
            domain.at(number);
            let values = match &constant.expression {
                Some(expression) => evaluate(expression, &known, domain)?,
                None => {
                    let numbers = constant.value.iter();
                    numbers.map(|Number(one)| domain.literal(*one)).collect()
                }
            };
            let letters = constant.components.as_deref().unwrap_or("xyzw");
            let values = places(letters).enumerate().filter_map(|(at, place)| {
                let value = values
                    .get(at)
                    .or(values.first().filter(|_| values.len() == 1));
                Some((place, *value?))
            });
            let values: Vec<(usize, Value)> = values.collect();
            let key = (constant.file.clone(), constant.index);
            let lanes = registers.constants.entry(key.clone()).or_default();
            fill(lanes, &values);
            if constant.expression.is_none() {
                let literal = registers.literals.entry(key).or_default();
                values.iter().for_each(|(place, _)| *literal |= 1 << place);
            }
        }
        Ok(registers)
    }

    fn input(&self, file: &str, index: u32) -> Lanes {
        let lanes = self.inputs.get(&(file.to_owned(), index));
        lanes.copied().unwrap_or_default()
    }

    /// Interpolated components of a register. Of one that nobody feeds nothing is known, and what a shorter vector lacks
    /// is 0, 0, 0, 1.
    fn handed(&self, file: &str, index: u32, domain: &Domain) -> [Value; 4] {
        let lanes = self.input(file, index);
        if lanes.iter().all(Option::is_none) {
            return [domain.undefined(); 4];
        }
        std::array::from_fn(|lane| lanes[lane].unwrap_or(domain.whole(i64::from(lane == 3))))
    }

    /// A colour in the set-up, with the numbers of which it says that they are rounded to these bytes.
    fn color(&self, file: &str, index: u32, bytes: [u8; 4], domain: &mut Domain) -> [Value; 4] {
        let key = (file.to_owned(), index);
        let known = self.constants.get(&key).copied().unwrap_or_default();
        let literals = self.literals.get(&key).copied().unwrap_or_default();
        std::array::from_fn(|lane| {
            let fits = |value: &Value| {
                let rounded = (value.real.clamp(0.0, 1.0) * 255.0).round() as u8;
                literals >> lane & 1 == 0 || rounded == bytes[lane]
            };
            match known[lane].filter(fits) {
                Some(value) => kept(domain, value, 0.0, 1.0),
                None => domain.div(domain.whole(bytes[lane].into()), domain.whole(255)),
            }
        })
    }

    /// Floats that the application computes.
    fn floats(&self, file: &str, index: u32, domain: &Domain) -> [Value; 4] {
        let known = self.constants.get(&(file.to_owned(), index));
        let undefined = domain.undefined();
        known
            .copied()
            .unwrap_or_default()
            .map(|lane| lane.unwrap_or(undefined))
    }
}

fn places(letters: &str) -> impl Iterator<Item = usize> {
    letters
        .chars()
        .map(|letter| "xyzwrgba".find(letter).unwrap_or(0) % 4)
}

fn fill(lanes: &mut Lanes, values: &[(usize, Value)]) {
    for (place, value) in values {
        lanes[*place] = Some(*value);
    }
}

/// What an entry of a record puts where in its register.
///
/// # Errors
/// Expressions that are not modelled; a varying without data.
pub(crate) fn handed_over(
    input: &Variable,
    known: &Known,
    domain: &mut Domain,
) -> Result<Vec<(usize, Value)>, Verdict> {
    let letters = input.components.as_deref().unwrap_or("xyzw");
    let values = match &input.expression {
        Some(expression) => evaluate(expression, known, domain)?,
        None => {
            let values = (known.varyings)(&input.name, domain);
            let values: Vec<Value> =
                values.ok_or_else(|| Verdict::Undecided(format!("{} has no data", input.name)))?;
            match &input.part {
                None => values,
                Some(part) => {
                    let parts = places(part).filter_map(|place| values.get(place).copied());
                    parts.collect()
                }
            }
        }
    };
    Ok(places(letters).zip(values).collect())
}

/// Clamps a value to the limits of a register.
fn kept(domain: &mut Domain, value: Value, low: f64, high: f64) -> Value {
    let limit = match value.real {
        real if real <= low + NEAR => low,
        real if real >= high - NEAR => high,
        _ => return value,
    };
    let bound = Value {
        constant: value.constant,
        defined: value.defined,
        ..domain.exact(limit).at(value.node)
    };
    if bound.element == value.element {
        return bound;
    }
    if value.defined && (value.real - limit).abs() <= NEAR {
        domain.unstable = true;
    }
    let node = domain.tape.sign(value.element - bound.element, value.node);
    bound.at(node)
}

impl Numbers for Domain {
    type Value = Value;

    fn number(&mut self, number: f64) -> Value {
        self.exact(number)
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        Domain::add(self, a, b)
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        Domain::sub(self, a, b)
    }

    fn mul(&mut self, a: Value, b: Value) -> Value {
        Domain::mul(self, a, b)
    }

    fn mix(&mut self, a: Value, b: Value, t: Value) -> Value {
        Domain::mix(self, a, b, t)
    }

    fn scaled(&mut self, value: Value, factor: f64) -> Value {
        let factor = self.exact(factor);
        Domain::mul(self, value, factor)
    }

    fn kept(&mut self, value: Value, low: f64, high: f64) -> Value {
        kept(self, value, low, high)
    }
}

/// Which of two numbers is greater, as a test of them does.
fn ordered(domain: &mut Domain, a: Value, b: Value) -> Ordering {
    let node = domain.tape.join(a.node, b.node);
    domain.jump(&[a, b], node);
    if a.element == b.element {
        return Ordering::Equal;
    }
    if (a.real - b.real).abs() <= NEAR {
        domain.unstable = true;
    }
    a.real.total_cmp(&b.real)
}

/// A lookup of a texture unit. A texture that several units have is one.
fn texel(samplers: &[Sampler], unit: u32, place: &[Value], domain: &mut Domain) -> [Value; 4] {
    let name = samplers
        .iter()
        .find(|one| one.index == unit)
        .map(|one| &one.name);
    let first = samplers.iter().find(|one| Some(&one.name) == name);
    let unit = first.map_or(unit, |one| one.index);
    match place {
        [x, y, z] => {
            let direction = domain.direction([*x, *y, *z]);
            domain.texture(unit, &direction, Detail::None)
        }
        place => domain.texture(unit, place, Detail::None),
    }
}

/// What a vertex program leaves in the registers of a fixed stage, of what its source says of varyings: an output by the
/// name of each register, after those that the language names.
///
/// # Errors
/// As [`handed_over`].
pub(crate) fn of_vertex(
    entries: &[Variable],
    outputs: &[(String, Vec<Value>)],
    data: &RunInputs,
    domain: &mut Domain,
) -> Result<Vec<(String, Vec<Value>)>, Verdict> {
    let varyings = |name: &str, _: &mut Domain| {
        let mut outputs = outputs.iter();
        let found = outputs.find(|(output, _)| output == name);
        found.map(|(_, values)| values.clone())
    };
    let known = Known {
        uniforms: data,
        varyings: &varyings,
    };
    let builtin = outputs.iter().filter(|(name, _)| name.starts_with("gl_"));
    let mut all: Vec<(String, Vec<Value>)> = builtin.cloned().collect();
    let first = all.len();
    for entry in entries.iter().filter(|one| one.builtin.is_none()) {
        let register = entry.register.clone().unwrap_or_default();
        let values = handed_over(entry, &known, domain)?;
        let own = all[first..].iter().position(|(name, _)| *name == register);
        let own = own.unwrap_or_else(|| {
            all.push((register, Vec::new()));
            all.len() - first - 1
        });
        let lanes = &mut all[first + own].1;
        for (place, value) in values {
            if lanes.len() <= place {
                lanes.resize(place + 1, domain.undefined());
            }
            lanes[place] = value;
        }
    }
    Ok(all)
}

/// How many lanes of registers before their last have nothing in them.
pub(crate) fn gaps(entries: &[Variable]) -> u32 {
    let mut used: FxHashMap<&str, u8> = FxHashMap::default();
    for entry in entries.iter().filter(|one| one.builtin.is_none()) {
        let register = entry.register.as_deref().unwrap_or_default();
        let lanes = used.entry(register).or_default();
        for place in places(entry.components.as_deref().unwrap_or("xyzw")) {
            *lanes |= 1 << place;
        }
    }
    let gaps = used
        .values()
        .map(|lanes| lanes.leading_zeros() + lanes.count_ones());
    gaps.map(|others| 8 - others).sum()
}

fn outputs(color: [Value; 4], discarded: bool) -> Outputs {
    Outputs {
        registers: vec![("out".to_owned(), 0, color.map(Some))],
        discarded,
        ..Outputs::default()
    }
}

/// A record with the varyings that another unit of the machine gives, which no vertex program writes, and with what is
/// known of those that the set-up does not read: that they are colours.
pub(crate) fn with_given(record: &Reflection, shader: &Shader, options: &Options) -> Reflection {
    let mut record = record.clone();
    for variable in shader.interface.inputs.values() {
        if record.inputs.iter().any(|one| one.name == variable.name) {
            continue;
        }
        record.assumes.push(Assumption {
            name: variable.name.clone(),
            min: 0.0,
            max: 1.0,
        });
        let bind = variable
            .bind
            .as_ref()
            .or(options.bindings.get(&variable.name));
        let (file, index) = match bind.map(String::as_str) {
            Some("light0") => ("light", 0),
            Some("light1") => ("light", 1),
            Some("fog") => ("fog", 0),
            _ => continue,
        };
        record.inputs.push(Variable {
            name: variable.name.clone(),
            ty: variable.glsl_type(),
            register: Some(format!("{file}{index}")),
            file: Some(file.to_owned()),
            index: Some(index),
            components: Some("xyzw".chars().take(variable.shape.rows.into()).collect()),
            ..Variable::default()
        });
    }
    record
}
