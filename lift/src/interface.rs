//! The variables of a shader, and the registers in which a program has them.
//!
//! A record says it: that of the compilation, or what a program's file and code tell of it. Registers that it does not know
//! become variables of their own, bound to the register.

use crate::blocks::Code;
use retroshade_diagnostics::fault::Fault;
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};
use retroshade_ir::{
    Array, Builtin, ClipDepth, Input, Interface as Variables, MatrixLayout, Output, Sampler,
    SamplerId, SamplerKind, Scalar, Shader, Shape, Uniform, Variable,
};
use retroshade_kit::machine::symbols::{Expression, Literals};
use retroshade_kit::machine::{RegisterImage, UNSET, lanes_of};
use retroshade_kit::reflect::{self, Assumption, Layout, Reflection};
use std::collections::{BTreeMap, HashMap};

/// A component of a slot of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part<V> {
    pub(crate) variable: V,
    pub(crate) slot: u32,
    pub(crate) component: u8,
}

/// A register file, and the number of a lane in it: 4 times the register and the component.
pub(crate) type LaneName = (String, u32);

/// A register of uniforms.
pub(crate) type Register = (&'static str, u32);

/// Where parts of variables are.
type Lanes<V> = HashMap<LaneName, Part<V>>;

/// What registers stand for.
#[derive(Debug, Default)]
pub(crate) struct Interface {
    pub(crate) uniforms: Lanes<Uniform>,
    pub(crate) inputs: Lanes<Input>,
    /// Each number of an output, in the order of the variables and their slots, with where it is.
    pub(crate) outputs: Vec<(Part<Output>, Option<LaneName>)>,
    pub(crate) samplers: HashMap<u32, (SamplerId, u32)>,
    pub(crate) builtins: HashMap<Builtin, Input>,
    /// Arrays of the shader that stand for registers with numbers of the program, with the first register and the count.
    pub(crate) tables: Vec<(Array, Register, u32)>,
}

impl Interface {
    /// Declares what a program reads of other units of the chip and no record tells of.
    pub(crate) fn read_units(&mut self, code: &Code, shader: &mut Shader) {
        for expression in code.symbols.expressions() {
            if let Expression::Builtin(builtin, _) = expression
                && !self.builtins.contains_key(builtin)
            {
                let id = shader.interface.inputs.push(unit(*builtin));
                self.builtins.insert(*builtin, id);
            }
        }
    }

    /// Declares the state of samplers that the code holds, by texture unit.
    ///
    /// # Errors
    /// Units of one array of samplers that are not in the same state.
    pub(crate) fn put_states(
        &self,
        states: BTreeMap<u32, Option<String>>,
        shader: &mut Shader,
    ) -> Result<(), Fault> {
        let mut put: HashMap<SamplerId, Option<String>> = HashMap::new();
        for (unit, state) in states {
            let Some((sampler, _)) = self.samplers.get(&unit).copied() else {
                continue;
            };
            let declared = &mut shader.interface.samplers[sampler];
            if put.get(&sampler).is_some_and(|other| *other != state) {
                let name = &declared.name;
                return Err(
                    format!("the elements of `{name}` are looked up in several ways").into(),
                );
            }
            declared.flags.clone_from(&state);
            put.insert(sampler, state);
        }
        Ok(())
    }

    /// The variables of a record, which are declared in the shader.
    ///
    /// # Errors
    /// A record that contradicts itself, and what no shader can say.
    pub(crate) fn new(record: &Reflection, shader: &mut Shader) -> Result<Interface, Diagnostics> {
        let mut interface = Interface::default();
        let target = record.target.as_str();
        let variables = &mut shader.interface;
        variables.clip_depth = ClipDepth::default();
        for entry in record.uniforms.iter().chain(&record.driver_uniforms) {
            let variable = variable(target, entry)?;
            let parts = parts(entry, &variable)?;
            let id = variables.uniforms.push(variable);
            interface.place_uniform(entry, id, parts);
        }
        for entry in &record.inputs {
            interface.declare_input(target, entry, variables)?;
        }
        for entry in record.outputs.iter().filter(|entry| !entry.ty.is_empty()) {
            interface.declare_output(target, entry, variables)?;
        }
        for sampler in &record.samplers {
            let kind = match sampler.ty.as_str() {
                "samplerCube" => SamplerKind::Cube,
                _ => SamplerKind::D2,
            };
            let id = variables.samplers.push(Sampler {
                name: sampler.name.clone(),
                kind,
                array: sampler.array,
                binding: None,
                bind: sampler
                    .register
                    .clone()
                    .filter(|register| *register == sampler.name),
                flags: None,
                nesting: None,
                span: retroshade_diagnostics::Span::NONE,
            });
            for element in 0..sampler.array.unwrap_or(1) {
                let unit = sampler.index.saturating_add(element);
                interface.samplers.insert(unit, (id, element));
            }
        }
        let computed = record.constants.iter();
        let mut computed = computed.filter(|constant| constant.expression.is_some());
        if let Some(constant) = computed.next() {
            return Err(refused(format!(
                "`{}` holds what the application computes, which no shader can say",
                constant.register
            )));
        }
        Ok(interface)
    }

    fn place_uniform(
        &mut self,
        entry: &reflect::Variable,
        id: Uniform,
        parts: Vec<(u32, u32, u8)>,
    ) {
        let file = entry.file.clone().unwrap_or_default();
        for (lane, slot, component) in parts {
            let part = Part {
                variable: id,
                slot,
                component,
            };
            self.uniforms.insert((file.clone(), lane), part);
        }
    }

    fn declare_input(
        &mut self,
        target: &str,
        entry: &reflect::Variable,
        variables: &mut Variables,
    ) -> Result<(), Diagnostics> {
        if entry.file.as_deref() == Some("iid") {
            let what = "the number of the instance is read, for which ESSL 1.00 has no words";
            return Err(refused(what.to_owned()));
        }
        let variable = variable(target, entry)?;
        if let (None, Some(builtin)) = (entry.index, variable.builtin) {
            let variable = if entry.name == builtin.name() {
                unit(builtin)
            } else {
                variable
            };
            let id = variables.inputs.push(variable);
            self.builtins.insert(builtin, id);
            return Ok(());
        }
        let parts = parts(entry, &variable)?;
        let file = entry.file.clone().unwrap_or_default();
        let id = variables.inputs.push(variable);
        for (at, (lane, slot, component)) in parts.into_iter().enumerate() {
            if entry.is_live(at) {
                let part = Part {
                    variable: id,
                    slot,
                    component,
                };
                self.inputs.insert((file.clone(), lane), part);
            }
        }
        Ok(())
    }

    fn declare_output(
        &mut self,
        target: &str,
        entry: &reflect::Variable,
        variables: &mut Variables,
    ) -> Result<(), Diagnostics> {
        let variable = variable(target, entry)?;
        let parts = parts(entry, &variable)?;
        let file = entry.file.clone().unwrap_or_default();
        let lanes = variable.slot_lanes();
        let slots = variable.slots();
        let id = variables.outputs.push(variable);
        for slot in 0..slots {
            for component in 0..lanes {
                let found = parts.iter().enumerate();
                let found = found
                    .filter(|(at, _)| entry.is_live(*at))
                    .find(|(_, part)| (part.1, part.2) == (slot, component));
                let part = Part {
                    variable: id,
                    slot,
                    component,
                };
                let place = found.map(|(_, (lane, ..))| (file.clone(), *lane));
                self.outputs.push((part, place));
            }
        }
        Ok(())
    }
}

/// What another unit of the chip gives, as the language declares it.
fn unit(builtin: Builtin) -> Variable {
    let (name, scalar, lanes) = match builtin {
        Builtin::FragCoord => ("gl_FragCoord", Scalar::Float, 4),
        Builtin::PointCoord => ("gl_PointCoord", Scalar::Float, 2),
        Builtin::FrontFacing => ("gl_FrontFacing", Scalar::Bool, 1),
        Builtin::LastFragColor => ("gl_LastFragColorARM", Scalar::Float, 4),
        Builtin::LastFragDepth => ("gl_LastFragDepthARM", Scalar::Float, 1),
        other => (other.name(), Scalar::Float, 4),
    };
    Variable {
        builtin: Some(builtin),
        ..Variable::new(name, Shape::vector(scalar, lanes))
    }
}

/// The names of a record as a shader can have them: a file may have control characters in the middle of its own.
pub(crate) fn printable(record: &mut Reflection) {
    let variables = [
        &mut record.uniforms,
        &mut record.driver_uniforms,
        &mut record.inputs,
        &mut record.outputs,
    ];
    let names = variables.into_iter().flatten().map(|entry| &mut entry.name);
    for name in names.chain(record.samplers.iter_mut().map(|sampler| &mut sampler.name)) {
        if name.contains(char::is_control) {
            *name = name.replace(char::is_control, "_");
        }
    }
}

/// States the range of uniforms in integer registers, which have eight bits.
pub(crate) fn assume_bytes(record: &mut Reflection) {
    let integers = record.uniforms.iter();
    let integers = integers.filter(|entry| entry.file.as_deref() == Some("i"));
    record.assumes.extend(integers.map(|entry| Assumption {
        name: entry.name.clone(),
        min: 0.0,
        max: 255.0,
    }));
}

/// The numbers of a program that are in registers of uniforms.
pub(crate) fn literals(record: &Reflection) -> Literals {
    let mut literals = Literals::new();
    for (register, lane, value) in constants(record) {
        literals.insert((register.0, register.1, lane), value);
    }
    literals
}

/// The numbers that a record tells of, with register and lane.
pub(crate) fn constants(record: &Reflection) -> Vec<(Register, u8, f32)> {
    let mut found = Vec::new();
    let constants = record.constants.iter();
    for constant in constants.filter(|constant| constant.expression.is_none()) {
        let Some(file) = FILES.iter().find(|file| **file == constant.file) else {
            continue;
        };
        let letters = constant.components.as_deref().unwrap_or("xyzw");
        for (letter, value) in letters.chars().zip(&constant.value) {
            let lane = "xyzwrgba".find(letter).unwrap_or(0) as u8 % 4;
            found.push(((*file, constant.index), lane, value.0));
        }
    }
    found
}

/// The registers of uniforms that there are, without numbers.
pub(crate) fn uniforms(record: &Reflection) -> RegisterImage {
    let mut image = RegisterImage {
        samples: 1,
        ..RegisterImage::default()
    };
    let mut declare = |file: &str, register: u32| {
        let registers = image.uniforms.entry(file.to_owned()).or_default();
        registers.entry(register).or_insert(UNSET);
    };
    for entry in record.uniforms.iter().chain(&record.driver_uniforms) {
        let file = entry.file.as_deref().unwrap_or_default();
        let lanes = lanes_of(entry).unwrap_or_default();
        lanes.iter().for_each(|lane| declare(file, lane / 4));
    }
    for constant in &record.constants {
        declare(&constant.file, constant.index);
    }
    image
}

/// The files of uniforms of all machines.
const FILES: [&str; 5] = ["vc", "fc", "u", "c", "i"];

/// A shader cannot be made of a program.
pub(crate) fn refused(what: impl Into<Fault>) -> Diagnostics {
    let message = what.into().to_string();
    Diagnostic::error(codes::container::NOT_LIFTED, message).into()
}

/// True if matrices lie in rows where nothing is said of them.
fn has_rows(target: &str) -> bool {
    target == "pica200" || target.starts_with("agal")
}

/// The declaration of an entry.
fn variable(target: &str, entry: &reflect::Variable) -> Result<Variable, Diagnostics> {
    let found = Variable::of_type(entry.name.clone(), &entry.ty, entry.array);
    let mut variable =
        found.ok_or_else(|| refused(format!("`{}` has the type `{}`", entry.name, entry.ty)))?;
    // What is usual for the target need not be said.
    variable.declared = match entry.layout {
        Some(Layout::Rows) if !has_rows(target) => Some(MatrixLayout::Rows),
        Some(Layout::Columns) if has_rows(target) => Some(MatrixLayout::Columns),
        _ => None,
    };
    // The compiler has no uniforms in registers of integers, which count rounds.
    let is_bindable = entry.file.as_deref() != Some("i");
    if is_bindable && entry.register.as_deref() == Some(&entry.name) {
        variable.bind = entry.register.clone();
    }
    variable.builtin = builtin_of(entry);
    Ok(variable)
}

/// For each number of a variable in GL's order its lane, with slot and component: slots are columns.
fn parts(
    entry: &reflect::Variable,
    variable: &Variable,
) -> Result<Vec<(u32, u32, u8)>, Diagnostics> {
    let (columns, rows) = (
        u32::from(variable.shape.columns),
        u32::from(variable.shape.rows),
    );
    let numbers = lanes_of(entry)?.into_iter().zip(0u32..);
    Ok(numbers
        .map(|(lane, number)| {
            let (element, within) = (number / (columns * rows), number % (columns * rows));
            let (column, row) = (within / rows, within % rows);
            (lane, element * columns + column, row as u8)
        })
        .collect())
}

/// The built-in variable that an entry is.
pub(crate) fn builtin_of(entry: &reflect::Variable) -> Option<Builtin> {
    let mut all = Builtin::ALL.iter().copied();
    all.find(|builtin| entry.builtin.as_deref() == Some(builtin.name()))
}
