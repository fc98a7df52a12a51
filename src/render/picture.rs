//! PNG files: pictures written, textures read.

use super::{MOST_PIXELS, Size};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::texture::Image;
use std::io::Cursor;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels.
    pub size: Size,
    /// RGBA row by row, the upper one first.
    pub bytes: Vec<u8>,
}

impl Picture {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// A defect: the picture is not as large as it says.
    pub fn to_png(&self) -> Result<Vec<u8>, Diagnostic> {
        animation(std::slice::from_ref(self), 0.0)
    }
}

/// Pictures of one size as a PNG file that shows each for `step` seconds, again and again; a plain one if there
/// is only one.
///
/// # Errors
/// A defect: there is no picture, or they are not of one size.
pub fn animation(pictures: &[Picture], step: f32) -> Result<Vec<u8>, Diagnostic> {
    let bug = |fault: String| Diagnostic::bug("render", fault);
    let Some(first) = pictures.first() else {
        return Err(bug("a file of no pictures".to_owned()));
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, first.size.width, first.size.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = (|| {
        if pictures.len() > 1 {
            encoder.set_animated(pictures.len() as u32, 0)?;
            // In milliseconds.
            encoder.set_frame_delay((step * 1000.0).round() as u16, 1000)?;
        }
        let mut writer = encoder.write_header()?;
        for picture in pictures {
            writer.write_image_data(&picture.bytes)?;
        }
        writer.finish()
    })();
    written.map_err(|fault| bug(fault.to_string()))?;
    Ok(bytes)
}

/// The picture in a PNG file as a texture: the lowest row is the first, as texture coordinates run upwards. The
/// six faces of a cube, `faces` = 6, stand one below the other, in the order +X -X +Y -Y +Z -Z, each with its upper
/// row first, as cube maps are looked up.
///
/// # Errors
/// A sentence: what is wrong with the file.
pub fn read_image(file: &[u8], faces: u32) -> Result<Image, String> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|fault| fault.to_string())?;
    let (width, height) = (reader.info().width, reader.info().height);
    let most = MOST_PIXELS;
    if width > most || height > most * faces {
        return Err(format!(
            "{width} x {height} pixels are more than {most} x {most}"
        ));
    }
    if faces > 1 && height != width * faces {
        return Err(format!(
            "{width} x {height} pixels are not six square faces, one below the other"
        ));
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
    Ok(Image {
        width,
        height: height / faces,
        texels,
    })
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
        let image = read_image(&picture(255).to_png().unwrap(), 1).unwrap();
        assert_eq!(image.texels, [[0.0, 1.0, 0.0, 0.2], [1.0, 0.0, 0.0, 1.0]]);
        let fault = read_image(&picture(255).to_png().unwrap(), 6).unwrap_err();
        assert!(fault.contains("six square faces"), "{fault}");
        assert!(read_image(b"\x89PNG", 1).is_err());
    }

    #[test]
    fn several_pictures_are_an_animation() {
        let file = animation(&[picture(0), picture(255)], 0.04).unwrap();
        let reader = png::Decoder::new(Cursor::new(&file)).read_info().unwrap();
        let control = reader.info().animation_control().unwrap();
        assert_eq!(control.num_frames, 2);
        assert!(animation(&[], 1.0).is_err());
    }
}
