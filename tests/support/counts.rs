//! The table of counts: how large the program of every shader is on every target at every level.

use retroshade::{
    Compiled, LanguageOptions, Optimize, Source, TargetOptions, stage_of_name, targets,
};
use std::fmt::Write as _;
use std::path::Path;

/// The levels of optimisation by their options, from the least work to the most.
pub(crate) const LEVELS: [(&str, Optimize); 4] = [
    ("O0", Optimize::None),
    ("Os", Optimize::Size),
    ("O", Optimize::Normal),
    ("O3", Optimize::Most),
];

/// The first line of [`table`].
const HEAD: &str = "shader\ttarget\tlevels\tinstructions\twords\tregisters\tschedule_bound\n";

/// A shader from a file, named by its path from `root` with `/` on every system.
pub(crate) fn source(root: &Path, path: &Path) -> Source {
    let bytes = std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    let name = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
    let stage = stage_of_name(path).expect("a shader by its extension");
    Source::new(parts.join("/"), stage, String::from_utf8_lossy(&bytes))
}

/// A shader compiled for one target at one level.
pub(crate) struct Row {
    /// The target's name.
    pub(crate) target: &'static str,
    /// The level's name: `O0`, `Os`, `O` or `O3`.
    pub(crate) level: &'static str,
    /// The program, or the code of the first error.
    pub(crate) result: Result<Compiled, &'static str>,
}

/// Compiles a shader for every target that has its stage, at each of some [`LEVELS`]. Empty for a shader that the
/// frontend refuses.
pub(crate) fn compile(source: &Source, levels: &[(&'static str, Optimize)]) -> Vec<Row> {
    let stage = source.stage.expect("made with its stage");
    let mut rows = Vec::new();
    let mut jobs = Vec::new();
    let options = levels.iter().map(|&(_, optimize)| TargetOptions {
        optimize,
        ..TargetOptions::default()
    });
    let options: Vec<TargetOptions> = options.collect();
    for &target in targets() {
        if target.runs_programs(stage) {
            for (&(level, _), options) in levels.iter().zip(&options) {
                rows.push((target.name(), level));
                jobs.push((target, options));
            }
        }
    }
    let results = LanguageOptions::default().compile_for(source, &jobs).result;
    let rows = rows.into_iter().zip(results.into_iter().flatten());
    let rows = rows.map(|((target, level), result)| Row {
        target,
        level,
        result: result.map_err(|errors| errors.iter().next().map_or("?", |first| first.code.id)),
    });
    rows.collect()
}

/// The lines of the table for one shader. Levels with the same counts share a line; a program that is
/// refused has the code of the error for its counts.
fn lines(name: &str, rows: &[Row]) -> String {
    let mut groups: Vec<(&str, String, Vec<&str>)> = Vec::new();
    for row in rows {
        let counts = match &row.result {
            Ok(compiled) => {
                let stats = &compiled.reflection.stats;
                let bound = stats
                    .schedule_bound
                    .or(stats.shader_bound)
                    .map_or("-".to_owned(), |bound| bound.to_string());
                format!(
                    "{}\t{}\t{}\t{bound}",
                    stats.instructions, stats.words, stats.registers
                )
            }
            Err(code) => format!("{code}\t-\t-\t-"),
        };
        match groups
            .iter_mut()
            .find(|(target, other, _)| *target == row.target && *other == counts)
        {
            Some((_, _, levels)) => levels.push(row.level),
            None => groups.push((row.target, counts, vec![row.level])),
        }
    }
    let mut text = String::new();
    for (target, counts, levels) in groups {
        let _ = writeln!(text, "{name}\t{target}\t{}\t{counts}", levels.join(","));
    }
    text
}

/// The table of shaders with what [`compile`] made of them.
pub(crate) fn table<'a>(shaders: impl IntoIterator<Item = (&'a str, &'a [Row])>) -> String {
    let mut text = HEAD.to_owned();
    for (name, rows) in shaders {
        text.push_str(&lines(name, rows));
    }
    text
}
