//! The shader as a flat list of steps with registers in place of values: what the machine runs.
//!
//! A register holds one lane of one value for all invocations of a warp. Regions become runs of
//! steps; which invocations execute them is the machine's matter. Inactive instructions are left
//! out.

use super::active::Active;
use crate::entity::SecondaryMap;
use crate::{Constant, Inst, Op, Region, Shader, Terminator, Use, Value};

/// The registers of up to four lanes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Operand {
    pub(super) registers: [u32; 4],
    pub(super) lanes: u8,
}

/// Registers to read and to write, in this order, all reads before all writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Copies {
    pub(super) from: Vec<u32>,
    pub(super) to: Vec<u32>,
}

/// An operation without regions.
#[derive(Clone, Debug)]
pub(super) struct Compute {
    pub(super) inst: Inst,
    pub(super) op: Op,
    /// The operands: this part of [`Code::operands`].
    pub(super) operands: std::ops::Range<usize>,
    pub(super) result: Operand,
}

/// A step. Numbers of steps are where to go on.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Computes.
    Compute(Compute),
    /// Sets aside the invocations without the condition; where none has it, goes on at `reject`.
    If { condition: u32, reject: usize },
    /// The end of the first arm: the others take over; where there are none, goes on at `end`.
    Else { end: usize },
    /// The end of the second arm: those that yielded go on; where there are none, at `exit`.
    EndIf { exit: usize },
    /// Enters a loop.
    Loop { first: Copies },
    /// The end of the body: those that continue go on at `start`; where there are none, those that
    /// left go on here, and where there are none of these, at `exit`.
    Again {
        inst: Inst,
        start: usize,
        exit: usize,
    },
    /// Hands values to an `if`.
    Yield(Copies),
    /// Hands values to a loop and leaves it.
    Break(Copies),
    /// Hands values to the next round.
    Continue(Copies),
    /// Nobody comes here.
    Unreachable,
    /// The end: the outputs are in these registers.
    End,
}

/// A shader ready to run.
pub(super) struct Code {
    pub(super) steps: Vec<Step>,
    pub(super) operands: Vec<Operand>,
    /// Registers in use.
    pub(super) registers: usize,
    /// Registers that hold a literal from the start, and its bits.
    pub(super) literals: Vec<(u32, u32)>,
    /// The output slots, in the interface's order; empty if the end is not reached.
    pub(super) outputs: Vec<Operand>,
}

/// Translates a verified shader.
pub(super) fn code(shader: &Shader, active: &Active) -> Code {
    let mut translator = Translator {
        shader,
        active,
        first: SecondaryMap::with_default(0),
        code: Code {
            steps: Vec::new(),
            operands: Vec::new(),
            registers: 0,
            literals: Vec::new(),
            outputs: Vec::new(),
        },
    };
    translator.body();
    translator.code
}

/// How far an instruction with regions is translated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Head,
    FirstRegion,
    SecondRegion,
}

/// A region that is being translated.
struct Frame {
    region: Region,
    next: usize,
    progress: Progress,
    /// The step that began the instruction in progress, and that of its `else`.
    opened: usize,
    middle: usize,
    /// Steps that go on at the end of this region.
    exits: Vec<usize>,
    /// The instruction it belongs to, and the innermost loop it is in.
    parent: Option<Inst>,
    around: Option<Inst>,
}

struct Translator<'a> {
    shader: &'a Shader,
    active: &'a Active,
    /// The first register of a value, plus one.
    first: SecondaryMap<Value, u32>,
    code: Code,
}

impl Translator<'_> {
    fn body(&mut self) {
        let shader = self.shader;
        let mut open = vec![frame(shader.body, None, None)];
        while let Some(top) = open.last_mut() {
            let Some(&inst) = shader.regions[top.region].insts.get(top.next) else {
                let here = self.code.steps.len();
                for exit in std::mem::take(&mut top.exits) {
                    self.patch(exit, here);
                }
                self.end(top.region, top.parent, top.around);
                open.pop();
                continue;
            };
            if !self.active.insts[inst] {
                top.next += 1;
                continue;
            }
            let data = &shader.insts[inst];
            let here = self.code.steps.len();
            match (data.op, top.progress) {
                (Op::If, Progress::Head) => {
                    let condition = self.operand(data.args[0]).registers[0];
                    self.code.steps.push(Step::If {
                        condition,
                        reject: 0,
                    });
                    (top.opened, top.progress) = (here, Progress::FirstRegion);
                    let inner = frame(data.regions[0], Some(inst), top.around);
                    open.push(inner);
                }
                (Op::If, Progress::FirstRegion) => {
                    self.code.steps.push(Step::Else { end: 0 });
                    self.patch(top.opened, here + 1);
                    (top.middle, top.progress) = (here, Progress::SecondRegion);
                    let inner = frame(data.regions[1], Some(inst), top.around);
                    open.push(inner);
                }
                (Op::If, Progress::SecondRegion) => {
                    self.patch(top.middle, here);
                    self.code.steps.push(Step::EndIf { exit: 0 });
                    top.done(here);
                }
                (Op::Loop, Progress::Head) => {
                    let body = data.regions[0];
                    let first = self.copies(&data.args, &shader.regions[body].parameters);
                    self.code.steps.push(Step::Loop { first });
                    (top.opened, top.progress) = (here, Progress::FirstRegion);
                    open.push(frame(body, Some(inst), Some(inst)));
                }
                (Op::Loop, _) => {
                    let start = top.opened + 1;
                    self.code.steps.push(Step::Again {
                        inst,
                        start,
                        exit: 0,
                    });
                    top.done(here);
                }
                _ => {
                    top.next += 1;
                    self.compute(inst);
                }
            }
        }
    }

    /// Sets where a step goes on.
    fn patch(&mut self, step: usize, target: usize) {
        match &mut self.code.steps[step] {
            Step::If { reject: place, .. }
            | Step::Else { end: place }
            | Step::EndIf { exit: place }
            | Step::Again { exit: place, .. } => *place = target,
            _ => {}
        }
    }

    fn end(&mut self, region: Region, parent: Option<Inst>, around: Option<Inst>) {
        let shader = self.shader;
        let end = &shader.regions[region].end;
        let handed = |target: Option<Inst>| match target {
            Some(inst) => shader.insts[inst].results.as_slice(),
            None => &[],
        };
        let step = match end {
            Terminator::Yield(uses) if parent.is_none() => {
                self.code.outputs = uses.iter().map(|&operand| self.operand(operand)).collect();
                Step::End
            }
            Terminator::Yield(uses) => Step::Yield(self.copies(uses, handed(parent))),
            Terminator::Break(uses) => Step::Break(self.copies(uses, handed(around))),
            Terminator::Continue(uses) => {
                let body = around.map(|inst| shader.insts[inst].regions[0]);
                let parameters = body.map_or(&[][..], |body| &shader.regions[body].parameters);
                Step::Continue(self.copies(uses, parameters))
            }
            Terminator::Open | Terminator::Unreachable => Step::Unreachable,
        };
        self.code.steps.push(step);
        if parent.is_none() {
            // The end of a body that is not reached is still where the machine stops.
            self.code.steps.push(Step::End);
        }
    }

    fn compute(&mut self, inst: Inst) {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let result = match data.results.first() {
            Some(&value) => self.operand(shader.whole(value)),
            None => Operand::default(),
        };
        if let Op::Constant(constant) = data.op {
            return self.literal(constant, result);
        }
        let start = self.code.operands.len();
        for &operand in &data.args {
            let operand = self.operand(operand);
            self.code.operands.push(operand);
        }
        self.code.steps.push(Step::Compute(Compute {
            inst,
            op: data.op,
            operands: start..self.code.operands.len(),
            result,
        }));
    }

    fn literal(&mut self, constant: Constant, result: Operand) {
        let lanes = result.registers.into_iter().zip(constant.lanes());
        self.code
            .literals
            .extend(lanes.map(|(register, &bits)| (register, bits)));
    }

    /// Values handed on, except to where nobody needs them.
    fn copies(&mut self, uses: &[Use], to: &[Value]) -> Copies {
        let mut copies = Copies::default();
        for (&operand, &value) in uses.iter().zip(to) {
            if self.active.values[value] {
                let from = self.operand(operand);
                let to = self.operand(self.shader.whole(value));
                for lane in 0..usize::from(from.lanes.min(to.lanes)) {
                    copies.from.push(from.registers[lane]);
                    copies.to.push(to.registers[lane]);
                }
            }
        }
        copies
    }

    fn operand(&mut self, operand: Use) -> Operand {
        let lanes = self.shader.ty(operand.value).lanes;
        if self.first[operand.value] == 0 {
            self.first[operand.value] = self.code.registers as u32 + 1;
            self.code.registers += usize::from(lanes);
        }
        let first = self.first[operand.value] - 1;
        let mut registers = [first; 4];
        for (register, &lane) in registers.iter_mut().zip(operand.swizzle.lanes()) {
            *register = first + u32::from(lane);
        }
        Operand {
            registers,
            lanes: operand.lanes(),
        }
    }
}

fn frame(region: Region, parent: Option<Inst>, around: Option<Inst>) -> Frame {
    Frame {
        region,
        next: 0,
        progress: Progress::Head,
        opened: 0,
        middle: 0,
        exits: Vec::new(),
        parent,
        around,
    }
}

impl Frame {
    /// The instruction in progress is finished with this step, which may have to leave the region.
    fn done(&mut self, step: usize) {
        self.exits.push(step);
        self.progress = Progress::Head;
        self.next += 1;
    }
}
