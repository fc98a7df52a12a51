//! Run data bound to a shader's interface: tables that the machine reads by slot and lane.

use super::active::Active;
use crate::entity::EntityRef;
use crate::run::{Mode, Row, RunInputs};
use crate::texture::Texture;
use crate::{
    Builtin, Input, Leaf, MatrixLayout, Op, SamplerId, Shader, Shape, Stage, Uniform, Variable,
};
use retroshade_diagnostics::{Diagnostic, codes};

/// A bound value, or the reason why there is none: that is an error only once it is read.
pub(super) type Bound<T> = Result<T, Diagnostic>;

/// The rows of an input, one after the other, or the one row of a uniform.
pub(super) struct Table {
    numbers: Vec<f32>,
    /// Numbers in a row.
    width: usize,
    /// Numbers of one element of the array.
    element: usize,
    /// From lane to lane of a slot, and from slot to slot, of one element.
    lane_step: usize,
    slot_step: usize,
    /// Slots of one element, and of the whole.
    element_slots: u32,
    pub(super) slots: u32,
}

impl Table {
    fn new(variable: &Variable, numbers: Vec<f32>) -> Table {
        let Shape { columns, rows, .. } = variable.shape;
        let element = usize::from(columns) * usize::from(rows);
        // Values come column by column.
        let (lane_step, slot_step) = match variable.layout {
            MatrixLayout::Columns => (1, usize::from(rows)),
            MatrixLayout::Rows => (usize::from(rows), 1),
        };
        Table {
            numbers,
            width: element * variable.shape.elements() as usize,
            element,
            lane_step,
            slot_step,
            element_slots: variable.slots_per_element().max(1),
            slots: variable.slots(),
        }
    }

    /// The number of slots that an index reaches.
    pub(super) fn reachable(&self, base: u32, stride: u32) -> u32 {
        crate::interface::reachable(self.slots, self.element_slots, base, stride)
    }

    /// A lane of a slot in a row; what was not given is NaN.
    pub(super) fn lane(&self, row: usize, slot: u32, lane: u8) -> f32 {
        let (element, slot) = (slot / self.element_slots, slot % self.element_slots);
        let at = row * self.width
            + element as usize * self.element
            + slot as usize * self.slot_step
            + usize::from(lane) * self.lane_step;
        self.numbers.get(at).copied().unwrap_or(f32::NAN)
    }
}

/// Everything a shader can read.
pub(super) struct Data {
    pub(super) samples: usize,
    pub(super) quads: bool,
    inputs: Vec<Bound<Table>>,
    uniforms: Vec<Bound<Table>>,
    /// By sampler, then by element.
    textures: Vec<Vec<Bound<Texture>>>,
}

impl Data {
    pub(super) fn bind(shader: &Shader, run: &RunInputs) -> Result<Data, Diagnostic> {
        let samples = run.samples()?;
        if let Some(stage) = run.stage
            && stage != shader.stage
        {
            let (data, shader) = (stage.name(), shader.stage.name());
            let message = format!("the run data is for a {data} shader, this is a {shader} shader");
            return Err(crate::run::fault(message));
        }
        let interface = &shader.interface;
        let inputs = interface.inputs.values().map(|variable| {
            let rows = input_rows(shader.stage, variable, run, samples)?;
            Ok(Table::new(variable, rows.concat()))
        });
        let uniforms = interface.uniforms.values().map(|variable| {
            let value = match &variable.values {
                Some(values) => values.clone(),
                None => uniform_value(variable, run)?,
            };
            Ok(Table::new(variable, value))
        });
        let textures = interface.samplers.values().map(|sampler| {
            let leaves = sampler.leaves();
            let elements = leaves.iter().flat_map(|leaf| match leaf.array {
                None => vec![(leaf, None)],
                Some(len) => (0..len).map(|element| (leaf, Some(element))).collect(),
            });
            elements
                .map(|(leaf, element)| texture(leaf, element, run))
                .collect()
        });
        Ok(Data {
            samples,
            quads: run.mode == Mode::Quads && shader.stage == Stage::Fragment,
            inputs: inputs.collect(),
            uniforms: uniforms.collect(),
            textures: textures.collect(),
        })
    }

    pub(super) fn input(&self, input: Input) -> Result<&Table, Diagnostic> {
        found(self.inputs.get(input.index()))
    }

    pub(super) fn uniform(&self, uniform: Uniform) -> Result<&Table, Diagnostic> {
        found(self.uniforms.get(uniform.index()))
    }

    pub(super) fn texture(&self, sampler: SamplerId, element: u32) -> Result<&Texture, Diagnostic> {
        let elements = self.textures.get(sampler.index());
        found(elements.and_then(|elements| elements.get(element as usize)))
    }

    /// Everything that is missing of what the active instructions read, each once, in their order.
    pub(super) fn missing(&self, shader: &Shader, active: &Active) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for (_, data) in shader.insts.iter().filter(|(inst, _)| active.insts[*inst]) {
            let error = match data.op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => self.input(input).err(),
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    self.uniform(uniform).err()
                }
                Op::Texture(lookup) => self.texture(lookup.sampler, lookup.element).err(),
                _ => None,
            };
            let new = |error: &Diagnostic| {
                error.code == codes::files::MISSING_INPUT
                    && found.iter().all(|other| other.message != error.message)
            };
            let error = error.filter(new);
            found.extend(error);
        }
        found
    }

    /// The number of elements of a sampler, at least 1.
    pub(super) fn elements(&self, sampler: SamplerId) -> u32 {
        self.textures
            .get(sampler.index())
            .map_or(1, |elements| elements.len().max(1) as u32)
    }
}

fn found<T>(bound: Option<&Bound<T>>) -> Result<&T, Diagnostic> {
    match bound {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(error.clone()),
        None => Err(Diagnostic::bug("eval", "a verified index is out of range")),
    }
}

/// Each leaf's numbers in their place; a leaf that is not given, where another is, is inactive and
/// NaN.
fn uniform_value(variable: &Variable, run: &RunInputs) -> Bound<Row> {
    let shape = variable.shape;
    let leaf_value = |leaf: &Leaf| {
        let array = leaf.array;
        run.uniform(&leaf.name, Shape { array, ..shape })
    };
    let leaves = variable.leaves();
    if let [leaf] = leaves.as_slice() {
        return leaf_value(leaf);
    }
    let element = usize::from(shape.columns) * usize::from(shape.rows);
    let mut value = vec![f32::NAN; element * shape.elements() as usize];
    let (mut any, mut missing) = (false, None);
    for leaf in &leaves {
        match leaf_value(leaf) {
            Ok(numbers) => {
                let start = leaf.first_element as usize * element;
                for (place, number) in value.iter_mut().skip(start).zip(numbers) {
                    *place = number;
                }
                any = true;
            }
            Err(error) if error.code == codes::files::MISSING_INPUT => {
                missing = missing.or(Some(error));
            }
            Err(error) => return Err(error),
        }
    }
    match missing {
        Some(error) if !any => Err(error),
        _ => Ok(value),
    }
}

fn texture(leaf: &Leaf, element: Option<u32>, run: &RunInputs) -> Bound<Texture> {
    let data = run.texture(&leaf.name, element)?;
    data.build().map_err(|message| {
        let place = element.map_or(String::new(), |element| format!("[{element}]"));
        crate::run::fault(format!("the texture `{}{place}`: {message}", leaf.name))
    })
}

fn input_rows(
    stage: Stage,
    variable: &Variable,
    run: &RunInputs,
    samples: usize,
) -> Bound<Vec<Row>> {
    let counted =
        |number: fn(usize) -> f32| Ok((0..samples).map(|row| vec![number(row)]).collect());
    match variable.builtin {
        Some(Builtin::FragCoord) => run.frag_coord(),
        Some(Builtin::PointCoord) => run.point_coord(),
        Some(Builtin::FrontFacing) => Ok(match &run.front_facing {
            None => vec![vec![1.0]; samples],
            Some(list) => list.iter().map(|&front| vec![f32::from(front)]).collect(),
        }),
        Some(Builtin::ClipPosition) => {
            let rows = run.frag_coord()?;
            Ok(rows.iter().map(|row| clip_position(row)).collect())
        }
        // Samples are the vertices of one instance.
        Some(Builtin::VertexId) => counted(|row| row as f32),
        Some(Builtin::InstanceId) => counted(|_| 0.0),
        _ => run.input(stage, &variable.name, variable.shape),
    }
}

/// Half the side of the image that `gl_FragCoord` of run data counts pixels of.
const HALF_IMAGE: f32 = 32.0;

/// The clip-space position from which a fragment at this `gl_FragCoord` came.
fn clip_position(coordinate: &[f32]) -> Row {
    let at = |lane: usize| coordinate.get(lane).copied().unwrap_or(f32::NAN);
    let w = 1.0 / at(3);
    let device = [
        at(0) / HALF_IMAGE - 1.0,
        at(1) / HALF_IMAGE - 1.0,
        at(2) * 2.0 - 1.0,
    ];
    vec![device[0] * w, device[1] * w, device[2] * w, w]
}
