//! The copies with arguments: they differ in nothing but where the code is from.

use super::arguments::{Change, Plan, keeps_sign};
use super::rows::Rows;
use crate::machine::{Item, Program, add_copy, one_lane};
use crate::select::slots::change_reads;
use retroshade_diagnostics::Span;
use retroshade_kit::mir::{Address, Base, Def, Lane, LaneRef};
use rustc_hash::FxHashMap;

/// What the copies have in common.
struct Names {
    arguments: Vec<Lane>,
    /// By the numbers of results.
    results: FxHashMap<usize, Lane>,
    /// For each operand lane the register and component that the first copy reads.
    bases: Vec<Base>,
}

/// Makes copies equal as planned. Says which values are arguments and results now.
pub(super) fn apply(program: &mut Program, rows: &Rows, plan: &Plan) -> Vec<Lane> {
    let arguments = plan.arguments.iter().map(|_| program.new_variable());
    let arguments: Vec<Lane> = arguments.collect();
    let results = plan.results.iter();
    let results = results.map(|(at, _)| (*at, program.new_variable()));
    let results: FxHashMap<usize, Lane> = results.collect();
    let first = plan.places.first();
    let first = first.map(|place| rows.slots(program, *place, plan.length));
    let bases = first.into_iter().flat_map(|slots| slots.reads);
    let names = Names {
        arguments,
        results,
        bases: bases.map(|lane| lane.base).collect(),
    };
    // From the last place of a block to the first, so that those before stay where they are.
    let mut copies: Vec<usize> = (0..plan.places.len()).collect();
    copies.sort_by_key(|copy| std::cmp::Reverse(plan.places[*copy]));
    for copy in copies {
        rewrite(program, rows, plan, &names, copy);
    }
    let results = names.results.values();
    names.arguments.iter().chain(results).copied().collect()
}

/// Rewrites one copy.
fn rewrite(program: &mut Program, rows: &Rows, plan: &Plan, names: &Names, copy: usize) {
    let place = plan.places[copy];
    let Some((block, extent)) = rows.extent(place, plan.length) else {
        return;
    };
    let own = rows.slots(program, place, plan.length).results;
    let mut items = program.blocks[block][extent.clone()].to_vec();
    let span = items
        .first()
        .map_or(Span::NONE, |item| program.span_of(item));
    let mut placed = moves(program, plan, names, copy, span);
    let address = plan.offsets.as_ref().map(|offsets| {
        let index = LaneRef::literal(offsets[copy] as f32);
        program.addresses.push(Address { index, span })
    });
    let common = |value: Lane| {
        let at = own.iter().position(|result| *result == value)?;
        names.results.get(&at).copied()
    };
    let mut slot = 0;
    change_reads(program, &mut items, &mut |lane| {
        match (plan.changes[slot], names.bases[slot], address) {
            (Change::Argument(argument), ..) => {
                let keeps = keeps_sign(&plan.arguments[argument].actual) && lane.negate;
                *lane = LaneRef::value(names.arguments[argument]).negated_if(keeps);
            }
            (Change::Offset, Base::Reg(reg, component), Some(address)) => {
                lane.base = Base::Indexed(reg, address, component);
            }
            _ => {
                if let Some(name) = lane.as_value().and_then(common) {
                    lane.base = Base::Value(name);
                }
            }
        }
        slot += 1;
    });
    for id in items.iter().filter_map(Item::as_op) {
        for result in program.ops[id].results.iter_mut().flatten() {
            if let Some(name) = common(*result) {
                *result = name;
            }
        }
    }
    placed.append(&mut items);
    let group = program.new_group();
    for (at, is_read_behind) in &plan.results {
        let lane = own[*at];
        if program.lanes[lane].def != Def::Variable {
            program.lanes[lane].def = Def::Nowhere;
        }
        if is_read_behind[copy] {
            let from = one_lane(LaneRef::value(names.results[at]));
            let step = rows.step_of_result(place, *at) as u32;
            placed.push(Item::Op(add_copy(
                program,
                [lane],
                from,
                group + step,
                span,
            )));
        }
    }
    program.blocks[block].splice(extent, placed);
}

/// The copies to arguments before a copy of the code.
fn moves(program: &mut Program, plan: &Plan, names: &Names, copy: usize, span: Span) -> Vec<Item> {
    let group = program.new_group();
    let mut moves = Vec::new();
    for (argument, to) in plan.arguments.iter().zip(&names.arguments) {
        let group = group + argument.bundle as u32;
        let from = one_lane(argument.actual[copy]);
        moves.push(Item::Op(add_copy(program, [*to], from, group, span)));
    }
    moves
}
