//! Pairs of machines whose fragment stage runs no programs but is set up by registers.
//!
//! The fragment shader comes first: its record says which register holds what, as it is or as an expression
//! that the program before it computes. Then the varyings of the shader before it, a vertex or a geometry shader, become
//! those registers.

use super::check::Partners;
use super::describe::Varying;
use super::expression::{Known, compute};
use super::options::StageOptions;
use super::{Pair, agree, layouts};
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::build::{Builder, change_handed_on};
use retroshade_ir::entity::EntityVec;
use retroshade_ir::link::fill;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{
    Interpolation, Op, Output, Precision, Scalar, Shader, Shape, Swizzle, Type, Use, Variable,
};
use retroshade_kit::reflect::{self, Expression};
use retroshade_kit::target::{Compiled, Options, Target};

/// How a pair that was checked becomes a program and settings.
pub(super) struct FixedPair<'a> {
    pub(super) target: &'static dyn Target,
    pub(super) options: StageOptions,
    pub(super) partners: &'a Partners,
}

/// The varyings of the vertex shader that feed the fragment shader, by their names there.
type Fed = IndexMap<String, (Output, String)>;

/// A register between the two stages, with the entries of the fragment shader's record.
struct Register<'a> {
    name: &'a str,
    entries: Vec<&'a reflect::Variable>,
}

impl FixedPair<'_> {
    /// Makes the vertex program and the settings of the fragment stage.
    ///
    /// # Errors
    /// What either stage cannot do.
    pub(super) fn make(
        &self,
        mut vertex: Shader,
        mut fragment: Shader,
        warnings: &mut Diagnostics,
    ) -> Result<Pair, Diagnostics> {
        self.refuse_flat(&vertex, &fragment)?;
        layouts::agree(&mut vertex, &mut fragment)?;
        let fed: Fed = self
            .partners
            .iter()
            .map(|(&input, &output)| {
                let name = fragment.interface.inputs[input].name.clone();
                (
                    name,
                    (output, vertex.interface.outputs[output].name.clone()),
                )
            })
            .collect();
        let varyings: Vec<(String, bool)> = vertex
            .interface
            .outputs
            .values()
            .filter(|output| output.builtin.is_none())
            .map(|output| (output.name.clone(), self.target.is_for_unit(output)))
            .collect();
        let declared = fragment.clone();
        let options = Options {
            linked: true,
            ..self.options.fragment.clone()
        };
        let mut settings = self.program(&mut fragment, &options, &[], warnings)?;

        // Names of registers must not meet bindings of variables.
        self.options.vertex.apply_bindings(&mut vertex)?;
        let options = Options {
            bindings: IndexMap::new(),
            linked: true,
            ..self.options.vertex.clone()
        };
        let registers = registers(&settings.reflection.inputs);
        let is_lit = self.reads_units(&fragment);
        let kept = |output: &Variable| {
            output.builtin.is_some() || is_lit && self.target.is_for_unit(output)
        };
        let written = rewrite(&mut vertex, (&declared, &fed), &registers, &kept)?;
        let program = self.program(&mut vertex, &options, &written, warnings)?;

        let listed = describe(&settings.reflection.inputs, &fed, &program)?;
        let entries = registers.iter().map(Register::entry).collect();
        let used = |name: &String| {
            let mut fed = fed.iter().filter(|(_, (_, output))| output == name);
            fed.any(|(input, _)| listed.iter().any(|one| is_read(one, input)))
        };
        let dropped = varyings.into_iter();
        let dropped = dropped
            .filter(|(name, for_unit)| !(used(name) || is_lit && *for_unit))
            .map(|(name, _)| name)
            .collect();
        settings.reflection.inputs = entries;
        self.target.check_pair(&program, &settings)?;
        Ok(Pair {
            vertex: program,
            geometry: None,
            fragment: settings,
            varyings: listed,
            dropped,
        })
    }

    /// Passes and code. `written`: outputs that may not be missing.
    fn program(
        &self,
        shader: &mut Shader,
        options: &Options,
        written: &[Variable],
        warnings: &mut Diagnostics,
    ) -> Result<Compiled, Diagnostics> {
        self.target
            .prepare(shader, options, &mut Hooks::default())?;
        fill(shader, written);
        let mut compiled = self.target.generate(shader, options)?;
        compiled.reflection.source.clone_from(&shader.name);
        warnings.extend(std::mem::take(&mut compiled.warnings));
        Ok(compiled)
    }

    /// Whether a fragment shader, after its passes, reads what other units of the machine give.
    fn reads_units(&self, fragment: &Shader) -> bool {
        let given = self.target.given_inputs();
        let mut inputs = fragment.interface.inputs.values();
        inputs.any(|input| {
            let option = self.options.fragment.bindings.get(&input.name);
            let bind = input.bind.as_ref().or(option);
            bind.is_some_and(|bind| given.contains(&bind.as_str()))
        })
    }

    fn refuse_flat(&self, vertex: &Shader, fragment: &Shader) -> Result<(), Diagnostics> {
        let read = retroshade_ir::link::reads(fragment);
        let mut errors = Diagnostics::new();
        for (&input, &output) in self.partners {
            let variable = &fragment.interface.inputs[input];
            if variable.interpolation == Interpolation::Flat && !read[input].is_nothing() {
                let output = &vertex.interface.outputs[output];
                errors.push(agree::flat(self.target, variable, output));
            }
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(errors)
        }
    }
}

/// True if a register holds a varying of this name, or something computed of it.
fn is_read(one: &Varying, name: &str) -> bool {
    match &one.expression {
        None => one.name == name,
        Some(expression) => mentions(expression, name),
    }
}

fn mentions(expression: &Expression, name: &str) -> bool {
    match expression {
        Expression::Varying(varying) => varying == name,
        Expression::Uniform(..) | Expression::Constant(_) => false,
        Expression::Swizzle(_, inner) => mentions(inner, name),
        Expression::Apply(_, operands) => operands.iter().any(|one| mentions(one, name)),
    }
}

/// The registers that a record's entries name, each once.
fn registers(inputs: &[reflect::Variable]) -> Vec<Register<'_>> {
    let mut registers: Vec<Register> = Vec::new();
    for entry in inputs {
        let Some(name) = entry
            .register
            .as_deref()
            .filter(|_| entry.builtin.is_none())
        else {
            continue;
        };
        match registers.iter_mut().find(|one| one.name == name) {
            Some(register) => register.entries.push(entry),
            None => registers.push(Register {
                name,
                entries: vec![entry],
            }),
        }
    }
    registers
}

impl Register<'_> {
    /// How many lanes of it are used, from the first on.
    fn lanes(&self) -> u8 {
        let letters = self.entries.iter().flat_map(|entry| letters(entry));
        letters.map(|(_, to)| to + 1).max().unwrap_or(1)
    }

    /// The register as the record of a linked program names it.
    fn entry(&self) -> reflect::Variable {
        let lanes = self.lanes();
        let first = self.entries.first();
        reflect::Variable {
            name: self.name.to_owned(),
            ty: match lanes {
                1 => "float".to_owned(),
                lanes => format!("vec{lanes}"),
            },
            register: Some(self.name.to_owned()),
            file: first.and_then(|entry| entry.file.clone()),
            index: first.and_then(|entry| entry.index),
            components: Some("xyzw".chars().take(lanes.into()).collect()),
            ..reflect::Variable::default()
        }
    }
}

/// For each lane that an entry fills: the lane of its value, and that of the register.
fn letters(entry: &reflect::Variable) -> Vec<(u8, u8)> {
    let number = |letter: char| "xyzw".find(letter).map_or(0, |lane| lane as u8);
    let components = entry.components.as_deref().unwrap_or("xyzw");
    let to = components.chars().map(number);
    match &entry.part {
        Some(part) => part.chars().map(number).zip(to).collect(),
        None => (0..).zip(to).collect(),
    }
}

/// Makes a shader write registers in place of its varyings, in every vertex that it hands on. Returns the outputs that
/// it has now.
fn rewrite(
    feeder: &mut Shader,
    (fragment, fed): (&Shader, &Fed),
    registers: &[Register],
    kept: &dyn Fn(&Variable) -> bool,
) -> Result<Vec<Variable>, Diagnostic> {
    let slots: Vec<(Output, u32)> = feeder.interface.output_slots().collect();
    let old = feeder.interface.outputs.clone();
    let mut fault = None;
    change_handed_on(feeder, |builder, uses| {
        let of_output = |output: Output| {
            let pairs = slots.iter().zip(uses);
            let own = pairs.filter(move |((other, _), _)| *other == output);
            own.map(|(_, value)| *value)
        };
        let varying = |name: &str| of_output(fed.get(name)?.0).next();
        let known = Known {
            fragment,
            varying: &varying,
        };
        let stay = old.iter().filter(|(_, output)| kept(output));
        let mut handed: Vec<Use> = stay.flat_map(|(output, _)| of_output(output)).collect();
        for register in registers {
            match content(builder, &known, register) {
                Ok(value) => handed.push(value),
                Err(error) => fault = Some(error),
            }
        }
        handed
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    let mut outputs = EntityVec::new();
    for output in old.values().filter(|output| kept(output)) {
        outputs.push(output.clone());
    }
    let mut written = Vec::new();
    for register in registers {
        let mut entries = register.entries.iter();
        let source = entries.find_map(|entry| fed.get(&entry.name));
        let source = source.map(|(output, _)| &old[*output]);
        let variable = Variable {
            precision: source.map_or(Some(Precision::High), |source| source.precision),
            span: source.map_or(retroshade_diagnostics::Span::NONE, |source| source.span),
            bind: Some(register.name.to_owned()),
            ..Variable::new(
                register.name,
                Shape::vector(Scalar::Float, register.lanes()),
            )
        };
        written.push(variable.clone());
        outputs.push(variable);
    }
    feeder.interface.outputs = outputs;
    Ok(written)
}

/// The value of a register. Lanes that the fragment stage does not read are undefined.
fn content(builder: &mut Builder, known: &Known, register: &Register) -> Result<Use, Diagnostic> {
    let mut lanes: Vec<Option<Use>> = vec![None; register.lanes().into()];
    for entry in &register.entries {
        let value = match &entry.expression {
            Some(expression) => compute(builder, known, expression)?,
            None => (known.varying)(&entry.name).ok_or_else(|| {
                let message = format!("`{}` has no partner", entry.name);
                Diagnostic::bug("link", message)
            })?,
        };
        for (from, to) in letters(entry) {
            let one = (from < value.lanes()).then(|| value.then(Swizzle::splat(from, 1)));
            if let Some(lane) = lanes.get_mut(usize::from(to)) {
                *lane = one;
            }
        }
    }
    let mut parts: Vec<Use> = Vec::with_capacity(lanes.len());
    for lane in lanes {
        let lane = match lane {
            Some(lane) => lane,
            None => builder.typed(Op::Undefined, &[], Type::float(1)),
        };
        match parts.last_mut().filter(|last| last.value == lane.value) {
            Some(last) => {
                let together = [last.swizzle.lanes(), lane.swizzle.lanes()].concat();
                last.swizzle = Swizzle::new(&together).unwrap_or(last.swizzle);
            }
            None => parts.push(lane),
        }
    }
    Ok(builder.compose(&parts))
}

/// What was agreed: an item for each entry of the fragment shader's record.
fn describe(
    inputs: &[reflect::Variable],
    fed: &Fed,
    program: &Compiled,
) -> Result<Vec<Varying>, Diagnostic> {
    let mut list = Vec::new();
    for entry in inputs.iter().filter(|entry| entry.builtin.is_none()) {
        let register = entry.register.clone().unwrap_or_default();
        let mut outputs = program.reflection.outputs.iter();
        let output = outputs.find(|output| output.name == register);
        let Some(output) = output else {
            let message = format!("the vertex program does not write `{register}`");
            return Err(Diagnostic::bug("link", message));
        };
        let vertex_name = fed.get(&entry.name).map(|(_, name)| name.clone());
        list.push(Varying {
            name: entry.name.clone(),
            vertex_name: vertex_name.unwrap_or_else(|| entry.name.clone()),
            ty: entry.ty.clone(),
            array: None,
            vertex_register: output.register.clone().unwrap_or_default(),
            fragment_register: register,
            components: entry.components.clone().unwrap_or_default(),
            part: entry.part.clone(),
            live: None,
            expression: entry.expression.clone(),
        });
    }
    Ok(list)
}
