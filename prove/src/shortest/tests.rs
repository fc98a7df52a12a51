//! Bounds that are known by hand, and bounds against programs that are found by trying them all with floats.

use super::*;
use crate::shader_bound;
use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_ir::random::Random;
use retroshade_ir::text::parse;
use retroshade_kit::reflect::Variable;

fn entry(name: &str, file: &str, index: u32) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: "vec4".to_owned(),
        file: Some(file.to_owned()),
        index: Some(index),
        components: Some("xyzw".to_owned()),
        ..Variable::default()
    }
}

/// The bound of a vertex shader with the attributes `v` and `w` and the uniforms `a` and `b`, whose program has so many
/// instructions.
fn of_vertex(body: &str, instructions: u32) -> u32 {
    let text = format!(
        "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\nuniform uniform0 \"a\" vec4\nuniform uniform1 \"b\" vec4\n\
         output out0 \"gl_Position\" vec4 builtin=position\nbody {{\n%0:f4 = input in0[0]\n%1:f4 = input in1[0]\n\
         %2:f4 = uniform uniform0[0]\n%3:f4 = uniform uniform1[0]\n{body}\n}}\n"
    );
    let mut record = Reflection::new("agal1", "vertex");
    record.uniforms = vec![entry("a", "vc", 2), entry("b", "vc", 9)];
    record.inputs = vec![entry("v", "va", 0), entry("w", "va", 1)];
    record.outputs = vec![entry("gl_Position", "op", 0)];
    record.stats.instructions = instructions;
    bound_of(&text, &record)
}

/// The same of a fragment shader with the varying `v`, the uniform `a` and a texture.
fn of_fragment(body: &str, instructions: u32) -> u32 {
    let text = format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\nuniform uniform0 \"a\" vec4\nsampler sampler0 \"s\" d2\n\
         output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n%0:f4 = input in0[0]\n%1:f4 = uniform uniform0[0]\n\
         {body}\n}}\n"
    );
    let mut record = Reflection::new("agal1", "fragment");
    record.uniforms = vec![entry("a", "fc", 2)];
    record.inputs = vec![entry("v", "v", 0)];
    record.outputs = vec![entry("gl_FragColor", "oc", 0)];
    record.stats.instructions = instructions;
    bound_of(&text, &record)
}

fn bound_of(text: &str, record: &Reflection) -> u32 {
    let file = SourceMap::new().add(SourceFile::new("test", text));
    let shader = parse(text, file).expect(text);
    shader_bound(&shader, record).expect("a bound")
}

/// What needs as many instructions as the program at hand has.
#[test]
fn short_programs_are_the_shortest() {
    let texel = "%2:f4 = texture sampler0[0] %0.xy\n";
    for (instructions, body) in [
        (2, "%4:f4 = mul %0, %2\n%5:f4 = add %4, %1\nyield %5"),
        (
            2,
            "%4:f4 = const (2.0, 2.0, 2.0, 2.0)\n%5:f4 = mul %0, %4\n%6:f4 = add %5, %2\nyield %6",
        ),
        (
            2,
            "%4:f4 = const (2.0, 2.0, 2.0, 2.0)\n%5:f4 = const (1.0, 1.0, 1.0, 1.0)\n%6:f4 = mul %0, %4\n%7:f4 = sub %6, %5\nyield %7",
        ),
        (2, "%4:f4 = mul %0, %0\n%5:f4 = mul %4, %0\nyield %5"),
        (
            3,
            "%4:f4 = mul %0, %2\n%5:f4 = mul %1, %3\n%6:f4 = add %4, %5\nyield %6",
        ),
    ] {
        assert_eq!(of_vertex(body, instructions), instructions, "{body}");
    }
    let tinted = format!("{texel}%3:f4 = mul %2, %1\nyield %3");
    assert_eq!(of_fragment(&tinted, 2), 2);
    let sum = format!("{texel}%3:f4 = mul %2, %1\n%4:f4 = mul %3, %0\nyield %4");
    assert_eq!(of_fragment(&sum, 3), 3);
}

/// Programs that are longer than they have to be are never said to be the shortest.
#[test]
fn long_programs_are_not() {
    let texel = "%2:f4 = texture sampler0[0] %0.xy\n";
    for (least, body) in [
        // A product of literals is a literal.
        (
            1,
            "%4:f4 = const (2.0, 2.0, 2.0, 2.0)\n%5:f4 = const (3.0, 5.0, 7.0, 9.0)\n%6:f4 = mul %0, %4\n%7:f4 = mul %6, %5\nyield %7",
        ),
        (
            1,
            "%4:f4 = const (2.0, 2.0, 2.0, 2.0)\n%5:f4 = const (3.0, 5.0, 7.0, 9.0)\n%6:f4 = add %0, %4\n%7:f4 = sub %6, %5\nyield %7",
        ),
        (1, "%4:f4 = add %0, %2\n%5:f4 = sub %4, %2\nyield %5"),
        (1, "%4:f4 = neg %0\n%5:f4 = sub %2, %4\nyield %5"),
        (1, "%4:f4 = max %0, %2\n%5:f4 = max %4, %2\nyield %5"),
        (
            1,
            "%4:f1 = dot %0, %2\n%5:f4 = compose %4, %4, %4, %4\nyield %5",
        ),
        (1, "%4:f4 = rcp %2\n%5:f4 = mul %0, %4\nyield %5"),
        // (x + 1) (x - 1) + 1
        (
            1,
            "%4:f4 = const (1.0, 1.0, 1.0, 1.0)\n%5:f4 = add %0, %4\n%6:f4 = sub %0, %4\n%7:f4 = mul %5, %6\n%8:f4 = add %7, %4\nyield %8",
        ),
        (
            2,
            "%4:f4 = mul %0, %2\n%5:f4 = mul %1, %2\n%6:f4 = add %4, %5\nyield %6",
        ),
    ] {
        for length in least + 1..6 {
            assert!(of_vertex(body, length) <= least, "{body}");
        }
    }
    for (least, body) in [
        // max oc, v0.xyzx, fc0 with 0, 0, 0, 1: colours are kept in 0..1.
        (1, "%3:f3 = compose %0.x, %0.y, %0.z\n%4:f1 = const 1.0\n%5:f4 = compose %3, %4\nyield %5".to_owned()),
        // tex; add oc, ft0, fc0 with 0, 0, 0, 1.
        (2, format!("{texel}%3:f1 = const 1.0\n%4:f4 = compose %2.x, %2.y, %2.z, %3\nyield %4")),
        // mul ft0, v0, fc0; add oc, ft0, fc1.
        (2, "%3:f1 = const 1.0\n%4:f4 = const (0.5, 0.5, 0.5, 0.5)\n%5:f4 = mul %0, %4\n%6:f4 = const (0.25, 0.25, 0.25, 0.25)\n\
             %7:f4 = add %5, %6\n%8:f4 = compose %7.x, %7.y, %7.z, %3\nyield %8".to_owned()),
    ] {
        for length in least + 1..6 {
            assert!(of_fragment(&body, length) <= least, "{body}");
        }
    }
}

type Lanes = [f64; 4];

/// The sources of the small programs, and whether they are constants: registers as they are and their first lanes, and some
/// literals. The second register is a uniform.
fn sources(registers: &[Lanes]) -> Vec<(Lanes, bool)> {
    let numbered = registers.iter().enumerate();
    let registers =
        numbered.flat_map(|(place, lanes)| [(*lanes, place == 1), ([lanes[0]; 4], place == 1)]);
    let literals = [0.0, 1.0, 2.0, -1.0].map(|literal| ([literal; 4], true));
    registers.chain(literals).collect()
}

type OfTwo = fn(f64, f64) -> f64;

const FUNCTIONS: [(&str, OfTwo); 5] = [
    ("add", |a, b| a + b),
    ("sub", |a, b| a - b),
    ("mul", |a, b| a * b),
    ("min", f64::min),
    ("max", f64::max),
];

/// The results of all instructions on some registers, at each of some points.
fn made(points: &[Vec<Lanes>]) -> Vec<Vec<Lanes>> {
    let all: Vec<Vec<(Lanes, bool)>> = points.iter().map(|registers| sources(registers)).collect();
    let count = all[0].len();
    let mut results = Vec::new();
    for (_, function) in FUNCTIONS {
        for first in 0..count {
            for second in 0..count {
                // An instruction of AGAL reads one constant.
                if all[0][first].1 && all[0][second].1 {
                    continue;
                }
                let result = all.iter().map(|sources| {
                    std::array::from_fn(|lane| {
                        function(sources[first].0[lane], sources[second].0[lane])
                    })
                });
                results.push(result.collect());
            }
        }
    }
    results
}

fn are_same(one: &[Lanes], other: &[Lanes]) -> bool {
    let pairs = one.iter().flatten().zip(other.iter().flatten());
    pairs
        .into_iter()
        .all(|(one, other)| (one - other).abs() < 1e-9)
}

/// Random shaders of a few operations: no bound is above the length of a program that is found with floats, by trying all of
/// one and two instructions.
#[test]
fn no_bound_is_above_what_trying_finds() {
    let mut random = Random::new(7);
    let points: Vec<Vec<Lanes>> = (0..8)
        .map(|_| {
            let lane = |random: &mut Random| random.below(16000) as f64 / 1000.0 - 8.0;
            (0..2)
                .map(|_| std::array::from_fn(|_| lane(&mut random)))
                .collect()
        })
        .collect();
    let single = made(&points);
    let (mut short, mut proved) = (0, 0);
    for _ in 0..24 {
        // %0 and %2, then literals, then operations.
        let mut lines = String::new();
        let mut values: Vec<(u32, Vec<Lanes>)> = vec![
            (0, points.iter().map(|registers| registers[0]).collect()),
            (2, points.iter().map(|registers| registers[1]).collect()),
        ];
        for (number, literal) in [(4, 2.0), (5, 0.5), (6, 1.0)] {
            lines += &format!(
                "%{number}:f4 = const ({literal:?}, {literal:?}, {literal:?}, {literal:?})\n"
            );
            values.push((number, vec![[literal; 4]; points.len()]));
        }
        let operations = 2 + random.below(2);
        for number in 7..7 + operations as u32 {
            let (name, function) = FUNCTIONS[random.below(5) as usize];
            let first = random.pick(&values).expect("a value").clone();
            let second = values.last().filter(|last| last.0 > 6).cloned();
            let second = second.unwrap_or_else(|| values[random.below(2) as usize].clone());
            lines += &format!("%{number}:f4 = {name} %{}, %{}\n", first.0, second.0);
            let pairs = first.1.iter().zip(&second.1);
            let result = pairs.map(|(a, b)| std::array::from_fn(|lane| function(a[lane], b[lane])));
            values.push((number, result.collect()));
        }
        let (last, wanted) = values.last().expect("a result");
        let body = format!("{lines}yield %{last}");
        let is_copy = values[..2].iter().any(|(_, lanes)| are_same(lanes, wanted));
        let least = if is_copy || single.iter().any(|result| are_same(result, wanted)) {
            1
        } else {
            let found = single.iter().any(|result| {
                let points: Vec<Vec<Lanes>> = points
                    .iter()
                    .zip(result)
                    .map(|(registers, made)| registers.iter().copied().chain([*made]).collect())
                    .collect();
                made(&points).iter().any(|result| are_same(result, wanted))
            });
            if found { 2 } else { 3 }
        };
        let bound = of_vertex(&body, 3).max(of_vertex(&body, 2));
        assert!(bound <= least, "{bound} is above {least}:\n{body}");
        short += u32::from(least < operations as u32);
        proved += u32::from(bound == least);
    }
    assert!(short > 2 && proved > 8, "{short} {proved}");
}
