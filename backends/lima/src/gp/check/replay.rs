//! A block replayed: what every input reads.

use super::expressions::{Expressions, Id, Key};
use crate::fault::{Checked, demand};
use crate::gp::Instruction;
use crate::gp::code::{Place, VariableId};
use crate::gp::isa::{ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, Source, Unit, mul};
use crate::gp::memory::Placed;
use rustc_hash::FxHashMap;

/// What a lane holds, and the first instruction that can read it.
pub(super) type Cell = Option<(Id, usize)>;

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
            registers: [[None; 4]; 16],
            addresses: [None; 4],
            previous: [None; 6],
            before: [None; 6],
            late: false,
            port0: None,
        }
    }

    pub(super) fn register(&self, number: u8, lane: u8, now: usize) -> Checked<Id> {
        let lanes = self.registers.get(usize::from(number));
        match lanes.and_then(|lanes| lanes[usize::from(lane)]) {
            Some((id, ready)) if now >= ready => Ok(id),
            Some(_) => Err(format!("${number} lane {lane} is read too early").into()),
            None => Err(format!("${number} lane {lane} holds nothing").into()),
        }
    }

    /// Says that a variable is in its place.
    pub(super) fn start_with(&mut self, id: VariableId, place: Place) -> Checked {
        let value = self.expressions.number(Key::Variable(id));
        let taken = match place {
            Place::Register(register, lane) => {
                let cell = &mut self.registers[usize::from(register)][usize::from(lane)];
                cell.replace((value, 0)).is_some()
            }
            Place::Temporary { address, lane, .. } => self
                .temporaries
                .insert((address, lane), (value, 0))
                .is_some(),
            _ => return Err("a variable in no place".into()),
        };
        demand(!taken, "two variables live in one place")
    }

    /// What a place answers behind the block.
    pub(super) fn holds(&self, place: Place, end: usize) -> Checked<Id> {
        match place {
            Place::Register(register, lane) => self.register(register, lane, end),
            Place::Temporary { address, lane, .. } => {
                let held = self.temporaries.get(&(address, lane));
                match held {
                    Some((id, ready)) if *ready <= end => Ok(*id),
                    Some(_) => Err("a temporary is stored too late".into()),
                    None => Err("a temporary holds nothing".into()),
                }
            }
            _ => Err("a variable in no place".into()),
        }
    }

    pub(super) fn port(&mut self, port: (bool, u8), lane: u8, now: usize) -> Checked<Id> {
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
    ) -> Checked<Id> {
        let source = Source::from_code(instruction.get(field)).ok_or("an unknown input")?;
        let nothing = "an input reads nothing";
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
                            return Err("an address register is used too early".into());
                        }
                        Some(id)
                    }
                };
                let address = instruction.get(Field::LoadAddress);
                if offset.is_none()
                    && let Some((id, ready)) = self.temporaries.get(&(address, lane))
                {
                    if *ready > now {
                        return Err("a temporary is read too early".into());
                    }
                    return Ok(*id);
                }
                Ok(self.expressions.number(Key::Memory(address, lane, offset)))
            }
            Source::Port0Before(lane) => {
                let (attribute, number, time) = self.port0.ok_or(nothing)?;
                self.port((attribute, number), lane, time)
            }
            Source::Previous(Unit::Mul0) if self.late => {
                Err("complex1 is read after one instruction".into())
            }
            Source::Previous(unit) => Ok(self.previous[unit as usize].ok_or(nothing)?),
            Source::Before(unit) => Ok(self.before[unit as usize].ok_or(nothing)?),
            Source::Nothing => Err(nothing.into()),
        }
    }

    pub(super) fn second(
        &mut self,
        now: usize,
        instruction: &Instruction,
        field: Field,
    ) -> Checked<Option<Id>> {
        if instruction.get(field) == IDENTITY {
            return Ok(None);
        }
        self.input(now, instruction, field).map(Some)
    }

    /// A complete value, which may be read by anything.
    pub(super) fn plain(&self, id: Id) -> Checked<Id> {
        match self.expressions.key(id) {
            Key::Table(..) | Key::Square(_) | Key::Prepared(_) | Key::RawLogarithm(_) => {
                Err("a partial result of a function is used as a number".into())
            }
            _ => Ok(id),
        }
    }

    pub(super) fn step(&mut self, now: usize, instruction: &Instruction) -> Checked {
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
