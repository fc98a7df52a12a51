//! One pass of the list scheduler: slot after slot from the first, the most urgent pair that can be
//! encoded and whose results find registers.

use super::dag::{Dag, address_index};
use super::files::{Files, Place, Wanted};
use super::issue::{Form, on_ilu, on_mac, origins, unit};
use super::{Claim, Failure, Issued, Schedule, Task};
use crate::encode::check;
use crate::isa::{Ilu, Mac, PAIRED_TEMPORARY, Port};
use crate::program::{Operand, Register, Slot, Unit};
use crate::select::code::{Arg, Code, OpId, Source, VirtualId};
use crate::select::graph::{AddressId, Operation};
use retroshade_kit::random::Random;

/// What differs from pass to pass.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Weight of the distance to the end.
    height: u32,
    /// Weight of operations that only the vector unit can do.
    vector: u32,
    /// Weight of operations that write an output.
    output: u32,
    /// Weight of a lane that is freed.
    freed: u32,
    /// Random part of a priority, below this.
    noise: u64,
    random: Random,
}

/// Candidates for each unit that are tried together.
const CANDIDATES: usize = 8;

impl Settings {
    /// The first passes are the usual weightings; later ones are shaken.
    pub(super) fn of_pass(pass: u32, random: &mut Random) -> Settings {
        let (height, vector, output, freed) = match pass % 6 {
            0 => (16, 24, 0, 2),
            1 => (16, 8, 16, 2),
            2 => (4, 24, 24, 4),
            3 => (8, 0, 32, 8),
            4 => (2, 16, 8, 24),
            _ => (24, 24, 0, 0),
        };
        Settings {
            height,
            vector,
            output,
            freed,
            noise: if pass < 6 { 0 } else { 24 },
            random: Random::new(random.bits()),
        }
    }
}

struct List<'a> {
    code: &'a Code,
    dag: &'a Dag,
    files: Files,
    waiting: Vec<u32>,
    ready: Vec<OpId>,
    done: Vec<bool>,
    readers: Vec<[u32; 4]>,
    address: Option<AddressId>,
    address_users: Vec<u32>,
    priority: Vec<u32>,
    slots: Vec<Issued>,
    left: usize,
}

/// A pair that was found to work, with the registers as it leaves them.
struct Choice {
    issued: Issued,
    files: Files,
    weight: u32,
}

/// Runs a pass.
pub(super) fn run(code: &Code, dag: &Dag, settings: &Settings) -> Result<Schedule, Failure> {
    let mut random = settings.random.clone();
    let priority = code.ops.iter().enumerate().map(|(id, op)| {
        let vector = matches!(op.operation, Operation::Mac(_));
        let scalar = matches!(op.operation, Operation::Ilu(_));
        let mut weight = 1 + settings.height * dag.height[id];
        weight += if vector || scalar { settings.vector } else { 0 };
        weight += if op.emit.is_some() {
            settings.output
        } else {
            0
        };
        weight + random.below(settings.noise.max(1)) as u32
    });
    let priority = priority.collect();
    let mut list = List {
        code,
        dag,
        files: Files::new(code),
        waiting: dag.predecessors.clone(),
        ready: (0..code.ops.len())
            .filter(|id| dag.predecessors[*id] == 0)
            .collect(),
        done: vec![false; code.ops.len()],
        readers: dag.readers.clone(),
        address: None,
        address_users: dag.address_users.clone(),
        priority,
        slots: Vec::new(),
        left: code.ops.len(),
    };
    while list.left > 0 {
        // Every slot does at least one operation or sets a0 for one that waits for nothing else.
        if list.slots.len() > 2 * code.ops.len() + 2 {
            return Err(list.failure());
        }
        let Some(choice) = list.choose(settings) else {
            return Err(list.failure());
        };
        list.commit(choice);
    }
    Ok(Schedule {
        registers: list.files.used(),
        slots: list.slots,
        bound: 0,
    })
}

impl List<'_> {
    fn failure(&self) -> Failure {
        let op = self
            .ready
            .iter()
            .max_by_key(|id| self.priority.get(**id))
            .copied();
        Failure::Registers {
            op,
            live: self.files.live(),
        }
    }

    /// Lanes that die when an operation is done.
    fn freed(&self, args: &[Arg]) -> u32 {
        let mut lanes: Vec<(VirtualId, u8)> = args.iter().flat_map(virtual_lanes).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let last = |(register, lane): &(VirtualId, u8)| {
            self.readers
                .get(*register)
                .map(|lanes| lanes[usize::from(*lane & 3)])
                == Some(1)
        };
        lanes.iter().filter(|lane| last(lane)).count() as u32
    }

    fn weight(&self, id: OpId, settings: &Settings) -> u32 {
        self.priority[id] + settings.freed * self.freed(&self.code.ops[id].args)
    }

    /// Operations that can run on a unit now, the most urgent first.
    fn candidates<T>(
        &self,
        settings: &Settings,
        form: impl Fn(Operation) -> Option<T>,
    ) -> Vec<(u32, OpId)> {
        let runs = self.ready.iter().copied().filter(|id| {
            let needs = self.dag.address[*id];
            form(self.code.ops[*id].operation).is_some()
                && (needs.is_none() || needs == self.address)
        });
        let mut found: Vec<(u32, OpId)> = runs.map(|id| (self.weight(id, settings), id)).collect();
        found.sort_by_key(|(weight, id)| (std::cmp::Reverse(*weight), *id));
        found.truncate(CANDIDATES);
        found
    }

    /// Values of a0 that could be set now: some operation waits for nothing else.
    fn addresses(&self, settings: &Settings) -> Vec<(u32, AddressId)> {
        let current_waits = self.ready.iter().any(|id| {
            let needs = self.dag.address[*id];
            needs.is_some() && needs == self.address
        });
        if current_waits {
            return Vec::new();
        }
        let mut found: Vec<(u32, AddressId)> = Vec::new();
        for id in &self.ready {
            let Some(address) =
                self.dag.address[*id].filter(|address| Some(*address) != self.address)
            else {
                continue;
            };
            let waits = self.dag.address_waits.get(address_index(address));
            let known = waits.is_none_or(|waits| waits.iter().all(|op| self.done[*op]));
            if !known {
                continue;
            }
            let weight = self.weight(*id, settings) + settings.height;
            match found.iter_mut().find(|(_, other)| *other == address) {
                Some((most, _)) => *most = weight.max(*most),
                None => found.push((weight, address)),
            }
        }
        found
            .sort_by_key(|(weight, address)| (std::cmp::Reverse(*weight), address_index(*address)));
        found.truncate(CANDIDATES / 2);
        found
    }

    fn choose(&self, settings: &Settings) -> Option<Choice> {
        let macs = self.candidates(settings, on_mac);
        let ilus = self.candidates(settings, on_ilu);
        let addresses = self.addresses(settings);
        let vector = macs.iter().map(|(weight, id)| (*weight, Task::Op(*id)));
        let vector: Vec<(u32, Task)> = vector
            .chain(
                addresses
                    .iter()
                    .map(|(weight, id)| (*weight, Task::Address(*id))),
            )
            .collect();
        let mut best: Option<Choice> = None;
        let improves =
            |best: &Option<Choice>, weight: u32| best.as_ref().is_none_or(|b| weight > b.weight);
        for (mac_weight, mac) in &vector {
            for (ilu_weight, ilu) in &ilus {
                let weight = mac_weight + ilu_weight;
                if *mac == Task::Op(*ilu) || !improves(&best, weight) {
                    continue;
                }
                if let Some((issued, files)) = self.attempt(Some(*mac), Some(*ilu)) {
                    best = Some(Choice {
                        issued,
                        files,
                        weight,
                    });
                }
            }
        }
        let singles = vector
            .iter()
            .map(|(weight, task)| (*weight, Some(*task), None));
        let singles = singles.chain(ilus.iter().map(|(weight, id)| (*weight, None, Some(*id))));
        for (weight, mac, ilu) in singles {
            if improves(&best, weight)
                && let Some((issued, files)) = self.attempt(mac, ilu)
            {
                best = Some(Choice {
                    issued,
                    files,
                    weight,
                });
            }
        }
        best
    }

    /// Builds a slot of these and gives their results registers, if that works.
    fn attempt(&self, mac: Option<Task>, ilu: Option<OpId>) -> Option<(Issued, Files)> {
        let mut files = self.files.clone();
        let ops: Vec<OpId> = [mac.and_then(op_of), ilu].into_iter().flatten().collect();
        self.release(&mut files, &ops);
        let paired = mac.is_some() && ilu.is_some();
        // The scalar result has the least choice, so it goes first.
        let scalar_place = match ilu {
            Some(id) => self.place_scalar(&mut files, id, paired)?,
            None => None,
        };
        let writes_r1 = paired && scalar_place.is_some();
        let vector_place = match mac.and_then(op_of) {
            Some(id) => self.place_vector(&mut files, id, writes_r1)?,
            None => None,
        };
        // Operands are read before results are written, so they are where they were.
        let mut slot = Slot::default();
        if let Some(task) = mac {
            slot.mac = Some(self.vector_unit(task, vector_place)?);
        }
        if let Some(id) = ilu {
            let unit = self.scalar_unit(id, scalar_place, slot.mac.as_ref())?;
            slot.ilu = Some(unit);
        }
        if slot.writes_r1_twice() || check(&slot).is_err() {
            return None;
        }
        let claim = |task: Task, place: Option<Place>| {
            let op = op_of(task).and_then(|id| self.code.ops.get(id));
            Claim {
                task,
                origins: op.map_or([None; 4], |op| origins(op, place)),
            }
        };
        let issued = Issued {
            slot,
            mac: mac.map(|task| claim(task, vector_place)),
            ilu: ilu.map(|id| claim(Task::Op(id), scalar_place)),
        };
        Some((issued, files))
    }

    fn vector_unit(&self, task: Task, place: Option<Place>) -> Option<Unit<Mac>> {
        match task {
            Task::Op(id) => {
                let op = self.code.ops.get(id)?;
                let form = on_mac(op.operation)?;
                unit(op, &form, &self.files, place)
            }
            Task::Address(address) => {
                let value = self.code.addresses.get(address_index(address))?;
                let op = crate::select::code::Op {
                    operation: Operation::Mac(Mac::Arl),
                    args: vec![value.arg],
                    keep: None,
                    emit: None,
                    span: value.span,
                };
                let form = Form {
                    op: Mac::Arl,
                    shape: crate::select::graph::Shape::Broadcast,
                    lane: None,
                    operands: 1,
                };
                unit(&op, &form, &self.files, None)
            }
        }
    }

    fn scalar_unit(
        &self,
        id: OpId,
        place: Option<Place>,
        mac: Option<&Unit<Mac>>,
    ) -> Option<Unit<Ilu>> {
        let op = self.code.ops.get(id)?;
        let form = on_ilu(op.operation)?;
        let mut unit = unit(op, &form, &self.files, place)?;
        if op.operation == Operation::One {
            // x and w of LIT are 1 whatever it reads: what the slot reads anyway.
            unit.ports[Port::C as usize] = Some(idle_operand(mac));
        }
        Some(unit)
    }

    fn place_scalar(&self, files: &mut Files, id: OpId, paired: bool) -> Option<Option<Place>> {
        let op = self.code.ops.get(id)?;
        let form = on_ilu(op.operation)?;
        if !form.reaches_output(op) {
            return None;
        }
        let Some(keep) = op.keep else {
            return Some(None);
        };
        let place = match files.place(keep.register) {
            Some(place) => place,
            None => {
                let wanted = if paired { Wanted::Paired } else { Wanted::Any };
                files.allocate(self.code, keep.register, wanted, |layout| {
                    form.reaches(&keep, layout)
                })?
            }
        };
        let fits =
            form.reaches(&keep, &place.lanes) && (!paired || place.register == PAIRED_TEMPORARY);
        fits.then_some(Some(place))
    }

    fn place_vector(&self, files: &mut Files, id: OpId, r1_taken: bool) -> Option<Option<Place>> {
        let op = self.code.ops.get(id)?;
        let Some(keep) = op.keep else {
            return Some(None);
        };
        let place = match files.place(keep.register) {
            Some(place) => place,
            None => {
                let wanted = if r1_taken {
                    Wanted::NotPaired
                } else if self.joined_by_scalar(keep.register, id) {
                    Wanted::PairedLater
                } else {
                    Wanted::Any
                };
                files.allocate(self.code, keep.register, wanted, |_| true)?
            }
        };
        (!r1_taken || place.register != PAIRED_TEMPORARY).then_some(Some(place))
    }

    /// Whether an operation of the scalar unit will write the register too.
    fn joined_by_scalar(&self, register: VirtualId, id: OpId) -> bool {
        let writers = self
            .code
            .registers
            .get(register)
            .map(|data| data.writers.as_slice());
        writers.unwrap_or_default().iter().any(|writer| {
            *writer != id && matches!(self.code.ops[*writer].operation, Operation::Ilu(_))
        })
    }

    /// Frees the lanes whose last readers these operations are.
    fn release(&self, files: &mut Files, ops: &[OpId]) {
        let mut lanes = self.lanes_read(ops);
        lanes.sort_unstable();
        // A lane that several of them read is in the list once for each.
        let mut rest = lanes.as_slice();
        while let Some(first) = rest.first().copied() {
            let count = rest.iter().take_while(|lane| **lane == first).count();
            rest = rest.get(count..).unwrap_or_default();
            let (register, lane) = first;
            let left = self
                .readers
                .get(register)
                .map(|lanes| lanes[usize::from(lane & 3)]);
            if left == Some(count as u32) {
                files.release(register, lane);
            }
        }
    }

    /// Virtual lanes that operations read, once for each operation; and those of an index whose
    /// value of a0 nobody needs any more afterwards.
    fn lanes_read(&self, ops: &[OpId]) -> Vec<(VirtualId, u8)> {
        let mut all = Vec::new();
        for id in ops {
            let mut own: Vec<(VirtualId, u8)> = self.code.ops[*id]
                .args
                .iter()
                .flat_map(virtual_lanes)
                .collect();
            own.sort_unstable();
            own.dedup();
            all.extend(own);
        }
        let addresses = ops.iter().filter_map(|id| self.dag.address[*id]);
        if let Some(address) = addresses.min_by_key(|address| address_index(*address)) {
            let number = address_index(address);
            let users = ops
                .iter()
                .filter(|id| self.dag.address[**id] == Some(address))
                .count() as u32;
            if self.address_users.get(number) == Some(&users)
                && let Some(value) = self.code.addresses.get(number)
            {
                all.extend(virtual_lanes(&value.arg));
            }
        }
        all
    }

    fn commit(&mut self, choice: Choice) {
        let mac = choice.issued.mac.map(|claim| claim.task);
        let ilu = choice.issued.ilu.map(|claim| claim.task);
        let ops: Vec<OpId> = [mac.and_then(op_of), ilu.and_then(op_of)]
            .into_iter()
            .flatten()
            .collect();
        for (register, lane) in self.lanes_read(&ops) {
            if let Some(lanes) = self.readers.get_mut(register) {
                let count = &mut lanes[usize::from(lane & 3)];
                *count = count.saturating_sub(1);
            }
        }
        self.files = choice.files;
        if let Some(Task::Address(address)) = mac {
            self.address = Some(address);
        }
        for id in &ops {
            self.done[*id] = true;
            self.left -= 1;
            self.ready.retain(|other| other != id);
            if let Some(users) = self.dag.address[*id]
                .and_then(|address| self.address_users.get_mut(address_index(address)))
            {
                *users = users.saturating_sub(1);
            }
        }
        for id in ops {
            for later in &self.dag.successors[id] {
                self.waiting[*later] -= 1;
                if self.waiting[*later] == 0 {
                    self.ready.push(*later);
                }
            }
        }
        self.slots.push(choice.issued);
    }
}

fn op_of(task: Task) -> Option<OpId> {
    match task {
        Task::Op(id) => Some(id),
        Task::Address(_) => None,
    }
}

/// Virtual lanes that an operand reads.
fn virtual_lanes(arg: &Arg) -> Vec<(VirtualId, u8)> {
    let Source::Virtual(register) = arg.source else {
        return Vec::new();
    };
    let lanes = arg.lanes.iter().enumerate();
    lanes
        .filter(|(at, _)| arg.needed >> at & 1 == 1)
        .map(|(_, lane)| (register, *lane))
        .collect()
}

/// An operand for a scalar operation whose operand does not matter.
fn idle_operand(mac: Option<&Unit<Mac>>) -> Operand {
    let ports = mac.map(|unit| unit.ports).unwrap_or_default();
    if let Some(shared) = ports[Port::C as usize] {
        return shared;
    }
    let attribute = ports
        .into_iter()
        .flatten()
        .find_map(|operand| match operand.register {
            Register::Attribute(index) => Some(index),
            _ => None,
        });
    Operand::new(Register::Attribute(attribute.unwrap_or(0)))
}
