//! Expressions of a record as instructions of a vertex shader.

use retroshade_diagnostics::Diagnostic;
use retroshade_ir::build::Builder;
use retroshade_ir::{
    Constant, MatrixLayout, Op, Scalar, Shader, Swizzle, Type, Uniform, Use, Variable,
};
use retroshade_kit::reflect::Expression;

/// What expressions read.
pub(super) struct Known<'a> {
    /// The shader whose record the expressions come from: it declares the uniforms.
    pub(super) fragment: &'a Shader,
    /// Gives the value of a varying in the vertex shader.
    pub(super) varying: &'a dyn Fn(&str) -> Option<Use>,
}

fn bug(what: &str) -> Diagnostic {
    Diagnostic::bug("link", format!("an expression of the record has {what}"))
}

/// Appends the instructions that compute an expression. All lanes are floats.
///
/// # Errors
/// A defect: the record has names or functions that do not exist.
pub(super) fn compute(
    builder: &mut Builder,
    known: &Known,
    expression: &Expression,
) -> Result<Use, Diagnostic> {
    match expression {
        Expression::Constant(numbers) => {
            let numbers: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
            match numbers.len() {
                1..=4 => Ok(builder.constant(Constant::floats(&numbers))),
                _ => Err(bug("a vector of no length")),
            }
        }
        Expression::Varying(name) => (known.varying)(name).ok_or_else(|| bug("an unknown varying")),
        Expression::Uniform(name, part) => uniform(builder, known, name, part.unwrap_or(0)),
        Expression::Swizzle(letters, inner) => {
            let inner = compute(builder, known, inner)?;
            let lane = |letter: char| "xyzwrgbastpq".find(letter).map(|lane| lane as u8 % 4);
            let lanes: Option<Vec<u8>> = letters.chars().map(lane).collect();
            let lanes = lanes.filter(|lanes| lanes.iter().all(|lane| *lane < inner.lanes()));
            let swizzle = lanes.and_then(|lanes| Swizzle::new(&lanes));
            Ok(inner.then(swizzle.ok_or_else(|| bug("a lane that does not exist"))?))
        }
        Expression::Apply(function, operands) => {
            let mut values = Vec::with_capacity(operands.len());
            for operand in operands {
                values.push(compute(builder, known, operand)?);
            }
            apply(builder, function, &values).ok_or_else(|| bug("an unknown function"))
        }
    }
}

/// A function of vectors; a single lane is repeated.
fn apply(builder: &mut Builder, function: &str, values: &[Use]) -> Option<Use> {
    if function == "vec" {
        return Some(builder.compose(values));
    }
    let widest = values.iter().map(|value| value.lanes()).max()?;
    let wide: Vec<Use> = values
        .iter()
        .map(|value| match value.lanes() {
            1 => value.then(Swizzle::splat(0, widest)),
            _ => *value,
        })
        .collect();
    if wide.iter().any(|value| value.lanes() != widest) {
        return None;
    }
    let zero = |builder: &mut Builder| builder.float(0.0, widest);
    let truth = |builder: &mut Builder, op: Op, a: Use, b: Use| {
        let truth = builder.op(op, &[a, b]);
        builder.op(Op::BoolToFloat, &[truth])
    };
    Some(match (function, &wide[..]) {
        ("lt", [a, b]) => truth(builder, Op::Lt, *a, *b),
        ("gt", [a, b]) => truth(builder, Op::Lt, *b, *a),
        ("ge", [a, b]) => truth(builder, Op::Ge, *a, *b),
        ("le", [a, b]) => truth(builder, Op::Ge, *b, *a),
        ("eq", [a, b]) => truth(builder, Op::Eq, *a, *b),
        ("ne", [a, b]) => truth(builder, Op::Ne, *a, *b),
        ("not", [a]) => {
            let zero = zero(builder);
            truth(builder, Op::Eq, *a, zero)
        }
        // Truth is 0 or 1.
        ("and", [a, b]) => builder.op(Op::Mul, &[*a, *b]),
        ("or", [a, b]) => builder.op(Op::Max, &[*a, *b]),
        ("select", [condition, a, b]) => {
            let zero = zero(builder);
            let condition = builder.op(Op::Ne, &[*condition, zero]);
            builder.op(Op::Select, &[condition, *a, *b])
        }
        ("dot", [_, _]) => builder.op(Op::Dot, &wide),
        _ => {
            let op = of_name(function).filter(|(_, count)| *count == wide.len())?;
            builder.op(op.0, &wide)
        }
    })
}

/// Operations that go lane by lane, and their number of operands.
fn of_name(function: &str) -> Option<(Op, usize)> {
    Some(match function {
        "neg" => (Op::Neg, 1),
        "abs" => (Op::Abs, 1),
        "sqrt" => (Op::Sqrt, 1),
        "inversesqrt" => (Op::Rsqrt, 1),
        "floor" => (Op::Floor, 1),
        "ceil" => (Op::Ceil, 1),
        "fract" => (Op::Fract, 1),
        "sign" => (Op::Sign, 1),
        "sin" => (Op::Sin, 1),
        "cos" => (Op::Cos, 1),
        "tan" => (Op::Tan, 1),
        "asin" => (Op::Asin, 1),
        "acos" => (Op::Acos, 1),
        "atan" => (Op::Atan, 1),
        "exp" => (Op::Exp, 1),
        "log" => (Op::Log, 1),
        "exp2" => (Op::Exp2, 1),
        "log2" => (Op::Log2, 1),
        "normalize" => (Op::Normalize, 1),
        "add" => (Op::Add, 2),
        "sub" => (Op::Sub, 2),
        "mul" => (Op::Mul, 2),
        "div" => (Op::Div, 2),
        "min" => (Op::Min, 2),
        "max" => (Op::Max, 2),
        "pow" => (Op::Pow, 2),
        "mod" => (Op::Mod, 2),
        "step" => (Op::Step, 2),
        "atan2" => (Op::Atan2, 2),
        "clamp" => (Op::Clamp, 3),
        "mix" => (Op::Mix, 3),
        "smoothstep" => (Op::Smoothstep, 3),
        _ => return None,
    })
}

/// An element of a uniform, or a column, as floats. A uniform that the vertex shader has not gets its declaration
/// from the fragment shader.
fn uniform(builder: &mut Builder, known: &Known, name: &str, part: u32) -> Result<Use, Diagnostic> {
    let (uniform, first) = match find(builder.shader, name) {
        Some(found) => found,
        None => {
            let (there, first) =
                find(known.fragment, name).ok_or_else(|| bug("an unknown uniform"))?;
            let variable = known.fragment.interface.uniforms[there].clone();
            (builder.shader.interface.uniforms.push(variable), first)
        }
    };
    let variable = builder.shader.interface.uniforms[uniform].clone();
    let element = first.saturating_mul(variable.slots_per_element());
    let value = match (variable.shape.columns > 1, variable.layout) {
        (false, _) => slot(builder, uniform, &variable, element.saturating_add(part)),
        (true, MatrixLayout::Columns) => {
            slot(builder, uniform, &variable, element.saturating_add(part))
        }
        (true, MatrixLayout::Rows) => {
            let lane = part.min(3) as u8;
            let rows: Vec<Use> = (0..u32::from(variable.shape.rows))
                .map(|row| {
                    let row = slot(builder, uniform, &variable, element.saturating_add(row));
                    row.then(Swizzle::splat(lane, 1))
                })
                .collect();
            builder.compose(&rows)
        }
    };
    Ok(match variable.shape.scalar {
        Scalar::Float => value,
        Scalar::Int => builder.op(Op::IntToFloat, &[value]),
        Scalar::Bool => builder.op(Op::BoolToFloat, &[value]),
    })
}

fn slot(builder: &mut Builder, uniform: Uniform, variable: &Variable, slot: u32) -> Use {
    let ty = Type {
        scalar: variable.shape.scalar,
        lanes: variable.slot_lanes(),
    };
    builder.typed(Op::Uniform { uniform, slot }, &[], ty)
}

/// A uniform by the name of a leaf, and the leaf's first element.
fn find(shader: &Shader, name: &str) -> Option<(Uniform, u32)> {
    shader
        .interface
        .uniforms
        .iter()
        .find_map(|(uniform, variable)| {
            let mut leaves = variable.leaves().into_iter();
            let leaf = leaves.find(|leaf| leaf.name == name)?;
            Some((uniform, leaf.first_element))
        })
}
