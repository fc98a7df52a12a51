//! What tests of passes share: before and after as text, and before and after as the interpreter
//! sees them.

use crate::eval;
use crate::pass::{Hooks, Pass, Pipeline};
use crate::run::{InputData, Row, RunInputs, RunOutputs, UniformData};
use crate::text::{parse, print};
use crate::verify::verify_after;
use crate::{
    Arithmetic, Branches, Capabilities, Indexing, Loops, MatrixLayout, OpKind, OpSet, Scalar,
    Shader, Shape, VectorWidth, Widths,
};
use retroshade_diagnostics::{Diagnostic, FileId};

/// Reads a valid shader.
pub(crate) fn read(text: &str) -> Shader {
    let shader = parse(text, FileId(0)).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    verify_after(&shader, "the test").unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    shader
}

/// Runs passes on a shader, verifying after each.
pub(crate) fn run_on(
    passes: &[Pass],
    machine: &Capabilities,
    shader: &mut Shader,
) -> Result<bool, Diagnostic> {
    let pipeline = Pipeline::new(passes);
    let mut hooks = Hooks {
        verify: true,
        ..Hooks::default()
    };
    let report = pipeline.run(shader, machine, &mut hooks)?;
    Ok(report.changed)
}

/// Demands that passes turn one text into another.
pub(crate) fn changes_on(passes: &[Pass], machine: &Capabilities, before: &str, after: &str) {
    let mut shader = read(before);
    let changed = run_on(passes, machine, &mut shader).unwrap_or_else(|fault| panic!("{fault:?}"));
    let found = print(&shader);
    let wanted = print(&read(after));
    assert!(found == wanted, "found\n{found}\nwanted\n{wanted}");
    assert_eq!(
        changed,
        found != print(&read(before)),
        "says whether it changed"
    );
}

/// Demands that a pass turns one text into another where everything may stand.
pub(crate) fn changes(pass: Pass, before: &str, after: &str) {
    changes_on(&[pass], &Capabilities::FULL, before, after);
}

/// Demands that a pass leaves a text alone.
pub(crate) fn keeps(pass: Pass, text: &str) {
    changes_on(&[pass], &Capabilities::FULL, text, text);
}

/// A small generator, so that a failure repeats.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number.
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    /// A number from -2 to 2.
    pub(crate) fn float(&mut self) -> f32 {
        (self.next() % 4001) as f32 / 1000.0 - 2.0
    }

    fn row(&mut self, shape: Shape) -> Row {
        let lanes = shape.elements() * u32::from(shape.columns) * u32::from(shape.rows);
        let lane = |_| match shape.scalar {
            Scalar::Float => self.float(),
            Scalar::Int => (self.next() % 9) as f32 - 3.0,
            Scalar::Bool => (self.next() % 2) as f32,
        };
        (0..lanes).map(lane).collect()
    }
}

const SAMPLES: usize = 32;

/// Random values for everything a shader declares.
pub(crate) fn random_inputs(shader: &Shader, seed: u64) -> RunInputs {
    let mut random = Random(seed);
    let mut inputs = RunInputs {
        sample_count: Some(SAMPLES),
        ..RunInputs::default()
    };
    for variable in shader.interface.uniforms.values() {
        let data = UniformData {
            shape: None,
            value: random.row(variable.shape),
        };
        inputs.uniforms.insert(variable.name.clone(), data);
    }
    for variable in shader.interface.inputs.values() {
        let data = InputData {
            shape: None,
            values: (0..SAMPLES).map(|_| random.row(variable.shape)).collect(),
        };
        let table = inputs.table_mut(shader.stage);
        table.insert(variable.name.clone(), data);
    }
    inputs
}

/// The results of a shader on random values.
pub(crate) fn results(shader: &Shader, inputs: &RunInputs) -> RunOutputs {
    eval::run(shader, inputs).unwrap_or_else(|faults| panic!("{faults:?}\n{}", print(shader)))
}

/// Demands that two runs agree within `tolerance` times the larger of 1 and the number, wherever
/// the first is finite.
pub(crate) fn compare(
    before: &RunOutputs,
    after: &RunOutputs,
    tolerance: f32,
) -> Result<(), String> {
    if before.discarded != after.discarded
        && before
            .discarded
            .iter()
            .chain(&after.discarded)
            .flatten()
            .any(|&gone| gone)
    {
        return Err("samples are discarded otherwise".into());
    }
    for (name, rows) in &before.outputs {
        let Some(found) = after.outputs.get(name) else {
            return Err(format!("{name} is missing"));
        };
        for (sample, (row, found)) in rows.iter().zip(found).enumerate() {
            for (&wanted, &found) in row.iter().zip(found) {
                let close = (wanted - found).abs() <= tolerance * wanted.abs().max(1.0);
                if wanted.is_finite() && !close {
                    return Err(format!(
                        "{name}, sample {sample}: {found} in place of {wanted}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Demands that passes leave the results of a shader as they are, and gives what they made of it.
pub(crate) fn agrees(
    passes: &[Pass],
    machine: &Capabilities,
    text: &str,
    tolerance: f32,
) -> Shader {
    let before = read(text);
    let mut after = before.clone();
    run_on(passes, machine, &mut after).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
    for seed in 0..4 {
        let inputs = random_inputs(&before, seed);
        let outcome = compare(
            &results(&before, &inputs),
            &results(&after, &inputs),
            tolerance,
        );
        if let Err(difference) = outcome {
            panic!("{difference}\nbefore\n{text}\nafter\n{}", print(&after));
        }
    }
    after
}

/// Operations that all machines below have.
const COMMON: &[OpKind] = &[
    OpKind::Neg,
    OpKind::Add,
    OpKind::Mul,
    OpKind::Min,
    OpKind::Max,
    OpKind::Rcp,
    OpKind::Rsqrt,
    OpKind::Exp2,
    OpKind::Log2,
    OpKind::SetLt,
    OpKind::SetGe,
    OpKind::Discard,
    OpKind::Texture,
];

const QUICK_DOT: Arithmetic = Arithmetic {
    quick_dot: true,
    ..Arithmetic::FLOATS
};
const UNIFORMS: Indexing = Indexing {
    uniforms: true,
    ..Indexing::NONE
};
const SMALL_LOOPS: Loops = Loops {
    unroll_small: 60,
    ..Loops::ANY
};

/// Machines like the ones there are: straight line with `fract`; vectors with `mad` and `floor`;
/// scalars with `select`; vectors with branches, `select` and most functions.
pub(crate) fn machines() -> Vec<Capabilities> {
    let with = |more: &[OpKind]| OpSet::of(COMMON).union(OpSet::of(more));
    vec![
        Capabilities {
            target: "straight",
            native: with(&[
                OpKind::Abs,
                OpKind::Sub,
                OpKind::Div,
                OpKind::Fract,
                OpKind::Sqrt,
                OpKind::Saturate,
                OpKind::Sin,
                OpKind::Cos,
                OpKind::Pow,
                OpKind::SetEq,
                OpKind::SetNe,
                OpKind::Normalize,
                OpKind::Dot,
                OpKind::Cross,
            ]),
            dot: Widths::of(&[3, 4]),
            arithmetic: QUICK_DOT,
            normalize: Widths::of(&[3]),
            matrices: MatrixLayout::Rows,
            ..Capabilities::MINIMAL
        },
        Capabilities {
            target: "vectors",
            native: with(&[OpKind::Abs, OpKind::Mad, OpKind::Floor, OpKind::Dot]),
            scalar_only: OpSet::of(&[OpKind::Rcp, OpKind::Rsqrt, OpKind::Exp2, OpKind::Log2]),
            dot: Widths::of(&[3, 4]),
            arithmetic: QUICK_DOT,
            index: UNIFORMS,
            branches: Some(Branches {
                nesting: 4,
                flatten_cost: 4,
                ..Branches::ANY
            }),
            ..Capabilities::MINIMAL
        },
        Capabilities {
            target: "scalars",
            native: with(&[OpKind::Abs, OpKind::Floor, OpKind::Sign, OpKind::Select]),
            branches: Some(Branches {
                nesting: 100,
                flatten_cost: 10,
                ..Branches::ANY
            }),
            loops: Some(SMALL_LOOPS),
            width: VectorWidth::Scalar,
            matrices: MatrixLayout::Rows,
            ..Capabilities::MINIMAL
        },
        Capabilities {
            target: "functions",
            native: with(&[
                OpKind::Abs,
                OpKind::Floor,
                OpKind::Ceil,
                OpKind::Fract,
                OpKind::Trunc,
                OpKind::Saturate,
                OpKind::Sqrt,
                OpKind::Sin,
                OpKind::Cos,
                OpKind::Mad,
                OpKind::Dot,
                OpKind::Select,
                OpKind::SetEq,
                OpKind::SetNe,
                OpKind::Dfdx,
                OpKind::Dfdy,
            ]),
            scalar_only: OpSet::of(&[
                OpKind::Rcp,
                OpKind::Rsqrt,
                OpKind::Sqrt,
                OpKind::Exp2,
                OpKind::Log2,
                OpKind::Sin,
                OpKind::Cos,
            ]),
            dot: Widths::of(&[3, 4]),
            arithmetic: QUICK_DOT,
            branches: Some(Branches {
                nesting: 100,
                flatten_cost: 8,
                ..Branches::ANY
            }),
            loops: Some(SMALL_LOOPS),
            index: Indexing {
                arrays: true,
                ..UNIFORMS
            },
            projective_textures: true,
            matrices: MatrixLayout::Rows,
            ..Capabilities::MINIMAL
        },
        Capabilities::MINIMAL,
    ]
}
