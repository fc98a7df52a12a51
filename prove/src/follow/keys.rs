//! The data of a run as inputs of a domain, each with an element of its own.
//!
//! A domain knows inputs by their numbers. Those of a run may be equal, and may be numbers of the program, so that each
//! gets another float to be known by.

use super::Followed;
use crate::domain::{Domain, token};
use crate::field::Element;
use retroshade_ir::random::Random;
use retroshade_ir::run::{InputData, Mode, Row, RunInputs, UniformData};
use retroshade_ir::{Builtin, Op, Scalar, Shader, Shape};
use rustc_hash::FxHashSet;

/// Hands out floats that inputs are known by.
pub(super) struct Keys {
    random: Random,
    taken: FxHashSet<u32>,
    declared: usize,
}

impl Keys {
    /// Floats that are no literals of a shader. `draw` is which elements they stand for.
    pub(super) fn new(shader: &Shader, draw: u64) -> Keys {
        let constants = shader.insts.values().filter_map(|inst| match inst.op {
            Op::Constant(constant) if constant.ty.scalar == Scalar::Float => Some(constant),
            _ => None,
        });
        let mut taken: FxHashSet<u32> = constants
            .flat_map(|constant| constant.lanes().to_vec())
            .collect();
        // How it is said which side of a triangle is seen.
        taken.extend([token(0.0), token(1.0)].map(f32::to_bits));
        Keys {
            random: Random::new(draw ^ 0x696e_7075_7473),
            taken,
            declared: 0,
        }
    }

    /// A float near a number, an input of its own.
    fn key(&mut self, number: f32, scalar: Scalar, domain: &mut Domain) -> f32 {
        if !number.is_finite() {
            return number;
        }
        let mut bits = number.to_bits().wrapping_add(1);
        while !self.taken.insert(bits) {
            bits = bits.wrapping_add(1);
        }
        let key = f32::from_bits(bits);
        let element = (scalar == Scalar::Float).then(|| Element::from_bits(self.random.bits()));
        domain.declare_known(key, number, element, self.declared);
        self.declared += 1;
        key
    }

    fn row(&mut self, row: &[f32], scalar: Scalar, domain: &mut Domain) -> Row {
        let numbers = row.iter();
        numbers
            .map(|number| self.key(*number, scalar, domain))
            .collect()
    }

    /// The data of the recorded sample, each number known by a float of its own; `None` where it is at odds with the
    /// shader.
    pub(super) fn inputs(
        &mut self,
        followed: &Followed<'_>,
        domain: &mut Domain,
    ) -> Option<RunInputs> {
        let (shader, given, sample) = (followed.shader, followed.inputs, followed.sample);
        let mut inputs = RunInputs {
            stage: Some(shader.stage),
            sample_count: Some(1),
            mode: Mode::default(),
            ..given.clone()
        };
        for table in [&mut inputs.attributes, &mut inputs.varyings] {
            for data in table.values_mut() {
                data.values = data.values.get(sample).cloned().into_iter().collect();
            }
        }
        let mut of_sample = |rows: &Option<Vec<Row>>, domain: &mut Domain| {
            let row = rows.as_ref()?.get(sample)?;
            Some(vec![self.row(row, Scalar::Float, domain)])
        };
        inputs.frag_coord = of_sample(&given.frag_coord, domain);
        inputs.point_coord = of_sample(&given.point_coord, domain);
        inputs.front_facing = given.front_facing.as_ref().map(|sides| {
            let front = sides.get(sample).copied().unwrap_or(true);
            domain.declare_whole(f32::from(front), self.declared);
            self.declared += 1;
            vec![front]
        });
        for variable in shader.interface.inputs.values() {
            let is_named = matches!(
                variable.builtin,
                None | Some(Builtin::LastFragColor | Builtin::LastFragDepth | Builtin::Position)
            );
            if is_named {
                let rows = given
                    .input(shader.stage, &variable.name, variable.shape)
                    .ok()?;
                let row = self.row(rows.get(sample)?, variable.shape.scalar, domain);
                let data = InputData {
                    shape: Some(variable.shape),
                    values: vec![row],
                };
                let table = inputs.table_mut(shader.stage);
                table.insert(variable.name.clone(), data);
            }
        }
        // The state that has a value unless somebody changes it is known to the compiler.
        let uniforms = shader.interface.uniforms.values();
        for variable in uniforms.filter(|one| !one.name.starts_with("gl_DepthRange")) {
            for leaf in variable.leaves() {
                let shape = Shape {
                    array: leaf.array,
                    ..variable.shape
                };
                let numbers = given.uniform(&leaf.name, shape).ok()?;
                let value = self.row(&numbers, shape.scalar, domain);
                let data = UniformData {
                    shape: Some(shape),
                    value,
                };
                inputs.uniforms.insert(leaf.name, data);
            }
        }
        Some(inputs)
    }
}
