//! The record of a set-up: what the vertex program writes, textures by unit, constants.

use crate::poly::Poly;
use crate::reflect::{self, ConstantRegister};
use crate::shader::{Flat, Kind, Lookup, Varying};
use retroshade_ir::{LANES, Shader, Stage};
use retroshade_kit::reflect::{Reflection, Sampler, Variable};

/// Entries of the record.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// What the vertex program writes.
    pub inputs: Vec<Variable>,
    /// Textures by unit.
    pub samplers: Vec<Sampler>,
    /// Varyings in colour registers, which hold [0, 1].
    pub assumed: Vec<String>,
}

/// A register between the programs.
#[derive(Clone, Debug)]
pub struct InterfaceRegister {
    /// The name.
    pub register: String,
    /// The file.
    pub file: &'static str,
    /// The number.
    pub index: u32,
}

impl InterfaceRegister {
    fn entry(self, components: String) -> Variable {
        Variable {
            register: Some(self.register),
            file: Some(self.file.to_owned()),
            index: Some(self.index),
            components: Some(components),
            ..Variable::default()
        }
    }
}

fn letters(lanes: impl Iterator<Item = u8>) -> String {
    lanes.map(|lane| LANES[usize::from(lane).min(3)]).collect()
}

impl Entries {
    /// Adds the texture of a lookup.
    pub fn sampler(&mut self, lookup: &Lookup, unit: u32) {
        let kind = match lookup.kind {
            Kind::Plain => "2d",
            Kind::Projective => "proj",
            Kind::Cube => "cube",
        };
        self.samplers.push(Sampler {
            name: lookup.sampler.clone(),
            ty: lookup.ty.to_owned(),
            array: None,
            register: Some(format!("tex{unit}")),
            index: unit,
            kind: Some(kind.to_owned()),
        });
    }

    /// Adds lanes of a varying, each with the lane of the register that it goes to.
    pub fn varying(&mut self, varying: &Varying, place: InterfaceRegister, lanes: &[(u8, u8)]) {
        let part = letters(lanes.iter().map(|(from, _)| *from));
        let whole = match varying.ty.as_str() {
            "float" => "x",
            "vec2" => "xy",
            "vec3" => "xyz",
            _ => "xyzw",
        };
        self.inputs.push(Variable {
            name: varying.name.clone(),
            ty: varying.ty.clone(),
            part: (part != whole).then_some(part),
            ..place.entry(letters(lanes.iter().map(|(_, to)| *to)))
        });
    }

    /// Adds a coordinate that the vertex program computes; `lanes`: those of the register that its parts go to.
    pub fn computed(
        &mut self,
        flat: &Flat,
        parts: &[Poly],
        place: InterfaceRegister,
        lanes: &[u8],
    ) {
        self.inputs.push(Variable {
            name: place.register.clone(),
            ty: match parts.len() {
                1 => "float".to_owned(),
                lanes => format!("vec{lanes}"),
            },
            expression: Some(reflect::vector(&flat.coordinate(parts))),
            ..place.entry(letters(lanes.iter().copied().take(parts.len())))
        });
    }
}

/// The record of a set-up without its counts. `output` is the register that takes the colour, `constants` are
/// those beside the alpha test's.
pub fn record(
    shader: &Shader,
    target: &str,
    flat: &Flat,
    entries: Entries,
    output: &str,
    mut constants: Vec<ConstantRegister>,
    max_error: f64,
) -> Reflection {
    let mut record = Reflection::new(target, Stage::Fragment.name());
    record.source.clone_from(&shader.name);
    record.inputs = entries.inputs;
    record.samplers = entries.samplers;
    record.outputs = vec![Variable {
        name: flat.output.0.clone(),
        ty: "vec4".into(),
        builtin: flat.output.1.map(str::to_owned),
        register: Some(output.to_owned()),
        file: Some("out".into()),
        index: Some(0),
        components: Some("xyzw".into()),
        ..Variable::default()
    }];
    constants.push(ConstantRegister {
        register: "alpharef".into(),
        file: "alpharef",
        index: 0,
        lanes: [flat.test.map(|(_, reference)| reference), None, None, None],
        letters: "x",
    });
    let mut all: Vec<Poly> = Vec::new();
    for register in &constants {
        reflect::constant(&flat.polys, register, &mut record);
        all.extend(register.lanes.iter().flatten());
    }
    reflect::uniforms(&flat.polys, &all, &mut record);
    for name in &entries.assumed {
        reflect::assume(name, &mut record);
    }
    if flat.test.is_some() {
        record.features.push("discard".into());
    }
    record.max_error = Some((max_error * 100.0).ceil() / 100.0);
    record
}
