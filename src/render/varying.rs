//! Values between the stages.

use retroshade_ir::run::Row;

/// A varying with a row for each vertex.
pub(super) struct Varying {
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
    pub(super) flat: bool,
}

impl Varying {
    /// The value at a place in a triangle.
    pub(super) fn at(&self, triangle: [u32; 3], weights: [f32; 3]) -> Row {
        let rows = triangle.map(|vertex| {
            self.rows
                .get(vertex as usize)
                .map_or(&[][..], Vec::as_slice)
        });
        if self.flat {
            // GL's provoking vertex is the last.
            return rows[2].to_vec();
        }
        let lanes = rows.iter().map(|row| row.len()).min().unwrap_or(0);
        let lane = |lane: usize| {
            rows.iter()
                .zip(weights)
                .map(|(row, weight)| row[lane] * weight)
                .sum()
        };
        (0..lanes).map(lane).collect()
    }
}
