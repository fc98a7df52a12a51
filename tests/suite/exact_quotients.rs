//! Quotients by literals: `floor`, `mod`, `fract` and subscripts are right at exact multiples, on every chip, at
//! two levels, in every arithmetic that the simulators have.

use retroshade::diagnostics::FileId;
use retroshade::{Compiled, Compiler, Optimize, Position, Source, Stage, Target, find_target};
use retroshade_ir::run::{Row, RunInputs};
use retroshade_kit::machine::{self, Watch};

/// Dividends from `-LARGEST` to this: the integers that half floats count.
const LARGEST: i32 = 2048;

/// An arithmetic of a simulator.
struct Machine {
    target: &'static str,
    stage: Stage,
    setting: Option<(&'static str, &'static str)>,
    rounds: bool,
    /// Bits of the significand that literals keep.
    literal_bits: i32,
}

const fn machine(target: &'static str, stage: Stage, literal_bits: i32) -> Machine {
    Machine {
        target,
        stage,
        setting: None,
        rounds: false,
        literal_bits,
    }
}

const fn with(machine: Machine, name: &'static str, value: &'static str) -> Machine {
    Machine {
        setting: Some((name, value)),
        ..machine
    }
}

const VERTEX: Stage = Stage::Vertex;
const FRAGMENT: Stage = Stage::Fragment;

const MACHINES: &[Machine] = &[
    machine("lima", VERTEX, 24),
    with(machine("lima", FRAGMENT, 11), "half", "on"),
    with(machine("lima", FRAGMENT, 11), "half", "off"),
    machine("pica200", VERTEX, 17),
    with(machine("pica200", VERTEX, 17), "float24", "nearest"),
    with(machine("pica200", VERTEX, 17), "float24", "truncate"),
    machine("nv2a", VERTEX, 24),
    Machine {
        rounds: true,
        ..machine("nv2a", VERTEX, 24)
    },
    machine("agal1", VERTEX, 24),
    machine("agal3", VERTEX, 24),
    machine("agal1", FRAGMENT, 24),
    machine("agal3", FRAGMENT, 24),
];

/// The divisors, four to a shader.
fn divisors() -> Vec<[i32; 4]> {
    let mut all: Vec<i32> = (1..=64).collect();
    all.extend([96, 100, 127, 289]);
    all.chunks(4)
        .map(|four| [four[0], four[1], four[2], four[3]])
        .collect()
}

/// A shader whose result is a vector of expressions in the lanes of `x`, one with each divisor.
fn shader(stage: Stage, expression: &str, divisors: [i32; 4]) -> String {
    let lane = |(lane, divisor): (char, i32)| {
        let text = expression.replace('X', &format!("x.{lane}"));
        text.replace('D', &format!("{divisor}.0"))
    };
    let lanes: Vec<String> = "xyzw".chars().zip(divisors).map(lane).collect();
    let value = format!("vec4({})", lanes.join(", "));
    match stage {
        Stage::Vertex | Stage::Geometry => {
            format!("attribute vec4 x; uniform vec4 t[8]; void main() {{ gl_Position = {value}; }}")
        }
        Stage::Fragment => format!(
            "precision mediump float; varying vec4 x; uniform vec4 t[8]; void main() {{ gl_FragColor = {value}; }}"
        ),
    }
}

fn compile(target: &'static dyn Target, stage: Stage, text: &str, level: Optimize) -> Compiled {
    let mut compiler = Compiler::new(target);
    compiler.options.optimize = level;
    compiler.options.position = Position::Clip;
    let compilation = compiler.compile(&Source::new("quotients", stage, text));
    let diagnostics = compilation.diagnostics;
    compilation
        .result
        .unwrap_or_else(|| panic!("{text}: {diagnostics:?}"))
}

fn results(machine: &Machine, compiled: &Compiled, rows: &[[i32; 4]]) -> Vec<Row> {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    let table: Vec<String> = (0..8)
        .map(|row| format!("{row}, {row}, {row}, {row}"))
        .collect();
    let (inputs, output) = match machine.stage {
        Stage::Vertex | Stage::Geometry => ("attributes", "gl_Position"),
        Stage::Fragment => ("varyings", "gl_FragColor"),
    };
    let json = format!(
        r#"{{"{inputs}": {{"x": {{"values": [{}]}}}}, "uniforms": {{"t": {{"value": [{}]}}}}}}"#,
        rows.join(", "),
        table.join(", ")
    );
    let inputs = RunInputs::from_json(&json, FileId(0)).expect("run data");
    let mut watch = Watch {
        rounds: machine.rounds,
        ..Watch::default()
    };
    if let Some((name, value)) = machine.setting {
        watch.settings.insert(name.to_owned(), value.to_owned());
    }
    let target = find_target(machine.target).expect("a target");
    let binary = compiled.as_binary();
    let ran = machine::run_watched(target, binary, &compiled.reflection, &inputs, &mut watch);
    let mut outputs = ran.expect("a run").outputs;
    outputs.shift_remove(output).expect("the result")
}

/// Demands of an expression that it has a right value for each quotient, with the multiples that lie within
/// `LARGEST`, from the least quotient on. `right` is given the quotient, the value and the literals' relative error.
fn check(
    expression: &str,
    quotients: std::ops::RangeInclusive<i32>,
    right: fn(f32, f32, f32) -> bool,
) {
    for divisors in divisors() {
        let inside = |quotient: i32, divisor: i32| quotient.abs() * divisor <= LARGEST;
        let least = divisors.into_iter().min().unwrap_or(1);
        let quotients: Vec<i32> = quotients.clone().filter(|&q| inside(q, least)).collect();
        // A lane whose multiple lies outside has 0.
        let of_lane = |quotient: i32, divisor: i32| {
            if inside(quotient, divisor) {
                quotient
            } else {
                0
            }
        };
        let rows: Vec<[i32; 4]> = quotients
            .iter()
            .map(|&quotient| divisors.map(|divisor| of_lane(quotient, divisor) * divisor))
            .collect();
        let mut compiled: Option<(&str, Stage, Optimize, Compiled)> = None;
        for level in [Optimize::None, Optimize::Normal] {
            for machine in MACHINES {
                // No index of uniforms.
                if expression.contains("t[")
                    && machine.stage == FRAGMENT
                    && machine.target != "lima"
                {
                    continue;
                }
                let target = find_target(machine.target).expect("a target");
                let (stage, name) = (machine.stage, machine.target);
                let known = |(of, at, by, _): &(&str, Stage, Optimize, Compiled)| {
                    *of == name && *at == stage && *by == level
                };
                if !compiled.as_ref().is_some_and(known) {
                    let text = shader(stage, expression, divisors);
                    compiled = Some((name, stage, level, compile(target, stage, &text, level)));
                }
                let Some((.., program)) = &compiled else {
                    continue;
                };
                let error = (1.0 - machine.literal_bits as f32).exp2();
                for (row, &quotient) in results(machine, program, &rows).iter().zip(&quotients) {
                    for (lane, &divisor) in divisors.iter().enumerate() {
                        let quotient = of_lane(quotient, divisor) as f32;
                        assert!(
                            right(quotient, row[lane], error),
                            "{expression} with {divisor} at {quotient} times that is {}: {name} {stage:?} {:?}, {} {level:?}\n{}",
                            row[lane],
                            machine.setting,
                            if machine.rounds { "rounded" } else { "" },
                            program.assembly
                        );
                    }
                }
            }
        }
    }
}

/// True if a result is the integer, but for what the NV2A's fraction of numbers above -1 loses: -0.99999994 has
/// the fraction 0 there.
fn is(found: f32, integer: f32) -> bool {
    (found - integer).abs() <= integer.abs() * 1.2e-7
}

#[test]
fn floors_of_multiples_are_their_quotients() {
    check("floor(X / D)", -LARGEST..=LARGEST, |quotient, found, _| {
        is(found, quotient)
    });
}

#[test]
fn nothing_is_left_of_multiples() {
    // As in `is`, times a divisor.
    check("mod(X, D)", -LARGEST..=LARGEST, |_, found, _| {
        found.abs() <= 4e-5
    });
}

#[test]
fn fractions_of_multiples_are_just_above_zero() {
    // A literal is off by its error, and what is left of the quotient by as much.
    check(
        "fract(X / D)",
        -LARGEST..=LARGEST,
        |quotient, found, error| {
            (0.0..1.0).contains(&found) && found <= 2.1 * quotient.abs() * error
        },
    );
}

#[test]
fn subscripts_choose_the_element_of_the_quotient() {
    check("t[int(X / D)].x", 0..=7, |quotient, found, _| {
        is(found, quotient)
    });
    check("t[int(floor(X / D))].y", 0..=7, |quotient, found, _| {
        is(found, quotient)
    });
}

#[test]
fn truncations_and_ceilings_are_exact_too() {
    check("float(int(X / D))", -40..=40, |quotient, found, _| {
        is(found, quotient)
    });
    check("ceil(X / D)", -40..=40, |quotient, found, _| {
        is(found, quotient)
    });
    check(
        "floor(-X / D) + ceil(2.0 * X / D)",
        -40..=40,
        |quotient, found, _| is(found, quotient),
    );
    check(
        "floor(X * 5.0 / D) + fract(X / D * 3.0)",
        -40..=40,
        |quotient, found, error| {
            (-1e-6..=45.0 * error * quotient.abs() + 1e-6).contains(&(found - 5.0 * quotient))
        },
    );
}
