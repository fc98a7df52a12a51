//! `gl_DepthRange`, which neither processor has: programs get GL's default. The viewport transform that
//! the driver supplies has the depth range in it already (docs/lima-gp.md, "Outputs").

use retroshade_ir::{Constant, Op, Shader};

/// Puts numbers in the place of `gl_DepthRange`.
pub(crate) fn fix(shader: &mut Shader) {
    for region in shader.live_regions() {
        for index in 0..shader.regions[region].insts.len() {
            let inst = shader.regions[region].insts[index];
            if let Op::Uniform { uniform, .. } = shader.insts[inst].op
                && let Some(value) = value(&shader.interface.uniforms[uniform].name)
            {
                shader.insts[inst].op = Op::Constant(Constant::floats(&[value]));
            }
        }
    }
}

/// The value of a member.
fn value(name: &str) -> Option<f32> {
    match name {
        "gl_DepthRange.near" => Some(0.0),
        "gl_DepthRange.far" | "gl_DepthRange.diff" => Some(1.0),
        _ => None,
    }
}
