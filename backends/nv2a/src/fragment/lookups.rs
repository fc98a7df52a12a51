//! What texture stages do, in exact numbers: the prover and the lifter run them by this description. The simulator
//! (`textures`) takes all pixels of a quad at once, whose differences choose the level of detail.
//!
//! Inner products and mirror images as NV_texture_shader describes them; how their bytes and those that move coordinates
//! are read as signed, as xemu does it.

use super::execute::Fragments;
use super::isa::{BUMP, DOT_MAPPING, LUMINANCE, Mode, Setup, UNITS};
use retroshade_diagnostics::fault::Fault;

/// Where a texture is looked up.
#[derive(Clone, Copy, Debug)]
pub enum Place<T> {
    /// Two coordinates.
    Plane([T; 2]),
    /// Two coordinates, divided by a third number.
    Divided([T; 2], T),
    /// A direction, in a cube.
    Direction([T; 3]),
    /// The mirror image of a vector, in a cube.
    Mirrored {
        /// What is mirrored at, of any length.
        normal: [T; 3],
        /// The vector that is mirrored.
        eye: [T; 3],
    },
}

/// What texture stages need beside arithmetic.
pub trait Textures: Fragments {
    /// The coordinate of a stage: s, t, r, q.
    fn coordinate(&mut self, unit: u32) -> [Self::Value; 4];

    /// Numbers of a stage: its matrix ([`BUMP`]), the scale and the offset of its luminance ([`LUMINANCE`]).
    fn floats(&mut self, file: &'static str, unit: u32) -> [Self::Value; 4];

    /// A byte b as (b - 128) / 127.
    fn signed(&mut self, color: Self::Value) -> Self::Value;

    /// A byte b as b / 127 below 128 and as (b - 256) / 127 from there on.
    fn turned(&mut self, color: Self::Value) -> Self::Value;

    /// A lookup.
    ///
    /// # Errors
    /// Textures of which nothing is known.
    fn texel(
        &mut self,
        unit: u32,
        place: Place<Self::Value>,
    ) -> Result<[Self::Value; 4], Self::Fault>;
}

/// What each texture stage finds.
///
/// # Errors
/// Modes of which there is no model.
pub fn textures<N: Textures<Fault: From<Fault>>>(
    setup: &Setup,
    numbers: &mut N,
) -> Result<[[N::Value; 4]; UNITS as usize], N::Fault> {
    let zero = numbers.number(0.0);
    let one = numbers.number(1.0);
    let mut found = [[zero, zero, zero, one]; UNITS as usize];
    let mut dots = [zero; UNITS as usize];
    for unit in 0..UNITS as usize {
        let mode = setup.modes()[unit].unwrap_or(Mode::None);
        if mode == Mode::None {
            continue;
        }
        let number = unit as u32;
        let fed = setup.feed(unit).map_or([zero; 4], |from| found[from]);
        if mode.is_dot() {
            let [red, green, blue, _] = fed;
            let color = match mapping(setup, unit)? {
                Bytes::Unsigned => [red, green, blue],
                Bytes::Signed => [red, green, blue].map(|lane| numbers.signed(lane)),
            };
            let [x, y, z, _] = numbers.coordinate(number);
            dots[unit] = numbers.dot([x, y, z], color);
        }
        let rows = |last: usize| [last - 2, last - 1, last].map(|unit| dots[unit]);
        found[unit] = match mode {
            Mode::None => continue,
            Mode::Dot => [zero; 4],
            Mode::Pass => {
                let own = numbers.coordinate(number);
                own.map(|lane| numbers.kept(lane, 0.0, 1.0))
            }
            Mode::Plain => {
                let [x, y, _, w] = numbers.coordinate(number);
                numbers.texel(number, Place::Divided([x, y], w))?
            }
            Mode::Cube => {
                let [x, y, z, _] = numbers.coordinate(number);
                numbers.texel(number, Place::Direction([x, y, z]))?
            }
            Mode::AlphaRed => numbers.texel(number, Place::Plane([fed[3], fed[0]]))?,
            Mode::GreenBlue => numbers.texel(number, Place::Plane([fed[1], fed[2]]))?,
            Mode::DotPlain => {
                let place = [dots[unit - 1], dots[unit]];
                numbers.texel(number, Place::Plane(place))?
            }
            Mode::DotCube => numbers.texel(number, Place::Direction(rows(unit)))?,
            Mode::DotSpecular => {
                let own = [number - 2, number - 1, number];
                let eye = own.map(|unit| numbers.coordinate(unit)[3]);
                let normal = rows(unit);
                numbers.texel(number, Place::Mirrored { normal, eye })?
            }
            Mode::Bump | Mode::BumpLuminance => {
                let [green, blue] = [fed[1], fed[2]].map(|lane| numbers.turned(lane));
                let [blue_x, blue_y, green_y, green_x] = numbers.floats(BUMP, number);
                let [x, y, _, _] = numbers.coordinate(number);
                let mut moved = |from, by_blue, by_green| {
                    let step = numbers.mul(by_blue, blue);
                    let other = numbers.mul(by_green, green);
                    let step = numbers.add(step, other);
                    numbers.add(from, step)
                };
                let place = [moved(x, blue_x, green_x), moved(y, blue_y, green_y)];
                let texel = numbers.texel(number, Place::Plane(place))?;
                match mode {
                    Mode::Bump => texel,
                    _ => brightened(numbers, number, texel, fed[0]),
                }
            }
            _ => return Err(unknown(unit, mode).into()),
        };
    }
    Ok(found)
}

/// A texel times the luminance of the one that moved its coordinate: the factor is not clamped, the product is, and alpha
/// stays. (Captures BumpEnvMapLuminance and BumpEnvLum_A8R8G8B8 of nxdk_pgraph_tests.)
fn brightened<N: Textures>(
    numbers: &mut N,
    unit: u32,
    texel: [N::Value; 4],
    luminance: N::Value,
) -> [N::Value; 4] {
    let [scale, offset, ..] = numbers.floats(LUMINANCE, unit);
    let scaled = numbers.mul(scale, luminance);
    let factor = numbers.add(scaled, offset);
    let [red, green, blue, alpha] = texel;
    let [red, green, blue] = [red, green, blue].map(|lane| {
        let product = numbers.mul(lane, factor);
        numbers.kept(product, 0.0, 1.0)
    });
    [red, green, blue, alpha]
}

/// How inner products read the bytes of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    /// As they are.
    Unsigned,
    /// As (b - 128) / 127.
    Signed,
}

/// How inner products of a texture stage read a colour.
///
/// # Errors
/// Mappings of which there is no model.
pub(super) fn mapping(setup: &Setup, unit: usize) -> Result<Bytes, Fault> {
    let number = unit
        .checked_sub(1)
        .map(|before| setup.word(DOT_MAPPING) >> (4 * before) & 15);
    match number {
        Some(0) => Ok(Bytes::Unsigned),
        Some(1) => Ok(Bytes::Signed),
        _ => Err(format!("texture stage {unit} reads colours by a mapping without a model").into()),
    }
}

fn unknown(unit: usize, mode: Mode) -> Fault {
    let what = match mode {
        Mode::Volume | Mode::DotVolume => "looks up a volume, which ESSL 1.00 does not have",
        Mode::Clip => "throws fragments away by the sign of coordinates",
        Mode::Brdf => "looks up by two directions",
        Mode::DotDepth => "replaces the depth",
        Mode::DotDiffuse => "looks up a cube in the midst of a row of inner products",
        Mode::DotSpecularConstant => "mirrors a constant vector",
        _ => "does what there is no model of",
    };
    format!("texture stage {unit} {what}").into()
}
