//! What slots do, in numbers of any kind.
//!
//! There are no jumps: all samples of a group take part in every slot. Both units of a slot read before either writes.

use crate::isa::registers::POSITION;
use crate::isa::{
    Argument, CONSTANTS, Info, Mask, Meaning, POSITION_VIEW, Part, Port, TEMPORARIES,
};
use crate::program::{Operand, Program, Register, Target, Unit, UnitOp};
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{Component, Function, Numbers, Outside, Samples, load};
use retroshade_kit::machine::runner::{Execute, Next};
use retroshade_kit::machine::{self, RegisterImage};
use std::collections::BTreeMap;

/// The lanes of a result that were computed: others than those that the unit writes only where all are the same.
pub type Computed<N> = [Option<<N as Numbers>::Value>; 4];

/// Vertices in the midst of a program.
pub struct Machine<'a, N: Numbers> {
    program: &'a Program,
    image: &'a RegisterImage,
    missing: machine::Register,
    unset: N::Value,
    /// The temporary registers.
    pub temporaries: [[N::Value; 4]; TEMPORARIES as usize],
    /// The outputs by their numbers in the microcode; `None` for lanes that nothing wrote.
    pub outputs: [[Option<N::Value>; 4]; 16],
    /// The lanes of constants that the program wrote, by register and lane.
    pub constants: BTreeMap<(u8, u8), N::Value>,
    /// The address register.
    pub address: N::Value,
    /// Results of the vector unit and the scalar unit in the last slot; `None` for an idle unit.
    pub results: [Option<Computed<N>>; 2],
}

impl<'a, N: Numbers> Machine<'a, N> {
    /// Vertices before the first slot. Attributes that the image does not have hold `missing`.
    pub fn new(
        program: &'a Program,
        image: &'a RegisterImage,
        missing: machine::Register,
        numbers: &mut N,
    ) -> Machine<'a, N> {
        let unset = numbers.unset();
        Machine {
            program,
            image,
            missing,
            unset,
            temporaries: [[unset; 4]; TEMPORARIES as usize],
            outputs: [[None; 4]; 16],
            constants: BTreeMap::new(),
            address: unset,
            results: [None; 2],
        }
    }

    /// A lane of a constant register, of which `None` is unset.
    fn constant(&self, register: Option<u8>, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let Some(register) = register.filter(|register| u32::from(*register) < CONSTANTS) else {
            return Ok(self.unset);
        };
        match self.constants.get(&(register, lane)) {
            Some(written) => Ok(*written),
            None => {
                let uniform = Outside::Uniform {
                    file: "c",
                    number: register.into(),
                    lane,
                };
                numbers.outside(self.image, uniform)
            }
        }
    }

    /// Reads a lane of an operand as the operation sees it.
    fn lane(&self, operand: &Operand, lane: u8, numbers: &mut N) -> Result<N::Value, Trap> {
        let lane = operand.swizzle.lane(lane);
        let place = usize::from(lane);
        let value = match operand.register {
            // What an output holds before it is written is not known.
            Register::Temporary(POSITION_VIEW) => {
                match self.outputs[usize::from(POSITION)][place] {
                    Some(written) => written,
                    None => numbers.literal(f32::NAN),
                }
            }
            Register::Temporary(index) => {
                let register = self.temporaries.get(usize::from(index));
                register.map_or(self.unset, |register| register[place])
            }
            Register::Attribute(index) => {
                let attribute = Outside::Input {
                    file: "v",
                    number: index.into(),
                    lane,
                    missing: self.missing[place],
                };
                numbers.outside(self.image, attribute)?
            }
            Register::Constant(index) => self.constant(Some(index), lane, numbers)?,
            Register::Relative(index) => match numbers.address(index.into(), Some(self.address))? {
                Some(address) => {
                    let component = Component::of_registers("c", lane);
                    load(numbers, component, address, |numbers, register| {
                        self.constant(u8::try_from(register).ok(), lane, numbers)
                    })?
                }
                None => self.unset,
            },
        };
        if operand.negate {
            numbers.apply(Function::Negate, &[value])
        } else {
            Ok(value)
        }
    }

    fn compute<Op: UnitOp>(&self, unit: &Unit<Op>, numbers: &mut N) -> Result<Computed<N>, Trap> {
        let port = |port: Port, lane: u8, numbers: &mut N| match &unit.ports[port as usize] {
            Some(operand) => self.lane(operand, lane, numbers),
            None => Ok(self.unset),
        };
        let part = |part: Part, numbers: &mut N| match part {
            Part::One => Ok(numbers.integer(1)),
            Part::Of(function, arguments) => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(match *argument {
                        Argument::Lane(of, lane) => port(of, lane, numbers)?,
                        Argument::Size(of, lane) => {
                            let value = port(of, lane, numbers)?;
                            numbers.apply(Function::Absolute, &[value])?
                        }
                    });
                }
                numbers.apply(function, &values)
            }
        };
        let info: &Info<Op> = unit.op.info();
        let products = |lanes: u8, numbers: &mut N| {
            let product = |lane| {
                let factors = [port(Port::A, lane, numbers)?, port(Port::B, lane, numbers)?];
                numbers.apply(Function::Multiply, &factors)
            };
            (0..lanes)
                .map(product)
                .collect::<Result<Vec<N::Value>, Trap>>()
        };
        let mut result = [None; 4];
        match info.meaning {
            Meaning::Lanes(function) => {
                for lane in lanes(unit.written()) {
                    let mut values = Vec::with_capacity(info.operands.len());
                    for (of, _) in info.operands {
                        values.push(port(*of, lane, numbers)?);
                    }
                    result[usize::from(lane)] = Some(numbers.apply(function, &values)?);
                }
            }
            Meaning::MultiplyAdd => {
                for lane in lanes(unit.written()) {
                    let [a, b, c] = [Port::A, Port::B, Port::C].map(|of| port(of, lane, numbers));
                    let product = numbers.apply(Function::Multiply, &[a?, b?])?;
                    let sum = numbers.apply(Function::Add, &[product, c?])?;
                    result[usize::from(lane)] = Some(sum);
                }
            }
            Meaning::Dot(lanes) => {
                let terms = products(lanes, numbers)?;
                result = [Some(numbers.apply(Function::Sum, &terms)?); 4];
            }
            Meaning::HomogeneousDot => {
                let mut terms = products(3, numbers)?;
                // The fourth lane is multiplied by 1, too, which makes a denormal zero.
                let factors = [numbers.integer(1), port(Port::B, 3, numbers)?];
                terms.push(numbers.apply(Function::Multiply, &factors)?);
                result = [Some(numbers.apply(Function::Sum, &terms)?); 4];
            }
            Meaning::Everywhere(all) => result = [Some(part(all, numbers)?); 4],
            Meaning::Each(parts) => {
                for lane in lanes(unit.written()).map(usize::from) {
                    result[lane] = Some(part(parts[lane], numbers)?);
                }
            }
            Meaning::Address => {
                let value = port(Port::A, 0, numbers)?;
                result[0] = Some(numbers.apply(Function::Floor, &[value])?);
            }
        }
        Ok(result)
    }

    fn write<Op: UnitOp>(&mut self, unit: &Unit<Op>, result: Computed<N>) {
        if unit.op.info().meaning == Meaning::Address {
            self.address = result[0].unwrap_or(self.unset);
        }
        let computed = |mask: Mask| {
            let values = (0..)
                .zip(result)
                .filter(move |(lane, _)| mask >> lane & 1 == 1);
            values.filter_map(|(lane, value): (u8, _)| Some((lane, value?)))
        };
        if let Some(write) = unit.temporary
            && let Some(register) = self.temporaries.get_mut(usize::from(write.to))
        {
            for (lane, value) in computed(write.mask) {
                register[usize::from(lane)] = value;
            }
        }
        let Some(write) = unit.output else { return };
        for (lane, value) in computed(write.mask) {
            match write.to {
                Target::Output(number) => {
                    if let Some(register) = self.outputs.get_mut(usize::from(number)) {
                        register[usize::from(lane)] = Some(value);
                    }
                }
                Target::Constant(number) => {
                    self.constants.insert((number, lane), value);
                }
            }
        }
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn step(&mut self, instruction: usize, numbers: &mut N) -> Result<Next, Trap> {
        let slot = self.program.slots.get(instruction);
        let slot = *slot.ok_or_else(|| Trap::Illegal("there is no such slot".into()))?;
        let mac = slot.mac.map(|unit| self.compute(&unit, numbers));
        let ilu = slot.ilu.map(|unit| self.compute(&unit, numbers));
        self.results = [mac.transpose()?, ilu.transpose()?];
        let [mac, ilu] = self.results;
        if let Some((unit, result)) = slot.mac.zip(mac) {
            self.write(&unit, result);
        }
        if let Some((unit, result)) = slot.ilu.zip(ilu) {
            self.write(&unit, result);
        }
        let is_last = instruction + 1 >= self.program.slots.len();
        Ok(Next {
            end: if is_last { Samples::MAX } else { 0 },
            ..Next::default()
        })
    }
}

fn lanes(mask: Mask) -> impl Iterator<Item = u8> {
    (0..4).filter(move |lane| mask >> lane & 1 == 1)
}
