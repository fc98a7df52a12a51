//! The built-in functions, sorted by name.

use super::overload::{Overload, overload};
use super::pattern::{FLOAT, Pattern, Size, VEC3};
use super::texture as tex;
use super::{Availability, Missing, Place};
use crate::extension::Extension;
use crate::typed::BuiltinFunction as F;
use crate::typed::ScalarKind;
use retroshade_ir::Stage;

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionRow {
    /// Name in ESSL.
    pub(crate) name: &'static str,
    /// Every overload.
    pub(crate) overloads: &'static [Overload],
}

impl FunctionRow {
    /// Whether any overload exists at a place; otherwise the most telling reason why none does.
    pub(crate) fn check(&self, place: Place<'_>) -> Result<(), Missing> {
        let mut reason = None;
        for overload in self.overloads {
            match overload.availability.check(place) {
                Ok(()) => return Ok(()),
                Err(missing) => reason = Some(reason.map_or(missing, |r: Missing| r.min(missing))),
            }
        }
        reason.map_or(Ok(()), Err)
    }
}

const INT: Pattern = Pattern::Vector(ScalarKind::Int, Size::Is(1));
const UINT: Pattern = Pattern::Vector(ScalarKind::Uint, Size::Is(1));
const BOOL: Pattern = Pattern::Vector(ScalarKind::Bool, Size::Is(1));
const GEN: Pattern = Pattern::Vector(ScalarKind::Float, Size::N);
const GEN_INT: Pattern = Pattern::Vector(ScalarKind::Int, Size::N);
const GEN_UINT: Pattern = Pattern::Vector(ScalarKind::Uint, Size::N);
const GEN_BOOL: Pattern = Pattern::Vector(ScalarKind::Bool, Size::N);
const VEC: Pattern = Pattern::Vector(ScalarKind::Float, Size::V);
const IVEC: Pattern = Pattern::Vector(ScalarKind::Int, Size::V);
const UVEC: Pattern = Pattern::Vector(ScalarKind::Uint, Size::V);
const BVEC: Pattern = Pattern::Vector(ScalarKind::Bool, Size::V);
const VEC_COLUMNS: Pattern = Pattern::Vector(ScalarKind::Float, Size::C);
const VEC_ROWS: Pattern = Pattern::Vector(ScalarKind::Float, Size::R);
const SQUARE: Pattern = Pattern::Matrix(Size::C, Size::C);
const MATRIX: Pattern = Pattern::Matrix(Size::C, Size::R);
const TRANSPOSED: Pattern = Pattern::Matrix(Size::R, Size::C);

const ALWAYS: Availability = Availability::ALWAYS;
const V300: Availability = ALWAYS.since300();
const GEOMETRY: Availability = V300.in_stage(Stage::Geometry);
const DERIVATIVE_100: Availability = ALWAYS
    .until100()
    .in_stage(Stage::Fragment)
    .with(Extension::StandardDerivatives);
const DERIVATIVE_300: Availability = V300.in_stage(Stage::Fragment);

pub(super) const fn row(name: &'static str, overloads: &'static [Overload]) -> FunctionRow {
    FunctionRow { name, overloads }
}

/// `genType f(genType)` in both versions.
macro_rules! map {
    ($function:ident) => {
        &[overload(ALWAYS, F::$function, GEN, &[GEN])]
    };
}

/// `genType f(genType)` in ESSL 3.00.
macro_rules! map300 {
    ($function:ident) => {
        &[overload(V300, F::$function, GEN, &[GEN])]
    };
}

/// `min`, `max`: with a vector or scalar second argument.
macro_rules! extremum {
    ($function:ident) => {
        &[
            overload(ALWAYS, F::$function, GEN, &[GEN, GEN]),
            overload(ALWAYS, F::$function, VEC, &[VEC, FLOAT]),
            overload(V300, F::$function, GEN_INT, &[GEN_INT, GEN_INT]),
            overload(V300, F::$function, IVEC, &[IVEC, INT]),
            overload(V300, F::$function, GEN_UINT, &[GEN_UINT, GEN_UINT]),
            overload(V300, F::$function, UVEC, &[UVEC, UINT]),
        ]
    };
}

/// `lessThan` and its kin.
macro_rules! order {
    ($function:ident) => {
        &[
            overload(ALWAYS, F::$function, BVEC, &[VEC, VEC]),
            overload(ALWAYS, F::$function, BVEC, &[IVEC, IVEC]),
            overload(V300, F::$function, BVEC, &[UVEC, UVEC]),
        ]
    };
}

/// `equal`, `notEqual`.
macro_rules! equality {
    ($function:ident) => {
        &[
            overload(ALWAYS, F::$function, BVEC, &[VEC, VEC]),
            overload(ALWAYS, F::$function, BVEC, &[IVEC, IVEC]),
            overload(ALWAYS, F::$function, BVEC, &[BVEC, BVEC]),
            overload(V300, F::$function, BVEC, &[UVEC, UVEC]),
        ]
    };
}

/// `dFdx`, `dFdy`, `fwidth`.
macro_rules! derivative {
    ($function:ident) => {
        &[
            overload(DERIVATIVE_100, F::$function, GEN, &[GEN]),
            overload(DERIVATIVE_300, F::$function, GEN, &[GEN]),
        ]
    };
}

/// Every built-in function, sorted by name.
pub(crate) const FUNCTIONS: &[FunctionRow] = &[
    row(
        "EmitVertex",
        &[overload(GEOMETRY, F::EmitVertex, Pattern::Void, &[])],
    ),
    row(
        "EndPrimitive",
        &[overload(GEOMETRY, F::EndPrimitive, Pattern::Void, &[])],
    ),
    row(
        "abs",
        &[
            overload(ALWAYS, F::Abs, GEN, &[GEN]),
            overload(V300, F::Abs, GEN_INT, &[GEN_INT]),
        ],
    ),
    row("acos", map!(Acos)),
    row("acosh", map300!(Acosh)),
    row("all", &[overload(ALWAYS, F::All, BOOL, &[BVEC])]),
    row("any", &[overload(ALWAYS, F::Any, BOOL, &[BVEC])]),
    row("asin", map!(Asin)),
    row("asinh", map300!(Asinh)),
    row(
        "atan",
        &[
            overload(ALWAYS, F::Atan, GEN, &[GEN]),
            overload(ALWAYS, F::Atan2, GEN, &[GEN, GEN]),
        ],
    ),
    row("atanh", map300!(Atanh)),
    row("ceil", map!(Ceil)),
    row(
        "clamp",
        &[
            overload(ALWAYS, F::Clamp, GEN, &[GEN, GEN, GEN]),
            overload(ALWAYS, F::Clamp, VEC, &[VEC, FLOAT, FLOAT]),
            overload(V300, F::Clamp, GEN_INT, &[GEN_INT, GEN_INT, GEN_INT]),
            overload(V300, F::Clamp, IVEC, &[IVEC, INT, INT]),
            overload(V300, F::Clamp, GEN_UINT, &[GEN_UINT, GEN_UINT, GEN_UINT]),
            overload(V300, F::Clamp, UVEC, &[UVEC, UINT, UINT]),
        ],
    ),
    row("cos", map!(Cos)),
    row("cosh", map300!(Cosh)),
    row("cross", &[overload(ALWAYS, F::Cross, VEC3, &[VEC3, VEC3])]),
    row("dFdx", derivative!(DFdx)),
    row("dFdy", derivative!(DFdy)),
    row("degrees", map!(Degrees)),
    row(
        "determinant",
        &[overload(V300, F::Determinant, FLOAT, &[SQUARE])],
    ),
    row(
        "distance",
        &[overload(ALWAYS, F::Distance, FLOAT, &[GEN, GEN])],
    ),
    row("dot", &[overload(ALWAYS, F::Dot, FLOAT, &[GEN, GEN])]),
    row("equal", equality!(Equal)),
    row("exp", map!(Exp)),
    row("exp2", map!(Exp2)),
    row(
        "faceforward",
        &[overload(ALWAYS, F::FaceForward, GEN, &[GEN, GEN, GEN])],
    ),
    row("floor", map!(Floor)),
    row("fract", map!(Fract)),
    row("fwidth", derivative!(FWidth)),
    row("greaterThan", order!(GreaterThan)),
    row("greaterThanEqual", order!(GreaterThanEqual)),
    row("inverse", &[overload(V300, F::Inverse, SQUARE, &[SQUARE])]),
    row("inversesqrt", map!(InverseSqrt)),
    row("isinf", &[overload(V300, F::IsInf, GEN_BOOL, &[GEN])]),
    row("isnan", &[overload(V300, F::IsNan, GEN_BOOL, &[GEN])]),
    row("length", &[overload(ALWAYS, F::Length, FLOAT, &[GEN])]),
    row("lessThan", order!(LessThan)),
    row("lessThanEqual", order!(LessThanEqual)),
    row("log", map!(Log)),
    row("log2", map!(Log2)),
    row(
        "matrixCompMult",
        &[
            overload(ALWAYS, F::MatrixCompMult, SQUARE, &[SQUARE, SQUARE]),
            overload(V300, F::MatrixCompMult, MATRIX, &[MATRIX, MATRIX]),
        ],
    ),
    row("max", extremum!(Max)),
    row("min", extremum!(Min)),
    row(
        "mix",
        &[
            overload(ALWAYS, F::Mix, GEN, &[GEN, GEN, GEN]),
            overload(ALWAYS, F::Mix, VEC, &[VEC, VEC, FLOAT]),
            overload(V300, F::Mix, GEN, &[GEN, GEN, GEN_BOOL]),
        ],
    ),
    row(
        "mod",
        &[
            overload(ALWAYS, F::Mod, GEN, &[GEN, GEN]),
            overload(ALWAYS, F::Mod, VEC, &[VEC, FLOAT]),
        ],
    ),
    row(
        "modf",
        &[Overload {
            writes: Some(1),
            ..overload(V300, F::Modf, GEN, &[GEN, GEN])
        }],
    ),
    row("normalize", map!(Normalize)),
    row("not", &[overload(ALWAYS, F::Not, BVEC, &[BVEC])]),
    row("notEqual", equality!(NotEqual)),
    row(
        "outerProduct",
        &[overload(
            V300,
            F::OuterProduct,
            MATRIX,
            &[VEC_ROWS, VEC_COLUMNS],
        )],
    ),
    row("pow", &[overload(ALWAYS, F::Pow, GEN, &[GEN, GEN])]),
    row("radians", map!(Radians)),
    row("reflect", &[overload(ALWAYS, F::Reflect, GEN, &[GEN, GEN])]),
    row(
        "refract",
        &[overload(ALWAYS, F::Refract, GEN, &[GEN, GEN, FLOAT])],
    ),
    row("round", map300!(Round)),
    row("roundEven", map300!(RoundEven)),
    row(
        "sign",
        &[
            overload(ALWAYS, F::Sign, GEN, &[GEN]),
            overload(V300, F::Sign, GEN_INT, &[GEN_INT]),
        ],
    ),
    row("sin", map!(Sin)),
    row("sinh", map300!(Sinh)),
    row(
        "smoothstep",
        &[
            overload(ALWAYS, F::SmoothStep, GEN, &[GEN, GEN, GEN]),
            overload(ALWAYS, F::SmoothStep, VEC, &[FLOAT, FLOAT, VEC]),
        ],
    ),
    row("sqrt", map!(Sqrt)),
    row(
        "step",
        &[
            overload(ALWAYS, F::Step, GEN, &[GEN, GEN]),
            overload(ALWAYS, F::Step, VEC, &[FLOAT, VEC]),
        ],
    ),
    row("tan", map!(Tan)),
    row("tanh", map300!(Tanh)),
    row("texture", tex::TEXTURE),
    row("texture2D", tex::TEXTURE_2D),
    row("texture2DGradEXT", tex::TEXTURE_2D_GRAD_EXT),
    row("texture2DLod", tex::TEXTURE_2D_LOD),
    row("texture2DLodEXT", tex::TEXTURE_2D_LOD_EXT),
    row("texture2DProj", tex::TEXTURE_2D_PROJ),
    row("texture2DProjGradEXT", tex::TEXTURE_2D_PROJ_GRAD_EXT),
    row("texture2DProjLod", tex::TEXTURE_2D_PROJ_LOD),
    row("texture2DProjLodEXT", tex::TEXTURE_2D_PROJ_LOD_EXT),
    row("textureCube", tex::TEXTURE_CUBE),
    row("textureCubeGradEXT", tex::TEXTURE_CUBE_GRAD_EXT),
    row("textureCubeLod", tex::TEXTURE_CUBE_LOD),
    row("textureCubeLodEXT", tex::TEXTURE_CUBE_LOD_EXT),
    row("textureGrad", tex::TEXTURE_GRAD),
    row("textureLod", tex::TEXTURE_LOD),
    row("textureProj", tex::TEXTURE_PROJ),
    row("textureProjGrad", tex::TEXTURE_PROJ_GRAD),
    row("textureProjLod", tex::TEXTURE_PROJ_LOD),
    row(
        "transpose",
        &[overload(V300, F::Transpose, TRANSPOSED, &[MATRIX])],
    ),
    row("trunc", map300!(Trunc)),
];

/// Functions of ESSL 3.00 and of extensions that no machine of ours can run, with the reason.
pub(crate) const REFUSED: &[(&[&str], &str)] = &[
    (
        &[
            "floatBitsToInt",
            "floatBitsToUint",
            "intBitsToFloat",
            "uintBitsToFloat",
            "packSnorm2x16",
            "unpackSnorm2x16",
            "packUnorm2x16",
            "unpackUnorm2x16",
            "packHalf2x16",
            "unpackHalf2x16",
        ],
        "none of the machines has access to the bits of a float",
    ),
    (
        &[
            "texelFetch",
            "texelFetchOffset",
            "textureSize",
            "textureOffset",
            "textureProjOffset",
            "textureLodOffset",
            "textureProjLodOffset",
            "textureGradOffset",
            "textureProjGradOffset",
        ],
        "none of the machines knows the size of a texture in a shader",
    ),
];

#[cfg(test)]
mod tests {
    use super::super::function;
    use super::*;
    use crate::typed::Base;
    use crate::typed::Type;

    fn vector(scalar: ScalarKind, lanes: u8) -> Type {
        Type {
            base: Base::Vector { scalar, lanes },
            array: None,
        }
    }

    fn call(name: &str, arguments: &[Type]) -> Option<Type> {
        function(name)
            .unwrap()
            .overloads
            .iter()
            .find_map(|overload| overload.result(arguments.iter().copied()))
    }

    #[test]
    fn overloads_unify_sizes() {
        let float = |lanes| vector(ScalarKind::Float, lanes);
        assert_eq!(call("mix", &[float(3), float(3), float(1)]), Some(float(3)));
        assert_eq!(call("mix", &[float(3), float(2), float(1)]), None);
        assert_eq!(call("step", &[float(1), float(4)]), Some(float(4)));
        assert_eq!(call("step", &[float(4), float(1)]), None);
        assert_eq!(call("cross", &[float(3), float(3)]), Some(float(3)));
        assert_eq!(call("dot", &[float(4), float(4)]), Some(float(1)));
        assert_eq!(
            call("lessThan", &[float(2), float(2)]),
            Some(vector(ScalarKind::Bool, 2))
        );
        assert_eq!(call("lessThan", &[float(1), float(1)]), None);
    }

    #[test]
    fn matrices_swap_their_sizes() {
        let matrix = |columns, rows| Type {
            base: Base::Matrix { columns, rows },
            array: None,
        };
        assert_eq!(call("transpose", &[matrix(2, 4)]), Some(matrix(4, 2)));
        let product = [vector(ScalarKind::Float, 3), vector(ScalarKind::Float, 2)];
        assert_eq!(call("outerProduct", &product), Some(matrix(2, 3)));
        assert_eq!(call("inverse", &[matrix(2, 3)]), None);
    }

    #[test]
    fn sizes_of_results_occur_in_parameters() {
        let occurs = |overload: &Overload, wanted: Size| {
            overload.parameters.iter().any(|pattern| match *pattern {
                Pattern::Vector(_, size) => {
                    size == wanted || (size == Size::V && wanted == Size::N)
                }
                Pattern::Matrix(columns, rows) => columns == wanted || rows == wanted,
                Pattern::Sampler(_) | Pattern::Void => false,
            })
        };
        for row in FUNCTIONS {
            for overload in row.overloads {
                let sizes = match overload.result {
                    Pattern::Vector(_, size) => vec![size],
                    Pattern::Matrix(columns, rows) => vec![columns, rows],
                    Pattern::Void => Vec::new(),
                    Pattern::Sampler(_) => panic!("{} gives a sampler", row.name),
                };
                for size in sizes {
                    let free = matches!(size, Size::Is(_)) || occurs(overload, size);
                    assert!(free, "{}", overload.spell(row.name));
                }
            }
        }
    }

    #[test]
    fn overloads_are_spelled_as_in_the_specification() {
        let row = function("mix").unwrap();
        assert_eq!(row.overloads[1].spell("mix"), "vec mix(vec, vec, float)");
    }
}
