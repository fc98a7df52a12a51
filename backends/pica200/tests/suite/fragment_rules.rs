//! Each rule that a set-up of the combiners can break has a message, and each mistake in a text.

use retroshade_diagnostics::FileId;
use retroshade_pica200::fragment::check::check;
use retroshade_pica200::fragment::sim::{Arithmetic, CLEAR, Fragment, run};
use retroshade_pica200::fragment::{container, text};
use retroshade_testing::marked;

/// A text and what is found in its set-up, with the number of the stage.
#[rustfmt::skip] // A row is a line.
const RULES: &[(&str, &[(usize, &str)])] = &[
    ("units unit0\nstage0 rgb = tex0 * color; a = tex0.a\nstage1 rgb = prev; a = prev.a", &[]),
    ("stage0 rgb = prev * color; a = color.a", &[(0, "stage 0 has no previous stage, which its rgb side reads")]),
    ("stage0 rgb = color; a = prev.a * prev.a", &[(0, "stage 0 has no previous stage, which its alpha side reads")]),
    ("stage1 rgb = prev * color; a = color.a", &[(0, "stage 0 hands on the result of a stage that does not exist")]),
    ("stage0 rgb = buffer; a = color.a", &[(0, "nobody knows what stage 0 reads from the buffer on its rgb side")]),
    ("units unit0\nstage0 rgb = tex0 * tex1; a = tex1.a", &[(0, "the rgb side reads texture unit 1, which is off")]),
    ("stage0 rgb = color; a = color.a\nstage1 rgb = prev * color; a = tex2.a", &[(1, "the alpha side reads texture unit 2, which is off")]),
    ("stage0 rgb = color; a = color.a\nstage1 rgb = prev * color; a = prev.a; store rgb", &[(1, "what this stage stores arrives in the buffer two stages later, where nobody reads it")]),
    ("stage0 rgb = color; a = color.a; store rgb\nstage1 rgb = prev * color; a = prev.a", &[(0, "what this stage stores arrives in the buffer two stages later, where nobody reads it")]),
    ("stage0 rgb = color; a = color.a; store a\nstage1 rgb = prev * color; a = prev.a\nstage2 rgb = prev * color; a = buffer.a", &[]),
];

#[test]
fn each_rule_is_checked() {
    let mut wrong = String::new();
    for (text, known) in RULES {
        let (setup, _) =
            text::parse(FileId(0), text).unwrap_or_else(|errors| panic!("{text}: {errors:#?}"));
        let found = check(&setup);
        let found: Vec<_> = found
            .iter()
            .map(|finding| (finding.instruction, finding.message.as_str()))
            .collect();
        let known: Vec<_> = known
            .iter()
            .map(|(stage, message)| (Some(*stage), *message))
            .collect();
        if found != known {
            wrong += &format!("{text}\n  {found:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A text and its first error, which points at what stands between `«` and `»`.
#[rustfmt::skip] // A row is a line.
const TEXTS: &[(&str, &str)] = &[
    ("«stage6» rgb = color", "`stage6` begins no line of a set-up"),
    ("units «unit4»", "expected `unit0` to `unit3`, found `unit4`"),
    ("units «unit1 texcoord0»", "unit 1 cannot take the coordinates 0"),
    ("stage0 rgb = «tex9»", "`tex9` is no source"),
    ("stage4 rgb = prev; «store» rgb", "stage 4 cannot store: only stages 0 to 3 can"),
    ("stage0 a = «dot3»(tex0, color)", "the alpha side of a stage has no inner product"),
    ("alphatest a «=>» 3", "`=>` is no comparison; there are never always == != < <= > >="),
    ("alphatest a > «256»", "the reference must be in the range 0 to 255"),
    ("stage0 rgb = tex0 + color - «0.25»", "expected `0.5`, found `0.25`"),
    ("alphatest «b» >= 1", "expected `a`: alpha is what is tested, found `b`"),
    ("fog «thick»", "`thick` is no kind of fog"),
    ("stage0 «red» = color", "`red` is no part of a stage"),
    ("stage0 rgb = color; store «b»", "`b` cannot be stored: `rgb` and `a` can"),
    ("stage0 rgb = color; const «#ffffff»", "`#ffffff` is no colour: red, green, blue and alpha have two hexadecimal digits each"),
];

#[test]
fn errors_in_texts_stand_at_their_place() {
    let mut wrong = String::new();
    for (text, message) in TEXTS {
        let (plain, place) = marked(text);
        let errors = text::parse(FileId(0), &plain).map(|_| ()).expect_err(text);
        let first = errors.iter().next().unwrap();
        let span = first.primary.as_ref().expect(text).span;
        if (first.message.as_str(), span.start..span.end) != (*message, place) {
            wrong += &format!("{text}\n  {first:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn damaged_files_are_refused() {
    let (setup, _) = text::parse(FileId(0), "stage0 rgb = color; a = color.a").unwrap();
    let bytes = container::write(&setup);
    assert_eq!(container::read(&bytes).unwrap(), setup);
    let mut turned = bytes.clone();
    turned.rotate_left(8);
    let fault = container::read(&turned).unwrap_err().to_string();
    assert!(fault.contains("comes after"), "{fault}");
    assert!(container::read(&bytes[..bytes.len() - 1]).is_err());
}

/// The first two operands of stage 0 read what the third reads where they name the stage before it, on the side of
/// alpha in one of the two arithmetics only.
#[test]
fn stage_0_reads_its_third_operand_for_the_stage_before() {
    let shade = |text: &str, arithmetic| {
        let (setup, _) = text::parse(FileId(0), text).unwrap();
        let fragment = Fragment {
            color: [100, 50, 200, 255],
            light: [[0; 4]; 2],
            textures: [[51, 102, 153, 204]; 4],
            fog: CLEAR,
        };
        run(&setup, &fragment, arithmetic).color
    };
    let [first, second, third] = [
        "rgb = prev * color + tex0; a = prev.a * color.a + tex0.a",
        "rgb = color * prev + tex0; a = color.a * prev.a + tex0.a",
        "rgb = color * tex0 + prev; a = color.a * tex0.a + prev.a",
    ]
    .map(|stage| format!("units unit0\nstage0 {stage}"));
    assert_eq!(shade(&first, Arithmetic::Rounded), [71, 122, 255, 255]);
    assert_eq!(shade(&second, Arithmetic::Rounded), [71, 122, 255, 255]);
    assert_eq!(shade(&first, Arithmetic::Integer), [71, 122, 255, 204]);
    assert_eq!(shade(&third, Arithmetic::Integer), [20, 20, 120, 204]);
}

/// 2047 is no fog at all; the one arithmetic cuts off, the other rounds.
#[test]
fn fog_mixes_colours() {
    let text = "units unit0\nstage0 rgb = color; a = color.a\nfog linear\nfogcolor #64c80000";
    let (setup, _) = text::parse(FileId(0), text).unwrap();
    let shade = |fog, arithmetic| {
        let fragment = Fragment {
            color: [0, 100, 255, 9],
            light: [[0; 4]; 2],
            textures: [[0; 4]; 4],
            fog,
        };
        run(&setup, &fragment, arithmetic).color
    };
    assert_eq!(shade(CLEAR, Arithmetic::Integer), [0, 100, 255, 9]);
    assert_eq!(shade(0, Arithmetic::Rounded), [100, 200, 0, 9]);
    assert_eq!(shade(1000, Arithmetic::Integer), [51, 151, 124, 9]);
    assert_eq!(shade(1000, Arithmetic::Rounded), [51, 151, 125, 9]);
}

/// Texture unit 2 takes the coordinates of unit 1 if it is told to.
#[test]
fn coordinates_are_shared() {
    for (text, shared) in [
        ("units unit1, unit2", 2),
        ("units unit1, unit2 texcoord1", 1),
    ] {
        let text = format!("{text}\nstage0 rgb = tex1 * tex2; a = tex2.a");
        let (setup, _) = text::parse(FileId(0), &text).unwrap();
        assert_eq!(setup.units, [None, Some(1), Some(shared), None]);
        assert_eq!(container::read(&container::write(&setup)).unwrap(), setup);
    }
}
