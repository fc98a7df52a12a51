//! What the operations on whole vectors mean. Sums are made in lane order, every step rounded.

use super::scalar;

/// Four lanes of one invocation; those beyond the type are of no account.
pub(super) type Vector = [f32; 4];

/// The inner product of the first `lanes` lanes.
pub(super) fn dot(a: Vector, b: Vector, lanes: usize) -> f32 {
    let products = a.into_iter().zip(b).take(lanes).map(|(a, b)| a * b);
    products.reduce(|sum, product| sum + product).unwrap_or(0.0)
}

pub(super) fn length(a: Vector, lanes: usize) -> f32 {
    dot(a, a, lanes).sqrt()
}

pub(super) fn zip(a: Vector, b: Vector, f: impl Fn(f32, f32) -> f32) -> Vector {
    [0, 1, 2, 3].map(|lane| f(a[lane], b[lane]))
}

pub(super) fn normalize(a: Vector, lanes: usize) -> Vector {
    let length = length(a, lanes);
    a.map(|lane| lane / length)
}

pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
        0.0,
    ]
}

pub(super) fn face_forward(
    normal: Vector,
    incident: Vector,
    reference: Vector,
    lanes: usize,
) -> Vector {
    if dot(reference, incident, lanes) < 0.0 {
        normal
    } else {
        normal.map(|lane| -lane)
    }
}

pub(super) fn reflect(incident: Vector, normal: Vector, lanes: usize) -> Vector {
    let twice = 2.0 * dot(normal, incident, lanes);
    zip(incident, normal, |incident, normal| {
        incident - twice * normal
    })
}

pub(super) fn refract(incident: Vector, normal: Vector, eta: f32, lanes: usize) -> Vector {
    let cosine = dot(normal, incident, lanes);
    let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    if k < 0.0 {
        return [0.0; 4];
    }
    let along = eta * cosine + k.sqrt();
    zip(incident, normal, |incident, normal| {
        eta * incident - along * normal
    })
}

/// The sum of the columns, each times its lane of the vector.
pub(super) fn matrix_times_vector(columns: &[Vector], vector: Vector) -> Vector {
    let mut sum = [0.0; 4];
    for (index, (column, factor)) in columns.iter().zip(vector).enumerate() {
        let term = column.map(|lane| lane * factor);
        sum = if index == 0 {
            term
        } else {
            zip(sum, term, |a, b| a + b)
        };
    }
    sum
}

/// The vector with lane `index` replaced.
pub(super) fn insert<T: Copy, const N: usize>(
    mut vector: [T; N],
    lanes: u8,
    index: i32,
    lane: T,
) -> [T; N] {
    let place = scalar::place(index, u32::from(lanes.max(1)) - 1);
    if let Some(slot) = vector.get_mut(place as usize) {
        *slot = lane;
    }
    vector
}
