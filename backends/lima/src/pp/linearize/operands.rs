//! Operands and opcodes of a program as operations of laid out code have them.

use super::bug;
use crate::pp::code::{Address, Cell, Code, Kind, Operand, Source};
use crate::pp::half;
use crate::pp::machine::{self, Program, Target};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::SecondaryMap;
use retroshade_kit::mir::{AddressId, Base, Lane, LaneRef, Reg, VectorId};

pub(super) struct Translation<'a> {
    pub(super) program: &'a Program,
    pub(super) code: Code,
    /// The cell of each value.
    cells: SecondaryMap<Lane, Option<Cell>>,
}

impl Translation<'_> {
    pub(super) fn new(program: &Program, code: Code) -> Translation<'_> {
        let mut cells = SecondaryMap::new();
        for (id, vector) in program.vectors.iter() {
            for (place, lane) in (0..).zip(&vector.lanes) {
                cells[*lane] = Some(Cell::new(id, place));
            }
        }
        Translation {
            program,
            code,
            cells,
        }
    }

    pub(super) fn cell(&self, lane: Lane) -> Result<Cell, Diagnostic> {
        self.cells[lane].ok_or_else(|| bug("a value without a vector"))
    }

    /// An operand, by its number, of a unit that reads numbers, fetches and registers.
    pub(super) fn operand(
        &self,
        lanes: &[LaneRef],
        reader: Reader,
        number: usize,
    ) -> Result<Operand, Diagnostic> {
        let lanes = read_by(lanes, reader, number);
        if let Some(numbers) = numbers(lanes, reader, number) {
            return Ok(numbers);
        }
        let Some(first) = lanes.iter().find(|lane| !is_number(**lane)) else {
            return Err(bug("an operand without lanes"));
        };
        if reader == Reader::Branch && first.is_modified() {
            return Err(bug("a branch has no modifiers"));
        }
        let mut from = [0; 4];
        let mut source = None;
        // Undefined lanes, and places behind the last, repeat another.
        for (at, place) in from.iter_mut().enumerate() {
            let lane = lanes.get(at).or(lanes.last()).unwrap_or(first);
            let lane = if lane.is_undefined() { first } else { lane };
            let (found, component) = self.source(*lane)?;
            let same = (lane.negate, lane.absolute) == (first.negate, first.absolute);
            if *source.get_or_insert(found) != found || !same {
                return Err(bug("an operand of several registers"));
            }
            *place = component;
        }
        let source = match source {
            Some(Place::Value(value)) => Source::Value(value, from),
            Some(Place::Fetched(address)) => Source::Load(address, from),
            None => return Err(bug("an operand without lanes")),
        };
        Ok(Operand {
            negative: first.negate,
            absolute: first.absolute,
            ..Operand::new(source, lanes.len() as u8)
        })
    }

    /// An operand of a unit that reads registers only.
    pub(super) fn in_register(&mut self, lanes: &[LaneRef]) -> Result<Operand, Diagnostic> {
        if lanes.iter().all(|lane| lane.is_undefined()) {
            let value = self.code.value(lanes.len() as u8);
            return Ok(Operand::new(
                Source::Value(value, [0, 1, 2, 3]),
                lanes.len() as u8,
            ));
        }
        let operand = self.operand(lanes, Reader::Unit, 0)?;
        match operand.source {
            Source::Value(..) => Ok(operand),
            Source::Load(..) | Source::Const(_) => Err(bug("a unit reads registers only")),
        }
    }

    /// What an operation does; `index` is that of the vector which it stores to.
    pub(super) fn kind(
        &self,
        kind: machine::Kind,
        index: Option<Lane>,
    ) -> Result<Kind, Diagnostic> {
        let address = |to: Target| -> Result<Address, Diagnostic> {
            Ok(Address {
                temporary: true,
                index: machine::memory_index(to.number),
                offset: index.map(|index| self.cell(index)).transpose()?,
            })
        };
        Ok(match kind {
            machine::Kind::Alu(alu) => Kind::Alu(alu),
            machine::Kind::Sum => Kind::Sum,
            machine::Kind::Select(alu) => Kind::Select(alu),
            machine::Kind::Function(code) => Kind::Function(code),
            machine::Kind::AtanFirst => Kind::AtanFirst,
            machine::Kind::AngleFirst => Kind::AngleFirst,
            machine::Kind::AtanSecond => Kind::AtanSecond,
            machine::Kind::Input(input) => Kind::Input(input),
            machine::Kind::Lookup(lookup) => Kind::Lookup(lookup),
            machine::Kind::Store(to) => Kind::Store(address(to)?),
            machine::Kind::StoreLane(to, lane) => Kind::StoreLane(address(to)?, lane),
            machine::Kind::FrameRead { color } => Kind::FrameRead { color },
            machine::Kind::Discard(condition) => Kind::Discard(condition),
        })
    }

    fn source(&self, lane: LaneRef) -> Result<(Place, u8), Diagnostic> {
        match lane.base {
            Base::Value(value) => {
                let cell = self.cell(value)?;
                Ok((Place::Value(cell.value), cell.lane))
            }
            Base::Reg(reg, component) => {
                let address = self.address(reg, None)?;
                Ok((Place::Fetched(address), component))
            }
            Base::Indexed(reg, address, component) => {
                let address = self.address(reg, Some(address))?;
                Ok((Place::Fetched(address), component))
            }
            Base::Literal(_) | Base::Undefined => Err(bug("numbers among lanes of a register")),
        }
    }

    /// What the load unit fetches. An index that may be anything is 0.
    fn address(&self, reg: Reg, address: Option<AddressId>) -> Result<Address, Diagnostic> {
        let temporary = machine::is_memory(reg);
        let index = match address.map(|address| self.program.addresses[address].index) {
            Some(index) if !index.is_undefined() => {
                let plain = index.as_value().filter(|_| !index.is_modified());
                Some(plain.ok_or_else(|| bug("an index that lies in no register"))?)
            }
            Some(_) | None => None,
        };
        Ok(Address {
            temporary,
            index: if temporary {
                machine::memory_index(reg.number)
            } else {
                i32::from(reg.number)
            },
            offset: index.map(|index| self.cell(index)).transpose()?,
        })
    }
}

/// What the lanes of an operand have in common.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Value(VectorId),
    Fetched(Address),
}

fn is_number(lane: LaneRef) -> bool {
    lane.is_undefined() || lane.as_literal().is_some()
}

/// The sign of a half float.
const SIGN: u16 = 0x8000;

/// Who reads an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pp) enum Reader {
    /// Most units: operands have modifiers.
    Unit,
    /// A select: as most units, but each lane of the result repeats the two lanes that are compared.
    Select,
    /// A branch or discard: operands have no modifiers.
    Branch,
}

impl Reader {
    /// What reads the operands of an instruction.
    pub(in crate::pp) fn of(kind: machine::Kind) -> Reader {
        match kind {
            machine::Kind::Discard(_) => Reader::Branch,
            machine::Kind::Select(_) => Reader::Select,
            _ => Reader::Unit,
        }
    }
}

/// The lanes of an operand that are read.
fn read_by(lanes: &[LaneRef], reader: Reader, number: usize) -> &[LaneRef] {
    if reader == Reader::Select && number < 2 {
        lanes.get(..1).unwrap_or(lanes)
    } else {
        lanes
    }
}

/// An operand, by its number, if it is numbers. It has a minus where all of them have one, since constant fields hold
/// each number once.
pub(in crate::pp) fn numbers(lanes: &[LaneRef], reader: Reader, number: usize) -> Option<Operand> {
    let lanes = read_by(lanes, reader, number);
    if !lanes.iter().all(|lane| is_number(*lane)) {
        return None;
    }
    let value = |lane: &LaneRef| lane.number().unwrap_or(0.0);
    let found = || lanes.iter().map(value);
    let negative = reader != Reader::Branch
        && found().all(|number| number <= 0.0)
        && found().any(|number| number < 0.0);
    let mut bits = [0; 4];
    for (at, bits) in bits.iter_mut().enumerate() {
        let lane = lanes.get(at).or(lanes.last());
        *bits = half::from_f32(lane.map_or(0.0, value));
        if negative {
            *bits ^= SIGN;
        }
    }
    Some(Operand {
        negative,
        ..Operand::new(Source::Const(bits), lanes.len() as u8)
    })
}
