//! What comes to a set-up from outside, by the registers that a record names.
//!
//! A record of a set-up may have a varying in two registers, two varyings in one, and constants that are computed of uniforms:
//! no record of variables by registers. So varyings and uniforms get registers of their own here, in the files
//! [`VARYING`] and [`UNIFORM`], one after the other.

use super::expressions::Expressions;
use super::shaded::OUTPUT;
use super::uniforms::evaluate;
use crate::blocks::Code;
use crate::graph::{conditions, operands};
use retroshade_combiner::numbers::Numbers;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::{Shape, Variable as Declared};
use retroshade_kit::machine::symbols::{Expression, Symbol};
use retroshade_kit::reflect::{self, Reflection, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

/// The file of varyings, in the order of the record that is made.
const VARYING: &str = "varying";
/// The file of uniforms: each has as many registers as it has columns.
const UNIFORM: &str = "uniform";

/// A register: its file and its number.
type Register = (String, u32);

/// What is known of the lanes of a register.
type Lanes = [Option<Symbol>; 4];

/// What a record says of registers.
pub(crate) struct Given {
    /// The record that is made: each variable once.
    made: Reflection,
    inputs: FxHashMap<Register, Lanes>,
    constants: FxHashMap<Register, Lanes>,
    /// The first unit of the texture of each unit, and the record's word for how coordinates are taken.
    units: FxHashMap<u32, (u32, Option<String>)>,
}

/// The lanes that letters name, in their order.
pub(super) fn places(letters: &str) -> impl Iterator<Item = usize> {
    letters
        .chars()
        .map(|letter| "xyzwrgba".find(letter).unwrap_or(0) % 4)
}

impl Given {
    /// What a record says.
    ///
    /// # Errors
    /// Types that there are not, and functions of uniforms that have no words in a shader.
    pub(crate) fn new(record: &Reflection, expressions: &mut Expressions) -> Result<Given, Fault> {
        let mut given = Given {
            made: Reflection {
                uniforms: Vec::new(),
                inputs: Vec::new(),
                samplers: Vec::new(),
                constants: Vec::new(),
                ..record.clone()
            },
            inputs: FxHashMap::default(),
            constants: FxHashMap::default(),
            units: FxHashMap::default(),
        };
        given.declare_samplers(record);
        given.declare_uniforms(record)?;
        let assumed: FxHashSet<&str> = record.assumes.iter().map(|one| one.name.as_str()).collect();
        for entry in record.inputs.iter().filter(|one| one.builtin.is_none()) {
            let (Some(file), Some(index)) = (&entry.file, entry.index) else {
                continue;
            };
            let is_unit = assumed.contains(entry.name.as_str());
            let values = match &entry.expression {
                Some(expression) => given.evaluated(expression, &assumed, expressions)?,
                None => {
                    let values = given.varying(entry, is_unit, expressions)?;
                    match &entry.part {
                        Some(part) => places(part)
                            .filter_map(|at| values.get(at).copied())
                            .collect(),
                        None => values,
                    }
                }
            };
            let lanes = given.inputs.entry((file.clone(), index)).or_default();
            let letters = entry.components.as_deref().unwrap_or("xyzw");
            for (place, value) in places(letters).zip(values) {
                lanes[place] = Some(value);
            }
        }
        for constant in &record.constants {
            let values = match &constant.expression {
                Some(expression) => given.evaluated(expression, &assumed, expressions)?,
                None => {
                    let numbers = constant.value.iter();
                    numbers
                        .map(|number| expressions.literal(number.0.into()))
                        .collect()
                }
            };
            let key = (constant.file.clone(), constant.index);
            let lanes = given.constants.entry(key).or_default();
            let letters = constant.components.as_deref().unwrap_or("xyzw");
            for (at, place) in places(letters).enumerate() {
                lanes[place] = values.get(at).or(values.first()).copied();
            }
        }
        Ok(given)
    }

    /// Declares each texture once, whatever the number of units that have it.
    fn declare_samplers(&mut self, record: &Reflection) {
        for sampler in &record.samplers {
            let known = self
                .made
                .samplers
                .iter()
                .find(|one| one.name == sampler.name);
            let first = known.map_or(sampler.index, |one| one.index);
            self.units
                .insert(sampler.index, (first, sampler.kind.clone()));
            if known.is_none() {
                self.made.samplers.push(sampler.clone());
            }
        }
    }

    fn declare_uniforms(&mut self, record: &Reflection) -> Result<(), Fault> {
        let mut first = 0;
        for entry in &record.uniforms {
            let shape = shape_of(entry)?;
            self.made.uniforms.push(Variable {
                file: Some(UNIFORM.to_owned()),
                index: Some(first),
                ..entry.clone()
            });
            first += u32::from(shape.columns) * shape.array.unwrap_or(1).max(1);
        }
        Ok(())
    }

    /// The components of a varying, which is declared if it was not.
    fn varying(
        &mut self,
        entry: &Variable,
        is_unit: bool,
        expressions: &mut Expressions,
    ) -> Result<Vec<Symbol>, Fault> {
        let rows = shape_of(entry)?.rows;
        let known = self
            .made
            .inputs
            .iter()
            .position(|one| one.name == entry.name);
        let number = known.unwrap_or(self.made.inputs.len()) as u32;
        if known.is_none() {
            self.made.inputs.push(Variable {
                file: Some(VARYING.to_owned()),
                index: Some(number),
                components: Some("xyzw".chars().take(rows.into()).collect()),
                part: None,
                ..entry.clone()
            });
        }
        let lane = |lane| {
            let file = VARYING;
            let input = Expression::Input { file, number, lane };
            if is_unit {
                expressions.unit(input)
            } else {
                expressions.symbols.symbol(input)
            }
        };
        Ok((0..rows).map(lane).collect())
    }

    /// The value of an expression of the record.
    ///
    /// # Errors
    /// Names that it does not know, functions without words in a shader.
    fn evaluated(
        &mut self,
        expression: &reflect::Expression,
        assumed: &FxHashSet<&str>,
        expressions: &mut Expressions,
    ) -> Result<Vec<Symbol>, Fault> {
        match expression {
            reflect::Expression::Uniform(name, part) => {
                let entry = self.made.uniforms.iter().find(|one| one.name == *name);
                let entry = entry.ok_or_else(|| unknown(name))?;
                let shape = shape_of(entry)?;
                let first = entry.index.unwrap_or(0);
                let count = u32::from(shape.columns) * shape.array.unwrap_or(1).max(1);
                let registers = match part {
                    Some(part) if *part < count => first + part..first + part + 1,
                    Some(_) => return Err(unknown(name)),
                    None => first..first + count,
                };
                let lanes =
                    registers.flat_map(|number| (0..shape.rows).map(move |lane| (number, lane)));
                let of_lane = |(number, lane)| {
                    let file = UNIFORM;
                    let uniform = Expression::Uniform { file, number, lane };
                    if assumed.contains(name.as_str()) {
                        expressions.unit(uniform)
                    } else {
                        expressions.symbols.symbol(uniform)
                    }
                };
                Ok(lanes.map(of_lane).collect())
            }
            reflect::Expression::Varying(name) => {
                // Several parts of it may be handed over apart; what it is as a whole its own shader says.
                let entry = Variable {
                    name: name.clone(),
                    ty: "vec4".to_owned(),
                    ..Variable::default()
                };
                self.varying(&entry, assumed.contains(name.as_str()), expressions)
            }
            reflect::Expression::Constant(numbers) => {
                let numbers = numbers.iter();
                Ok(numbers.map(|number| expressions.literal(*number)).collect())
            }
            reflect::Expression::Swizzle(letters, inner) => {
                let inner = self.evaluated(inner, assumed, expressions)?;
                let lanes = places(letters).map(|place| inner.get(place).copied());
                let lanes: Option<Vec<Symbol>> = lanes.collect();
                lanes.ok_or_else(|| Fault::from("the record reads a lane that there is not"))
            }
            reflect::Expression::Apply(function, operands) => {
                let operands = operands.iter();
                let operands = operands.map(|one| self.evaluated(one, assumed, expressions));
                let operands: Vec<Vec<Symbol>> = operands.collect::<Result<_, _>>()?;
                evaluate(function, &operands, expressions)
            }
        }
    }

    /// Interpolated components of a register: what the record lacks is 0, 0, 0, 1.
    pub(crate) fn handed(
        &self,
        file: &str,
        index: u32,
        expressions: &mut Expressions,
    ) -> [Symbol; 4] {
        let lanes = self.inputs.get(&(file.to_owned(), index));
        let lanes = lanes.copied().unwrap_or_default();
        std::array::from_fn(|lane| {
            let missing = if lane == 3 { 1.0 } else { 0.0 };
            lanes[lane].unwrap_or_else(|| expressions.literal(missing))
        })
    }

    /// True if the record knows a register of inputs.
    pub(crate) fn hands_over(&self, file: &str, index: u32) -> bool {
        self.inputs.contains_key(&(file.to_owned(), index))
    }

    /// A constant colour: numbers of the record that these bytes are, uniforms of it, else the bytes.
    pub(crate) fn color(
        &self,
        file: &str,
        index: u32,
        bytes: [u8; 4],
        expressions: &mut Expressions,
    ) -> [Symbol; 4] {
        let known = self.constants.get(&(file.to_owned(), index));
        let known = known.copied().unwrap_or_default();
        std::array::from_fn(|lane| {
            let byte = bytes[lane];
            let fits = |symbol: &Symbol| {
                let number = expressions.number_of(*symbol);
                number.is_none_or(|number| (number.clamp(0.0, 1.0) * 255.0).round() as u8 == byte)
            };
            match known[lane].filter(fits) {
                Some(value) => expressions.kept(value, 0.0, 1.0),
                None => expressions.literal(f64::from(byte) / 255.0),
            }
        })
    }

    /// Numbers of the record that are no colours; `words` are those of the set-up.
    pub(crate) fn floats(
        &self,
        file: &str,
        index: u32,
        words: [f32; 4],
        expressions: &mut Expressions,
    ) -> [Symbol; 4] {
        let known = self.constants.get(&(file.to_owned(), index));
        let known = known.copied().unwrap_or_default();
        std::array::from_fn(|lane| {
            known[lane].unwrap_or_else(|| expressions.literal(words[lane].into()))
        })
    }

    /// The unit that stands for the texture of a unit.
    pub(crate) fn texture(&self, unit: u32) -> u32 {
        self.units.get(&unit).map_or(unit, |(first, _)| *first)
    }

    /// How a unit takes its coordinates, if the record says so: `2d`, `proj`, `cube`.
    pub(crate) fn kind(&self, unit: u32) -> Option<&str> {
        self.units.get(&unit)?.1.as_deref()
    }

    /// The record in which the variables are that a program reads.
    pub(crate) fn record(mut self, code: &Code) -> Reflection {
        let mut work: Vec<Symbol> = Vec::new();
        for block in &code.blocks {
            let colors = block.writes.iter();
            let colors = colors.filter(|(place, _)| place.file == OUTPUT);
            work.extend(colors.map(|(_, symbol)| *symbol));
            work.extend(conditions(block).flat_map(operands));
        }
        let mut seen = FxHashSet::default();
        let mut inputs = FxHashSet::default();
        let mut uniforms = FxHashSet::default();
        let mut units = FxHashSet::default();
        while let Some(symbol) = work.pop() {
            if !seen.insert(symbol) {
                continue;
            }
            match code.symbols.expression(symbol) {
                Expression::Input { number, .. } => _ = inputs.insert(*number),
                Expression::Uniform { number, .. } => _ = uniforms.insert(*number),
                Expression::Lookup { unit, .. } => _ = units.insert(*unit),
                _ => {}
            }
            work.extend(code.symbols.operands(symbol));
        }
        let is_read = |entry: &Variable| entry.index.is_some_and(|number| inputs.contains(&number));
        self.made.inputs.retain(is_read);
        self.made.uniforms.retain(|entry| {
            let count = shape_of(entry).map_or(1, |shape| {
                u32::from(shape.columns) * shape.array.unwrap_or(1).max(1)
            });
            let first = entry.index.unwrap_or(0);
            (first..first + count).any(|number| uniforms.contains(&number))
        });
        self.made
            .samplers
            .retain(|one| units.contains(&one.index.into()));
        self.made
    }
}

fn shape_of(entry: &Variable) -> Result<Shape, Fault> {
    let declared = Declared::of_type(entry.name.clone(), &entry.ty, entry.array);
    let declared =
        declared.ok_or_else(|| format!("`{}` has the type `{}`", entry.name, entry.ty))?;
    Ok(declared.shape)
}

fn unknown(name: &str) -> Fault {
    format!("the record computes a constant of `{name}`, which it does not declare").into()
}
