//! From an entry of the reflection to lanes.

use super::contradiction;
use crate::reflect::{Layout, Variable};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::Shape;

/// More lanes than any register file of any chip has.
const TOO_MANY: u32 = 1 << 16;

/// The shape of a variable, its array length included.
pub(super) fn shape_of(variable: &Variable) -> Result<Shape, Diagnostic> {
    let shape = Shape::from_glsl(&variable.ty).ok_or_else(|| {
        contradiction(format!(
            "`{}` has the unknown type `{}`",
            variable.name, variable.ty
        ))
    })?;
    Ok(Shape {
        array: variable.array,
        ..shape
    })
}

/// The number of floats of a variable in GL's order.
pub fn lane_count(shape: Shape) -> usize {
    usize::from(shape.columns) * usize::from(shape.rows) * shape.elements() as usize
}

/// The lanes of a variable in GL's order: element by element, column by column. A lane is
/// `4 × register + component`.
///
/// # Errors
/// If the entry is in no register, or its components do not fit its type.
pub fn lanes_of(variable: &Variable) -> Result<Vec<u32>, Diagnostic> {
    let name = &variable.name;
    let shape = shape_of(variable)?;
    let Some(index) = variable.index else {
        return Err(contradiction(format!("`{name}` has no register index")));
    };
    let (columns, rows) = (u32::from(shape.columns), u32::from(shape.rows));
    let by_rows = columns > 1 && variable.layout == Some(Layout::Rows);
    let (groups, width) = if by_rows {
        (rows, columns)
    } else {
        (columns, rows)
    };
    let components = variable.components.as_deref().unwrap_or("xyzw");
    let components: Option<Vec<u32>> = components
        .chars()
        .map(|c| "xyzw".find(c).map(|lane| lane as u32))
        .collect();
    let components = components
        .filter(|list| list.len() as u32 >= width)
        .ok_or_else(|| {
            let found = variable.components.as_deref().unwrap_or("");
            contradiction(format!(
                "`{name}` needs {width} components, but has `{found}`"
            ))
        })?;
    let step = variable.matrix_stride.unwrap_or(4);
    let stride = variable.stride.unwrap_or(4 * groups);
    let fits = [index, step, stride, shape.elements()]
        .iter()
        .all(|number| *number < TOO_MANY);
    if !fits || shape.elements().saturating_mul(stride.max(16)) >= TOO_MANY {
        return Err(contradiction(format!(
            "`{name}` reaches beyond any register file"
        )));
    }
    let main = variable.main_elements.unwrap_or(u32::MAX);
    let mut lanes = Vec::with_capacity(lane_count(shape));
    for element in 0..shape.elements() {
        let first = element.min(main) * stride + 4 * element.saturating_sub(main);
        for column in 0..columns {
            for row in 0..rows {
                let (group, place) = if by_rows {
                    (row, column)
                } else {
                    (column, row)
                };
                let component = components.get(place as usize).copied().unwrap_or(0);
                lanes.push(4 * index + first + group * step + component);
            }
        }
    }
    Ok(lanes)
}
