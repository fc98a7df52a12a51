//! Colours, window coordinates, and outputs by name.

use super::*;
use crate::processor::Processor;
use crate::screen::Hardware;
use indexmap::IndexMap;
use retroshade_agal::isa::Version;
use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_ir::text::parse;
use retroshade_kit::target::Options;

fn variable(name: &str, register: &str, semantic: Option<&str>) -> Variable {
    Variable {
        name: name.to_owned(),
        ty: "vec4".to_owned(),
        register: Some(register.to_owned()),
        file: Some("o".to_owned()),
        index: Some(3),
        components: Some("xyzw".to_owned()),
        semantic: semantic.map(str::to_owned),
        ..Variable::default()
    }
}

#[test]
fn colours_are_known_by_register_or_meaning() {
    let mut record = Reflection::new("test", "vertex");
    for (number, (register, semantic, wanted)) in [
        ("oD0", None, true),
        ("oD1", None, true),
        ("oB0", None, true),
        ("oB1", None, true),
        ("oT0", None, false),
        ("o1", Some("color"), true),
        ("o1", Some("color0"), true),
        ("o1", Some("texcoord0"), false),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("v{number}");
        record.outputs.push(variable(&name, register, semantic));
        assert_eq!(is_colour(&record, &name), wanted, "{register} {semantic:?}");
    }
    assert!(!is_colour(&record, "none"));
}

#[test]
fn window_coordinates_are_those_of_an_image_of_64_pixels() {
    let mut domain = Domain::new(3);
    let found = window(&mut domain, [2.0, -1.0, 0.5, 4.0]);
    assert_eq!(found.map(|lane| lane.real), [48.0, 24.0, 0.5625, 0.25]);
    let wanted = [48.0, 24.0, 0.5625, 0.25].map(|number| domain.exact(number).element);
    assert_eq!(found.map(|lane| lane.element), wanted);
    let mut record = Reflection::new("test", "fragment");
    assert_eq!(clip_position(&record), None);
    record.inputs = vec![
        variable("v", "v0", None),
        Variable {
            builtin: Some("clip_position".to_owned()),
            index: Some(5),
            ..variable("", "v5", None)
        },
    ];
    assert_eq!(clip_position(&record), Some(("o", 5)));
}

/// Numbers beyond the limits of a colour are those limits, whatever they are.
#[test]
fn limited_results_agree_between_their_limits() {
    let mut domain = Domain::new(3);
    for (number, bits) in [(0.5, 1), (1.5, 2), (2.5, 3), (-0.5, 4)] {
        domain.declare_input(number, 0x1234_5678_9abc * bits, 0);
    }
    domain.source = false;
    let [half, over, far, below] = [0.5, 1.5, 2.5, -0.5].map(|number| domain.given(number));
    use Agreement::{Formula, Limits as ByLimits};
    for (one, other, colour, size) in [
        (half, half, Some(Formula), Some(Formula)),
        (half, over, None, None),
        (over, far, Some(ByLimits), Some(ByLimits)),
        (over, below, None, None),
        (over, over, Some(Formula), Some(Formula)),
    ] {
        assert_eq!(agreement(&mut domain, Limits::Colour, one, other), colour);
        assert_eq!(agreement(&mut domain, Limits::Size, one, other), size);
        let free = (one.element == other.element).then_some(Formula);
        assert_eq!(agreement(&mut domain, Limits::None, one, other), free);
    }
    // The 3DS takes absolute values, other chips have 0 for what is below it.
    let (zero, above) = (domain.whole(0), domain.neg(below));
    for (one, colour, size) in [(zero, true, false), (above, false, true)] {
        let limits = [Limits::Colour, Limits::Size];
        let found = limits.map(|limits| agreement(&mut domain, limits, below, one).is_some());
        assert_eq!(found, [colour, size]);
    }
    // What the one limits is the same number still in the other, and another one is not.
    for source in [true, false] {
        domain.source = source;
        let [one, other] = [over, far].map(|value| domain.saturate(value));
        domain.source = false;
        for (limited, free, wanted) in [(one, over, Formula), (other, over, ByLimits)] {
            let [wanted_value, found] = if source {
                [limited, free]
            } else {
                [free, limited]
            };
            let found = agreement(&mut domain, Limits::Colour, wanted_value, found);
            assert_eq!(found, Some(wanted));
        }
    }
    assert!(!domain.source);
}

#[test]
fn outputs_are_found_by_their_registers() {
    let mut record = Reflection::new("test", "vertex");
    record.outputs = vec![variable("v", "o3", None)];
    let domain = Domain::new(3);
    let [a, b] = [1, 2].map(|number| Some(domain.whole(number)));
    let outputs = Outputs {
        registers: vec![
            ("o".to_owned(), 2, [b, b, b, b]),
            ("o".to_owned(), 3, [a, None, b, a]),
        ],
        ..Outputs::default()
    };
    let found = named(&record, &outputs.registers).unwrap();
    let reals = |lane: &Option<Value>| lane.map(|value| value.real);
    let found: Vec<_> = found
        .iter()
        .map(|(name, lanes)| (name, lanes.iter().map(reals).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        found,
        [(&"v".to_owned(), vec![Some(1.0), None, Some(2.0), Some(1.0)])]
    );
}

/// What a program of AGAL is asked, beside a shader of one input `v` and one result.
fn with_program<T>(program: &str, body: &str, ask: impl FnOnce(&Program<'_>) -> T) -> T {
    let text = format!(
        "shader fragment \"a\"\ninput in0 \"v\" vec4\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n%0:f4 = input in0[0]\n{body}\n}}\n"
    );
    let shader = parse(&text, SourceMap::new().add(SourceFile::new("test", &text))).unwrap();
    let file = SourceMap::new().add(SourceFile::new("program", program));
    let assembled = retroshade_agal::text::assemble(file, program, Stage::Fragment, Version::V2);
    let code = Code::Agal(assembled.unwrap().program);
    let mut record = Reflection::new("agal2", "fragment");
    record.inputs = vec![Variable {
        file: Some("v".to_owned()),
        index: Some(0),
        ..variable("v", "v0", None)
    }];
    record.outputs = vec![Variable {
        file: Some("oc".to_owned()),
        index: Some(0),
        ..variable("gl_FragColor", "oc", None)
    }];
    let (marks, spent) = (Marks::of(&shader), Cell::new(0));
    let files = IndexMap::new();
    let none = Binary {
        bytes: &[],
        container: None,
        stage: None,
        side_files: &files,
    };
    ask(&Program {
        shader: &shader,
        marks: &marks,
        target: &retroshade_agal::AGAL2,
        binary: none,
        code: &code,
        reflection: &record,
        processor: Processor::of("agal2", Stage::Fragment).unwrap(),
        screen: Screen::new(
            Hardware::Whole(retroshade_ir::ClipDepth::ZeroToW),
            &shader,
            &Options::default(),
        ),
        handed: None,
        meaning: Meaning::PLAIN,
        witness: None,
        choices: Choices::default(),
        spent: &spent,
        redrawn: Cell::new(0),
        endless: Cell::new(0),
        counterexample: RefCell::new(None),
    })
}

const ENDLESS: &str = "%1:b1 = lt %0.x, %0.x\n%2:f4 = loop (%3:f4 = %0) {\nif %1 {\nbreak %3\n} else {\nyield\n}\ncontinue %3\n}\nyield %2";

/// A source that does not end takes all that a point may take, and after the first such point a sixteenth of it.
#[test]
fn sources_take_so_many_steps() {
    with_program("mov oc, v0", ENDLESS, |program| {
        let mut wanted = 0;
        for (number, steps) in [STEPS, STEPS / 16, STEPS / 16].into_iter().enumerate() {
            let seen = program.at_point(
                &Choices::default(),
                &Place::numbered(number as u64),
                Mode::Plain,
            );
            assert!(matches!(seen, Ok(Seen::Nothing)));
            wanted += steps;
            assert_eq!(program.endless.get(), 1 + number as u64);
            assert_eq!(program.spent.get(), wanted);
        }
        // Nothing more is tried than all points together may take.
        let most = crate::sampling::WORK;
        program.spent.set(most - 1);
        let said = program.verdict().to_string();
        assert_eq!(said, "undecided: the source takes too many steps");
        assert_eq!(program.spent.get(), most - 1 + STEPS);
        for (spent, left) in [(most - 1, true), (most, false), (most + 1, false)] {
            program.spent.set(spent);
            assert_eq!(program.has_work_left(), left);
        }
    });
    with_program("mov oc, v0", "yield %0", |program| {
        program.spent.set(5);
        for steps in [7, 9] {
            let seen = program.at_point(&Choices::default(), &Place::numbered(0), Mode::Plain);
            assert!(matches!(seen, Ok(Seen::Equal(_))));
            assert_eq!(program.spent.get(), steps);
        }
        assert_eq!(program.verdict(), Verdict::Proved);
        program.spent.set(crate::sampling::WORK);
        let said = program.verdict().to_string();
        assert_eq!(said, "undecided: too few points are stable");
    });
    with_program("mov oc, ft0", "yield %0", |program| {
        let said = program.verdict().to_string();
        assert_eq!(said, "undecided: the program has no defined result");
    });
}

/// What is said of points at which formulas agree, differ, or the fragment is discarded.
#[test]
fn points_say_what_they_see() {
    let seen = |program: &str, body: &str| {
        with_program(program, body, |program| {
            program.at_point(&Choices::default(), &Place::numbered(0), Mode::Plain)
        })
    };
    let Ok(Seen::Equal(equal)) = seen("mov oc, v0", "yield %0") else {
        panic!("not equal");
    };
    assert_eq!(
        (equal.results, equal.compared, equal.discarded),
        (4, 4, false)
    );
    // Beyond the limits of a colour any two are alike, but not the same.
    let far = "%1:f1 = const 4.0\n%2:f1 = mul %0.x, %0.x\n%3:f1 = add %2, %1\n%4:f4 = compose %3, %0.yzw\nyield %4";
    let Ok(Seen::Equal(equal)) = seen(
        "mul ft0, v0, v0\nadd ft0, ft0, ft0\nmov ft0.yzw, v0\nsge ft0.x, ft0.x, ft0.x\nmov oc, ft0",
        far,
    ) else {
        panic!("not equal");
    };
    let agreements: Vec<_> = equal.lanes.iter().map(|lane| lane.agreement).collect();
    use Agreement::{Formula, Limits as ByLimits};
    assert_eq!(agreements, [ByLimits, Formula, Formula, Formula]);
    let Ok(Seen::Different(different)) =
        seen("mov ft0, v0\nmov ft0.xy, v0.yx\nmov oc, ft0", "yield %0")
    else {
        panic!("not different");
    };
    assert_eq!(different.lanes, 2);
    assert_eq!(different.first, "gl_FragColor[0] is another formula");
    assert!(different.distance > 0.0 && different.distance < 4.0);
    let Ok(Seen::Different(different)) = seen("mov oc.yzw, v0", "yield %0") else {
        panic!("not different");
    };
    assert_eq!(different.first, "gl_FragColor[0] is not written");
    assert!(matches!(
        seen("mov oc, ft0", "yield %0"),
        Ok(Seen::Undefined)
    ));
    let discarding = "%1:f1 = const -1.0\n%2:f1 = mul %0.x, %0.x\n%3:f1 = add %2, %1\n%4:f1 = const 100000.0\n%5:b1 = lt %3, %4\ndiscard %5\nyield %0";
    let Ok(Seen::Equal(equal)) = seen(
        "mul ft0.x, v0.x, v0.x\nneg ft0.x, ft0.x\nkil ft0.x\nmov oc, v0",
        discarding,
    ) else {
        panic!("not discarded");
    };
    assert_eq!(
        (equal.results, equal.compared, equal.discarded),
        (4, 0, true)
    );
    assert_eq!(equal.point.domain.sites.len(), 1);
    for (program, body) in [
        ("mov oc, v0", discarding),
        (
            "neg ft0.x, v0.w\nmul ft0.x, ft0.x, v0.w\nkil ft0.x\nmov oc, v0",
            "yield %0",
        ),
    ] {
        assert!(seen(program, body).is_err());
    }
}

/// Ten roots of sums of inputs in each number: hardly ever are all of them in the field.
const ROOTS: &str = "%1:f4 = sqrt %0\n%2:f4 = add %0, %0.yzwx\n%3:f4 = sqrt %2\n%4:f2 = add %0.xy, %0.zw\n%5:f2 = sqrt %4\n\
    %6:f4 = add %1, %3\n%7:f4 = add %6, %5.xyxy\n%8:f1 = dot %7, %1\nyield %8.xxxx";

/// Elements of a point without roots are drawn again so many times, those of all points so many times in all.
#[test]
fn points_without_roots_are_drawn_again() {
    with_program("mov oc, v0", ROOTS, |program| {
        for (redrawn, spent, wanted) in [
            (0, 0, 32),
            (100, 0, 132),
            (500, 0, 512),
            (512, 0, 512),
            (0, crate::sampling::WORK, 0),
        ] {
            program.redrawn.set(redrawn);
            program.spent.set(spent);
            assert!(matches!(program.at_cell(0), Ok(Seen::Rootless)));
            assert_eq!(program.redrawn.get(), wanted);
            assert_eq!(program.counterexample.take(), None);
        }
    });
    with_program("mov oc, v0", "yield %0", |program| {
        assert!(matches!(program.at_cell(0), Ok(Seen::Equal(_))));
        assert_eq!(program.redrawn.get(), 0);
    });
    // A number without roots says at once that it differs.
    let beside = ROOTS.replace("yield %8.xxxx", "%9:f4 = compose %8.xxx, %0.y\nyield %9");
    with_program("mov oc, v0", &beside, |program| {
        let Err(verdict) = program.at_cell(0) else {
            panic!("not different");
        };
        assert_eq!(program.redrawn.get(), 0);
        let said = verdict.to_string();
        assert_eq!(said, "undecided: gl_FragColor[3] is another formula");
    });
    // Half of the elements have a root: the first that has says that the formulas differ.
    with_program(
        "mov oc, v0",
        "%1:f1 = sqrt %0.x\nyield %1.xxxx",
        |program| {
            let mut redraws = 0;
            for number in 0..8 {
                program.redrawn.set(0);
                let place = match program.at_cell(8 * number) {
                    Err(_) => program.counterexample.take().unwrap(),
                    _ => panic!("not different"),
                };
                assert_eq!(
                    (place.number, place.redraw),
                    (8 * number, program.redrawn.get())
                );
                redraws += place.redraw;
            }
            assert!((1..40).contains(&redraws), "{redraws}");
        },
    );
}

/// How far results are from those of the source is relative to these, where they are larger than 1, and added up.
#[test]
fn distances_are_relative_and_add_up() {
    let body = "%1:f1 = const 8.0\n%2:f4 = mul %0, %1.xxxx\nyield %2";
    with_program("mov oc, v0", body, |program| {
        let place = Place::numbered(0);
        let point = program.draw(&program.choices, &place, Mode::Plain);
        let input = &point.inputs.varyings["v"].values[0];
        let distances = input.iter().map(|&number| {
            let number = f64::from(number);
            7.0 * number.abs() / (8.0 * number).abs().max(1.0)
        });
        assert!(input.iter().any(|number| 8.0 * number.abs() > 1.0));
        let wanted: f64 = distances.sum();
        let Ok(Seen::Different(different)) =
            program.at_point(&program.choices, &place, Mode::Plain)
        else {
            panic!("not different");
        };
        let found = different.distance;
        assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
    });
}

/// Choices are tried at a point beside the counterexample, the first that says whether formulas agree.
#[test]
fn choices_are_tried_at_another_point() {
    with_program("mov oc, v0", "yield %0.yxzw", |program| {
        let others = |number| crate::search::other_points(program, &Place::numbered(number));
        assert_eq!(others(0), [Place::numbered(1)]);
        assert_eq!(others(5), [Place::numbered(0)]);
    });
    with_program("mov oc, ft0", "yield %0", |program| {
        assert!(crate::search::other_points(program, &Place::numbered(0)).is_empty());
    });
}
