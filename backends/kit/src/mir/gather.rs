//! Lanes to vector registers after packing: what could not be brought together is copied next to its
//! partners just before it is read, or from there just after it was written.

use super::clusters::{Clusters, Room};
use super::slp::{self, Packing, values};
use super::{Base, BlockId, Item, Lane, LaneRef, Machine, OpId, Operand, Program, State, Vector};
use retroshade_ir::entity::EntityRef;

/// Packs instructions and brings the program to the state of vectors. Every operand must read values with
/// one sign, or one register with one sign, or literals.
pub fn pack_vectors<M: Machine>(program: &mut Program<M>, packing: &Packing<'_, M>) -> bool {
    let mut clusters = slp::pack(program, packing);
    gather_block(program, &mut clusters, &packing.room, program.body);
    let (reads, writes) = (program.count_reads(), program.count_writes());
    let is_there =
        |lane: &Lane| program.output_of(*lane).is_none() && (reads[*lane] > 0 || writes[*lane] > 0);
    let lists = clusters
        .iter()
        .map(|lanes| lanes.iter().copied().filter(is_there).collect());
    let vectors: Vec<Vector> = lists
        .map(|lanes| Vector { lanes })
        .filter(|vector| !vector.lanes.is_empty())
        .collect();
    for vector in vectors {
        let id = super::VectorId::new(program.vectors.len());
        for lane in &vector.lanes {
            program.lanes[*lane].vector = Some(id);
        }
        program.vectors.push(vector);
    }
    program.state = State::Vectors;
    true
}

fn gather_block<M: Machine>(
    program: &mut Program<M>,
    clusters: &mut Clusters,
    room: &Room,
    block: BlockId,
) {
    let items = std::mem::take(&mut program.blocks[block]);
    let mut placed = Vec::with_capacity(items.len());
    for item in items {
        let mut after = Vec::new();
        match &item {
            Item::If(branch) => {
                gather_block(program, clusters, room, branch.accept);
                gather_block(program, clusters, room, branch.reject);
            }
            Item::Loop(repeat) => gather_block(program, clusters, room, repeat.body),
            Item::Op(_) | Item::Break | Item::Continue | Item::Emission(..) => {}
        }
        if let Item::Op(id) = item {
            for number in 0..program.ops[id].operands.len() {
                let lanes = values(&program.ops[id].operands[number]);
                if !clusters.share_root(lanes.iter().copied()) && !clusters.unite(&lanes, room) {
                    placed.extend(gather(program, clusters, room, id, number));
                }
            }
            let results = program.temporaries(&program.ops[id]);
            if !clusters.share_root(results.iter().copied()) && !clusters.unite(&results, room) {
                after = scatter(program, clusters, room, id, &results);
            }
        }
        placed.push(item);
        placed.extend(after);
    }
    program.blocks[block] = placed;
}

/// Gives an instruction results of its own that lie in one register, and copies them to where they are
/// wanted: one copy for each cluster. Whoever reads an operand that is a result too has read it by then.
fn scatter<M: Machine>(
    program: &mut Program<M>,
    clusters: &mut Clusters,
    room: &Room,
    id: OpId,
    wanted: &[Lane],
) -> Vec<Item<M>> {
    let made: Vec<Lane> = wanted.iter().map(|_| program.new_lane()).collect();
    // A component that the instruction demands goes with the value.
    for (to, from) in made.iter().zip(wanted) {
        program.lanes[*to].pin = program.lanes[*from].pin;
    }
    clusters.grow(program);
    clusters.unite(&made, room);
    let mut copies: Vec<(Lane, Vec<Lane>, Operand)> = Vec::new();
    for (to, from) in wanted.iter().zip(&made) {
        let root = clusters.find(*to);
        let known = copies.iter().position(|(other, ..)| *other == root);
        let at = known.unwrap_or_else(|| {
            copies.push((root, Vec::new(), Operand::new()));
            copies.len() - 1
        });
        copies[at].1.push(*to);
        copies[at].2.push(LaneRef::value(*from));
    }
    let op = &mut program.ops[id];
    for result in op.results.iter_mut().flatten() {
        if let Some(k) = wanted.iter().position(|other| other == result) {
            *result = made[k];
        }
    }
    let (span, group) = (op.span, op.group);
    program.claim_results(id);
    let copies = copies.into_iter().map(|(_, results, operand)| {
        let copy = program.assign(M::COPY, [operand], results, span);
        program.ops[copy].group = group;
        Item::Op(copy)
    });
    copies.collect()
}

/// Copies the values of an operand together: into the cluster that most of them are in, if it has room, or
/// all into a new one. One copy for each cluster they come from.
fn gather<M: Machine>(
    program: &mut Program<M>,
    clusters: &mut Clusters,
    room: &Room,
    id: OpId,
    number: usize,
) -> Vec<Item<M>> {
    let mut groups: Vec<(Lane, Vec<Lane>)> = Vec::new();
    for lane in values(&program.ops[id].operands[number]) {
        let root = clusters.find(lane);
        match groups.iter_mut().find(|(other, _)| *other == root) {
            Some((_, list)) if list.contains(&lane) => {}
            Some((_, list)) => list.push(lane),
            None => groups.push((root, vec![lane])),
        }
    }
    groups.sort_by_key(|(_, list)| std::cmp::Reverse(list.len()));
    let wanted: usize = groups.iter().map(|(_, list)| list.len()).sum();
    let host = groups
        .first()
        .map(|(_, list)| list.clone())
        .unwrap_or_default();
    let stays = host
        .first()
        .is_some_and(|first| clusters.members(*first).len() + wanted - host.len() <= 4);
    let mut partners = if stays { host } else { Vec::new() };
    let mut copies = Vec::new();
    for (_, list) in groups.iter().skip(usize::from(stays)) {
        let made: Vec<Lane> = list.iter().map(|_| program.new_lane()).collect();
        clusters.grow(program);
        let operand: Operand = list.iter().copied().map(LaneRef::value).collect();
        let (span, group) = (program.ops[id].span, program.ops[id].group);
        let copy = program.assign(M::COPY, [operand], made.iter().copied(), span);
        program.ops[copy].group = group;
        copies.push(Item::Op(copy));
        for lane in &mut program.ops[id].operands[number] {
            let at = lane
                .as_value()
                .and_then(|value| list.iter().position(|other| *other == value));
            if let Some(at) = at {
                lane.base = Base::Value(made[at]);
            }
        }
        partners.extend(made);
        clusters.unite(&partners, room);
    }
    copies
}
