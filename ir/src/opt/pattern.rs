//! Algebraic rules as data: patterns, what they become, and how exact that is.
//!
//! A [`Rule`] is tried on an operation about to be emitted. Patterns look through swizzles: the
//! operand `v.wzyx` whose value is `mul a b` matches a product of `a.wzyx` and `b.wzyx`.

use crate::opt::rewrite::Rewriter;
use crate::pass::Exactness;
use crate::{Constant, Op, OpKind, Scalar, Use};

/// One side of a rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pattern {
    /// Operand number 0 to 3; the same number twice demands the same use.
    Var(u8),
    /// As `Var`, but a literal.
    Literal(u8),
    /// A number in every lane, float or int.
    Number(f32),
    /// A bool in every lane.
    Truth(bool),
    /// A lanewise operation.
    Op(OpKind, &'static [Pattern]),
}

/// Scalars of the root's first operand for which a rule holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Float,
    Int,
    /// Float or int.
    Number,
    Bool,
    Any,
}

impl Over {
    pub(crate) fn includes(self, scalar: Scalar) -> bool {
        match self {
            Over::Float => scalar == Scalar::Float,
            Over::Int => scalar == Scalar::Int,
            Over::Number => scalar != Scalar::Bool,
            Over::Bool => scalar == Scalar::Bool,
            Over::Any => true,
        }
    }
}

/// `left` becomes `right`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests name the rule at fault"))]
    pub(crate) name: &'static str,
    pub(crate) over: Over,
    /// The defining operations of the first three operands that the left side may match, as sets.
    pub(crate) defining_ops: [u128; 3],
    /// See [`wanted`].
    pub(crate) wanted: u128,
    pub(crate) left: Pattern,
    pub(crate) right: Pattern,
    /// How the two sides may differ.
    pub(crate) exactness: Exactness,
}

/// The rules of one root, and what they have in common.
pub(crate) struct Rules {
    pub(crate) list: &'static [Rule],
    /// Defining operations of operands, one of which each rule needs that does not name an operand twice.
    defining_ops: u128,
    /// True if some rule needs two equal operands and no defining operation.
    repeats: bool,
}

impl Rules {
    pub(crate) const fn new(list: &'static [Rule]) -> Rules {
        let (mut defining_ops, mut repeats) = (0, false);
        let mut index = 0;
        while index < list.len() {
            match list[index].wanted {
                0 => repeats = true,
                wanted => defining_ops |= wanted,
            }
            index += 1;
        }
        Rules {
            list,
            defining_ops,
            repeats,
        }
    }

    /// Emits the right side of the first rule that applies.
    pub(crate) fn apply(&self, rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
        let defining_op = |operand: &Use| {
            rw.shader
                .def_op(operand.value)
                .map_or(0, |op| set_of(op.kind()))
        };
        let made = args
            .iter()
            .fold(0, |set, operand| set | defining_op(operand));
        let repeat = || (1..args.len()).any(|index| args[..index].contains(&args[index]));
        if made & self.defining_ops == 0 && !(self.repeats && repeat()) {
            return None;
        }
        let mut subject = None;
        for rule in self.list {
            // Most need what there is not.
            if rule.wanted & !made != 0 {
                continue;
            }
            if subject.is_none() {
                subject = Subject::new(rw, op, args);
            }
            let applied = rule.apply(rw, subject.as_ref()?);
            if applied.is_some() {
                return applied;
            }
        }
        None
    }
}

/// The defining operations that the operands of a left side have to have, all of them.
pub(crate) const fn wanted(defining_ops: &[u128; 3]) -> u128 {
    let (mut wanted, mut index) = (0, 0);
    while index < defining_ops.len() {
        if defining_ops[index] != u128::MAX {
            wanted |= defining_ops[index];
        }
        index += 1;
    }
    wanted
}

/// An operation that rules are tried on, and what most of them fail by.
pub(crate) struct Subject<'a> {
    op: Op,
    args: &'a [Use],
    /// Of the first operand, or of a select's arms.
    scalar: Scalar,
    /// What makes the operands, of which rules know three at most, as sets of one.
    defining_ops: [u128; 3],
    /// Operands that are literals.
    literals: [Option<Constant>; 3],
}

impl Subject<'_> {
    /// `None` for an operation without operands, which no rule matches.
    pub(crate) fn new<'a>(rw: &Rewriter<'_>, op: Op, args: &'a [Use]) -> Option<Subject<'a>> {
        // What a select is over are its arms.
        let subject = args.get(usize::from(matches!(op, Op::Select)))?;
        let mut defining_ops = [PARAMETER; 3];
        let mut literals = [None; 3];
        for (index, operand) in args.iter().take(defining_ops.len()).enumerate() {
            let Some(op) = rw.shader.def_op(operand.value) else {
                continue;
            };
            defining_ops[index] = set_of(op.kind());
            if matches!(op, Op::Constant(_)) {
                literals[index] = rw.shader.as_constant(*operand);
            }
        }
        Some(Subject {
            op,
            args,
            scalar: rw.shader.ty(subject.value).scalar,
            defining_ops,
            literals,
        })
    }

    fn literal(&self, number: usize, is: impl Fn(&Constant) -> bool) -> bool {
        self.literals[number].as_ref().is_some_and(is)
    }

    /// True if operands are equal where a left side names one twice, as far as the order of operands
    /// has no part in that.
    fn may_repeat(&self, parts: &[Pattern]) -> bool {
        let same = |(i, j): (usize, usize)| match (parts.get(i), parts.get(j)) {
            (Some(Pattern::Var(a)), Some(Pattern::Var(b))) if a == b => {
                self.args.get(i) == self.args.get(j)
            }
            _ => true,
        };
        same((0, 1)) && (self.op.is_commutative() || same((0, 2)) && same((1, 2)))
    }

    /// True if the operands are made by what a left side asks for, in order or with the first two
    /// exchanged.
    fn fits(&self, defining_ops: &[u128; 3]) -> bool {
        let [a, b, c] = &self.defining_ops;
        let [x, y, z] = defining_ops;
        let straight = a & x != 0 && b & y != 0;
        c & z != 0 && (straight || self.op.is_commutative() && a & y != 0 && b & x != 0)
    }

    /// True if operands are the literals that the parts of a left side ask for, as far as the order of
    /// operands has no part in that.
    fn may_match(&self, parts: &[Pattern]) -> bool {
        let fits = |part: &Pattern, number: usize| match part {
            Pattern::Number(wanted) => self.literal(number, |literal| is_number(literal, *wanted)),
            Pattern::Truth(truth) => self.literal(number, |literal| is_truth(literal, *truth)),
            Pattern::Var(_) | Pattern::Literal(_) | Pattern::Op(..) => true,
        };
        self.may_repeat(parts)
            && match parts {
                [a, b, ..] if self.op.is_commutative() => {
                    fits(a, 0) && fits(b, 1) || fits(a, 1) && fits(b, 0)
                }
                _ => (0..).zip(parts).all(|(number, part)| fits(part, number)),
            }
    }
}

/// What makes a region's parameter, which only a variable matches.
const PARAMETER: u128 = 1 << 127;

const fn set_of(kind: OpKind) -> u128 {
    assert!((kind as u32) < 127);
    1 << kind as u32
}

/// The defining operations that the operands of a left side may have, as sets; all where it has no such operand.
pub(crate) const fn defining_ops(left: &Pattern) -> [u128; 3] {
    let mut defining_ops = [u128::MAX; 3];
    let Pattern::Op(_, parts) = left else {
        return defining_ops;
    };
    let mut index = 0;
    while index < parts.len() && index < defining_ops.len() {
        defining_ops[index] = match parts[index] {
            Pattern::Var(_) => u128::MAX,
            Pattern::Literal(_) | Pattern::Number(_) | Pattern::Truth(_) => {
                set_of(OpKind::Constant)
            }
            Pattern::Op(kind, _) => set_of(kind),
        };
        index += 1;
    }
    defining_ops
}

/// The uses that variables are bound to.
pub(crate) type Bindings = [Option<Use>; 4];

impl Rule {
    /// The operation on the left side.
    #[cfg(test)]
    pub(crate) fn root(&self) -> Option<OpKind> {
        match self.left {
            Pattern::Op(kind, _) => Some(kind),
            _ => None,
        }
    }

    /// Emits the right side if the left side matches and the target has every operation that the
    /// right side brings in.
    #[inline]
    pub(crate) fn apply(&self, rw: &mut Rewriter<'_>, subject: &Subject<'_>) -> Option<Use> {
        // Most rules fail here.
        if !subject.fits(&self.defining_ops) || !self.over.includes(subject.scalar) {
            return None;
        }
        self.apply_to_fitting(rw, subject)
    }

    fn apply_to_fitting(&self, rw: &mut Rewriter<'_>, subject: &Subject<'_>) -> Option<Use> {
        let Pattern::Op(kind, parts) = self.left else {
            return None;
        };
        let &Subject { op, args, .. } = subject;
        if kind != op.kind() || !subject.may_match(parts) {
            return None;
        }
        let mut bindings = [None; 4];
        if !match_args(rw, op, parts, args, &mut bindings)
            || !self.is_available(rw, &self.right)
            || self.exactness == Exactness::Rounding && overflows(rw, &bindings)
        {
            return None;
        }
        let lanes = args.first()?.lanes();
        let result = result_scalar(rw, op, args);
        let operand = bindings
            .iter()
            .flatten()
            .map(|operand| rw.shader.ty(operand.value).scalar)
            .next_back();
        Some(build(rw, &self.right, &bindings, lanes, result, operand))
    }

    fn is_available(&self, rw: &Rewriter<'_>, right: &Pattern) -> bool {
        let Pattern::Op(kind, parts) = right else {
            return true;
        };
        // Logic is there until bools are lowered, and matched only by logic.
        let known = match kind {
            OpKind::Lt | OpKind::Ge | OpKind::Eq | OpKind::Ne => true,
            OpKind::And | OpKind::Or | OpKind::Not => true,
            OpKind::BoolToFloat => mentions(&self.left, OpKind::BoolToInt),
            _ => mentions(&self.left, *kind),
        };
        (known || rw.capabilities.native.contains(*kind))
            && parts.iter().all(|part| self.is_available(rw, part))
    }
}

/// True if the product of two literals is infinite, which then makes no number of 0.
fn overflows(rw: &Rewriter<'_>, bindings: &Bindings) -> bool {
    let literal = |number: usize| rw.shader.as_constant(bindings[number]?);
    let (Some(c), Some(d)) = (literal(2), literal(3)) else {
        return false;
    };
    let lanes = 0..c.ty.lanes.max(d.ty.lanes);
    let of = |constant: &Constant, lane: u8| constant.float(lane.min(constant.ty.lanes - 1));
    lanes
        .map(|lane| of(&c, lane) * of(&d, lane))
        .any(|product| !product.is_finite())
}

fn mentions(pattern: &Pattern, wanted: OpKind) -> bool {
    match pattern {
        Pattern::Op(kind, parts) => {
            *kind == wanted || parts.iter().any(|part| mentions(part, wanted))
        }
        _ => false,
    }
}

fn result_scalar(rw: &Rewriter<'_>, op: Op, args: &[Use]) -> Scalar {
    match op {
        Op::Lt | Op::Ge | Op::Eq | Op::Ne => Scalar::Bool,
        Op::IntToFloat | Op::BoolToFloat => Scalar::Float,
        Op::FloatToInt | Op::BoolToInt => Scalar::Int,
        Op::Select => rw.shader.ty(args[1].value).scalar,
        _ => rw.shader.ty(args[0].value).scalar,
    }
}

fn match_args(
    rw: &Rewriter<'_>,
    op: Op,
    parts: &[Pattern],
    args: &[Use],
    bindings: &mut Bindings,
) -> bool {
    if parts.len() != args.len() {
        return false;
    }
    let saved = *bindings;
    let straight = |bindings: &mut Bindings| {
        parts
            .iter()
            .zip(args)
            .all(|(part, &operand)| match_use(rw, part, operand, bindings))
    };
    if straight(bindings) {
        return true;
    }
    let ([p, q, parts @ ..], [a, b, args @ ..]) = (parts, args) else {
        return false;
    };
    *bindings = saved;
    op.is_commutative()
        && match_use(rw, p, *b, bindings)
        && match_use(rw, q, *a, bindings)
        && parts
            .iter()
            .zip(args)
            .all(|(part, &operand)| match_use(rw, part, operand, bindings))
}

fn match_use(rw: &Rewriter<'_>, pattern: &Pattern, operand: Use, bindings: &mut Bindings) -> bool {
    match *pattern {
        Pattern::Var(number) => bind(bindings, number, operand),
        Pattern::Literal(number) => {
            rw.shader.as_constant(operand).is_some() && bind(bindings, number, operand)
        }
        Pattern::Number(number) => rw
            .shader
            .as_constant(operand)
            .is_some_and(|constant| is_number(&constant, number)),
        Pattern::Truth(truth) => rw
            .shader
            .as_constant(operand)
            .is_some_and(|constant| is_truth(&constant, truth)),
        Pattern::Op(kind, parts) => {
            let Some(inst) = rw.shader.def_inst(operand.value) else {
                return false;
            };
            let data = rw.inst(inst);
            if data.op.kind() != kind || !data.op.is_lanewise() || data.args.len() > 3 {
                return false;
            }
            let mut args = [operand; 3];
            for (slot, arg) in args.iter_mut().zip(&data.args) {
                *slot = rw.resolve(arg.then(operand.swizzle));
            }
            match_args(rw, data.op, parts, &args[..data.args.len()], bindings)
        }
    }
}

fn bind(bindings: &mut Bindings, number: u8, operand: Use) -> bool {
    let slot = &mut bindings[usize::from(number)];
    *slot.get_or_insert(operand) == operand
}

fn is_truth(constant: &Constant, truth: bool) -> bool {
    let mut bits = constant.lanes().iter();
    constant.ty.scalar == Scalar::Bool && bits.all(|&bit| (bit != 0) == truth)
}

fn is_number(constant: &Constant, number: f32) -> bool {
    match constant.ty.scalar {
        Scalar::Float => constant
            .lanes()
            .iter()
            .all(|&bits| f32::from_bits(bits) == number),
        Scalar::Int => constant
            .lanes()
            .iter()
            .all(|&bits| f64::from(bits as i32) == f64::from(number)),
        Scalar::Bool => false,
    }
}

/// Emits a right side. `result` is the scalar of its value, `operand` that of the rule's variables.
fn build(
    rw: &mut Rewriter<'_>,
    pattern: &Pattern,
    bindings: &Bindings,
    lanes: u8,
    result: Scalar,
    operand: Option<Scalar>,
) -> Use {
    match *pattern {
        Pattern::Var(number) | Pattern::Literal(number) => {
            bindings[usize::from(number)].expect("the left side binds what the right side uses")
        }
        Pattern::Number(number) => {
            let constant = match result {
                Scalar::Int => Constant::ints(&[number as i32]),
                _ => Constant::floats(&[number]),
            };
            rw.constant(constant).then(crate::Swizzle::splat(0, lanes))
        }
        Pattern::Truth(truth) => rw.bool(truth, lanes),
        Pattern::Op(kind, parts) => {
            let inner = operand.unwrap_or(result);
            let mut args = [None; 3];
            for (slot, part) in args.iter_mut().zip(parts) {
                *slot = Some(build(rw, part, bindings, lanes, inner, operand));
            }
            let args: Vec<Use> = args.into_iter().flatten().collect();
            let op = kind.simple().expect("rules are made of simple operations");
            rw.emit(op, &args)
        }
    }
}
