//! What of WGSL no target has: refused by name, where it stands, before lowering.

use super::types::sampler;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    AddressSpace, Binding, Block, BuiltIn, Expression, Function, Handle, MathFunction, Module,
    ScalarKind, Statement, TypeInner,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};

/// Places of the module in the source.
type Places<'a> = &'a dyn Fn(naga::Span) -> Span;

/// Refuses something by name.
pub(super) fn unsupported(what: &str, span: Span) -> Diagnostic {
    let message = format!("{what}: no target has this");
    Diagnostic::error(semantic::UNSUPPORTED_FEATURE, message).at(span, "used here")
}

/// Checks the globals and functions that an entry point uses.
pub(super) fn check(
    module: &Module,
    info: &ModuleInfo,
    entry: usize,
    places: Places<'_>,
) -> Result<(), Diagnostic> {
    if let Some((_, row)) = module.overrides.iter().next() {
        let what = format!(
            "the pipeline constant `{}`",
            row.name.as_deref().unwrap_or_default()
        );
        return Err(unsupported(&what, Span::NONE).with_help("make it a `const`"));
    }
    for (handle, variable) in module.global_variables.iter() {
        let inner = &module.types[variable.ty].inner;
        let space = match variable.space {
            AddressSpace::Private | AddressSpace::Uniform => continue,
            AddressSpace::Handle => match inner {
                TypeInner::Sampler { comparison: false } => continue,
                _ => match sampler(inner) {
                    Ok(_) => continue,
                    Err(what) => what.into(),
                },
            },
            AddressSpace::Storage { .. } => "a storage buffer".to_owned(),
            AddressSpace::WorkGroup => "memory of a work group".to_owned(),
            _ => "a variable of this address space".to_owned(),
        };
        return Err(unsupported(
            &space,
            places(module.global_variables.get_span(handle)),
        ));
    }
    let Some(point) = module.entry_points.get(entry) else {
        return Ok(());
    };
    let functions = module.functions.iter();
    let functions = functions.map(|(handle, function)| (function, &info[handle]));
    for (function, info) in functions.chain([(&point.function, info.get_entry_point(entry))]) {
        check_function(module, function, info, places)?;
    }
    Ok(())
}

fn check_function(
    module: &Module,
    function: &Function,
    info: &FunctionInfo,
    places: Places<'_>,
) -> Result<(), Diagnostic> {
    let is_whole = |handle: Handle<Expression>| {
        let kind = info[handle].ty.inner_with(&module.types).scalar_kind();
        matches!(kind, Some(ScalarKind::Sint | ScalarKind::Uint))
    };
    for (handle, expression) in function.expressions.iter() {
        // Between whole numbers it is a conversion.
        if let Expression::As { expr, .. } = *expression
            && is_whole(expr)
            && is_whole(handle)
        {
            continue;
        }
        if let Some(what) = missing(expression) {
            return Err(unsupported(
                &what,
                places(function.expressions.get_span(handle)),
            ));
        }
    }
    check_block(&function.body, places)
}

/// What no target has of an expression.
fn missing(expression: &Expression) -> Option<String> {
    let what = match expression {
        Expression::ImageSample {
            gather: Some(_), ..
        } => "`textureGather`",
        Expression::ImageSample {
            depth_ref: Some(_), ..
        } => "a comparison with a depth texture",
        Expression::ImageSample {
            offset: Some(_), ..
        } => "an offset of a lookup",
        Expression::ImageSample {
            clamp_to_edge: true,
            ..
        } => "`textureSampleBaseClampToEdge`",
        Expression::ImageSample {
            array_index: Some(_),
            ..
        } => "an array texture",
        Expression::ImageLoad { .. } => "`textureLoad`",
        Expression::ImageQuery { .. } => "a question about a texture",
        Expression::ArrayLength(_) => "an array without a size",
        Expression::AtomicResult { .. } => "an atomic operation",
        Expression::Override(_) => "a pipeline constant",
        Expression::As { convert: None, .. } => "`bitcast`",
        Expression::Math { fun, .. } if !is_known(*fun) => {
            return Some(format!("the function `{}`", spelled(*fun)));
        }
        Expression::Literal(_)
        | Expression::Constant(_)
        | Expression::ZeroValue(_)
        | Expression::Compose { .. }
        | Expression::Access { .. }
        | Expression::AccessIndex { .. }
        | Expression::Splat { .. }
        | Expression::Swizzle { .. }
        | Expression::FunctionArgument(_)
        | Expression::GlobalVariable(_)
        | Expression::LocalVariable(_)
        | Expression::Load { .. }
        | Expression::ImageSample { .. }
        | Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Select { .. }
        | Expression::Derivative { .. }
        | Expression::Relational { .. }
        | Expression::Math { .. }
        | Expression::CallResult(_)
        | Expression::As { .. } => return None,
        _ => "an operation of this kind",
    };
    Some(what.to_owned())
}

fn check_block(block: &Block, places: Places<'_>) -> Result<(), Diagnostic> {
    for (statement, &span) in block.span_iter() {
        match statement {
            Statement::Emit(_)
            | Statement::Break
            | Statement::Continue
            | Statement::Return { .. }
            | Statement::Kill
            | Statement::Store { .. }
            | Statement::Call { .. } => {}
            Statement::Block(inner) => check_block(inner, places)?,
            Statement::If { accept, reject, .. } => {
                check_block(accept, places)?;
                check_block(reject, places)?;
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    check_block(&case.body, places)?;
                }
            }
            Statement::Loop {
                body, continuing, ..
            } => {
                check_block(body, places)?;
                check_block(continuing, places)?;
            }
            _ => {
                return Err(unsupported(
                    "a barrier, an atomic or a store to memory",
                    places(span),
                ));
            }
        }
    }
    Ok(())
}

/// True if the lowering has a mathematical function.
fn is_known(function: MathFunction) -> bool {
    use MathFunction as F;
    matches!(
        function,
        F::Abs
            | F::Min
            | F::Max
            | F::Clamp
            | F::Saturate
            | F::Cos
            | F::Cosh
            | F::Sin
            | F::Sinh
            | F::Tan
            | F::Tanh
            | F::Acos
            | F::Asin
            | F::Atan
            | F::Atan2
            | F::Asinh
            | F::Acosh
            | F::Atanh
            | F::Radians
            | F::Degrees
            | F::Ceil
            | F::Floor
            | F::Round
            | F::Fract
            | F::Trunc
            | F::Exp
            | F::Exp2
            | F::Log
            | F::Log2
            | F::Pow
            | F::Dot
            | F::Cross
            | F::Distance
            | F::Length
            | F::Normalize
            | F::FaceForward
            | F::Reflect
            | F::Refract
            | F::Sign
            | F::Fma
            | F::Mix
            | F::Step
            | F::SmoothStep
            | F::Sqrt
            | F::InverseSqrt
            | F::Transpose
            | F::Determinant
            | F::Inverse
            | F::Outer
    )
}

/// A function as WGSL spells it, or nearly so.
fn spelled(function: MathFunction) -> String {
    let mut name = format!("{function:?}");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The role of a built-in value that an entry point takes or returns.
pub(super) fn builtin(
    binding: &Binding,
    reads: bool,
    span: Span,
) -> Result<Option<retroshade_ir::Builtin>, Diagnostic> {
    use retroshade_ir::Builtin as B;
    match binding {
        Binding::Location {
            blend_src: None,
            per_primitive: false,
            ..
        } => Ok(None),
        Binding::Location { .. } => Err(unsupported("a second source for blending", span)),
        Binding::BuiltIn(builtin) => match (builtin, reads) {
            (BuiltIn::Position { invariant: _ }, true) => Ok(Some(B::FragCoord)),
            (BuiltIn::Position { invariant: _ }, false) => Ok(Some(B::Position)),
            (BuiltIn::FrontFacing, true) => Ok(Some(B::FrontFacing)),
            (BuiltIn::FragDepth, false) => Ok(Some(B::FragDepth)),
            (BuiltIn::PointSize, false) => Ok(Some(B::PointSize)),
            (BuiltIn::PointCoord, true) => Ok(Some(B::PointCoord)),
            (other, _) => {
                let what = format!("the built-in value {other:?}");
                Err(unsupported(&what, span))
            }
        },
    }
}
