//! The built-in functions.

/// Built-in functions of ESSL 1.00 chapter 8, its extensions, and of ESSL 3.00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each variant is the function of that name in ESSL"
)]
pub enum BuiltinFunction {
    Radians,
    Degrees,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    /// `atan(y_over_x)`
    Atan,
    /// `atan(y, x)`
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Pow,
    Exp,
    Log,
    Exp2,
    Log2,
    Sqrt,
    InverseSqrt,
    Abs,
    Sign,
    Floor,
    Ceil,
    Fract,
    Trunc,
    Round,
    RoundEven,
    Mod,
    Modf,
    Min,
    Max,
    Clamp,
    Mix,
    Step,
    SmoothStep,
    IsNan,
    IsInf,
    Length,
    Distance,
    Dot,
    Cross,
    Normalize,
    FaceForward,
    Reflect,
    Refract,
    MatrixCompMult,
    OuterProduct,
    Transpose,
    Determinant,
    Inverse,
    LessThan,
    LessThanEqual,
    GreaterThan,
    GreaterThanEqual,
    Equal,
    NotEqual,
    Any,
    All,
    Not,
    DFdx,
    DFdy,
    FWidth,
    /// A texture lookup: `texture2D`, `textureCube`, `texture`, with or without bias.
    Texture,
    /// The projective form of [`BuiltinFunction::Texture`]; divides by the last component.
    TextureProj,
    /// With an explicit level of detail.
    TextureLod,
    /// Projective, with an explicit level of detail.
    TextureProjLod,
    /// With explicit derivatives.
    TextureGrad,
    /// Projective, with explicit derivatives.
    TextureProjGrad,
    /// `gl_LastFragColorARM` and the like are variables; this is `textureSize` (refused by targets).
    TextureSize,
    /// Of geometry shaders: makes a vertex of the outputs. In a checked program it takes the place of the vertex in its
    /// strip and gives that of the next.
    EmitVertex,
    /// Of geometry shaders: ends a strip. It does not occur in a checked program.
    EndPrimitive,
}
