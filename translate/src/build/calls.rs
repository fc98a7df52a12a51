//! Functions that a shader calls.

use super::function::Body;
use super::{Builder, Built};
use naga::{Expression, FunctionArgument, FunctionResult, Handle, Span, Statement};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::SecondaryMap;
use retroshade_ir::outline::{Call, Calls, Function};
use retroshade_ir::{Scalar, Type};
use std::collections::BTreeMap;

impl Builder<'_> {
    /// The result of a call.
    pub(super) fn call(&mut self, call: &Call, ty: Type) -> Built<Handle<Expression>> {
        let function = self.function(call.function, ty.lanes)?;
        let operands = call.operands.iter();
        let arguments = operands.map(|&operand| self.operand(operand)).collect();
        Ok(self.body.call(function, arguments))
    }

    /// The function of a number for vectors: each lane is a call of that for scalars.
    fn function(&mut self, number: usize, lanes: u8) -> Built<Handle<naga::Function>> {
        if let Some(made) = self.made.get(&(number, lanes)) {
            return Ok(*made);
        }
        let functions = self.functions;
        let Some(function) = functions.get(number) else {
            return Err(Diagnostic::bug("translate", "a function that is not there"));
        };
        let mut made = match lanes {
            1 => self.of_scalars(function)?,
            _ => self.of_vectors(number, function, lanes)?,
        };
        made.name = Some(function.name.clone());
        let variables = function.body.interface.inputs.values();
        made.arguments = variables
            .map(|parameter| FunctionArgument {
                name: Some(parameter.name.clone()),
                ty: self.value_type(Type {
                    scalar: parameter.shape.scalar,
                    lanes,
                }),
                binding: None,
            })
            .collect();
        made.result = Some(FunctionResult {
            ty: self.value_type(result_type(function, lanes)),
            binding: None,
        });
        let handle = self.module.functions.append(made, Span::UNDEFINED);
        self.made.insert((number, lanes), handle);
        Ok(handle)
    }

    fn of_scalars(&mut self, function: &Function) -> Built<naga::Function> {
        let shader = &function.body;
        let mut arguments = SecondaryMap::new();
        for (number, input) in (0..).zip(shader.interface.inputs.keys()) {
            arguments[input] = Some(number);
        }
        let calls = Calls::new(shader, &[]);
        let mut inner = Builder {
            shader,
            language: self.language,
            interface: self.interface,
            module: std::mem::take(&mut self.module),
            body: Body::default(),
            values: SecondaryMap::new(),
            depths: SecondaryMap::new(),
            products: SecondaryMap::new(),
            uses: calls.uses.clone(),
            functions: &[],
            calls,
            made: BTreeMap::new(),
            loops: Vec::new(),
            block: None,
            images: BTreeMap::new(),
            arguments,
            indexed: SecondaryMap::new(),
            arrays: SecondaryMap::new(),
            result: None,
            missing: None,
        };
        let values = shader.regions[shader.body].insts.iter();
        let made: Built<()> = values.into_iter().try_for_each(|&inst| inner.value(inst));
        let value = function.result().map(|result| inner.operand(result));
        inner.body.push(Statement::Return { value });
        self.module = std::mem::take(&mut inner.module);
        self.missing = self.missing.or(inner.missing);
        made?;
        Ok(inner.body.finish())
    }

    fn of_vectors(
        &mut self,
        number: usize,
        function: &Function,
        lanes: u8,
    ) -> Built<naga::Function> {
        let scalar = self.function(number, 1)?;
        let count = function.body.interface.inputs.len() as u32;
        let mut body = Body::default();
        let arguments: Vec<_> = (0..count)
            .map(|argument| body.add(Expression::FunctionArgument(argument)))
            .collect();
        let mut components = Vec::new();
        for index in 0..u32::from(lanes) {
            let operands = arguments.iter();
            let operands = operands
                .map(|&base| body.add(Expression::AccessIndex { base, index }))
                .collect();
            components.push(body.call(scalar, operands));
        }
        let ty = self.value_type(result_type(function, lanes));
        let value = Some(body.add(Expression::Compose { ty, components }));
        body.push(Statement::Return { value });
        Ok(body.finish())
    }
}

fn result_type(function: &Function, lanes: u8) -> Type {
    let result = function.body.interface.outputs.values().next();
    Type {
        scalar: result.map_or(Scalar::Float, |result| result.shape.scalar),
        lanes,
    }
}
