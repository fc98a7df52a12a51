//! Every operation on every type.

use super::*;
use crate::{OpKind, Shape, Type, Uniform, Value};

/// Every row of the operation table is executed on every scalar and width it accepts.
#[test]
fn every_operation_runs_on_every_type() {
    let mut ran = 0;
    for op in OpKind::ALL.iter().filter_map(|kind| kind.simple()) {
        for arity in 1..=5 {
            // Scalar and width of the last operand, and of those before it.
            for choice in 0..if arity == 1 { 12 } else { 12usize.pow(2) } {
                let mut shader = Shader::new(Stage::Fragment, "");
                let types = [Type::float, Type::int, Type::bool];
                let last = types[choice % 3](1 + (choice / 3 % 4) as u8);
                let first = types[choice / 12 % 3](1 + (choice / 36) as u8);
                let args: Vec<Type> = (0..arity)
                    .map(|k| if k + 1 == arity { last } else { first })
                    .collect();
                ran += usize::from(runs(&mut shader, op, &args));
            }
        }
    }
    assert!(ran > 300, "{ran}");
}

fn runs(shader: &mut Shader, op: Op, types: &[Type]) -> bool {
    let body = shader.body;
    let mut args = Vec::new();
    for &ty in types {
        let shape = Shape::vector(ty.scalar, ty.lanes);
        let name = format!("u{}", args.len());
        let uniform: Uniform = shader
            .interface
            .uniforms
            .push(crate::Variable::new(name, shape));
        let mut builder = crate::build::Builder::new(shader, body);
        args.push(builder.typed(Op::Uniform { uniform, slot: 0 }, &[], ty));
    }
    let Ok(Some(result)) = crate::build::infer(shader, op, &args) else {
        return false;
    };
    let output = crate::Variable::new("o", Shape::vector(result.scalar, result.lanes));
    shader.interface.outputs.push(output);
    let mut builder = crate::build::Builder::new(shader, body);
    let value: Value = builder.op(op, &args).value;
    let value = builder.shader.whole(value);
    builder.end(crate::Terminator::Yield(vec![value]));
    let mut inputs = RunInputs::default();
    for (k, ty) in types.iter().enumerate() {
        let value = vec![0.5; usize::from(ty.lanes)];
        inputs.uniforms.insert(
            format!("u{k}"),
            crate::run::UniformData { shape: None, value },
        );
    }
    match super::run(shader, &inputs) {
        Ok(outputs) => outputs.outputs["gl_FragColor"][0].len() == usize::from(result.lanes),
        Err(errors) => panic!("{op:?} {types:?}: {errors:?}"),
    }
}
