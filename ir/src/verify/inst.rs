//! Rules of single instructions: the types of operands and results, immediate parts, stage.

use crate::build::infer;
use crate::op::LevelOfDetail;
use crate::{Effect, Inst, Op, Scalar, Shader, Stage, TextureOp, Type, Variable};
use retroshade_diagnostics::fault::{Checked, Fault};

/// Checks an instruction whose operands and results exist. The error is the rule that is broken.
pub(super) fn check(shader: &Shader, inst: Inst) -> Checked {
    let data = &shader.insts[inst];
    let found: Vec<Type> = data.results.iter().map(|&value| shader.ty(value)).collect();
    stage(shader, data.op)?;
    regions(data.op, data.regions.len())?;
    immediate(shader, data.op)?;
    if let Some(wanted) = infer(shader, data.op, &data.args)? {
        return if found == [wanted] {
            Ok(())
        } else {
            Err(format!("gives {found:?}, expected [{wanted}]").into())
        };
    }
    match data.op {
        Op::Undefined => one(&found).map(|_| ()),
        Op::Input { input, .. } | Op::InputIndexed { input, .. } => {
            slot_type(&shader.interface.inputs[input], &found)
        }
        Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
            slot_type(&shader.interface.uniforms[uniform], &found)
        }
        Op::ArrayStore(_) | Op::Discard | Op::EmitVertex if !found.is_empty() => {
            Err(format!("gives {found:?}, but has no result").into())
        }
        _ => Ok(()),
    }
}

fn one(found: &[Type]) -> Checked<Type> {
    match found {
        [only] => Ok(*only),
        _ => Err(format!("gives {} results, not one", found.len()).into()),
    }
}

/// The slot's type, or as many floats.
fn slot_type(variable: &Variable, found: &[Type]) -> Checked {
    let found = one(found)?;
    let wanted = Type {
        scalar: variable.shape.scalar,
        lanes: variable.slot_lanes(),
    };
    if found == wanted || found == Type::float(wanted.lanes) {
        Ok(())
    } else {
        Err(format!(
            "gives {found}, but a slot of `{}` is {wanted}",
            variable.name
        )
        .into())
    }
}

fn stage(shader: &Shader, op: Op) -> Checked {
    let fragments_only = match op {
        Op::Texture(texture) => texture.level == LevelOfDetail::Bias,
        Op::Discard => true,
        op => op.effect(true) == Effect::Quad,
    };
    if op == Op::EmitVertex && shader.stage != Stage::Geometry {
        return Err("is for geometry shaders".into());
    }
    if fragments_only && shader.stage != Stage::Fragment {
        return Err("is for fragment shaders".into());
    }
    Ok(())
}

fn regions(op: Op, count: usize) -> Checked {
    let wanted = match op {
        Op::If => 2,
        Op::Loop => 1,
        _ => 0,
    };
    if count == wanted {
        Ok(())
    } else {
        Err(format!("has {count} regions, not {wanted}").into())
    }
}

/// Indices into the interface and the arrays.
fn immediate(shader: &Shader, op: Op) -> Checked {
    let interface = &shader.interface;
    match op {
        Op::Constant(constant) => constant_bits(constant),
        Op::Input { input, slot } => {
            let variable = interface.inputs.get(input);
            slot_exists(variable.ok_or_else(|| unknown(input))?, slot)
        }
        Op::Uniform { uniform, slot } => {
            let variable = interface.uniforms.get(uniform);
            slot_exists(variable.ok_or_else(|| unknown(uniform))?, slot)
        }
        Op::InputIndexed {
            input,
            base,
            stride,
        } => {
            let variable = interface.inputs.get(input);
            indexed(variable.ok_or_else(|| unknown(input))?, base, stride)
        }
        Op::UniformIndexed {
            uniform,
            base,
            stride,
        } => {
            let variable = interface.uniforms.get(uniform);
            indexed(variable.ok_or_else(|| unknown(uniform))?, base, stride)
        }
        Op::Texture(texture) => sampler(shader, texture),
        Op::ArrayLoad(array) | Op::ArrayStore(array) if shader.arrays.get(array).is_none() => {
            Err(unknown(array))
        }
        _ => Ok(()),
    }
}

fn unknown(entity: impl std::fmt::Display) -> Fault {
    format!("{entity} does not exist").into()
}

/// Equal constants must be equal data: lanes beyond the type are 0, a bool is 0 or 1.
fn constant_bits(constant: crate::Constant) -> Checked {
    let lanes = usize::from(constant.ty.lanes);
    let inside = constant.bits.iter().take(lanes);
    let bools = constant.ty.scalar != Scalar::Bool || inside.clone().all(|&bits| bits <= 1);
    let unused = constant.bits.iter().skip(lanes).all(|&bits| bits == 0);
    if bools && unused && (1..=4).contains(&lanes) {
        Ok(())
    } else {
        Err(format!(
            "the constant's bits {:x?} are not those of {}",
            constant.bits, constant.ty
        )
        .into())
    }
}

fn slot_exists(variable: &Variable, slot: u32) -> Checked {
    let slots = variable.slots();
    if slot < slots {
        Ok(())
    } else {
        Err(format!("slot {slot} of `{}`, which has {slots}", variable.name).into())
    }
}

fn indexed(variable: &Variable, base: u32, stride: u32) -> Checked {
    slot_exists(variable, base)?;
    if stride == 0 {
        return Err("a stride of 0 indexes nothing".into());
    }
    Ok(())
}

fn sampler(shader: &Shader, texture: TextureOp) -> Checked {
    let Some(sampler) = shader.interface.samplers.get(texture.sampler) else {
        return Err(unknown(texture.sampler));
    };
    let elements = sampler.array.unwrap_or(1);
    if texture.element >= elements {
        let (name, element) = (&sampler.name, texture.element);
        return Err(format!("element {element} of `{name}`, which has {elements}").into());
    }
    if texture.indexed && sampler.array.is_none() {
        return Err(format!("`{}` is no array to index", sampler.name).into());
    }
    Ok(())
}
