//! Each rule that a set-up of the combiners can break has a message, and each mistake in a text.

use retroshade_diagnostics::FileId;
use retroshade_pica200::fragment::check::check;
use retroshade_pica200::fragment::{container, text};
use retroshade_testing::marked;

/// A text and what is found in its set-up, with the number of the stage.
#[rustfmt::skip] // A row is a line.
const RULES: &[(&str, &[(usize, &str)])] = &[
    ("units unit0\nstage0 rgb = tex0 * color; a = tex0.a\nstage1 rgb = prev; a = prev.a", &[]),
    ("stage0 rgb = prev * color; a = color.a", &[(0, "stage 0 has no previous stage, which its rgb side reads")]),
    ("stage0 rgb = color; a = prev.a * prev.a", &[(0, "stage 0 has no previous stage, which its alpha side reads")]),
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
