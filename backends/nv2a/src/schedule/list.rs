//! One pass of the list scheduler: slot after slot from the first, the most urgent pair that can be
//! encoded and whose results find registers.

use super::analysis::{Analysis, Needs};
use super::files::Files;
use super::issue::{on_ilu, on_mac};
use super::{Issued, Schedule, ScheduleError, Task};
use crate::machine::{Operation, View, ViewOp};
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_kit::mir::{AddressId, OpId, VectorId};
use retroshade_kit::random::Random;

/// What differs from pass to pass.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Weight of the distance to the end.
    height: u32,
    /// Weight of operations that only one unit can do.
    single: u32,
    /// Weight of operations that write an output.
    output: u32,
    /// Weight of a lane that is freed.
    freed: u32,
    /// Weight of an operation for each that stands behind it in the code.
    order: u32,
    /// Random part of a priority, below this.
    noise: u64,
    random: Random,
}

/// Candidates for each unit that are tried together. Pairs of them are tried, so that time grows with the square; chosen,
/// not measured.
const CANDIDATES: usize = 12;

impl Settings {
    /// The first passes are the usual weightings; later ones are shaken.
    pub(super) fn of_pass(pass: u32, random: &mut Random) -> Settings {
        let (height, single, output, freed) = match pass % 6 {
            0 => (16, 24, 0, 2),
            1 => (16, 8, 16, 2),
            2 => (4, 24, 24, 4),
            3 => (8, 0, 32, 8),
            4 => (2, 16, 8, 24),
            _ => (24, 24, 0, 0),
        };
        Settings {
            height,
            single,
            output,
            freed,
            order: 0,
            noise: if pass < 6 { 0 } else { 24 },
            random: Random::new(random.bits()),
        }
    }

    /// The order of the code, which has an operation soon behind those that it reads: where heights
    /// would start everything at once, few lanes are live.
    pub(super) fn in_order() -> Settings {
        Settings {
            height: 0,
            single: 0,
            output: 0,
            freed: 0,
            order: 1,
            noise: 0,
            random: Random::new(1),
        }
    }
}

/// Operations that are left, by what they take.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    all: u32,
    mac: u32,
    ilu: u32,
    output: u32,
}

impl Left {
    /// Adds or takes away an operation.
    fn count(&mut self, op: &ViewOp, by: i32) {
        let change = |count: &mut u32, when: bool| {
            if when {
                *count = count.saturating_add_signed(by);
            }
        };
        change(&mut self.all, true);
        change(&mut self.mac, matches!(op.code, Operation::Mac(_)));
        change(&mut self.ilu, matches!(op.code, Operation::Ilu(_)));
        change(&mut self.output, op.out.is_some());
    }

    /// Slots that these need at least.
    fn slots(&self) -> u32 {
        self.mac
            .max(self.ilu)
            .max(self.output)
            .max(self.all.div_ceil(2))
    }
}

/// The state of a pass.
#[derive(Clone)]
pub(super) struct List<'a> {
    pub(super) code: &'a View,
    pub(super) analysis: &'a Analysis,
    pub(super) files: Files,
    pub(super) readers: EntityVec<VectorId, [u32; 4]>,
    pub(super) address_users: EntityVec<AddressId, u32>,
    waiting: EntityVec<OpId, u32>,
    ready: Vec<OpId>,
    done: EntityVec<OpId, bool>,
    address: Option<AddressId>,
    priority: EntityVec<OpId, u32>,
    slots: Vec<Issued>,
    left: Left,
}

/// Runs a pass. It gives up when the result cannot have fewer than `limit` slots.
pub(super) fn run(
    code: &View,
    analysis: &Analysis,
    settings: &Settings,
    limit: usize,
) -> Result<Option<Schedule>, ScheduleError> {
    let mut list = List::new(code, analysis, settings);
    while !list.is_finished() {
        // Setting a0 for operations that then do not fit could go on for ever.
        if list.length() > 2 * code.ops.len() + 2 {
            return Err(list.failure());
        }
        if list.length() + list.slots_left() >= limit {
            return Ok(None);
        }
        let options = list.options(settings);
        let found = options
            .into_iter()
            .find_map(|(mac, ilu)| list.attempt(mac, ilu));
        match found {
            Some(issued) => list.commit(issued),
            None => return Err(list.failure()),
        }
    }
    Ok(Some(list.finish()))
}

impl<'a> List<'a> {
    /// The state before the first slot.
    pub(super) fn new(code: &'a View, analysis: &'a Analysis, settings: &Settings) -> List<'a> {
        let mut random = settings.random.clone();
        let priority = code.ops.iter().map(|(id, op)| {
            let single = matches!(op.code, Operation::Mac(_) | Operation::Ilu(_));
            let mut weight = 1 + settings.height * analysis.height[id];
            weight += if single { settings.single } else { 0 };
            weight += settings.order * (code.ops.len() - id.index()) as u32;
            weight += if op.out.is_some() { settings.output } else { 0 };
            weight + random.below(settings.noise.max(1)) as u32
        });
        let mut left = Left::default();
        for op in code.ops.values() {
            left.count(op, 1);
        }
        let waiting = analysis.dag.waiting.clone();
        List {
            code,
            analysis,
            files: Files::new(code),
            readers: analysis.dag.readers.clone(),
            address_users: analysis.dag.address_users.clone(),
            ready: (code.ops.keys()).filter(|id| waiting[*id] == 0).collect(),
            waiting,
            done: EntityVec::filled(false, code.ops.len()),
            address: None,
            priority: priority.collect(),
            slots: Vec::new(),
            left,
        }
    }

    /// The finished order.
    pub(super) fn finish(self) -> Schedule {
        Schedule {
            registers: self.files.used(),
            slots: self.slots,
            bound: 0,
        }
    }

    /// True if every operation is done.
    pub(super) fn is_finished(&self) -> bool {
        self.left.all == 0
    }

    /// Slots filled so far.
    pub(super) fn length(&self) -> usize {
        self.slots.len()
    }

    /// Slots that what is left needs at least.
    pub(super) fn slots_left(&self) -> usize {
        let longest = self
            .ready
            .iter()
            .map(|id| self.analysis.height[*id])
            .max()
            .unwrap_or(0);
        longest.max(self.left.slots()) as usize
    }

    /// The operations that are done and the value of a0, as a key.
    pub(super) fn done_set(&self) -> Vec<u64> {
        let mut bits = vec![0; self.done.len().div_ceil(64)];
        for (id, _) in self.done.iter().filter(|(_, done)| **done) {
            bits[id.index() / 64] |= 1 << (id.index() % 64);
        }
        bits.push(
            self.address
                .map_or(u64::MAX, |address| address.index() as u64),
        );
        bits
    }
}

impl List<'_> {
    fn failure(&self) -> ScheduleError {
        let op = self
            .ready
            .iter()
            .max_by_key(|id| self.priority[**id])
            .copied();
        ScheduleError::Registers {
            op,
            live: self.files.live(),
        }
    }

    /// Urgency of an operation now: its priority, and the lanes that die with it.
    fn weight(&self, id: OpId, settings: &Settings) -> u32 {
        let freed = self.analysis.dag.reads[id]
            .iter()
            .filter(|(vector, lane)| self.readers[*vector][usize::from(lane & 3)] == 1)
            .count();
        self.priority[id] + settings.freed * freed as u32
    }

    /// Operations that can run on a unit now, the most urgent first.
    fn candidates<T>(
        &self,
        settings: &Settings,
        form: impl Fn(Operation) -> Option<T>,
    ) -> Vec<(u32, OpId)> {
        let runs = self.ready.iter().copied().filter(|id| {
            let needs = self.analysis.dag.address[*id];
            let possible = form(self.code.ops[*id].code).is_some();
            possible && (needs.is_none() || needs == self.address)
        });
        let mut found: Vec<(u32, OpId)> = runs.map(|id| (self.weight(id, settings), id)).collect();
        found.sort_unstable_by_key(|(weight, id)| (std::cmp::Reverse(*weight), *id));
        found.truncate(CANDIDATES);
        found
    }

    /// Values of a0 that could be set now: some operation waits for nothing else, and none that
    /// waits for nothing needs the one that is set.
    fn addresses(&self, settings: &Settings) -> Vec<(u32, AddressId)> {
        let mut found: Vec<(u32, AddressId)> = Vec::new();
        for id in &self.ready {
            let Some(address) = self.analysis.dag.address[*id] else {
                continue;
            };
            if Some(address) == self.address {
                return Vec::new();
            }
            let mut waits = self.analysis.dag.index_writers(address);
            if waits.any(|op| !self.done[op]) {
                continue;
            }
            let weight = self.weight(*id, settings) + settings.height;
            match found.iter_mut().find(|(_, other)| *other == address) {
                Some((most, _)) => *most = weight.max(*most),
                None => found.push((weight, address)),
            }
        }
        found.sort_unstable_by_key(|(weight, address)| (std::cmp::Reverse(*weight), *address));
        found.truncate(CANDIDATES / 2);
        found
    }

    /// What the next slot could do, the most urgent first. Whether it is a slot is not known yet.
    pub(super) fn options(&self, settings: &Settings) -> Vec<(Option<Task>, Option<OpId>)> {
        let macs = self.candidates(settings, on_mac);
        let ilus = self.candidates(settings, on_ilu);
        let addresses = self.addresses(settings);
        let vector: Vec<(u32, Task)> = macs
            .iter()
            .map(|(weight, id)| (*weight, Task::Op(*id)))
            .chain(
                addresses
                    .iter()
                    .map(|(weight, id)| (*weight, Task::Address(*id))),
            )
            .collect();
        // Vector unit first: what either unit can do alone is written so in assembly.
        let alone = vector
            .iter()
            .map(|(weight, task)| (*weight, Some(*task), None));
        let mut tries: Vec<(u32, Option<Task>, Option<OpId>)> = alone.collect();
        for (scalar_weight, id) in &ilus {
            let scalar = Needs::on_ilu(&self.code.ops[*id]);
            for (weight, task) in &vector {
                let agree = match task {
                    Task::Op(other) => other != id && self.analysis.needs[*other].agree(&scalar),
                    Task::Address(_) => true,
                };
                if agree {
                    tries.push((weight + scalar_weight, Some(*task), Some(*id)));
                }
            }
            tries.push((*scalar_weight, None, Some(*id)));
        }
        // A stable order: among equals the one that was listed first.
        tries.sort_by_key(|(weight, ..)| std::cmp::Reverse(*weight));
        tries.into_iter().map(|(_, mac, ilu)| (mac, ilu)).collect()
    }

    /// Takes a slot that was built.
    pub(super) fn commit(&mut self, issued: Issued) {
        let tasks = [issued.mac, issued.ilu].map(|claim| claim.map(|claim| claim.task));
        let ops = tasks.map(|task| task.and_then(op_of));
        self.count_off(&ops);
        if let Some(Task::Address(address)) = tasks[0] {
            self.address = Some(address);
        }
        for id in ops.into_iter().flatten() {
            self.done[id] = true;
            self.left.count(&self.code.ops[id], -1);
            self.ready.retain(|other| *other != id);
        }
        for id in ops.into_iter().flatten() {
            for later in self.analysis.dag.readers_of(id) {
                self.waiting[later] -= 1;
                if self.waiting[later] == 0 {
                    self.ready.push(later);
                }
            }
        }
        self.slots.push(issued);
    }
}

/// The operation of a task, unless it sets a0.
pub(super) fn op_of(task: Task) -> Option<OpId> {
    match task {
        Task::Op(id) => Some(id),
        Task::Address(_) => None,
    }
}
