use super::sample::{face_of, face_step};
use super::*;

fn texture(
    kind: TextureKind,
    filter: Filter,
    wrap: Wrap,
    mipmap: Mipmap,
    source: TextureSource,
) -> Texture {
    let data = TextureData {
        kind,
        filter,
        wrap,
        mipmap,
        source,
    };
    data.build().expect("a good texture")
}

fn ramp(mipmap: Mipmap, filter: Filter, wrap: Wrap) -> Texture {
    let texels = [0.0f32, 1.0, 2.0, 4.0].map(|value| [value; 4]).to_vec();
    let image = Image::new(4, 1, texels);
    texture(
        TextureKind::D2,
        filter,
        wrap,
        mipmap,
        TextureSource::Texels(image),
    )
}

fn at(texture: &Texture, s: f32, lod: f32) -> f32 {
    texture.sample([s, 0.5, 0.0], lod)[0]
}

#[test]
fn patterns_tell_rows_columns_and_numbers_apart() {
    let image = pattern(3);
    let bytes = image
        .texel(0, 2, 5)
        .map(|lane| (lane * 255.0).round() as u32);
    assert_eq!(bytes, [204, (160 + 8 + 240) % 256, 192, 255 - 8 * 4]);
    assert_eq!(pattern(u32::MAX).texels().len(), 64);
}

#[test]
fn nearest_takes_the_texel_and_linear_blends_centres() {
    let nearest = ramp(Mipmap::None, Filter::Nearest, Wrap::Clamp);
    assert_eq!(
        [0.0, 0.26, 0.51, 0.99].map(|s| at(&nearest, s, 0.0)),
        [0.0, 1.0, 2.0, 4.0]
    );
    let linear = ramp(Mipmap::None, Filter::Linear, Wrap::Clamp);
    assert_eq!(at(&linear, 0.125, 0.0), 0.0);
    assert_eq!(at(&linear, 0.25, 0.0), 0.5);
    assert_eq!(at(&linear, 0.75, 0.0), 3.0);
}

#[test]
fn wraps_by_repeating_clamping_and_mirroring() {
    let outside = [-0.1, 1.1, 1.9];
    for (wrap, wanted) in [
        (Wrap::Repeat, [4.0, 0.0, 4.0]),
        (Wrap::Clamp, [0.0, 4.0, 4.0]),
        (Wrap::Mirror, [0.0, 4.0, 0.0]),
    ] {
        let texture = ramp(Mipmap::None, Filter::Nearest, wrap);
        assert_eq!(outside.map(|s| at(&texture, s, 0.0)), wanted, "{wrap:?}");
    }
    assert_eq!(
        at(&ramp(Mipmap::None, Filter::Linear, Wrap::Repeat), 0.0, 0.0),
        2.0
    );
}

#[test]
fn levels_are_averages_and_blend() {
    let nearest = ramp(Mipmap::Nearest, Filter::Nearest, Wrap::Clamp);
    assert_eq!(at(&nearest, 0.1, 1.0), 0.5);
    assert_eq!(at(&nearest, 0.1, 9.0), 1.75);
    assert_eq!(at(&nearest, 0.1, -3.0), 0.0);
    let linear = ramp(Mipmap::Linear, Filter::Nearest, Wrap::Clamp);
    assert_eq!(at(&linear, 0.1, 0.5), 0.25);
    assert_eq!(at(&linear, 0.1, f32::NAN), 0.0);
}

#[test]
fn level_of_detail_counts_texels_a_pixel() {
    let texture = ramp(Mipmap::Linear, Filter::Nearest, Wrap::Clamp);
    let lod = |dx: [f32; 3], dy: [f32; 3]| texture.level_of_detail([0.5, 0.5, 0.0], dx, dy);
    assert_eq!(lod([0.5, 0.0, 0.0], [0.25, 0.0, 0.0]), 1.0);
    assert_eq!(lod([0.0; 3], [0.0; 3]), f32::NEG_INFINITY);
}

#[test]
fn cube_directions_choose_their_face() {
    let cube = texture(
        TextureKind::Cube,
        Filter::Nearest,
        Wrap::Clamp,
        Mipmap::None,
        TextureSource::Pattern(0),
    );
    let directions: [[f32; 3]; 6] = [
        [2.0, 0.1, 0.2],
        [-2.0, 0.1, 0.2],
        [0.1, 2.0, 0.2],
        [0.1, -2.0, 0.2],
        [0.1, 0.2, 2.0],
        [0.1, 0.2, -2.0],
    ];
    for (face, direction) in directions.into_iter().enumerate() {
        let (_, sc, tc, ma) = face_of(direction.map(f64::from)).expect("finite");
        let place = |c: f64| ((c / ma + 1.0) / 2.0 * 8.0) as u32;
        let wanted = pattern(face as u32).texel(0, place(sc), place(tc));
        assert_eq!(cube.sample(direction, 0.0), wanted, "face {face}");
    }
    assert!(cube.sample([0.0; 3], 0.0)[0].is_nan());
}

#[test]
fn cube_steps_agree_with_differences() {
    for direction in [[2.0, 0.3, -0.4], [0.3, -2.0, 0.5], [-0.2, 0.4, -1.5]] {
        let step = [1e-6, -2e-6, 3e-6];
        let moved = [0, 1, 2].map(|lane| direction[lane] + step[lane]);
        let place = |d| face_of(d).map(|(_, s, t, m)| [(s / m + 1.0) / 2.0, (t / m + 1.0) / 2.0]);
        let (before, after) = (
            place(direction).expect("finite"),
            place(moved).expect("finite"),
        );
        let predicted = face_step(direction, step);
        for axis in 0..2 {
            assert!((after[axis] - before[axis] - predicted[axis]).abs() < 1e-10);
        }
    }
}

#[test]
fn refuses_sizes_that_do_not_fit_and_files_not_loaded() {
    let mut data = TextureData {
        kind: TextureKind::D2,
        filter: Filter::Nearest,
        wrap: Wrap::Clamp,
        mipmap: Mipmap::None,
        source: TextureSource::Texels(Image::new(2, 2, vec![[0.0; 4]; 3])),
    };
    assert!(data.build().is_err());
    data.source = TextureSource::File("brick.png".into());
    let fault = data.build().unwrap_err();
    assert_eq!(fault.to_string(), "`brick.png` was not loaded");
    data.source = TextureSource::Texels(Image::default());
    assert!(data.build().is_err());
}

#[test]
fn far_and_infinite_coordinates_are_safe() {
    let texture = ramp(Mipmap::None, Filter::Linear, Wrap::Mirror);
    assert!(at(&texture, f32::MAX, 0.0).is_finite());
    assert!(at(&texture, f32::INFINITY, 0.0).is_nan());
}
