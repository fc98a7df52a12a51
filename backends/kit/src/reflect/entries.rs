//! The entries of a variable that takes whole registers, slot after slot.

use super::Variable;
use retroshade_ir as ir;

/// Where a slot of a variable lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The register's name in the assembly language: `c12`.
    pub name: String,
    /// What names of registers of its file begin with: `c`.
    pub file: String,
    /// The number in the file.
    pub index: u32,
    /// The register's component with the slot's first one, 0 to 3.
    pub lane: u8,
}

impl Register {
    /// A register whose name is its file and its number, read from the first component.
    pub fn new(file: &str, index: u32) -> Register {
        Register {
            name: format!("{file}{index}"),
            file: file.to_owned(),
            index,
            lane: 0,
        }
    }
}

/// The entries of a variable: one, or one for each leaf of an indexed array of structures. `register`
/// gives the place of a slot by its number, from 0. `uniforms` is the file of uniforms, whose matrices
/// the application lays out as the entry says.
pub fn entries(
    variable: &ir::Variable,
    uniforms: &str,
    register: impl Fn(u32) -> Register,
) -> Vec<Variable> {
    let slots = variable.slots_per_element();
    let is_matrix = variable.shape.columns > 1;
    let entry = |leaf: ir::Leaf| {
        let register = register(leaf.first_element * slots);
        let lanes = "xyzw".chars().skip(register.lane.into());
        Variable {
            name: leaf.name,
            ty: variable.glsl_type(),
            builtin: variable.builtin.map(|builtin| builtin.name().to_owned()),
            array: leaf.array,
            stride: leaf.array.map(|_| 4 * slots),
            components: Some(lanes.take(variable.slot_lanes().into()).collect()),
            layout: (is_matrix && register.file == uniforms).then_some(variable.layout.into()),
            matrix_stride: is_matrix.then_some(4),
            register: Some(register.name),
            file: Some(register.file),
            index: Some(register.index),
            ..Variable::default()
        }
    };
    variable.leaves().into_iter().map(entry).collect()
}
