//! The tail that vertex programs of the Xbox and of the Mali-400 end with, whose machines neither divide positions nor bring
//! them to the screen: `gl_Position` becomes the clip position again.
//!
//! The tail is known by what it computes, `p * scale / w + offset` in any order of its products, so that it may lie anywhere
//! in the program.

use crate::blocks::{BlockId, Code};
use crate::graph::{conditions, live, operands};
use crate::interface::Register;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::{ClipDepth, Stage};
use retroshade_kit::machine::effects::{Kind, Place};
use retroshade_kit::machine::numbers::Function;
use retroshade_kit::machine::symbols::{Expression, Symbol};
use retroshade_kit::reflect::{Reflection, Variable};
use retroshade_kit::target;
use std::collections::BTreeSet;

/// Where the driver says how large the screen is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Viewport {
    scale: Register,
    offset: Register,
}

/// What a program no longer has.
pub(crate) struct Tail {
    pub(crate) registers: Vec<Register>,
    /// The uniforms of the driver that lie there.
    pub(crate) driver: Vec<Variable>,
    /// The range of z in the clip space that is left.
    pub(crate) depth: ClipDepth,
}

/// Takes the tail off positions and sizes of points, and the uniforms of the driver out of the record; `None` where there is
/// none: on machines that clip by themselves, and in what was compiled to leave a clip position.
///
/// # Errors
/// A tail that is not there, with the place and what is missing.
pub(crate) fn drop_tail(code: &mut Code, record: &mut Reflection) -> Result<Option<Tail>, Fault> {
    if Stage::of_name(&record.stage) == Some(Stage::Fragment) {
        return Err("a fragment program has no position: leave --position out".into());
    }
    let machine = match record.target.as_str() {
        "nv2a" => Machine::Nv2a,
        "lima" => Machine::Lima,
        _ => return Ok(None),
    };
    match record.placement.position {
        target::Position::Native => {}
        target::Position::Clip => return Ok(None),
        target::Position::Divide => {
            return Err(
                "gl_Position is divided by w and the matrix holds the viewport, so that nothing tells the clip position"
                    .into(),
            );
        }
    }
    let named = place_of(record, "gl_Position");
    let (file, number) = machine.position();
    let position = named.unwrap_or((file.to_owned(), number));
    let mut tails = Vec::new();
    for (id, block) in code.blocks.iter().enumerate() {
        let places = places(block.writes.keys(), &position);
        match <[Place; 4]>::try_from(places.as_slice()) {
            Ok(lanes) => tails.push((id, lanes)),
            Err(_) if places.is_empty() => {}
            Err(_) => return Err("gl_Position is written in several parts".into()),
        }
    }
    let Some(&(first, lanes)) = tails.first() else {
        return Err("the program writes no position".into());
    };
    let x = code.blocks[first].writes[&lanes[0]];
    let mut fault =
        Fault::from("no viewport transform is found: no uniform is added to x of gl_Position");
    let mut found = None;
    for viewport in machine.viewports(code, record, x) {
        match clip_positions(code, machine, &tails, viewport) {
            Ok(positions) => {
                found = Some((viewport, positions));
                break;
            }
            Err(why) => fault = why,
        }
    }
    let Some((viewport, positions)) = found else {
        return Err(fault);
    };
    for ((block, lanes), clip) in tails.into_iter().zip(positions) {
        code.blocks[block]
            .writes
            .extend(lanes.into_iter().zip(clip));
    }
    let mut dropped = vec![viewport.scale, viewport.offset];
    if let Some(register) = drop_point_size(code, record)? {
        dropped.push(register);
    }
    if let Some((file, number)) = read(code, &dropped) {
        return Err(format!(
            "{file}{number} of the viewport is read beside the transform of gl_Position"
        )
        .into());
    }
    let mut driver = machine.driver(viewport);
    for variables in [&mut record.uniforms, &mut record.driver_uniforms] {
        let (gone, kept) = std::mem::take(variables)
            .into_iter()
            .partition(|entry| is_dropped(entry, &dropped));
        *variables = kept;
        let gone: Vec<Variable> = gone;
        let unknown = |entry: &Variable| driver.iter().all(|known| known.name != entry.name);
        let more: Vec<_> = gone
            .into_iter()
            .filter(|entry| entry.name.starts_with("gl_mali"))
            .filter(unknown)
            .collect();
        driver.extend(more);
    }
    Ok(Some(Tail {
        registers: dropped,
        driver,
        depth: machine.depth(),
    }))
}

/// True for an entry that lies in nothing but these registers.
fn is_dropped(entry: &Variable, dropped: &[Register]) -> bool {
    let (Some(file), Some(first)) = (entry.file.as_deref(), entry.index) else {
        return false;
    };
    let count = entry.array.unwrap_or(1);
    (first..first.saturating_add(count)).all(|number| {
        let mut all = dropped.iter();
        all.any(|(other, register)| (*other, *register) == (file, number))
    })
}

/// The register of a built-in output by the record.
fn place_of(record: &Reflection, name: &str) -> Option<(String, u16)> {
    let mut outputs = record.outputs.iter();
    let entry = outputs.find(|entry| entry.name == name)?;
    Some((entry.file.clone()?, u16::try_from(entry.index?).ok()?))
}

fn places<'a>(
    written: impl Iterator<Item = &'a Place>,
    (file, number): &(String, u16),
) -> Vec<Place> {
    let written = written.filter(|place| place.file.name == file && place.number == *number);
    let mut places: Vec<Place> = written.copied().collect();
    places.sort();
    places
}

/// The first of some registers of uniforms on which an output or a decision depends.
fn read(code: &Code, registers: &[Register]) -> Option<Register> {
    let written = code.blocks.iter().flat_map(|block| block.writes.keys());
    let outputs: BTreeSet<Place> = written
        .filter(|place| place.file.kind == Kind::Output)
        .copied()
        .collect();
    let live = live(code, &outputs);
    let mut work: Vec<Symbol> = Vec::new();
    for (id, block) in code.blocks.iter().enumerate() {
        work.extend(conditions(block).flat_map(operands));
        let mut next = code.successors(id);
        if next.is_empty() {
            next.push(code.blocks.len());
        }
        let after = next.iter().flat_map(|next| &live[*next]);
        work.extend(after.filter_map(|place| block.writes.get(place)));
    }
    let mut seen = BTreeSet::new();
    while let Some(symbol) = work.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        if let Expression::Uniform { file, number, .. } = code.symbols.expression(symbol)
            && registers.contains(&(*file, *number))
        {
            return Some((*file, *number));
        }
        work.extend(code.symbols.operands(symbol));
    }
    None
}

/// The position in clip space of each block that writes one.
fn clip_positions(
    code: &mut Code,
    machine: Machine,
    tails: &[(BlockId, [Place; 4])],
    viewport: Viewport,
) -> Result<Vec<[Symbol; 4]>, Fault> {
    let mut positions = Vec::with_capacity(tails.len());
    for (block, lanes) in tails {
        let written = lanes.map(|lane| code.blocks[*block].writes[&lane]);
        positions.push(machine.clip(code, written, viewport)?);
    }
    Ok(positions)
}

/// A machine without a unit that divides and scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Machine {
    /// It keeps w.
    Nv2a,
    /// It wants 1 / w, between two large numbers.
    Lima,
}

impl Machine {
    /// The register that is the position, if no record says it.
    fn position(self) -> (&'static str, u16) {
        match self {
            Machine::Nv2a => ("o", 0),
            Machine::Lima => ("v", 0),
        }
    }

    /// The range of z in its clip space.
    fn depth(self) -> ClipDepth {
        match self {
            Machine::Nv2a => ClipDepth::ZeroToW,
            Machine::Lima => ClipDepth::MinusWToW,
        }
    }

    /// The uniforms of the viewport as records call them.
    fn driver(self, viewport: Viewport) -> Vec<Variable> {
        let variable = |name: &str, (file, number): Register, array: Option<u32>| Variable {
            name: name.to_owned(),
            ty: "vec4".to_owned(),
            array,
            stride: array.map(|_| 4),
            file: Some(file.to_owned()),
            index: Some(number),
            components: Some("xyzw".to_owned()),
            ..Variable::default()
        };
        match self {
            Machine::Nv2a => vec![
                variable("viewport_scale", viewport.scale, None),
                variable("viewport_offset", viewport.offset, None),
            ],
            Machine::Lima => vec![variable(
                "gl_mali_ViewportTransform",
                viewport.scale,
                Some(2),
            )],
        }
    }

    /// The registers of uniforms that may hold the viewport: those that the record names or the platform has, else any two in
    /// a row, of which the second is added to x.
    fn viewports(self, code: &Code, record: &Reflection, x: Symbol) -> Vec<Viewport> {
        let (file, named, usual) = match self {
            Machine::Nv2a => ("c", "viewport_scale", Some(SCALE)),
            Machine::Lima => ("u", "gl_mali_ViewportTransform", None),
        };
        let in_row = |scale: u32| Viewport {
            scale: (file, scale),
            offset: (file, scale + 1),
        };
        if let Some(scale) = register_of(record, named).or(usual) {
            return vec![in_row(scale)];
        }
        let terms = terms(code, x);
        let numbers = terms
            .iter()
            .filter_map(|term| match code.symbols.expression(*term) {
                Expression::Uniform {
                    number, lane: 0, ..
                } => number.checked_sub(1),
                _ => None,
            });
        numbers.map(in_row).collect()
    }

    /// The position in clip space that was brought to the screen.
    fn clip(
        self,
        code: &mut Code,
        screen: [Symbol; 4],
        viewport: Viewport,
    ) -> Result<[Symbol; 4], Fault> {
        let mut algebra = Algebra { code };
        let (w, inverses) = match self {
            Machine::Nv2a => (screen[3], algebra.reciprocals(screen[3])),
            Machine::Lima => {
                let inverse = algebra.unclamped(screen[3]);
                let w = algebra.reciprocal_of(inverse);
                let w =
                    w.ok_or_else(|| algebra.at(screen[3], "w of gl_Position is no reciprocal"))?;
                (w, vec![screen[3], inverse])
            }
        };
        let mut clip = [w; 4];
        for (lane, letter) in (0..3u8).zip("xyz".chars()) {
            let at = usize::from(lane);
            clip[at] = algebra
                .before(screen[at], lane, viewport, w, &inverses)
                .map_err(|missing| {
                    let place = |(file, number): Register| format!("{file}{number}.{letter}");
                    let what = match missing {
                        Missing::Offset => format!("{} is not added to", place(viewport.offset)),
                        Missing::Scale => format!("{} is no factor of", place(viewport.scale)),
                        Missing::Division => "no 1 / w is a factor of".to_owned(),
                    };
                    algebra.at(screen[at], &format!("{what} {letter} of gl_Position"))
                })?;
        }
        Ok(clip)
    }
}

/// The register in which the Xbox's library has the scale of the viewport, `c-38` of Direct3D; the offset is behind it.
const SCALE: u32 = 58;

/// The register of a uniform that the record names.
fn register_of(record: &Reflection, name: &str) -> Option<u32> {
    let mut entries = record.driver_uniforms.iter().chain(&record.uniforms);
    entries.find(|entry| entry.name == name)?.index
}

/// The terms of a sum.
fn terms(code: &Code, sum: Symbol) -> Vec<Symbol> {
    match code.symbols.expression(sum) {
        Expression::Apply(Function::Add | Function::Sum, operands) => operands.to_vec(),
        _ => vec![sum],
    }
}

/// What a lane of a position lacks.
enum Missing {
    Offset,
    Scale,
    Division,
}

/// Operations inside one another that are looked at.
const DEPTH: u32 = 12;

/// What expressions are without a term or a factor. Nothing is left of a sum that is the term, and of a product that is the
/// factor: `Some(None)`.
struct Algebra<'a> {
    code: &'a mut Code,
}

impl Algebra<'_> {
    /// A refusal, with the instruction that computes a value.
    fn at(&self, symbol: Symbol, what: &str) -> Fault {
        let fault = Fault::from(format!("no viewport transform is found: {what}"));
        fault.within("instruction", self.code.step_of(symbol))
    }

    fn applied(&mut self, function: Function, operands: &[Symbol]) -> Symbol {
        self.code.symbols.applied(function, operands)
    }

    fn literal(&mut self, number: f32) -> Symbol {
        let literal = Expression::Literal(number.to_bits());
        self.code.symbols.symbol(literal)
    }

    /// The reciprocals of a number that the program computed.
    fn reciprocals(&self, number: Symbol) -> Vec<Symbol> {
        let functions = [Function::Reciprocal, Function::ClampedReciprocal];
        let known = functions.into_iter().filter_map(|function| {
            let reciprocal = Expression::Apply(function, [number].as_slice().into());
            self.code.symbols.known(&reciprocal)
        });
        known.collect()
    }

    /// The number that another is the reciprocal of.
    fn reciprocal_of(&self, symbol: Symbol) -> Option<Symbol> {
        match self.code.symbols.expression(symbol) {
            Expression::Apply(Function::Reciprocal | Function::ClampedReciprocal, operands) => {
                operands.first().copied()
            }
            _ => self.is_literal(symbol, 1.0).then_some(symbol),
        }
    }

    fn is_literal(&self, symbol: Symbol, number: f32) -> bool {
        self.code.symbols.constant(symbol) == Some(number)
    }

    /// What a number was before it was brought between literals or uniforms.
    fn unclamped(&self, symbol: Symbol) -> Symbol {
        let symbols = &self.code.symbols;
        let is_limit = |operand: &&Symbol| {
            let operand = symbols.expression(**operand);
            matches!(operand, Expression::Literal(_) | Expression::Uniform { .. })
        };
        let mut symbol = symbol;
        while let Expression::Apply(
            Function::Clamp | Function::Minimum | Function::Maximum,
            operands,
        ) = symbols.expression(symbol)
        {
            let mut free = operands.iter().filter(|operand| !is_limit(operand));
            match (free.next(), free.next()) {
                (Some(one), None) => symbol = *one,
                _ => break,
            }
        }
        symbol
    }

    /// A lane of a position as it was before the viewport and the division.
    fn before(
        &mut self,
        screen: Symbol,
        lane: u8,
        viewport: Viewport,
        w: Symbol,
        inverses: &[Symbol],
    ) -> Result<Symbol, Missing> {
        let [scale, offset] = [viewport.scale, viewport.offset].map(|(file, number)| {
            let uniform = Expression::Uniform { file, number, lane };
            self.code.symbols.known(&uniform)
        });
        let offset = offset.ok_or(Missing::Offset)?;
        let moved = self.without_term(screen, offset, DEPTH);
        let Some(scaled) = moved.ok_or(Missing::Offset)? else {
            return Ok(self.literal(0.0));
        };
        let scale = scale.ok_or(Missing::Scale)?;
        let divided = self.without_factor(scaled, scale, DEPTH);
        let Some(divided) = divided.ok_or(Missing::Scale)? else {
            return Ok(w);
        };
        for inverse in inverses {
            match self.without_factor(divided, *inverse, DEPTH) {
                Some(Some(before)) => return Ok(before),
                Some(None) => return Ok(self.literal(1.0)),
                None => {}
            }
        }
        if self.is_literal(w, 1.0) {
            Ok(divided)
        } else if self.code.symbols.constant(divided).is_some() {
            Ok(self.applied(Function::Multiply, &[divided, w]))
        } else {
            Err(Missing::Division)
        }
    }

    fn without_term(&mut self, sum: Symbol, term: Symbol, depth: u32) -> Option<Option<Symbol>> {
        if sum == term {
            return Some(None);
        }
        let depth = depth.checked_sub(1)?;
        let Expression::Apply(function, operands) = self.code.symbols.expression(sum) else {
            return None;
        };
        let (function, operands) = (*function, operands.clone());
        let last = match function {
            Function::Add | Function::Sum => operands.len(),
            Function::Subtract => 1,
            _ => return None,
        };
        for at in 0..last {
            let Some(rest) = self.without_term(operands[at], term, depth) else {
                continue;
            };
            let mut left = operands.clone();
            match rest {
                Some(rest) => left[at] = rest,
                None if function == Function::Subtract => {
                    return Some(Some(self.applied(Function::Negate, &operands[1..])));
                }
                None => {
                    left.remove(at);
                }
            }
            return Some(Some(match left.as_slice() {
                [one] => *one,
                all => self.applied(function, all),
            }));
        }
        None
    }

    fn without_factor(
        &mut self,
        product: Symbol,
        factor: Symbol,
        depth: u32,
    ) -> Option<Option<Symbol>> {
        if product == factor {
            return Some(None);
        }
        let depth = depth.checked_sub(1)?;
        let Expression::Apply(function, operands) = self.code.symbols.expression(product) else {
            return None;
        };
        let (function, operands) = (*function, operands.clone());
        match (function, operands.as_slice()) {
            (Function::Multiply | Function::ScaledProduct(0), &[a, b]) => {
                for (with, other) in [(a, b), (b, a)] {
                    if let Some(rest) = self.without_factor(with, factor, depth) {
                        return Some(Some(match rest {
                            None => other,
                            Some(rest) if with == a => self.applied(function, &[rest, other]),
                            Some(rest) => self.applied(function, &[other, rest]),
                        }));
                    }
                }
                None
            }
            (Function::Negate | Function::Add | Function::Sum | Function::Subtract, terms) => {
                let mut left = Vec::with_capacity(terms.len());
                for term in terms {
                    left.push(match self.without_factor(*term, factor, depth)? {
                        Some(rest) => rest,
                        None => self.literal(1.0),
                    });
                }
                Some(Some(self.applied(function, &left)))
            }
            _ => None,
        }
    }
}

/// Takes the tail off the size of points, and returns the register with what the driver knows of these.
///
/// # Errors
/// A tail that is not there.
fn drop_point_size(code: &mut Code, record: &Reflection) -> Result<Option<Register>, Fault> {
    let number = register_of(record, "gl_mali_PointSizeParameters");
    let (Some(number), Some(size)) = (number, place_of(record, "gl_PointSize")) else {
        return Ok(None);
    };
    let file = "u";
    let factor = Expression::Uniform {
        file,
        number,
        lane: 2,
    };
    let factor = code.symbols.known(&factor);
    for block in 0..code.blocks.len() {
        for place in places(code.blocks[block].writes.keys(), &size) {
            let written = code.blocks[block].writes[&place];
            let mut algebra = Algebra { code };
            let before =
                factor.and_then(|factor| algebra.without_factor(written, factor, DEPTH)?);
            let before = before.map(|before| algebra.unclamped(before));
            let before = before
                .ok_or_else(|| algebra.at(written, "gl_PointSize has no factor of the driver"))?;
            code.blocks[block].writes.insert(place, before);
        }
    }
    Ok(Some((file, number)))
}
