//! Regions, branches, loops, and the result.

use super::{Builder, Built};
use naga::{Block, Expression, Handle, LocalVariable, Statement, UnaryOperator};
use retroshade_ir::{Inst, Op, Region, Terminator, Use, Value};

/// How a loop is left and gone round.
#[derive(Clone)]
pub(super) struct OpenLoop {
    /// The body.
    region: Region,
    /// Variables that `break` sets.
    results: Vec<Handle<LocalVariable>>,
    /// Variables that `continue` sets.
    parameters: Vec<Handle<LocalVariable>>,
}

/// Where a region stands.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    /// It is the body of the shader.
    Main,
    /// It is an arm of an `if` with these results.
    Arm(&'a [Handle<LocalVariable>]),
    /// It is the body of a loop.
    Loop,
}

impl Builder<'_> {
    /// Instructions and end of a region.
    pub(super) fn region(&mut self, region: Region, place: Place<'_>) -> Built<()> {
        let shader = self.shader;
        for &inst in &shader.regions[region].insts {
            self.instruction(inst)?;
        }
        match (&shader.regions[region].end, place) {
            (Terminator::Yield(uses), Place::Arm(results)) => self.assign(results, uses),
            (Terminator::Yield(uses), Place::Main | Place::Loop) => self.give(uses),
            (Terminator::Break(uses), _) => {
                if let Some(open) = self.loops.last().cloned() {
                    self.assign(&open.results, uses);
                }
                self.body.push(Statement::Break);
            }
            (Terminator::Continue(uses), _) => {
                if let Some(open) = self.loops.last().cloned() {
                    self.advance(&open, uses);
                    // The end of the body goes round by itself.
                    if open.region != region {
                        self.body.push(Statement::Continue);
                    }
                }
            }
            (Terminator::Open | Terminator::Unreachable, Place::Main) => self.give_nothing(),
            (Terminator::Open | Terminator::Unreachable, _) => {}
        }
        Ok(())
    }

    fn instruction(&mut self, inst: Inst) -> Built<()> {
        let data = &self.shader.insts[inst];
        match data.op {
            Op::If => self.branch(inst),
            Op::Loop => self.repetition(inst),
            Op::Discard => {
                let condition = self.operand(data.args[0]);
                self.body.open();
                self.body.push(Statement::Kill);
                let accept = self.body.close();
                let reject = Block::new();
                self.body.push(Statement::If {
                    condition,
                    accept,
                    reject,
                });
                Ok(())
            }
            Op::ArrayStore(array) => {
                let len = self.shader.arrays[array].len;
                let index = self.index(data.args[0], len);
                let value = self.operand(data.args[1]);
                let pointer = self.place_in(array, index);
                self.body.push(Statement::Store { pointer, value });
                Ok(())
            }
            _ => self.value(inst),
        }
    }

    fn assign(&mut self, variables: &[Handle<LocalVariable>], uses: &[Use]) {
        let values: Vec<_> = uses.iter().map(|&operand| self.operand(operand)).collect();
        for (&variable, value) in variables.iter().zip(values) {
            self.body.store(variable, value);
        }
    }

    /// All at once: an operand may be a variable that is set.
    fn advance(&mut self, open: &OpenLoop, uses: &[Use]) {
        let parameters = &self.shader.regions[open.region].parameters;
        let changed = |(index, operand): &(usize, &Use)| {
            let parameter: Option<&Value> = parameters.get(*index);
            parameter.is_none_or(|&parameter| **operand != self.shader.whole(parameter))
        };
        let changed: Vec<(usize, Use)> = uses
            .iter()
            .enumerate()
            .filter(changed)
            .map(|(index, &operand)| (index, operand))
            .collect();
        let variables: Vec<_> = changed
            .iter()
            .filter_map(|&(index, _)| open.parameters.get(index).copied())
            .collect();
        let operands: Vec<Use> = changed.into_iter().map(|(_, operand)| operand).collect();
        self.assign(&variables, &operands);
    }

    /// Variables for values, called like them.
    fn variables(&mut self, values: &[Value]) -> Vec<Handle<LocalVariable>> {
        let shader = self.shader;
        values
            .iter()
            .map(|&value| self.local(&local_name(value), shader.ty(value)))
            .collect()
    }

    /// Reads variables back.
    fn read(&mut self, values: &[Value], variables: &[Handle<LocalVariable>]) {
        for (&value, &variable) in values.iter().zip(variables) {
            let pointer = self.body.add(Expression::LocalVariable(variable));
            let read = self.body.load(pointer);
            self.values[value] = Some(read);
        }
    }

    fn branch(&mut self, inst: Inst) -> Built<()> {
        let data = &self.shader.insts[inst];
        let mut condition = self.operand(data.args[0]);
        let results = self.variables(&data.results);
        let mut arms = Vec::new();
        for &arm in &data.regions {
            self.body.open();
            self.region(arm, Place::Arm(&results))?;
            arms.push(self.body.close());
        }
        let mut reject = arms.pop().unwrap_or_default();
        let mut accept = arms.pop().unwrap_or_default();
        if accept.is_empty() && !reject.is_empty() {
            condition = self.body.add(Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr: condition,
            });
            std::mem::swap(&mut accept, &mut reject);
        }
        self.body.push(Statement::If {
            condition,
            accept,
            reject,
        });
        self.read(&data.results, &results);
        Ok(())
    }

    fn repetition(&mut self, inst: Inst) -> Built<()> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let Some(&region) = data.regions.first() else {
            return Ok(());
        };
        let carried = &shader.regions[region].parameters;
        let parameters = self.variables(carried);
        let results = self.variables(&data.results);
        self.assign(&parameters, &data.args);
        self.body.open();
        self.read(carried, &parameters);
        self.loops.push(OpenLoop {
            region,
            results: results.clone(),
            parameters,
        });
        self.region(region, Place::Loop)?;
        self.loops.pop();
        let body = self.body.close();
        self.body.push(Statement::Loop {
            body,
            continuing: Block::new(),
            break_if: None,
        });
        self.read(&data.results, &results);
        Ok(())
    }

    /// Returns the outputs.
    fn give(&mut self, uses: &[Use]) {
        let Some(ty) = self.result else {
            self.body.push(Statement::Return { value: None });
            return;
        };
        let interface = &self.shader.interface;
        let slots: Vec<_> = interface.output_slots().collect();
        let components = slots
            .into_iter()
            .zip(uses)
            .map(|((output, _), &operand)| {
                let value = self.operand(operand);
                self.as_declared(value, &interface.outputs[output])
            })
            .collect();
        let value = self.body.add(Expression::Compose { ty, components });
        self.body.push(Statement::Return { value: Some(value) });
    }

    /// Returns where control never arrives.
    fn give_nothing(&mut self) {
        let value = self
            .result
            .map(|ty| self.body.add(Expression::ZeroValue(ty)));
        self.body.push(Statement::Return { value });
    }
}

/// The name of the variable for a value.
pub(super) fn local_name(value: Value) -> String {
    format!("v{}", value.to_string().trim_start_matches('%'))
}
