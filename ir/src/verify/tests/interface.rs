//! Rules of inputs, uniforms, samplers and outputs.

use super::*;

#[test]
fn every_rule_of_the_interface_holds() {
    let fault = |change: fn(&mut Shader), wanted: &str| {
        let mut shader = small();
        change(&mut shader);
        assert_eq!(faults(&shader), [wanted]);
    };
    fault(
        |s| {
            s.interface
                .inputs
                .values_mut()
                .for_each(|v| v.shape.rows = 5)
        },
        "input `v`: 1 columns of 5 lanes",
    );
    fault(
        |s| {
            s.interface
                .outputs
                .values_mut()
                .for_each(|v| v.layout = crate::MatrixLayout::Rows)
        },
        "output `o`: only matrix uniforms have a layout",
    );
    fault(
        |s| {
            s.interface.inputs.values_mut().for_each(|v| {
                v.shape = crate::Shape {
                    columns: 2,
                    rows: 1,
                    ..v.shape
                }
            })
        },
        "input `v`: not a matrix, but 2 columns",
    );
    fault(
        |s| {
            s.interface
                .inputs
                .values_mut()
                .for_each(|v| v.shape.array = Some(0))
        },
        "input `v`: 0 elements, not 1 to 65536",
    );
    fault(
        |s| {
            s.interface
                .outputs
                .values_mut()
                .for_each(|v| v.builtin = Some(crate::Builtin::FragDepth))
        },
        "output `o`: the depth is one float",
    );
    fault(
        |s| {
            s.interface
                .inputs
                .values_mut()
                .take(1)
                .for_each(|v| v.name = "m\nn".into())
        },
        "input `m\\nn`: a control character in the name",
    );
    fault(
        |s| {
            s.interface
                .samplers
                .values_mut()
                .take(1)
                .for_each(|v| v.name = "m\nn".into())
        },
        "sampler `m\\nn`: a control character in the name",
    );
    fault(
        |s| {
            s.interface
                .samplers
                .values_mut()
                .for_each(|v| v.name = "same".into())
        },
        "sampler `same` is declared twice",
    );
    fault(
        |s| s.arrays.values_mut().for_each(|array| array.len = 1 << 20),
        "array `a`: 1048576 elements, not 1 to 65536",
    );
    fault(
        |s| s.arrays.values_mut().for_each(|array| array.ty.lanes = 0),
        "array `a`: elements of 0 lanes",
    );
    fault(
        |s| {
            for variable in s.interface.outputs.values_mut() {
                variable.nesting = Some(crate::Nesting {
                    around: vec![2],
                    inner: None,
                });
            }
        },
        "output `o`: None elements do not fit Nesting { around: [2], inner: None }",
    );
}
