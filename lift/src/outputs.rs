//! Outputs of which no record tells the type: registers of outputs that the program writes, and others that its file names.

use crate::blocks::Code;
use crate::interface::{Interface, Part, builtin_of};
use indexmap::IndexMap;
use retroshade_ir::{Builtin, Scalar, Shader, Shape, Stage, Variable};
use retroshade_kit::machine::effects::Kind;
use retroshade_kit::reflect::{self, Reflection};

/// Declares an output for each of them in the shader, in the interface and in the record. Entries without a type that the
/// program does not write go. `register_of`: what the assembler calls a register of a file.
pub(crate) fn complete(
    interface: &mut Interface,
    code: &Code,
    shader: &mut Shader,
    record: &mut Reflection,
    register_of: impl Fn(&str, u16) -> String,
) {
    let known: Vec<(String, u32)> = interface
        .outputs
        .iter()
        .filter_map(|(_, place)| place.clone().map(|(file, lane)| (file, lane / 4)))
        .collect();
    let is_typed = |entry: &reflect::Variable| !entry.ty.is_empty();
    let (typed, named): (Vec<_>, Vec<_>) = record.outputs.drain(..).partition(is_typed);
    record.outputs = typed;
    let entry_of = |file: &str, number: u16| {
        let mut entries = named.iter();
        entries
            .find(|entry| (entry.file.as_deref(), entry.index) == (Some(file), Some(number.into())))
    };
    let mut unknown: IndexMap<(&'static str, u16), u8> = IndexMap::new();
    for place in code.blocks.iter().flat_map(|block| block.writes.keys()) {
        let (file, number) = (place.file.name, place.number);
        let is_output = place.file.kind == Kind::Output || entry_of(file, number).is_some();
        if is_output && !known.contains(&(file.to_owned(), number.into())) {
            let lanes = unknown.entry((file, number)).or_default();
            *lanes = (*lanes).max(place.lane + 1);
        }
    }
    unknown.sort_keys();
    // Of several colours the language has an array.
    let colours = unknown.keys().filter(|(file, _)| *file == COLOUR);
    let colours = colours.map(|(_, number)| u32::from(*number) + 1).max();
    if let Some(count) = colours.filter(|count| *count > 1) {
        declare_colours(count, interface, shader, record);
        unknown.retain(|(file, _), _| *file != COLOUR);
    }
    for ((file, number), lanes) in unknown {
        let entry = entry_of(file, number);
        let builtin = fixed(&record.target, shader.stage, file, number);
        let builtin = builtin.or_else(|| builtin_of(entry?));
        let is_position =
            record.target == "pica200" && entry.is_some_and(|entry| entry.name == "position");
        let builtin = builtin.or(is_position.then_some(Builtin::Position));
        let lanes = match builtin {
            Some(Builtin::FragDepth | Builtin::PointSize) => 1,
            Some(_) => 4,
            None => lanes,
        };
        let register = entry.and_then(|entry| entry.register.clone());
        let register = register.unwrap_or_else(|| register_of(file, number));
        let name = match (builtin, entry) {
            (Some(Builtin::Position), _) => "gl_Position".to_owned(),
            (Some(Builtin::FragColor), _) => "gl_FragColor".to_owned(),
            (Some(Builtin::FragDepth), _) => "gl_FragDepth".to_owned(),
            (Some(Builtin::PointSize), _) => "gl_PointSize".to_owned(),
            (_, Some(entry)) => entry.name.clone(),
            (_, None) => register.clone(),
        };
        let mut variable = Variable::new(name, Shape::vector(Scalar::Float, lanes));
        variable.builtin = builtin;
        variable.bind = builtin.is_none().then(|| register.clone());
        record.outputs.push(reflect::Variable {
            name: variable.name.clone(),
            ty: variable.glsl_type(),
            builtin: builtin.map(|builtin| builtin.name().to_owned()),
            register: Some(register),
            file: Some(file.to_owned()),
            index: Some(number.into()),
            components: Some("xyzw".chars().take(lanes.into()).collect()),
            ..reflect::Variable::default()
        });
        let id = shader.interface.outputs.push(variable);
        for component in 0..lanes {
            let part = Part {
                variable: id,
                slot: 0,
                component,
            };
            let lane = 4 * u32::from(number) + u32::from(component);
            interface
                .outputs
                .push((part, Some((file.to_owned(), lane))));
        }
    }
}

/// The file of AGAL's colours.
const COLOUR: &str = "oc";

/// `gl_FragData` for so many colours.
fn declare_colours(
    count: u32,
    interface: &mut Interface,
    shader: &mut Shader,
    record: &mut Reflection,
) {
    let shape = Shape {
        array: Some(count),
        ..Shape::vector(Scalar::Float, 4)
    };
    let variable = Variable {
        builtin: Some(Builtin::FragData),
        ..Variable::new("gl_FragData", shape)
    };
    record.outputs.push(reflect::Variable {
        name: variable.name.clone(),
        ty: variable.glsl_type(),
        builtin: Some(Builtin::FragData.name().to_owned()),
        array: Some(count),
        stride: Some(4),
        register: Some(format!("{COLOUR}0")),
        file: Some(COLOUR.to_owned()),
        index: Some(0),
        components: Some("xyzw".to_owned()),
        ..reflect::Variable::default()
    });
    let id = shader.interface.outputs.push(variable);
    for slot in 0..count {
        for component in 0..4 {
            let part = Part {
                variable: id,
                slot,
                component,
            };
            let lane = 4 * slot + u32::from(component);
            interface
                .outputs
                .push((part, Some((COLOUR.to_owned(), lane))));
        }
    }
}

/// The built-in variable that a register of outputs is by the machine.
fn fixed(target: &str, stage: Stage, file: &str, number: u16) -> Option<Builtin> {
    match (target, stage, file, number) {
        (_, Stage::Vertex, "op", _) => Some(Builtin::Position),
        (_, Stage::Fragment, "oc", 0) => Some(Builtin::FragColor),
        (_, Stage::Fragment, "od", _) => Some(Builtin::FragDepth),
        (_, Stage::Fragment, "$", 0) => Some(Builtin::FragColor),
        ("nv2a", Stage::Vertex, "o", 0) => Some(Builtin::Position),
        ("nv2a", Stage::Vertex, "o", 6) => Some(Builtin::PointSize),
        ("lima", Stage::Vertex, "v", 0) => Some(Builtin::Position),
        _ => None,
    }
}
