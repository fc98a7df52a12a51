//! Literal matrices: lanes that are affine functions of the same few numbers, as rows of literals times one vector, or
//! as columns of literals times the numbers.
//!
//! `vec3(y + 1.6 * v, y - 0.4 * u - 0.8 * v, y + 2.0 * u)` is a matrix times `(y, u, v)` however it is spelled, and so is
//! a sum of numbers times literal vectors. Where one instruction multiplies a matrix in constant registers, rows are
//! shorter than sums of lanes if the numbers can be gathered in one register; elsewhere columns mostly are. This is no
//! pass: whether it pays is seen in the finished program, so it makes a form of the shader that is compiled beside the
//! given one. Rows are a hidden uniform, as tables of literals are.

use crate::egraph::sensitive_values;
use crate::entity::{EntitySet, SecondaryMap};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::{
    Capabilities, Constant, Inst, Op, Scalar, Shader, Shape, Swizzle, Type, Uniform, Use, Value,
    Variable, VectorWidth,
};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use smallvec::{SmallVec, smallvec};

/// How far sums are followed from a vector to the numbers that it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// As far as they are affine.
    Far,
    /// To values that are read more than once.
    Shared,
    /// To values that hold a sum with a literal.
    Linear,
}

impl Reach {
    /// Every reach, in the order in which forms are tried.
    pub const ALL: [Reach; 3] = [Reach::Far, Reach::Shared, Reach::Linear];
}

/// How the product of a literal matrix is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By inner products with its rows, which one instruction computes together.
    Rows,
    /// By a sum of its columns.
    Columns,
}

impl By {
    /// Either, in the order in which forms are tried.
    pub const ALL: [By; 2] = [By::Rows, By::Columns];
}

/// The shader with products of literal matrices in the place of sums; `None` where there are none that save anything, or
/// the machine has no instruction for them.
pub fn with_literal_matrices(
    shader: &Shader,
    capabilities: &Capabilities,
    reach: Reach,
    by: By,
) -> Option<Shader> {
    let has_instruction = match by {
        By::Rows => capabilities.uniform_matrices.whole,
        By::Columns => capabilities.width == VectorWidth::Vec4,
    };
    if !has_instruction {
        return None;
    }
    let products = Search::new(shader, reach, by).products();
    if products.is_empty() {
        return None;
    }
    let mut found = shader.clone();
    let mut write = Write {
        products: IndexMap::new(),
    };
    for (inst, product) in products {
        let rows = (by == By::Rows).then(|| declare(&mut found, &product));
        write.products.insert(inst, (product, rows));
    }
    rewrite(&mut found, capabilities, &mut write).ok()?;
    Some(found)
}

/// Lanes of the vector that a matrix is multiplied with.
const MOST: usize = 4;

/// A lane of a value.
type Lane = (Value, u8);

/// A sum of lanes times literals, and a literal.
#[derive(Clone, Debug, Default, PartialEq)]
struct Affine {
    terms: SmallVec<[(Lane, f64); 4]>,
    constant: f64,
}

impl Affine {
    fn literal(constant: f64) -> Affine {
        Affine {
            terms: SmallVec::new(),
            constant,
        }
    }

    fn lane(lane: Lane) -> Affine {
        Affine {
            terms: smallvec![(lane, 1.0)],
            constant: 0.0,
        }
    }

    /// The number, if it depends on no lane.
    fn as_literal(&self) -> Option<f64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// True if something is computed.
    fn is_computed(&self) -> bool {
        match self.terms.as_slice() {
            [] => false,
            [(_, factor)] => *factor != 1.0 || self.constant != 0.0,
            _ => true,
        }
    }

    fn scaled(mut self, factor: f64) -> Affine {
        for (_, term) in &mut self.terms {
            *term *= factor;
        }
        self.constant *= factor;
        self.without_zeros()
    }

    fn plus(mut self, other: &Affine) -> Affine {
        for &(lane, factor) in &other.terms {
            match self.terms.iter_mut().find(|(known, _)| *known == lane) {
                Some((_, known)) => *known += factor,
                None => self.terms.push((lane, factor)),
            }
        }
        self.constant += other.constant;
        self.without_zeros()
    }

    fn times(&self, other: &Affine) -> Option<Affine> {
        match (self.as_literal(), other.as_literal()) {
            (_, Some(factor)) => Some(self.clone().scaled(factor)),
            (Some(factor), None) => Some(other.clone().scaled(factor)),
            (None, None) => None,
        }
    }

    fn without_zeros(mut self) -> Affine {
        self.terms.retain(|(_, factor)| *factor != 0.0);
        self
    }

    /// True if a matrix can have it as a row, without a factor that is rounded: for what is rounded elsewhere than in the
    /// source the prover cannot find out what it was made of, but in literals that are added.
    fn fits(&self) -> bool {
        let mut factors = self.terms.iter().map(|(_, factor)| *factor);
        self.terms.len() + usize::from(self.constant != 0.0) <= MOST
            && factors.all(|factor| f64::from(factor as f32) == factor)
    }
}

/// A literal matrix times a vector.
struct Product {
    /// The lanes of the vector; `None` for a 1.
    columns: SmallVec<[Option<Lane>; MOST]>,
    /// For each lane of the result its row, if it is one.
    rows: SmallVec<[Option<Affine>; 4]>,
}

impl Product {
    fn row(&self, row: &Affine, width: usize) -> SmallVec<[f32; MOST]> {
        let factor = |column: Option<&Option<Lane>>| match column {
            Some(Some(lane)) => {
                let term = row.terms.iter().find(|(known, _)| known == lane);
                term.map_or(0.0, |(_, factor)| *factor)
            }
            Some(None) => row.constant,
            None => 0.0,
        };
        (0..width)
            .map(|column| factor(self.columns.get(column)) as f32)
            .collect()
    }
}

struct Search<'a> {
    shader: &'a Shader,
    reach: Reach,
    by: By,
    /// The lanes of each value as sums; none for values that are no floats.
    forms: SecondaryMap<Value, SmallVec<[Affine; 4]>>,
    /// Instructions all of whose lanes are sums of lanes of their operands.
    affine: EntitySet<Inst>,
    readers: SecondaryMap<Value, SmallVec<[Option<Inst>; 2]>>,
}

impl<'a> Search<'a> {
    fn new(shader: &'a Shader, reach: Reach, by: By) -> Search<'a> {
        let mut search = Search {
            shader,
            reach,
            by,
            forms: SecondaryMap::with_len(shader.values.len()),
            affine: EntitySet::new(),
            readers: SecondaryMap::with_len(shader.values.len()),
        };
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            for &inst in &data.insts {
                for operand in &shader.insts[inst].args {
                    let readers = &mut search.readers[operand.value];
                    if readers.last() != Some(&Some(inst)) {
                        readers.push(Some(inst));
                    }
                }
            }
            for operand in data.end.uses() {
                search.readers[operand.value].push(None);
            }
        }
        let sensitive = sensitive_values(shader);
        for &inst in &shader.regions[shader.body].insts {
            let data = &shader.insts[inst];
            let &[result] = data.results.as_slice() else {
                continue;
            };
            let ty = shader.ty(result);
            if ty.scalar != Scalar::Float {
                continue;
            }
            let lanes = (0..ty.lanes).map(|lane| search.form(inst, lane));
            let forms: Option<SmallVec<[Affine; 4]>> = lanes.collect();
            match forms.filter(|forms| !sensitive[result] && forms.iter().all(Affine::fits)) {
                Some(forms) => {
                    search.affine.insert(inst);
                    search.forms[result] = forms;
                }
                None => search.forms[result] = search.itself(result),
            }
        }
        search
    }

    fn itself(&self, value: Value) -> SmallVec<[Affine; 4]> {
        let lanes = 0..self.shader.ty(value).lanes;
        lanes.map(|lane| Affine::lane((value, lane))).collect()
    }

    /// A lane of an instruction's result as a sum of what its operands are sums of.
    fn form(&self, inst: Inst, lane: u8) -> Option<Affine> {
        let data = &self.shader.insts[inst];
        let arg = |number: usize| self.read(*data.args.get(number)?, lane);
        match data.op {
            Op::Constant(literal) => Some(Affine::literal(literal.float(lane).into())),
            Op::Neg => Some(arg(0)?.scaled(-1.0)),
            Op::Add => Some(arg(0)?.plus(&arg(1)?)),
            Op::Sub => Some(arg(0)?.plus(&arg(1)?.scaled(-1.0))),
            Op::Mul => arg(0)?.times(&arg(1)?),
            Op::Mad => Some(arg(0)?.times(&arg(1)?)?.plus(&arg(2)?)),
            Op::Dot => {
                let (a, b) = (*data.args.first()?, *data.args.get(1)?);
                let mut products =
                    (0..a.lanes()).map(|lane| self.read(a, lane)?.times(&self.read(b, lane)?));
                products.try_fold(Affine::default(), |sum, product| Some(sum.plus(&product?)))
            }
            Op::Compose => {
                let mut lane = lane;
                for &part in &data.args {
                    match lane.checked_sub(part.lanes()) {
                        None => return self.read(part, lane),
                        Some(left) => lane = left,
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// A lane of an operand as its reader sees it.
    fn read(&self, operand: Use, lane: u8) -> Option<Affine> {
        let lane = *operand.swizzle.lanes().get(usize::from(lane))?;
        let form = self.forms[operand.value].get(usize::from(lane))?;
        let ends =
            self.is_shared(operand.value) || self.reach == Reach::Linear && form.constant != 0.0;
        Some(if ends && !form.terms.is_empty() {
            Affine::lane((operand.value, lane))
        } else {
            form.clone()
        })
    }

    /// True if sums are not followed through a value.
    fn is_shared(&self, value: Value) -> bool {
        self.reach == Reach::Shared && self.readers[value].len() > 1
    }

    /// The products, by the instructions whose results they are.
    fn products(&self) -> Vec<(Inst, Product)> {
        let insts = self.affine.iter();
        insts
            .filter_map(|inst| Some((inst, self.product(inst)?)))
            .collect()
    }

    fn product(&self, inst: Inst) -> Option<Product> {
        let result = self.shader.result(inst);
        let goes_on = |reader: &Option<Inst>| reader.is_some_and(|inst| self.affine.contains(inst));
        let is_inner = !self.is_shared(result) && self.readers[result].iter().all(goes_on);
        let forms = &self.forms[result];
        let by_rows = self.by == By::Rows;
        let least = if by_rows { 3 } else { 2 };
        if is_inner || forms.iter().filter(|form| form.is_computed()).count() < least {
            return None;
        }
        let mut lanes: SmallVec<[Lane; MOST]> = SmallVec::new();
        let mut one = false;
        for form in forms {
            if form.is_computed() {
                lanes.extend(form.terms.iter().map(|(lane, _)| *lane));
            }
            let counts = form.is_computed() || !by_rows && form.as_literal().is_some();
            one |= counts && form.constant != 0.0;
        }
        lanes.sort_unstable();
        lanes.dedup();
        let gathered: EntitySet<Value> = lanes.iter().map(|(value, _)| *value).collect();
        let columns = lanes.iter().copied().map(Some);
        let columns: SmallVec<[Option<Lane>; MOST]> = columns.chain(one.then_some(None)).collect();
        if !(least..=MOST).contains(&columns.len()) {
            return None;
        }
        let has = |form: &Affine| {
            let known = |(lane, _): &(Lane, f64)| lanes.contains(lane);
            form.terms.iter().all(known) && (one || form.constant == 0.0)
        };
        // The other lanes are taken from the operands. A fourth row is as good as a copy where the instruction has one, and
        // a literal as one in a column.
        let is_compose = self.shader.insts[inst].op == Op::Compose;
        let is_row = |form: &Affine| {
            let is_free = !by_rows || columns.len() == MOST;
            has(form) && (form.is_computed() || !is_compose || is_free)
        };
        let rows: SmallVec<[Option<Affine>; 4]> = forms
            .iter()
            .map(|form| is_row(form).then(|| form.clone()))
            .collect();
        if !is_compose && rows.iter().any(Option::is_none) {
            return None;
        }
        let cost = match self.by {
            // A copy brings a number to the others, and another one the 1.
            By::Rows => gathered.iter().count() + usize::from(one),
            By::Columns => lanes.len() - 1,
        };
        (self.saved(inst) > cost).then_some(Product { columns, rows })
    }

    /// Sums and products that nothing needs any more if an instruction is replaced.
    fn saved(&self, inst: Inst) -> usize {
        let mut dead = EntitySet::new();
        dead.insert(inst);
        let mut saved = 0;
        // Readers come behind what they read.
        let body = &self.shader.regions[self.shader.body].insts;
        for &inst in body.iter().rev() {
            let data = &self.shader.insts[inst];
            let is_dead = |value: &Value| {
                let readers = &self.readers[*value];
                let dies = |reader: &Option<Inst>| reader.is_some_and(|inst| dead.contains(inst));
                !readers.is_empty() && readers.iter().all(dies)
            };
            let goes = dead.contains(inst)
                || self.affine.contains(inst) && data.results.iter().all(is_dead);
            if goes {
                dead.insert(inst);
                let free = matches!(data.op, Op::Constant(_) | Op::Compose | Op::Neg);
                saved += usize::from(!free);
            }
        }
        saved
    }
}

/// A hidden uniform that holds the rows of a product's matrix, at least as many as the rows have lanes.
fn declare(shader: &mut Shader, product: &Product) -> Uniform {
    let width = product.columns.len();
    let rows = product.rows.iter().flatten();
    let mut values: Vec<f32> = rows.flat_map(|row| product.row(row, width)).collect();
    values.resize(values.len().max(width * width), 0.0);
    let shape = Shape {
        array: Some((values.len() / width) as u32),
        ..Shape::vector(Scalar::Float, width as u8)
    };
    let uniforms = &shader.interface.uniforms;
    // No name of the language begins so.
    let mut names = (0..).map(|number| format!("?{number}_matrix"));
    let is_free = |name: &String| uniforms.values().all(|variable| variable.name != *name);
    let name = names.find(is_free).unwrap_or_default();
    shader.interface.uniforms.push(Variable {
        values: Some(values),
        ..Variable::new(name, shape)
    })
}

struct Write {
    /// By the instruction, with the matrix if its rows are read.
    products: IndexMap<Inst, (Product, Option<Uniform>)>,
}

impl Transform for Write {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let Some((product, matrix)) = self.products.get(&inst) else {
            return Ok(Visit::Keep);
        };
        let given: SmallVec<[Use; 4]> = rw.inst(inst).args.iter().copied().collect();
        let lanes = match matrix {
            Some(matrix) => by_rows(rw, product, *matrix),
            None => by_columns(rw, product),
        };
        let mut lanes = lanes.into_iter();
        let parts: Option<SmallVec<[Use; 4]>> = (0..)
            .zip(&product.rows)
            .map(|(lane, row)| match row {
                Some(_) => lanes.next(),
                None => Some(part(&given, lane)),
            })
            .collect();
        if let Some(parts) = parts {
            let with = rw.emit(Op::Compose, &parts);
            let result = rw.shader.result(inst);
            rw.replace(result, with);
        }
        Ok(Visit::Done)
    }
}

/// The lanes of a product as inner products with the rows of a uniform.
fn by_rows(rw: &mut Rewriter<'_>, product: &Product, matrix: Uniform) -> SmallVec<[Use; 4]> {
    let columns = product.columns.iter().map(|column| match column {
        Some((value, lane)) => rw.resolve(Use::new(*value, Swizzle::splat(*lane, 1))),
        None => rw.float(1.0, 1),
    });
    let columns: SmallVec<[Use; MOST]> = columns.collect();
    let vector = rw.emit(Op::Compose, &columns);
    let ty = Type::float(product.columns.len() as u8);
    let rows = 0..product.rows.iter().flatten().count() as u32;
    rows.map(|slot| {
        let op = Op::Uniform {
            uniform: matrix,
            slot,
        };
        let row = rw.typed(op, &[], ty);
        rw.emit(Op::Dot, &[row, vector])
    })
    .collect()
}

/// The lanes of a product as those of a sum of columns.
fn by_columns(rw: &mut Rewriter<'_>, product: &Product) -> SmallVec<[Use; 4]> {
    let width = product.columns.len();
    let rows = product.rows.iter().flatten();
    let rows: Vec<SmallVec<[f32; MOST]>> = rows.map(|row| product.row(row, width)).collect();
    let lanes = rows.len() as u8;
    let mut sum: Option<Use> = None;
    // The literal, which is the last, first.
    for (number, column) in product.columns.iter().enumerate().rev() {
        let factors: SmallVec<[f32; 4]> = rows.iter().map(|row| row[number]).collect();
        let factors = rw.constant(Constant::floats(&factors));
        let term = match column {
            Some((value, lane)) => {
                let number = rw.resolve(Use::new(*value, Swizzle::splat(*lane, lanes)));
                rw.emit(Op::Mul, &[number, factors])
            }
            None => factors,
        };
        sum = Some(match sum {
            Some(sum) => rw.emit(Op::Add, &[term, sum]),
            None => term,
        });
    }
    let lane = |lane| sum.map(|sum| sum.then(Swizzle::splat(lane, 1)));
    (0..lanes).filter_map(lane).collect()
}

/// A lane of what operands make together.
fn part(parts: &[Use], lane: u8) -> Use {
    let lanes = parts
        .iter()
        .flat_map(|part| (0..part.lanes()).map(|lane| part.then(Swizzle::splat(lane, 1))));
    let mut lanes = lanes.skip(usize::from(lane));
    lanes.next().unwrap_or(parts[0])
}

#[cfg(test)]
#[path = "literal_matrix_test.rs"]
mod tests;
