//! The operation table: names, operands, types, effects. What each operation *means* is stated by
//! its row here and implemented in `eval`.
//!
//! Whatever is indexed, an index out of range means the nearest element: 0 where it is negative, else the
//! last that lies inside the variable. Passes keep that, so that no access leaves its variable whatever
//! a target's addressing does.

use crate::Constant;
use crate::ids::{Array, Input, SamplerId, Uniform};

/// The types an operation takes and gives. `n` is 1 to 4 lanes; operands that must agree agree
/// exactly, a scalar is widened by its swizzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signature {
    /// `arity` operands of one type T.n, result T.n; T by domain.
    Lanewise(u8, Domain),
    /// Two operands of one type T.n, result bool.n.
    Compare(Domain),
    /// Operands bool.n, T.n, T.n; result T.n.
    Select,
    /// Operand of the first scalar, result of the second, same lanes.
    Convert(crate::Scalar, crate::Scalar),
    /// `arity` operands float.n, result float.1.
    Reduce(u8),
    /// bool.n, result bool.1.
    ReduceBool,
    /// float.3, float.3, result float.3.
    Cross,
    /// float.n, float.n, float.1, result float.n.
    Refract,
    /// Operands of one scalar type; result has all their lanes in order, at most 4.
    Compose,
    /// c operands float.r (columns) and one float.c, c 2 to 4; result float.r.
    MatVec,
    /// T.n, int.1; result T.1.
    Extract,
    /// T.n, int.1, T.1; result T.n.
    Insert,
    /// Stated with the operation.
    Special,
}

/// Which scalars an operation accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Float.
    Float,
    /// Int.
    Int,
    /// Float or int.
    Number,
    /// Int (bit by bit) or bool.
    Bits,
    /// Any scalar.
    Any,
}

/// What an instruction does besides giving its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: may be moved, merged, dropped, executed in vain.
    Pure,
    /// Depends on the neighbours in the quad: may be merged and dropped, but moved neither into nor
    /// out of control flow that may differ inside a quad.
    Quad,
    /// Reads a memory object: ordered with writes to it.
    Read(Array),
    /// Writes a memory object: ordered with reads and writes of it.
    Write(Array),
    /// Ends the invocation's output; must stay.
    Discard,
    /// Hands on a vertex: must stay, and in order with others of its kind. Nothing else depends on it.
    Emit,
    /// Has regions; its effect is that of their instructions.
    Nested,
}

/// How a lookup chooses its mipmap level. Comments list the operands after the coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LevelOfDetail {
    /// From the derivatives of the coordinate in fragment shaders, level 0 in vertex shaders. None.
    Implicit,
    /// As `Implicit`, plus a bias. bias float.1.
    Bias,
    /// Given. lod float.1.
    Explicit,
    /// From given derivatives. d/dx, d/dy, each float.2 (2D) or float.3 (cube).
    Gradient,
}

/// A texture lookup. Operands: coordinate (2D: float.2, cube: float.3; one lane more, the divisor,
/// if projective), then those of the level of detail, then the int.1 index if `indexed`. The index is
/// added to `element`. Result float.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureOp {
    /// The sampler.
    pub sampler: SamplerId,
    /// The element of an array of samplers, 0 otherwise.
    pub element: u32,
    /// True if a last operand is added to `element`.
    pub indexed: bool,
    /// True if the coordinate is divided by its last lane.
    pub projective: bool,
    /// Level of detail.
    pub level: LevelOfDetail,
}

macro_rules! operations {
    (
        simple { $($(#[$sm:meta])* $simple:ident $sname:literal $signature:expr;)* }
        special { $($(#[$pm:meta])* $special:ident $({ $($field:ident : $fty:ty),* })? $(( $payload:ty ))? $pname:literal;)* }
    ) => {
        /// An operation with its immediate parts.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $($(#[$sm])* $simple,)*
            $($(#[$pm])* $special $({
                $(#[doc = concat!("See [`Op::", stringify!($special), "`].")] $field: $fty),*
            })? $(( $payload ))?,)*
        }

        /// An operation without its immediate parts: the key of capability sets and tables.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each variant is the operation of that name in `Op`")]
        pub enum OpKind {
            $($simple,)*
            $($special,)*
        }

        impl OpKind {
            /// Every kind.
            pub const ALL: &[OpKind] = &[$(OpKind::$simple,)* $(OpKind::$special,)*];

            /// The name in the printed form.
            pub const fn name(self) -> &'static str {
                match self {
                    $(OpKind::$simple => $sname,)*
                    $(OpKind::$special => $pname,)*
                }
            }

            /// The operation, for kinds without immediate parts.
            pub const fn simple(self) -> Option<Op> {
                match self {
                    $(OpKind::$simple => Some(Op::$simple),)*
                    $(OpKind::$special => None,)*
                }
            }

            /// Operand and result types.
            pub const fn signature(self) -> Signature {
                match self {
                    $(OpKind::$simple => $signature,)*
                    $(OpKind::$special => Signature::Special,)*
                }
            }
        }

        impl Op {
            /// The kind.
            pub const fn kind(self) -> OpKind {
                match self {
                    $(Op::$simple => OpKind::$simple,)*
                    $(Op::$special { .. } => OpKind::$special,)*
                }
            }
        }
    };
}

use Domain::{Any, Bits, Float, Int, Number};
use Signature::{Compare, Convert, Lanewise, Reduce};

operations! {
    simple {
        /// -a; int wraps.
        Neg "neg" Lanewise(1, Number);
        /// |a|
        Abs "abs" Lanewise(1, Number);
        /// -1, 0 or 1.
        Sign "sign" Lanewise(1, Number);
        /// Largest integer not above a.
        Floor "floor" Lanewise(1, Float);
        /// Smallest integer not below a.
        Ceil "ceil" Lanewise(1, Float);
        /// a - floor(a)
        Fract "fract" Lanewise(1, Float);
        /// Towards zero.
        Trunc "trunc" Lanewise(1, Float);
        /// To the nearest integer, ties to even.
        Round "round" Lanewise(1, Float);
        /// Square root.
        Sqrt "sqrt" Lanewise(1, Float);
        /// 1 / sqrt(a)
        Rsqrt "rsqrt" Lanewise(1, Float);
        /// 1 / a
        Rcp "rcp" Lanewise(1, Float);
        /// e to the a.
        Exp "exp" Lanewise(1, Float);
        /// Natural logarithm.
        Log "log" Lanewise(1, Float);
        /// 2 to the a.
        Exp2 "exp2" Lanewise(1, Float);
        /// Logarithm to base 2.
        Log2 "log2" Lanewise(1, Float);
        /// Sine of radians.
        Sin "sin" Lanewise(1, Float);
        /// Cosine of radians.
        Cos "cos" Lanewise(1, Float);
        /// Tangent of radians.
        Tan "tan" Lanewise(1, Float);
        /// Arc sine: half of pi minus `acos`.
        Asin "asin" Lanewise(1, Float);
        /// Arc cosine, to 1e-4, as drivers take it: sqrt(1 - |a|) (pi/2 + |a| (pi/4 - 1 + |a| (0.0826909 -
        /// 0.0254378 |a|))), for negative a pi minus that.
        Acos "acos" Lanewise(1, Float);
        /// Arc tangent, -pi/2 to pi/2.
        Atan "atan" Lanewise(1, Float);
        /// Clamped to 0..1.
        Saturate "saturate" Lanewise(1, Float);
        /// Horizontal difference in the quad.
        Dfdx "dfdx" Lanewise(1, Float);
        /// Vertical difference in the quad.
        Dfdy "dfdy" Lanewise(1, Float);
        /// |dfdx(a)| + |dfdy(a)|
        Fwidth "fwidth" Lanewise(1, Float);

        /// a + b; int wraps.
        Add "add" Lanewise(2, Number);
        /// a - b; int wraps.
        Sub "sub" Lanewise(2, Number);
        /// a * b; int wraps.
        Mul "mul" Lanewise(2, Number);
        /// a / b; int truncates, and is undefined for b = 0.
        Div "div" Lanewise(2, Number);
        /// Smaller.
        Min "min" Lanewise(2, Number);
        /// Larger.
        Max "max" Lanewise(2, Number);
        /// a - b floor(a / b)
        Mod "mod" Lanewise(2, Float);
        /// a - b trunc(a / b); undefined for b = 0.
        Rem "rem" Lanewise(2, Int);
        /// a to the b; undefined for a < 0, and for a = 0 with b <= 0.
        Pow "pow" Lanewise(2, Float);
        /// Angle of the point (b, a): operands y, x.
        Atan2 "atan2" Lanewise(2, Float);
        /// Operands edge, x: x < edge ? 0 : 1
        Step "step" Lanewise(2, Float);
        /// a < b ? 1 : 0 as floats.
        SetLt "slt" Lanewise(2, Float);
        /// a >= b ? 1 : 0 as floats.
        SetGe "sge" Lanewise(2, Float);
        /// a == b ? 1 : 0 as floats.
        SetEq "seq" Lanewise(2, Float);
        /// a != b ? 1 : 0 as floats.
        SetNe "sne" Lanewise(2, Float);
        /// Bit shift.
        Shl "shl" Lanewise(2, Int);
        /// Arithmetic bit shift.
        Shr "shr" Lanewise(2, Int);
        /// Bitwise on ints, logical on bools.
        And "and" Lanewise(2, Bits);
        /// Bitwise on ints, logical on bools.
        Or "or" Lanewise(2, Bits);
        /// Bitwise on ints, logical on bools.
        Xor "xor" Lanewise(2, Bits);
        /// Bitwise on ints, logical on bools.
        Not "not" Lanewise(1, Bits);

        /// a * b + c; whether the product is rounded is the target's choice.
        Mad "mad" Lanewise(3, Float);
        /// Operands x, low, high: min(max(x, low), high)
        Clamp "clamp" Lanewise(3, Number);
        /// Operands a, b, t: a (1 - t) + b t
        Mix "mix" Lanewise(3, Float);
        /// Operands low, high, x: Hermite interpolation.
        Smoothstep "smoothstep" Lanewise(3, Float);
        /// Operands N, I, Nref: dot(Nref, I) < 0 ? N : -N
        FaceForward "faceforward" Lanewise(3, Float);
        /// Operands I, N: I - 2 dot(N, I) N
        Reflect "reflect" Lanewise(2, Float);
        /// Operands I, N, eta.
        Refract "refract" Signature::Refract;
        /// a / length(a)
        Normalize "normalize" Lanewise(1, Float);
        /// Inner product.
        Dot "dot" Reduce(2);
        /// Euclidean length.
        Length "length" Reduce(1);
        /// length(a - b)
        Distance "distance" Reduce(2);
        /// Vector product.
        Cross "cross" Signature::Cross;
        /// Sum of column k times lane k of the vector: a matrix times a column vector. Operands: the
        /// columns, then the vector.
        MatVec "matvec" Signature::MatVec;

        /// a < b
        Lt "lt" Compare(Number);
        /// a >= b
        Ge "ge" Compare(Number);
        /// a == b
        Eq "eq" Compare(Any);
        /// a != b
        Ne "ne" Compare(Any);
        /// Some lane is true.
        AnyTrue "any" Signature::ReduceBool;
        /// Every lane is true.
        AllTrue "all" Signature::ReduceBool;
        /// Operands c, a, b: c ? a : b lane by lane; both are evaluated.
        Select "select" Signature::Select;

        /// Exact where the float can hold it.
        IntToFloat "int_to_float" Convert(crate::Scalar::Int, crate::Scalar::Float);
        /// Towards zero; undefined outside the range.
        FloatToInt "float_to_int" Convert(crate::Scalar::Float, crate::Scalar::Int);
        /// 0 or 1.
        BoolToFloat "bool_to_float" Convert(crate::Scalar::Bool, crate::Scalar::Float);
        /// 0 or 1.
        BoolToInt "bool_to_int" Convert(crate::Scalar::Bool, crate::Scalar::Int);

        /// All lanes of all operands, in order.
        Compose "compose" Signature::Compose;
        /// Operands v, index: the lane.
        Extract "extract" Signature::Extract;
        /// Operands v, index, s: v with the lane replaced.
        Insert "insert" Signature::Insert;
    }
    special {
        /// A literal. No operands.
        Constant(Constant) "const";
        /// Any value of the result's type; nobody may depend on it. No operands.
        Undefined "undefined";
        /// Slot `slot` of an input. No operands. The result has the slot's lanes, and the variable's
        /// scalar or, after ints and bools were lowered, float.
        Input { input: Input, slot: u32 } "input";
        /// Slot `base + stride * index`; operand index int.1, or float.1 holding an integer after
        /// ints were lowered. It stays among the slots of [`Variable::reachable`](crate::Variable::reachable).
        InputIndexed { input: Input, base: u32, stride: u32 } "input_indexed";
        /// Slot `slot` of a uniform. No operands. Result as for `Input`.
        Uniform { uniform: Uniform, slot: u32 } "uniform";
        /// Slot `base + stride * index` of a uniform; operand and range as for `InputIndexed`.
        UniformIndexed { uniform: Uniform, base: u32, stride: u32 } "uniform_indexed";
        /// A texture lookup.
        Texture(TextureOp) "texture";
        /// Element of a memory object. Operand index as for `InputIndexed`.
        ArrayLoad(Array) "array_load";
        /// Operands index, value. No result.
        ArrayStore(Array) "array_store";
        /// Operand bool.1: where true the invocation has no output any more; it goes on executing as
        /// far as its neighbours need it. No result.
        Discard "discard";
        /// Hands on a vertex of a triangle strip; of geometry shaders only. Operands: its number in its strip, int.1 or, after
        /// ints were lowered, float.1, then the outputs, one use for each slot of
        /// [`Interface::output_slots`](crate::Interface::output_slots). The vertices of a strip have the numbers 0 to 7
        /// and then 2 to 7 again and again, so that a number tells the place in a ring of three vertices, whether
        /// there is a triangle, and its winding: from 2 on each makes a triangle with the two before, in the order
        /// of the strip where it is even, else with the first two exchanged. No result.
        EmitVertex "emit_vertex";
        /// Operand bool.1; regions accept, reject. An arm that yields gives the results; an arm may
        /// instead leave by break or continue of an enclosing loop.
        If "if";
        /// Operands: first values of the body's parameters. One region. Results: what break hands on.
        Loop "loop";
    }
}

impl Op {
    /// Operand and result types.
    pub const fn signature(self) -> Signature {
        self.kind().signature()
    }

    /// What it does besides giving its result. `fragment` tells the stage: an implicit level of
    /// detail depends on the neighbours only there.
    pub const fn effect(self, fragment: bool) -> Effect {
        match self {
            Op::Dfdx | Op::Dfdy | Op::Fwidth => Effect::Quad,
            Op::Texture(texture) => match texture.level {
                LevelOfDetail::Implicit | LevelOfDetail::Bias if fragment => Effect::Quad,
                _ => Effect::Pure,
            },
            Op::ArrayLoad(array) => Effect::Read(array),
            Op::ArrayStore(array) => Effect::Write(array),
            Op::Discard => Effect::Discard,
            Op::EmitVertex => Effect::Emit,
            Op::If | Op::Loop => Effect::Nested,
            _ => Effect::Pure,
        }
    }

    /// True if swapping the first two operands changes nothing (NaN operands of min and max aside).
    pub const fn is_commutative(self) -> bool {
        matches!(
            self,
            Op::Add
                | Op::Mul
                | Op::Min
                | Op::Max
                | Op::SetEq
                | Op::SetNe
                | Op::And
                | Op::Or
                | Op::Xor
                | Op::Mad
                | Op::Dot
                | Op::Distance
                | Op::Eq
                | Op::Ne
        )
    }

    /// True if it may give an infinity or a NaN for ordinary operands.
    pub const fn may_be_infinite(self) -> bool {
        matches!(
            self,
            Op::Rcp
                | Op::Rsqrt
                | Op::Div
                | Op::Log2
                | Op::Exp2
                | Op::Pow
                | Op::Sqrt
                | Op::Normalize
        )
    }

    /// True if its result is finite whatever the operands are.
    pub const fn is_bounded(self) -> bool {
        matches!(
            self,
            Op::Saturate
                | Op::SetLt
                | Op::SetGe
                | Op::SetEq
                | Op::SetNe
                | Op::Lt
                | Op::Ge
                | Op::Eq
                | Op::Ne
                | Op::Texture(_)
        )
    }

    /// True if lane i of the result depends only on lane i of each operand, so that the operation
    /// can be split into lanes and packed again.
    pub const fn is_lanewise(self) -> bool {
        match self.signature() {
            Lanewise(..) | Compare(..) | Signature::Select | Convert(..) => {
                !matches!(self, Op::FaceForward | Op::Reflect | Op::Normalize)
            }
            _ => false,
        }
    }
}
