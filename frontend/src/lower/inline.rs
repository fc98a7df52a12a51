//! Calls: every function of the user becomes a copy of its body.

use super::analysis::{RootRef, Summary};
use super::control::{Outcome, TargetKind};
use super::env::Var;
use super::expression::Operand;
use super::value::{Lanes, Leaf, Val};
use super::{Lowered, Lowerer, bug};
use crate::canonical::display;
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle};
use retroshade_diagnostics::Span;

/// A call that is being inlined.
pub(super) struct Frame<'a> {
    pub(super) handle: Handle<Function>,
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    /// By index of the expression.
    pub(super) operands: Vec<Option<Operand>>,
    /// Where expressions are in the canonical text, by index.
    pub(super) places: Vec<Option<std::ops::Range<usize>>>,
    pub(super) arguments: Vec<Operand>,
    /// Roots of the local variables.
    pub(super) locals: Vec<u32>,
    /// The variables that hold the result.
    pub(super) result: Vec<Var>,
    /// The end of the function.
    pub(super) end: usize,
    /// What `break` leaves and what `continue` goes on with, innermost last.
    pub(super) breakable: Vec<usize>,
    pub(super) rounds: Vec<usize>,
}

impl<'a> Lowerer<'a> {
    /// A call statement.
    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Lowered<Outcome> {
        let mut operands = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            operands.push(self.operand(argument)?);
        }
        let signature = self.intrinsics.get(function.index()).copied().flatten();
        if let Some(signature) = signature {
            let value = self.intrinsic(signature, &operands)?;
            if let Some(result) = result {
                self.remember_value(result, value)?;
            }
            return Ok(Outcome::FALLS);
        }
        let span = self.span;
        let (outcome, value) = self.inline(function, operands)?;
        self.span = span;
        if let Some(result) = result {
            self.remember_value(result, value)?;
        }
        Ok(outcome)
    }

    /// Lowers the body of a function at the current place; gives its result.
    pub(super) fn inline(
        &mut self,
        handle: Handle<Function>,
        arguments: Vec<Operand>,
    ) -> Lowered<(Outcome, Val)> {
        let module = self.module;
        let function = &module.functions[handle];
        let info = &self.info[handle];
        // A call recurses like a nested block.
        self.deeper()?;
        let end = self.open_target(TargetKind::End);
        let result = self.result_variables(function)?;
        let frame = Frame {
            handle,
            function,
            info,
            operands: vec![None; function.expressions.len()],
            places: vec![None; function.expressions.len()],
            arguments,
            locals: Vec::with_capacity(function.local_variables.len()),
            result,
            end,
            breakable: Vec::new(),
            rounds: Vec::new(),
        };
        self.frames.push(frame);
        self.local_roots(handle, function)?;
        let mut outcome = self.block(&function.body, 0, None)?;
        outcome.arrive(end);
        if outcome.falls {
            self.note_ends()?;
        }
        let frame = self
            .frames
            .pop()
            .ok_or_else(|| bug("no function is open"))?;
        self.close_target();
        self.nesting -= 1;
        let leaves: Vec<Leaf> = frame
            .result
            .iter()
            .filter_map(|&var| self.env.get(var))
            .collect();
        Ok((outcome, self.val(&leaves)))
    }

    fn result_variables(&mut self, function: &Function) -> Lowered<Vec<Var>> {
        let Some(result) = &function.result else {
            return Ok(Vec::new());
        };
        let contents = self.undefined_leaves(result.ty)?;
        let count = contents.len() as u32;
        let first = self.env.add(contents);
        Ok((0..count).map(|offset| Var(first.0 + offset)).collect())
    }

    /// The leaves of a value of a type in order, each undefined.
    fn undefined_leaves(&mut self, ty: Handle<naga::Type>) -> Lowered<Vec<Leaf>> {
        use super::layout::{Kind, LeafType};
        let layout = self.layouts.of(ty)?;
        let mut leaves = Vec::new();
        match &layout.kind {
            Kind::Array { element, length } => {
                let own = self.undefined_leaves(*element)?;
                for _ in 0..*length {
                    leaves.extend_from_slice(&own);
                }
            }
            Kind::Struct(members) => {
                for &(ty, _) in members {
                    leaves.extend(self.undefined_leaves(ty)?);
                }
            }
            Kind::Single | Kind::Matrix { .. } => {
                for template in &layout.templates {
                    let LeafType::Vector(ty) = template.ty else {
                        return Err(bug("a function returns a sampler"));
                    };
                    leaves.push(Leaf::Lanes(Lanes::undefined(ty)));
                }
            }
        }
        Ok(leaves)
    }

    /// Makes the local variables of the innermost frame and stores their first values.
    fn local_roots(&mut self, handle: Handle<Function>, function: &'a Function) -> Lowered<()> {
        for (local, variable) in function.local_variables.iter() {
            let layout = self.layouts.of(variable.ty)?;
            let summary = self.summary(handle)?;
            let root = RootRef::Local(local.index() as u32);
            let in_memory: Vec<bool> = layout
                .templates
                .iter()
                .map(|leaf| {
                    leaf.outermost_array
                        .is_some_and(|array| summary.indexed.contains(&(root, array)))
                })
                .collect();
            let name = display(variable.name.as_deref().unwrap_or("value")).to_string();
            let span = self.local_span(function.local_variables.get_span(local));
            let root = self.private_root(variable.ty, &layout, &in_memory, &name, span)?;
            self.note_variable(variable, root)?;
            self.frame_mut()?.locals.push(root);
        }
        for (local, variable) in function.local_variables.iter() {
            let Some(init) = variable.init else {
                continue;
            };
            self.evaluate_constant(init)?;
            let value = self.value(init)?;
            let root = self.frame()?.locals.get(local.index()).copied();
            let root = root.ok_or_else(|| bug("no such local"))?;
            let place = self.root_place(root)?;
            let span = self.local_span(function.local_variables.get_span(local));
            self.note_declaration(Some(span));
            self.store(place, value)?;
            self.note_declaration(None);
        }
        Ok(())
    }

    fn local_span(&self, place: naga::Span) -> Span {
        crate::naga_in::source_of(self.canonical, place)
    }

    /// Initialisers are constant expressions that no statement emits.
    fn evaluate_constant(&mut self, expression: Handle<Expression>) -> Lowered<()> {
        let function = self.frame()?.function;
        let mut operands = Vec::new();
        match &function.expressions[expression] {
            Expression::Compose { components, .. } => operands.extend_from_slice(components),
            Expression::Splat { value, .. } => operands.push(*value),
            _ => return Ok(()),
        }
        for operand in operands {
            self.evaluate_constant(operand)?;
        }
        self.evaluate_always(expression)
    }

    pub(super) fn summary(&self, handle: Handle<Function>) -> Lowered<&Summary> {
        self.analysis
            .functions
            .get(handle.index())
            .ok_or_else(|| bug("no such function"))
    }

    /// The summary of the current function.
    pub(super) fn own_summary(&self) -> Lowered<&Summary> {
        self.summary(self.frame()?.handle)
    }
}
