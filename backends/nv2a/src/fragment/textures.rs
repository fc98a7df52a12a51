//! Runs the texture stages.
//!
//! Inner products and mirror images as NV_texture_shader describes them; how their bytes and those that move coordinates
//! are read as signed, as xemu does it.

use super::isa::{BUMP_MATRIX, Mode, Setup, UNITS};
use super::lookups::{self, Bytes};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_kit::machine::{Register, RegisterImage};

/// What each texture stage finds for each sample.
///
/// # Errors
/// A mode that is not simulated.
pub(crate) fn textures(
    setup: &Setup,
    image: &RegisterImage,
) -> Result<[Vec<Register>; UNITS as usize], Diagnostic> {
    let modes = setup.modes();
    let mut found: [Vec<Register>; UNITS as usize] =
        std::array::from_fn(|_| vec![[0.0; 4]; image.samples]);
    let mut dots: [Vec<f32>; UNITS as usize] = Default::default();
    for (unit, mode) in modes.into_iter().enumerate() {
        let mode = mode.unwrap_or(Mode::None);
        let feed = setup.feed(unit);
        let fed = |sample: usize| feed.map_or([0.0; 4], |from| found[from][sample]);
        if mode.is_dot() {
            let signed = mapping(setup, unit)?;
            let dot = |sample: usize| {
                let [x, y, z, _] = coordinate(image, unit, sample);
                let [red, green, blue, _] = fed(sample).map(signed);
                x * red + y * green + z * blue
            };
            dots[unit] = (0..image.samples).map(dot).collect();
        }
        let places: Vec<[f32; 3]> = (0..image.samples)
            .map(|sample| {
                let [x, y, z, w] = coordinate(image, unit, sample);
                match mode {
                    Mode::AlphaRed => [fed(sample)[3], fed(sample)[0], 0.0],
                    Mode::GreenBlue => [fed(sample)[1], fed(sample)[2], 0.0],
                    Mode::DotPlain => [dots[unit - 1][sample], dots[unit][sample], 0.0],
                    Mode::DotCube => [unit - 2, unit - 1, unit].map(|unit| dots[unit][sample]),
                    Mode::DotSpecular => {
                        let lanes = [unit - 2, unit - 1, unit];
                        let eye = lanes.map(|unit| coordinate(image, unit, sample)[3]);
                        mirrored(lanes.map(|unit| dots[unit][sample]), eye)
                    }
                    Mode::Bump | Mode::BumpLuminance => {
                        let [_, green, blue, _] = fed(sample).map(turned);
                        let at = BUMP_MATRIX + 64 * unit as u32;
                        let [blue_x, blue_y, green_y, green_x] =
                            [0, 4, 8, 12].map(|offset| f32::from_bits(setup.word(at + offset)));
                        let moved = [
                            x + blue_x * blue + green_x * green,
                            y + blue_y * blue + green_y * green,
                        ];
                        [moved[0], moved[1], 0.0]
                    }
                    _ => [x / w, y / w, z / w],
                }
            })
            .collect();
        let texture = image.textures.get(&(unit as u32));
        for sample in 0..image.samples {
            let by = feed.map_or([0.0; 4], |from| found[from][sample]);
            found[unit][sample] = match (mode, texture) {
                (Mode::None | Mode::Dot, _) => continue,
                (Mode::Pass, _) => coordinate(image, unit, sample).map(|lane| lane.clamp(0.0, 1.0)),
                (
                    Mode::Plain
                    | Mode::Cube
                    | Mode::AlphaRed
                    | Mode::GreenBlue
                    | Mode::DotPlain
                    | Mode::DotCube
                    | Mode::DotSpecular
                    | Mode::Bump
                    | Mode::BumpLuminance,
                    texture,
                ) => {
                    let texel = texture.map_or([0.0; 4], |texture| {
                        let level = image.implicit_level(texture, &places, sample);
                        texture.sample(places[sample], level)
                    });
                    match mode {
                        Mode::BumpLuminance => scaled(setup, unit, texel, by),
                        _ => texel,
                    }
                }
                _ => return Err(unknown(unit)),
            };
        }
    }
    Ok(found)
}

/// The mirror image of a vector at a normal of any length.
fn mirrored(normal: [f32; 3], eye: [f32; 3]) -> [f32; 3] {
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let twice = 2.0 * dot(normal, eye) / dot(normal, normal);
    std::array::from_fn(|lane| twice * normal[lane] - eye[lane])
}

/// A texel times the luminance of the one that moved its coordinate: the factor is not clamped, the product is, and alpha
/// stays. (Captures BumpEnvMapLuminance and BumpEnvLum_A8R8G8B8 of nxdk_pgraph_tests.)
fn scaled(setup: &Setup, unit: usize, texel: Register, by: Register) -> Register {
    let at = BUMP_MATRIX + 64 * unit as u32;
    let [scale, offset] = [16, 20].map(|place| f32::from_bits(setup.word(at + place)));
    let factor = scale * by[0] + offset;
    let [red, green, blue, alpha] = texel;
    let [red, green, blue] = [red, green, blue].map(|lane| (lane * factor).clamp(0.0, 1.0));
    [red, green, blue, alpha]
}

/// Returns the coordinate that the vertex program wrote; of components that it did not write the last is 1.
fn coordinate(image: &RegisterImage, unit: usize, sample: usize) -> [f32; 4] {
    let defaults = [0.0, 0.0, 0.0, 1.0];
    let lanes = image.input("o", 9 + unit as u32, sample, defaults);
    std::array::from_fn(|lane| {
        if lanes[lane].is_nan() {
            defaults[lane]
        } else {
            lanes[lane]
        }
    })
}

/// How inner products of a texture stage read a colour.
fn mapping(setup: &Setup, unit: usize) -> Result<fn(f32) -> f32, Diagnostic> {
    match lookups::mapping(setup, unit) {
        Ok(Bytes::Unsigned) => Ok(|color| color),
        Ok(Bytes::Signed) => Ok(|color| (color * 255.0 - 128.0) / 127.0),
        Err(_) => Err(unknown(unit)),
    }
}

/// How a stage that moves coordinates reads a colour: bytes from 128 on are negative.
fn turned(color: f32) -> f32 {
    let byte = color * 255.0;
    let turn = if byte >= 128.0 { 256.0 } else { 0.0 };
    (byte - turn) / 127.0
}

fn unknown(unit: usize) -> Diagnostic {
    let message = format!("texture stage {unit} does what the simulator cannot");
    Diagnostic::error(codes::target::UNSUPPORTED, message)
}
