//! `opt_pack`: does alike operations on different lanes in one.
//!
//! Needs `opt_simplify` and `opt_cse`; is best after `lower_composite`, whose expansions of scalar
//! functions are alike. Gives, for machines with vectors: where operations of one kind do not depend
//! on each other and read lanes of the same values (or literals), one operation on up to four lanes.
//! Operations on lanes of different values are joined, too, if a row of alike ones follows, so that
//! bringing the lanes together pays; [`with_joined`] joins more of them, for those who compare
//! finished programs. Cost: linear, and a sort of the instructions of each depth.
//!
//! Candidates are instructions of one depth in the graph of a run of instructions without effects:
//! instructions of one depth never depend on each other, and packed they still have one depth,
//! so groups cannot wait for one another in a circle. (After Larsen and Amarasinghe, "Exploiting
//! Superword Level Parallelism with Multimedia Instruction Sets".)

mod candidate;
mod trees;

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit, rewrite_with};
use crate::opt::simplify::simplify;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Constant, Effect, Inst, Op, OpKind, Operands, Region, Shader, Swizzle, Type, Use,
    Value, VectorWidth,
};
use candidate::{Candidate, Key, Lane, Lanes, Level, Members, Scalars, alike, fill, note};
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;
use trees::Forest;

/// The pass.
pub const PACK: Pass = Pass {
    name: "opt_pack",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if capabilities.width == VectorWidth::Scalar {
            return Ok(false);
        }
        join(shader, capabilities, Joining::Rows(ROW))
    },
};

/// Which operations on lanes of different values are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// Those of one depth that are followed by alike ones, with them so many in a row.
    Rows(u32),
    /// Those of any depth, with all that computes their operands, where that seems to save so many thousandths of an
    /// instruction.
    Trees(u32),
}

/// An equal shader with operations joined that the pass leaves apart; `None` where there are none. What that is worth
/// shows when it is compiled.
pub fn with_joined(
    shader: &Shader,
    capabilities: &Capabilities,
    joining: Joining,
) -> Option<Shader> {
    if capabilities.width == VectorWidth::Scalar {
        return None;
    }
    let mut shader = shader.clone();
    let joined = join(&mut shader, capabilities, joining).ok()?;
    joined.then_some(shader)
}

fn join(
    shader: &mut Shader,
    capabilities: &Capabilities,
    joining: Joining,
) -> Result<bool, Diagnostic> {
    let regions = shader.live_regions();
    let mut pack = Pack::new(shader, capabilities, &regions, joining);
    for region in regions {
        pack.region(region);
    }
    if !pack.changed {
        return Ok(false);
    }
    let map = pack.map;
    rewrite_with(shader, capabilities, simplify, &mut ReplaceUses, map)?;
    Ok(true)
}

/// Rewrites uses of packed values.
struct ReplaceUses;

impl Transform for ReplaceUses {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        match rw.inst(inst).op {
            Op::Constant(_) | Op::Undefined => Ok(rw.share(inst)),
            _ => Ok(Visit::Keep),
        }
    }
}

/// Alike operations in a row, from which on joining lanes of different values is taken to pay: both operands of the first
/// have to be brought together, which takes up to two moves, and each operation of the row saves one.
const ROW: u32 = 3;

struct Pack<'a> {
    shader: &'a mut Shader,
    capabilities: &'a Capabilities,
    joining: Joining,
    changed: bool,
    /// What takes the place of packed results.
    map: SecondaryMap<Value, Option<Use>>,
    /// Uses of each value, and the last instruction that uses it.
    users: SecondaryMap<Value, (u32, Option<Inst>)>,
    /// Values that are outputs of the shader and nothing else: packed, each would cost a move.
    written: SecondaryMap<Value, bool>,
    /// The place of each value in the text, from 1; 0 for those that packing makes.
    place: SecondaryMap<Value, u32>,
    /// Depth in the run that is looked at; 0 outside of it.
    depth: SecondaryMap<Inst, u32>,
    /// The group of a packed instruction: the instructions that take its place, the last of them with
    /// the result.
    group: SecondaryMap<Inst, Option<usize>>,
    groups: Vec<Group>,
}

struct Group {
    members: SmallVec<[Inst; 4]>,
    replacement: SmallVec<[Inst; 4]>,
}

impl<'a> Pack<'a> {
    fn new(
        shader: &'a mut Shader,
        capabilities: &'a Capabilities,
        regions: &[Region],
        joining: Joining,
    ) -> Pack<'a> {
        let mut users: SecondaryMap<Value, (u32, Option<Inst>)> =
            SecondaryMap::with_len(shader.values.len());
        let mut place = SecondaryMap::with_len(shader.values.len());
        let mut last = 0;
        for &region in regions {
            let data = &shader.regions[region];
            let results = data
                .insts
                .iter()
                .flat_map(|&inst| &shader.insts[inst].results);
            for &value in data.parameters.iter().chain(results) {
                last += 1;
                place[value] = last;
            }
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
        let depth = SecondaryMap::with_len(shader.insts.len());
        Pack {
            shader,
            capabilities,
            joining,
            changed: false,
            map: SecondaryMap::new(),
            users,
            written,
            place,
            depth,
            group: SecondaryMap::new(),
            groups: Vec::new(),
        }
    }

    fn region(&mut self, region: Region) {
        let insts = std::mem::take(&mut self.shader.regions[region].insts);
        let mut list = Vec::with_capacity(insts.len());
        let mut run = Vec::with_capacity(insts.len());
        for inst in insts {
            // Discards and memory keep their order; quads do not care.
            match self.shader.insts[inst].op.effect(true) {
                Effect::Pure | Effect::Quad => run.push(inst),
                _ => {
                    self.run(&run, &mut list);
                    run.clear();
                    list.push(inst);
                }
            }
        }
        self.run(&run, &mut list);
        self.shader.regions[region].insts = list;
    }

    /// Packs instructions without effects and lists what comes of them.
    fn run(&mut self, insts: &[Inst], list: &mut Vec<Inst>) {
        let packable = |inst: &Inst| self.may_be_packed(*inst);
        let mut likely: SmallVec<[Inst; 32]> = insts.iter().copied().filter(packable).collect();
        self.keep_alike(&mut likely);
        if likely.is_empty() {
            list.extend(insts);
            return;
        }
        for &inst in insts {
            let data = &self.shader.insts[inst];
            let below = data
                .args
                .iter()
                .filter_map(|operand| self.shader.def_inst(operand.value))
                .map(|def| self.depth[def])
                .max();
            self.depth[inst] = below.unwrap_or(0) + 1;
        }
        let before = self.groups.len();
        let row = match self.joining {
            Joining::Rows(row) => row,
            Joining::Trees(least) => {
                Forest::join(self, insts, least);
                self.list(insts, before, list);
                return;
            }
        };
        // In a level they stay in their order.
        likely.sort_by_key(|&inst| self.depth[inst]);
        let mut rest = likely.as_slice();
        while let [first, ..] = rest {
            let depth = self.depth[*first];
            let length = rest.partition_point(|&inst| self.depth[inst] == depth);
            let (level, above) = rest.split_at(length);
            self.level(level.into(), row);
            rest = above;
        }
        self.list(insts, before, list);
    }

    /// Lists a run with the groups that were made of it since there were so many.
    fn list(&mut self, insts: &[Inst], before: usize, list: &mut Vec<Inst>) {
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

    /// Drops instructions whose kind no other has.
    fn keep_alike(&self, insts: &mut SmallVec<[Inst; 32]>) {
        let mut of_kind = [0u32; OpKind::ALL.len()];
        let kind = |inst: Inst| self.shader.insts[inst].op.kind() as usize;
        insts.iter().for_each(|&inst| of_kind[kind(inst)] += 1);
        insts.retain(|inst| of_kind[kind(*inst)] > 1);
    }

    /// Finds groups among instructions of one depth.
    fn level(&mut self, mut insts: SmallVec<[Inst; 32]>, row: u32) {
        self.keep_alike(&mut insts);
        let mut found: Level<Key> = SmallVec::new();
        for inst in insts {
            if let Some((key, candidate)) = self.candidate(inst) {
                note(&mut found, key, candidate);
            }
        }
        let mut single: Level<(OpKind, Scalars)> = SmallVec::new();
        for run in alike(&mut found) {
            let (kind, ..) = run[0].key;
            for group in fill(run.iter().map(|found| found.candidate)) {
                match *group {
                    [alone] => note(&mut single, (kind, self.scalars(alone.inst)), alone),
                    _ => self.pack(&group),
                }
            }
        }
        for run in alike(&mut single) {
            self.seeds(run.iter().map(|found| found.candidate).collect(), row);
        }
    }

    /// Joins operations on lanes of different values where alike ones follow, with them `row` in all.
    fn seeds(&mut self, mut rest: SmallVec<[Candidate; 8]>, row: u32) {
        while let [first, _, ..] = *rest {
            let mut group = Members::new();
            let mut lanes = 0;
            rest.retain(|candidate| {
                let fits = lanes + candidate.lanes <= 4
                    && (candidate.inst == first.inst
                        || self.row(first.inst, candidate.inst, row) >= row);
                if fits {
                    lanes += candidate.lanes;
                    group.push(*candidate);
                }
                !fits
            });
            if group.len() > 1 {
                self.pack(&group);
            }
        }
    }

    /// How many alike operations in a row begin with two instructions of one kind, counted up to `most`.
    fn row(&self, a: Inst, b: Inst, most: u32) -> u32 {
        let (mut a, mut b) = (a, b);
        let mut length = 1;
        while length < most {
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
    fn pack(&mut self, group: &[Candidate]) {
        let first = &self.shader.insts[group[0].inst];
        let (op, span, operands) = (first.op, first.span, first.args.len());
        let ty = self.shader.ty(first.results[0]);
        let mut replacement = SmallVec::new();
        let mut args = Operands::new();
        for number in 0..operands {
            let mut lanes = Lanes::new();
            for candidate in group {
                let operand = candidate.operand(self.shader, number);
                let own = operand.swizzle.lanes().iter();
                lanes.extend(own.map(|&lane| self.follow((operand.value, lane))));
            }
            args.push(self.gather(&lanes, &mut replacement, span));
        }
        let total = group.iter().map(|candidate| candidate.lanes).sum();
        let ty = ty.with_lanes(total);
        let inst = self.shader.make_inst(op, args, &[ty], Vec::new(), span);
        replacement.push(inst);
        let result = self.shader.result(inst);
        let mut left: &[u8] = &[0, 1, 2, 3];
        for candidate in group {
            let (own, others) = left.split_at(candidate.lanes.into());
            left = others;
            let old = self.shader.result(candidate.inst);
            self.map[old] = Swizzle::new(own).map(|swizzle| Use::new(result, swizzle));
            self.group[candidate.inst] = Some(self.groups.len());
        }
        self.groups.push(Group {
            members: group.iter().map(|candidate| candidate.inst).collect(),
            replacement,
        });
    }

    /// A use of the given lanes in order; what must be made for it goes to `made`.
    fn gather(
        &mut self,
        lanes: &[Lane],
        made: &mut SmallVec<[Inst; 4]>,
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

    /// Lists a run of instructions with its groups: as near to the old order as operands allow.
    fn order(&mut self, insts: &[Inst], list: &mut Vec<Inst>) {
        let room = self.shader.insts.len();
        let mut listed: SecondaryMap<Inst, bool> = SecondaryMap::with_len(room);
        let mut entered: SecondaryMap<Inst, bool> = SecondaryMap::with_len(room);
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
                    Some(group) => list.extend(&self.groups[group].replacement),
                    None => list.push(inst),
                }
            }
        }
    }
}
