//! NV2A: slots in order, both units of a slot reading before either writes.

use super::{Outputs, given};
use crate::domain::{Domain, Value};
use retroshade_kit::machine::{RegisterImage, UNSET};
use retroshade_nv2a::isa::registers::POSITION;
use retroshade_nv2a::isa::{CONSTANTS, Ilu, Mac, POSITION_VIEW};
use retroshade_nv2a::program::{Operand, Program, Register, Target, Unit, UnitOp};
use std::cmp::Ordering;

type Lanes = [Option<Value>; 4];

/// Runs a program for sample 0 of an image.
pub(crate) fn run(program: &Program, image: &RegisterImage, domain: &mut Domain) -> Outputs {
    let undefined = domain.undefined();
    let mut machine = Machine {
        image,
        domain,
        temporaries: [[None; 4]; 16],
        outputs: [[None; 4]; 16],
        address: undefined,
    };
    for (number, slot) in program.slots.iter().enumerate() {
        machine.domain.at(number);
        let mac = slot.mac.map(|unit| (unit, machine.vector(&unit)));
        let ilu = slot.ilu.map(|unit| (unit, machine.scalar(&unit)));
        if let Some((unit, result)) = mac {
            if unit.op == Mac::Arl {
                machine.address = result[0];
            }
            machine.write(&unit, result);
        }
        if let Some((unit, result)) = ilu {
            machine.write(&unit, result);
        }
    }
    Outputs::of_vertex(&machine.outputs)
}

struct Machine<'a> {
    image: &'a RegisterImage,
    domain: &'a mut Domain,
    temporaries: [Lanes; 16],
    outputs: [Lanes; 16],
    address: Value,
}

impl Machine<'_> {
    fn operand(&mut self, operand: &Operand) -> [Value; 4] {
        let undefined = self.domain.undefined();
        let held = |lanes: Lanes| lanes.map(|lane| lane.unwrap_or(undefined));
        let register = match operand.register {
            Register::Temporary(POSITION_VIEW) => held(self.outputs[usize::from(POSITION)]),
            Register::Temporary(index) => held(self.temporaries[usize::from(index & 15)]),
            Register::Attribute(index) => {
                given(self.domain, self.image.input("v", index.into(), 0, UNSET))
            }
            Register::Constant(index) => given(self.domain, self.image.uniform("c", index.into())),
            Register::Relative(index) => {
                let number = self.address.real + f64::from(index);
                let inside = (0.0..f64::from(CONSTANTS)).contains(&number);
                let node = self.address.node;
                match inside && self.address.defined {
                    true => given(self.domain, self.image.uniform("c", number as u32))
                        .map(|lane| lane.at(self.domain.tape.join(lane.node, node))),
                    false => [undefined; 4],
                }
            }
        };
        operand.swizzle.lanes().map(|lane| {
            let value = register[usize::from(lane)];
            match operand.negate {
                true => self.domain.neg(value),
                false => value,
            }
        })
    }

    fn operands<Op: UnitOp>(&mut self, unit: &Unit<Op>) -> [[Value; 4]; 3] {
        let undefined = [self.domain.undefined(); 4];
        unit.ports.map(|operand| match operand {
            Some(operand) => self.operand(&operand),
            None => undefined,
        })
    }

    fn vector(&mut self, unit: &Unit<Mac>) -> [Value; 4] {
        let [a, b, c] = self.operands(unit);
        let written = unit.written();
        let domain = &mut *self.domain;
        match unit.op {
            Mac::Dp3 => return [domain.dot(&a[..3], &b[..3]); 4],
            Mac::Dp4 => return [domain.dot(&a, &b); 4],
            Mac::Dph => {
                let sum = domain.dot(&a[..3], &b[..3]);
                return [domain.add(sum, b[3]); 4];
            }
            Mac::Dst => return [domain.whole(1), domain.mul(a[1], b[1]), a[2], b[3]],
            Mac::Arl => return [domain.floor(a[0]); 4],
            _ => {}
        }
        let mut result = [domain.undefined(); 4];
        for lane in (0..4).filter(|lane| written >> lane & 1 == 1) {
            let (a, b, c) = (a[lane], b[lane], c[lane]);
            result[lane] = match unit.op {
                Mac::Mul => domain.mul(a, b),
                Mac::Add => domain.add(a, c),
                Mac::Mad => {
                    let product = domain.mul(a, b);
                    domain.add(product, c)
                }
                Mac::Min => domain.min(a, b),
                Mac::Max => domain.max(a, b),
                Mac::Slt => domain.compare(a, b, Ordering::is_lt),
                Mac::Sge => domain.compare(a, b, Ordering::is_ge),
                _ => a,
            };
        }
        result
    }

    fn scalar(&mut self, unit: &Unit<Ilu>) -> [Value; 4] {
        let [_, _, c] = self.operands(unit);
        let domain = &mut *self.domain;
        let one = domain.whole(1);
        match unit.op {
            Ilu::Mov => c,
            // The limits of RCC are beyond what shaders compute with.
            Ilu::Rcp | Ilu::Rcc => [domain.rcp(c[0]); 4],
            Ilu::Rsq => {
                let size = domain.abs(c[0]);
                [domain.rsqrt(size); 4]
            }
            Ilu::Expp => {
                let power = domain.exp2(c[0]);
                match mask_of(unit) & 3 {
                    0 => [power, power, power, one],
                    _ => {
                        let fraction = domain.fract(c[0]);
                        let whole = domain.sub(c[0], fraction);
                        [domain.exp2(whole), fraction, power, one]
                    }
                }
            }
            Ilu::Logp => {
                let size = domain.abs(c[0]);
                let logarithm = domain.log2(size);
                match mask_of(unit) & 3 {
                    0 => [logarithm, logarithm, logarithm, one],
                    _ => {
                        let [exponent, mantissa] = domain.parts(size);
                        [exponent, mantissa, logarithm, one]
                    }
                }
            }
            Ilu::Lit => {
                let zero = domain.whole(0);
                let written = mask_of(unit);
                let positive = match written >> 1 & 1 {
                    1 => domain.max(c[0], zero),
                    _ => zero,
                };
                let mut power = zero;
                if written >> 2 & 1 == 1 {
                    let decision = domain.order(c[0], zero);
                    if decision.is_greater() {
                        let base = domain.max(c[1], zero);
                        power = domain.pow(base, c[3]);
                    }
                    power = domain.decided_by(decision, power);
                }
                [one, positive, power, one]
            }
        }
    }

    fn write<Op: UnitOp>(&mut self, unit: &Unit<Op>, result: [Value; 4]) {
        let merge = |into: &mut Lanes, mask: u8| {
            for lane in (0..4).filter(|lane| mask >> lane & 1 == 1) {
                into[lane] = Some(result[lane]);
            }
        };
        if let Some(write) = unit.temporary {
            merge(
                &mut self.temporaries[usize::from(write.to & 15)],
                write.mask,
            );
        }
        if let Some(write) = unit.output
            && let Target::Output(number) = write.to
        {
            merge(&mut self.outputs[usize::from(number & 15)], write.mask);
        }
    }
}

/// The lanes that a unit writes somewhere: of the others nothing is asked.
fn mask_of<Op: UnitOp>(unit: &Unit<Op>) -> u8 {
    unit.temporary.map_or(0, |write| write.mask) | unit.output.map_or(0, |write| write.mask)
}
