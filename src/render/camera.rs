//! The built-in view: a camera on the z axis that looks at the origin, and a model that turns about its axes.
//!
//! Matrices are columns of four, as GL's `mat4` is given.

use super::{Size, View};

/// Columns of a `mat4`.
pub(super) type Matrix = [[f32; 4]; 4];

/// The place of the camera.
pub(super) const EYE: [f32; 3] = [0.0, 0.0, 3.0];

/// Half the angle that the picture's height spans is 22.5 degrees.
const HALF_ANGLE: f32 = std::f32::consts::FRAC_PI_8;
const NEAR: f32 = 0.1;
const FAR: f32 = 100.0;

/// Radians a second that the model turns about y, and radians at the start about y and x.
const TURN: f32 = 0.8;
const START: f32 = 0.6;
const TILT: f32 = 0.45;

/// The matrices of a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    pub(super) model: Matrix,
    pub(super) view: Matrix,
    pub(super) projection: Matrix,
}

/// No change.
pub(super) const IDENTITY: Matrix = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

impl Camera {
    pub(super) fn new(view: &View) -> Camera {
        let mut away = IDENTITY;
        away[3] = [-EYE[0], -EYE[1], -EYE[2], 1.0];
        Camera {
            model: product(&about_x(TILT), &about_y(START + TURN * view.time)),
            view: away,
            projection: perspective(view.size),
        }
    }

    /// From the model to clip space.
    pub(super) fn whole(&self) -> Matrix {
        product(&self.projection, &product(&self.view, &self.model))
    }
}

/// `a * b`.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| transform(a, column))
}

/// `m * v`.
pub(super) fn transform(m: &Matrix, v: [f32; 4]) -> [f32; 4] {
    [0, 1, 2, 3].map(|row| (0..4).map(|column| m[column][row] * v[column]).sum())
}

fn about_x(angle: f32) -> Matrix {
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let mut matrix = IDENTITY;
    matrix[1] = [0.0, cos, sin, 0.0];
    matrix[2] = [0.0, -sin, cos, 0.0];
    matrix
}

fn about_y(angle: f32) -> Matrix {
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    let mut matrix = IDENTITY;
    matrix[0] = [cos, 0.0, -sin, 0.0];
    matrix[2] = [sin, 0.0, cos, 0.0];
    matrix
}

/// `gluPerspective`'s matrix.
fn perspective(size: Size) -> Matrix {
    let scale = 1.0 / libm::tanf(HALF_ANGLE);
    let aspect = size.width as f32 / size.height as f32;
    let mut matrix = [[0.0; 4]; 4];
    matrix[0][0] = scale / aspect;
    matrix[1][1] = scale;
    matrix[2][2] = (FAR + NEAR) / (NEAR - FAR);
    matrix[2][3] = -1.0;
    matrix[3][2] = 2.0 * FAR * NEAR / (NEAR - FAR);
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_in_the_middle_of_the_picture_between_the_planes() {
        let size = Size {
            width: 4,
            height: 2,
        };
        let view = View {
            size,
            time: 1.0,
            frame: 0,
            step: 0.0,
        };
        let [x, y, z, w] = transform(&Camera::new(&view).whole(), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!((x, y), (0.0, 0.0));
        assert!((w - EYE[2]).abs() < 1e-6 && z.abs() < w);
    }
}
