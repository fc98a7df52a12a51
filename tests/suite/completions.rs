//! Completions and the manual page, in the real shells where they are installed.

use std::process::{Command, Output};

fn retroshade(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_retroshade"))
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

/// Gives a script to a shell; `None` if there is no such shell.
fn shell(program: &str, arguments: &[&str], script: &str) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script");
    std::fs::write(&path, script).unwrap();
    match Command::new(program).args(arguments).arg(&path).output() {
        Ok(output) => Some(output),
        Err(_) => {
            eprintln!("skipped: no {program}");
            None
        }
    }
}

#[test]
fn bash_offers_what_begins_with_the_word() {
    let script = retroshade(&["completions", "bash"]);
    for (words, offered, missing) in [
        ("-M", &["-MD", "-MF", "-MQ", "-MMD"][..], "-S"),
        ("-f", &["-fshader-stage=", "-finvert-y"][..], "-mfmt="),
        ("--tar", &["--target", "--target-option"][..], "--stats"),
        ("re", &["render"][..], "run"),
        ("run --inp", &["--inputs"][..], "--target"),
        ("--target 3", &["3ds"][..], "xbox"),
        ("--target p", &["pica200", "pica"][..], "lima"),
        ("--explain E010", &["E0101", "E0102"][..], "E0201"),
        ("--container sh", &["shbin"][..], "mbs"),
        ("--std 3", &["300es"][..], "100"),
        ("--print-after opt_d", &["opt_dce"][..], "lower"),
    ] {
        let count = words.split(' ').count();
        let mut from_last = words.split(' ').rev();
        let last = from_last.next().unwrap_or_default();
        let before = from_last.next().unwrap_or_default();
        let test = format!(
            "{script}\nCOMP_WORDS=(retroshade {words})\nCOMP_CWORD={count}\n\
             _retroshade retroshade '{last}' '{before}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        );
        let Some(output) = shell("bash", &[], &test) else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let words_offered: Vec<&str> = said.lines().map(str::trim).collect();
        for word in offered {
            assert!(words_offered.contains(word), "{words}: {word} in {said}");
        }
        assert!(
            !words_offered.contains(&missing),
            "{words}: {missing} in {said}"
        );
    }
}

#[test]
fn every_shell_has_a_script_that_it_can_read() {
    for (name, word) in [
        ("bash", "-fshader-stage="),
        ("zsh", "'-MD[as --dep-file-too]'"),
        ("fish", "complete -c retroshade -o MD"),
        ("elvish", "--dep-file-too"),
        ("powershell", "--dep-file-too"),
    ] {
        let script = retroshade(&["completions", name]);
        assert!(script.contains(word), "{name}");
        if let Some(output) = ["bash", "zsh", "fish"]
            .contains(&name)
            .then(|| shell(name, &["-n"], &script))
            .flatten()
        {
            assert!(
                output.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
        }
    }
}

#[test]
fn the_manual_page_has_every_option_and_subcommand() {
    let page = retroshade(&["man"]);
    assert!(
        page.starts_with(".ie") || page.contains(".TH retroshade 1"),
        "{page}"
    );
    for word in [
        "SH NAME",
        "SH SYNOPSIS",
        "SH OPTIONS",
        "SH SPELLINGS",
        "SH \"EXIT STATUS\"",
        "\\-\\-dep\\-file\\-too",
        "\\-MMD",
        "SH \"RETROSHADE RENDER\"",
        "SH \"RETROSHADE AS\"",
        "\\-\\-trace",
    ] {
        assert!(page.contains(word), "{word}\n{page}");
    }
}
