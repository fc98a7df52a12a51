//! The functions of Cg's standard library, as built-in functions of ESSL 3.00 or as expressions.

use super::conversions::{Smear, binary, convert, unified, with_kind};
use super::operators::{builtin, select};
use super::parts::{after, swizzled};
use crate::check::expressions::constant_expression;
use crate::check::{Checked, Checker};
use crate::syntax::{self, Name};
use crate::typed::{
    Base, BinaryOperator, BuiltinFunction as F, Expression, ExpressionKind, Scalar, ScalarKind,
    Type,
};
use retroshade_diagnostics::codes::semantic;
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Stage;

/// How a function takes its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// So many floats of one shape; the result has it, too.
    Floats(usize),
    /// So many numbers of one shape, which stay integers where all are.
    Numbers(usize),
    /// So many floats of one shape; the result is a scalar.
    Measured(usize),
    /// One truth for each component.
    Truths,
    /// Derivatives: floats, in fragments.
    Derivative,
    /// A matrix.
    Matrix,
}

/// The functions that ESSL has under some name.
const SAME: &[(&str, F, Takes)] = &[
    ("abs", F::Abs, Takes::Numbers(1)),
    ("acos", F::Acos, Takes::Floats(1)),
    ("all", F::All, Takes::Truths),
    ("any", F::Any, Takes::Truths),
    ("asin", F::Asin, Takes::Floats(1)),
    ("atan", F::Atan, Takes::Floats(1)),
    ("atan2", F::Atan2, Takes::Floats(2)),
    ("ceil", F::Ceil, Takes::Floats(1)),
    ("clamp", F::Clamp, Takes::Numbers(3)),
    ("cos", F::Cos, Takes::Floats(1)),
    ("cosh", F::Cosh, Takes::Floats(1)),
    ("ddx", F::DFdx, Takes::Derivative),
    ("ddy", F::DFdy, Takes::Derivative),
    ("degrees", F::Degrees, Takes::Floats(1)),
    ("determinant", F::Determinant, Takes::Matrix),
    ("distance", F::Distance, Takes::Measured(2)),
    ("dot", F::Dot, Takes::Measured(2)),
    ("exp", F::Exp, Takes::Floats(1)),
    ("exp2", F::Exp2, Takes::Floats(1)),
    ("faceforward", F::FaceForward, Takes::Floats(3)),
    ("floor", F::Floor, Takes::Floats(1)),
    ("frac", F::Fract, Takes::Floats(1)),
    ("fwidth", F::FWidth, Takes::Derivative),
    ("inverse", F::Inverse, Takes::Matrix),
    ("length", F::Length, Takes::Measured(1)),
    ("lerp", F::Mix, Takes::Floats(3)),
    ("log", F::Log, Takes::Floats(1)),
    ("log2", F::Log2, Takes::Floats(1)),
    ("max", F::Max, Takes::Numbers(2)),
    ("min", F::Min, Takes::Numbers(2)),
    ("normalize", F::Normalize, Takes::Floats(1)),
    ("pow", F::Pow, Takes::Floats(2)),
    ("radians", F::Radians, Takes::Floats(1)),
    ("reflect", F::Reflect, Takes::Floats(2)),
    ("round", F::Round, Takes::Floats(1)),
    ("rsqrt", F::InverseSqrt, Takes::Floats(1)),
    ("sign", F::Sign, Takes::Numbers(1)),
    ("sin", F::Sin, Takes::Floats(1)),
    ("sinh", F::Sinh, Takes::Floats(1)),
    ("smoothstep", F::SmoothStep, Takes::Floats(3)),
    ("sqrt", F::Sqrt, Takes::Floats(1)),
    ("step", F::Step, Takes::Floats(2)),
    ("tan", F::Tan, Takes::Floats(1)),
    ("tanh", F::Tanh, Takes::Floats(1)),
    ("transpose", F::Transpose, Takes::Matrix),
    ("trunc", F::Trunc, Takes::Floats(1)),
];

/// The functions that are expressions in ESSL, with what they take, and lookups.
const OWN: &[(&str, &str)] = &[
    ("clip", "clip(x)"),
    ("cross", "cross(a, b) of two float3"),
    ("dst", "dst(a, b) of two float4"),
    ("fmod", "fmod(x, y)"),
    ("ldexp", "ldexp(x, exponent)"),
    ("lit", "lit(NdotL, NdotH, m) of three floats"),
    ("log10", "log10(x)"),
    ("modf", "modf(x, out whole)"),
    (
        "mul",
        "mul(matrix, vector), mul(vector, matrix) or mul(matrix, matrix) with sizes that meet",
    ),
    ("refract", "refract(i, n, eta), whose eta is a float"),
    ("saturate", "saturate(x)"),
    ("sincos", "sincos(x, out s, out c)"),
    ("tex2D", "tex2D(sampler2D, float2)"),
    (
        "tex2Dbias",
        "tex2Dbias(sampler2D, float4) with the bias in w",
    ),
    (
        "tex2Dlod",
        "tex2Dlod(sampler2D, float4) with the level in w",
    ),
    ("tex2Dproj", "tex2Dproj(sampler2D, float3 or float4)"),
    ("texCUBE", "texCUBE(samplerCUBE, float3)"),
    (
        "texCUBEbias",
        "texCUBEbias(samplerCUBE, float4) with the bias in w",
    ),
    (
        "texCUBElod",
        "texCUBElod(samplerCUBE, float4) with the level in w",
    ),
];

/// Functions of Cg that are not here, and why.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &[
            "pack_2half",
            "pack_2ushort",
            "pack_4byte",
            "pack_4ubyte",
            "unpack_2half",
            "unpack_2ushort",
            "unpack_4byte",
            "unpack_4ubyte",
        ],
        "none of the machines packs numbers into bits",
    ),
    (
        &["tex1D", "tex1Dproj", "tex1Dbias", "tex1Dlod"],
        "none of the machines has one-dimensional textures; look up a `sampler2D`",
    ),
    (
        &["tex3D", "tex3Dproj", "tex3Dbias", "tex3Dlod"],
        "none of the machines has three-dimensional textures",
    ),
    (
        &["texRECT", "texRECTproj", "texRECTbias", "texRECTlod"],
        "there are no samplers that take coordinates in texels; divide them by the size and use `tex2D`",
    ),
    (
        &["texCUBEproj", "tex2Dsize", "texCUBEsize", "tex2Dfetch"],
        "no profile of the time had it",
    ),
    (
        &[
            "offsettex2D",
            "offsettexRECT",
            "offsettex2DScaleBias",
            "tex2D_dp3x2",
            "texRECT_dp3x2",
            "texCUBE_dp3x3",
            "texCUBE_reflect_dp3x3",
            "texCUBE_reflect_eye_dp3x3",
            "tex_dp3x2_depth",
            "tex1D_dp3",
        ],
        "it names a mode of a texture stage; write what it computes, and the stage is found",
    ),
    (
        &[
            "noise",
            "frexp",
            "isnan",
            "isinf",
            "isfinite",
            "bitCount",
            "debug",
            "emitVertex",
            "restartStrip",
        ],
        "none of the machines can do this",
    ),
];

/// Functions of the library that cgc knows by GLSL's names as well, which shaders of nxdk projects use.
const ALSO: &[(&str, &str)] = &[("mix", "lerp"), ("fract", "frac"), ("inversesqrt", "rsqrt")];

/// Names of GLSL and what Cg calls it.
const GLSL: &[(&str, &str)] = &[
    ("mod", "`fmod(x, y)`, which has the sign of x"),
    ("dFdx", "`ddx(x)`"),
    ("dFdy", "`ddy(x)`"),
    ("texture2D", "`tex2D(sampler, uv)`"),
    ("texture", "`tex2D(sampler, uv)`"),
    ("texture2DProj", "`tex2Dproj(sampler, uv)`"),
    ("textureCube", "`texCUBE(sampler, direction)`"),
    ("vec2", "`float2`"),
    ("vec3", "`float3`"),
    ("vec4", "`float4`"),
    ("mat3", "`float3x3`, which takes rows"),
    ("mat4", "`float4x4`, which takes rows"),
    ("gl_Position", "an output with the semantic `POSITION`"),
    (
        "gl_FragColor",
        "the result of `main`, with the semantic `COLOR`",
    ),
    ("gl_PointSize", "an output with the semantic `PSIZE`"),
    ("gl_FragCoord", "an input with the semantic `WPOS`"),
    ("mad", "`a * b + c`"),
    ("rcp", "`1 / x`"),
];

/// The names of all functions, in no order.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let same = SAME.iter().map(|(name, ..)| *name);
    same.chain(OWN.iter().map(|(name, _)| *name))
}

/// How a function is called, for editors; nothing if there is none of this name.
pub(crate) fn form(name: &str) -> Option<String> {
    if let Some((_, usage)) = OWN.iter().find(|(own, _)| *own == name) {
        return Some((*usage).to_owned());
    }
    let (_, _, takes) = SAME.iter().find(|(own, ..)| *own == name)?;
    Some(match takes {
        Takes::Floats(count) | Takes::Numbers(count) => {
            format!("floatN {name}({})", vec!["floatN"; *count].join(", "))
        }
        Takes::Measured(count) => format!("float {name}({})", vec!["floatN"; *count].join(", ")),
        Takes::Truths => format!("bool {name}(boolN)"),
        Takes::Derivative => format!("floatN {name}(floatN)"),
        Takes::Matrix if *name == *"determinant" => format!("float {name}(floatNxN)"),
        Takes::Matrix => format!("floatNxM {name}(floatMxN)"),
    })
}

/// What Cg has for a name of GLSL or HLSL.
pub(in crate::check) fn translation(name: &str) -> Option<String> {
    let (_, here) = GLSL.iter().find(|(foreign, _)| *foreign == name)?;
    Some(format!("in Cg it is {here}"))
}

impl Checker<'_> {
    /// A call of a function of the library.
    pub(in crate::check) fn cg_call(
        &mut self,
        name: Name,
        sources: &[syntax::Expression],
        arguments: Option<Vec<Expression>>,
        span: Span,
    ) -> Checked {
        let text = self.text(name.symbol);
        let also = ALSO.iter().find(|(also, _)| *also == text);
        let text = also.map_or(text, |(_, own)| *own);
        let same = SAME.iter().find(|(own, ..)| *own == text);
        let own = OWN.iter().find(|(own, _)| *own == text);
        if same.is_none() && own.is_none() {
            self.no_function(name);
            return None;
        }
        let arguments = arguments?;
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty).collect();
        let made = match same {
            Some(&(_, function, takes)) => {
                let wrong_stage = takes == Takes::Derivative && self.stage != Stage::Fragment;
                if wrong_stage {
                    let message = format!("`{text}` exists in fragment programs only");
                    let label = format!("this is a {} program", self.stage.name());
                    self.error(semantic::WRONG_STAGE, message, span, &label);
                    return None;
                }
                self.warn_of_unequal(&arguments);
                common(function, takes, arguments, span)
            }
            None => self.expressed(text, sources, arguments, span)?,
        };
        if made.is_some() {
            return made.map(|made| Expression { span, ..made });
        }
        let usage = own.map(|(_, usage)| *usage);
        self.misused(name, &types, usage, same.map(|(_, _, takes)| *takes))
    }

    #[cold]
    fn no_function(&mut self, name: Name) {
        let text = self.text(name.symbol);
        let mut rows = REFUSED.iter();
        match rows.find(|(names, _)| names.contains(&text)) {
            Some((_, why)) => {
                let message = format!("`{text}` is not supported: {why}");
                let label = "not in this compiler";
                self.error(semantic::UNSUPPORTED_FEATURE, message, name.span, label);
            }
            None => self.unknown("function", name.symbol, name.span),
        }
    }

    #[cold]
    fn misused(
        &mut self,
        name: Name,
        types: &[Type],
        usage: Option<&str>,
        takes: Option<Takes>,
    ) -> Checked {
        let text = self.text(name.symbol);
        let types = self.spell_list(types.iter().copied());
        let what = match (usage, takes) {
            (Some(usage), _) => usage.to_owned(),
            (None, Some(Takes::Floats(count) | Takes::Numbers(count) | Takes::Measured(count))) => {
                let values = if count == 1 { "value" } else { "values" };
                format!("{count} {values}, numbers or vectors of them")
            }
            (None, Some(Takes::Truths)) => "a vector".to_owned(),
            (None, Some(Takes::Derivative)) => "a number or a vector".to_owned(),
            (None, Some(Takes::Matrix)) => "a matrix, square but for `transpose`".to_owned(),
            (None, None) => String::new(),
        };
        self.fail(
            Diagnostic::error(
                semantic::NO_OVERLOAD,
                format!("`{text}` does not take `{types}`"),
            )
            .at(name.span, "no form of it takes these arguments")
            .with_help(format!("it takes {what}")),
        )
    }

    /// A function that is an expression; the inner `None` if it does not take the arguments.
    fn expressed(
        &mut self,
        name: &str,
        sources: &[syntax::Expression],
        arguments: Vec<Expression>,
        span: Span,
    ) -> Option<Checked> {
        Some(match name {
            "mul" => self.mul(arguments),
            "saturate" => floats(arguments, 1).and_then(|mut values| {
                let value = values.pop()?;
                let ty = value.ty;
                let [low, high] = [0.0, 1.0].map(|limit| number(limit, span));
                Some(builtin(F::Clamp, vec![value, low, high], ty, span))
            }),
            "log10" => floats(arguments, 1).and_then(|mut values| {
                let value = values.pop()?;
                let ty = value.ty;
                let log = builtin(F::Log2, vec![value], ty, span);
                let scale = number(std::f32::consts::LOG10_2, span);
                Some(binary(BinaryOperator::Multiply, log, scale, ty))
            }),
            "ldexp" => floats(arguments, 2).and_then(|mut values| {
                let (exponent, value) = (values.pop()?, values.pop()?);
                let ty = value.ty;
                let power = builtin(F::Exp2, vec![exponent], ty, span);
                Some(binary(BinaryOperator::Multiply, value, power, ty))
            }),
            "fmod" => self.fmod(arguments, span),
            "cross" => {
                let three = Type::vector(ScalarKind::Float, 3);
                let fits =
                    arguments.len() == 2 && arguments.iter().all(|one| one.ty.lanes() >= Some(3));
                fits.then(|| {
                    let both = arguments.into_iter().map(|one| convert(one, three));
                    builtin(F::Cross, both.collect(), three, span)
                })
            }
            "refract" => {
                let mut arguments = arguments;
                let eta = arguments.pop().filter(|eta| eta.ty.lanes() == Some(1));
                floats(arguments, 2).zip(eta).map(|(mut values, eta)| {
                    let ty = values.first().map_or(Type::FLOAT, |value| value.ty);
                    values.push(convert(eta, Type::FLOAT));
                    builtin(F::Refract, values, ty, span)
                })
            }
            "lit" => self.lit(arguments, span),
            "dst" => self.dst(arguments, span),
            "sincos" => return self.sincos(sources, arguments, span),
            "modf" => return self.modf(sources, arguments, span),
            "clip" => {
                let message = "`clip` stands alone, as a statement";
                let label = "part of an expression";
                self.error(semantic::JUMP, message, span, label);
                return None;
            }
            _ => return self.lookup(name, arguments, span),
        })
    }

    /// The product of linear algebra. Matrices here are transposed, so that factors change places.
    fn mul(&mut self, arguments: Vec<Expression>) -> Checked {
        let [left, right] = <[Expression; 2]>::try_from(arguments).ok()?;
        let float = |lanes| Type::vector(ScalarKind::Float, lanes);
        let kinds = left.ty.kind().is_some() && right.ty.kind().is_some();
        if !kinds {
            return None;
        }
        let ty = match (left.ty.matrix(), right.ty.matrix()) {
            (Some((rows, inner)), Some((inner_rows, columns))) if inner == inner_rows => {
                Type::plain(Base::Matrix {
                    columns: rows,
                    rows: columns,
                })
            }
            (Some((rows, columns)), None) if right.ty.lanes() >= Some(columns) => {
                let right = convert(right, float(columns));
                return Some(self.exchanged(left, right, float(rows)));
            }
            (None, Some((rows, columns))) if left.ty.lanes() >= Some(rows) => {
                let left = convert(left, float(rows));
                return Some(self.exchanged(left, right, float(columns)));
            }
            (None, None) if left.ty.lanes() > Some(1) && right.ty.lanes() > Some(1) => {
                return common(F::Dot, Takes::Measured(2), vec![left, right], Span::NONE);
            }
            (Some(_), Some(_)) => return None,
            _ if left.ty.lanes() == Some(1) || right.ty.lanes() == Some(1) => {
                let both = unified(vec![left, right], Smear::Always);
                let [left, right] = <[Expression; 2]>::try_from(both).ok()?;
                let ty = left.ty;
                return Some(match ty.matrix() {
                    Some(_) => builtin(F::MatrixCompMult, vec![left, right], ty, Span::NONE),
                    None => binary(BinaryOperator::Multiply, left, right, ty),
                });
            }
            _ => return None,
        };
        Some(self.exchanged(left, right, ty))
    }

    /// `right * left`, with the left one evaluated first.
    fn exchanged(&mut self, left: Expression, right: Expression, ty: Type) -> Expression {
        let (before, left) = if has_effect(&left) || has_effect(&right) {
            self.once(left)
        } else {
            (None, left)
        };
        after(before, binary(BinaryOperator::Multiply, right, left, ty))
    }

    /// `x - y * trunc(x / y)`
    fn fmod(&mut self, arguments: Vec<Expression>, span: Span) -> Checked {
        let [x, y] = <[Expression; 2]>::try_from(floats(arguments, 2)?).ok()?;
        let ty = x.ty;
        let (first, x) = self.once(x);
        let (second, y) = self.once(y);
        let quotient = binary(BinaryOperator::Divide, x.clone(), y.clone(), ty);
        let whole = builtin(F::Trunc, vec![quotient], ty, span);
        let part = binary(BinaryOperator::Multiply, y, whole, ty);
        let rest = binary(BinaryOperator::Subtract, x, part, ty);
        Some(after(second.into_iter().chain(first), rest))
    }

    /// `float4(1, max(n, 0), n > 0 ? pow(max(h, 0), m) : 0, 1)`
    fn lit(&mut self, arguments: Vec<Expression>, span: Span) -> Checked {
        let scalars = arguments.iter().all(|one| one.ty.lanes() == Some(1));
        let [n, h, m] = <[Expression; 3]>::try_from(arguments)
            .ok()
            .filter(|_| scalars)?;
        let [n, h, m] = [n, h, m].map(|one| convert(one, Type::FLOAT));
        let zero = || number(0.0, span);
        let (before, n) = self.once(n);
        let positive = |value| builtin(F::Max, vec![value, zero()], Type::FLOAT, span);
        let lit = binary(BinaryOperator::Greater, n.clone(), zero(), Type::BOOL);
        let power = builtin(F::Pow, vec![positive(h), m], Type::FLOAT, span);
        let specular = select(lit, power, zero(), span);
        let parts = vec![number(1.0, span), positive(n), specular, number(1.0, span)];
        Some(after(before, four(parts, span)))
    }

    /// `float4(1, a.y * b.y, a.z, b.w)`
    fn dst(&mut self, arguments: Vec<Expression>, span: Span) -> Checked {
        let wide = arguments.iter().all(|one| one.ty.lanes() == Some(4));
        let [a, b] = <[Expression; 2]>::try_from(arguments)
            .ok()
            .filter(|_| wide)?;
        let ty = Type::vector(ScalarKind::Float, 4);
        let (first, a) = self.once(convert(a, ty));
        let (second, b) = self.once(convert(b, ty));
        let lane = |of: &Expression, lane| swizzled(of.clone(), vec![lane], span);
        let product = binary(
            BinaryOperator::Multiply,
            lane(&a, 1),
            lane(&b, 1),
            Type::FLOAT,
        );
        let parts = vec![number(1.0, span), product, lane(&a, 2), lane(&b, 3)];
        Some(after(second.into_iter().chain(first), four(parts, span)))
    }

    /// `s = sin(x), c = cos(x)`
    fn sincos(
        &mut self,
        sources: &[syntax::Expression],
        arguments: Vec<Expression>,
        span: Span,
    ) -> Option<Checked> {
        let Ok([x, s, c]) = <[Expression; 3]>::try_from(arguments) else {
            return Some(None);
        };
        if x.ty.lanes().is_none() || s.ty.kind() != Some(ScalarKind::Float) || s.ty != c.ty {
            return Some(None);
        }
        for (target, source) in [&s, &c].into_iter().zip(sources.iter().skip(1)) {
            if !self.writable(target, source, "passed to an `out` parameter") {
                return None;
            }
        }
        let ty = s.ty;
        if x.ty != ty && !super::conversions::converts(x.ty, ty) {
            return Some(None);
        }
        let (before, x) = self.once(convert(x, ty));
        let sine = assigned(s, builtin(F::Sin, vec![x.clone()], ty, span), span);
        let cosine = assigned(c, builtin(F::Cos, vec![x], ty, span), span);
        Some(Some(after(
            [Some(sine), before].into_iter().flatten(),
            cosine,
        )))
    }

    /// `modf(x, out whole)`
    fn modf(
        &mut self,
        sources: &[syntax::Expression],
        arguments: Vec<Expression>,
        span: Span,
    ) -> Option<Checked> {
        let Ok([x, whole]) = <[Expression; 2]>::try_from(arguments) else {
            return Some(None);
        };
        let ty = whole.ty;
        let fits = ty.lanes().is_some() && ty.kind() == Some(ScalarKind::Float);
        if !fits || x.ty != ty && !super::conversions::converts(x.ty, ty) {
            return Some(None);
        }
        let source = sources.get(1)?;
        if !self.writable(&whole, source, "passed to an `out` parameter") {
            return None;
        }
        Some(Some(builtin(
            F::Modf,
            vec![convert(x, ty), whole],
            ty,
            span,
        )))
    }
}

/// Arguments as floats of one shape, if there are so many.
fn floats(arguments: Vec<Expression>, count: usize) -> Option<Vec<Expression>> {
    let plain = arguments.iter().all(|one| one.ty.lanes().is_some());
    if arguments.len() != count || !plain {
        return None;
    }
    let floats = arguments.into_iter().map(|one| {
        let ty = with_kind(one.ty, ScalarKind::Float);
        convert(one, ty)
    });
    Some(unified(floats.collect(), Smear::Always))
}

/// A function that ESSL has; `None` if it does not take the arguments.
fn common(function: F, takes: Takes, arguments: Vec<Expression>, span: Span) -> Checked {
    let first = |all: &[Expression]| all.first().map_or(Type::FLOAT, |value| value.ty);
    let (arguments, ty) = match takes {
        Takes::Floats(count) => {
            let all = floats(arguments, count)?;
            let ty = first(&all);
            (all, ty)
        }
        Takes::Derivative => {
            let all = floats(arguments, 1)?;
            let ty = first(&all);
            (all, ty)
        }
        Takes::Numbers(count) => {
            let whole = |one: &Expression| one.ty.kind() == Some(ScalarKind::Int);
            let all = if arguments.len() == count && arguments.iter().all(whole) {
                unified(arguments, Smear::Always)
            } else {
                floats(arguments, count)?
            };
            let ty = first(&all);
            (all, ty)
        }
        Takes::Measured(count) => (floats(arguments, count)?, Type::FLOAT),
        Takes::Truths => {
            let [value] = <[Expression; 1]>::try_from(arguments).ok()?;
            let lanes = value.ty.lanes()?;
            let truth = convert(value, Type::vector(ScalarKind::Bool, lanes));
            if lanes == 1 {
                return Some(truth);
            }
            (vec![truth], Type::BOOL)
        }
        Takes::Matrix => {
            let [value] = <[Expression; 1]>::try_from(arguments).ok()?;
            let (columns, rows) = value.ty.matrix()?;
            let ty = match function {
                F::Transpose => Type::plain(Base::Matrix {
                    columns: rows,
                    rows: columns,
                }),
                _ if columns != rows => return None,
                F::Determinant => Type::FLOAT,
                _ => value.ty,
            };
            (vec![value], ty)
        }
    };
    Some(builtin(function, arguments, ty, span))
}

/// A literal.
pub(super) fn number(value: f32, span: Span) -> Expression {
    constant_expression(Type::FLOAT, vec![Scalar::Float(value)], span)
}

/// A vector of four floats.
fn four(parts: Vec<Expression>, span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Construct(parts),
        ty: Type::vector(ScalarKind::Float, 4),
        span,
    }
}

fn assigned(target: Expression, value: Expression, span: Span) -> Expression {
    let ty = target.ty;
    let kind = ExpressionKind::Assign {
        operator: None,
        target: Box::new(target),
        value: Box::new(value),
    };
    Expression { kind, ty, span }
}

/// True if evaluating a value may change a variable.
fn has_effect(value: &Expression) -> bool {
    let found = crate::check::search::find(value, &mut |part| match part.kind {
        ExpressionKind::Assign { .. }
        | ExpressionKind::Increment { .. }
        | ExpressionKind::Call { .. }
        | ExpressionKind::Builtin {
            function: F::Modf, ..
        } => Some(()),
        _ => None,
    });
    found.is_some()
}
