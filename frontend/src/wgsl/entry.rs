//! Brings an entry point into the form of the canonical text.
//!
//! Arguments and results become private globals with a role; a function `main` without either loads the
//! one, calls the entry point as an ordinary function, and stores the other. Variables without an
//! initialiser, which are zero in WGSL, get one.

use super::interface::{Crossing, Globals, Part, Tables};
use crate::typed::{FunctionId, Program, Version};
use naga::{
    AddressSpace, Expression, Function, GlobalVariable, Handle, MemoryDecorations, Module, Range,
    Span as NagaSpan, Statement,
};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Stage;

/// Adapts the entry point with index `entry`.
pub(super) fn adapt(
    mut module: Module,
    entry: usize,
    places: &dyn Fn(NagaSpan) -> Span,
) -> Result<(Module, Program, Globals), Diagnostic> {
    let point = module.entry_points.swap_remove(entry);
    module.entry_points.clear();
    let stage = super::stage_of(point.stage).unwrap_or(Stage::Fragment);
    let (tables, arguments, result) = Tables::read(&module, &point.function, stage, places)?;
    let globals: Vec<_> = module.global_variables.iter().map(|row| row.0).collect();
    for handle in globals {
        let variable = module.global_variables.get_mut(handle);
        if variable.space == AddressSpace::Private && variable.init.is_none() {
            let zero = Expression::ZeroValue(variable.ty);
            let zero = module.global_expressions.append(zero, NagaSpan::UNDEFINED);
            variable.init = Some(zero);
        }
    }
    let functions: Vec<_> = module.functions.iter().map(|row| row.0).collect();
    for handle in functions {
        start_with_zeros(module.functions.get_mut(handle));
    }
    let mut function = point.function;
    start_with_zeros(&mut function);
    for argument in &mut function.arguments {
        argument.binding = None;
    }
    if let Some(result) = &mut function.result {
        result.binding = None;
    }
    let called = module.functions.append(function, NagaSpan::UNDEFINED);
    let mut wrapper = Wrapper::new(&mut module);
    let arguments = arguments.iter().map(|part| wrapper.read(part)).collect();
    let value = wrapper.call(called, arguments, result.is_some());
    if let (Some(part), Some(value)) = (&result, value) {
        wrapper.write(part, value);
    }
    let main = wrapper.main;
    module.functions.append(main, NagaSpan::UNDEFINED);
    let program = Program {
        primitive: None,
        version: Version::Essl300,
        stage,
        structs: tables.structs,
        globals: tables.globals,
        functions: Vec::new(),
        order: Vec::new(),
        main: FunctionId(0),
        directives: Vec::new(),
        blocks: Vec::new(),
    };
    Ok((module, program, tables.names))
}

fn start_with_zeros(function: &mut Function) {
    let locals: Vec<_> = function.local_variables.iter().map(|row| row.0).collect();
    for handle in locals {
        let local = function.local_variables.get_mut(handle);
        if local.init.is_none() {
            let zero = Expression::ZeroValue(local.ty);
            local.init = Some(function.expressions.append(zero, NagaSpan::UNDEFINED));
        }
    }
}

/// Writes the function `main`.
struct Wrapper<'m> {
    module: &'m mut Module,
    main: Function,
}

impl<'m> Wrapper<'m> {
    fn new(module: &'m mut Module) -> Wrapper<'m> {
        let main = Function {
            name: Some("main".into()),
            ..Function::default()
        };
        Wrapper { module, main }
    }

    fn push(&mut self, statement: Statement) {
        self.main.body.push(statement, NagaSpan::UNDEFINED);
    }

    /// An expression that is there without being evaluated.
    fn given(&mut self, expression: Expression) -> Handle<Expression> {
        self.main
            .expressions
            .append(expression, NagaSpan::UNDEFINED)
    }

    /// An expression that is evaluated here.
    fn computed(&mut self, expression: Expression) -> Handle<Expression> {
        let handle = self.given(expression);
        self.push(Statement::Emit(Range::new_from_bounds(handle, handle)));
        handle
    }

    /// The private global for a piece of the interface.
    fn global(&mut self, crossing: &Crossing) -> Handle<Expression> {
        let variable = GlobalVariable {
            name: Some(crossing.key.clone()),
            space: AddressSpace::Private,
            binding: None,
            ty: crossing.naga,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        let handle = self
            .module
            .global_variables
            .append(variable, NagaSpan::UNDEFINED);
        self.given(Expression::GlobalVariable(handle))
    }

    /// The value of an argument.
    fn read(&mut self, part: &Part) -> Handle<Expression> {
        match part {
            Part::One(crossing) => {
                let pointer = self.global(crossing);
                self.computed(Expression::Load { pointer })
            }
            Part::Struct(ty, members) => {
                let mut components = Vec::with_capacity(members.len());
                for member in members {
                    let pointer = self.global(member);
                    components.push(self.computed(Expression::Load { pointer }));
                }
                self.computed(Expression::Compose {
                    ty: *ty,
                    components,
                })
            }
        }
    }

    fn call(
        &mut self,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
        has_result: bool,
    ) -> Option<Handle<Expression>> {
        let result = has_result.then(|| self.given(Expression::CallResult(function)));
        self.push(Statement::Call {
            function,
            arguments,
            result,
        });
        result
    }

    /// Stores the result.
    fn write(&mut self, part: &Part, value: Handle<Expression>) {
        match part {
            Part::One(crossing) => self.store(crossing, value),
            Part::Struct(_, members) => {
                for (index, member) in (0..).zip(members) {
                    let value = self.computed(Expression::AccessIndex { base: value, index });
                    self.store(member, value);
                }
            }
        }
    }

    fn store(&mut self, crossing: &Crossing, value: Handle<Expression>) {
        let pointer = self.global(crossing);
        self.push(Statement::Store { pointer, value });
    }
}
