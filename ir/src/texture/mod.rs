//! Textures as data, and a sampler in software.
//!
//! The reference interpreter and the simulators of chips share this sampler, because no chip's
//! program contains it; they share no other arithmetic.

mod sample;

use std::fmt;
use std::sync::{Arc, OnceLock};

/// What the coordinate means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextureKind {
    /// Two coordinates.
    #[default]
    D2,
    /// A direction; six images in the order +X -X +Y -Y +Z -Z.
    Cube,
}

/// How texels of a level become a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// The texel that holds the place.
    Nearest,
    /// The four around it, weighted.
    #[default]
    Linear,
}

/// What lies outside the image, in both directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// The texels of the edge.
    Clamp,
    /// The image mirrored, again and again.
    Mirror,
}

/// How levels become a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mipmap {
    /// There is level 0 only.
    #[default]
    None,
    /// The nearest level; each level is the box average of the one before.
    Nearest,
    /// The two nearest levels, weighted.
    Linear,
}

/// An image, or the six faces of a cube one after the other. Clones share their texels.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// Texels in a row, at least 1.
    pub width: u32,
    /// Rows of a face, at least 1.
    pub height: u32,
    /// RGBA, row by row, the first at t = 0.
    texels: Arc<Vec<[f32; 4]>>,
    /// The levels after this one, made when they are asked for.
    smaller: Arc<OnceLock<Vec<Image>>>,
}

impl PartialEq for Image {
    fn eq(&self, other: &Image) -> bool {
        (self.width, self.height, &self.texels) == (other.width, other.height, &other.texels)
    }
}

/// Where the texels come from.
#[derive(Clone, Debug, PartialEq)]
pub enum TextureSource {
    /// The 8x8 test image of a number, see [`pattern`]; face f of a cube has the number plus f.
    Pattern(u32),
    /// Given.
    Texels(Image),
    /// A file that the caller has yet to read and to replace by texels.
    File(String),
}

/// A texture and how it is looked up.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureData {
    /// 2D or cube.
    pub kind: TextureKind,
    /// Between texels.
    pub filter: Filter,
    /// Outside.
    pub wrap: Wrap,
    /// Between levels.
    pub mipmap: Mipmap,
    /// The texels.
    pub source: TextureSource,
}

/// The side of a test image.
const PATTERN_SIZE: u32 = 8;

/// Test image `k`: every texel, row, column and number gives another colour.
pub fn pattern(k: u32) -> Image {
    let texel = |x: u32, y: u32| {
        let red = (32 * x + 4 * y + 40 * (k % 256)) % 256;
        let green = (32 * y + 4 * x + 80 * (k % 256)) % 256;
        let blue = if (x + y + k % 2).is_multiple_of(2) {
            192
        } else {
            64
        };
        let alpha = 255 - 8 * ((x + 3 * y + k % 8) % 8);
        [red, green, blue, alpha].map(|byte| (f64::from(byte) / 255.0) as f32)
    };
    let rows = (0..PATTERN_SIZE).flat_map(|y| (0..PATTERN_SIZE).map(move |x| (x, y)));
    let texels = rows.map(|(x, y)| texel(x, y)).collect();
    Image::new(PATTERN_SIZE, PATTERN_SIZE, texels)
}

/// A texture with its levels, ready for lookups.
#[derive(Clone, Debug)]
pub struct Texture {
    kind: TextureKind,
    filter: Filter,
    wrap: Wrap,
    mipmap: Mipmap,
    levels: Vec<Image>,
}

/// Why data are no texture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextureError {
    /// The file of this name was not read.
    NotLoaded(String),
    /// As many texels as these are not those of this size.
    Texels {
        /// Texels in a row.
        width: u32,
        /// Rows of a face.
        height: u32,
        /// Faces, 1 or 6.
        faces: u32,
        /// Texels that there are.
        found: usize,
    },
    /// The faces of a cube have this size.
    NotSquare {
        /// Texels in a row.
        width: u32,
        /// Rows of a face.
        height: u32,
    },
}

impl fmt::Display for TextureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextureError::NotLoaded(name) => write!(f, "`{name}` was not loaded"),
            TextureError::Texels {
                width,
                height,
                faces,
                found,
            } => {
                let wanted = u64::from(*width) * u64::from(*height) * u64::from(*faces);
                write!(
                    f,
                    "{width} x {height} texels in {faces} faces are {wanted}, but there are {found}"
                )
            }
            TextureError::NotSquare { width, height } => {
                write!(f, "the faces of a cube are square, not {width} x {height}")
            }
        }
    }
}

impl std::error::Error for TextureError {}

impl TextureData {
    /// The texture ready for lookups.
    ///
    /// # Errors
    /// See [`TextureError`].
    pub fn build(&self) -> Result<Texture, TextureError> {
        let faces = match self.kind {
            TextureKind::D2 => 1,
            TextureKind::Cube => 6,
        };
        let image = match &self.source {
            TextureSource::Pattern(k) => {
                let images = (0..faces).map(|face| pattern(k.saturating_add(face)));
                let texels = images.flat_map(|image| image.texels.to_vec());
                Image::new(PATTERN_SIZE, PATTERN_SIZE, texels.collect())
            }
            TextureSource::Texels(image) => image.clone(),
            TextureSource::File(name) => return Err(TextureError::NotLoaded(name.clone())),
        };
        let (width, height) = (u64::from(image.width), u64::from(image.height));
        let wanted = width * height * u64::from(faces);
        if wanted == 0 || wanted != image.texels.len() as u64 {
            return Err(TextureError::Texels {
                width: image.width,
                height: image.height,
                faces,
                found: image.texels.len(),
            });
        }
        if self.kind == TextureKind::Cube && width != height {
            return Err(TextureError::NotSquare {
                width: image.width,
                height: image.height,
            });
        }
        let smaller = match self.mipmap {
            Mipmap::None => &[][..],
            Mipmap::Nearest | Mipmap::Linear => image.smaller(faces),
        };
        let levels = std::iter::once(&image).chain(smaller).cloned().collect();
        Ok(Texture {
            kind: self.kind,
            filter: self.filter,
            wrap: self.wrap,
            mipmap: self.mipmap,
            levels,
        })
    }
}

/// The next level: box averages of 2 x 2 texels, of a side of one only along the other.
fn halved(image: &Image, faces: u32) -> Image {
    let (width, height) = ((image.width / 2).max(1), (image.height / 2).max(1));
    let at = |face: u32, x: u32, y: u32| {
        let (x, y) = (x.min(image.width - 1), y.min(image.height - 1));
        image.texel(face, x, y)
    };
    let mut texels = Vec::with_capacity((width * height * faces) as usize);
    for face in 0..faces {
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let four =
                [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| at(face, 2 * x + dx, 2 * y + dy));
            texels.push(
                [0, 1, 2, 3].map(|lane| four.iter().map(|texel| texel[lane]).sum::<f32>() / 4.0),
            );
        }
    }
    Image::new(width, height, texels)
}

impl Image {
    /// An image of these texels.
    pub fn new(width: u32, height: u32, texels: Vec<[f32; 4]>) -> Image {
        Image {
            width,
            height,
            texels: Arc::new(texels),
            smaller: Arc::default(),
        }
    }

    /// RGBA, row by row, the first at t = 0.
    pub fn texels(&self) -> &[[f32; 4]] {
        &self.texels
    }

    /// The levels after this one.
    fn smaller(&self, faces: u32) -> &[Image] {
        self.smaller.get_or_init(|| {
            let mut levels: Vec<Image> = Vec::new();
            loop {
                let last = levels.last().unwrap_or(self);
                if last.width <= 1 && last.height <= 1 {
                    return levels;
                }
                let next = halved(last, faces);
                levels.push(next);
            }
        })
    }

    /// The texel of a face. Coordinates are within the image.
    fn texel(&self, face: u32, x: u32, y: u32) -> [f32; 4] {
        let row = u64::from(face) * u64::from(self.height) + u64::from(y);
        let index = row * u64::from(self.width) + u64::from(x);
        self.texels
            .get(index as usize)
            .copied()
            .unwrap_or([f32::NAN; 4])
    }
}

#[cfg(test)]
mod tests;
