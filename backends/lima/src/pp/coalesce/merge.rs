//! Merges values into one: their lanes, operands and copies.

use super::{narrow, spans};
use crate::pp::code::{Cell, Code, End, Kind, Operand, Operation, Source};
use crate::pp::live::{self, Ranges};

/// A lane of a web.
#[derive(Clone, Debug, Default)]
struct Lane {
    ranges: Ranges,
    pin: Option<u8>,
    /// How many operations write it, copies that connect its own values aside.
    writes: u32,
}

/// Values that became one.
#[derive(Clone, Debug, Default)]
struct Web {
    lanes: Vec<Lane>,
    /// Its values, and the lanes of the web that theirs are.
    members: Vec<(usize, [u8; 4])>,
}

struct Webs {
    webs: Vec<Web>,
    /// The web of each value and its lanes there.
    place: Vec<(usize, [u8; 4])>,
}

impl Webs {
    fn new(code: &Code) -> Webs {
        let ranges = live::ranges(&spans(code), code.values.len());
        let mut writes = vec![0u32; code.values.len() * 4];
        for block in &code.blocks {
            for cell in block
                .operations
                .iter()
                .flat_map(|operation| &operation.dest)
            {
                if let Some(writes) = writes.get_mut(cell.index()) {
                    *writes += 1;
                }
            }
        }
        let mut webs = Vec::new();
        let mut place = Vec::new();
        for (value, info) in code.values.iter().enumerate() {
            let lanes = (0..info.lanes).map(|lane| {
                let cell = Cell::new(value as u32, lane);
                Lane {
                    ranges: ranges.get(cell.index()).cloned().unwrap_or_default(),
                    pin: info.pins.get(usize::from(lane)).copied().flatten(),
                    writes: writes.get(cell.index()).copied().unwrap_or(0),
                }
            });
            webs.push(Web {
                lanes: lanes.collect(),
                members: vec![(value, [0, 1, 2, 3])],
            });
            place.push((value, [0, 1, 2, 3]));
        }
        Webs { webs, place }
    }

    fn find(&self, cell: Cell) -> (usize, u8) {
        let place = self.place.get(cell.value as usize);
        place.map_or((0, 0), |(web, lanes)| {
            (*web, lanes[usize::from(cell.lane & 3)])
        })
    }

    /// Joins the webs of a copy's cells if that is right.
    fn join(&mut self, pairs: &[(Cell, Cell)]) -> bool {
        let Some((first, second)) = pairs.first() else {
            return false;
        };
        let (to, from) = (self.find(*first).0, self.find(*second).0);
        if to == from {
            return false;
        }
        let (Some(a), Some(b)) = (self.webs.get(to), self.webs.get(from)) else {
            return false;
        };
        // The lane of the first web that each lane of the second becomes.
        let mut map: [Option<u8>; 4] = [None; 4];
        let mut taken = [false; 4];
        for (dest, source) in pairs {
            let ((_, x), (_, y)) = (self.find(*dest), self.find(*source));
            let slot = &mut map[usize::from(y & 3)];
            if slot.is_some_and(|old| old != x) || (slot.is_none() && taken[usize::from(x & 3)]) {
                return false;
            }
            *slot = Some(x);
            taken[usize::from(x & 3)] = true;
        }
        let mut lanes = a.lanes.clone();
        for (index, lane) in b.lanes.iter().enumerate() {
            let Some(target) = map.get(index).copied().flatten() else {
                continue;
            };
            let Some(other) = lanes.get_mut(usize::from(target)) else {
                return false;
            };
            let same = other.writes == 1 && lane.writes == 1;
            if live::overlap(&other.ranges, &lane.ranges) && !same {
                return false;
            }
            if other.pin.is_some() && lane.pin.is_some() && other.pin != lane.pin {
                return false;
            }
            // One write of the joined lane was the copy.
            other.writes = (other.writes + lane.writes).saturating_sub(1);
            other.pin = other.pin.or(lane.pin);
            other.ranges = live::union(&other.ranges, &lane.ranges);
        }
        for (index, lane) in b.lanes.iter().enumerate() {
            // Lanes that nobody mentions, as those of an input that are not read, take no room.
            let free = |slot: &&mut Option<u8>| slot.is_none() && !lane.ranges.is_empty();
            let Some(slot) = map.get_mut(index).filter(free) else {
                continue;
            };
            *slot = Some(lanes.len() as u8);
            lanes.push(lane.clone());
        }
        let clash = lanes.iter().enumerate().any(|(index, lane)| {
            let others = lanes.iter().skip(index + 1);
            lane.pin.is_some()
                && others
                    .filter(|other| other.pin == lane.pin)
                    .any(|other| live::overlap(&other.ranges, &lane.ranges))
        });
        if lanes.len() > 4 || clash {
            return false;
        }
        let members = std::mem::take(&mut self.webs[from].members);
        self.webs[from].lanes.clear();
        for (value, old) in members {
            let new = old.map(|lane| map[usize::from(lane & 3)].unwrap_or(0));
            self.place[value] = (to, new);
            self.webs[to].members.push((value, new));
        }
        self.webs[to].lanes = lanes;
        true
    }
}

fn pairs(operation: &Operation) -> Vec<(Cell, Cell)> {
    let source = operation.args.first().into_iter().flat_map(Operand::cells);
    operation.dest.iter().copied().zip(source).collect()
}

/// Joins values along copies, those in the middle of the code before those at its ends, and renames
/// everything.
pub(super) fn join(code: &mut Code) {
    let mut webs = Webs::new(code);
    let copies: Vec<Vec<(Cell, Cell)>> = code
        .blocks
        .iter()
        .flat_map(|block| &block.operations)
        .filter(|operation| operation.is_copy())
        .map(pairs)
        .filter(|pairs| !pairs.is_empty())
        .collect();
    for pairs in &copies {
        webs.join(pairs);
    }
    let rename = |operand: &mut Operand| {
        let at = |value: u32, lane: u8| webs.find(Cell::new(value, lane));
        match &mut operand.source {
            Source::Value(value, lanes) => {
                let old = *value;
                *value = at(old, lanes[0]).0 as u32;
                *lanes = lanes.map(|lane| at(old, lane).1);
            }
            Source::Load(address, _) => {
                if let Some(cell) = &mut address.offset {
                    let (web, lane) = webs.find(*cell);
                    *cell = Cell::new(web as u32, lane);
                }
            }
            Source::Const(_) => {}
        }
    };
    for block in &mut code.blocks {
        for operation in &mut block.operations {
            operation.args.iter_mut().for_each(&rename);
            for cell in &mut operation.dest {
                let (web, lane) = webs.find(*cell);
                *cell = Cell::new(web as u32, lane);
            }
            if let Kind::Store(address) | Kind::StoreLane(address, _) = &mut operation.kind
                && let Some(cell) = &mut address.offset
            {
                let (web, lane) = webs.find(*cell);
                *cell = Cell::new(web as u32, lane);
            }
        }
        if let End::Branch { args, .. } = &mut block.end {
            args.iter_mut().for_each(&rename);
        }
    }
    // Outputs were made with their lanes in order and pinned; they keep them under the new name.
    for output in [&mut code.color, &mut code.depth].into_iter().flatten() {
        let (web, _) = webs.find(Cell::new(*output, 0));
        *output = web as u32;
    }
    for (info, web) in code.values.iter_mut().zip(&webs.webs) {
        info.lanes = web.lanes.len() as u8;
        for (pin, lane) in info.pins.iter_mut().zip(&web.lanes) {
            *pin = lane.pin;
        }
    }
    for block in &mut code.blocks {
        for operation in &mut block.operations {
            drop_identity(operation);
        }
        block
            .operations
            .retain(|operation| !operation.dest.is_empty() || operation.is_effect());
    }
}

/// Drops the lanes that a copy copies to themselves.
fn drop_identity(operation: &mut Operation) {
    if !operation.is_copy() {
        return;
    }
    let pairs = pairs(operation);
    if pairs.is_empty() {
        return;
    }
    let kept: Vec<usize> = (0..pairs.len())
        .filter(|&lane| pairs.get(lane).is_some_and(|(dest, source)| dest != source))
        .collect();
    if kept.len() < pairs.len() {
        narrow(operation, &kept);
    }
}
