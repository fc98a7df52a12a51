//! Branches and loops.

use super::view::{Place, View};
use super::{Label, Loop, Select};
use crate::pp::code::{Alu, Cell, Condition, Kind, Operand, Operation, Source};
use crate::pp::isa::OutMod;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{InstData, Op, Region, Terminator, Use, Value};

/// The condition under which a comparison holds.
pub(super) fn condition_of(op: Op) -> Condition {
    match op {
        Op::Lt => Condition(4),
        Op::Ge => Condition(3),
        Op::Eq => Condition(2),
        _ => Condition(5),
    }
}

impl Select<'_> {
    /// Copies a view into cells.
    pub(super) fn copy(&mut self, dest: Vec<Cell>, view: View) {
        let operand = self.operand(view);
        self.push(Operation {
            kind: Kind::Alu(Alu::MOV),
            args: vec![operand],
            dest,
            modifier: OutMod::None,
            span: self.span,
        });
    }

    /// Fresh values for results, and the views of them.
    fn variables(&mut self, values: &[Value]) -> Vec<u32> {
        let mut variables = Vec::new();
        for value in values {
            let lanes = self.shader.ty(*value).lanes;
            let variable = self.code.value(lanes);
            self.views[*value] = Some(View::value(variable, lanes));
            variables.push(variable);
        }
        variables
    }

    /// Gives variables their values, all at once: what one of them holds may go to another.
    fn assign(&mut self, variables: &[u32], values: &[Use]) -> Result<(), Diagnostic> {
        let mut moves = Vec::new();
        for (variable, operand) in variables.iter().zip(values) {
            if self.shader.def_op(operand.value) == Some(Op::Undefined) {
                continue;
            }
            moves.push((*variable, self.view(*operand)?));
        }
        let written: Vec<u32> = moves.iter().map(|(variable, _)| *variable).collect();
        for (variable, view) in &mut moves {
            if let Place::Load(address, _) = view.place {
                let offset = address.offset.map(|cell| cell.value);
                if offset.is_some_and(|value| written.contains(&value)) {
                    let operand = self.operand(*view);
                    let copy = self.emit(Kind::Alu(Alu::MOV), vec![operand], view.lanes);
                    *view = View::value(copy, view.lanes);
                }
            }
            if let Place::Value(value, lanes) = view.place {
                let same = value == *variable
                    && !view.negative
                    && !view.absolute
                    && lanes
                        .iter()
                        .take(view.lanes.into())
                        .enumerate()
                        .all(|(index, lane)| index == usize::from(*lane));
                if written.contains(&value) && !same {
                    let operand = self.operand(*view);
                    let copy = self.emit(Kind::Alu(Alu::MOV), vec![operand], view.lanes);
                    *view = View::value(copy, view.lanes);
                }
            }
        }
        for (variable, view) in moves {
            let cells: Vec<Cell> = (0..view.lanes)
                .map(|lane| Cell::new(variable, lane))
                .collect();
            self.copy(cells, view);
        }
        Ok(())
    }

    /// The operands and condition of a comparison, for a branch.
    pub(super) fn compared(
        &mut self,
        operand: Use,
    ) -> Result<Result<(Condition, Vec<Operand>), bool>, Diagnostic> {
        if let Some(constant) = self.shader.as_constant(operand) {
            return Ok(Err(constant.bool(0)));
        }
        let lane = operand.swizzle.lane(0);
        let inst = self.shader.def_inst(operand.value);
        let data = inst.map(|inst| &self.shader.insts[inst]);
        if let Some(InstData { op, args, .. }) = data
            && let (Op::Lt | Op::Ge | Op::Eq | Op::Ne, &[a, b]) = (*op, args.as_slice())
        {
            let (mut a, mut b) = (self.view(a)?.pick(&[lane]), self.view(b)?.pick(&[lane]));
            let mut condition = condition_of(*op);
            // -a < c is a > -c.
            let flip = |view: &View| View {
                negative: !view.negative,
                ..*view
            };
            if a.negative && (b.numbers().is_some() || b.negative) {
                (a, b) = (flip(&a), flip(&b));
                let Condition(bits) = condition;
                condition = Condition(bits & 2 | (bits & 1) << 2 | bits >> 2);
            }
            let args = self.two_plain(a, b);
            return Ok(Ok((condition, args)));
        }
        let view = self.view(operand)?.pick(&[0]);
        let args = self.two_plain(view, View::scalar(0.0));
        Ok(Ok((Condition(5), args)))
    }

    /// Operands of a branch, of which at most one comes from the load unit.
    fn two_plain(&mut self, a: View, b: View) -> Vec<Operand> {
        let views = [a, b].into_iter();
        views.map(|view| self.plain(view.pick(&[0]))).collect()
    }

    pub(super) fn branch(&mut self, data: &InstData) -> Result<(), Diagnostic> {
        let (&[condition], &[accept, reject]) = (data.args.as_slice(), data.regions.as_slice())
        else {
            return Err(Diagnostic::bug("lima select", "an `if` without arms"));
        };
        let variables = self.variables(&data.results);
        let compared = self.compared(condition)?;
        let (condition, args) = match compared {
            Ok(compared) => compared,
            Err(known) => {
                let zero = || Operand::new(Source::Const([0; 4]), 1);
                let condition = if known { Condition(2) } else { Condition(5) };
                (condition, vec![zero(), zero()])
            }
        };
        let otherwise = self.label();
        let join = self.label();
        self.jump(otherwise, condition.inverse(), args);
        self.arm(accept, &variables, Some(join))?;
        self.bind(otherwise);
        self.arm(reject, &variables, None)?;
        self.bind(join);
        Ok(())
    }

    fn arm(
        &mut self,
        region: Region,
        variables: &[u32],
        join: Option<Label>,
    ) -> Result<(), Diagnostic> {
        self.region(region)?;
        let end = self.shader.regions[region].end.clone();
        match &end {
            Terminator::Yield(values) => {
                self.assign(variables, values)?;
                if let Some(join) = join {
                    self.jump(join, Condition::ALWAYS, Vec::new());
                }
                Ok(())
            }
            other => self.leave(other),
        }
    }

    fn leave(&mut self, end: &Terminator) -> Result<(), Diagnostic> {
        let around = self.loops.last().cloned();
        match (end, around) {
            (Terminator::Break(values), Some(around)) => {
                self.assign(&around.results, values)?;
                self.jump(around.exit, Condition::ALWAYS, Vec::new());
            }
            (Terminator::Continue(values), Some(around)) => {
                self.assign(&around.carried, values)?;
                self.jump(around.header, Condition::ALWAYS, Vec::new());
            }
            (Terminator::Unreachable, _) => {}
            _ => {
                return Err(Diagnostic::bug(
                    "lima select",
                    "a region that does not end as it should",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn looped(&mut self, data: &InstData) -> Result<(), Diagnostic> {
        let &[body] = data.regions.as_slice() else {
            return Err(Diagnostic::bug("lima select", "a loop without a body"));
        };
        let parameters = self.shader.regions[body].parameters.clone();
        let results = self.variables(&data.results);
        let first: Vec<View> = data
            .args
            .iter()
            .map(|operand| self.view(*operand))
            .collect::<Result<_, _>>()?;
        let carried = self.variables(&parameters);
        for (variable, view) in carried.iter().zip(first) {
            let cells = (0..view.lanes)
                .map(|lane| Cell::new(*variable, lane))
                .collect();
            self.copy(cells, view);
        }
        let (header, exit) = (self.label(), self.label());
        self.bind(header);
        self.loops.push(Loop {
            header,
            exit,
            carried,
            results,
        });
        self.region(body)?;
        let end = self.shader.regions[body].end.clone();
        self.leave(&end)?;
        self.loops.pop();
        self.bind(exit);
        Ok(())
    }

    pub(super) fn discard(&mut self, data: &InstData) -> Result<(), Diagnostic> {
        let Some(&condition) = data.args.first() else {
            return Err(Diagnostic::bug(
                "lima select",
                "a discard without condition",
            ));
        };
        let (condition, args) = match self.compared(condition)? {
            Ok(compared) => compared,
            Err(false) => return Ok(()),
            Err(true) => (Condition::ALWAYS, Vec::new()),
        };
        self.push(Operation {
            kind: Kind::Discard(condition),
            args,
            dest: Vec::new(),
            modifier: OutMod::None,
            span: self.span,
        });
        Ok(())
    }
}
