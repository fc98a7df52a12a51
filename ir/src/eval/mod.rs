//! The reference interpreter: what a shader means.
//!
//! It executes invocations in quads, in lockstep with execution masks, in 32-bit IEEE arithmetic, by
//! the definitions of the operation table. It judges the passes and the backends, so it shares no
//! code with constant folding or with a simulator (except the texture sampler, which is part of no
//! program).
//!
//! ```text
//! active   what the outputs depend on          machine   masks, control flow
//! code     a flat list of steps                compute   operations, by scalar and vector
//! data     run data bound to the interface     memory    variables and arrays
//!                                              texture   lookups
//! ```
//!
//! Undefined floats are NaN, so that a comparison can leave them out; undefined ints are 0 and
//! undefined bools false. A derivative of anything is 0 unless the run data is in quads. An index out
//! of range means the nearest element.
//!
//! ```
//! use retroshade_ir::run::RunInputs;
//! use retroshade_ir::{eval, text};
//! use retroshade_diagnostics::FileId;
//!
//! let shader = text::parse(
//!     r#"shader vertex "half.vert"
//!        input in0 "a" vec2
//!        output out0 "v" vec2
//!        body {
//!          %0:f2 = input in0[0]
//!          %1:f1 = const 0.5
//!          %2:f2 = mul %0, %1.xx
//!          yield %2
//!        }"#,
//!     FileId(0),
//! )
//! .unwrap();
//! let inputs = RunInputs::from_json(r#"{"attributes": {"a": [[1, 2], [3, 4]]}}"#, FileId(1)).unwrap();
//! let outputs = eval::run(&shader, &inputs).unwrap();
//! assert_eq!(outputs.outputs["v"], [[0.5, 1.0], [1.5, 2.0]]);
//! ```

mod active;
mod code;
mod compute;
mod data;
mod machine;
mod memory;
mod scalar;
mod texture;
mod vector;

use crate::run::{Emitted, Row, RunInputs, RunOutputs, all_missing};
use crate::verify::verify_after;
use crate::{Builtin, Op, Scalar, Shader, Stage};
use code::{Code, Operand};
use data::Data;
use indexmap::IndexMap;
use machine::{EmittedVertex, Machine, Register, WARP, number};
use retroshade_diagnostics::{Diagnostic, Diagnostics, codes};

/// How much work a run may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps that a group of sixteen invocations may execute before a loop is called endless.
    pub steps: u64,
}

impl Default for Limits {
    /// Twenty million steps: a few seconds.
    fn default() -> Limits {
        Limits { steps: 20_000_000 }
    }
}

/// Runs a shader on all samples of run data.
///
/// # Errors
/// The shader reads what the data does not give or gives in another shape, a loop does not end, or
/// the shader breaks a rule of the representation.
pub fn run(shader: &Shader, inputs: &RunInputs) -> Result<RunOutputs, Diagnostics> {
    run_limited(shader, inputs, Limits::default())
}

/// As [`run`], with other limits.
///
/// # Errors
/// As [`run`].
pub fn run_limited(
    shader: &Shader,
    inputs: &RunInputs,
    limits: Limits,
) -> Result<RunOutputs, Diagnostics> {
    run_with_indices(shader, inputs, limits).map(|(outputs, _)| outputs)
}

/// As [`run_limited`]. Says of each sample, too, whether an index of it was out of range: the language then leaves its
/// results open.
///
/// # Errors
/// As [`run`].
pub fn run_with_indices(
    shader: &Shader,
    inputs: &RunInputs,
    limits: Limits,
) -> Result<(RunOutputs, Vec<bool>), Diagnostics> {
    verify_after(shader, "eval")?;
    let active = active::active(shader);
    let code = code::code(shader, &active);
    let data = Data::bind(shader, inputs)?;
    let mut machine = Machine::new(shader, &code, &data);
    let mut results = Results::new(shader, &code, data.samples);
    let mut outside = Vec::with_capacity(data.samples);
    for first in (0..data.samples).step_by(WARP) {
        machine.run(first, limits).map_err(|error| {
            let is_missing = error.code == codes::files::MISSING_INPUT;
            let all = is_missing
                .then(|| data.missing(shader, &active))
                .and_then(all_missing);
            all.unwrap_or(error)
        })?;
        results.take(&machine);
        let invocations = (0..WARP).filter(|i| machine.all >> i & 1 == 1);
        outside.extend(invocations.map(|i| machine.outside >> i & 1 == 1));
    }
    Ok((results.finish(), outside))
}

/// A contradiction in the interpreter itself.
fn bug(message: &str) -> Diagnostic {
    Diagnostic::bug("eval", message)
}

/// Output tables as they grow.
struct Results<'a> {
    /// Where each column of each table comes from; nowhere, if the end is never reached.
    columns: Vec<(Option<&'a Operand>, u8, Scalar)>,
    /// Name and number of columns of each table.
    tables: Vec<(String, usize)>,
    rows: Vec<Row>,
    discarded: Vec<bool>,
    discards: bool,
    /// Of a geometry shader, whose rows are vertices.
    emitted: Option<Emitted>,
    executed: u64,
}

impl<'a> Results<'a> {
    fn new(shader: &Shader, code: &'a Code, samples: usize) -> Results<'a> {
        let interface = &shader.interface;
        let mut columns = Vec::new();
        let mut tables: Vec<(String, usize)> = Vec::new();
        let uses = shader.regions[shader.body].end.uses();
        for (index, (output, slot)) in interface.output_slots().enumerate() {
            let variable = &interface.outputs[output];
            let name = output_name(shader, &variable.name, variable.builtin, slot);
            let lanes = variable.slot_lanes();
            match tables.last_mut() {
                Some((last, width)) if *last == name => *width += usize::from(lanes),
                _ => tables.push((name, usize::from(lanes))),
            }
            let operand = code.outputs.get(index);
            let value = uses
                .get(index)
                .map(|operand| shader.ty(operand.value).scalar);
            let scalar = value.unwrap_or(variable.shape.scalar);
            columns.extend((0..lanes).map(|lane| (operand, lane, scalar)));
        }
        let listed = shader.live_regions();
        let mut insts = listed
            .iter()
            .flat_map(|&region| &shader.regions[region].insts);
        Results {
            columns,
            tables,
            rows: Vec::with_capacity(samples),
            discarded: Vec::with_capacity(samples),
            discards: insts.any(|&inst| shader.insts[inst].op == Op::Discard),
            emitted: (shader.stage == Stage::Geometry).then(Emitted::default),
            executed: 0,
        }
    }

    fn take(&mut self, machine: &Machine<'_>) {
        let read = |&(operand, lane, scalar): &(Option<&Operand>, u8, Scalar)| {
            let register = operand.map_or([0; WARP], |&operand| machine.read(operand, lane));
            (register, scalar)
        };
        let columns: Vec<(Register, Scalar)> = self.columns.iter().map(read).collect();
        for i in (0..WARP).filter(|i| machine.all >> i & 1 == 1) {
            let gone = machine.discarded >> i & 1 == 1;
            if let Some(emitted) = &mut self.emitted {
                let vertices = machine.emitted.get(i).map_or(&[][..], Vec::as_slice);
                take_vertices(emitted, self.rows.len(), vertices);
                self.rows
                    .extend(vertices.iter().map(|vertex| vertex.row.clone()));
                continue;
            }
            let number = |(register, scalar): &(Register, Scalar)| {
                if gone {
                    0.0
                } else {
                    number(register[i], *scalar)
                }
            };
            self.rows.push(columns.iter().map(number).collect());
            self.discarded.push(gone);
        }
        self.executed = self.executed.max(machine.executed);
    }

    fn finish(self) -> RunOutputs {
        let mut outputs = IndexMap::new();
        let mut start = 0;
        for (name, width) in self.tables {
            let cut = |row: &Row| row.get(start..start + width).unwrap_or_default().to_vec();
            outputs.insert(name, self.rows.iter().map(cut).collect());
            start += width;
        }
        RunOutputs {
            outputs,
            discarded: self.discards.then_some(self.discarded),
            emitted: self.emitted,
            stats: IndexMap::from([("instructions".into(), self.executed)]),
            format: None,
        }
    }
}

/// Notes the vertices of one primitive, whose rows follow the first `before`, and the triangles of their strips.
fn take_vertices(emitted: &mut Emitted, before: usize, vertices: &[EmittedVertex]) {
    emitted.vertices.push(vertices.len());
    for (row, vertex) in (before..).zip(vertices) {
        if vertex.number >= 2 {
            let (first, second) = (row - 2, row - 1);
            emitted.triangles.push(match vertex.number % 2 {
                0 => [first, second, row],
                _ => [second, first, row],
            });
        }
    }
}

/// The name of an output's slot in run data: the first colour of a fragment shader is
/// `gl_FragColor`, the others are `gl_FragData[k]` or the user's variables.
fn output_name(shader: &Shader, name: &str, builtin: Option<Builtin>, slot: u32) -> String {
    let colour = |variable: &crate::Variable| match variable.builtin {
        Some(Builtin::FragColor | Builtin::FragData) => true,
        Some(_) => false,
        None => shader.stage == Stage::Fragment,
    };
    let outputs = &shader.interface.outputs;
    let first = outputs
        .values()
        .filter(|variable| colour(variable))
        .min_by_key(|variable| variable.location.unwrap_or(0));
    let is_first = first.is_some_and(|first| first.name == name);
    match builtin {
        Some(Builtin::FragData) if slot > 0 => format!("gl_FragData[{slot}]"),
        Some(Builtin::FragDepth) => "gl_FragDepth".into(),
        _ if is_first => "gl_FragColor".into(),
        _ => name.into(),
    }
}

#[cfg(test)]
mod tests;
