//! cgc's options in terms of this program's.

use crate::cli::arguments::Cgc;
use crate::cli::compile::render;
use crate::cli::files;
use crate::cli::output::Destination;
use crate::cli::report::{self, Reporter, Status, usage};
use retroshade::diagnostics::{Diagnostic, SourceMap, codes};
use retroshade::{
    Compiled, Compiler, Language, LanguageOptions, Position, Rewrite, Stage, TargetOptions,
    xbox_target,
};
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::preprocess::MacroOption;
use std::ffi::OsString;
use std::fmt::Write;

/// Options that cgc has with one dash, and clap with two.
const WORDS: &[&str] = &[
    "profile", "entry", "nocode", "nowarn", "quiet", "strict", "nostrict", "nostdlib", "debug",
    "version", "help",
];

/// Spells `-profile` as `--profile`.
pub(super) fn respelled(argument: OsString) -> OsString {
    let word = argument.to_str().and_then(|text| text.strip_prefix('-'));
    match word.filter(|word| WORDS.contains(word)) {
        Some(word) => format!("--{word}").into(),
        None => argument,
    }
}

/// Compiles one program to the text that `vp20compiler` or `fp20compiler` takes.
pub(super) fn run(options: &Cgc) -> Status {
    if options.version {
        let version = env!("CARGO_PKG_VERSION");
        return report::answer(&format!("retroshade {version}, in the place of cgc\n"));
    }
    let stage = match stage_of(&options.profile) {
        Ok(stage) => stage,
        Err(fault) => return usage(fault),
    };
    files::access().expect_input(&options.file);
    if let Err(fault) = files::announce([options.output.as_path()]) {
        return usage(fault);
    }
    let mut reporter = Reporter::plain();
    if options.nowarn {
        reporter.silence();
    }
    let status = compile(options, stage, &reporter);
    reporter.finish();
    status
}

/// The stage of a profile.
///
/// # Errors
/// A sentence: the Xbox has no such profile.
fn stage_of(profile: &str) -> Result<Stage, Fault> {
    match profile {
        "vp20" => Ok(Stage::Vertex),
        "fp20" => Ok(Stage::Fragment),
        other => Err(format!(
            "-profile {other}: the Xbox has vp20 and fp20; for other machines there is `retroshade --target NAME -x cg`"
        )
        .into()),
    }
}

fn compile(options: &Cgc, stage: Stage, reporter: &Reporter) -> Status {
    let failed = |fault: Diagnostic| reporter.report(&SourceMap::new(), fault.into());
    let source = match files::source(&options.file, Some(stage), Language::Cg) {
        Ok(source) => source,
        Err(fault) => return failed(fault),
    };
    let mut language = LanguageOptions {
        include_directories: options.include.clone(),
        files: files::access().clone(),
        ..LanguageOptions::default()
    };
    language.preprocessor.entry = Some(options.entry.clone());
    language.preprocessor.macros = options.define.iter().map(|one| defined(one)).collect();
    let mut target_options = TargetOptions {
        // A program of vp20 ends as its source says.
        position: Position::Clip,
        ..TargetOptions::default()
    };
    if stage == Stage::Vertex {
        // cgc takes powers and logarithms as the chip has them.
        let settings = &mut target_options.settings;
        settings.insert("math".to_owned(), "fast".to_owned());
    }
    let compiler = Compiler {
        target: xbox_target(),
        language,
        options: target_options,
    };
    let compilation = compiler.compile(&source);
    let status = reporter.report(&compilation.sources, compilation.diagnostics);
    let Some(compiled) = compilation.result.filter(|_| status == Status::Done) else {
        return status;
    };
    if options.nocode {
        return status;
    }
    let text = match stage {
        Stage::Fragment => combiners(compiled),
        _ => with_remarks(&compiled, options),
    };
    let written = text.and_then(|text| {
        let destination = Destination::new(&options.output);
        reporter.write(&destination, text.as_bytes(), Rewrite::Always)
    });
    written.map_or_else(failed, |()| Status::Done)
}

/// The text of a fragment program.
///
/// # Errors
/// It computes with uniforms: a text has no place for the constants that the application makes of them.
fn combiners(compiled: Compiled) -> Result<String, Diagnostic> {
    let mut constants = compiled.reflection.constants.iter();
    let Some(computed) = constants.find(|constant| constant.expression.is_some()) else {
        return Ok(compiled.assembly);
    };
    let message = format!(
        "a text has no place for what {} is computed of: it depends on uniforms",
        computed.register
    );
    Err(Diagnostic::error(codes::target::SETTING, message).with_help(
        "compile it with `retroshade --target xbox -mfmt=inl`, whose lines compute the constants, or write the value into the source",
    ))
}

/// The text of a vertex program behind remarks, in the words of cgc, that say where variables and literals lie.
fn with_remarks(compiled: &Compiled, options: &Cgc) -> Result<String, Diagnostic> {
    let lines = render(xbox_target(), compiled, Some("inl"), &options.file)?;
    let lines = String::from_utf8_lossy(&lines);
    let remarks = lines.lines().filter_map(|line| line.strip_prefix("//"));
    let known = |remark: &&str| remark.starts_with("var ") || remark.starts_with("const ");
    let remarks = remarks.filter(known);
    let code = compiled.assembly.lines();
    let code = code.filter(|line| !line.starts_with(';'));
    let mut text = String::new();
    for remark in remarks {
        let _ = writeln!(text, ";{remark}");
    }
    for line in code {
        let _ = writeln!(text, "{line}");
    }
    Ok(text)
}

/// `-DNAME=VALUE`; a macro without a value is 1, as in C.
fn defined(text: &str) -> MacroOption {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    MacroOption::Define {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}
