//! Branches and loops.

use super::view::{Place, View};
use super::{Loop, Select};
use crate::pp::code::{Alu, Condition};
use crate::pp::machine::{If, Item, Kind, Test};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{InstData, Op, Region, Terminator, Use, Value};
use retroshade_kit::mir::{self, Def, Formula, Lane, Operand, VectorId};

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
    /// Copies a view into lanes.
    pub(super) fn copy(&mut self, dest: Vec<Lane>, view: View) {
        let operand = self.operand(view);
        self.assign_lanes(Kind::Alu(Alu::MOV), vec![operand], dest);
    }

    /// Fresh variables for results, and the views of them.
    fn variables(&mut self, values: &[Value]) -> Vec<VectorId> {
        let mut variables = Vec::new();
        for value in values {
            let lanes = self.shader.ty(*value).lanes;
            let vector = self.new_vector(lanes);
            for lane in self.program.vectors[vector].lanes.clone() {
                self.program.lanes[lane].def = Def::Variable;
            }
            self.views[*value] = Some(View::value(vector, lanes));
            variables.push(vector);
        }
        variables
    }

    /// Copies a view into a variable.
    fn set(&mut self, variable: VectorId, view: View) {
        let lanes = (0..view.lanes).map(|at| self.lane(variable, at)).collect();
        self.copy(lanes, view);
    }

    /// Gives variables their values, all at once: what one of them holds may go to another.
    fn assign(&mut self, variables: &[VectorId], values: &[Use]) -> Result<(), Diagnostic> {
        let mut moves = Vec::new();
        for (variable, operand) in variables.iter().zip(values) {
            if self.shader.def_op(operand.value) == Some(Op::Undefined) {
                continue;
            }
            moves.push((*variable, self.view(*operand)?));
        }
        let written: Vec<VectorId> = moves.iter().map(|(variable, _)| *variable).collect();
        for (variable, view) in &mut moves {
            let read = match view.place {
                Place::Load(fetch, _) => fetch.address.and_then(|address| {
                    let index = self.program.addresses[address].index.as_value()?;
                    self.program.lanes[index].vector
                }),
                Place::Value(vector, _) => Some(vector),
                Place::Const(_) | Place::Input(..) => None,
            };
            let same = *view == whole(*variable, view.lanes);
            if read.is_some_and(|vector| written.contains(&vector)) && !same {
                *view = self.copied(*view);
            }
        }
        for (variable, view) in moves {
            self.set(variable, view);
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

    fn branch_on(&mut self, condition: Condition, args: Vec<Operand>, arms: [mir::BlockId; 2]) {
        let [accept, reject] = arms;
        let test = Test {
            code: condition,
            operands: args.into_iter().collect(),
        };
        let branch = If {
            tests: vec![test],
            formula: Formula::Test(0, true),
            accept,
            reject,
            span: self.span,
        };
        self.program.blocks[self.block].push(Item::If(branch));
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
                let condition = if known { Condition(2) } else { Condition(5) };
                (condition, vec![zero(), zero()])
            }
        };
        let span = self.span;
        let accept = self.in_block(|select| select.arm(accept, &variables))?;
        let reject = self.in_block(|select| select.arm(reject, &variables))?;
        self.span = span;
        self.branch_on(condition, args, [accept, reject]);
        Ok(())
    }

    fn arm(&mut self, region: Region, variables: &[VectorId]) -> Result<(), Diagnostic> {
        self.region(region)?;
        let end = self.shader.regions[region].end.clone();
        match &end {
            Terminator::Yield(values) => self.assign(variables, values),
            other => self.leave(other),
        }
    }

    fn leave(&mut self, end: &Terminator) -> Result<(), Diagnostic> {
        let around = self.loops.last().cloned();
        match (end, around) {
            (Terminator::Break(values), Some(around)) => {
                self.assign(&around.results, values)?;
                self.program.blocks[self.block].push(Item::Break);
            }
            (Terminator::Continue(values), Some(around)) => {
                self.assign(&around.carried, values)?;
                self.program.blocks[self.block].push(Item::Continue);
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
            self.set(*variable, view);
        }
        let span = self.span;
        self.loops.push(Loop { carried, results });
        let block = self.in_block(|select| {
            select.region(body)?;
            let end = select.shader.regions[body].end.clone();
            select.leave(&end)
        })?;
        self.loops.pop();
        if let Some(Item::Continue) = self.program.blocks[block].last() {
            self.program.blocks[block].pop();
        }
        self.program.blocks[self.block].push(Item::Loop(mir::Loop {
            body: block,
            rounds: None,
            span,
        }));
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
        self.assign_lanes(Kind::Discard(condition), args, Vec::new());
        Ok(())
    }
}

/// All lanes of a variable, as operands of the shader name them.
fn whole(variable: VectorId, lanes: u8) -> View {
    let places = [0, 1, 2, 3];
    let places = places.get(..usize::from(lanes)).unwrap_or(&places);
    View::value(variable, lanes).pick(places)
}

/// An operand that is 0.
fn zero() -> Operand {
    std::iter::once(mir::LaneRef::literal(0.0)).collect()
}
