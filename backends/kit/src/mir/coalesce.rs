//! Copies that vanish: readers read the original, instructions write outputs themselves, and the two
//! ends of a copy become one value (coalescing, as in Chaitin's allocator, with exact live ranges).

use super::ranges::{self, overlap, unite};
use super::{Base, BlockId, Def, Item, Lane, LaneRef, Machine, Op, OpId, Program};
use indexmap::IndexSet;
use retroshade_ir::entity::SecondaryMap;

/// Where a copy goes to and where it comes from.
type Copied = (Lane, Lane);

/// A copy of one value to another, with its sign.
fn copied<M: Machine>(op: &Op<M>) -> Option<Copied> {
    let (to, lane) = copied_lane(op)?;
    Some((to, lane.as_value().filter(|_| !lane.is_modified())?))
}

fn copied_lane<M: Machine>(op: &Op<M>) -> Option<(Lane, LaneRef)> {
    let ([Some(to)], [lanes]) = (op.results.as_slice(), op.operands.as_slice()) else {
        return None;
    };
    match (op.code == M::COPY && op.out.is_none(), lanes.as_slice()) {
        (true, [lane]) => Some((*to, *lane)),
        _ => None,
    }
}

/// Lets readers of a copy read the original, where both are assigned once and the original is in scope: a
/// variable that is assigned in a loop may be read behind it, a value that is defined there may not.
pub fn propagate_copies<M: Machine>(program: &mut Program<M>) -> bool {
    let writes = program.count_writes();
    let mut originals: SecondaryMap<Lane, Option<LaneRef>> = SecondaryMap::new();
    for op in program.ops.values() {
        if let Some((to, lane)) = copied_lane(op)
            && let Some(from) = lane.as_value()
            && writes[to] == 1
            && writes[from] == 1
            && program.output_of(to).is_none()
        {
            originals[to] = Some(lane);
        }
    }
    let scopes = Scopes::of(program);
    let mut changed = false;
    let mut resolve = |lane: &mut LaneRef, reader: BlockId| {
        // Chains are short and cannot be circular: each copy reads what was made before it.
        while let Some(value) = lane.as_value()
            && let Some(original) = originals[value]
            && scopes.admit(value, original, reader)
        {
            *lane = original.read_as(*lane);
            changed = true;
        }
    };
    for block in program.blocks_outer_first() {
        let ids: Vec<OpId> = program.ops_of(block).collect();
        for id in ids {
            program.ops[id]
                .reads_mut()
                .for_each(|lane| resolve(lane, block));
        }
        for item in &mut program.blocks[block] {
            if let Item::If(branch) = item {
                branch.reads_mut().for_each(|lane| resolve(lane, block));
            }
        }
    }
    for address in program.addresses.values_mut() {
        resolve(&mut address.index, program.body);
    }
    changed
}

/// Where values are known: in the block that defines them and those inside it; variables everywhere.
struct Scopes {
    /// The block that defines a value; `None` for variables.
    blocks: SecondaryMap<Lane, Option<BlockId>>,
    /// The block around a block.
    around: SecondaryMap<BlockId, Option<BlockId>>,
}

impl Scopes {
    fn of<M: Machine>(program: &Program<M>) -> Scopes {
        let mut scopes = Scopes {
            blocks: SecondaryMap::new(),
            around: SecondaryMap::new(),
        };
        for block in program.blocks_outer_first() {
            for inner in program.inner_blocks(block) {
                scopes.around[inner] = Some(block);
            }
            for id in program.ops_of(block) {
                for lane in program.ops[id].results.iter().flatten() {
                    let is_value = program.lanes[*lane].def != Def::Variable;
                    scopes.blocks[*lane] = is_value.then_some(block);
                }
            }
        }
        scopes
    }

    /// True if a block that reads a value may read its original. Wherever a value is known that is no
    /// variable, its original is.
    fn admit(&self, value: Lane, original: LaneRef, reader: BlockId) -> bool {
        let scope = original.as_value().and_then(|from| self.blocks[from]);
        let (None, Some(scope)) = (self.blocks[value], scope) else {
            return true;
        };
        let mut blocks = std::iter::successors(Some(reader), |block| self.around[*block]);
        blocks.any(|block| block == scope)
    }
}

/// Replacements of values.
#[derive(Default)]
struct Replacements {
    of: SecondaryMap<Lane, Option<Lane>>,
    any: bool,
}

impl Replacements {
    /// The replacement of a value, or the value itself.
    fn get(&self, lane: Lane) -> Lane {
        self.of[lane].unwrap_or(lane)
    }

    fn set(&mut self, lane: Lane, name: Lane) {
        self.of[lane] = Some(name);
        self.any = true;
    }

    /// The end of a chain of replacements.
    fn last(&self, mut lane: Lane) -> Lane {
        while let Some(next) = self.of[lane] {
            lane = next;
        }
        lane
    }
}

/// Gives values their names; copies of a value to itself go.
fn rename<M: Machine>(program: &mut Program<M>, names: &Replacements) {
    for op in program.ops.values_mut() {
        for lane in op.results.iter_mut().flatten() {
            *lane = names.get(*lane);
        }
    }
    for lane in program.reads_mut() {
        lane.base = match lane.as_value() {
            Some(value) => Base::Value(names.get(value)),
            None => lane.base,
        };
    }
    let own = |op: &Op<M>| copied(op).is_some_and(|(to, from)| to == from);
    let dead: Vec<bool> = program.ops.values().map(own).collect();
    program.remove_ops(|id| dead[retroshade_ir::entity::EntityRef::index(id)]);
    let writes = program.count_writes();
    for (lane, name) in names.of.iter() {
        if let Some(name) = name {
            // Where a variable is read, the value that takes its place may not be in scope.
            let was = std::mem::replace(&mut program.lanes[lane].def, Def::Nowhere);
            if writes[*name] > 1 || was == Def::Variable {
                program.lanes[*name].def = Def::Variable;
            }
        }
    }
    let ids: Vec<OpId> = program.ops.keys().collect();
    ids.into_iter().for_each(|id| program.claim_results(id));
}

/// Makes instructions write components of outputs themselves where a copy does: if nobody else reads the
/// value, and it is assigned exactly as often as it is copied.
pub fn coalesce_outputs<M: Machine>(program: &mut Program<M>) -> bool {
    let mut changed = false;
    loop {
        let reads = program.count_reads();
        let mut names = Replacements::default();
        for block in program.blocks_outer_first() {
            for id in program.ops_of(block) {
                if let Some((to, from)) = copied(&program.ops[id])
                    && program.output_of(to).is_some()
                    && program.output_of(from).is_none()
                    && program.component_of(from).is_none()
                    && reads[from] == 1
                    && writes_in(program, block, from) == Some(1)
                    && !is_emitted_between(program, block, from, id)
                {
                    names.set(from, to);
                }
            }
        }
        if !names.any {
            return changed;
        }
        rename(program, &names);
        changed = true;
    }
}

/// True if a vertex is made where a block assigns a value, or between that place and a copy of the value.
fn is_emitted_between<M: Machine>(
    program: &Program<M>,
    block: BlockId,
    lane: Lane,
    copy: OpId,
) -> bool {
    let items = program.blocks[block].iter();
    let before = items.take_while(|item| item.as_op() != Some(copy));
    let before: Vec<&Item<M>> = before.collect();
    for item in before.into_iter().rev() {
        if program.emits(item) {
            return true;
        }
        let mut assigns = false;
        program.each_item(std::slice::from_ref(item), &mut |item| {
            let op = item.as_op().map(|id| &program.ops[id]);
            assigns |= op.is_some_and(|op| op.values().any(|result| result == lane));
        });
        if assigns {
            return false;
        }
    }
    false
}

/// The number of times that a run through a block assigns a value; `None` if that depends.
fn writes_in<M: Machine>(program: &Program<M>, block: BlockId, lane: Lane) -> Option<u32> {
    let mut count = 0;
    for item in &program.blocks[block] {
        count += match item {
            Item::Op(id) => u32::from(program.ops[*id].values().any(|result| result == lane)),
            Item::If(branch) => {
                let accept = writes_in(program, branch.accept, lane)?;
                let reject = writes_in(program, branch.reject, lane)?;
                (accept == reject).then_some(accept)?
            }
            Item::Loop(repeat) => {
                let in_body = writes_in(program, repeat.body, lane)?;
                (in_body == 0).then_some(0)?
            }
            Item::Break | Item::Continue => return (count == 0).then_some(0),
            Item::Emission(..) => 0,
        };
    }
    Some(count)
}

/// Attempts at finding copies whose readers may read the other end: one helps only if the one before changed live
/// ranges. Chosen, not measured.
const ROUNDS: u32 = 4;

/// Unites the ends of copies that are never live together, or only while both hold the same.
///
/// A value that is read after it was copied lives beside its copy, though either would do: ranges are those
/// of a program whose readers take the copy. That program and this one are the same once such a copy is
/// gone, so the others are found again without those that could not be.
pub fn coalesce_copies<M: Machine>(program: &mut Program<M>) -> bool {
    let mut copies = Vec::new();
    for id in program.ops_outer_first() {
        if let Some((to, from)) = copied(&program.ops[id])
            && program.output_of(to).is_none()
            && program.component_of(to) == program.component_of(from)
        {
            copies.push((to, from));
        }
    }
    if copies.is_empty() {
        return false;
    }
    let mut forwarded: IndexSet<Copied> = copies.iter().copied().collect();
    for _ in 0..ROUNDS {
        let mut changed = program.clone();
        let used = forward(&mut changed, &forwarded);
        let names = united(&changed, &copies);
        forwarded.clone_from(&used);
        forwarded.retain(|(to, from)| names.get(*to) == names.get(*from));
        if forwarded.len() == used.len() {
            rename(program, &names);
            return names.any;
        }
    }
    let names = united(program, &copies);
    rename(program, &names);
    names.any
}

/// Lets whoever reads a value after one of these copies, with nothing assigned in between, read the copy.
/// Gives the copies that got readers.
fn forward<M: Machine>(program: &mut Program<M>, copies: &IndexSet<Copied>) -> IndexSet<Copied> {
    let mut used = IndexSet::new();
    for block in program.blocks_inner_first() {
        let items = std::mem::take(&mut program.blocks[block]);
        for (at, item) in items.iter().enumerate() {
            if let Item::Op(id) = item
                && let Some(pair) = copied(&program.ops[*id])
                && copies.contains(&pair)
                && forward_one(program, items.get(at + 1..).unwrap_or_default(), pair)
            {
                used.insert(pair);
            }
        }
        program.blocks[block] = items;
    }
    used
}

/// True if a read changed.
fn forward_one<M: Machine>(
    program: &mut Program<M>,
    items: &[Item<M>],
    (to, from): Copied,
) -> bool {
    let mut changed = false;
    for item in items {
        let Item::Op(id) = item else { break };
        let op = &mut program.ops[*id];
        for lane in op.operands.iter_mut().flatten() {
            if lane.as_value() == Some(from) {
                lane.base = Base::Value(to);
                changed = true;
            }
        }
        if op.values().any(|result| result == to || result == from) {
            break;
        }
    }
    changed
}

/// Replacements for values, after the ends of copies were united that are never live together.
fn united<M: Machine>(program: &Program<M>, copies: &[Copied]) -> Replacements {
    let mut ranges = ranges::live_ranges(program).of;
    let mut names = Replacements::default();
    for (to, from) in copies {
        let (to, from) = (names.last(*to), names.last(*from));
        if to == from || overlap(&ranges[to], &ranges[from]) {
            continue;
        }
        let moved = ranges[to].clone();
        unite(&mut ranges[from], &moved);
        names.set(to, from);
    }
    let mut resolved = Replacements::default();
    for (lane, name) in names.of.iter() {
        if let Some(name) = name {
            resolved.set(lane, names.last(*name));
        }
    }
    resolved
}
