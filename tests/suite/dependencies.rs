//! Dependency rules with awkward names, read back by the real make and the real ninja.

use crate::project::{Project, demand_success, is_there};
use std::fs;
use std::process::Output;

/// What names are made of: each part that means something to make or ninja, and plain letters.
const PARTS: &[&str] = &[
    " ", "\t", "#", "$", "$$", "$(", "%", ":", "\\", "é", "文", "&", "'", "*", "?", "[", "]", "~",
    ",", "(", "{", "}", "<", "!", "@", "+", "^", "`", "|", "=", "a", "b", "-", ".",
];

/// What ninja's reader takes back. The rest ends a name for it, however it is written.
fn ninja_reads(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || " #$%:\\[]~,({}!@+=-.".contains(c);
    // Backslashes are doubled before blanks only.
    let doubled = ["\\#", "\\:", "\\$"].iter().any(|pair| name.contains(pair));
    name.chars().all(plain) && !doubled
}

/// Always the same names: every part alone, then mixtures.
fn names() -> Vec<String> {
    let mut names: Vec<String> = PARTS.iter().map(|part| format!("x{part}y")).collect();
    names.extend(
        [
            "C:/x y",
            "a\\ b",
            "a\\\\ b",
            "a\\#b",
            "dir/a b",
            "$(shell touch owned).x",
        ]
        .map(String::from),
    );
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    while names.len() < 120 {
        let mut name = String::from("n");
        for _ in 0..6 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            name.push_str(PARTS[(state >> 33) as usize % PARTS.len()]);
        }
        name.push_str(".glsl");
        names.push(name);
    }
    names
}

/// A folder with a shader that includes files of these names.
fn set_up(names: &[String]) -> Project {
    let project = Project::new();
    let mut shader = String::new();
    for name in names {
        project.write(name, "\n");
        shader.push_str(&format!("#include \"{name}\"\n"));
    }
    shader.push_str("void main() { gl_FragColor = vec4(1.0); }\n");
    project.write("main.frag", &shader);
    project
}

fn compile(project: &Project, more: &[&str]) {
    let mut arguments = vec!["--target", "agal1", "-o", "out", "-MD", "-MF", "rule"];
    arguments.extend(more);
    arguments.push("main.frag");
    project.run(env!("CARGO_BIN_EXE_retroshade"), &arguments);
}

/// What make says of the rule.
fn make(project: &Project, arguments: &[&str]) -> Output {
    project.try_run("make", &[&["-rR", "-f", "rule"], arguments].concat())
}

#[test]
#[cfg(unix)]
fn make_sees_every_name() {
    if !is_there("make") {
        return;
    }
    let names = names();
    let project = set_up(&names);
    compile(&project, &[]);
    // Nothing is missing, and the output is up to date.
    demand_success(&make(&project, &["-q", "out"]), "make -q");
    assert!(!project.path("owned").exists(), "make ran what a name says");
    for name in &names {
        fs::remove_file(project.path(name)).unwrap();
    }
    let output = make(&project, &["-k", "out"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    for name in &names {
        assert!(
            said.contains(&format!("'{name}'")),
            "make does not look for {name:?}:\n{said}"
        );
    }
}

#[test]
#[cfg(unix)]
fn make_goes_on_without_a_deleted_include() {
    if !is_there("make") {
        return;
    }
    let names: Vec<String> = names()
        .into_iter()
        .filter(|name| !name.contains(['\t', '=']))
        .collect();
    let project = set_up(&names);
    compile(&project, &["-MP"]);
    for name in &names {
        fs::remove_file(project.path(name)).unwrap();
    }
    demand_success(&make(&project, &["out"]), "make out");
}

#[test]
#[cfg(unix)]
fn make_finds_the_target_under_its_name() {
    if !is_there("make") {
        return;
    }
    for name in names()
        .iter()
        .filter(|name| !name.contains(['\t', '=', '/']))
    {
        let project = set_up(&[]);
        compile(&project, &["-MQ", name]);
        // 2 would be: there is no rule for such a target.
        let output = make(&project, &["-q", "--", name]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{name:?}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn ninja_sees_every_name_that_it_can_read() {
    if !is_there("ninja") {
        return;
    }
    let names: Vec<String> = names()
        .into_iter()
        .filter(|name| ninja_reads(name))
        .collect();
    assert!(names.len() > 30, "{}", names.len());
    let project = set_up(&names);
    let rule = format!(
        "rule shader\n  command = {} --target agal1 -o $out -MD -MF rule $in\n  depfile = rule\n  deps = gcc\n\
         build out: shader main.frag\n",
        env!("CARGO_BIN_EXE_retroshade")
    );
    project.write("build.ninja", &rule);
    project.run("ninja", &[]);
    let listed = project.try_run("ninja", &["-t", "deps", "out"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut found: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .collect();
    assert_eq!(found.first(), Some(&"main.frag"), "{listed}");
    found.remove(0);
    // ninja tidies paths, so that a name twice in the list is there once.
    let mut wanted: Vec<&str> = names.iter().map(String::as_str).collect();
    wanted.dedup();
    assert_eq!(found, wanted);
    // An edit of the last one is noticed, and nothing else is.
    let again = project.try_run("ninja", &[]);
    assert!(String::from_utf8_lossy(&again.stdout).contains("no work to do"));
    std::thread::sleep(std::time::Duration::from_millis(20));
    project.write(wanted.last().unwrap(), "\n\n");
    let third = project.try_run("ninja", &[]);
    assert!(!String::from_utf8_lossy(&third.stdout).contains("no work to do"));
}
