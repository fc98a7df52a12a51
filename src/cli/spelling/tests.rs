//! What arguments become, and that the table is sound.

use super::*;
use crate::cli::arguments::{Compile, Pack};
use clap::CommandFactory;

fn spelled(arguments: &[&str]) -> Result<Spelled, Fault> {
    let arguments = arguments.iter().map(OsString::from).collect();
    spell(arguments, &Compile::command())
}

fn options(arguments: &[&str]) -> Vec<String> {
    let spelled = spelled(arguments).unwrap();
    spelled
        .options
        .iter()
        .map(|option| option.to_string_lossy().into_owned())
        .collect()
}

#[test]
fn glslc_spelling_becomes_long_options() {
    for (written, expected) in [
        (vec!["-MD", "a.vert"], vec!["--dep-file-too"]),
        (vec!["-O", "a.vert"], vec!["--optimize=1"]),
        (vec!["-Os"], vec!["--optimize=s"]),
        (vec!["-DX"], vec!["--define=X"]),
        (vec!["-D", "X=1"], vec!["--define=X=1"]),
        (vec!["-mfmt=c"], vec!["--format=c"]),
        (vec!["-std=100"], vec!["--std=100"]),
        (vec!["-Werror"], vec!["--warning=error"]),
        (vec!["-MF", "d"], vec!["--dep-file=d"]),
        (vec!["-MFd"], vec!["--dep-file=d"]),
        (vec!["-oout"], vec!["--output=out"]),
        (vec!["-o", "-"], vec!["--output=-"]),
        (vec!["--target", "lima"], vec!["--target=lima"]),
        (vec!["--target=lima"], vec!["--target=lima"]),
        (vec!["--stats"], vec!["--stats"]),
        (vec!["--stats=json"], vec!["--stats=json"]),
        (
            vec!["-flimit=MaxSamplers 8", "-fauto-map-locations"],
            vec![],
        ),
    ] {
        assert_eq!(options(&written), expected, "{written:?}");
    }
}

#[test]
fn stage_and_language_hold_for_the_inputs_after_them() {
    let arguments = [
        "a",
        "-fshader-stage=vertex",
        "b",
        "-x",
        "ir",
        "c",
        "-x",
        "none",
        "-",
        "--",
        "-d",
    ];
    let spelled = spelled(&arguments).unwrap();
    let seen: Vec<_> = spelled
        .inputs
        .iter()
        .map(|input| {
            (
                input.path.to_str().unwrap(),
                input.stage.as_deref(),
                input.language.as_deref(),
            )
        })
        .collect();
    let vertex = Some("vertex");
    assert_eq!(
        seen,
        [
            ("a", None, None),
            ("b", vertex, None),
            ("c", vertex, Some("ir")),
            ("-", vertex, None),
            ("-d", vertex, None),
        ]
    );
}

#[test]
fn faults_quote_what_was_written() {
    for (written, message) in [
        (vec!["-fbogus"], "unknown argument: '-fbogus'"),
        (
            vec!["--tarrget=x"],
            "unknown argument: '--tarrget=x'; did you mean '--target'?",
        ),
        (vec!["-D"], "argument to '-D' is missing"),
        (
            vec!["-fhlsl-offsets"],
            "'-fhlsl-offsets' has no meaning for these targets: there is no HLSL reader",
        ),
        (
            vec!["-fubo-binding-base", "3", "--target", "lima"],
            "'-fubo-binding-base' has no meaning for lima: these machines have no descriptor \
             sets; use --bind",
        ),
        (vec!["--output"], "argument to '--output' is missing"),
    ] {
        let fault = spelled(&written).unwrap_err();
        assert_eq!(fault.to_string(), message);
    }
}

#[test]
fn long_options_are_read_as_clap_defines_them() {
    for (written, expected) in [
        (vec!["--output", "x"], vec!["--output=x"]),
        (vec!["--dep-only"], vec!["--dep-only"]),
        (vec!["--stats", "a.vert"], vec!["--stats"]),
        (vec!["--target-env", "lima"], vec!["--target-env=lima"]),
    ] {
        assert_eq!(options(&written), expected, "{written:?}");
    }
    let spelled = spelled(&["--shader-stage", "vertex", "--language=ir", "a"]).unwrap();
    let input = &spelled.inputs[0];
    assert_eq!(input.stage.as_deref(), Some("vertex"));
    assert_eq!(input.language.as_deref(), Some("ir"));
}

#[test]
fn no_flag_hides_a_later_one() {
    for (index, spelling) in TABLE.iter().enumerate() {
        let written = match spelling.value {
            Value::Equals => format!("{}=v", spelling.flag),
            Value::Glued => format!("{}v", spelling.flag),
            _ => spelling.flag.to_owned(),
        };
        let matches = |row: &&Spelling| {
            let rest = after(OsStr::new(&written), row.flag);
            rest.is_some_and(|rest| match row.value {
                Value::None | Value::Next => rest.is_empty(),
                Value::Equals => after(&rest, "=").is_some(),
                Value::Glued => !rest.is_empty(),
                Value::GluedOrNext => true,
            })
        };
        let first = TABLE.iter().find(matches).unwrap();
        assert!(
            std::ptr::eq(first, &TABLE[index]),
            "{written} is read as {}",
            first.flag
        );
    }
}

#[test]
fn every_spelling_leads_to_an_option_that_exists() {
    let commands = [Compile::command(), Pack::command()];
    for (flag, long) in spellings() {
        let known = |command: &Command| definition(command, long).is_some();
        assert!(long == "help" || commands.iter().any(known), "{flag}");
    }
}
