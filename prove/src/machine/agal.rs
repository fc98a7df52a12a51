//! AGAL: tokens in order, blocks by comparisons.

use super::{Outputs, given};
use crate::domain::{Detail, Domain, Value};
use retroshade_agal::isa::{Dest, File, Opcode, Program, Source, Token};
use retroshade_ir::Stage;
use retroshade_kit::machine::{RegisterImage, UNSET};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// Runs a program for sample 0 of an image.
///
/// # Errors
/// What is not modelled.
pub(crate) fn run(
    program: &Program,
    image: &RegisterImage,
    domain: &mut Domain,
) -> Result<Outputs, String> {
    let mut machine = Machine {
        program,
        image,
        domain,
        registers: FxHashMap::default(),
        skipped: Vec::new(),
        discarded: false,
    };
    for (number, token) in program.tokens.iter().enumerate() {
        machine.domain.at(number);
        machine.token(token)?;
    }
    let outputs = machine.registers.iter();
    let written = outputs.filter(|((file, _), _)| {
        matches!(file, File::Output | File::Depth)
            || (*file == File::Varying && program.stage == Stage::Vertex)
    });
    let registers = written.map(|((file, number), lanes)| {
        (
            file.prefix(program.stage).to_owned(),
            u32::from(*number),
            *lanes,
        )
    });
    Ok(Outputs {
        registers: registers.collect(),
        discarded: machine.discarded,
    })
}

struct Machine<'a> {
    program: &'a Program,
    image: &'a RegisterImage,
    domain: &'a mut Domain,
    registers: FxHashMap<(File, u16), [Option<Value>; 4]>,
    /// For each open block whether it is skipped now, and whether it would be if it were turned.
    skipped: Vec<(bool, bool)>,
    discarded: bool,
}

impl Machine<'_> {
    fn token(&mut self, token: &Token) -> Result<(), String> {
        let skipping = self.skipped.last().is_some_and(|block| block.0);
        match token.opcode {
            Opcode::Ife | Opcode::Ine | Opcode::Ifg | Opcode::Ifl => {
                let taken = !skipping && self.condition(token)?;
                self.skipped.push((!taken, skipping || taken));
                return Ok(());
            }
            Opcode::Els => {
                if let Some(block) = self.skipped.last_mut() {
                    *block = (block.1, block.0);
                }
                return Ok(());
            }
            Opcode::Eif => {
                self.skipped.pop();
                return Ok(());
            }
            _ if skipping => return Ok(()),
            _ => {}
        }
        let a = self.fetch(token.a.as_ref().ok_or("no source")?, 0)?;
        if token.opcode == Opcode::Kil {
            let zero = self.domain.whole(0);
            let decision = self.domain.order(a[0], zero);
            self.domain.jump(&a[..1], decision.node);
            self.discarded |= decision.is_less();
            return Ok(());
        }
        let result = self.result(token, a)?;
        let dest = token.dest.as_ref().ok_or("no destination")?;
        self.store(dest, result);
        Ok(())
    }

    fn condition(&mut self, token: &Token) -> Result<bool, String> {
        let a = self.fetch(token.a.as_ref().ok_or("no source")?, 0)?[0];
        let b = self.fetch(token.b.as_ref().ok_or("no source")?, 0)?[0];
        let holds = match token.opcode {
            Opcode::Ife => Ordering::is_eq,
            Opcode::Ine => Ordering::is_ne,
            Opcode::Ifg => Ordering::is_gt,
            _ => Ordering::is_lt,
        };
        let decision = self.domain.order_for(a, b, holds);
        self.domain.jump(&[a, b], decision.node);
        Ok(holds(decision.order))
    }

    fn result(&mut self, token: &Token, a: [Value; 4]) -> Result<[Value; 4], String> {
        let undefined = self.domain.undefined();
        let mask = token.dest.as_ref().map_or(0, |dest| dest.mask.bits());
        let b = match &token.b {
            Some(source) => self.fetch(source, 0)?,
            None => a,
        };
        let rows = match token.opcode {
            Opcode::M33 => (3, 3),
            Opcode::M34 => (3, 4),
            Opcode::M44 => (4, 4),
            _ => (0, 0),
        };
        if rows.0 > 0 {
            let source = token.b.as_ref().ok_or("no matrix")?;
            let mut result = [undefined; 4];
            for row in 0..rows.0 {
                let lanes = self.fetch(source, row)?;
                result[usize::from(row)] = self.domain.dot(&a[..rows.1], &lanes[..rows.1]);
            }
            return Ok(result);
        }
        let domain = &mut *self.domain;
        match token.opcode {
            Opcode::Dp3 => return Ok([domain.dot(&a[..3], &b[..3]); 4]),
            Opcode::Dp4 => return Ok([domain.dot(&a, &b); 4]),
            Opcode::Crs => {
                let lanes = domain.cross(&a, &b);
                return Ok([lanes[0], lanes[1], lanes[2], undefined]);
            }
            Opcode::Nrm => {
                let lanes = domain.normalize(&a[..3]);
                return Ok([lanes[0], lanes[1], lanes[2], undefined]);
            }
            Opcode::Tex => {
                let sampler = token.sampler.as_ref().ok_or("no sampler")?;
                let count = if sampler.is_cube() { 3 } else { 2 };
                let bias = domain.literal(f32::from(sampler.bias) / 8.0);
                let detail = Detail::Bias(bias);
                return Ok(domain.texture(sampler.number.into(), &a[..count], detail));
            }
            _ => {}
        }
        let mut result = [undefined; 4];
        for lane in (0..4).filter(|lane| mask >> lane & 1 == 1) {
            result[lane] = lane_of(domain, token.opcode, a[lane], b[lane])?;
        }
        Ok(result)
    }

    fn fetch(&mut self, source: &Source, row: u16) -> Result<[Value; 4], String> {
        let register = match source.indirect {
            None => self.register(source.file, source.number + row),
            Some(indirect) => {
                let index = self.register(indirect.file, indirect.number);
                let index = index[usize::from(indirect.lane & 3)];
                let floor = self.domain.floor(index);
                let (defined, node) = (floor.defined, floor.node);
                let number = floor.real + f64::from(indirect.offset) + f64::from(row);
                let file = File::Constant.prefix(self.program.stage);
                let register = match (0.0..65536.0).contains(&number) {
                    true => self.image.uniform(file, number as u32),
                    false => UNSET,
                };
                given(self.domain, register).map(|lane| {
                    let node = self.domain.tape.join(lane.node, node);
                    Value {
                        defined: lane.defined && defined,
                        ..lane.at(node)
                    }
                })
            }
        };
        Ok(source
            .swizzle
            .lanes()
            .map(|lane| register[usize::from(lane)]))
    }

    fn register(&mut self, file: File, number: u16) -> [Value; 4] {
        let name = file.prefix(self.program.stage);
        let register = match file {
            File::Constant => self.image.uniform(name, number.into()),
            File::Attribute => self.image.input(name, number.into(), 0, UNSET),
            File::Varying => self.image.input(name, number.into(), 0, UNSET),
            _ => {
                let undefined = self.domain.undefined();
                let held = self
                    .registers
                    .get(&(file, number))
                    .copied()
                    .unwrap_or_default();
                return held.map(|lane| lane.unwrap_or(undefined));
            }
        };
        given(self.domain, register)
    }

    fn store(&mut self, dest: &Dest, values: [Value; 4]) {
        let held = self.registers.entry((dest.file, dest.number)).or_default();
        for lane in dest.mask.lanes() {
            held[usize::from(lane)] = Some(values[usize::from(lane)]);
        }
    }
}

fn lane_of(domain: &mut Domain, opcode: Opcode, a: Value, b: Value) -> Result<Value, String> {
    Ok(match opcode {
        Opcode::Mov => a,
        Opcode::Add => domain.add(a, b),
        Opcode::Sub => domain.sub(a, b),
        Opcode::Mul => domain.mul(a, b),
        Opcode::Div => domain.div(a, b),
        Opcode::Rcp => domain.rcp(a),
        Opcode::Min => domain.min(a, b),
        Opcode::Max => domain.max(a, b),
        Opcode::Frc => domain.fract(a),
        Opcode::Sqt => domain.sqrt(a),
        Opcode::Rsq => domain.rsqrt(a),
        Opcode::Pow => domain.pow(a, b),
        Opcode::Log => domain.log2(a),
        Opcode::Exp => domain.exp2(a),
        Opcode::Sin => domain.sin(a),
        Opcode::Cos => domain.cos(a),
        Opcode::Abs => domain.abs(a),
        Opcode::Neg => domain.neg(a),
        Opcode::Sat => domain.saturate(a),
        Opcode::Ddx => domain.derivative(0, a),
        Opcode::Ddy => domain.derivative(1, a),
        Opcode::Sge => domain.compare(a, b, Ordering::is_ge),
        Opcode::Slt => domain.compare(a, b, Ordering::is_lt),
        Opcode::Seq => domain.compare(a, b, Ordering::is_eq),
        Opcode::Sne => domain.compare(a, b, Ordering::is_ne),
        other => return Err(format!("{} is not modelled", other.row().name)),
    })
}
