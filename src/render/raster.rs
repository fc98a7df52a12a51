//! Triangles to fragments: clipping, coverage by half-plane tests (Pineda, "A Parallel Algorithm for Polygon
//! Rasterization", 1988) with the top-left rule, and perspective-correct weights of the vertices.
//!
//! Fragments come in quads of two by two pixels, whole where only a part is covered, so that derivatives are
//! right; y runs upwards.

use super::Size;
use super::budget::Budget;
use retroshade_diagnostics::Diagnostics;

/// The planes at which triangles are cut, as what must not be negative of a clip-space position: near and far,
/// and w far enough from 0 to divide by.
const PLANES: [fn(&[f64; 4]) -> f64; 3] = [
    |position| position[2] + position[3],
    |position| position[3] - position[2],
    |position| position[3] - 1e-6,
];

/// A pixel of a quad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fragment {
    pub(super) x: u32,
    pub(super) y: u32,
    /// True if its centre is in the triangle; the other pixels of a quad only help with derivatives.
    pub(super) covered: bool,
    /// From 0 at the near plane to 1.
    pub(super) depth: f32,
    pub(super) inverse_w: f32,
    /// True if the counter-clockwise side is seen.
    pub(super) front: bool,
    /// How much of each vertex of the triangle is in it.
    pub(super) weights: [f32; 3],
}

/// Four fragments of a triangle: (0,0) (1,0) (0,1) (1,1).
#[derive(Clone, Copy, Debug)]
pub(super) struct Quad {
    pub(super) triangle: usize,
    pub(super) fragments: [Fragment; 4],
}

/// A vertex of a cut triangle: a mixture of its three vertices.
#[derive(Clone, Copy, Debug)]
struct Corner {
    clip: [f64; 4],
    weights: [f64; 3],
}

/// Finds the quads of triangles in the rows of pixels from `first` (even) to below `end`, triangle by triangle.
/// `positions` are in clip space.
///
/// # Errors
/// Those of `found`, and the budget is exhausted.
pub(super) fn quads(
    positions: &[[f32; 4]],
    triangles: &[[u32; 3]],
    size: Size,
    (first, end): (u32, u32),
    budget: &Budget,
    found: &mut dyn FnMut(Quad) -> Result<(), Diagnostics>,
) -> Result<(), Diagnostics> {
    for (number, triangle) in triangles.iter().enumerate() {
        let corners = triangle.map(|vertex| positions.get(vertex as usize));
        let [Some(a), Some(b), Some(c)] = corners else {
            continue;
        };
        let corner = |clip: &[f32; 4], weights| Corner {
            clip: clip.map(f64::from),
            weights,
        };
        let polygon = [
            corner(a, [1.0, 0.0, 0.0]),
            corner(b, [0.0, 1.0, 0.0]),
            corner(c, [0.0, 0.0, 1.0]),
        ];
        // A vertex that is no number is nowhere.
        if polygon
            .iter()
            .flat_map(|corner| corner.clip)
            .any(|part| !part.is_finite())
        {
            continue;
        }
        let polygon = cut(&polygon);
        for pair in polygon.get(1..).unwrap_or_default().windows(2) {
            let piece = Piece::new([polygon[0], pair[0], pair[1]], size);
            if let Some(piece) = piece {
                piece.quads(number, (first, end), budget, found)?;
            }
        }
    }
    Ok(())
}

/// A triangle without what is behind the planes (Sutherland and Hodgman, 1974).
fn cut(triangle: &[Corner; 3]) -> Vec<Corner> {
    let mut polygon = triangle.to_vec();
    for plane in PLANES {
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (index, &corner) in polygon.iter().enumerate() {
            let next = polygon[(index + 1) % polygon.len()];
            let (here, there) = (plane(&corner.clip), plane(&next.clip));
            if here >= 0.0 {
                kept.push(corner);
            }
            if (here >= 0.0) != (there >= 0.0) {
                let part = here / (here - there);
                let mix = |from: f64, to: f64| from + (to - from) * part;
                kept.push(Corner {
                    clip: std::array::from_fn(|i| mix(corner.clip[i], next.clip[i])),
                    weights: std::array::from_fn(|i| mix(corner.weights[i], next.weights[i])),
                });
            }
        }
        polygon = kept;
    }
    polygon
}

/// A triangle in window coordinates.
struct Piece {
    corners: [Corner; 3],
    /// x, y and depth.
    window: [[f64; 3]; 3],
    /// Twice the signed area, positive for fronts.
    area: f64,
    size: Size,
}

impl Piece {
    fn new(corners: [Corner; 3], size: Size) -> Option<Piece> {
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let window = corners.map(|corner| {
            let [x, y, z, w] = corner.clip;
            [
                (x / w * 0.5 + 0.5) * width,
                (y / w * 0.5 + 0.5) * height,
                z / w * 0.5 + 0.5,
            ]
        });
        let area = edge(window[0], window[1], [window[2][0], window[2][1]]);
        (area != 0.0 && area.is_finite()).then_some(Piece {
            corners,
            window,
            area,
            size,
        })
    }

    fn quads(
        &self,
        triangle: usize,
        (first, end): (u32, u32),
        budget: &Budget,
        found: &mut dyn FnMut(Quad) -> Result<(), Diagnostics>,
    ) -> Result<(), Diagnostics> {
        let bounds = |axis: usize, most: u32| {
            let places = self.window.map(|corner| corner[axis]);
            let low = places.iter().copied().fold(f64::INFINITY, f64::min);
            let high = places.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            // Conversions saturate: what lies outside is cut off.
            (low.floor() as u32, (high.ceil() as u32).min(most))
        };
        let (left, right) = bounds(0, self.size.width);
        let (bottom, top) = bounds(1, self.size.height);
        let (bottom, top) = (bottom.max(first) & !1, top.min(end));
        for y in (bottom..top).step_by(2) {
            budget.spend(2 * u64::from(right.saturating_sub(left)))?;
            for x in (left & !1..right).step_by(2) {
                let fragments =
                    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| self.fragment(x + dx, y + dy));
                if fragments.iter().any(|fragment| fragment.covered) {
                    found(Quad {
                        triangle,
                        fragments,
                    })?;
                }
            }
        }
        Ok(())
    }

    fn fragment(&self, x: u32, y: u32) -> Fragment {
        let centre = [f64::from(x) + 0.5, f64::from(y) + 0.5];
        let [a, b, c] = self.window;
        let sides = [(b, c), (c, a), (a, b)];
        let facing = self.area.signum();
        let values = sides.map(|(from, to)| edge(from, to, centre));
        let inside = sides.iter().zip(values).all(|((from, to), value)| {
            let (dx, dy) = ((to[0] - from[0]) * facing, (to[1] - from[1]) * facing);
            // With y upwards and the inside to the left, a left side runs down, a top side to the left.
            let top_left = dy < 0.0 || (dy == 0.0 && dx < 0.0);
            value * facing > 0.0 || (value == 0.0 && top_left)
        });
        let parts = values.map(|value| value / self.area);
        let sum = |value: fn(&[f64; 3], &Corner) -> f64| -> f64 {
            (0..3)
                .map(|i| parts[i] * value(&self.window[i], &self.corners[i]))
                .sum()
        };
        let inverse_w = sum(|_, corner| 1.0 / corner.clip[3]);
        let weights = std::array::from_fn(|vertex| {
            let corner = |i: usize| {
                parts[i] / self.corners[i].clip[3] / inverse_w * self.corners[i].weights[vertex]
            };
            (corner(0) + corner(1) + corner(2)) as f32
        });
        Fragment {
            x,
            y,
            covered: inside && x < self.size.width && y < self.size.height,
            depth: sum(|window, _| window[2]) as f32,
            inverse_w: inverse_w as f32,
            front: self.area > 0.0,
            weights,
        }
    }
}

/// Twice the signed area of the triangle of a side and a point: positive to the left of the side.
fn edge(from: [f64; 3], to: [f64; 3], point: [f64; 2]) -> f64 {
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size {
        width: 8,
        height: 8,
    };

    fn covered(positions: &[[f32; 4]], triangles: &[[u32; 3]]) -> Vec<Fragment> {
        let mut found = Vec::new();
        let budget = Budget::new(10_000);
        quads(
            positions,
            triangles,
            SIZE,
            (0, SIZE.height),
            &budget,
            &mut |quad| {
                found.extend(
                    quad.fragments
                        .into_iter()
                        .filter(|fragment| fragment.covered),
                );
                Ok(())
            },
        )
        .unwrap();
        found
    }

    #[test]
    fn triangles_that_share_a_side_cover_each_pixel_once() {
        let square = [
            [-1.0, -1.0, 0.0, 1.0],
            [1.0, -1.0, 0.0, 1.0],
            [1.0, 1.0, 0.0, 1.0],
            [-1.0, 1.0, 0.0, 1.0],
        ];
        let mut found = covered(&square, &[[0, 1, 2], [0, 2, 3]]);
        found.sort_by_key(|fragment| (fragment.y, fragment.x));
        let places: Vec<(u32, u32)> = found.iter().map(|one| (one.x, one.y)).collect();
        let all = (0..8).flat_map(|y| (0..8).map(move |x| (x, y)));
        assert_eq!(places, all.collect::<Vec<_>>());
        assert!(found.iter().all(|one| one.front && one.depth == 0.5));
        let backs = covered(&square, &[[0, 2, 1], [0, 3, 2]]);
        assert_eq!(backs.len(), 64);
        assert!(backs.iter().all(|one| !one.front));
    }

    #[test]
    fn weights_are_right_in_perspective() {
        // The right end is three times as far away: half way across the picture is a quarter of the way there.
        let strip = [
            [-1.0, -1.0, 0.0, 1.0],
            [3.0, -3.0, 0.0, 3.0],
            [-1.0, 1.0, 0.0, 1.0],
        ];
        let found = covered(&strip, &[[0, 1, 2]]);
        let middle = found.iter().find(|one| (one.x, one.y) == (4, 0)).unwrap();
        let across = 4.5 / 8.0;
        let wanted = (across / 3.0) / ((1.0 - across) + across / 3.0);
        assert!((f64::from(middle.weights[1]) - wanted).abs() < 1e-6);
        assert!((middle.weights.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn what_is_behind_the_eye_is_cut_off() {
        let through = [
            [0.0, -1.0, 0.5, 1.0],
            [0.0, 1.0, 0.5, 1.0],
            [5.0, 0.0, -9.0, -8.0],
        ];
        let found = covered(&through, &[[0, 1, 2]]);
        assert!(!found.is_empty());
        assert!(
            found
                .iter()
                .all(|one| (0.0..=1.0).contains(&one.depth) && one.inverse_w > 0.0)
        );
        assert!(covered(&[[f32::NAN; 4]; 3], &[[0, 1, 2]]).is_empty());
    }
}
