//! `opt_simplify`: constant folding, copy propagation and algebra in one traversal.
//!
//! Needs nothing. Gives: no operation on literals only, no `compose` of consecutive lanes of one
//! value, no identity operation, no `if` on a literal or with equal arms; literals shared at the
//! head of the body. Inside an arm its condition is known. Cost: linear; every rule is tried once
//! per instruction, at bounded depth. Rules that would bring in an operation the target lacks are not
//! applied, so the pass may run before and after lowering.

use crate::entity::SecondaryMap;
use crate::opt::fold::fold;
use crate::opt::rewrite::{Rewriter, Transform, Visit, compose_lane, rewrite_with};
use crate::opt::rules::rules;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Constant, Inst, Op, Operands, Region, Scalar, Shader, Swizzle, Terminator, Type,
    Use, Value,
};
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;

/// The pass.
pub const SIMPLIFY: Pass = Pass {
    name: "opt_simplify",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| rewrite(shader, capabilities, &mut Simplify::default()),
};

/// Rules applied inside one another at most; deeper, operations are emitted as they are.
const MAX_DEPTH: u32 = 12;

/// Rewrites the whole shader, simplifying what is emitted. Says whether anything changed.
pub(crate) fn rewrite(
    shader: &mut Shader,
    capabilities: &Capabilities,
    transform: &mut impl Transform,
) -> Result<bool, Diagnostic> {
    let map = SecondaryMap::with_len(shader.values.len());
    rewrite_with(shader, capabilities, simplify, transform, map)
}

/// A simpler equal of a pure operation, if there is one. `args` are resolved and fit `op`.
pub(crate) fn simplify(rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
    if rw.depth >= MAX_DEPTH {
        return None;
    }
    rw.depth += 1;
    let result = simplify_once(rw, op, args);
    rw.depth -= 1;
    result
}

fn simplify_once(rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
    if matches!(op, Op::Compose) {
        return simplify_compose(rw, args);
    }
    if let Some(constant) = fold_uses(rw, op, args) {
        return Some(rw.constant(constant));
    }
    if let Some(result) = rules(op.kind()).apply(rw, op, args) {
        return Some(result);
    }
    match op {
        Op::Select => simplify_select(rw, args),
        Op::Extract | Op::Insert => simplify_lane_access(rw, op, args),
        Op::Dot => simplify_dot(rw, args),
        Op::AnyTrue | Op::AllTrue if args[0].lanes() == 1 => Some(args[0]),
        Op::Length if args[0].lanes() == 1 && has(rw, Op::Abs) => Some(rw.emit(Op::Abs, args)),
        Op::Dfdx | Op::Dfdy | Op::Fwidth if is_uniform(rw, args[0]) => {
            Some(rw.float(0.0, args[0].lanes()))
        }
        _ => None,
    }
    .or_else(|| narrow_splat(rw, op, args))
}

fn has(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.capabilities.native.contains(op.kind())
}

fn fold_uses(rw: &Rewriter<'_>, op: Op, args: &[Use]) -> Option<Constant> {
    if !args
        .iter()
        .all(|operand| rw.shader.is_constant(operand.value))
    {
        return None;
    }
    let mut constants = [Constant::bools(&[false]); 5];
    for (slot, &operand) in constants.iter_mut().zip(args) {
        *slot = rw.shader.as_constant(operand)?;
    }
    fold(op, constants.get(..args.len())?)
}

/// A lanewise operation that does the same in every lane is done in one.
fn narrow_splat(rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
    let lanes = args.first()?.lanes();
    let splat = |operand: &Use| {
        let lanes = operand.swizzle.lanes();
        lanes.windows(2).all(|pair| pair[0] == pair[1])
    };
    if lanes == 1 || !op.is_lanewise() || !args.iter().all(splat) {
        return None;
    }
    let one = Swizzle::identity(1);
    let narrow: Operands = args.iter().map(|operand| operand.then(one)).collect();
    Some(rw.emit(op, &narrow).then(Swizzle::splat(0, lanes)))
}

/// Where one lane of a `compose` comes from.
#[derive(Clone, Copy, PartialEq)]
enum Lane {
    Literal(u32),
    Undefined,
    Of(Value, u8),
}

fn source(rw: &Rewriter<'_>, operand: Use, lane: u8) -> Lane {
    let (mut value, mut lane) = (operand.value, operand.swizzle.lane(lane));
    loop {
        match rw.shader.def_inst(value).map(|inst| rw.inst(inst)) {
            Some(data) if matches!(data.op, Op::Compose) => match compose_lane(&data.args, lane) {
                Some((part, part_lane)) => {
                    let part = rw.resolve(Use::new(part, Swizzle::splat(part_lane, 1)));
                    (value, lane) = (part.value, part.swizzle.lane(0));
                }
                None => return Lane::Of(value, lane),
            },
            Some(data) => match data.op {
                Op::Constant(constant) => return Lane::Literal(constant.bits[usize::from(lane)]),
                Op::Undefined => return Lane::Undefined,
                _ => return Lane::Of(value, lane),
            },
            None => return Lane::Of(value, lane),
        }
    }
}

/// Joins lanes anew: the least number of parts, nested composes flattened. `None` if nothing changes.
fn simplify_compose(rw: &mut Rewriter<'_>, args: &[Use]) -> Option<Use> {
    let scalar = rw.shader.ty(args.first()?.value).scalar;
    let mut lanes: SmallVec<[Lane; 4]> = SmallVec::new();
    for &operand in args {
        for lane in 0..operand.lanes() {
            lanes.push(source(rw, operand, lane));
        }
    }
    fill_undefined(&mut lanes);
    let mut parts: SmallVec<[Use; 4]> = SmallVec::new();
    let mut rest = lanes.as_slice();
    while let [first, ..] = rest {
        let length = rest.iter().take_while(|lane| joins(first, lane)).count();
        let (run, tail) = rest.split_at(length);
        parts.push(part(rw, scalar, run));
        rest = tail;
    }
    match parts.as_slice() {
        [only] => Some(*only),
        parts if parts == args => None,
        parts => Some(rw.emit_as_is(Op::Compose, parts)),
    }
}

fn joins(first: &Lane, next: &Lane) -> bool {
    match (first, next) {
        (Lane::Of(a, _), Lane::Of(b, _)) => a == b,
        (Lane::Literal(_), Lane::Literal(_)) | (Lane::Undefined, Lane::Undefined) => true,
        _ => false,
    }
}

/// Undefined lanes become whatever saves a part: the lane before them, or else after them.
fn fill_undefined(lanes: &mut [Lane]) {
    let Some(&first) = lanes.iter().find(|&&lane| lane != Lane::Undefined) else {
        return;
    };
    let mut last = first;
    for lane in lanes {
        match lane {
            Lane::Undefined => *lane = last,
            defined => last = *defined,
        }
    }
}

fn part(rw: &mut Rewriter<'_>, scalar: Scalar, run: &[Lane]) -> Use {
    let literals = run.iter().map_while(|lane| match lane {
        Lane::Literal(bits) => Some(*bits),
        _ => None,
    });
    match run[0] {
        Lane::Of(value, _) => {
            let lanes: SmallVec<[u8; 4]> = run
                .iter()
                .map_while(|lane| match lane {
                    Lane::Of(_, lane) => Some(*lane),
                    _ => None,
                })
                .collect();
            let swizzle = Swizzle::new(&lanes).expect("a run has 1 to 4 lanes");
            Use::new(value, swizzle)
        }
        Lane::Literal(_) => rw.constant(Constant::from_bits(scalar, literals)),
        Lane::Undefined => {
            let lanes = run.len() as u8;
            rw.undefined(Type { scalar, lanes })
        }
    }
}

fn simplify_select(rw: &mut Rewriter<'_>, args: &[Use]) -> Option<Use> {
    let &[condition, accept, reject] = args else {
        return None;
    };
    if rw.shader.def_op(accept.value) == Some(Op::Undefined) {
        return Some(reject);
    }
    if rw.shader.def_op(reject.value) == Some(Op::Undefined) {
        return Some(accept);
    }
    let choice = rw.shader.as_constant(condition)?;
    let parts: SmallVec<[Use; 4]> = (0..choice.ty.lanes)
        .map(|lane| {
            let from = if choice.bool(lane) { accept } else { reject };
            from.then(Swizzle::splat(lane, 1))
        })
        .collect();
    Some(compose(rw, &parts))
}

/// `extract` and `insert` with a literal index.
fn simplify_lane_access(rw: &mut Rewriter<'_>, op: Op, args: &[Use]) -> Option<Use> {
    let vector = args[0];
    let index = rw.shader.as_constant(args[1])?;
    let index = match index.ty.scalar {
        Scalar::Int => index.int(0),
        _ => index.float(0) as i32,
    };
    // Out of range any lane will do.
    let last = i32::from(vector.lanes()) - 1;
    let index = index.clamp(0, last) as u8;
    if op == Op::Extract {
        return Some(vector.then(Swizzle::splat(index, 1)));
    }
    let parts: SmallVec<[Use; 4]> = (0..vector.lanes())
        .map(|lane| {
            if lane == index {
                args[2]
            } else {
                vector.then(Swizzle::splat(lane, 1))
            }
        })
        .collect();
    Some(compose(rw, &parts))
}

/// Lanes whose factor is a literal zero drop out; one that is left needs no sum.
fn simplify_dot(rw: &mut Rewriter<'_>, args: &[Use]) -> Option<Use> {
    let &[a, b] = args else { return None };
    let (vector, literal) = match (rw.shader.as_constant(a), rw.shader.as_constant(b)) {
        (Some(literal), _) => (b, literal),
        (_, Some(literal)) => (a, literal),
        _ if a.lanes() == 1 => return Some(rw.emit(Op::Mul, &[a, b])),
        _ => return None,
    };
    let left: SmallVec<[u8; 4]> = (0..literal.ty.lanes)
        .filter(|&lane| literal.float(lane) != 0.0)
        .collect();
    let Some(swizzle) = Swizzle::new(&left) else {
        return Some(rw.float(0.0, 1));
    };
    let worth = left.len() == 1 || left.len() < a.lanes().into() && native_dot(rw, swizzle.len());
    if !worth {
        return None;
    }
    let factor = rw.constant(literal.swizzled(swizzle));
    let op = if left.len() == 1 { Op::Mul } else { Op::Dot };
    Some(rw.emit(op, &[vector.then(swizzle), factor]))
}

fn native_dot(rw: &Rewriter<'_>, lanes: u8) -> bool {
    rw.capabilities.accepts(crate::OpKind::Dot, lanes)
}

/// True if a value is the same in all invocations of a draw, as far as one look tells.
fn is_uniform(rw: &Rewriter<'_>, operand: Use) -> bool {
    matches!(
        rw.shader.def_op(operand.value),
        Some(Op::Constant(_) | Op::Uniform { .. })
    )
}

fn compose(rw: &mut Rewriter<'_>, parts: &[Use]) -> Use {
    match parts {
        [only] => *only,
        _ => rw.emit(Op::Compose, parts),
    }
}

#[derive(Default)]
struct Simplify {
    /// What conditions were known as before the arms that are open.
    known: Vec<(Value, Option<Use>)>,
}

impl Transform for Simplify {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let op = rw.inst(inst).op;
        match op {
            Op::Constant(_) | Op::Undefined => return Ok(rw.share(inst)),
            Op::If => return Ok(self.visit_if(rw, inst)),
            Op::Discard => {
                let condition = rw.inst(inst).args[0];
                let never = rw.shader.as_constant(condition);
                if never.is_some_and(|constant| !constant.bool(0)) {
                    return Ok(Visit::Done);
                }
                return Ok(Visit::Keep);
            }
            _ if !is_plain(op) => return Ok(Visit::Keep),
            _ => {}
        }
        let args = std::mem::take(&mut rw.shader.insts[inst].args);
        let simpler = simplify(rw, op, &args);
        rw.shader.insts[inst].args = args;
        match simpler {
            Some(simpler) => {
                let result = rw.shader.result(inst);
                rw.replace(result, simpler);
                Ok(Visit::Done)
            }
            None => Ok(Visit::Keep),
        }
    }

    fn leave(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        if matches!(rw.inst(inst).op, Op::If) {
            merge_equal_results(rw, inst);
        }
        Ok(Visit::Keep)
    }

    fn enter_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, region: Region) {
        let data = rw.inst(owner);
        if !matches!(data.op, Op::If) {
            return;
        }
        let condition = data.args[0].value;
        let accept = data.regions.first() == Some(&region);
        self.known.push((condition, rw.replaced(condition)));
        if rw.shader.ty(condition).lanes == 1 {
            let known = rw.bool(accept, 1);
            if known.value != condition {
                rw.replace(condition, known);
            }
        }
    }

    fn leave_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, _region: Region) {
        if !matches!(rw.inst(owner).op, Op::If) {
            return;
        }
        if let Some((condition, before)) = self.known.pop() {
            rw.restore(condition, before);
        }
    }
}

impl Simplify {
    fn visit_if(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Visit {
        let data = rw.inst(inst);
        let condition = data.args[0];
        let (accept, reject) = (data.regions[0], data.regions[1]);
        if let Some(choice) = rw.shader.as_constant(condition) {
            return Visit::Splice(if choice.bool(0) { accept } else { reject });
        }
        if rw.shader.def_op(condition.value) == Some(Op::Not) {
            // if !c {a} else {b}  ->  if c {b} else {a}
            let negated = rw.shader.def_inst(condition.value);
            let inner = negated.map(|not| rw.inst(not).args[0].then(condition.swizzle));
            if let Some(inner) = inner {
                let inner = rw.resolve(inner);
                let data = &mut rw.shader.insts[inst];
                data.args[0] = inner;
                data.regions.swap(0, 1);
                rw.changed = true;
            }
        }
        Visit::Keep
    }
}

/// An arm of an `if` after it was visited.
struct Arm {
    yields: Option<Vec<Use>>,
    empty: bool,
}

impl Arm {
    /// The value for a result, if the arm has one, and whether it is known to be defined outside.
    fn hands_on(&self, rw: &Rewriter<'_>, index: usize) -> Option<(Use, bool)> {
        let operand = *self.yields.as_ref()?.get(index)?;
        match rw.shader.def_op(operand.value) {
            Some(Op::Undefined) => None,
            Some(Op::Constant(_)) => Some((operand, true)),
            _ => Some((operand, self.empty)),
        }
    }
}

/// Results that are the same value whichever arm is taken need no `if`.
fn merge_equal_results(rw: &mut Rewriter<'_>, inst: Inst) {
    let regions = rw.inst(inst).regions.clone();
    let arm = |region: Region| Arm {
        yields: match &rw.shader.regions[region].end {
            Terminator::Yield(uses) => Some(uses.clone()),
            _ => None,
        },
        empty: rw.shader.regions[region].insts.is_empty(),
    };
    let (accept, reject) = (arm(regions[0]), arm(regions[1]));
    let results = rw.inst(inst).results.clone();
    for (index, &result) in results.iter().enumerate() {
        let (a, b) = (accept.hands_on(rw, index), reject.hands_on(rw, index));
        let same = match (a, b) {
            // What both arms name is defined outside of them.
            (Some((a, _)), Some((b, _))) if a == b => Some(a),
            (Some((only, true)), None) | (None, Some((only, true))) => Some(only),
            _ => None,
        };
        if let Some(same) = same {
            rw.replace(result, same);
        }
    }
}

/// A pure or quad operation without immediate parts or memory.
fn is_plain(op: Op) -> bool {
    op.kind().simple().is_some()
}
