//! Lookups: the arithmetic follows the definitions of OpenGL ES, in double precision.

use super::{Filter, Mipmap, Texture, TextureKind, Wrap};

impl Texture {
    /// 2D or cube.
    pub fn kind(&self) -> TextureKind {
        self.kind
    }

    /// The colour at a coordinate and level of detail (log2 of texels a pixel; level 0 without
    /// mipmaps). 2D looks at the first two lanes. A coordinate that is not finite gives NaN.
    pub fn sample(&self, coordinate: [f32; 3], lod: f32) -> [f32; 4] {
        let coordinate = coordinate.map(f64::from);
        let (face, place) = match self.kind {
            TextureKind::D2 => (0, [coordinate[0], coordinate[1]]),
            TextureKind::Cube => match face_of(coordinate) {
                Some((face, sc, tc, ma)) => (face, [(sc / ma + 1.0) / 2.0, (tc / ma + 1.0) / 2.0]),
                None => return [f32::NAN; 4],
            },
        };
        if !place.iter().all(|coordinate| coordinate.is_finite()) {
            return [f32::NAN; 4];
        }
        let last = (self.levels.len() - 1) as f64;
        // NaN, as a level, is level 0.
        let lod = f64::from(lod).max(0.0).min(last);
        let colour = match self.mipmap {
            Mipmap::None => self.level(0, face, place),
            Mipmap::Nearest => self.level((lod + 0.5).floor().min(last) as usize, face, place),
            Mipmap::Linear => {
                let (low, part) = (lod.floor(), lod.fract());
                let low_colour = self.level(low as usize, face, place);
                if part == 0.0 {
                    low_colour
                } else {
                    blend(low_colour, self.level(low as usize + 1, face, place), part)
                }
            }
        };
        colour.map(|lane| lane as f32)
    }

    /// True if a level of detail makes any difference.
    pub fn has_levels(&self) -> bool {
        self.levels.len() > 1
    }

    /// The level of detail at which a pixel that moves the coordinate by `dx` to the right and `dy`
    /// upwards covers about one texel. Cube derivatives are those of the direction.
    pub fn level_of_detail(&self, coordinate: [f32; 3], dx: [f32; 3], dy: [f32; 3]) -> f32 {
        let size = match self.levels.first() {
            Some(image) => [f64::from(image.width), f64::from(image.height)],
            None => return 0.0,
        };
        let rate = |step: [f32; 3]| {
            let [s, t] = match self.kind {
                TextureKind::D2 => [f64::from(step[0]), f64::from(step[1])],
                TextureKind::Cube => face_step(coordinate.map(f64::from), step.map(f64::from)),
            };
            (s * size[0]).hypot(t * size[1])
        };
        rate(dx).max(rate(dy)).log2() as f32
    }

    fn level(&self, level: usize, face: u32, place: [f64; 2]) -> [f64; 4] {
        let Some(image) = self.levels.get(level) else {
            return [f64::NAN; 4];
        };
        let sizes = [image.width, image.height];
        // Far outside only the place within the image matters, and that a double no longer tells.
        let at = [0, 1].map(|axis| (place[axis] * f64::from(sizes[axis])).clamp(-LIMIT, LIMIT));
        let texel = |x: f64, y: f64| {
            let x = self.wrapped(x as i64, sizes[0]);
            let y = self.wrapped(y as i64, sizes[1]);
            image.texel(face, x, y).map(f64::from)
        };
        match self.filter {
            Filter::Nearest => texel(at[0].floor(), at[1].floor()),
            Filter::Linear => {
                let corner = at.map(|at| (at - 0.5).floor());
                let [x, y] = corner;
                let part = [0, 1].map(|axis| at[axis] - 0.5 - corner[axis]);
                let lower = blend(texel(x, y), texel(x + 1.0, y), part[0]);
                let upper = blend(texel(x, y + 1.0), texel(x + 1.0, y + 1.0), part[0]);
                blend(lower, upper, part[1])
            }
        }
    }

    fn wrapped(&self, texel: i64, size: u32) -> u32 {
        let size = i64::from(size);
        let inside = match self.wrap {
            Wrap::Repeat => texel.rem_euclid(size),
            Wrap::Clamp => texel.clamp(0, size - 1),
            Wrap::Mirror => {
                let place = texel.rem_euclid(2 * size);
                place.min(2 * size - 1 - place)
            }
        };
        inside as u32
    }
}

/// Texels from the origin beyond which a coordinate is cut off.
const LIMIT: f64 = (1u64 << 40) as f64;

fn blend(low: [f64; 4], high: [f64; 4], part: f64) -> [f64; 4] {
    [0, 1, 2, 3].map(|lane| low[lane] * (1.0 - part) + high[lane] * part)
}

/// Face, coordinates within the face, and the magnitude of the largest lane. `None` if the direction
/// is not finite.
pub(super) fn face_of([x, y, z]: [f64; 3]) -> Option<(u32, f64, f64, f64)> {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    if !(ax.is_finite() && ay.is_finite() && az.is_finite()) {
        return None;
    }
    Some(if ax >= ay && ax >= az {
        if x >= 0.0 {
            (0, -z, -y, ax)
        } else {
            (1, z, -y, ax)
        }
    } else if ay >= az {
        if y >= 0.0 {
            (2, x, z, ay)
        } else {
            (3, x, -z, ay)
        }
    } else if z >= 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    })
}

/// How the place on its face moves when the direction moves by `step`, to first order.
pub(super) fn face_step(direction: [f64; 3], step: [f64; 3]) -> [f64; 2] {
    let Some((face, sc, tc, ma)) = face_of(direction) else {
        return [f64::NAN; 2];
    };
    let [x, y, z] = step;
    let (ds, dt, dm) = match face {
        0 => (-z, -y, x),
        1 => (z, -y, -x),
        2 => (x, z, y),
        3 => (x, -z, -y),
        4 => (x, -y, z),
        _ => (-x, -y, -z),
    };
    [
        (ds * ma - sc * dm) / (2.0 * ma * ma),
        (dt * ma - tc * dm) / (2.0 * ma * ma),
    ]
}
