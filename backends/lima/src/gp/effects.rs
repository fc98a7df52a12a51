//! What the units of the vertex processor read and write, and where control goes.
//!
//! Values that go through memory are not followed: where they are is computed by the program.

use super::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    Unit, complex, mul, pass,
};
use super::program::{ACC_INPUTS, MUL_INPUTS, STORE_HALVES, STORES};
use super::{Instruction, Program};
use retroshade_kit::machine::Kind;
use retroshade_kit::machine::effects::{Decoded, Effect, File, Flow, From, Place, Read};

/// The units of an instruction as pictures show them.
const UNITS: [&str; 12] = [
    "register port 0",
    "register port 1",
    "memory",
    "multiplier 0",
    "multiplier 1",
    "adder 0",
    "adder 1",
    "complex unit",
    "pass unit",
    "store xy",
    "store zw",
    "branch",
];

/// Numbers of those units.
pub(crate) mod unit {
    pub(crate) const PORT0: usize = 0;
    pub(crate) const PORT1: usize = 1;
    pub(crate) const MEMORY: usize = 2;
    pub(crate) const MUL: [usize; 2] = [3, 4];
    pub(crate) const ACC: [usize; 2] = [5, 6];
    pub(crate) const COMPLEX: usize = 7;
    pub(crate) const PASS: usize = 8;
    pub(crate) const STORE: [usize; 2] = [9, 10];
    pub(crate) const BRANCH: usize = 11;
}

use unit::{ACC, BRANCH, COMPLEX, MEMORY, MUL, PASS, PORT0, PORT1, STORE};

pub(crate) const REGISTER: File = File::new("$", Kind::Temporary);
const OUTPUT: File = File::new("v", Kind::Output);
pub(crate) const ADDRESS: File = File::new("A", Kind::Address);
const ATTRIBUTE: File = File::new("a", Kind::Input);
const UNIFORM: File = File::new("u", Kind::Uniform);

impl Decoded for Program {
    fn units(&self) -> Vec<&'static str> {
        UNITS.to_vec()
    }

    fn len(&self) -> usize {
        self.instructions.len()
    }

    fn effects(&self, instruction: usize) -> Vec<Effect> {
        let Some(current) = self.instructions.get(instruction) else {
            return Vec::new();
        };
        let next = self.instructions.get(instruction + 1);
        let busy = (0..UNITS.len()).filter(|unit| is_busy(current, next, *unit));
        busy.map(|unit| effect(current, next, unit)).collect()
    }

    fn flow(&self, instruction: usize) -> Flow {
        let current = self.instructions.get(instruction);
        let branches = current.filter(|one| one.get(Field::Branch) != 0);
        Flow {
            falls: true,
            target: branches.map(Instruction::target),
            ends: instruction + 1 == self.instructions.len(),
        }
    }
}

/// The number of a unit's results.
pub(crate) fn number(unit: Unit) -> usize {
    match unit {
        Unit::Acc0 => ACC[0],
        Unit::Acc1 => ACC[1],
        Unit::Mul0 => MUL[0],
        Unit::Mul1 => MUL[1],
        Unit::Pass => PASS,
        Unit::Complex => COMPLEX,
    }
}

/// True if a unit has something to do.
fn is_busy(instruction: &Instruction, next: Option<&Instruction>, unit: usize) -> bool {
    let get = |field| instruction.get(field);
    let differs = |fields: &[Field]| {
        let idle = Instruction::default();
        fields.iter().any(|field| get(*field) != idle.get(*field))
    };
    match unit {
        PORT0 => {
            differs(&[Field::Port0, Field::Port0Attribute])
                || lanes_on_port0(instruction, next) != 0
        }
        PORT1 => differs(&[Field::Port1]) || lanes_on_port1(instruction) != 0,
        MEMORY => {
            differs(&[Field::LoadAddress, Field::LoadOffset]) || lanes_of_memory(instruction) != 0
        }
        _ if unit == MUL[0] => {
            differs(&[Field::Mul0A, Field::Mul0B, Field::Mul0Negate, Field::MulOp])
        }
        _ if unit == MUL[1] => {
            takes_both(instruction) || differs(&[Field::Mul1A, Field::Mul1B, Field::Mul1Negate])
        }
        _ if unit == ACC[0] => differs(&[
            Field::Acc0A,
            Field::Acc0B,
            Field::Acc0NegateA,
            Field::Acc0NegateB,
        ]),
        _ if unit == ACC[1] => differs(&[
            Field::Acc1A,
            Field::Acc1B,
            Field::Acc1NegateA,
            Field::Acc1NegateB,
        ]),
        COMPLEX => differs(&[Field::ComplexOp, Field::ComplexInput]),
        PASS => differs(&[Field::PassOp, Field::PassInput]),
        BRANCH => get(Field::Branch) != 0,
        _ => {
            let half = usize::from(unit == STORE[1]);
            let stores = STORES.iter().skip(2 * half).take(2);
            let fields = STORE_HALVES[half].iter().chain(stores);
            differs(&fields.copied().collect::<Vec<Field>>())
        }
    }
}

/// True if an operation takes both multipliers.
fn takes_both(instruction: &Instruction) -> bool {
    matches!(instruction.get(Field::MulOp), mul::COMPLEX1 | mul::SELECT)
}

fn effect(instruction: &Instruction, next: Option<&Instruction>, unit: usize) -> Effect {
    let get = |field| instruction.get(field);
    let mut effect = Effect {
        unit,
        // Loads, then units, then stores and the branch.
        phase: match unit {
            PORT0 | PORT1 | MEMORY => 0,
            _ if unit < STORE[0] => 1,
            _ => 2,
        },
        ..Effect::default()
    };
    match unit {
        PORT0 => {
            let lanes = lanes_on_port0(instruction, next);
            effect.reads = match get(Field::Port0Attribute) {
                0 => of_register(get(Field::Port0), lanes),
                _ => {
                    // An attribute is loaded whether a unit looks at it or not.
                    let places = ATTRIBUTE.lanes(get(Field::Port0), lanes.max(1));
                    places.map(Read::place).collect()
                }
            };
        }
        PORT1 => effect.reads = of_register(get(Field::Port1), lanes_on_port1(instruction)),
        MEMORY if get(Field::LoadOffset) != NO_OFFSET => {
            let places = ADDRESS.lanes(get(Field::LoadOffset), 1);
            effect.reads = late(places, ADDRESS_LATENCY);
        }
        MEMORY => {
            let places = UNIFORM.lanes(get(Field::LoadAddress), lanes_of_memory(instruction));
            effect.reads = places.map(Read::place).collect();
        }
        BRANCH => effect.reads.push(Read::unit(PASS)),
        _ => {}
    }
    let sources = inputs(instruction, unit).into_iter();
    let sources = sources.filter_map(Source::from_code);
    effect.reads.extend(sources.filter_map(read));
    if unit == PASS && clamps(instruction) {
        effect.reads.push(Read::unit(MEMORY));
    }
    if unit == COMPLEX {
        for register in isa::addresses_set(get(Field::ComplexOp)) {
            effect.writes.extend(ADDRESS.lanes(register, 1));
        }
        if get(Field::ComplexOp) == complex::SET_A01 {
            effect.reads.push(Read::unit(PASS));
        }
    }
    if let Some(half) = STORE.iter().position(|store| *store == unit) {
        store(instruction, half, &mut effect);
    }
    effect
}

/// The input codes of a unit that it looks at.
fn inputs(instruction: &Instruction, unit: usize) -> Vec<u16> {
    let get = |field| instruction.get(field);
    // As a second operand this code is a number.
    let pair = |[a, b]: [Field; 2]| {
        let second = Some(get(b)).filter(|code| *code != IDENTITY);
        [Some(get(a)), second].into_iter().flatten()
    };
    match unit {
        _ if unit == MUL[0] && takes_both(instruction) => {
            MUL_INPUTS.into_iter().flat_map(pair).collect()
        }
        _ if unit == MUL[0] => pair(MUL_INPUTS[0]).collect(),
        _ if unit == MUL[1] && takes_both(instruction) => Vec::new(),
        _ if unit == MUL[1] => pair(MUL_INPUTS[1]).collect(),
        _ if unit == ACC[0] || unit == ACC[1] => {
            let inputs = ACC_INPUTS[usize::from(unit == ACC[1])];
            let row = isa::acc_row(get(Field::AccOp));
            if row.is_some_and(|row| row.function.arity() == 1) {
                vec![get(inputs[0])]
            } else {
                pair(inputs).collect()
            }
        }
        COMPLEX => vec![get(Field::ComplexInput)],
        PASS => vec![get(Field::PassInput)],
        _ => Vec::new(),
    }
}

/// What the units read, each source once, in the order of their codes.
pub(super) fn sources(instruction: &Instruction) -> Vec<Source> {
    let units = MUL.into_iter().chain(ACC).chain([COMPLEX, PASS]);
    let mut codes: Vec<u16> = units.flat_map(|unit| inputs(instruction, unit)).collect();
    codes.sort_unstable();
    codes.dedup();
    let codes = codes.into_iter().filter(|code| *code != NOTHING);
    codes.filter_map(Source::from_code).collect()
}

/// How many instructions ago the result was made that a source is; `None` for loads.
pub(super) fn age(source: Source) -> Option<usize> {
    match source {
        Source::Previous(_) | Source::Port0Before(_) => Some(1),
        Source::Before(_) => Some(2),
        Source::Port0(_) | Source::Port1(_) | Source::Memory(_) | Source::Nothing => None,
    }
}

/// The read of a source.
fn read(source: Source) -> Option<Read> {
    let unit = match source {
        Source::Port0(_) | Source::Port0Before(_) => PORT0,
        Source::Port1(_) => PORT1,
        Source::Memory(_) => MEMORY,
        Source::Previous(unit) | Source::Before(unit) => number(unit),
        Source::Nothing => return None,
    };
    let before = age(source).unwrap_or(0);
    Some(Read {
        from: From::Unit { unit, before },
        delay: before as u32,
    })
}

fn late(places: impl Iterator<Item = Place>, latency: usize) -> Vec<Read> {
    let read = |place| Read {
        from: From::Place(place),
        delay: latency as u32,
    };
    places.map(read).collect()
}

fn of_register(number: u16, lanes: u8) -> Vec<Read> {
    late(REGISTER.lanes(number, lanes), REGISTER_LATENCY)
}

/// The lanes that some unit takes from a source.
fn lanes(instruction: &Instruction, lane_of: fn(Source) -> Option<u8>) -> u8 {
    let lanes = sources(instruction).into_iter().filter_map(lane_of);
    lanes.fold(0, |mask, lane| mask | 1 << lane)
}

fn lanes_on_port0(instruction: &Instruction, next: Option<&Instruction>) -> u8 {
    let now = lanes(instruction, |source| match source {
        Source::Port0(lane) => Some(lane),
        _ => None,
    });
    let later = |next| {
        lanes(next, |source| match source {
            Source::Port0Before(lane) => Some(lane),
            _ => None,
        })
    };
    now | next.map_or(0, later)
}

fn lanes_on_port1(instruction: &Instruction) -> u8 {
    lanes(instruction, |source| match source {
        Source::Port1(lane) => Some(lane),
        _ => None,
    })
}

fn lanes_of_memory(instruction: &Instruction) -> u8 {
    let units = lanes(instruction, |source| match source {
        Source::Memory(lane) => Some(lane),
        _ => None,
    });
    units | if clamps(instruction) { 3 } else { 0 }
}

/// True if the pass unit clamps, to what memory has in its first two lanes.
fn clamps(instruction: &Instruction) -> bool {
    let get = |field| instruction.get(field);
    get(Field::PassOp) == pass::CLAMP && get(Field::PassInput) != NOTHING
}

fn store(instruction: &Instruction, half: usize, effect: &mut Effect) {
    let [address, varying, temporary] = STORE_HALVES[half].map(|field| instruction.get(field));
    for (lane, field) in (0u8..).zip(STORES).skip(2 * half).take(2) {
        let code = instruction.get(field);
        let Some(unit) = Unit::from_store_code(code).filter(|_| code != NO_STORE) else {
            continue;
        };
        effect.reads.push(Read::unit(number(unit)));
        let file = if varying != 0 { OUTPUT } else { REGISTER };
        if temporary == 0 {
            effect.writes.extend(file.lanes(address, 1 << lane));
        }
    }
}
