//! Operations of a shader from expressions.
//!
//! Expressions are of single lanes. Vectors come back in two ways: what one instruction wrote to a register is made at once
//! (a pack of [`Code`]), and of any other lanes those that are the same function of something become one operation, whose
//! operands are lanes again: superword-level parallelism from the results down (Larsen and Amarasinghe, 2000).

mod conditions;
mod exact;
mod functions;
mod idioms;
mod products;
mod reads;
mod rules;
mod whole;

use crate::blocks::{Code, Home, Signs};
use crate::interface::{Interface, Part};
use indexmap::IndexMap;
pub(crate) use rules::functions;

use reads::slot_type;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::build::Builder;
use retroshade_ir::deep;
use retroshade_ir::{Builtin, Constant, Input, Op, OpKind, Stage, Swizzle, Type, Uniform, Use};
use retroshade_kit::machine::effects::Place;
use retroshade_kit::machine::numbers::{Detail, Function, VectorFunction};
use retroshade_kit::machine::symbols::{Expression, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

type Lanes = SmallVec<[Symbol; 4]>;
type Made<T = Use> = Result<T, Fault>;

/// What registers hold where an operation is appended: lanes of values.
pub(crate) type Environment = FxHashMap<Place, Use>;

/// Lanes of one class can be made by one operation.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Class {
    Unset,
    Literal,
    Uniform(Uniform, u32),
    Input(Input, u32),
    Given(retroshade_ir::Value),
    /// A function of operands that come from these; of lanes of that pack; what a source calls it.
    Apply(
        Function,
        SmallVec<[(Home, Signs); 3]>,
        Option<usize>,
        Option<OpKind>,
    ),
    /// An inner product of these.
    Dot([Lanes; 2]),
    /// A lane of the product of a matrix, whose first column is this slot, with a vector.
    Product(Uniform, u32, Lanes),
    Vector(VectorFunction, SmallVec<[Symbol; 6]>),
    Indexed(i64, &'static str, Symbol),
    Lookup(i64, Option<Symbol>, SmallVec<[Symbol; 3]>, Detail<Symbol>),
}

/// Appends the operations of a block to a region.
pub(crate) struct Values<'a, 'b> {
    pub(crate) builder: Builder<'b>,
    pub(crate) code: &'a Code,
    pub(crate) interface: &'a Interface,
    pub(crate) environment: &'a Environment,
    /// What any result that is wanted is made of.
    needed: FxHashSet<Symbol>,
    made: FxHashMap<Lanes, Use>,
    /// Products of matrices with vectors, by the slot of the first column.
    products: FxHashMap<(Uniform, u32, Lanes), Use>,
    /// Packs whose lanes are being made.
    open: FxHashSet<usize>,
    /// Values that are being made, one inside of the other.
    depth: u32,
}

/// As deep as expressions may be on a deep stack.
const DEEPEST: u32 = 2_000;

impl<'a, 'b> Values<'a, 'b> {
    /// `roots`: the results that are wanted.
    pub(crate) fn new(
        builder: Builder<'b>,
        code: &'a Code,
        interface: &'a Interface,
        environment: &'a Environment,
        roots: impl IntoIterator<Item = Symbol>,
    ) -> Values<'a, 'b> {
        let mut values = Values {
            builder,
            code,
            interface,
            environment,
            needed: FxHashSet::default(),
            made: FxHashMap::default(),
            products: FxHashMap::default(),
            open: FxHashSet::default(),
            depth: 0,
        };
        let mut work: Vec<Symbol> = roots.into_iter().collect();
        while let Some(symbol) = work.pop() {
            let symbol = values.simplest(symbol);
            if values.needed.insert(symbol) {
                match values.word(symbol) {
                    Some((_, operands)) => work.extend(operands),
                    None => work.extend(code.symbols.operands(symbol)),
                }
            }
        }
        values
    }

    /// A value with these lanes, 1 to 4.
    pub(crate) fn vector(&mut self, lanes: &[Symbol]) -> Made {
        let is_literal = |lane: &Symbol| self.code.symbols.constant(*lane).is_some();
        if lanes.iter().all(is_literal) && lanes.iter().any(|lane| *lane != lanes[0]) {
            return self.operation(&Class::Literal, lanes);
        }
        let mut unique = Lanes::new();
        let mut places: SmallVec<[u8; 4]> = SmallVec::new();
        for lane in lanes {
            let lane = self.simplest(*lane);
            let found = unique.iter().position(|other| *other == lane);
            places.push(found.unwrap_or(unique.len()) as u8);
            if found.is_none() {
                unique.push(lane);
            }
        }
        let value = match self.made.get(&unique) {
            Some(value) => *value,
            None => {
                if self.depth == deep::limit(DEEPEST) {
                    return Err("more operations in a row than are lifted".into());
                }
                self.depth += 1;
                let value = self.packed(&unique);
                self.depth -= 1;
                let value = value?;
                self.made.insert(unique, value);
                value
            }
        };
        Ok(select(value, &places))
    }

    fn scalar(&mut self, symbol: Symbol) -> Made {
        self.vector(&[symbol])
    }

    /// Different lanes: those of a pack come from its vector.
    fn packed(&mut self, lanes: &[Symbol]) -> Made {
        let pack = lanes.first().and_then(|lane| self.code.pack_of.get(lane));
        let Some(&pack) = pack.filter(|pack| !self.open.contains(pack)) else {
            return self.grouped(lanes);
        };
        if lanes
            .iter()
            .any(|lane| self.code.pack_of.get(lane) != Some(&pack))
        {
            return self.grouped(lanes);
        }
        let whole = self.code.packs[pack].iter();
        let whole: Lanes = whole
            .filter(|lane| self.needed.contains(lane))
            .copied()
            .collect();
        let vector = match self.made.get(&whole) {
            Some(value) => *value,
            None => {
                self.open.insert(pack);
                let value = self.grouped(&whole);
                self.open.remove(&pack);
                let value = value?;
                self.made.insert(whole.clone(), value);
                value
            }
        };
        let place = |lane: &Symbol| whole.iter().position(|other| other == lane);
        let places: Option<SmallVec<[u8; 4]>> =
            lanes.iter().map(|lane| Some(place(lane)? as u8)).collect();
        let places = places.ok_or("a lane is not needed")?;
        Ok(select(vector, &places))
    }

    /// Different lanes, those of each class by one operation.
    fn grouped(&mut self, lanes: &[Symbol]) -> Made {
        if let Some(product) = self.matrix(lanes)? {
            return Ok(product);
        }
        let mut groups: IndexMap<Class, Lanes> = IndexMap::new();
        for lane in lanes {
            let class = self.class(*lane)?;
            groups.entry(class).or_default().push(*lane);
        }
        let mut parts: Vec<Use> = Vec::new();
        let mut order: Vec<Symbol> = Vec::new();
        let several = groups.len() > 1;
        for (class, group) in groups {
            let value = match (several, self.made.get(&group)) {
                (true, Some(value)) => *value,
                // A pack may have more lanes of the class.
                (true, None) if self.in_open_pack(&group) => self.operation(&class, &group)?,
                (true, None) => self.vector(&group)?,
                (false, _) => self.operation(&class, &group)?,
            };
            parts.push(value);
            order.extend(group);
        }
        let value = joined(&mut self.builder, parts.into_iter().map(Some));
        let place = |lane: &Symbol| order.iter().position(|other| other == lane).unwrap_or(0) as u8;
        let places: SmallVec<[u8; 4]> = lanes.iter().map(place).collect();
        Ok(select(value, &places))
    }

    fn in_open_pack(&self, lanes: &[Symbol]) -> bool {
        let pack = lanes.first().and_then(|lane| self.code.pack_of.get(lane));
        pack.is_some_and(|pack| self.open.contains(pack))
    }

    fn class(&self, symbol: Symbol) -> Made<Class> {
        if let Some(product) = self.product(symbol) {
            return Ok(Class::Product(product.matrix, product.slot, product.vector));
        }
        if let Some(factors) = self.dot(symbol) {
            return Ok(Class::Dot(factors));
        }
        Ok(match self.code.symbols.expression(symbol) {
            Expression::Unset if self.code.begins_with_zero => Class::Literal,
            Expression::Unset => Class::Unset,
            // What an output holds before it is written, as machines have it.
            Expression::Literal(bits) if f32::from_bits(*bits).is_nan() => Class::Unset,
            Expression::Literal(_) => Class::Literal,
            Expression::Uniform { file, number, lane } => {
                let part = self.uniform(file, *number, *lane)?;
                Class::Uniform(part.variable, part.slot)
            }
            Expression::Input { file, number, lane } => match self.input(file, *number, *lane) {
                Some(part) => Class::Input(part.variable, part.slot),
                // The machine completes vertices.
                None if self.builder.shader.stage == Stage::Vertex => Class::Literal,
                None => Class::Unset,
            },
            Expression::Builtin(builtin, _) => Class::Input(self.builtin(*builtin)?, 0),
            Expression::Given(number) => match self.given(*number) {
                Some(value) => Class::Given(value.value),
                None if self.code.begins_with_zero => Class::Literal,
                None => Class::Unset,
            },
            Expression::Apply(function, operands) => {
                let pack = self.code.pack_of.get(&symbol).copied();
                let word = self.word(symbol).map(|(op, _)| op.kind());
                Class::Apply(*function, self.code.origins(operands), pack, word)
            }
            Expression::ApplyVector(function, operands, _) => {
                Class::Vector(*function, operands.clone())
            }
            Expression::Indexed {
                component,
                base,
                offset,
            } => {
                if component.width != 4 {
                    return Err("an array of single components is indexed".into());
                }
                Class::Indexed(*base, component.file, *offset)
            }
            Expression::Lookup {
                unit,
                offset,
                coordinates,
                detail,
                ..
            } => Class::Lookup(*unit, *offset, coordinates.clone(), *detail),
        })
    }

    fn uniform(&self, file: &str, number: u32, lane: u8) -> Made<Part<Uniform>> {
        let key = (file.to_owned(), 4 * number + u32::from(lane));
        let found = self.interface.uniforms.get(&key).copied();
        found.ok_or_else(|| format!("nothing is known of {file}{number}").into())
    }

    fn input(&self, file: &str, number: u32, lane: u8) -> Option<Part<Input>> {
        let key = (file.to_owned(), 4 * number + u32::from(lane));
        self.interface.inputs.get(&key).copied()
    }

    fn builtin(&self, builtin: Builtin) -> Made<Input> {
        let found = self.interface.builtins.get(&builtin).copied();
        found.ok_or_else(|| format!("the record has no `{}`", builtin.name()).into())
    }

    fn given(&self, number: u32) -> Option<Use> {
        let place = self.code.given.get_index(number as usize)?;
        self.environment.get(place).copied()
    }

    /// One operation for lanes of one class.
    fn operation(&mut self, class: &Class, lanes: &[Symbol]) -> Made {
        let count = lanes.len() as u8;
        let components = |values: &Values<'_, '_>| -> SmallVec<[u8; 4]> {
            lanes.iter().map(|lane| values.component(*lane)).collect()
        };
        Ok(match class {
            Class::Unset => self.builder.typed(Op::Undefined, &[], Type::float(count)),
            Class::Literal => {
                let numbers: Vec<f32> = lanes.iter().map(|lane| self.literal(*lane)).collect();
                self.builder.constant(Constant::floats(&numbers))
            }
            Class::Uniform(uniform, slot) => {
                let value = self.column(*uniform, *slot);
                select(value, &components(self))
            }
            Class::Input(input, slot) => {
                let variable = &self.builder.shader.interface.inputs[*input];
                let ty = slot_type(variable);
                let op = Op::Input {
                    input: *input,
                    slot: *slot,
                };
                let value = self.builder.typed(op, &[], ty);
                let value = self.as_float(value, ty.scalar);
                select(value, &components(self))
            }
            Class::Given(value) => {
                let swizzle = Swizzle::new(&components(self)).ok_or("no lanes")?;
                let scalar = self.builder.shader.ty(*value).scalar;
                self.as_float(Use::new(*value, swizzle), scalar)
            }
            Class::Apply(function, ..) => self.apply(*function, lanes)?,
            Class::Dot([a, b]) => {
                let operands = [self.vector(a)?, self.vector(b)?];
                self.builder.op(Op::Dot, &operands)
            }
            Class::Product(matrix, slot, vector) => {
                let value = self.whole_product(*matrix, *slot, vector)?;
                select(value, &components(self))
            }
            Class::Vector(function, operands) => {
                let value = self.apply_vector(*function, operands)?;
                select(value, &components(self))
            }
            Class::Indexed(base, file, offset) => self.indexed(file, *base, *offset, lanes)?,
            Class::Lookup(unit, offset, coordinates, detail) => {
                let value = self.lookup(*unit, *offset, coordinates, *detail)?;
                select(value, &components(self))
            }
        })
    }

    /// The component of its class's value that a lane is.
    fn component(&self, symbol: Symbol) -> u8 {
        if let Some(product) = self.product(symbol) {
            return product.row;
        }
        match self.code.symbols.expression(symbol) {
            Expression::Uniform { file, number, lane } => {
                let part = self.uniform(file, *number, *lane);
                part.map_or(0, |part| part.component)
            }
            Expression::Input { file, number, lane } => {
                let part = self.input(file, *number, *lane);
                part.map_or(0, |part| part.component)
            }
            Expression::Given(number) => {
                self.given(*number).map_or(0, |value| value.swizzle.lane(0))
            }
            Expression::Builtin(_, lane)
            | Expression::ApplyVector(_, _, lane)
            | Expression::Lookup {
                component: lane, ..
            } => *lane,
            _ => 0,
        }
    }
}

/// Lanes of a value.
fn select(value: Use, lanes: &[u8]) -> Use {
    match Swizzle::new(lanes) {
        Some(swizzle) => value.then(swizzle),
        None => value,
    }
}

/// A vector of parts, of which `None` is an undefined lane. Neighbours from one value are one part.
pub(crate) fn joined(builder: &mut Builder<'_>, parts: impl Iterator<Item = Option<Use>>) -> Use {
    let mut merged: Vec<Use> = Vec::new();
    let parts: SmallVec<[Option<Use>; 4]> = parts.collect();
    for lanes in parts.chunk_by(|a, b| a.is_none() && b.is_none()) {
        let Some(part) = lanes[0] else {
            let ty = Type::float(lanes.len() as u8);
            merged.push(builder.typed(Op::Undefined, &[], ty));
            continue;
        };
        match merged.last_mut() {
            Some(last) if last.value == part.value => {
                let lanes = last.swizzle.lanes().iter().chain(part.swizzle.lanes());
                let lanes: SmallVec<[u8; 4]> = lanes.copied().collect();
                last.swizzle = Swizzle::new(&lanes).unwrap_or(last.swizzle);
            }
            _ => merged.push(part),
        }
    }
    builder.compose(&merged)
}
