//! Checks the regions: structure, visibility, ends. The traversal keeps its own stack, because a shader
//! may be nested deeper than that of the thread.

use super::{Fault, Faults, inst};
use crate::entity::SecondaryMap;
use crate::shader::ValueDef;
use crate::{Inst, Op, Region, Shader, Stage, Terminator, Type, Use, Value};

pub(super) fn check(shader: &Shader, faults: &mut Faults) {
    let mut structure = Structure {
        shader,
        faults,
        listed: SecondaryMap::new(),
        entered: SecondaryMap::new(),
        visible: SecondaryMap::new(),
        scope: Vec::new(),
        broken: SecondaryMap::new(),
    };
    structure.body();
}

/// The role of a region.
#[derive(Clone, Copy)]
enum Role {
    Body,
    Arm(Inst),
    Loop(Inst),
}

/// A region that is being visited.
struct Frame {
    region: Region,
    role: Role,
    next_inst: usize,
    /// Of the next instruction.
    next_region: usize,
    /// How many values were visible before it.
    scope: usize,
    /// The innermost loop whose body this is or is in.
    around: Option<Inst>,
}

struct Structure<'a, 'f> {
    shader: &'a Shader,
    faults: &'f mut Faults,
    listed: SecondaryMap<Inst, bool>,
    entered: SecondaryMap<Region, bool>,
    visible: SecondaryMap<Value, bool>,
    /// Visible values in the order of their definition.
    scope: Vec<Value>,
    /// Loops that a break leaves.
    broken: SecondaryMap<Inst, bool>,
}

impl Structure<'_, '_> {
    fn body(&mut self) {
        let shader = self.shader;
        let mut open = Vec::new();
        open.extend(self.enter(shader.body, Role::Body, None));
        while let Some(frame) = open.last_mut() {
            let Some(&inst) = shader.regions[frame.region].insts.get(frame.next_inst) else {
                self.end(frame);
                for value in self.scope.drain(frame.scope..) {
                    self.visible[value] = false;
                }
                open.pop();
                continue;
            };
            let around = frame.around;
            if frame.next_region == 0 && !self.begin(inst, frame.region) {
                frame.next_inst += 1;
                continue;
            }
            let data = &shader.insts[inst];
            if let Some(&region) = data.regions.get(frame.next_region) {
                frame.next_region += 1;
                let inner = match data.op {
                    Op::Loop => self.enter(region, Role::Loop(inst), Some(inst)),
                    _ => self.enter(region, Role::Arm(inst), around),
                };
                open.extend(inner);
            } else {
                frame.next_inst += 1;
                frame.next_region = 0;
                for (index, &value) in data.results.iter().enumerate() {
                    self.define(value, ValueDef::Result(inst, index as u32), inst);
                }
            }
        }
    }

    fn fault(&mut self, inst: Inst, message: String) {
        let data = &self.shader.insts[inst];
        self.faults.push(Fault {
            inst: Some((inst, data.op.kind())),
            region: None,
            span: data.span,
            message,
        });
    }

    fn enter(&mut self, region: Region, role: Role, around: Option<Inst>) -> Option<Frame> {
        let Some(data) = self.shader.regions.get(region) else {
            self.faults.region(region, "does not exist".into());
            return None;
        };
        if std::mem::replace(&mut self.entered[region], true) {
            let message = "belongs to two instructions".into();
            self.faults.region(region, message);
            return None;
        }
        let frame = Frame {
            region,
            role,
            next_inst: 0,
            next_region: 0,
            scope: self.scope.len(),
            around,
        };
        match role {
            Role::Loop(inst) => {
                for (index, &value) in data.parameters.iter().enumerate() {
                    self.define(value, ValueDef::Parameter(region, index as u32), inst);
                }
                self.carried(inst, &data.parameters);
            }
            Role::Body | Role::Arm(_) if data.parameters.is_empty() => {}
            _ => {
                let message = "only the body of a loop has parameters";
                self.faults.region(region, message.into());
            }
        }
        Some(frame)
    }

    fn define(&mut self, value: Value, def: ValueDef, inst: Inst) {
        let Some(data) = self.shader.values.get(value) else {
            return self.fault(inst, format!("defines {value}, which does not exist"));
        };
        if data.def != def {
            let message = format!("defines {value}, which says it comes from {:?}", data.def);
            return self.fault(inst, message);
        }
        if !(1..=4).contains(&data.ty.lanes) {
            let message = format!("defines {value} of {} lanes", data.ty.lanes);
            return self.fault(inst, message);
        }
        if !std::mem::replace(&mut self.visible[value], true) {
            self.scope.push(value);
        }
    }

    /// The values that enter a loop.
    fn carried(&mut self, inst: Inst, parameters: &[Value]) {
        let data = &self.shader.insts[inst];
        let wanted = self.types(parameters);
        self.handed(Place::Inst(inst), &data.args, &wanted, "enters with");
    }

    fn types(&self, values: &[Value]) -> Vec<Type> {
        let data = values.iter().map(|&value| self.shader.values.get(value));
        data.map(|data| data.map_or(Type::float(0), |data| data.ty))
            .collect()
    }

    /// Checks an instruction up to its regions. `false`: it cannot be looked into.
    fn begin(&mut self, inst: Inst, region: Region) -> bool {
        let Some(data) = self.shader.insts.get(inst) else {
            let message = format!("lists {inst}, which does not exist");
            self.faults.region(region, message);
            return false;
        };
        if std::mem::replace(&mut self.listed[inst], true) {
            self.fault(inst, "is listed twice".into());
            return false;
        }
        let results_exist = data
            .results
            .iter()
            .all(|&value| self.shader.values.get(value).is_some());
        // A result that does not exist is reported where it is defined.
        if self.uses(Place::Inst(inst), &data.args)
            && results_exist
            && let Err(fault) = inst::check(self.shader, inst)
        {
            self.fault(inst, fault.to_string());
        }
        true
    }

    /// Checks that operands exist, are visible, and have the lanes that are read.
    fn uses(&mut self, place: Place, uses: &[Use]) -> bool {
        let mut good = true;
        for (index, operand) in uses.iter().enumerate() {
            let value = operand.value;
            let message = match self.shader.values.get(value) {
                None => format!("operand {index} is {value}, which does not exist"),
                Some(_) if !self.visible[value] => {
                    format!("operand {index} is {value}, which is not visible here")
                }
                Some(data)
                    if operand
                        .swizzle
                        .lanes()
                        .iter()
                        .any(|&lane| lane >= data.ty.lanes) =>
                {
                    let swizzle = operand.swizzle;
                    format!(
                        "operand {index} reads .{swizzle} of {value}, which is {}",
                        data.ty
                    )
                }
                Some(_) => continue,
            };
            good = false;
            self.fault_at(place, message);
        }
        good
    }

    fn fault_at(&mut self, place: Place, message: String) {
        match place {
            Place::Inst(inst) => self.fault(inst, message),
            Place::End(region) => self.faults.region(region, message),
        }
    }

    /// Checks values handed on. Those of an instruction are its operands, which were looked at before.
    fn handed(&mut self, place: Place, uses: &[Use], wanted: &[Type], verb: &str) {
        if matches!(place, Place::End(_)) && !self.uses(place, uses) {
            return;
        }
        let exist = |operand: &Use| self.shader.values.get(operand.value).is_some();
        if !uses.iter().all(exist) {
            return;
        }
        let found: Vec<Type> = uses
            .iter()
            .map(|&operand| self.shader.use_type(operand))
            .collect();
        if found != wanted {
            self.fault_at(place, format!("{verb} {found:?}, expected {wanted:?}"));
        }
    }

    fn end(&mut self, frame: &Frame) {
        let shader = self.shader;
        let region = frame.region;
        let place = Place::End(region);
        let results = |inst: Inst| self.types(&shader.insts[inst].results);
        match (&shader.regions[region].end, frame.role, frame.around) {
            (Terminator::Open, ..) => self.faults.region(region, "has no end".into()),
            (Terminator::Yield(uses), Role::Body, _) => self.outputs(region, uses),
            (Terminator::Yield(uses), Role::Arm(inst), _) => {
                let wanted = results(inst);
                self.handed(place, uses, &wanted, "yields");
            }
            (Terminator::Yield(_), Role::Loop(_), _) => {
                let message = "the body of a loop ends by break or continue, not by yield";
                self.faults.region(region, message.into());
            }
            (Terminator::Break(_) | Terminator::Continue(_), _, None) => {
                self.faults
                    .region(region, "leaves a loop, but is in none".into());
            }
            (Terminator::Break(uses), _, Some(inst)) => {
                let wanted = results(inst);
                self.broken[inst] = true;
                self.handed(place, uses, &wanted, "breaks with");
            }
            (Terminator::Continue(uses), _, Some(inst)) => {
                let body = shader.insts[inst].regions.first();
                let parameters = body.and_then(|&body| shader.regions.get(body));
                let wanted = self.types(parameters.map_or(&[], |body| &body.parameters));
                self.handed(place, uses, &wanted, "continues with");
            }
            (Terminator::Unreachable, ..) => {
                let last = shader.regions[region].insts.last();
                if !last.is_some_and(|&inst| self.diverges(inst)) {
                    let message = "says unreachable, but its last instruction hands on control";
                    self.faults.region(region, message.into());
                }
            }
        }
    }

    /// Outputs may be floats in place of ints and bools: machines have no others.
    fn outputs(&mut self, region: Region, uses: &[Use]) {
        let interface = &self.shader.interface;
        // The vertices of a geometry shader have the outputs; its end hands nothing on.
        let mut wanted: Vec<Type> = match self.shader.stage {
            Stage::Geometry => Vec::new(),
            Stage::Vertex | Stage::Fragment => interface.output_types().collect(),
        };
        for (wanted, operand) in wanted.iter_mut().zip(uses) {
            if let Some(data) = self.shader.values.get(operand.value)
                && data.ty.scalar == crate::Scalar::Float
            {
                wanted.scalar = crate::Scalar::Float;
            }
        }
        self.handed(Place::End(region), uses, &wanted, "yields");
    }

    /// True if an instruction never hands on control: an `if` both of whose arms leave, a loop
    /// without a break. Its regions were visited before.
    fn diverges(&self, inst: Inst) -> bool {
        let Some(data) = self.shader.insts.get(inst) else {
            return false;
        };
        let ends = data
            .regions
            .iter()
            .map(|&region| self.shader.regions.get(region));
        match data.op {
            Op::If => ends
                .flatten()
                .all(|region| !matches!(region.end, Terminator::Yield(_))),
            Op::Loop => !self.broken[inst],
            _ => false,
        }
    }
}

/// The owner of operands.
#[derive(Clone, Copy)]
enum Place {
    Inst(Inst),
    End(Region),
}
