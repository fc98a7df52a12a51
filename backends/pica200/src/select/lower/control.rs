//! Conditions, loops, and what they hand on; the outputs at the end.

use super::counted::Counted;
use super::{Condition, Lowering, OpenLoop};
use crate::machine;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Inst, Region, Terminator, Use, Value};
use retroshade_kit::mir::{BlockId, Item, Lane, LaneRef, Loop};

impl Lowering<'_> {
    pub(super) fn branch(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let (Some(&condition), [accept, reject]) = (data.args.first(), data.regions.as_slice())
        else {
            return Err(self.bug("a condition without arms"));
        };
        let (accept, reject) = (*accept, *reject);
        let flat = self.variables(&data.results);
        if let Some(constant) = self.shader.as_constant(condition) {
            let taken = if constant.bool(0) { accept } else { reject };
            self.region(taken)?;
            self.leave(taken, &flat)?;
        } else {
            let (condition, flipped) = self.condition(condition)?;
            let (accept, reject) = if flipped {
                (reject, accept)
            } else {
                (accept, reject)
            };
            let span = self.span;
            let accept = self.arm(accept, &flat)?;
            let reject = self.arm(reject, &flat)?;
            self.push_if(condition, accept, reject, span);
        }
        self.define_all(&data.results, &flat);
        Ok(())
    }

    /// Variables for the lanes of values, one after the other.
    fn variables(&mut self, values: &[Value]) -> Vec<Lane> {
        let lanes = values.iter().map(|value| self.shader.ty(*value).lanes);
        let count: u32 = lanes.map(u32::from).sum();
        (0..count).map(|_| self.program.new_variable()).collect()
    }

    /// Says of values that their lanes are these, one after the other.
    fn define_all(&mut self, values: &[Value], scalars: &[Lane]) {
        let mut scalars = scalars.iter().copied().map(LaneRef::value);
        for value in values {
            let lanes = usize::from(self.shader.ty(*value).lanes);
            self.define(*value, scalars.by_ref().take(lanes).collect());
        }
    }

    /// The lanes of operands, one after the other.
    fn all_lanes(&self, operands: &[Use]) -> Result<Vec<LaneRef>, Diagnostic> {
        let lists = operands.iter().map(|operand| self.lanes(*operand));
        Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Returns the condition that decides, and true if the arms are to be exchanged.
    pub(super) fn condition(&mut self, operand: Use) -> Result<(Condition, bool), Diagnostic> {
        if let Some(truth) = self.decision(operand) {
            return self.decided(truth);
        }
        let tests = self.tests(operand)?;
        match tests.as_slice() {
            [test] => Ok((Condition::of(self.simplify(*test).test()), false)),
            _ => Err(self.bug("a condition of several lanes")),
        }
    }

    pub(super) fn arm(&mut self, region: Region, results: &[Lane]) -> Result<BlockId, Diagnostic> {
        self.open_scope();
        self.region(region)?;
        self.leave(region, results)?;
        Ok(self.close_scope())
    }

    /// Hands the values at the end of a region on. `results` are those of the condition it is an arm
    /// of.
    pub(super) fn leave(&mut self, region: Region, results: &[Lane]) -> Result<(), Diagnostic> {
        self.next_group();
        let end = &self.shader.regions[region].end;
        let values = self.all_lanes(end.uses())?;
        let innermost = self
            .loops
            .last()
            .map(|l| (l.parameters.clone(), l.results.clone()));
        match (end, innermost) {
            (Terminator::Yield(_), _) => {
                for (result, value) in results.iter().zip(&values) {
                    let range = self.range(*value);
                    let known = &mut self.ranges[*result];
                    *known = Some(known.map_or(range, |known| known.max(range)));
                    self.assign(*result, *value);
                }
            }
            (Terminator::Break(_), Some((_, results))) => {
                self.assign_all(&results, &values);
                self.push(Item::Break);
            }
            (Terminator::Continue(_), Some((parameters, _))) => {
                self.hand_round(&parameters, &values);
                self.push(Item::Continue);
            }
            (Terminator::Unreachable, _) => {}
            _ => return Err(self.bug("a region ends in the wrong way")),
        }
        Ok(())
    }

    /// Ends a round of the innermost loop: its parameters get these values.
    pub(super) fn hand_round(&mut self, parameters: &[Lane], values: &[LaneRef]) {
        self.assign_all(parameters, values);
        let foot = self.loops.last().map(|open| open.foot.clone());
        for (result, value) in foot.unwrap_or_default() {
            self.assign(result, value);
        }
    }

    /// Assigns several scalars at once: values that are among them themselves go through copies.
    fn assign_all(&mut self, scalars: &[Lane], values: &[LaneRef]) {
        let is_assigned = |lane: &LaneRef| {
            lane.as_value()
                .is_some_and(|value| scalars.contains(&value))
        };
        let mut moved = Vec::new();
        for (scalar, value) in scalars.iter().zip(values) {
            if *value == LaneRef::value(*scalar) {
                continue;
            }
            let value = if is_assigned(value) {
                let copy = self.program.new_lane();
                self.assign(copy, *value);
                LaneRef::value(copy)
            } else {
                *value
            };
            moved.push((*scalar, value));
        }
        self.next_group();
        for (scalar, value) in moved {
            self.assign(scalar, value);
        }
    }

    pub(super) fn repeat(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let data = &self.shader.insts[inst];
        let Some(&body) = data.regions.first() else {
            return Err(self.bug("a loop without body"));
        };
        let span = self.span;
        let counted = self.counted(inst);
        let shader = self.shader;
        let values = &shader.regions[body].parameters;
        let parameters = self.variables(values);
        self.define_all(values, &parameters);
        let owners: Vec<usize> = (0..)
            .zip(values)
            .flat_map(|(at, value)| std::iter::repeat_n(at, shader.ty(*value).lanes.into()))
            .collect();
        let first = self.all_lanes(&data.args)?;
        // A parameter that only counts rounds has no value of its own if the machine counts.
        let counter = counted.as_ref().and_then(|counted| counted.only_counts);
        let is_kept = |at: usize| counter.is_none_or(|(counter, _)| counter != at);
        for ((parameter, value), at) in parameters.iter().zip(&first).zip(&owners) {
            if is_kept(*at) {
                self.assign(*parameter, *value);
            }
        }
        let mut flat = self.variables(&data.results);
        let mut foot = Vec::new();
        let ends_anywhere = counted.as_ref().filter(|counted| counted.leaves);
        if let Some(counted) = ends_anywhere {
            let values = self.all_lanes(&counted.results)?;
            let kept = parameters.iter().zip(&owners);
            let kept = kept
                .filter(|(_, at)| is_kept(**at))
                .map(|(scalar, _)| *scalar);
            let kept: Vec<Lane> = kept.collect();
            foot = self.share_results(&kept, &mut flat, &values);
        }
        self.loops.push(OpenLoop {
            parameters,
            results: flat.clone(),
            foot,
        });
        let block = match &counted {
            Some(counted) => self.counted_body(body, counted, &owners)?,
            None => self.arm(body, &[])?,
        };
        self.loops.pop();
        self.push(Item::Loop(Loop {
            body: block,
            rounds: counted.as_ref().map(|counted| counted.rounds),
            span,
        }));
        if let Some(counted) = counted.as_ref().filter(|counted| !counted.leaves) {
            // What the loop gives, as its parameters are after the last round.
            self.next_group();
            let values = self.all_lanes(&counted.results)?;
            for (result, value) in flat.iter().zip(&values) {
                self.assign(*result, *value);
            }
        }
        self.define_all(&data.results, &flat);
        Ok(())
    }

    /// Where the results of a counted loop lie that also ends by breaks. `values` are what they are
    /// after its last round. A result that is a parameter then is that parameter; one that does not
    /// change is set before the loop; what is left is set at the end of every round, and given.
    fn share_results(
        &mut self,
        parameters: &[Lane],
        results: &mut [Lane],
        values: &[LaneRef],
    ) -> Vec<(Lane, LaneRef)> {
        let mut foot = Vec::new();
        let mut taken = Vec::new();
        self.next_group();
        for (result, value) in results.iter_mut().zip(values) {
            match value.as_value() {
                Some(scalar) if parameters.contains(&scalar) => {
                    if value.negate || taken.contains(&scalar) {
                        foot.push((*result, *value));
                    } else {
                        taken.push(scalar);
                        *result = scalar;
                    }
                }
                _ => self.assign(*result, *value),
            }
        }
        foot
    }

    /// The body of a loop that the machine counts: without the condition at its head, and with no
    /// jump at its end. `owners` has the number of the parameter for each of their scalars.
    fn counted_body(
        &mut self,
        body: Region,
        counted: &Counted,
        owners: &[usize],
    ) -> Result<BlockId, Diagnostic> {
        self.open_scope();
        let sum = counted.only_counts.map(|(_, sum)| sum);
        for &inst in &self.shader.regions[body].insts {
            if counted.head.contains(&inst) || sum == Some(inst) {
                continue;
            }
            self.span = self.shader.insts[inst].span;
            self.next_group();
            self.inst(inst)?;
        }
        self.next_group();
        let Terminator::Continue(next) = &self.shader.regions[body].end else {
            return Err(self.bug("a counted loop does not go round"));
        };
        let mut values = Vec::new();
        for (at, operand) in next.iter().enumerate() {
            if counted.only_counts.is_none_or(|(counter, _)| counter != at) {
                values.extend(self.lanes(*operand)?);
            }
        }
        let parameters = self.loops.last().map(|open| open.parameters.clone());
        let parameters = parameters.unwrap_or_default().into_iter().zip(owners);
        let kept = parameters.filter(|(_, at)| {
            counted
                .only_counts
                .is_none_or(|(counter, _)| counter != **at)
        });
        let kept: Vec<Lane> = kept.map(|(parameter, _)| parameter).collect();
        self.hand_round(&kept, &values);
        Ok(self.close_scope())
    }

    /// Copies what the body yields to the output registers.
    pub(super) fn outputs(&mut self) -> Result<(), Diagnostic> {
        let shader = self.shader;
        let Terminator::Yield(uses) = &shader.regions[shader.body].end else {
            return Err(self.bug("the body does not end with its outputs"));
        };
        let slots = shader.interface.output_slots();
        for ((output, slot), operand) in slots.zip(uses) {
            let Some(place) = self.places.outputs[output] else {
                continue;
            };
            self.next_group();
            self.span = shader.interface.outputs[output].span;
            for (k, value) in self.lanes(*operand)?.into_iter().enumerate() {
                let reg = machine::output(place.register.saturating_add(slot as u8) & 15);
                let to = self.program.new_output(reg, place.lane + k as u8);
                self.assign(to, value);
            }
        }
        Ok(())
    }
}
