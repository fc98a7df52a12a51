//! What brings data to a set-up of which only the registers are known.

use super::isa::{FOG_COLOR_FILE, STAGES, Setup};
use retroshade_ir::Stage;
use retroshade_kit::machine::{InputFiles, RegistersRead};
use retroshade_kit::reflect::{Reflection, Variable};

/// Colours and coordinates of vertices, colours of the lighting unit, the fog's factor, constants of the set-up, texture units.
pub(crate) const FILES: InputFiles = InputFiles {
    uniforms: &[
        ("const", STAGES as u32),
        ("buffer", 1),
        ("alpharef", 1),
        (FOG_COLOR_FILE, 1),
    ],
    inputs: &[("color", 1), ("texcoord", 3), ("light", 2), ("fog", 1)],
    units: Some(("tex", 4)),
};

/// The units that are on, with their coordinates, and the colour of vertices. Constants have the values of the
/// set-up.
pub(crate) fn interface(setup: &Setup) -> Reflection {
    let mut record = Reflection::new("pica200", Stage::Fragment.name());
    record.outputs.push(Variable {
        name: "out".to_owned(),
        file: Some("out".to_owned()),
        index: Some(0),
        ..Variable::default()
    });
    let mut reads = RegistersRead::default();
    reads.inputs.insert(("color", 0));
    for (unit, set) in (0..).zip(setup.units) {
        if let Some(set) = set {
            reads.textures.insert(("tex", unit), "sampler2D");
            reads.inputs.insert(("texcoord", set.into()));
        }
    }
    reads.complete(&mut record);
    record
}
