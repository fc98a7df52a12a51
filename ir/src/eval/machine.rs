//! Control flow: a warp of invocations executes the steps together, each invocation where its bit in
//! the mask is set.
//!
//! Values are computed for all invocations, in vain where the bit is not set: nobody reads them,
//! except a derivative, which thus finds in the neighbour what it would have computed. Only what
//! outlives an instruction's region is written under the mask: results of `if` and `loop`, values
//! carried round, memory. The mask of an `if` or loop around is kept on a stack.

use super::active::Leaving;
use super::code::{Code, Compute, Copies, Step};
use super::data::Data;
use super::{Limits, bug};
use crate::entity::EntityRef;
use crate::run::Row;
use crate::{Array, Inst, Scalar, Shader, Use};
use retroshade_diagnostics::{Diagnostic, codes};

/// Invocations in a warp: four quads.
pub(super) const WARP: usize = 16;

/// One lane of a value for every invocation, as bits.
pub(super) type Register = [u32; WARP];

/// Bit i is invocation i.
pub(super) type Mask = u16;

/// What an `if` or a loop around keeps.
enum Around {
    If {
        /// Invocations that wait for the second arm.
        waiting: Mask,
        /// Invocations that have yielded.
        joined: Mask,
    },
    Loop {
        /// Invocations that wait for the next round.
        continuing: Mask,
        /// Invocations that have left.
        left: Mask,
    },
}

/// The state of one warp.
pub(super) struct Machine<'a> {
    pub(super) shader: &'a Shader,
    pub(super) code: &'a Code,
    pub(super) data: &'a Data,
    pub(super) registers: Vec<Register>,
    /// Elements of each memory object, lane by lane.
    pub(super) arrays: Vec<Vec<Register>>,
    /// The sample that invocation 0 is.
    pub(super) first: usize,
    /// Invocations that there are.
    pub(super) all: Mask,
    /// Invocations that execute.
    pub(super) mask: Mask,
    /// Invocations without output.
    pub(super) discarded: Mask,
    /// Invocations that used an index out of range.
    pub(super) outside: Mask,
    /// Invocations whose whole quad is without output: they need not go on.
    dead: Mask,
    around: Vec<Around>,
    scratch: Vec<Register>,
    /// The vertices that each invocation of a geometry shader has handed on.
    pub(super) emitted: Vec<Vec<EmittedVertex>>,
    /// Steps executed by this warp.
    pub(super) executed: u64,
}

/// A vertex that a geometry shader handed on.
#[derive(Clone, Debug)]
pub(super) struct EmittedVertex {
    /// Its number in its strip, 0 to 7.
    pub(super) number: u32,
    /// The lanes of all outputs.
    pub(super) row: Row,
}

/// What bits an uninitialised element has: undefined floats are NaN.
pub(super) fn undefined(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Float => f32::NAN.to_bits(),
        Scalar::Int | Scalar::Bool => 0,
    }
}

impl<'a> Machine<'a> {
    pub(super) fn new(shader: &'a Shader, code: &'a Code, data: &'a Data) -> Machine<'a> {
        let mut registers = vec![[0; WARP]; code.registers];
        for &(register, bits) in &code.literals {
            registers[register as usize] = [bits; WARP];
        }
        Machine {
            shader,
            code,
            data,
            registers,
            arrays: Vec::new(),
            first: 0,
            all: 0,
            mask: 0,
            discarded: 0,
            outside: 0,
            dead: 0,
            around: Vec::new(),
            scratch: Vec::new(),
            emitted: vec![Vec::new(); WARP],
            executed: 0,
        }
    }

    /// Runs the samples from `first` on, as many as a warp holds.
    pub(super) fn run(&mut self, first: usize, limits: Limits) -> Result<(), Diagnostic> {
        let count = self.data.samples.saturating_sub(first).min(WARP);
        self.first = first;
        self.all = ((1u32 << count) - 1) as Mask;
        self.mask = self.all;
        (self.discarded, self.outside, self.dead, self.executed) = (0, 0, 0, 0);
        self.around.clear();
        self.emitted.iter_mut().for_each(Vec::clear);
        self.arrays = self
            .shader
            .arrays
            .values()
            .map(|array| {
                let bits = undefined(array.ty.scalar);
                vec![[bits; WARP]; array.len as usize * usize::from(array.ty.lanes)]
            })
            .collect();
        let code = self.code;
        let mut at = 0;
        while let Some(step) = code.steps.get(at) {
            at += 1;
            self.executed += 1;
            match step {
                Step::Compute(compute) => self.compute(compute)?,
                Step::If { condition, reject } => {
                    let condition = self.registers[*condition as usize];
                    let chosen = mask_of(condition) & self.mask;
                    let waiting = self.mask & !chosen;
                    self.around.push(Around::If { waiting, joined: 0 });
                    self.mask = chosen;
                    if chosen == 0 {
                        self.mask = self.second_arm()?;
                        at = *reject;
                    }
                }
                Step::Else { end } => {
                    self.mask = self.second_arm()?;
                    if self.mask == 0 {
                        at = *end;
                    }
                }
                Step::EndIf { exit } => {
                    let Some(Around::If { joined, .. }) = self.around.pop() else {
                        return Err(bug("an if ends that did not begin"));
                    };
                    self.mask = joined & !self.dead;
                    if self.mask == 0 {
                        at = *exit;
                    }
                }
                Step::Loop { first } => {
                    self.copy(first, self.all);
                    self.around.push(Around::Loop {
                        continuing: 0,
                        left: 0,
                    });
                }
                Step::Again { inst, start, exit } => {
                    if self.again()? {
                        at = *start;
                        if self.executed > limits.steps {
                            return Err(endless(self.shader, *inst, limits));
                        }
                    } else if self.mask == 0 {
                        at = *exit;
                    }
                }
                Step::Yield(copies) => {
                    self.copy(copies, self.mask);
                    match self.around.last_mut() {
                        Some(Around::If { joined, .. }) => *joined |= self.mask,
                        _ => return Err(bug("a yield belongs to no if")),
                    }
                    self.mask = 0;
                }
                Step::Break(copies) => {
                    self.copy(copies, self.mask);
                    self.leave(Leaving::Loop)?;
                }
                Step::Continue(copies) => {
                    self.copy(copies, self.mask);
                    self.leave(Leaving::Round)?;
                }
                Step::Unreachable if self.mask & !self.dead != 0 => {
                    return Err(bug("control arrived at an unreachable end"));
                }
                Step::Unreachable => self.mask = 0,
                Step::End => break,
            }
        }
        Ok(())
    }

    /// The invocations that the first arm left over; they wait no longer.
    fn second_arm(&mut self) -> Result<Mask, Diagnostic> {
        match self.around.last_mut() {
            Some(Around::If { waiting, .. }) => Ok(std::mem::take(waiting) & !self.dead),
            _ => Err(bug("an else belongs to no if")),
        }
    }

    /// The end of a round: whether there is another.
    fn again(&mut self) -> Result<bool, Diagnostic> {
        let dead = self.dead;
        let Some(Around::Loop { continuing, left }) = self.around.last_mut() else {
            return Err(bug("a loop ends that did not begin"));
        };
        self.mask = std::mem::take(continuing) & !dead;
        if self.mask != 0 {
            return Ok(true);
        }
        self.mask = *left & !dead;
        self.around.pop();
        Ok(false)
    }

    fn leave(&mut self, leaving: Leaving) -> Result<(), Diagnostic> {
        let mask = std::mem::take(&mut self.mask);
        for around in self.around.iter_mut().rev() {
            if let Around::Loop { continuing, left } = around {
                *match leaving {
                    Leaving::Loop => left,
                    Leaving::Round => continuing,
                } |= mask;
                return Ok(());
            }
        }
        Err(bug("a loop is left that did not begin"))
    }

    fn copy(&mut self, copies: &Copies, mask: Mask) {
        self.scratch.clear();
        let from = copies
            .from
            .iter()
            .map(|&from| self.registers[from as usize]);
        self.scratch.extend(from);
        for (value, &to) in self.scratch.iter().zip(&copies.to) {
            merge(&mut self.registers[to as usize], value, mask);
        }
    }

    /// Ends the output of the executing invocations that have the condition.
    pub(super) fn discard(&mut self, condition: Register) {
        self.discarded |= mask_of(condition) & self.mask;
        let mut dead = self.discarded;
        if self.data.quads {
            for quad in 0..WARP / 4 {
                let quad = 0xf << (4 * quad);
                if self.discarded & quad != quad {
                    dead &= !quad;
                }
            }
        }
        self.dead = dead;
        self.mask &= !dead;
    }

    /// Hands on a vertex in each executing invocation.
    pub(super) fn emit_vertex(&mut self, step: &Compute) {
        let data = &self.shader.insts[step.inst];
        let scalar = |operand: &Use| self.shader.ty(operand.value).scalar;
        let mut columns: Vec<(Register, Scalar)> = Vec::new();
        for (index, operand) in data.args.iter().enumerate() {
            let registers = self.operand(step, index);
            let lanes = 0..operand.lanes();
            columns.extend(lanes.map(|lane| (self.read(registers, lane), scalar(operand))));
        }
        for invocation in (0..WARP).filter(|i| self.mask >> i & 1 == 1) {
            let mut numbers = columns
                .iter()
                .map(|(register, scalar)| number(register[invocation], *scalar));
            let number = numbers.next().unwrap_or_default() as u32;
            let row = numbers.collect();
            self.emitted[invocation].push(EmittedVertex { number, row });
        }
    }

    pub(super) fn array(&mut self, array: Array) -> Result<&mut Vec<Register>, Diagnostic> {
        let memory = self.arrays.get_mut(array.index());
        memory.ok_or_else(|| bug("a memory object does not exist"))
    }
}

/// The invocations for which a bool is true.
fn mask_of(condition: Register) -> Mask {
    let bits = condition.iter().enumerate();
    bits.fold(0, |mask, (index, &bool)| {
        mask | Mask::from(bool != 0) << index
    })
}

/// The bits of a lane as a number.
pub(super) fn number(bits: u32, scalar: Scalar) -> f32 {
    match scalar {
        Scalar::Float => f32::from_bits(bits),
        Scalar::Int => bits as i32 as f32,
        Scalar::Bool => bits as f32,
    }
}

/// Replaces the values of the invocations in a mask.
pub(super) fn merge(register: &mut Register, value: &Register, mask: Mask) {
    for (index, (old, new)) in register.iter_mut().zip(value).enumerate() {
        if mask >> index & 1 == 1 {
            *old = *new;
        }
    }
}

fn endless(shader: &Shader, inst: Inst, limits: Limits) -> Diagnostic {
    let message = format!("the shader was stopped after {} steps", limits.steps);
    Diagnostic::error(codes::files::RUN_STEPS, message).at(
        shader.insts[inst].span,
        "this loop does not end for these inputs",
    )
}
