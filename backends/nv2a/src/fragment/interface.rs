//! What brings data to a set-up of which only the registers are known.

use super::isa::{Mode, Register, Setup};
use retroshade_ir::Stage;
use retroshade_kit::machine::{InputFiles, RegistersRead};
use retroshade_kit::reflect::{Reflection, Variable};

/// The outputs of vertex programs, by number, and the texture stages. Constants have the values of the set-up.
pub(crate) const FILES: InputFiles = InputFiles {
    uniforms: &[],
    inputs: &[("o", 13)],
    units: Some(("tex", 4)),
};

/// The file of the colour.
const OUTPUT: &str = "out";

/// The colours, and the stages that look up textures with their coordinates.
pub(crate) fn interface(setup: &Setup) -> Reflection {
    let mut record = Reflection::new("nv2a", Stage::Fragment.name());
    let variable = |name: String, ty: &str, file: &str, index: u32| Variable {
        register: (file != OUTPUT).then(|| name.clone()),
        name,
        ty: ty.to_owned(),
        file: Some(file.to_owned()),
        index: Some(index),
        ..Variable::default()
    };
    record
        .outputs
        .push(variable(OUTPUT.to_owned(), "vec4", OUTPUT, 0));
    for color in 0..2 {
        let name = format!("oD{color}");
        record.inputs.push(variable(name, "vec4", "o", 3 + color));
    }
    if setup.reads(|input| input.register == Register::FOG && input.alpha) {
        record
            .inputs
            .push(variable("oFog".to_owned(), "float", "o", 5));
    }
    let mut reads = RegistersRead::default();
    for (unit, mode) in (0..).zip(setup.modes()) {
        let ty = match mode {
            None | Some(Mode::None) => continue,
            Some(
                Mode::Cube
                | Mode::DotCube
                | Mode::DotDiffuse
                | Mode::DotSpecular
                | Mode::DotSpecularConstant,
            ) => "samplerCube",
            Some(_) => "sampler2D",
        };
        reads.textures.insert(("tex", unit), ty);
        record
            .inputs
            .push(variable(format!("oT{unit}"), "vec4", "o", 9 + unit));
    }
    reads.complete(&mut record);
    record
}
