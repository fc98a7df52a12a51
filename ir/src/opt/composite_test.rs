//! Every expansion on every machine against the definition of the operation.

use crate::opt::testing::{agrees, machines, read, run_on};
use crate::opt::{COMPOSITE, DCE};
use crate::text::print;
use crate::{Capabilities, Domain, OpKind, Shader, Signature};

fn shader(body: &str) -> String {
    format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
         uniform uniform0 \"u\" vec4\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\n\
         body {{\n  %0:f4 = input in0[0]\n  %1:f4 = input in1[0]\n  %2:f4 = uniform uniform0[0]\n\
         {body}}}\n"
    )
}

/// Demands that nothing is left that the machine does not accept.
fn check_accepted(machine: &Capabilities, shader: &Shader) {
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            let data = &shader.insts[inst];
            let lanes = data.args.first().map_or(1, |operand| operand.lanes());
            let kind = data.op.kind();
            let logic = matches!(
                kind,
                OpKind::Lt
                    | OpKind::Ge
                    | OpKind::Select
                    | OpKind::Compose
                    | OpKind::Constant
                    | OpKind::Input
                    | OpKind::Uniform
            );
            assert!(
                logic || machine.accepts(kind, lanes),
                "{} keeps {} in {lanes} lanes\n{}",
                machine.target,
                kind.name(),
                print(shader)
            );
        }
    }
}

fn check(machine: &Capabilities, body: &str, tolerance: f32) {
    let after = agrees(&[COMPOSITE, DCE], machine, &shader(body), tolerance);
    check_accepted(machine, &after);
}

/// Keeps operands where the operation is defined and well conditioned.
fn prepared(kind: OpKind) -> &'static str {
    match kind {
        OpKind::Sqrt | OpKind::Rsqrt | OpKind::Log | OpKind::Log2 => {
            "%3:f4 = abs %0 %4:f1 = const 0.01 %5:f4 = add %3, %4.xxxx"
        }
        OpKind::Asin | OpKind::Acos => "%4:f1 = const 0.5 %5:f4 = mul %0, %4.xxxx",
        OpKind::Tan => "%4:f1 = const 0.7 %5:f4 = mul %0, %4.xxxx",
        // Away from the steps.
        OpKind::Floor | OpKind::Ceil | OpKind::Trunc | OpKind::Fract => {
            "%4:f1 = const 3.7002 %5:f4 = mul %0, %4.xxxx"
        }
        _ => "%5:f4 = mul %0, %1",
    }
}

#[test]
fn operations_of_one_operand() {
    for machine in machines() {
        for &kind in OpKind::ALL {
            let (Signature::Lanewise(1, Domain::Float | Domain::Number), false) = (
                kind.signature(),
                matches!(kind, OpKind::Dfdx | OpKind::Dfdy | OpKind::Fwidth),
            ) else {
                continue;
            };
            let tolerance = match kind {
                OpKind::Sin | OpKind::Cos | OpKind::Asin | OpKind::Acos | OpKind::Atan => 1e-4,
                OpKind::Tan => 1e-3,
                _ => 1e-5,
            };
            let name = kind.name();
            let body = format!("{} %6:f4 = {name} %5 yield %6\n", prepared(kind));
            check(&machine, &body, tolerance);
            let body = format!(
                "{} %6:f2 = {name} %5.yw %7:f1 = {name} %5.z %8:f4 = compose %6, %7, %7 yield %8\n",
                prepared(kind)
            );
            if kind != OpKind::Normalize {
                check(&machine, &body, tolerance);
            }
        }
    }
}

#[test]
fn operations_of_two_and_three_operands() {
    let positive = "%3:f4 = abs %0 %4:f1 = const 0.05 %5:f4 = add %3, %4.xxxx";
    for machine in machines() {
        for name in [
            "add", "sub", "mul", "min", "max", "slt", "sge", "seq", "sne", "step", "atan2",
        ] {
            check(&machine, &format!("%6:f4 = {name} %0, %1 yield %6\n"), 1e-4);
            check(
                &machine,
                &format!("%6:f4 = {name} %0, %2.yyyy yield %6\n"),
                1e-4,
            );
        }
        for name in ["div", "mod"] {
            let body = format!("{positive} %6:f4 = {name} %1, %5 yield %6\n");
            check(&machine, &body, 1e-4);
        }
        check(
            &machine,
            &format!("{positive} %6:f4 = pow %5, %1 yield %6\n"),
            1e-4,
        );
        for name in ["mad", "mix"] {
            check(
                &machine,
                &format!("%6:f4 = {name} %0, %1, %2 yield %6\n"),
                1e-5,
            );
        }
        let ordered = "%4:f1 = const 0.6 %5:f4 = add %0, %4.xxxx";
        check(
            &machine,
            &format!("{ordered} %6:f4 = clamp %1, %0, %5 yield %6\n"),
            1e-5,
        );
        check(
            &machine,
            &format!("{ordered} %6:f4 = smoothstep %0, %5, %1 yield %6\n"),
            1e-4,
        );
        check(
            &machine,
            "%3:f1 = const 0.0 %4:f1 = const 1.0 %6:f4 = clamp %1, %3.xxxx, %4.xxxx yield %6\n",
            1e-5,
        );
    }
}

#[test]
fn operations_on_vectors() {
    for machine in machines() {
        for lanes in ["x", "xy", "yzw", "wxyz"] {
            let n = lanes.len();
            for name in ["dot", "distance"] {
                let body = format!("%6:f1 = {name} %0.{lanes}, %1.{lanes} yield %6.xxxx\n");
                check(&machine, &body, 1e-5);
            }
            check(
                &machine,
                &format!("%6:f1 = length %0.{lanes} yield %6.xxxx\n"),
                1e-5,
            );
            let splat = &"xxxx"[..4 - n];
            let fill = if n == 4 {
                String::new()
            } else {
                format!(", %0.{splat}")
            };
            let finish = format!("%7:f4 = compose %6{fill} yield %7\n");
            for body in [
                format!("%6:f{n} = normalize %0.{lanes} {finish}"),
                format!("%6:f{n} = reflect %0.{lanes}, %1.{lanes} {finish}"),
                format!("%6:f{n} = faceforward %0.{lanes}, %1.{lanes}, %2.{lanes} {finish}"),
                format!(
                    "%3:f{n} = normalize %0.{lanes} %4:f{n} = normalize %1.{lanes} \
                     %5:f1 = const 0.8 %6:f{n} = refract %3, %4, %5 {finish}"
                ),
            ] {
                check(&machine, &body, 1e-4);
            }
        }
        check(
            &machine,
            "%6:f3 = cross %0.xyz, %1.zwx %7:f4 = compose %6, %0.w yield %7\n",
            1e-5,
        );
        check(
            &machine,
            "%6:f4 = matvec %0, %1, %2, %0.wzyx, %1.yxwz yield %6\n",
            1e-5,
        );
        check(
            &machine,
            "%3:f1 = const 1.0 %4:f4 = compose %1.xyz, %3 %6:f4 = matvec %0, %1, %2, %0.wzyx, %4 \
             yield %6\n",
            1e-5,
        );
        check(
            &machine,
            "%6:f2 = matvec %0.xy, %1.zw, %2.yx, %0.xwy %7:f4 = compose %6, %6 yield %7\n",
            1e-5,
        );
    }
}

#[test]
fn ties_round_to_even() {
    let body = "%3:f1 = const 2.0 %4:f4 = mul %0, %3.xxxx %5:f4 = floor %4 %6:f1 = const 0.5 \
                %7:f4 = mul %5, %6.xxxx %8:f4 = round %7 yield %8\n";
    for machine in machines() {
        check(&machine, body, 0.0);
    }
}

#[test]
fn a_point_at_one_needs_no_product() {
    let machine = &machines()[1];
    let after = agrees(
        &[COMPOSITE],
        machine,
        &shader(
            "%3:f1 = const 1.0 %4:f4 = compose %1.xyz, %3 %6:f4 = matvec %0, %1, %2, %0.wzyx, %4 \
             yield %6\n",
        ),
        1e-5,
    );
    assert_eq!(print(&after).matches("mad").count(), 3);
    assert_eq!(print(&after).matches("mul").count(), 0);
}

#[test]
fn what_has_no_expansion_is_refused() {
    for body in ["%6:f4 = dfdx %0 yield %6\n", "%6:f4 = fwidth %0 yield %6\n"] {
        let text = shader(body);
        let fault = run_on(&[COMPOSITE], &Capabilities::MINIMAL, &mut read(&text)).unwrap_err();
        assert_eq!(fault.code.id, "E0301");
        assert!(fault.message.contains("derivatives"), "{}", fault.message);
    }
}

#[test]
fn coordinates_are_divided_where_the_target_does_not() {
    let text = "shader fragment \"a\"\ninput in0 \"v\" vec4\nsampler sampler0 \"s\" d2\n\
                output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {\n\
                %0:f4 = input in0[0] %1:f4 = texture sampler0[0] project %0.xyw yield %1 }\n";
    let mut shader = read(text);
    run_on(&[COMPOSITE], &Capabilities::MINIMAL, &mut shader).unwrap();
    let after = print(&shader);
    assert!(
        after.contains("rcp %0.w") && !after.contains("project"),
        "{after}"
    );
}
