//! From the representation to polynomials.

mod apply;
mod directions;
mod discard;
mod dots;
mod fixed;
mod lookup;
mod moved;
mod values;

use crate::poly::{Poly, Polys};
use crate::shader::{Condition, Flat, Lookup, Varying};
use directions::Direction;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::{
    Builtin, Capabilities, Indexing, Input, Inst, Op, OpKind, OpSet, Shader, Terminator, Use,
    Value, VectorWidth,
};
use rustc_hash::FxHashMap;
use values::Lane;

/// A polynomial with more terms than this is no matter for a few stages.
const TERMS: usize = 384;

/// What is legal after the passes: everything but control flow, memory and indices.
pub fn pipeline_capabilities(target: &'static str) -> Capabilities {
    Capabilities {
        target,
        native: OpSet::all()
            .without(OpKind::If)
            .without(OpKind::Loop)
            .without(OpKind::ArrayLoad)
            .without(OpKind::ArrayStore),
        branches: None,
        loops: None,
        index: Indexing::NONE,
        unroll_budget: 4_000,
        width: VectorWidth::Vec4,
        ..Capabilities::FULL
    }
}

/// What a chip lets a shader do beyond polynomials.
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    /// The chip's name in messages.
    pub target: &'static str,
    /// True if a lookup's result can be the coordinate of another.
    pub dependent_lookups: bool,
    /// True if the vertex program is compiled together with this shader, so that it computes coordinates.
    pub linked: bool,
    /// True if one of two values can be chosen by a comparison of alpha with one half.
    pub choices: bool,
}

/// An error about what the chip cannot do, at a place.
pub(crate) fn refuse(
    code: Code,
    span: Span,
    message: impl Into<String>,
    label: &str,
) -> Diagnostic {
    Diagnostic::error(code, message).at(span, label)
}

/// Turns a prepared shader into polynomials.
///
/// # Errors
/// What no combiner computes, at its place in the source.
pub fn flatten(shader: &Shader, abilities: Abilities) -> Result<Flat, Diagnostics> {
    let mut state = Flattening {
        shader,
        abilities,
        polys: Polys::default(),
        lanes: FxHashMap::default(),
        directions: FxHashMap::default(),
        varyings: Vec::new(),
        slots: FxHashMap::default(),
        lookups: Vec::new(),
        conditions: Vec::new(),
        vectors: Vec::new(),
        scalars: Vec::new(),
        discards: Vec::new(),
        floors: FxHashMap::default(),
        ceilings: FxHashMap::default(),
        place: Span::NONE,
    };
    let body = &shader.regions[shader.body];
    for &inst in &body.insts {
        state.inst(inst)?;
    }
    let Terminator::Yield(uses) = &body.end else {
        return Err(Diagnostic::bug("combiner", "the body does not end").into());
    };
    state.finish(&uses.clone())
}

/// The shader while its instructions are gone through.
struct Flattening<'a> {
    shader: &'a Shader,
    abilities: Abilities,
    polys: Polys,
    lanes: FxHashMap<Value, Vec<Lane>>,
    /// Values that only cubes can be looked up by, with the error of other reads.
    directions: FxHashMap<Value, (Direction, Diagnostic)>,
    varyings: Vec<Varying>,
    slots: FxHashMap<(Input, u32), u32>,
    lookups: Vec<Lookup>,
    conditions: Vec<Condition>,
    vectors: Vec<[Poly; 3]>,
    scalars: Vec<Poly>,
    discards: Vec<(values::Truth, Span)>,
    /// What max(x, 0) became, and x.
    floors: FxHashMap<Poly, Poly>,
    /// What min(x, 1) became, and x.
    ceilings: FxHashMap<Poly, Poly>,
    /// The instruction that is gone through.
    place: Span,
}

impl Flattening<'_> {
    fn inst(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        self.place = data.span;
        if data.op == Op::Discard {
            let condition = self.truth(data.args[0])?;
            self.discards.push((condition, data.span));
            return Ok(());
        }
        let Some(&result) = data.results.first() else {
            return Ok(());
        };
        if let Some(direction) = self.direction(data)? {
            let mut operands = data.args.iter();
            let known = operands.find_map(|operand| self.directions.get(&operand.value));
            let error = match known {
                Some((_, error)) => error.clone(),
                None => self.no_such(data.op),
            };
            self.directions.insert(result, (direction, error));
            return Ok(());
        }
        let lanes = self.compute(data)?;
        for lane in &lanes {
            if let Lane::Number(poly) = lane
                && self.polys.terms(*poly).len() > TERMS
            {
                return Err(self.too_long());
            }
        }
        self.note(&lanes);
        self.lanes.insert(result, lanes);
        Ok(())
    }

    fn too_long(&self) -> Diagnostic {
        let target = self.abilities.target;
        let message = format!("{target} has too few combiner stages for this chain of operations");
        refuse(
            codes::target::UNSUPPORTED,
            self.place,
            message,
            "grows beyond any number of stages here",
        )
        .with_note(format!(
            "written as a sum of products it has more than {TERMS} terms"
        ))
        .with_help("move a part to the vertex shader, or draw in several passes")
    }

    /// Remembers a value that the source computes as a candidate for one between stages.
    fn note(&mut self, lanes: &[Lane]) {
        let numbers: Option<Vec<Poly>> = lanes.iter().map(Lane::number).collect();
        let Some(numbers) = numbers else { return };
        if numbers
            .iter()
            .all(|poly| self.polys.as_number(*poly).is_some())
        {
            return;
        }
        let scalar = match numbers[..] {
            [one] | [_, _, _, one] => Some(one),
            _ => None,
        };
        if let Some(one) = scalar.filter(|one| !self.scalars.contains(one)) {
            self.scalars.push(one);
        }
        if let [x, y, z] | [x, y, z, _] = numbers[..]
            && !self.vectors.contains(&[x, y, z])
        {
            self.vectors.push([x, y, z]);
        }
    }

    fn finish(mut self, uses: &[Use]) -> Result<Flat, Diagnostics> {
        let outputs: Vec<_> = self.shader.interface.output_slots().collect();
        let mut color = None;
        for ((output, slot), value) in outputs.iter().zip(uses) {
            let variable = &self.shader.interface.outputs[*output];
            let is_color = match variable.builtin {
                None | Some(Builtin::FragColor) => true,
                Some(Builtin::FragData) => *slot == 0,
                _ => false,
            };
            let undefined = self.shader.def_op(value.value) == Some(Op::Undefined);
            if !is_color && undefined {
                continue;
            }
            if !is_color || color.is_some() {
                let target = self.abilities.target;
                let message = format!(
                    "{target} writes one colour and no depth, but there is also `{}`",
                    variable.name
                );
                let error = refuse(
                    codes::target::UNSUPPORTED,
                    variable.span,
                    message,
                    "written here",
                );
                return Err(error.into());
            }
            let builtin = variable.builtin.map(Builtin::name);
            color = Some((*value, variable.name.clone(), builtin, variable.span));
        }
        let Some((value, name, builtin, span)) = color else {
            let target = self.abilities.target;
            let message =
                format!("the shader writes no colour, so {target} has nothing to compute");
            return Err(Diagnostic::error(codes::target::UNSUPPORTED, message).into());
        };
        let place = self
            .shader
            .def_inst(value.value)
            .map(|inst| self.shader.insts[inst].span);
        self.place = place.unwrap_or(span);
        let mut lanes = self.numbers(value)?;
        lanes.resize(4, Polys::ONE);
        let lanes = [lanes[0], lanes[1], lanes[2], lanes[3]];
        let test = self.alpha_test(lanes[3])?;
        self.mark_colors(&lanes, test.map(|(_, reference)| reference));
        Ok(Flat {
            color: lanes,
            spans: [self.place; 4],
            vectors: self.vectors,
            scalars: self.scalars,
            varyings: self.varyings,
            lookups: self.lookups,
            conditions: self.conditions,
            test,
            output: (name, builtin),
            polys: self.polys,
        })
    }
}
