//! `opt_pack`: does alike operations on different lanes in one.
//!
//! Needs `opt_simplify` and `opt_cse`; is best after `lower_composite`, whose expansions of scalar
//! functions are alike. Gives, for machines with vectors: where operations of one kind do not depend
//! on each other and read lanes of the same values (or literals), one operation on up to four lanes.
//! Operations on lanes of different values are joined, too, if a chain of alike ones follows, so that
//! bringing the lanes together pays. Cost: linear, and a hash look-up for each instruction.
//!
//! Candidates are instructions of one depth in the graph of a stretch of a region without effects:
//! instructions of one depth never depend on each other, and packed they still have one depth,
//! so groups cannot wait for one another in a circle. (After Larsen and Amarasinghe, "Exploiting
//! Superword Level Parallelism with Multimedia Instruction Sets".)

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit, compose_lane, rewrite_with};
use crate::pass::Pass;
use crate::{
    Capabilities, Constant, Effect, Inst, Op, OpKind, Operands, Region, Scalar, Shader, Swizzle,
    Type, Use, Value, VectorWidth,
};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

/// The pass.
pub const PACK: Pass = Pass {
    name: "opt_pack",
    run: |shader, capabilities| {
        if capabilities.width == VectorWidth::Scalar {
            return Ok(false);
        }
        let mut pack = Pack::new(shader, capabilities);
        for region in pack.shader.live_regions() {
            pack.region(region);
        }
        if !pack.changed {
            return Ok(false);
        }
        let map = pack.map;
        rewrite_with(shader, capabilities, &mut Settle, map)?;
        Ok(true)
    },
};

/// Rewrites uses of packed values.
struct Settle;

impl Transform for Settle {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        match rw.inst(inst).op {
            Op::Constant(_) | Op::Undefined => Ok(rw.share(inst)),
            _ => Ok(Visit::Keep),
        }
    }
}

/// Alike operations in a row, from which on joining lanes of different values pays.
const CHAIN: u32 = 3;

/// One lane of an operand, followed to where it comes from.
type Lane = (Value, u8);

/// Those of an operand in order.
type Lanes = SmallVec<[Lane; 4]>;

/// What one operand of a candidate reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    /// Lanes of one value.
    Of(Value),
    /// Literals.
    Literal,
    /// No such operand.
    None,
}

/// Candidates with equal keys pack without bringing lanes together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    op: Op,
    scalar: Scalar,
    sources: [Source; 3],
}

/// An instruction that may be packed.
struct Candidate {
    inst: Inst,
    lanes: u8,
    /// Lanes that each operand reads, in the order of the key.
    operands: [Lanes; 3],
}

struct Pack<'a> {
    shader: &'a mut Shader,
    capabilities: &'a Capabilities,
    changed: bool,
    /// What takes the place of packed results.
    map: SecondaryMap<Value, Option<Use>>,
    /// Uses of each value, and the last instruction that uses it.
    users: SecondaryMap<Value, (u32, Option<Inst>)>,
    /// Values that are outputs of the shader and nothing else: packed, each would cost a move.
    written: SecondaryMap<Value, bool>,
    /// Depth in the stretch that is looked at; 0 outside of it.
    depth: SecondaryMap<Inst, u32>,
    /// The group of a packed instruction: the instructions that take its place, the last of them with
    /// the result.
    group: SecondaryMap<Inst, Option<usize>>,
    groups: Vec<Group>,
}

struct Group {
    members: SmallVec<[Inst; 4]>,
    replacement: Vec<Inst>,
}

impl<'a> Pack<'a> {
    fn new(shader: &'a mut Shader, capabilities: &'a Capabilities) -> Pack<'a> {
        let mut users: SecondaryMap<Value, (u32, Option<Inst>)> =
            SecondaryMap::with_room(shader.values.len());
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            for operand in data.end.uses() {
                users[operand.value].0 += 1;
            }
            for &inst in &data.insts {
                for operand in &shader.insts[inst].args {
                    let count = users[operand.value].0 + 1;
                    users[operand.value] = (count, Some(inst));
                }
            }
        }
        let mut written = SecondaryMap::new();
        for operand in shader.regions[shader.body].end.uses() {
            written[operand.value] = users[operand.value].0 == 1;
        }
        let depth = SecondaryMap::with_room(shader.insts.len());
        Pack {
            shader,
            capabilities,
            changed: false,
            map: SecondaryMap::new(),
            users,
            written,
            depth,
            group: SecondaryMap::new(),
            groups: Vec::new(),
        }
    }

    fn region(&mut self, region: Region) {
        let insts = std::mem::take(&mut self.shader.regions[region].insts);
        let mut list = Vec::with_capacity(insts.len());
        let mut stretch = Vec::with_capacity(insts.len());
        for inst in insts {
            // Discards and memory keep their order; quads do not care.
            match self.shader.insts[inst].op.effect(true) {
                Effect::Pure | Effect::Quad => stretch.push(inst),
                _ => {
                    self.stretch(&stretch, &mut list);
                    stretch.clear();
                    list.push(inst);
                }
            }
        }
        self.stretch(&stretch, &mut list);
        self.shader.regions[region].insts = list;
    }

    /// Packs instructions without effects and lists what comes of them.
    fn stretch(&mut self, insts: &[Inst], list: &mut Vec<Inst>) {
        if !self.has_alike(insts) {
            list.extend(insts);
            return;
        }
        let mut levels = Vec::with_capacity(insts.len());
        for &inst in insts {
            let data = &self.shader.insts[inst];
            let below = data
                .args
                .iter()
                .filter_map(|operand| self.shader.def_inst(operand.value))
                .map(|def| self.depth[def])
                .max();
            let depth = below.unwrap_or(0) + 1;
            self.depth[inst] = depth;
            levels.push((depth, inst));
        }
        // In a level they stay in their order.
        levels.sort_by_key(|(depth, _)| *depth);
        let before = self.groups.len();
        for level in levels.chunk_by(|a, b| a.0 == b.0) {
            self.level(level);
        }
        if self.groups.len() == before {
            list.extend(insts);
        } else {
            self.changed = true;
            self.order(insts, list);
        }
        for &inst in insts {
            self.depth[inst] = 0;
        }
    }

    /// Whether there are two operations of one kind that may be packed.
    fn has_alike(&self, insts: &[Inst]) -> bool {
        let mut seen = [false; OpKind::ALL.len()];
        let mut likely = insts.iter().filter(|&&inst| self.may_be_packed(inst));
        likely.any(|&inst| {
            let kind = self.shader.insts[inst].op.kind();
            std::mem::replace(&mut seen[kind as usize], true)
        })
    }

    /// Finds groups among instructions of one depth.
    fn level(&mut self, insts: &[(u32, Inst)]) {
        let insts = insts.iter().map(|(_, inst)| *inst);
        let likely: SmallVec<[Inst; 8]> = insts.filter(|&inst| self.may_be_packed(inst)).collect();
        if likely.len() < 2 {
            return;
        }
        // Most operations have no partner of their kind.
        let mut of_kind = [0u32; OpKind::ALL.len()];
        for &inst in &likely {
            of_kind[self.shader.insts[inst].op.kind() as usize] += 1;
        }
        let mut alike: IndexMap<Key, Vec<Candidate>, FxBuildHasher> = IndexMap::default();
        for inst in likely {
            if of_kind[self.shader.insts[inst].op.kind() as usize] < 2 {
                continue;
            }
            if let Some((key, candidate)) = self.candidate(inst) {
                alike.entry(key).or_default().push(candidate);
            }
        }
        let mut single: IndexMap<(Op, Scalar), Vec<Candidate>, FxBuildHasher> = IndexMap::default();
        for (key, candidates) in alike {
            for group in self.fill(candidates) {
                match <[Candidate; 1]>::try_from(group) {
                    Ok([alone]) => {
                        let key = (key.op, key.scalar);
                        single.entry(key).or_default().push(alone);
                    }
                    Err(group) => self.pack(group),
                }
            }
        }
        for candidates in single.into_values() {
            self.seeds(candidates);
        }
    }

    fn accepts(&self, kind: OpKind, lanes: u8) -> bool {
        let logic = matches!(kind, OpKind::Lt | OpKind::Ge | OpKind::Eq | OpKind::Ne);
        logic || self.capabilities.accepts(kind, lanes)
    }

    /// Whether an instruction may be packed as far as it itself goes.
    fn may_be_packed(&self, inst: Inst) -> bool {
        let data = &self.shader.insts[inst];
        let &[result] = data.results.as_slice() else {
            return false;
        };
        self.shader.ty(result).lanes <= 3
            && !self.written[result]
            && data.op.is_lanewise()
            && data.args.len() <= 3
            && self.accepts(data.op.kind(), 4)
            && (data.op != Op::Select || self.capabilities.select_per_lane)
    }

    /// What an instruction that may be packed reads, and with which others it goes together.
    fn candidate(&self, inst: Inst) -> Option<(Key, Candidate)> {
        let data = &self.shader.insts[inst];
        let ty = self.shader.ty(self.shader.result(inst));
        let mut operands: [Lanes; 3] = Default::default();
        let mut sources = [Source::None; 3];
        for (index, &operand) in data.args.iter().enumerate() {
            operands[index] = self.lanes(operand);
            sources[index] = self.source(&operands[index])?;
        }
        // The order of factors must not tell them apart.
        let rank = |source: Source| match source {
            Source::Of(value) => (0, Some(value)),
            Source::Literal | Source::None => (1, None),
        };
        if data.op.is_commutative() && rank(sources[1]) < rank(sources[0]) {
            operands.swap(0, 1);
            sources.swap(0, 1);
        }
        let key = Key {
            op: data.op,
            scalar: ty.scalar,
            sources,
        };
        let candidate = Candidate {
            inst,
            lanes: ty.lanes,
            operands,
        };
        Some((key, candidate))
    }

    /// Where the lanes of an operand come from, through composes and what was packed.
    fn lanes(&self, operand: Use) -> Lanes {
        let follow = |&lane: &u8| {
            let mut at = (operand.value, lane);
            loop {
                if let Some(with) = self.map[at.0] {
                    at = (with.value, with.swizzle.lane(at.1));
                    continue;
                }
                let inst = self.shader.def_inst(at.0);
                let part = inst.and_then(|inst| {
                    let data = &self.shader.insts[inst];
                    (data.op == Op::Compose).then(|| compose_lane(&data.args, at.1))
                });
                match part {
                    Some(Some(part)) => at = part,
                    _ => return at,
                }
            }
        };
        operand.swizzle.lanes().iter().map(follow).collect()
    }

    fn literal(&self, lane: Lane) -> Option<u32> {
        match self.shader.def_op(lane.0) {
            Some(Op::Constant(constant)) => Some(constant.bits[usize::from(lane.1)]),
            _ => None,
        }
    }

    fn source(&self, lanes: &[Lane]) -> Option<Source> {
        if lanes.iter().all(|&lane| self.literal(lane).is_some()) {
            return Some(Source::Literal);
        }
        let first = lanes.first()?.0;
        let one = lanes.iter().all(|lane| lane.0 == first);
        one.then_some(Source::Of(first))
    }

    /// Cuts candidates into groups of at most four lanes, in order.
    fn fill(&self, candidates: Vec<Candidate>) -> Vec<Vec<Candidate>> {
        let mut groups: Vec<(u8, Vec<Candidate>)> = Vec::new();
        for candidate in candidates {
            let room = groups
                .iter_mut()
                .rev()
                .take(4)
                .find(|(lanes, _)| lanes + candidate.lanes <= 4);
            match room {
                Some((lanes, group)) => {
                    *lanes += candidate.lanes;
                    group.push(candidate);
                }
                None => groups.push((candidate.lanes, vec![candidate])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Joins operations on lanes of different values where a chain of alike ones follows.
    fn seeds(&mut self, candidates: Vec<Candidate>) {
        let mut rest = candidates;
        while let Some(first) = rest.first() {
            let first = first.inst;
            let mut group: Vec<Candidate> = Vec::new();
            let mut left = Vec::new();
            let mut lanes = 0;
            for candidate in rest {
                let fits = lanes + candidate.lanes <= 4
                    && (candidate.inst == first || self.chain(first, candidate.inst) >= CHAIN);
                if fits {
                    lanes += candidate.lanes;
                    group.push(candidate);
                } else {
                    left.push(candidate);
                }
            }
            rest = left;
            if group.len() > 1 {
                self.pack(group);
            }
        }
    }

    /// How many alike operations in a row begin with two instructions of one kind.
    fn chain(&self, a: Inst, b: Inst) -> u32 {
        let (mut a, mut b) = (a, b);
        let mut length = 1;
        while length < CHAIN {
            let next = |inst: Inst| {
                let value = self.shader.insts[inst].results.first()?;
                match self.users[*value] {
                    (_, Some(user)) if self.depth[user] > 0 => Some(user),
                    _ => None,
                }
            };
            let (Some(x), Some(y)) = (next(a), next(b)) else {
                break;
            };
            let alike = x != y
                && self.shader.insts[x].op == self.shader.insts[y].op
                && self.shader.insts[x].op.is_lanewise()
                && self.depth[x] == self.depth[y]
                && self.accepts(self.shader.insts[x].op.kind(), 4);
            if !alike {
                break;
            }
            (a, b) = (x, y);
            length += 1;
        }
        length
    }

    /// Makes one instruction of a group.
    fn pack(&mut self, group: Vec<Candidate>) {
        let data = self.shader.insts[group[0].inst].clone();
        let mut replacement = Vec::new();
        let mut args = Operands::new();
        for index in 0..data.args.len() {
            let lanes: Lanes = group
                .iter()
                .flat_map(|candidate| candidate.operands[index].iter().copied())
                .collect();
            args.push(self.gather(&lanes, &mut replacement, data.span));
        }
        let total = group.iter().map(|candidate| candidate.lanes).sum();
        let ty = self.shader.ty(data.results[0]).with_lanes(total);
        let inst = self
            .shader
            .make_inst(data.op, args, &[ty], Vec::new(), data.span);
        replacement.push(inst);
        let result = self.shader.result(inst);
        let mut start = 0;
        let mut members = SmallVec::new();
        for candidate in group {
            let lanes: SmallVec<[u8; 4]> = (start..start + candidate.lanes).collect();
            start += candidate.lanes;
            let old = self.shader.result(candidate.inst);
            if let Some(swizzle) = Swizzle::new(&lanes) {
                self.map[old] = Some(Use::new(result, swizzle));
            }
            self.group[candidate.inst] = Some(self.groups.len());
            members.push(candidate.inst);
        }
        self.groups.push(Group {
            members,
            replacement,
        });
    }

    /// A use of the given lanes in order; what must be made for it goes to `made`.
    fn gather(
        &mut self,
        lanes: &[Lane],
        made: &mut Vec<Inst>,
        span: retroshade_diagnostics::Span,
    ) -> Use {
        let literals: Option<SmallVec<[u32; 4]>> =
            lanes.iter().map(|&lane| self.literal(lane)).collect();
        if let Some(bits) = literals {
            let scalar = self.shader.ty(lanes[0].0).scalar;
            let constant = Constant::from_bits(scalar, bits);
            let ty = constant.ty;
            let inst =
                self.shader
                    .make_inst(Op::Constant(constant), Vec::new(), &[ty], Vec::new(), span);
            made.push(inst);
            return self.shader.whole(self.shader.result(inst));
        }
        let mut parts = Operands::new();
        for run in lanes.chunk_by(|a, b| a.0 == b.0) {
            let numbers: SmallVec<[u8; 4]> = run.iter().map(|lane| lane.1).collect();
            let swizzle = Swizzle::new(&numbers).unwrap_or(Swizzle::identity(1));
            parts.push(Use::new(run[0].0, swizzle));
        }
        if let [only] = parts.as_slice() {
            return *only;
        }
        let ty = Type {
            scalar: self.shader.ty(lanes[0].0).scalar,
            lanes: lanes.len() as u8,
        };
        let inst = self
            .shader
            .make_inst(Op::Compose, parts, &[ty], Vec::new(), span);
        made.push(inst);
        self.shader.whole(self.shader.result(inst))
    }

    /// Lists a stretch with its groups: as near to the old order as operands allow.
    fn order(&mut self, insts: &[Inst], list: &mut Vec<Inst>) {
        let room = self.shader.insts.len();
        let mut listed: SecondaryMap<Inst, bool> = SecondaryMap::with_room(room);
        let mut entered: SecondaryMap<Inst, bool> = SecondaryMap::with_room(room);
        let mut open = Vec::new();
        for &inst in insts {
            open.push(inst);
            while let Some(&inst) = open.last() {
                if listed[inst] {
                    open.pop();
                    continue;
                }
                let alone = [inst];
                let members = match self.group[inst] {
                    Some(group) => self.groups[group].members.as_slice(),
                    None => &alone,
                };
                if !std::mem::replace(&mut entered[inst], true) {
                    let args = members
                        .iter()
                        .flat_map(|&inst| &self.shader.insts[inst].args);
                    let defs = args.filter_map(|operand| self.shader.def_inst(operand.value));
                    open.extend(defs.filter(|&def| self.depth[def] > 0 && !listed[def]));
                    continue;
                }
                open.pop();
                for &inst in members {
                    listed[inst] = true;
                }
                match self.group[inst] {
                    Some(group) => list.append(&mut self.groups[group].replacement),
                    None => list.push(inst),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PACK;
    use crate::opt::testing::{agrees, machines};
    use crate::opt::{COMPOSITE, CSE, DCE, SIMPLIFY};
    use crate::text::print;

    fn shader(body: &str) -> String {
        format!(
            "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
             output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n\
             %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n{body}}}\n"
        )
    }

    fn count(body: &str, word: &str) -> usize {
        let machine = &machines()[1];
        let passes = [COMPOSITE, SIMPLIFY, CSE, PACK, SIMPLIFY, CSE, DCE];
        let after = agrees(&passes, machine, &shader(body), 1e-5);
        print(&after).matches(word).count()
    }

    #[test]
    fn lanes_of_the_same_values() {
        let body = "%2:f1 = const 2.0
                    %3:f1 = const 3.0
                    %4:f1 = mul %0.x, %1.y
                    %5:f1 = mul %1.z, %0.w
                    %6:f2 = mul %0.zy, %1.xx
                    %7:f1 = add %4, %2
                    %8:f1 = add %3, %5
                    %9:f2 = add %6, %2.xx
                    %10:f4 = compose %7, %9, %8
                    yield %10\n";
        assert_eq!(count(body, "mul"), 1);
        assert_eq!(count(body, "add"), 1);
        assert_eq!(count(body, "compose"), 0);
    }

    #[test]
    fn functions_of_different_values() {
        let body = "%2:f1 = abs %0.x
                    %3:f1 = neg %1.y
                    %4:f1 = sin %2
                    %5:f1 = sin %3
                    %6:f4 = compose %4, %5, %4, %5
                    yield %6\n";
        // The polynomial is evaluated once.
        assert_eq!(count(body, "floor"), 1);
    }

    #[test]
    fn what_depends_on_each_other_stays_apart() {
        let body = "%2:f1 = mul %0.x, %0.y
                    %3:f1 = mul %2, %0.z
                    %4:f1 = mul %3, %0.w
                    yield %4.xxxx\n";
        assert_eq!(count(body, "mul"), 3);
    }

    #[test]
    fn effects_are_not_crossed_and_loops_not_left() {
        let body = "%2:b1 = lt %0.x, %1.x
                    discard %2
                    %3:f1 = mul %0.x, %1.x
                    %4:f1 = if %2 {
                      %5:f1 = mul %0.y, %1.y
                      %6:f1 = mul %0.z, %1.z
                      %7:f1 = add %5, %6
                      yield %7
                    } else {
                      yield %3
                    }
                    %8:f4 = compose %4, %3, %4, %3
                    yield %8\n";
        assert_eq!(count(body, "mul"), 2);
    }
}
