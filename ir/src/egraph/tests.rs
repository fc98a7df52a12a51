//! Every node of a class has the value of the class, and what is written back the results of the source.

use super::block::Block;
use super::graph::Graph;
use super::node::{Class, Head, Node};
use super::sensitive::sensitive_values;
use super::{Costs, Effort, INSTRUCTION, Rules, saturate, shorter};
use crate::entity::EntityRef;
use crate::generate::{Knobs, sample};
use crate::opt::fold::fold;
use crate::opt::testing::{compare, machines, random_inputs, read, results};
use crate::pass::Hooks;
use crate::random::Random;
use crate::text::print;
use crate::verify::verify_after;
use crate::{Constant, Op, Scalar, Shader, Type, eval, pipeline};
use std::collections::BTreeMap;

/// How far results may differ, relative to the larger of 1 and the value.
const TOLERANCE: f32 = 2e-3;

const MODELS: [Costs; 2] = [
    Costs {
        operations: &[],
        dot2: INSTRUCTION * 3 / 2,
        fuses: false,
        copy: INSTRUCTION,
    },
    Costs {
        operations: &[(crate::OpKind::Neg, 0)],
        dot2: INSTRUCTION,
        fuses: true,
        copy: INSTRUCTION,
    },
];

const QUICK: Effort = Effort {
    nodes: 400,
    rounds: 2,
    restarts: 0,
    rules: Rules::ALL,
};

const HARD: Effort = Effort {
    nodes: 1500,
    rounds: 6,
    restarts: 20,
    rules: Rules::ALL,
};

/// A number of which nothing is known.
fn any(random: &mut Random, ty: Type) -> Constant {
    let lanes = (0..ty.lanes).map(|_| {
        let number = random.below(1800) as f32 / 1000.0 + 0.1;
        match ty.scalar {
            Scalar::Float => number.to_bits(),
            Scalar::Int => number as u32,
            Scalar::Bool => u32::from(number < 1.0),
        }
    });
    Constant::from_bits(ty.scalar, lanes)
}

/// The value of a node for given operands; of operations that cannot be folded any function of them.
fn value(node: &Node, operands: &[Constant], ty: Type, seed: u64) -> Option<Constant> {
    match node.head {
        Head::Leaf(value) => Some(any(
            &mut Random::new(seed ^ (value.index() as u64) << 8),
            ty,
        )),
        Head::Swizzle(swizzle) => Some(operands[0].swizzled(swizzle)),
        Head::Op(Op::Constant(literal)) => Some(literal),
        Head::Op(op)
            if op.is_lanewise()
                || matches!(op, Op::Compose | Op::Dot | Op::Normalize | Op::Cross) =>
        {
            fold(op, operands)
        }
        Head::Op(op) => {
            let mut hash = seed;
            for bits in operands.iter().flat_map(Constant::lanes) {
                // What is equal but for its rounding is rounded to the same.
                let number = f32::from_bits(*bits);
                hash = hash.wrapping_mul(31) ^ (number * 64.0).round() as u64;
            }
            let name = op.kind() as u64;
            Some(any(&mut Random::new(hash ^ name << 40), ty))
        }
    }
}

/// Finds a node whose value is not that of its class, for random leaves.
fn disagreement(graph: &Graph, seed: u64) -> Option<String> {
    let mut values: BTreeMap<Class, Constant> = BTreeMap::new();
    loop {
        let before = values.len();
        for class in graph.live() {
            for node in &graph.class(class).nodes {
                let operands: Option<Vec<Constant>> = node
                    .operands
                    .iter()
                    .map(|&one| values.get(&graph.find(one)).copied())
                    .collect();
                let Some(found) = operands.and_then(|of| value(node, &of, graph.ty(class), seed))
                else {
                    continue;
                };
                if !found.is_finite() {
                    continue;
                }
                let known = *values.entry(class).or_insert(found);
                if !is_close(&known, &found) {
                    let nodes = &graph.class(class).nodes;
                    return Some(format!(
                        "{class}: {known:?}, but {node:?} is {found:?}\n{nodes:?}"
                    ));
                }
            }
        }
        if values.len() == before {
            return None;
        }
    }
}

fn is_close(one: &Constant, other: &Constant) -> bool {
    let lanes = 0..one.ty.lanes;
    one.ty == other.ty
        && match one.ty.scalar {
            Scalar::Float => lanes.into_iter().all(|lane| {
                let (one, other) = (one.float(lane), other.float(lane));
                (one - other).abs() <= TOLERANCE * one.abs().max(1.0)
            }),
            _ => one == other,
        }
}

/// Holds the graphs of a shader to their values, and the shader that comes out to the results of the one that goes in.
fn check(shader: &Shader, name: &str) {
    let sensitive = sensitive_values(shader);
    for effort in [QUICK, HARD] {
        for region in shader.live_regions() {
            let mut block = Block::new(shader, region, &sensitive, effort.nodes);
            saturate(&mut block.graph, effort);
            for seed in 1..4 {
                if let Some(fault) = disagreement(&block.graph, seed) {
                    panic!("{name}, {effort:?}: {fault}\n{}", print(shader));
                }
            }
        }
    }
}

/// The forms of a shader have its results.
fn check_forms(shader: &Shader, name: &str) {
    let inputs = random_inputs(shader, 7);
    let before = results(shader, &inputs);
    for costs in &MODELS {
        for effort in [QUICK, HARD] {
            let Some((form, _)) = shorter(shader, costs, effort) else {
                continue;
            };
            verify_after(&form, "egraph")
                .unwrap_or_else(|fault| panic!("{name}: {fault:?}\n{}", print(&form)));
            if let Err(difference) = compare(&before, &results(&form, &inputs), TOLERANCE) {
                panic!("{name}: {difference}\n{}\n{}", print(shader), print(&form));
            }
        }
    }
}

/// A fragment shader of these statements, with inputs `%0` (two lanes) and uniforms `%1` (one), `%2` (three), `%3`
/// (four).
fn fragment(body: &str) -> Shader {
    read(&format!(
        "shader fragment \"t\"\ninput in0 \"a\" vec2\nuniform uniform0 \"p\" float\nuniform uniform1 \"q\" vec3\nuniform uniform2 \"r\" vec4\nsampler sampler0 \"s\" d2\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n  %0:f2 = input in0[0]\n  %1:f1 = uniform uniform0[0]\n  %2:f3 = uniform uniform1[0]\n  %3:f4 = uniform uniform2[0]\n{body}}}\n"
    ))
}

/// The number of operations of the shortest form.
fn operations(body: &str) -> usize {
    let shader = fragment(body);
    check(&shader, "idiom");
    check_forms(&shader, "idiom");
    let form = shorter(&shader, &MODELS[0], HARD).map_or(shader, |(form, _)| form);
    let insts = form.regions[form.body].insts.iter();
    let is_work = |op: Op| {
        !matches!(
            op,
            Op::Constant(_) | Op::Uniform { .. } | Op::Input { .. } | Op::Compose
        )
    };
    insts.filter(|&&inst| is_work(form.insts[inst].op)).count()
}

#[test]
fn sums_that_share_parts_are_found() {
    // x + p d and x - (1 - p) d, which is the former without d.
    let body = "  %4:f1 = const 1.0\n  %5:f1 = mul %1, %2.x\n  %6:f1 = add %0.x, %5\n  %7:f1 = sub %4, %1\n  %8:f1 = mul %7, %2.x\n  %9:f1 = sub %0.x, %8\n  %10:f4 = compose %6, %9, %0\n  yield %10\n";
    assert_eq!(operations(body), 3);
}

#[test]
fn blends_are_factored() {
    // a (1 - p) + b p
    let body = "  %4:f1 = const 1.0\n  %5:f1 = sub %4, %1\n  %6:f4 = mul %3, %5.xxxx\n  %7:f4 = mul %2.xyzz, %1.xxxx\n  %8:f4 = add %6, %7\n  yield %8\n";
    assert_eq!(operations(body), 3);
}

#[test]
fn the_sum_without_the_smaller_is_the_larger() {
    // min(a p, b q) + a (1 - p) + b (1 - q)
    let body = "  %4:f1 = const 1.0\n  %5:f4 = mul %3, %1.xxxx\n  %6:f4 = mul %2.xyzz, %2.xxxx\n  %7:f4 = min %5, %6\n  %8:f1 = sub %4, %1\n  %9:f4 = mul %3, %8.xxxx\n  %10:f4 = add %7, %9\n  %11:f1 = sub %4, %2.x\n  %12:f4 = mul %2.xyzz, %11.xxxx\n  %13:f4 = add %10, %12\n  yield %13\n";
    assert_eq!(operations(body), 5);
}

#[test]
fn range_tests_are_one_comparison() {
    let body = "  %4:f1 = const 0.0\n  %5:f1 = const 1.0\n  %6:f2 = mul %0, %1.xx\n  %7:f2 = sge %6, %4.xx\n  %8:f2 = sge %5.xx, %6\n  %9:f1 = mul %7.x, %8.x\n  %10:f1 = mul %9, %7.y\n  %11:f1 = mul %10, %8.y\n  %12:f4 = mul %3, %11.xxxx\n  yield %12\n";
    assert_eq!(operations(body), 5);
}

#[test]
fn lanes_of_a_vector_are_added_up_at_once() {
    // r.x + 0.5 r.y + p + r.w, of which three are lanes of one vector
    let body = "  %4:f1 = const 0.5\n  %5:f1 = mul %3.y, %4\n  %6:f1 = add %3.x, %5\n  %7:f1 = add %6, %1\n  %8:f1 = add %7, %3.w\n  yield %8.xxxx\n";
    assert_eq!(operations(body), 2);
}

#[test]
fn what_jumps_keeps_its_rounding() {
    // The sum would be shorter, but its last place decides.
    let sum = "  %4:f1 = const 1.0\n  %5:f1 = sub %4, %1\n  %6:f4 = mul %3, %5.xxxx\n  %7:f4 = mul %2.xyzz, %1.xxxx\n  %8:f4 = add %6, %7\n";
    let gain = |rest: &str| {
        let shader = fragment(&format!("{sum}{rest}"));
        shorter(&shader, &MODELS[0], HARD).map_or(0, |(_, gain)| gain)
    };
    assert!(gain("  yield %8\n") >= INSTRUCTION);
    for jump in ["floor %8", "fract %8", "slt %8, %3", "sge %3, %8"] {
        assert!(
            gain(&format!("  %9:f4 = {jump}\n  yield %9\n")) < INSTRUCTION / 2,
            "{jump}"
        );
    }
    // Through a lookup nothing is followed.
    let lookup = "  %9:f4 = texture sampler0[0] %8.xy\n  %10:f4 = floor %9\n  yield %10\n";
    assert!(gain(lookup) >= INSTRUCTION);
}

#[test]
fn large_literals_round_what_they_are_added_to() {
    let gain = |number: &str| {
        let sum = format!(
            "  %4:f1 = const {number}\n  %5:f1 = add %1, %4\n  %6:f1 = sub %5, %4\n  yield %6.xxxx\n"
        );
        shorter(&fragment(&sum), &MODELS[0], HARD).map_or(0, |(_, gain)| gain)
    };
    assert!(gain("3.0") >= INSTRUCTION);
    assert!(gain("8388608.0") < INSTRUCTION / 2);
}

#[test]
fn integers_keep_their_rounding() {
    // Four values that are integers: only as they are written they are exactly that.
    let body = "  %4:f1 = floor %1\n  %5:f1 = fract %1\n  %6:f1 = sub %1, %5\n  %7:f1 = const 3.0\n  %8:f1 = add %6, %7\n  %9:f1 = sub %8, %4\n  %10:f4 = compose %4, %6, %8, %9\n  yield %10\n";
    let shader = fragment(body);
    let sensitive = sensitive_values(&shader);
    let mut block = Block::new(&shader, shader.body, &sensitive, 400);
    let live = block.graph.live().into_iter();
    let integers: Vec<Class> = live
        .filter(|&class| {
            block.graph.lanes(class) == 1 && block.graph.class(class).facts.is_integral
        })
        .collect();
    assert_eq!(integers.len(), 4);
    let effort = Effort { rounds: 4, ..QUICK };
    saturate(&mut block.graph, effort);
    for class in integers {
        let nodes = block.graph.class(class).nodes.iter();
        let computed: Vec<_> = nodes
            .filter(|node| matches!(node.head, Head::Op(_)))
            .collect();
        assert_eq!(computed.len(), 1, "{computed:?}");
    }
}

#[test]
fn values_of_inner_regions_are_still_there() {
    let body = "  %4:f1 = const 1.0\n  %5:f1 = sub %4, %1\n  %6:f4 = mul %3, %5.xxxx\n  %7:f4 = mul %2.xyzz, %1.xxxx\n  %8:f4 = add %6, %7\n  %9:b1 = lt %1, %4\n  %10:f4 = if %9 {\n    %11:f4 = mul %8, %6\n    yield %11\n  } else {\n    yield %3\n  }\n  %12:f4 = add %10, %6\n  yield %12\n";
    let shader = fragment(body);
    check(&shader, "if");
    check_forms(&shader, "if");
}

#[test]
fn random_programs_keep_their_values() {
    for machine in machines() {
        for seed in 200..204 {
            let mut sample = sample(
                seed,
                &Knobs {
                    operations: 40,
                    ..Knobs::default()
                },
            );
            sample.error = sample.error.max(TOLERANCE);
            let mut shader = sample.shader.clone();
            let name = format!("{}, seed {seed}", machine.target);
            let mut hooks = Hooks::default();
            if pipeline::standard()
                .run(&mut shader, &machine, &mut hooks)
                .is_ok()
            {
                check(&shader, &name);
                let wanted = eval::run(&sample.shader, &sample.inputs).unwrap();
                for (form, _) in MODELS
                    .iter()
                    .filter_map(|costs| shorter(&shader, costs, HARD))
                {
                    let found = eval::run(&form, &sample.inputs).unwrap();
                    if let Some(difference) = sample.difference(&wanted, &found) {
                        panic!("{name}: {difference}\n{}\n{}", print(&shader), print(&form));
                    }
                }
            }
        }
    }
}

#[test]
fn trees_may_be_larger_than_any_number() {
    let mut doubled = String::from("  %4:f1 = mul %1, %2.x\n");
    for number in 5..90 {
        doubled += &format!("  %{number}:f1 = pow %{0}, %{0}\n", number - 1);
    }
    doubled += "  yield %89.xxxx\n";
    let shader = fragment(&doubled);
    let gain = shorter(&shader, &MODELS[0], QUICK).map_or(0, |(_, gain)| gain);
    assert!(gain < INSTRUCTION / 2);
}

#[test]
fn the_same_shader_gives_the_same_form() {
    let body = "  %4:f1 = const 1.0\n  %5:f1 = mul %1, %2.x\n  %6:f1 = add %0.x, %5\n  %7:f1 = sub %4, %1\n  %8:f1 = mul %7, %2.x\n  %9:f1 = sub %0.x, %8\n  %10:f4 = compose %6, %9, %0\n  yield %10\n";
    let form =
        || shorter(&fragment(body), &MODELS[0], HARD).map(|(form, gain)| (print(&form), gain));
    assert!(form().is_some());
    assert_eq!(form(), form());
}
