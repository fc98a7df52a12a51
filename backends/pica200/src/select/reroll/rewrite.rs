//! The loop that takes the place of copies.

use super::Candidate;
use super::plan::Plan;
use crate::machine::{Item, Program, add_copy, counter_address, one_lane};
use crate::select::slots::{Slots, change_reads};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{Address, AddressId, Base, BlockId, Def, Lane, LaneRef, Loop, Operand};

/// Makes copies, each a vector operation of its own.
struct Mover {
    group: u32,
    span: Span,
}

impl Mover {
    fn copies(&mut self, program: &mut Program, to: &[Lane], from: &[LaneRef]) -> Vec<Item> {
        self.group += 1;
        let pairs = to.iter().zip(from);
        let copies = pairs.map(|(to, from)| self.item(program, &[*to], one_lane(*from)));
        copies.collect()
    }

    /// One instruction that reads all lanes before it writes any.
    fn at_once(&mut self, program: &mut Program, to: &[Lane], from: Operand) -> Item {
        self.group += 1;
        self.item(program, to, from)
    }

    fn item(&self, program: &mut Program, to: &[Lane], from: Operand) -> Item {
        let to = to.iter().copied();
        Item::Op(add_copy(program, to, from, self.group, self.span))
    }
}

/// The surroundings of the body, and the names in it.
#[derive(Default)]
struct Frame {
    before: Vec<Item>,
    after: Vec<Item>,
    /// The first lane of each rotating register.
    heads: Vec<(Vec<LaneRef>, Lane)>,
    addresses: SecondaryMap<AddressId, Option<AddressId>>,
    /// What is handed from round to round, by the result that is handed on and by what it is at
    /// first.
    carried: Vec<((Lane, Base), Lane)>,
}

impl Frame {
    /// The first lane of the register that holds a row of lanes.
    fn head(&self, lanes: &[LaneRef]) -> Option<Lane> {
        let found = self.heads.iter().find(|(row, _)| row == lanes);
        found.map(|(_, head)| *head)
    }

    fn carried(&self, key: (Lane, Base)) -> Option<Lane> {
        let found = self.carried.iter().find(|(known, _)| *known == key);
        found.map(|(_, variable)| *variable)
    }
}

impl Plan {
    /// What goes before the loop, the loop, and the outputs after it. The first copy becomes the body.
    pub(super) fn rolled(
        &self,
        program: &mut Program,
        group: u32,
        block: BlockId,
        candidate: &Candidate,
    ) -> Vec<Item> {
        let mut body = candidate.copy(&program.blocks[block], 0).to_vec();
        let span = body
            .first()
            .map_or(Span::NONE, |item| program.span_of(item));
        let mut mover = Mover { group, span };
        let mut frame = Frame::default();
        self.rotate(program, &mut mover, &mut frame);
        self.rename_addresses(program, &mut frame);
        self.hand_on(program, &mut mover, &mut frame, &body);
        let by_counter = self.step.map(|step| counter_address(program, step));
        let mut slot = 0;
        change_reads(program, &mut body, &mut |lane| {
            let row = self.slots[slot].as_ref();
            if let (Base::Reg(reg, component), true) = (lane.base, self.counted[slot])
                && let Some(by_counter) = by_counter
            {
                lane.base = Base::Indexed(reg, by_counter, component);
            } else if let Some(head) = row.and_then(|row| frame.head(row)) {
                let negate = lane.is_negated();
                *lane = LaneRef {
                    negate,
                    ..LaneRef::value(head)
                };
            } else if let Some(result) = self.carried[slot]
                && let Some(variable) = frame.carried((result, lane.plain().base))
            {
                let negate = lane.is_negated();
                *lane = LaneRef {
                    negate,
                    ..LaneRef::value(variable)
                };
            } else if let Base::Indexed(_, address, _) = &mut lane.base
                && let Some(new) = frame.addresses[*address]
            {
                *address = new;
            }
            slot += 1;
        });
        body.extend(frame.after);
        // What a round makes is read in the next one or behind the loop.
        for lane in Slots::of(program, &body).results {
            program.lanes[lane].def = Def::Variable;
        }
        let body = program.blocks.push(body);
        frame.before.push(Item::Loop(Loop {
            body,
            rounds: Some(candidate.copies as u16),
            span,
        }));
        let (outputs, results): (Vec<Lane>, Vec<LaneRef>) = self
            .outputs
            .iter()
            .map(|(output, result)| (*output, LaneRef::value(*result)))
            .unzip();
        let copies = mover.copies(program, &outputs, &results);
        frame.before.extend(copies);
        frame.before
    }

    /// A register for each row of lanes that differ, filled before the loop and rotated after each
    /// round.
    fn rotate(&self, program: &mut Program, mover: &mut Mover, frame: &mut Frame) {
        for lanes in &self.varying {
            let queue: Vec<Lane> = lanes.iter().map(|_| program.new_variable()).collect();
            let (head, rest) = (queue[0], &queue[1..]);
            frame.before.extend(mover.copies(program, &queue, lanes));
            let from: Operand = rest.iter().copied().map(LaneRef::value).collect();
            frame
                .after
                .push(mover.at_once(program, &queue[..rest.len()], from));
            frame.heads.push((lanes.clone(), head));
        }
    }

    /// Addresses of the body are made anew in each round.
    fn rename_addresses(&self, program: &mut Program, frame: &mut Frame) {
        for (address, lanes) in self.addresses.iter() {
            if let Some(head) = lanes.as_ref().and_then(|lanes| frame.head(lanes)) {
                let old = program.addresses[address];
                let index = LaneRef {
                    negate: old.index.is_negated(),
                    ..LaneRef::value(head)
                };
                let span = old.span;
                let new = program.addresses.push(Address { index, span });
                frame.addresses[address] = Some(new);
            }
        }
    }

    fn hand_on(&self, program: &mut Program, mover: &mut Mover, frame: &mut Frame, body: &[Item]) {
        let reads = Slots::of(program, body).reads;
        for (slot, result) in self.carried.iter() {
            let Some(result) = *result else {
                continue;
            };
            let first = reads[slot];
            let key = (result, first.plain().base);
            if frame.carried(key).is_some() {
                continue;
            }
            let variable = program.new_variable();
            frame.carried.push((key, variable));
            let first = one_lane(first.plain());
            frame
                .before
                .push(mover.at_once(program, &[variable], first));
            let next = one_lane(LaneRef::value(result));
            frame.after.push(mover.at_once(program, &[variable], next));
        }
    }
}
