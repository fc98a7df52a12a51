//! A block replayed: what every input reads.

use super::Step;
use super::expressions::{Expressions, Id, Key};
use crate::gp::Instruction;
use crate::gp::code::{Place, VariableId};
use crate::gp::isa::{ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, Source, Unit, mul};
use crate::gp::memory::Placed;
use rustc_hash::FxHashMap;

/// A lane of a register: what was stored when, and what was there before.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    /// The value, and the first instruction that can read it.
    pub(super) new: Option<(Id, usize)>,
}

pub(super) struct Replay<'a> {
    pub(super) expressions: &'a mut Expressions,
    pub(super) placed: &'a Placed,
    pub(super) temporaries: FxHashMap<(u16, u8), (Id, usize)>,
    /// The address that this instruction stores temporaries to.
    pub(super) target: Option<u16>,
    pub(super) outputs: FxHashMap<(u8, u8), Id>,
    pub(super) registers: [[Cell; 4]; 16],
    pub(super) addresses: [Option<(Id, usize)>; 4],
    pub(super) previous: [Option<Id>; 6],
    pub(super) before: [Option<Id>; 6],
    pub(super) late: bool,
    /// What port 0 held: attribute or register, its number, when.
    pub(super) port0: Option<(bool, u8, usize)>,
}

impl<'a> Replay<'a> {
    pub(super) fn new(expressions: &'a mut Expressions, placed: &'a Placed) -> Replay<'a> {
        Replay {
            expressions,
            placed,
            temporaries: FxHashMap::default(),
            target: None,
            outputs: FxHashMap::default(),
            registers: [[Cell::default(); 4]; 16],
            addresses: [None; 4],
            previous: [None; 6],
            before: [None; 6],
            late: false,
            port0: None,
        }
    }

    pub(super) fn register(&self, number: u8, lane: u8, now: usize) -> Step<Id> {
        let cell = self
            .registers
            .get(usize::from(number))
            .and_then(|lanes| lanes.get(usize::from(lane)))
            .and_then(|cell| cell.new);
        match cell {
            Some((id, ready)) if now >= ready => Ok(id),
            Some(_) => Err(format!("${number} lane {lane} is read too early")),
            None => Err(format!("${number} lane {lane} holds nothing")),
        }
    }

    /// Says that a variable is in its place.
    pub(super) fn start_with(&mut self, id: VariableId, place: Place) -> Step<()> {
        let value = self.expressions.number(Key::Variable(id));
        let taken = match place {
            Place::Register(register, lane) => self
                .registers
                .get_mut(usize::from(register))
                .and_then(|lanes| lanes.get_mut(usize::from(lane)))
                .ok_or("a place that does not exist")?
                .new
                .replace((value, 0))
                .is_some(),
            Place::Temporary { address, lane, .. } => self
                .temporaries
                .insert((address, lane), (value, 0))
                .is_some(),
            _ => return Err("a variable in no place".to_owned()),
        };
        if taken {
            return Err("two variables live in one place".to_owned());
        }
        Ok(())
    }

    /// What a place answers behind the block.
    pub(super) fn holds(&self, place: Place, end: usize) -> Step<Id> {
        match place {
            Place::Register(register, lane) => self.register(register, lane, end),
            Place::Temporary { address, lane, .. } => {
                let held = self.temporaries.get(&(address, lane));
                match held {
                    Some((id, ready)) if *ready <= end => Ok(*id),
                    Some(_) => Err("a temporary is stored too late".to_owned()),
                    None => Err("a temporary holds nothing".to_owned()),
                }
            }
            _ => Err("a variable in no place".to_owned()),
        }
    }

    pub(super) fn port(&mut self, port: (bool, u8), lane: u8, now: usize) -> Step<Id> {
        match port {
            (true, number) => Ok(self.expressions.number(Key::Attribute(number, lane))),
            (false, number) => self.register(number, lane, now),
        }
    }

    pub(super) fn input(
        &mut self,
        now: usize,
        instruction: &Instruction,
        field: Field,
    ) -> Step<Id> {
        let source = Source::from_code(instruction.get(field)).ok_or("an unknown input")?;
        let nothing = || "an input reads nothing".to_owned();
        match source {
            Source::Port0(lane) => {
                let attribute = instruction.get(Field::Port0Attribute) != 0;
                self.port((attribute, instruction.get(Field::Port0) as u8), lane, now)
            }
            Source::Port1(lane) => self.register(instruction.get(Field::Port1) as u8, lane, now),
            Source::Memory(lane) => {
                let offset = match instruction.get(Field::LoadOffset) {
                    NO_OFFSET => None,
                    number => {
                        let held = self.addresses.get(usize::from(number)).copied().flatten();
                        let (id, set) = held.ok_or("an address register was never set")?;
                        if now < set + ADDRESS_LATENCY {
                            return Err("an address register is used too early".to_owned());
                        }
                        Some(id)
                    }
                };
                let address = instruction.get(Field::LoadAddress);
                if offset.is_none()
                    && let Some((id, ready)) = self.temporaries.get(&(address, lane))
                {
                    if *ready > now {
                        return Err("a temporary is read too early".to_owned());
                    }
                    return Ok(*id);
                }
                Ok(self.expressions.number(Key::Memory(address, lane, offset)))
            }
            Source::Port0Before(lane) => {
                let (attribute, number, time) = self.port0.ok_or_else(nothing)?;
                self.port((attribute, number), lane, time)
            }
            Source::Previous(Unit::Mul0) if self.late => {
                Err("complex1 is read after one instruction".to_owned())
            }
            Source::Previous(unit) => self.previous[unit as usize].ok_or_else(nothing),
            Source::Before(unit) => self.before[unit as usize].ok_or_else(nothing),
            Source::Nothing => Err(nothing()),
        }
    }

    pub(super) fn second(
        &mut self,
        now: usize,
        instruction: &Instruction,
        field: Field,
    ) -> Step<Option<Id>> {
        if instruction.get(field) == IDENTITY {
            return Ok(None);
        }
        self.input(now, instruction, field).map(Some)
    }

    /// A complete value, which may be read by anything.
    pub(super) fn plain(&self, id: Id) -> Step<Id> {
        match self.expressions.key(id) {
            Some(Key::Table(..) | Key::Square(_) | Key::Prepared(_) | Key::RawLogarithm(_)) => {
                Err("a partial result of a function is used as a number".to_owned())
            }
            _ => Ok(id),
        }
    }

    pub(super) fn step(&mut self, now: usize, instruction: &Instruction) -> Step<()> {
        let mut out = [None; 6];
        self.target = None;
        self.accumulate(now, instruction, &mut out)?;
        self.multiply(now, instruction, &mut out)?;
        self.pass(now, instruction, &mut out)?;
        // Last of those that load: an address register that it sets is still the old one to all of them.
        self.complex(now, instruction, &mut out)?;
        self.stores(now, instruction, &out)?;
        self.late = instruction.get(Field::MulOp) == mul::COMPLEX1;
        self.before = self.previous;
        self.previous = out;
        let attribute = instruction.get(Field::Port0Attribute) != 0;
        self.port0 = Some((attribute, instruction.get(Field::Port0) as u8, now));
        Ok(())
    }
}
