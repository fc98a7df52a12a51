use super::*;
use crate::pp::text::assemble;
use retroshade_diagnostics::FileId;
use retroshade_ir::texture::{Filter, Mipmap, TextureData, TextureKind, TextureSource, Wrap};
use retroshade_kit::machine::Register;
use retroshade_kit::machine::numbers::{Function, VectorFunction};

fn image() -> RegisterImage {
    let mut image = RegisterImage {
        samples: 4,
        quads: true,
        ..RegisterImage::default()
    };
    let varying = (0..4).map(|n| [n as f32, 0.5, 10.0 * n as f32, 2.0]);
    let file = image.inputs.entry("v".to_owned()).or_default();
    file.insert(0, varying.collect());
    let uniforms = image.uniforms.entry("u".to_owned()).or_default();
    uniforms.extend((0..4).map(|n| (n, [n as f32, 100.0, 0.1, -1.0])));
    image
}

fn run_as(text: &str, precision: Precision) -> Result<Outcome, RunError> {
    let (program, _) = assemble(FileId(0), text).unwrap_or_else(|errors| panic!("{errors:?}"));
    run(&program, &image(), precision, STEPS)
}

/// `$0` of each fragment.
fn colours(text: &str) -> Vec<Register> {
    run_as(text, Precision::Float).unwrap().outputs["$"][&0].clone()
}

#[test]
fn units_see_what_those_before_them_made() {
    let text = "stop, load.v $1 0, load.u 2, mul.v0 $0.xy $1.xw ^u.xy, mul.s0 ^s0 $1.y $1.w, \
        add.v1 $0.z $0.y -$1, add.s1 $0.w ^s0 ^u.w, sqrt.s2 $0.w $0.y";
    assert_eq!(colours(text)[1], [2.0, 200.0, 190.0, 200f32.sqrt()]);
}

#[test]
fn partners_do_not_see_each_other() {
    let text = "mov.v0 $0 ^const0.xxxx, const0 1.0\n\
        stop, mov.v0 $0.x ^const0, mov.s0 $0.y $0.x, const0 3.0";
    assert_eq!(colours(text)[0], [3.0, 1.0, 1.0, 1.0]);
}

#[test]
fn derivatives_compare_neighbours() {
    let text = "load.v $1 0\n\
        stop, sync, dFdx.v1 $0.xy $1.xz -$1.xz, dFdy.s1 $0.z -$1.x $1.x";
    for colour in colours(text) {
        assert_eq!(colour[..3], [1.0, 10.0, 2.0]);
    }
}

#[test]
fn fragments_part_and_meet() {
    let text = "load.v $1 0, mov.v0 $0 ^const0.xxxx, branch_gt $1.x ^const0.y L1, \
        const0 0.0 1.0\n\
        add.v1 $0 $0 ^const0.xxxx, const0 5.0\n\
        L1: stop, add.v1 $0 $0 ^const0.xxxx, const0 2.0";
    let colours = colours(&text.replace("L1: ", "L1:\n"));
    let first: Vec<f32> = colours.iter().map(|colour| colour[0]).collect();
    assert_eq!(first, [7.0, 7.0, 2.0, 2.0]);
}

#[test]
fn temporaries_and_uniforms_are_indexed() {
    let text = "load.v $1 0, mul.v0 $2 $1 ^const0.xxxx, store.t -8+$1.x $2, const0 3.0\n\
        stop, load.t -8+$1.x, mov.v0 $0 ^u\n";
    assert_eq!(colours(text)[2], [6.0, 1.5, 60.0, 6.0]);
    let text = "load.v $1 0\nstop, load.u 1.xy+$1.x, mov.v0 $0 ^u.xyxy";
    // In units of two components: index 3 + 2 = 4 would be the third vector's first half.
    assert_eq!(colours(text)[2], [2.0, 100.0, 2.0, 100.0]);
}

#[test]
fn discarded_fragments_are_reported() {
    let text = "load.v $1 0, branch_lt $1.x ^const0.x L1, const0 2.0\n\
        stop, mov.v0 $0 $1\nL1:\nstop, discard";
    let outcome = run_as(text, Precision::Float).unwrap();
    assert_eq!(outcome.discarded, [true, true, false, false]);
}

#[test]
fn half_floats_round_and_overflow() {
    let text = "load.v $1 0, load.u 0\nstop, load.v $1 0, load.u 0, mul.v0 $0 ^u.zyyx ^const0, \
        const0 1.0 1000.0 0.0999755859375 1.0";
    let full = run_as(text, Precision::Float).unwrap().outputs["$"][&0][0];
    assert_eq!(full[..2], [0.1, 100_000.0]);
    let rounded = run_as(text, Precision::Half).unwrap().outputs["$"][&0][0];
    assert_eq!(rounded[..3], [0.099_975_586, f32::INFINITY, 10.0]);
}

#[test]
fn arc_tangents_are_right_in_all_octants() {
    let text = "load.v $1 0, load.u 1\n\
        load.u 1, mov.v0 $2 ^u, atan2_pt1.s2 $3.xyz Y X\n\
        mul.s0 $3.x $3.x $3.y, atan_pt2.s2 $0.x $3\n\
        atan_pt1.s2 $3.xyz $2.z\nstop, atan_pt2.s2 $0.y $3";
    for (y, x) in [
        ("$2.y", "$2.x"),
        ("$2.x", "$2.w"),
        ("$2.w", "$2.w"),
        ("$2.w", "$2.y"),
    ] {
        let value = |name: &str| match name {
            "$2.x" => 1.0f32,
            "$2.y" => 100.0,
            _ => -1.0,
        };
        let colour = colours(&text.replace('Y', y).replace('X', x))[0];
        assert!(
            (colour[0] - value(y).atan2(value(x))).abs() < 1e-6,
            "{y} {x}"
        );
        assert!((colour[1] - 0.1f32.atan()).abs() < 1e-6);
    }
}

#[test]
fn programs_without_an_end_are_stopped() {
    let error = run_as("L0:\nbranch L0", Precision::Float).unwrap_err();
    assert_eq!(error, RunError::Endless);
    assert!(matches!(
        run_as("mov.v0 $0 $1", Precision::Float),
        Err(RunError::Illegal(_))
    ));
}

#[test]
fn arc_tangents_of_one_operand_are_right_beyond_one() {
    for (operand, value) in [
        ("$2.x", 1.0),
        ("$2.y", 100.0),
        ("-$2.y", -100.0),
        ("$2.w", -1.0),
    ] {
        let text = format!(
            "load.u 1, mov.v0 $2 ^u, atan_pt1.s2 $3.xyz {operand}\nstop, atan_pt2.s2 $0.x $3"
        );
        let found = colours(&text)[0][0];
        assert!(
            (found - f32::atan(value)).abs() < 1e-6,
            "{operand}: {found}"
        );
    }
}

/// An operation into `$0.x`, and what it gives for the first two fragments, whose `$1` is (n, 0.5, 10 n, 2). `$2` is half of it.
#[rustfmt::skip] // A row is a line.
const OPERATIONS: &[(&str, [f32; 2])] = &[
    ("mul.s0 $0.x $1.y $1.w", [1.0, 1.0]),
    ("mul_x2.s0 $0.x $1.y $1.w", [2.0, 2.0]),
    ("mul_x4.v0 $0 $1.yyyy $1.wwww", [4.0, 4.0]),
    ("mul_x8.s0 $0.x $1.y $1.w", [8.0, 8.0]),
    ("mul_d16.s0 $0.x $1.z $1.w", [0.0, 1.25]),
    ("mul_d8.v0 $0 $1.zzzz $1.wwww", [0.0, 2.5]),
    ("mul_d4.s0 $0.x $1.z $1.w", [0.0, 5.0]),
    ("mul_d2.s0 $0.x $1.z $1.w", [0.0, 10.0]),
    ("not.s0 $0.x $1.x", [1.0, 0.0]),
    ("and.s0 $0.x $1.x $1.y", [0.0, 1.0]),
    ("and.s0 $0.x $1.y $1.x", [0.0, 1.0]),
    ("or.s0 $0.x $1.x $1.z", [0.0, 1.0]),
    ("or.s0 $0.x $1.x $1.y", [1.0, 1.0]),
    ("xor.s0 $0.x $1.x $1.y", [1.0, 0.0]),
    ("ne.s0 $0.x $1.x $1.z", [0.0, 1.0]),
    ("gt.s0 $0.x $1.z $1.x", [0.0, 1.0]),
    ("ge.s0 $0.x $1.x $1.z", [1.0, 0.0]),
    ("eq.s0 $0.x $1.x $1.z", [1.0, 0.0]),
    ("min.s0 $0.x $1.z $1.y", [0.0, 0.5]),
    ("max.s0 $0.x $1.z $1.y", [0.5, 10.0]),
    ("mov.s0 $0.x -$1.w", [-2.0, -2.0]),
    ("add.s1 $0.x $1.y $1.w", [2.5, 2.5]),
    ("fract.s1 $0.x -$2.y", [0.75, 0.75]),
    ("ne.s1 $0.x $1.x $1.z", [0.0, 1.0]),
    ("gt.s1 $0.x $1.z $1.x", [0.0, 1.0]),
    ("ge.s1 $0.x $1.x $1.z", [1.0, 0.0]),
    ("eq.s1 $0.x $1.x $1.z", [1.0, 0.0]),
    ("floor.s1 $0.x -$1.y", [-1.0, -1.0]),
    ("ceil.s1 $0.x $1.y", [1.0, 1.0]),
    ("min.s1 $0.x $1.z $1.y", [0.0, 0.5]),
    ("max.s1 $0.x $1.z $1.y", [0.5, 10.0]),
    ("sum3.v1 $0.x $1", [0.5, 11.5]),
    ("sum4.v1 $0.x $1", [2.5, 13.5]),
    ("mov.s1 $0.x $1_abs.w", [2.0, 2.0]),
    ("rcp.s2 $0.x $1.w", [0.5, 0.5]),
    ("mov.s2 $0.x $1.y", [0.5, 0.5]),
    ("sqrt.s2 $0.x $2.y", [0.5, 0.5]),
    ("rsqrt.s2 $0.x $2.y", [2.0, 2.0]),
    ("exp2.s2 $0.x $1.w", [4.0, 4.0]),
    ("log2.s2 $0.x $2.y", [-2.0, -2.0]),
    ("sin.s2 $0.x $2.y", [1.0, 1.0]),
    ("sin.s2 $0.x -$2.y", [-1.0, -1.0]),
    ("cos.s2 $0.x $1.y", [-1.0, -1.0]),
    ("cos.s2 $0.x $1.w", [1.0, 1.0]),
    ("add_sat.s1 $0.x $1.x $1.z", [0.0, 1.0]),
    ("add_sat.s1 $0.x -$1.x $1.y", [0.5, 0.0]),
    ("sqrt_sat.s2 $0.x -$1.w", [0.0, 0.0]),
    ("add_pos.s1 $0.x $1.y -$1.z", [0.5, 0.0]),
    ("add_int.s1 $0.x -$1.y -$1.w", [-2.0, -2.0]),
];

#[test]
fn operations_compute_what_the_tables_say() {
    for (operation, known) in OPERATIONS {
        let text =
            format!("load.v $1 0, mul_d2.v0 $2 $1 ^const0.xxxx, const0 1.0\nstop, {operation}");
        let colours = colours(&text);
        for (colour, known) in colours.iter().zip(known) {
            assert!(
                (colour[0] - known).abs() < 1e-6,
                "{operation}: {}, not {known}",
                colour[0]
            );
        }
    }
}

/// What the varying unit loads to `$0` of the second fragment; what is not named is not looked at.
#[rustfmt::skip] // A row is a line.
const LOADS: &[(&str, &[f32])] = &[
    ("load.v $0 0", &[1.0, 0.5, 10.0, 2.0]),
    ("load.v $0 0.zw", &[10.0, 2.0]),
    ("load.v $0 0.y", &[0.5]),
    ("load_projz.v $0 0", &[0.1, 0.05, 1.0, 0.2]),
    ("load_projw.v $0 0", &[0.5, 0.25, 5.0, 1.0]),
    ("load.v $0 ^fragcoord", &[20.5, 30.5, 0.25, 0.5]),
    ("load.v $0 ^pointcoord", &[0.125, 0.75]),
    ("load.v $0 ^frontfacing", &[0.0]),
    ("load.v $0 $1.wzyx", &[2.0, 10.0, 0.5, 1.0]),
    ("load.v $0 -$1", &[-1.0, -0.5, -10.0, -2.0]),
    ("load.v $0 -$1_abs", &[-1.0, -0.5, -10.0, -2.0]),
    ("load_projw.v $0 $1", &[0.5, 0.25, 5.0, 1.0]),
    ("load_cube.v $0 $1.xyz", &[1.0, 0.5, 10.0]),
    ("load_norm.v $0 $1.wwz", &[0.192_450_09, 0.192_450_09, 0.962_250_5]),
    ("fb_color.t $0", &[0.1, 0.2, 0.3, 0.4]),
    ("fb_depth.t $0", &[0.75]),
];

#[test]
fn inputs_are_loaded_in_all_their_forms() {
    let second = |rows: [f32; 4]| Some(vec![[0.0; 4], rows, [0.0; 4], [0.0; 4]]);
    let image = RegisterImage {
        frag_coord: second([20.5, 30.5, 0.25, 2.0]),
        point_coord: Some(vec![[0.0; 2], [0.125, 0.75], [0.0; 2], [0.0; 2]]),
        front_facing: Some(vec![true, false, true, true]),
        last_color: second([0.1, 0.2, 0.3, 0.4]),
        last_depth: Some(vec![0.0, 0.75, 0.0, 0.0]),
        ..image()
    };
    for (load, known) in LOADS {
        let (program, _) = assemble(FileId(0), &format!("load.v $1 0\nstop, {load}"))
            .unwrap_or_else(|errors| panic!("{load}: {errors:?}"));
        let outcome = run(&program, &image, Precision::Float, STEPS).unwrap();
        let found = outcome.outputs["$"][&0][1];
        let near = found
            .iter()
            .zip(*known)
            .all(|(found, known)| (found - known).abs() < 1e-6);
        assert!(near, "{load}: {found:?}, not {known:?}");
    }
    for (text, what) in [
        ("load.v $0 ^fragcoord", "gl_FragCoord"),
        ("load.v $0 ^pointcoord", "gl_PointCoord"),
        ("fb_color.t $0", "no frame buffer"),
        (
            "sync, load.v ^tex_coord 0, texld_2d 3, mov.v0 $0 ^tex_sampler",
            "sampler 3 has no texture",
        ),
    ] {
        let error = run_as(&format!("stop, {text}"), Precision::Float).unwrap_err();
        assert!(format!("{error:?}").contains(what), "{text}: {error:?}");
    }
}

#[test]
fn arc_tangents_are_put_together_from_their_parts() {
    let numbers = [-4.0, -1.0, -0.25, 0.25, 1.0, 4.0f32];
    let whole = |[ratio, factor, octant, _]: Register| {
        // The second part knows the arc tangent of these only.
        assert!((ratio * factor).abs() <= 1.0);
        Function::AngleInOctant.of_floats(&[ratio * factor, octant])
    };
    for a in numbers.into_iter().chain([0.0, -0.0]) {
        let found = whole(VectorFunction::OctantOfNumber.of_floats(&[a]));
        assert!((found - a.atan()).abs() < 1e-6, "atan({a}) = {found}");
        for b in numbers {
            let found = whole(VectorFunction::OctantOfPoint.of_floats(&[a, b]));
            assert!(
                (found - a.atan2(b)).abs() < 1e-6,
                "atan({a}, {b}) = {found}"
            );
        }
    }
}

#[test]
fn the_varying_unit_copies_and_normalises_registers() {
    let found = |load: &str| {
        let text =
            format!("mov.v0 $1 ^const0, const0 3.0 6.0 -2.0 1.0\nstop, {load} $0 $1, mov.v0 $2 $1");
        colours(&text)[0]
    };
    let [x, y, z, _] = found("load_norm.v");
    let unit = [3.0, 6.0, -2.0].map(|lane: f32| lane / 7.0);
    assert_eq!([x, y, z], unit);
    let plain = [3.0, 6.0, -2.0, 1.0];
    assert_eq!(found("load_cube.v"), plain);
    assert_eq!(found("load.v"), plain);
    let [x, y, ..] = found("load_projz.v");
    assert_eq!([x, y], [-1.5, -3.0]);
    assert_eq!(found("load_projw.v"), plain);
}

#[test]
fn levels_of_detail_are_implicit_biased_or_given() {
    let mut image = image();
    let texture = TextureData {
        kind: TextureKind::D2,
        filter: Filter::Nearest,
        wrap: Wrap::Repeat,
        mipmap: Mipmap::Linear,
        source: TextureSource::Pattern(0),
    };
    let texture = texture.build().unwrap();
    image.textures.insert(0, texture.clone());
    let rows = (0..4).map(|n| [0.3 * (n % 2) as f32, 0.3 * (n / 2) as f32, 0.0, 1.0]);
    let rows: Vec<Register> = rows.collect();
    let places: Vec<[f32; 3]> = rows.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
    image
        .inputs
        .entry("v".to_owned())
        .or_default()
        .insert(0, rows);
    let implicit = image.implicit_level(&texture, &places, 1);
    assert!((1.0..2.0).contains(&implicit), "{implicit}");
    for (lookup, level) in [
        ("texld_2d 0", implicit),
        ("texldb_2d 0 $1.x", implicit + 0.75),
        ("texldl_2d 0 $1.x", 0.75),
    ] {
        let text = format!(
            "mov.v0 $1 ^const0.xxxx, const0 0.75\n\
             stop, sync, load.v ^tex_coord 0, {lookup}, mov.v0 $0 ^tex_sampler"
        );
        let (program, _) = assemble(FileId(0), &text).unwrap();
        let outcome = run(&program, &image, Precision::Float, STEPS).unwrap();
        let wanted = texture.sample(places[1], level);
        assert_eq!(outcome.outputs["$"][&0][1], wanted, "{lookup}");
    }
}

#[test]
fn fragments_that_went_elsewhere_keep_their_registers() {
    let text = "load.v $0 0, mov.v0 $1 ^const0.xxxx, branch_gt $0.x ^const0.y L1, const0 0.0 1.0\n\
        load.v $1 0\nL1:\nstop, mov.v0 $0 $1";
    let colours = colours(text);
    let first: Vec<f32> = colours.iter().map(|colour| colour[3]).collect();
    assert_eq!(first, [2.0, 2.0, 0.0, 0.0]);
}

#[test]
fn instructions_are_counted_and_limited() {
    let text = "load.v $1 0\nmov.v0 $0 $1\nstop, mov.v0 $0 $1";
    let (program, _) = assemble(FileId(0), text).unwrap();
    let steps = |most| run(&program, &image(), Precision::Float, most);
    assert_eq!(steps(3).unwrap().executed, 3);
    assert!(matches!(steps(2), Err(RunError::Endless)));
}

#[test]
fn a_discarded_fragment_goes_no_further() {
    let text = "load.v $1 0\ndiscard\nstop, mov.v0 $0 $1";
    let (program, _) = assemble(FileId(0), text).unwrap();
    let outcome = run(&program, &image(), Precision::Float, STEPS).unwrap();
    assert_eq!((outcome.executed, outcome.discarded), (2, vec![true; 4]));
}
