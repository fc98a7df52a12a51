//! A program as the scheduler takes it.

use super::code::{
    Code, Flow, Guard, Guarded, Index, Lane, Lanes, Matrix, Op, Target, ValueId, ValueInfo,
};
use crate::machine::{self, Item, Program, Stage3d, Test, file, place, rows, sources, target};
use retroshade_ir::entity::EntityRef;
use retroshade_kit::mir::{Base, BlockId, If, LaneRef, OpId, Operand, Shape};

/// Brings a program into the form of the scheduler.
pub(super) fn view(program: &Program) -> Code {
    let mut viewer = Viewer {
        program,
        code: Code {
            ops: Vec::with_capacity(program.ops.len()),
            values: vec![ValueInfo::default(); program.vectors.len()],
            indices: Vec::new(),
        },
    };
    viewer.code.ops = viewer.block(program.body);
    viewer.code
}

struct Viewer<'a> {
    program: &'a Program,
    code: Code,
}

impl Viewer<'_> {
    fn block(&mut self, block: BlockId) -> Vec<Op> {
        let items = self.program.blocks[block].iter();
        let ops = items.filter_map(|item| match item {
            Item::Op(id) => Some(self.op(*id)),
            Item::If(branch) => self.conditional(branch),
            // There are none: the passes before unroll them.
            Item::Loop(_) | Item::Break | Item::Continue | Item::Emission(..) => None,
        });
        ops.collect()
    }

    /// A conditional as an operation: the comparison, with what is under it.
    fn conditional(&mut self, branch: &If<Stage3d>) -> Option<Op> {
        let guard = self.guard(branch.tests.first()?);
        Some(Op {
            opcode: guard.opcode,
            target: Target::None,
            a: Lanes::new([guard.a]),
            b: Lanes::new([guard.b]),
            matrix: None,
            sampler: None,
            flow: Some(Box::new(Flow::Block(self.block(branch.accept)))),
            span: branch.span,
        })
    }

    fn guard(&mut self, test: &Test) -> Guard {
        let mut lanes = test.operands.iter().map(|operand| self.only(operand));
        let mut lane = || lanes.next().unwrap_or(Lane::Undefined);
        Guard {
            opcode: test.code,
            a: lane(),
            b: lane(),
        }
    }

    fn op(&mut self, id: OpId) -> Op {
        let op = &self.program.ops[id];
        let mut lists = [Lanes::EMPTY; 2];
        let places: Vec<usize> = match op.shape() {
            Shape::Lanewise => op
                .values()
                .map(|lane| place(self.program, lane).into())
                .collect(),
            Shape::Broadcast | Shape::Fixed(_) => (0..4).collect(),
        };
        for (list, operand) in lists.iter_mut().zip(sources(op)) {
            for (place, lane) in places.iter().zip(operand) {
                list.set(*place, self.lane(*lane));
            }
        }
        let matrix = rows(op).map(|row| match self.lane(row) {
            Lane::Indirect(index, _) => Matrix::Indirect(index),
            Lane::Register(_, number, _) => Matrix::Direct(number),
            _ => Matrix::Direct(0),
        });
        let flow = op.predicate.as_ref().map(|predicate| {
            let tests = predicate.tests.iter();
            let guards = tests.map(|test| self.guard(test)).collect();
            let mut over = Lanes::EMPTY;
            for (lane, old) in op.values().zip(&predicate.over) {
                over.set(place(self.program, lane).into(), self.lane(*old));
            }
            Box::new(Flow::Guarded(Guarded { guards, over }))
        });
        let [a, b] = lists;
        Op {
            opcode: op.code.opcode,
            target: self.target(id, op),
            a,
            b,
            matrix,
            sampler: op.code.sampler,
            flow,
            span: op.span,
        }
    }

    fn target(&mut self, id: OpId, op: &machine::Op) -> Target {
        if let Some(out) = op.out {
            let lane = |result: u8| {
                let lane = op.results.get(usize::from(result)).copied().flatten();
                match op.shape() {
                    Shape::Broadcast => 0,
                    _ => lane.map_or(result, |lane| place(self.program, lane)),
                }
            };
            return Target::Output {
                file: file(out.reg),
                number: out.reg.number,
                from: out.from.map(|from| from.map(lane)),
            };
        }
        let Some((vector, mask)) = target(self.program, id) else {
            return Target::None;
        };
        let info = &mut self.code.values[vector.index()];
        info.needed |= mask.bits();
        if matches!(op.shape(), Shape::Fixed(_)) {
            info.fixed = true;
            info.clobbers = op.code.opcode.info().whole().bits();
        }
        Target::Value(ValueId(vector.index() as u32), mask)
    }

    fn only(&mut self, operand: &Operand) -> Lane {
        operand
            .first()
            .map_or(Lane::Undefined, |lane| self.lane(*lane))
    }

    fn lane(&mut self, lane: LaneRef) -> Lane {
        match lane.base {
            Base::Undefined => Lane::Undefined,
            Base::Value(value) => match self.program.slot(value) {
                Some((vector, place)) => Lane::Value(ValueId(vector.index() as u32), place),
                None => Lane::Undefined,
            },
            Base::Literal(bits) => Lane::Literal(bits),
            Base::Reg(reg, component) => Lane::Register(file(reg), reg.number, component),
            Base::Indexed(reg, address, component) => {
                let lane = self.program.addresses[address].index;
                let index = Index {
                    lane: self.lane(lane),
                    offset: reg.number as u8,
                };
                Lane::Indirect(self.code.index(index), component)
            }
        }
    }
}
