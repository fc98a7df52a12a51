//! Every program of a set as JSON, and as JUnit's XML, which CI systems show as a table of tests.

use retroshade::Stage;
use retroshade::pack::{Program, State};
use serde_json::json;

/// One object: `programs` with their state, size, counts and verdicts, and `abandoned` files.
pub(super) fn json(programs: &[Program], abandoned: &[String]) -> String {
    let list: Vec<serde_json::Value> = programs
        .iter()
        .map(|program| {
            json!({
                "source": program.source, "target": program.target,
                "stage": program.stage.map(Stage::name), "output": program.output,
                "state": word(program.state), "size": program.size, "stats": program.stats,
                "proof": program.proof,
            })
        })
        .collect();
    let record = json!({
        "schema": "retroshade-pack-summary-1", "programs": list, "abandoned": abandoned
    });
    format!("{record:#}\n")
}

fn word(state: State) -> &'static str {
    match state {
        State::Compiled => "compiled",
        State::Unchanged => "unchanged",
        State::Failed => "failed",
        State::Skipped => "skipped",
    }
}

/// A test suite for each target, a test for each program.
pub(super) fn junit(programs: &[Program]) -> String {
    let mut targets: Vec<&str> = Vec::new();
    for program in programs {
        if !targets.contains(&program.target) {
            targets.push(program.target);
        }
    }
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"retroshade pack\">\n",
    );
    for target in targets {
        let cases = programs.iter().filter(|program| program.target == target);
        let count = |states: &[State]| {
            let cases = cases.clone();
            cases
                .filter(|program| states.contains(&program.state))
                .count()
        };
        text.push_str(&format!(
            "  <testsuite name=\"{target}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
            cases.clone().count(),
            count(&[State::Failed]),
            count(&[State::Skipped])
        ));
        for program in cases {
            text.push_str(&case(program));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn case(program: &Program) -> String {
    let name = if program.output.is_empty() {
        &program.source
    } else {
        &program.output
    };
    let head = format!(
        "    <testcase classname=\"{}.{}\" name=\"{}\"",
        program.target,
        escaped(&program.source),
        escaped(name)
    );
    let inside = match (program.state, &program.proof) {
        (State::Compiled | State::Unchanged, None) => return format!("{head}/>\n"),
        (State::Compiled | State::Unchanged, Some(proof)) => {
            format!("<system-out>{}</system-out>", escaped(&proof.words))
        }
        (State::Failed, Some(proof)) if !proof.is_whole() => {
            format!("<failure message=\"{}\"/>", escaped(&proof.words))
        }
        (State::Failed, _) => "<failure message=\"did not compile\"/>".to_owned(),
        (State::Skipped, _) => "<skipped message=\"not begun after a failure\"/>".to_owned(),
    };
    format!("{head}>{inside}</testcase>\n")
}

/// A text in an attribute. What XML has no form for is left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}
