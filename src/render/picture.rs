//! PNG files: pictures written, textures read.

use super::{MOST_PIXELS, Size};
use crate::WriteFault;
use retroshade_diagnostics::Diagnostic;
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::texture::Image;
use std::io::{Cursor, Write};

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub size: Size,
    /// RGBA row by row, the upper one first.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// True if every pixel is transparent: nothing was drawn there, or a colour whose alpha is 0.
    pub fn is_transparent(&self) -> bool {
        self.bytes.chunks(4).all(|pixel| pixel.last() == Some(&0))
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// A defect: the picture is not as large as it says.
    pub fn to_png(&self) -> Result<Vec<u8>, Diagnostic> {
        let mut bytes = Vec::new();
        let written = Animation::new(&mut bytes, self.size, 1, 0.0).and_then(|mut file| {
            file.add(self)?;
            file.finish()
        });
        match written {
            Ok(()) => Ok(bytes),
            Err(WriteFault::System(fault)) => Err(Diagnostic::bug("render", fault.to_string())),
            Err(WriteFault::Contents(faults)) => Err(faults
                .into_iter()
                .next()
                .unwrap_or_else(|| Diagnostic::bug("render", "no picture"))),
        }
    }
}

/// A PNG file that grows picture by picture: a plain one of one picture, else one that shows each for so many seconds,
/// again and again.
pub struct Animation<'a> {
    writer: png::Writer<&'a mut dyn Write>,
    size: Size,
}

impl<'a> Animation<'a> {
    /// Begins a file of so many pictures.
    ///
    /// # Errors
    /// Those of the file.
    pub fn new(
        file: &'a mut dyn Write,
        size: Size,
        pictures: u32,
        step: f32,
    ) -> Result<Animation<'a>, WriteFault> {
        let mut encoder = png::Encoder::new(file, size.width, size.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        if pictures > 1 {
            encoder.set_animated(pictures, 0).map_err(fault)?;
            // In milliseconds.
            let delay = (step * 1000.0).round() as u16;
            encoder.set_frame_delay(delay, 1000).map_err(fault)?;
        }
        let writer = encoder.write_header().map_err(fault)?;
        Ok(Animation { writer, size })
    }

    /// Adds the next picture.
    ///
    /// # Errors
    /// Those of the file, and a defect: the picture is not of the file's size.
    pub fn add(&mut self, picture: &Picture) -> Result<(), WriteFault> {
        if picture.size != self.size {
            let bug = Diagnostic::bug("render", "pictures of several sizes");
            return Err(WriteFault::Contents(bug.into()));
        }
        self.writer.write_image_data(&picture.bytes).map_err(fault)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// Those of the file.
    pub fn finish(self) -> Result<(), WriteFault> {
        self.writer.finish().map_err(fault)
    }
}

/// The file's fault, or a defect of those who call the encoder.
fn fault(fault: png::EncodingError) -> WriteFault {
    match fault {
        png::EncodingError::IoError(fault) => WriteFault::System(fault),
        other => WriteFault::Contents(Diagnostic::bug("render", other.to_string()).into()),
    }
}

/// The most texels that all textures of a run may have, sixteen bytes each in memory.
pub(super) const MOST_TEXELS: u64 = 1 << 25;

/// The picture in a PNG file as a texture of at most `most` texels: the lowest row is the first, as texture coordinates run upwards. The
/// six faces of a cube, `faces` = 6, stand one below the other, in the order +X -X +Y -Y +Z -Z, each with its upper
/// row first, as cube maps are looked up.
///
/// # Errors
/// A sentence: what is wrong with the file.
pub fn read_image(file: &[u8], faces: u32, most: u64) -> Result<Image, Fault> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|fault| fault.to_string())?;
    let (width, height) = (reader.info().width, reader.info().height);
    let side = MOST_PIXELS;
    if width > side || height > side * faces {
        return Err(format!("{width} x {height} pixels are more than {side} x {side}").into());
    }
    if u64::from(width) * u64::from(height) > most {
        return Err(format!(
            "with its {width} x {height} pixels the textures have more than {MOST_TEXELS} texels in all"
        ).into());
    }
    if faces > 1 && height != width * faces {
        return Err(format!(
            "{width} x {height} pixels are not six square faces, one below the other"
        )
        .into());
    }
    let length = reader
        .output_buffer_size()
        .ok_or("it is too large for this machine")?;
    let mut bytes = vec![0; length];
    let frame = reader
        .next_frame(&mut bytes)
        .map_err(|fault| fault.to_string())?;
    let samples = frame.color_type.samples();
    let texel = |texel: &[u8]| -> [f32; 4] {
        let at = |index: usize| f32::from(texel.get(index).copied().unwrap_or(255)) / 255.0;
        match samples {
            1 => [at(0), at(0), at(0), 1.0],
            2 => [at(0), at(0), at(0), at(1)],
            3 => [at(0), at(1), at(2), 1.0],
            _ => [at(0), at(1), at(2), at(3)],
        }
    };
    let row = width as usize * samples;
    let rows = bytes.chunks_exact(row.max(1)).take(height as usize);
    let texels = match faces {
        1 => rows
            .rev()
            .flat_map(|row| row.chunks_exact(samples).map(texel))
            .collect(),
        _ => rows
            .flat_map(|row| row.chunks_exact(samples).map(texel))
            .collect(),
    };
    Ok(Image::new(width, height / faces, texels))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size {
        width: 1,
        height: 2,
    };

    fn picture(shade: u8) -> Picture {
        Picture {
            size: SIZE,
            bytes: vec![shade, 0, 0, 255, 0, shade, 0, 51],
        }
    }

    #[test]
    fn the_lower_row_is_the_first_of_a_texture() {
        let png = picture(255).to_png().unwrap();
        let image = read_image(&png, 1, 2).unwrap();
        assert_eq!(image.texels(), [[0.0, 1.0, 0.0, 0.2], [1.0, 0.0, 0.0, 1.0]]);
        let fault = read_image(&png, 6, 2).unwrap_err().to_string();
        assert!(fault.contains("six square faces"), "{fault}");
        let fault = read_image(&png, 1, 1).unwrap_err().to_string();
        assert!(
            fault.contains("more than 33554432 texels in all"),
            "{fault}"
        );
        assert!(read_image(b"\x89PNG", 1, 2).is_err());
    }

    #[test]
    fn several_pictures_are_an_animation() {
        let mut file = Vec::new();
        let mut animation = Animation::new(&mut file, SIZE, 2, 0.04).unwrap();
        animation.add(&picture(0)).unwrap();
        animation.add(&picture(255)).unwrap();
        animation.finish().unwrap();
        let reader = png::Decoder::new(Cursor::new(&file)).read_info().unwrap();
        let control = reader.info().animation_control().unwrap();
        assert_eq!(control.num_frames, 2);
        let other = Size {
            width: 2,
            height: 1,
        };
        let mut file = Vec::new();
        let mut animation = Animation::new(&mut file, other, 2, 0.04).unwrap();
        assert!(animation.add(&picture(0)).is_err());
    }
}
