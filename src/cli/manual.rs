//! `retroshade completions` and `retroshade man`: made from the definition of the arguments and the table
//! of spellings.

use super::arguments::{Completions, Man};
use super::output::Destination;
use super::report::{Status, usage};
use super::spelling::{Input, spellings};
use super::{SUBCOMMANDS, report};
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use clap_mangen::Man as Page;
use clap_mangen::roff::{Roff, bold, roman};
use retroshade::diagnostics::codes;
use retroshade::{target_aliases, targets};
use retroshade_ir::pipeline;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The whole command line as one definition.
fn command_line() -> Command {
    let mut whole = Command::new("retroshade");
    for subcommand in SUBCOMMANDS {
        let command = (subcommand.command)();
        whole = match subcommand.word {
            "" => command.name("retroshade"),
            word => whole.subcommand(
                command
                    .name(word)
                    .about(super::about(&(subcommand.command)())),
            ),
        };
    }
    whole.disable_help_subcommand(true)
}

/// A command line whose options list the values that they take, where these are words that the compiler
/// knows: for completions only, as faults are told from the words in sentences of their own.
fn with_values(command: Command) -> Command {
    let command = VALUES.iter().fold(command, |command, (option, values)| {
        let has = command.get_arguments().any(|arg| arg.get_id() == option);
        if has {
            command.mut_arg(option, |arg| {
                arg.value_parser(PossibleValuesParser::new(values()))
            })
        } else {
            command
        }
    });
    command.mut_subcommands(with_values)
}

/// An option by its name and the words it takes.
type Values = (&'static str, fn() -> Vec<&'static str>);

static VALUES: &[Values] = &[
    ("target", || {
        let names = targets().iter().map(|target| target.name());
        names
            .chain(target_aliases().iter().map(|(alias, _)| *alias))
            .collect()
    }),
    ("container", || {
        let all = targets().iter().flat_map(|target| target.containers());
        all.copied().collect::<BTreeSet<_>>().into_iter().collect()
    }),
    ("std", || {
        vec![
            "100es", "300es", "310es", "320es", "110", "120", "130", "140", "150", "330", "400",
            "410", "420", "430", "440", "450", "460",
        ]
    }),
    ("shader_stage", || vec!["vertex", "fragment"]),
    ("language", || {
        vec!["glsl", "cg", "wgsl", "ir", "asm", "bin", "none"]
    }),
    ("explain", || {
        codes::TABLES
            .iter()
            .copied()
            .flatten()
            .map(|code| code.id)
            .collect()
    }),
    ("warning", || {
        codes::warnings()
            .into_iter()
            .map(|code| code.name)
            .collect()
    }),
    ("print_after", passes),
    ("stop_after", passes),
    ("without", omittable),
    ("prelude", || {
        retroshade::Prelude::ALL
            .map(retroshade::Prelude::name)
            .to_vec()
    }),
    ("clip_depth", || vec!["gl", "native"]),
    ("state", || vec!["program", "draw"]),
];

/// The names of the passes of all targets.
fn passes() -> Vec<&'static str> {
    let shared = pipeline::standard();
    let mut names: BTreeSet<_> = shared.passes().iter().map(|pass| pass.name).collect();
    for target in targets() {
        for stage in target.stages() {
            names.extend(target.machine_passes(stage));
        }
    }
    names.into_iter().collect()
}

/// The names of what may be left out on some target.
fn omittable() -> Vec<&'static str> {
    let mut names = BTreeSet::new();
    for target in targets() {
        for stage in target.stages() {
            names.extend(target.omittable(stage));
        }
    }
    names.into_iter().collect()
}

/// Runs `retroshade completions`.
pub(crate) fn completions(options: &Completions, inputs: &[Input]) -> Status {
    let named = match inputs {
        [input] => input
            .path
            .to_str()
            .and_then(|name| name.parse::<Shell>().ok()),
        _ => None,
    };
    let Some(shell) = named else {
        return usage("completions takes one of bash, elvish, fish, powershell, zsh");
    };
    let mut script = Vec::new();
    generate(
        shell,
        &mut with_values(command_line()),
        "retroshade",
        &mut script,
    );
    let script = String::from_utf8_lossy(&script).into_owned();
    finish(options.output.as_deref(), &spelled(shell, &script))
}

/// A script with the flags that have one dash and several letters, which clap does not know. Elvish and
/// PowerShell have the long options alone.
fn spelled(shell: Shell, script: &str) -> String {
    let flags: Vec<(String, &str)> = spellings().filter(|(flag, _)| flag.len() > 2).collect();
    let mut text = String::with_capacity(script.len() + 4096);
    match shell {
        Shell::Bash => {
            let words: Vec<&str> = flags.iter().map(|(flag, _)| flag.as_str()).collect();
            // The first list of words is that of compiling.
            let first = "            opts=\"";
            let (before, after) = script.split_once(first).unwrap_or((script, ""));
            text.push_str(before);
            if !after.is_empty() {
                text.push_str(&format!("{first}{} {after}", words.join(" ")));
            }
        }
        Shell::Zsh => {
            let first = "_arguments \"${_arguments_options[@]}\" : \\\n";
            let (before, after) = script.split_once(first).unwrap_or((script, ""));
            text.push_str(before);
            if !after.is_empty() {
                text.push_str(first);
                for (flag, long) in &flags {
                    let value = if flag.ends_with('=') { ":VALUE: " } else { "" };
                    let flag = flag
                        .strip_suffix('=')
                        .map_or(flag.clone(), |flag| format!("{flag}=-"));
                    text.push_str(&format!("'{flag}[as --{long}]{value}' \\\n"));
                }
                text.push_str(after);
            }
        }
        Shell::Fish => {
            text.push_str(script);
            for (flag, long) in &flags {
                let flag = flag.trim_start_matches('-').trim_end_matches('=');
                text.push_str(&format!(
                    "complete -c retroshade -o {flag} -d 'As --{long}'\n"
                ));
            }
        }
        _ => text.push_str(script),
    }
    text
}

/// Runs `retroshade man`.
pub(crate) fn man(options: &Man, inputs: &[Input]) -> Status {
    if let Some(input) = inputs.first() {
        return usage(format!(
            "'{}': man takes no files",
            input.path.to_string_lossy()
        ));
    }
    match page() {
        Ok(text) => finish(options.output.as_deref(), &text),
        Err(fault) => usage(format!("the manual page cannot be made: {fault}")),
    }
}

/// The manual page: every option of compiling, the spellings, the options of every subcommand.
fn page() -> std::io::Result<String> {
    let mut text = Vec::new();
    let whole = command_line();
    let page = Page::new(whole.clone()).section("1");
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    let mut roff = Roff::new();
    roff.control("SH", ["SPELLINGS"]);
    roff.text([roman(
        "Flags of glslc and gcc, with the long options they stand for.",
    )]);
    for (flag, long) in spellings() {
        roff.control("TP", []);
        roff.text([bold(flag)]);
        roff.text([roman(format!("--{long}"))]);
    }
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in [
        ("0", "Every output was written."),
        (
            "1",
            "An input is at fault: its text, a limit, a file that cannot be read or written.",
        ),
        ("2", "The command line is at fault."),
        ("101", "A defect of the compiler; please report it."),
    ] {
        roff.control("TP", []);
        roff.text([bold(status)]);
        roff.text([roman(meaning)]);
    }
    roff.to_writer(&mut text)?;
    for subcommand in whole.get_subcommands() {
        let mut title = Roff::new();
        let about = subcommand
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let name = subcommand.get_name().to_uppercase();
        title.control("SH", [format!("RETROSHADE {name}").as_str()]);
        title.text([roman(about)]);
        title.to_writer(&mut text)?;
        let mut options = Vec::new();
        Page::new(subcommand.clone()).render_options_section(&mut options)?;
        let options = String::from_utf8_lossy(&options).into_owned();
        // Its heading would stand beside those of the page.
        let mut rest = String::new();
        for line in options.lines().filter(|line| *line != ".SH OPTIONS") {
            writeln!(rest, "{line}").map_err(std::io::Error::other)?;
        }
        text.extend(rest.into_bytes());
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn finish(output: Option<&Path>, text: &str) -> Status {
    match output {
        Some(path) => report::deliver(&Destination::new(path), text),
        None => report::answer(text),
    }
}
