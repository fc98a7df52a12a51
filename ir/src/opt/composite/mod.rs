//! `lower_composite`: expands operations that the target lacks into those it has.
//!
//! Needs ints to be lowered where the target has none. Gives: every operation on floats is one that
//! the target accepts in its width; what is left besides are comparisons, logic and selects, which
//! `lower_bools` brings into form. Cost: linear; an operation becomes at most a few dozen.
//!
//! Results agree with the definitions of the operation table within 1e-4 of the scale, 2e-3 for
//! trigonometric functions (`trigonometry` gives the errors of its polynomials). Where a machine's
//! own operations are less exact, so is what is built of them.

mod geometry;
mod trigonometry;

use crate::opt::bound::is_nonnegative;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Inst, InstData, LevelOfDetail, Op, OpKind, Scalar, Shader, Swizzle, TextureOp,
    Type, Use,
};
use retroshade_diagnostics::{Diagnostic, codes};

/// The pass.
pub const COMPOSITE: Pass = Pass {
    name: "lower_composite",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let expands = |inst: &InstData| match inst.op {
            Op::Texture(texture) => {
                !capabilities.native.contains(OpKind::Texture)
                    || texture.projective && !capabilities.projective_textures
            }
            _ => is_expanded(shader, capabilities, inst),
        };
        if !shader.may_have(expands) {
            return Ok(false);
        }
        rewrite(shader, capabilities, &mut LowerComposite)
    },
};

/// True if the target lacks an operation on floats.
fn is_expanded(shader: &Shader, capabilities: &Capabilities, inst: &InstData) -> bool {
    let Some(first) = inst.args.first() else {
        return false;
    };
    inst.op.kind().simple().is_some()
        && !is_logic(inst.op)
        && shader.ty(first.value).scalar != Scalar::Int
        && !capabilities.accepts(inst.op.kind(), width(inst.op, &inst.args))
}

struct LowerComposite;

impl Transform for LowerComposite {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let op = rw.inst(inst).op;
        let mut expand = Expand::new(rw);
        let with = match op {
            Op::Texture(texture) => expand.projective(inst, texture),
            _ => expand.instruction(inst),
        };
        if let Some(kind) = expand.refused {
            return Err(refusal(rw, inst, kind));
        }
        match with {
            Some(with) => {
                let result = rw.shader.result(inst);
                rw.replace(result, with);
                Ok(Visit::Done)
            }
            None => Ok(Visit::Keep),
        }
    }
}

fn refusal(rw: &Rewriter<'_>, inst: Inst, missing: OpKind) -> Diagnostic {
    let target = rw.capabilities.target;
    let what = match missing {
        OpKind::Dfdx | OpKind::Dfdy => "has no derivatives".to_owned(),
        OpKind::Texture => format!("has no textures in {} programs", rw.shader.stage.name()),
        kind => format!("has no way to compute `{}`", kind.name()),
    };
    let data = rw.inst(inst);
    let here = match data.op.kind() {
        kind if kind == missing => String::new(),
        kind => format!("needed for `{}`", kind.name()),
    };
    let refused = Diagnostic::error(codes::target::UNSUPPORTED, format!("{target} {what}"))
        .at(data.span, here);
    match missing {
        OpKind::Texture => refused.with_help(
            "pass what it holds as an attribute or a uniform, or look it up in the fragment shader",
        ),
        _ => refused,
    }
}

/// Emits operations, expanding those that the target lacks.
pub(crate) struct Expand<'r, 'a> {
    /// Where they go.
    pub(crate) rw: &'r mut Rewriter<'a>,
    /// The first operation for which there is no expansion.
    refused: Option<OpKind>,
}

/// Operations that other passes bring into form.
fn is_logic(op: Op) -> bool {
    matches!(
        op,
        Op::Lt
            | Op::Ge
            | Op::Eq
            | Op::Ne
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::Not
            | Op::AnyTrue
            | Op::AllTrue
            | Op::Select
            | Op::IntToFloat
            | Op::FloatToInt
            | Op::BoolToFloat
            | Op::BoolToInt
            | Op::Compose
            | Op::Extract
            | Op::Insert
    )
}

impl<'r, 'a> Expand<'r, 'a> {
    /// Emits in front of the instruction that is being visited.
    pub(crate) fn new(rw: &'r mut Rewriter<'a>) -> Expand<'r, 'a> {
        Expand { rw, refused: None }
    }
}

impl Expand<'_, '_> {
    /// What takes the place of an instruction; `None` if it may stand.
    fn instruction(&mut self, inst: Inst) -> Option<Use> {
        let data = self.rw.inst(inst);
        if !is_expanded(self.rw.shader, self.rw.capabilities, data) {
            return None;
        }
        let (op, args) = (data.op, data.args.clone());
        Some(self.emit(op, &args))
    }

    /// Emits an operation or what takes its place.
    pub(crate) fn emit(&mut self, op: Op, args: &[Use]) -> Use {
        let lanes = width(op, args);
        if is_logic(op) || self.rw.capabilities.accepts(op.kind(), lanes) {
            return self.rw.emit(op, args);
        }
        if lanes > 1 && op.is_lanewise() && self.rw.capabilities.accepts(op.kind(), 1) {
            return self.lane_by_lane(op, args, lanes);
        }
        // What does the same in every lane is expanded once.
        let splat = |operand: &Use| {
            let lanes = operand.swizzle.lanes();
            lanes.windows(2).all(|pair| pair[0] == pair[1])
        };
        if lanes > 1 && op.is_lanewise() && args.iter().all(splat) {
            let one = Swizzle::identity(1);
            let narrow: Vec<Use> = args.iter().map(|operand| operand.then(one)).collect();
            return self.emit(op, &narrow).then(Swizzle::splat(0, lanes));
        }
        self.expand(op, args, lanes)
    }

    fn lane_by_lane(&mut self, op: Op, args: &[Use], lanes: u8) -> Use {
        let parts: Vec<Use> = (0..lanes)
            .map(|lane| {
                let one = Swizzle::splat(lane, 1);
                let args: Vec<Use> = args.iter().map(|operand| operand.then(one)).collect();
                self.rw.emit(op, &args)
            })
            .collect();
        self.rw.emit(Op::Compose, &parts)
    }

    /// True if the target has an operation, in some width.
    pub(crate) fn has(&self, kind: OpKind) -> bool {
        self.rw.capabilities.native.contains(kind)
    }

    /// One float in `lanes` lanes.
    pub(crate) fn float(&mut self, value: f32, lanes: u8) -> Use {
        self.rw.float(value, lanes)
    }

    /// `a * b + c`
    pub(crate) fn mad(&mut self, a: Use, b: Use, c: Use) -> Use {
        self.emit(Op::Mad, &[a, b, c])
    }

    /// `if a < b { accept } else { reject }`, for numbers of like magnitude.
    pub(crate) fn if_less(&mut self, a: Use, b: Use, accept: Use, reject: Use) -> Use {
        if self.has(OpKind::Select) {
            let condition = self.rw.emit(Op::Lt, &[a, b]);
            return self.rw.emit(Op::Select, &[condition, accept, reject]);
        }
        let less = self.emit(Op::SetLt, &[a, b]);
        let difference = self.emit(Op::Sub, &[accept, reject]);
        self.mad(less, difference, reject)
    }

    /// `c0 + x (c1 + x (c2 + …))`
    pub(crate) fn polynomial(&mut self, x: Use, coefficients: &[f32]) -> Use {
        let lanes = x.lanes();
        let mut coefficients = coefficients.iter().rev();
        let mut sum = match coefficients.next() {
            Some(&last) => self.float(last, lanes),
            None => self.float(0.0, lanes),
        };
        for &coefficient in coefficients {
            let coefficient = self.float(coefficient, lanes);
            sum = self.mad(sum, x, coefficient);
        }
        sum
    }

    fn refuse(&mut self, op: Op, lanes: u8) -> Use {
        self.refused.get_or_insert(op.kind());
        self.rw.undefined(Type::float(lanes))
    }

    fn expand(&mut self, op: Op, args: &[Use], lanes: u8) -> Use {
        match *args {
            [a] => self.expand_unary(op, a, lanes),
            [a, b] => self.expand_binary(op, a, b, lanes),
            [a, b, c] => match op {
                Op::Mad => {
                    let product = self.emit(Op::Mul, &[a, b]);
                    self.emit(Op::Add, &[product, c])
                }
                Op::Clamp => {
                    let above = self.emit(Op::Max, &[a, b]);
                    self.emit(Op::Min, &[above, c])
                }
                Op::Mix => {
                    let difference = self.emit(Op::Sub, &[b, a]);
                    self.mad(difference, c, a)
                }
                Op::Smoothstep => self.smoothstep(a, b, c),
                Op::FaceForward => geometry::face_forward(self, a, b, c),
                Op::Refract => geometry::refract(self, a, b, c),
                Op::MatVec => geometry::mat_vec(self, args),
                _ => self.refuse(op, lanes),
            },
            _ if op == Op::MatVec => geometry::mat_vec(self, args),
            _ => self.refuse(op, lanes),
        }
    }

    fn expand_unary(&mut self, op: Op, a: Use, lanes: u8) -> Use {
        match op {
            Op::Neg => {
                let minus_one = self.float(-1.0, lanes);
                self.emit(Op::Mul, &[a, minus_one])
            }
            Op::Abs => {
                let negated = self.emit(Op::Neg, &[a]);
                self.emit(Op::Max, &[a, negated])
            }
            Op::Sign => {
                let zero = self.float(0.0, lanes);
                let above = self.emit(Op::SetLt, &[zero, a]);
                let below = self.emit(Op::SetLt, &[a, zero]);
                self.emit(Op::Sub, &[above, below])
            }
            Op::Floor | Op::Ceil | Op::Fract | Op::Trunc | Op::Round => self.integral(op, a, lanes),
            Op::Sqrt if self.has(OpKind::Rsqrt) => {
                let inverse = self.emit(Op::Rsqrt, &[a]);
                if self.rw.capabilities.arithmetic.zero_times_anything {
                    self.emit(Op::Mul, &[a, inverse])
                } else {
                    // 0 gives 1 / inf = 0.
                    self.emit(Op::Rcp, &[inverse])
                }
            }
            Op::Rsqrt if self.has(OpKind::Sqrt) => {
                let root = self.emit(Op::Sqrt, &[a]);
                self.emit(Op::Rcp, &[root])
            }
            Op::Rcp if self.has(OpKind::Div) => {
                let one = self.float(1.0, lanes);
                self.emit(Op::Div, &[one, a])
            }
            Op::Exp => {
                let factor = self.float(std::f32::consts::LOG2_E, lanes);
                let scaled = self.emit(Op::Mul, &[a, factor]);
                self.emit(Op::Exp2, &[scaled])
            }
            Op::Log => {
                let logarithm = self.emit(Op::Log2, &[a]);
                let factor = self.float(std::f32::consts::LN_2, lanes);
                self.emit(Op::Mul, &[logarithm, factor])
            }
            Op::Sin | Op::Cos | Op::Tan | Op::Asin | Op::Acos | Op::Atan => {
                trigonometry::unary(self, op, a)
            }
            Op::Saturate => {
                let zero = self.float(0.0, lanes);
                let one = self.float(1.0, lanes);
                let above = self.emit(Op::Max, &[a, zero]);
                self.emit(Op::Min, &[above, one])
            }
            Op::Fwidth => {
                let dx = self.emit(Op::Dfdx, &[a]);
                let dy = self.emit(Op::Dfdy, &[a]);
                let dx = self.emit(Op::Abs, &[dx]);
                let dy = self.emit(Op::Abs, &[dy]);
                self.emit(Op::Add, &[dx, dy])
            }
            Op::Normalize => geometry::normalize(self, a),
            Op::Length => geometry::length(self, a),
            _ => self.refuse(op, lanes),
        }
    }

    fn expand_binary(&mut self, op: Op, a: Use, b: Use, lanes: u8) -> Use {
        match op {
            Op::Sub => {
                let negated = self.emit(Op::Neg, &[b]);
                self.emit(Op::Add, &[a, negated])
            }
            Op::Div => {
                let inverse = self.emit(Op::Rcp, &[b]);
                self.emit(Op::Mul, &[a, inverse])
            }
            Op::Mod => {
                let quotient = self.emit(Op::Div, &[a, b]);
                // The product of the divisor and a fraction would be shorter, but for whole operands
                // it is not whole.
                let whole = self.emit(Op::Floor, &[quotient]);
                let product = self.emit(Op::Mul, &[whole, b]);
                self.emit(Op::Sub, &[a, product])
            }
            Op::Pow => {
                let logarithm = self.emit(Op::Log2, &[a]);
                let product = self.emit(Op::Mul, &[logarithm, b]);
                self.emit(Op::Exp2, &[product])
            }
            Op::Atan2 => trigonometry::atan2(self, a, b),
            Op::Step => self.emit(Op::SetGe, &[b, a]),
            Op::SetLt if self.has(OpKind::SetGe) => self.one_less(Op::SetGe, a, b),
            Op::SetGe if self.has(OpKind::SetLt) => self.one_less(Op::SetLt, a, b),
            Op::SetEq => {
                let not_less = self.emit(Op::SetGe, &[a, b]);
                let not_more = self.emit(Op::SetGe, &[b, a]);
                self.emit(Op::Min, &[not_less, not_more])
            }
            Op::SetNe => {
                let less = self.emit(Op::SetLt, &[a, b]);
                let more = self.emit(Op::SetLt, &[b, a]);
                self.emit(Op::Max, &[less, more])
            }
            Op::Dot => geometry::dot(self, a, b),
            Op::Distance => {
                let difference = self.emit(Op::Sub, &[a, b]);
                self.emit(Op::Length, &[difference])
            }
            Op::Cross => geometry::cross(self, a, b),
            Op::Reflect => geometry::reflect(self, a, b),
            _ => self.refuse(op, lanes),
        }
    }

    /// `1 - (a op b)`
    fn one_less(&mut self, op: Op, a: Use, b: Use) -> Use {
        let opposite = self.emit(op, &[a, b]);
        let one = self.float(1.0, a.lanes());
        self.emit(Op::Sub, &[one, opposite])
    }

    /// Rounding, by whichever of `floor` and `fract` the target has.
    fn integral(&mut self, op: Op, a: Use, lanes: u8) -> Use {
        let floor = self.has(OpKind::Floor);
        match op {
            Op::Floor if self.has(OpKind::Fract) => {
                let rest = self.emit(Op::Fract, &[a]);
                self.emit(Op::Sub, &[a, rest])
            }
            Op::Fract if floor => {
                let whole = self.emit(Op::Floor, &[a]);
                self.emit(Op::Sub, &[a, whole])
            }
            Op::Ceil => {
                let negated = self.emit(Op::Neg, &[a]);
                if !floor && self.has(OpKind::Fract) {
                    let rest = self.emit(Op::Fract, &[negated]);
                    return self.emit(Op::Add, &[a, rest]);
                }
                let below = self.emit(Op::Floor, &[negated]);
                self.emit(Op::Neg, &[below])
            }
            Op::Trunc if is_nonnegative(self.rw.shader, a) => self.emit(Op::Floor, &[a]),
            Op::Trunc if floor && self.has(OpKind::Sign) => {
                let magnitude = self.emit(Op::Abs, &[a]);
                let whole = self.emit(Op::Floor, &[magnitude]);
                let sign = self.emit(Op::Sign, &[a]);
                self.emit(Op::Mul, &[whole, sign])
            }
            Op::Trunc if floor => {
                let zero = self.float(0.0, lanes);
                let negated = self.emit(Op::Neg, &[a]);
                let up = self.emit(Op::Floor, &[a]);
                let up = self.emit(Op::Max, &[up, zero]);
                let down = self.emit(Op::Floor, &[negated]);
                let down = self.emit(Op::Max, &[down, zero]);
                self.emit(Op::Sub, &[up, down])
            }
            Op::Trunc if self.has(OpKind::Fract) => {
                // One more than the integer below if that is another one and a is negative.
                let zero = self.float(0.0, lanes);
                let rest = self.emit(Op::Fract, &[a]);
                let below = self.emit(Op::Sub, &[a, rest]);
                let negative = self.emit(Op::SetLt, &[a, zero]);
                let broken = self.emit(Op::SetLt, &[zero, rest]);
                self.mad(negative, broken, below)
            }
            Op::Round => {
                // Half way between integers the upper one was taken, one too much if it is odd.
                let half = self.float(0.5, lanes);
                let two = self.float(2.0, lanes);
                let above = self.emit(Op::Add, &[a, half]);
                let nearest = self.emit(Op::Floor, &[above]);
                let rest = self.emit(Op::Fract, &[a]);
                let tie = self.emit(Op::SetEq, &[rest, half]);
                let halved = self.emit(Op::Mul, &[nearest, half]);
                let odd = self.emit(Op::Fract, &[halved]);
                let odd = self.emit(Op::Mul, &[odd, two]);
                let excess = self.emit(Op::Mul, &[tie, odd]);
                self.emit(Op::Sub, &[nearest, excess])
            }
            _ => self.refuse(op, lanes),
        }
    }

    fn smoothstep(&mut self, low: Use, high: Use, x: Use) -> Use {
        let lanes = x.lanes();
        let range = self.emit(Op::Sub, &[high, low]);
        let distance = self.emit(Op::Sub, &[x, low]);
        let t = self.emit(Op::Div, &[distance, range]);
        let t = self.emit(Op::Saturate, &[t]);
        let minus_two = self.float(-2.0, lanes);
        let three = self.float(3.0, lanes);
        let line = self.mad(t, minus_two, three);
        let square = self.emit(Op::Mul, &[t, t]);
        self.emit(Op::Mul, &[square, line])
    }

    /// A lookup whose coordinate the target does not divide.
    fn projective(&mut self, inst: Inst, texture: TextureOp) -> Option<Use> {
        if !self.has(OpKind::Texture) {
            return Some(self.refuse(Op::Texture(texture), 4));
        }
        if !texture.projective || self.rw.capabilities.projective_textures {
            return None;
        }
        debug_assert!(texture.level != LevelOfDetail::Gradient || texture.projective);
        let mut args = self.rw.inst(inst).args.clone();
        let last = args[0].lanes() - 1;
        let divisor = args[0].then(Swizzle::splat(last, 1));
        let plain = args[0].then(Swizzle::identity(last));
        let inverse = self.emit(Op::Rcp, &[divisor]);
        args[0] = self.emit(Op::Mul, &[plain, inverse.then(Swizzle::splat(0, last))]);
        let texture = TextureOp {
            projective: false,
            ..texture
        };
        Some(self.rw.typed(Op::Texture(texture), &args, Type::float(4)))
    }
}

/// The width that decides whether a target accepts an operation.
fn width(op: Op, args: &[Use]) -> u8 {
    match (op, args.first(), args.last()) {
        (Op::Select, _, Some(last)) => last.lanes(),
        (_, Some(first), _) => first.lanes(),
        _ => 1,
    }
}
