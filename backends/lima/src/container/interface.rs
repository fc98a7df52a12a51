//! What the symbols of a file say of a program's registers.

use super::Contents;
use super::symbols::{Kind, NOWHERE, Symbol};
use retroshade_ir::{Builtin, Stage};
use retroshade_kit::reflect::{Constant, Reflection, Sampler, Variable};

/// Names of inputs, uniforms, samplers and outputs, and the literals that the file carries.
pub(crate) fn interface(contents: &Contents, stage: Stage) -> Reflection {
    let mut record = Reflection::new("lima", stage.name());
    let symbols = &contents.symbols;
    let placed = |list: &'static str, symbols: &[Symbol]| -> Vec<Variable> {
        let symbols = symbols.iter().filter(|symbol| symbol.offset != NOWHERE);
        symbols.map(|symbol| variable(list, symbol)).collect()
    };
    for symbol in symbols
        .uniforms
        .iter()
        .filter(|symbol| symbol.offset != NOWHERE)
    {
        if matches!(
            symbol.kind,
            Kind::Sampler2d | Kind::SamplerCube | Kind::SamplerExternal
        ) {
            record.samplers.push(sampler(symbol));
        } else if symbol.initial.is_empty() {
            record.uniforms.push(variable("u", symbol));
        } else {
            record.constants.push(literal(symbol));
        }
    }
    match stage {
        Stage::Vertex | Stage::Geometry => {
            record.inputs = placed("a", &symbols.attributes);
            record.outputs = placed("v", &symbols.varyings);
        }
        Stage::Fragment => {
            record.inputs = placed("v", &symbols.varyings);
            record.outputs = vec![Variable {
                name: "gl_FragColor".to_owned(),
                builtin: Some(Builtin::FragColor.name().to_owned()),
                file: Some("$".to_owned()),
                index: Some(0),
                ..Variable::default()
            }];
        }
    }
    record
}

fn variable(file: &str, symbol: &Symbol) -> Variable {
    let lane = usize::from(symbol.offset % 4);
    let elements = u32::from(symbol.entries.max(1));
    let registers = (elements * u32::from(symbol.stride)).div_ceil(4).max(1);
    let ty = match symbol.components {
        _ if registers > 1 => "vec4",
        1 => "float",
        2 => "vec2",
        3 => "vec3",
        _ => "vec4",
    };
    Variable {
        name: symbol.name.clone(),
        ty: ty.to_owned(),
        file: Some(file.to_owned()),
        index: Some(u32::from(symbol.offset / 4)),
        components: "xyzw".get(lane..).map(str::to_owned),
        array: Some(registers),
        ..Variable::default()
    }
}

fn sampler(symbol: &Symbol) -> Sampler {
    Sampler {
        name: symbol.name.clone(),
        ty: match symbol.kind {
            Kind::SamplerCube => "samplerCube",
            _ => "sampler2D",
        }
        .to_owned(),
        array: (symbol.entries > 0).then_some(symbol.entries.into()),
        register: None,
        index: symbol.offset.into(),
        kind: None,
    }
}

fn literal(symbol: &Symbol) -> Constant {
    let values = symbol.initial.iter().take(4);
    let values = values.map(|bits| f32::from_bits(*bits));
    Constant::literals("u", u32::from(symbol.offset / 4), values)
}
