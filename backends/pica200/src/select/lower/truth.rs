//! Which boolean uniforms only decide conditions, alone or joined with others and with comparisons,
//! so that boolean registers can take their place.
//!
//! The passes leave logic as arithmetic on 0 and 1: a product for *and*, a maximum for *or*, `1 - x`
//! for *not*, and `x != 0` or `x == 0` where a condition asks. A condition that is made of such parts
//! becomes a row of jumps, one for each part, which is as long as the arithmetic or shorter, needs no
//! register, and stops as soon as the outcome is certain.

use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_ir::{Inst, Op, Region, Scalar, Shader, Use, Value};

/// Parts of a condition and steps to them at most; what is longer stays arithmetic.
const STEPS: usize = 48;

/// What a condition asks. Negations are at its leaves.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::select) enum Truth {
    /// A read of a boolean uniform is not zero, or is.
    Uniform(Inst, bool),
    /// A lane of another value that is 0 or 1 is not zero, or is.
    Value(Value, u8, bool),
    /// All of them.
    All(Vec<Truth>),
    /// One of them.
    Any(Vec<Truth>),
}

/// What boolean uniforms decide.
#[derive(Clone, Debug, Default)]
pub(in crate::select) struct Decisions {
    /// The reads that do nothing else.
    pub(in crate::select) reads: EntitySet<Inst>,
    /// Arithmetic that is part of such conditions only, and is not made.
    pub(in crate::select) logic: EntitySet<Inst>,
    /// The comparisons with zero that such conditions are.
    pub(in crate::select) conditions: SecondaryMap<Inst, Option<Truth>>,
}

/// The code for conditions of several parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::select) enum Joined {
    /// By a row of jumps, some of which are always taken, which takes a free boolean.
    ByJumps,
    /// By numbers.
    ByArithmetic,
}

impl Decisions {
    /// Of a shader after the passes.
    pub(in crate::select) fn of(shader: &Shader, joined: Joined) -> Decisions {
        let mut reads: EntitySet<Inst> = EntitySet::new();
        for region in shader.live_regions() {
            let insts = shader.regions[region].insts.iter().copied();
            reads.extend(insts.filter(|inst| is_boolean_read(shader, *inst)));
        }
        if reads.is_empty() {
            return Decisions::default();
        }
        // Each round takes reads away, so this ends.
        loop {
            let mut analysis = Analysis::new(shader, &reads);
            analysis.region(shader.body);
            let (found, spoiled) = analysis.decide(joined);
            if spoiled.is_empty() {
                return found;
            }
            reads.remove_all(&spoiled);
        }
    }
}

fn is_boolean_read(shader: &Shader, inst: Inst) -> bool {
    let Op::Uniform { uniform, .. } = shader.insts[inst].op else {
        return false;
    };
    let variable = &shader.interface.uniforms[uniform];
    variable.shape.scalar == Scalar::Bool && variable.slot_lanes() == 1
}

/// `x != 0` or `x == 0` of one lane: the operand and whether it is `!=`.
fn compared_with_zero(shader: &Shader, inst: Inst) -> Option<(Use, bool)> {
    let data = &shader.insts[inst];
    let wanted = match data.op {
        Op::Ne => true,
        Op::Eq => false,
        _ => return None,
    };
    let [a, b] = data.args.as_slice() else {
        return None;
    };
    if a.lanes() != 1 {
        return None;
    }
    match (is_literal(shader, a, 0.0), is_literal(shader, b, 0.0)) {
        (false, true) => Some((*a, wanted)),
        (true, false) => Some((*b, wanted)),
        _ => None,
    }
}

/// True if all lanes of an operand are a literal (zero of either sign).
fn is_literal(shader: &Shader, operand: &Use, value: f32) -> bool {
    let literal = shader.as_constant(*operand);
    literal.is_some_and(|literal| {
        let mut lanes = literal.lanes().iter();
        lanes.all(|bits| f32::from_bits(*bits) == value)
    })
}

/// What is found out about the body in program order.
struct Analysis<'a> {
    shader: &'a Shader,
    reads: &'a EntitySet<Inst>,
    /// Values whose lanes are all 0 or 1.
    truths: EntitySet<Value>,
    /// Logic that a boolean uniform goes into, with the uniforms themselves.
    joined: EntitySet<Value>,
    /// Who reads what is joined; `None` is the end of a region.
    readers: SecondaryMap<Value, Vec<Option<Inst>>>,
    /// Comparisons with zero of what is joined.
    comparisons: Vec<Inst>,
    /// How many conditions ask for such a comparison.
    asked: SecondaryMap<Value, usize>,
    /// Comparisons that something else than a condition reads.
    misused: EntitySet<Value>,
}

impl<'a> Analysis<'a> {
    fn new(shader: &'a Shader, reads: &'a EntitySet<Inst>) -> Analysis<'a> {
        Analysis {
            shader,
            reads,
            truths: EntitySet::new(),
            joined: EntitySet::new(),
            readers: SecondaryMap::new(),
            comparisons: Vec::new(),
            asked: SecondaryMap::new(),
            misused: EntitySet::new(),
        }
    }

    fn region(&mut self, region: Region) {
        for &inst in &self.shader.regions[region].insts {
            for &inner in &self.shader.insts[inst].regions {
                self.region(inner);
            }
            self.inst(inst);
        }
        for operand in self.shader.regions[region].end.uses() {
            self.misused.insert(operand.value);
            if self.joined.contains(operand.value) {
                self.readers[operand.value].push(None);
            }
        }
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.shader.insts[inst];
        for (at, operand) in data.args.iter().enumerate() {
            if self.joined.contains(operand.value) {
                self.readers[operand.value].push(Some(inst));
            }
            if at == 0 && matches!(data.op, Op::If | Op::Select) {
                self.asked[operand.value] += 1;
            } else {
                self.misused.insert(operand.value);
            }
        }
        if data.op == Op::If {
            return self.chosen(inst);
        }
        let Some(&result) = data.results.first() else {
            return;
        };
        let of_truths = data.args.iter().all(|arg| self.truths.contains(arg.value));
        let complement = match data.args.as_slice() {
            [one, of] => is_literal(self.shader, one, 1.0) && self.truths.contains(of.value),
            _ => false,
        };
        let is_truth = match data.op {
            Op::SetLt | Op::SetGe | Op::SetEq | Op::SetNe => true,
            Op::Uniform { .. } => is_boolean_read(self.shader, inst),
            Op::Mul | Op::Max | Op::Compose => of_truths,
            Op::Sub => complement,
            _ => false,
        };
        if is_truth {
            self.truths.insert(result);
        }
        let is_logic = matches!(data.op, Op::Mul | Op::Max | Op::Sub | Op::Compose);
        let joins = data.args.iter().any(|arg| self.joined.contains(arg.value));
        if self.reads.contains(inst) || is_truth && is_logic && joins {
            self.joined.insert(result);
        }
        if let Some((operand, _)) = compared_with_zero(self.shader, inst)
            && self.joined.contains(operand.value)
        {
            self.comparisons.push(inst);
        }
    }

    /// The results of a condition are truths where both arms give some.
    fn chosen(&mut self, inst: Inst) {
        let data = &self.shader.insts[inst];
        let ends = data.regions.iter();
        let ends: Vec<&[Use]> = ends
            .map(|region| self.shader.regions[*region].end.uses())
            .collect();
        for (at, result) in data.results.iter().enumerate() {
            let mut given = ends.iter().map(|uses| uses.get(at));
            if given.all(|operand| operand.is_some_and(|use_| self.truths.contains(use_.value))) {
                self.truths.insert(*result);
            }
        }
    }

    /// What the conditions ask, and the reads that something else needs as numbers.
    fn decide(&self, joined: Joined) -> (Decisions, EntitySet<Inst>) {
        let mut found = Decisions {
            reads: self.reads.clone(),
            ..Decisions::default()
        };
        let mut spoiled = EntitySet::new();
        for &inst in &self.comparisons {
            match self.condition(inst, joined) {
                Some(truth) => found.conditions[inst] = Some(truth),
                None => self.spoil(inst, &mut spoiled),
            }
        }
        for (value, readers) in self.readers.iter() {
            let Some(made) = self.shader.def_inst(value) else {
                continue;
            };
            for reader in readers {
                let allowed = reader.is_some_and(|reader| {
                    let results = &self.shader.insts[reader].results;
                    found.conditions[reader].is_some()
                        || results.iter().any(|value| self.joined.contains(*value))
                });
                if !allowed {
                    self.spoil(made, &mut spoiled);
                }
            }
        }
        let joined = self.joined.iter();
        let made = joined.filter_map(|value| self.shader.def_inst(value));
        found
            .logic
            .extend(made.filter(|inst| !self.reads.contains(*inst)));
        (found, spoiled)
    }

    /// What a comparison with zero asks, if only conditions read it and jumps are not longer than
    /// arithmetic.
    fn condition(&self, inst: Inst, joined: Joined) -> Option<Truth> {
        let (operand, wanted) = compared_with_zero(self.shader, inst)?;
        let result = self.shader.insts[inst].results.first()?;
        if self.misused.contains(*result) {
            return None;
        }
        let lane = *operand.swizzle.lanes().first()?;
        let mut reader = Reader {
            analysis: self,
            steps: STEPS,
            booleans: 0,
            others: 0,
        };
        let truth = reader.truth(operand.value, lane, wanted)?;
        let (booleans, others) = (reader.booleans, reader.others);
        let conditions = self.asked[*result];
        // A jump for each boolean, a comparison and a jump for each other part, and a jump over the
        // other arm. With numbers each boolean is made one by a block of three words, the other parts by one
        // word, all are joined once, and each condition compares and branches.
        let jumps = conditions * (booleans + 2 * others + 1);
        let arithmetic = 4 * booleans + 2 * others + 2 * conditions - 1;
        let alone = matches!(truth, Truth::Uniform(..));
        let pays = joined == Joined::ByJumps && jumps <= arithmetic;
        (alone || pays).then_some(truth)
    }

    /// Marks all boolean uniforms that an instruction depends on through logic.
    fn spoil(&self, inst: Inst, spoiled: &mut EntitySet<Inst>) {
        let mut seen = EntitySet::new();
        let mut work = vec![inst];
        while let Some(inst) = work.pop() {
            if self.reads.contains(inst) {
                spoiled.insert(inst);
            }
            for operand in &self.shader.insts[inst].args {
                if self.joined.contains(operand.value)
                    && let Some(made) = self.shader.def_inst(operand.value)
                    && seen.insert(made)
                {
                    work.push(made);
                }
            }
        }
    }
}

/// Takes one condition apart.
struct Reader<'a, 'b> {
    analysis: &'b Analysis<'a>,
    steps: usize,
    booleans: usize,
    others: usize,
}

impl Reader<'_, '_> {
    /// Returns the tests for a lane to be 1, or to be 0. `None` if that takes too many steps.
    fn truth(&mut self, value: Value, lane: u8, wanted: bool) -> Option<Truth> {
        self.steps = self.steps.checked_sub(1)?;
        let analysis = self.analysis;
        if !analysis.joined.contains(value) {
            self.others += 1;
            let known = analysis.truths.contains(value);
            return known.then_some(Truth::Value(value, lane, wanted));
        }
        let inst = analysis.shader.def_inst(value)?;
        if analysis.reads.contains(inst) {
            self.booleans += 1;
            return Some(Truth::Uniform(inst, wanted));
        }
        let data = &analysis.shader.insts[inst];
        let lane_of = |operand: &Use| operand.swizzle.lanes().get(usize::from(lane)).copied();
        match (data.op, data.args.as_slice()) {
            (Op::Compose, parts) => {
                let lanes = parts.iter().flat_map(|part| {
                    let lanes = part.swizzle.lanes().iter();
                    lanes.map(|lane| (part.value, *lane))
                });
                let (value, lane) = lanes.into_iter().nth(usize::from(lane))?;
                self.truth(value, lane, wanted)
            }
            (Op::Sub, [_, of]) => self.truth(of.value, lane_of(of)?, !wanted),
            (op @ (Op::Mul | Op::Max), [a, b]) => {
                let a = self.truth(a.value, lane_of(a)?, wanted)?;
                let b = self.truth(b.value, lane_of(b)?, wanted)?;
                Some(if (op == Op::Mul) == wanted {
                    Truth::All(vec![a, b])
                } else {
                    Truth::Any(vec![a, b])
                })
            }
            _ => None,
        }
    }
}
