//! Variants of the shaders of folders.

use super::Variants;
use super::table::Table;
use retroshade::{LanguageOptions, Source, in_parallel, stage_of_name};
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::Failure;
use retroshade_fuzz::variants::{Beside, Original, Variant};
use retroshade_ir::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Shaders that a thread takes between two looks at the clock.
const CHUNK: usize = 16;

/// What came of one shader.
#[derive(Default)]
struct Seen {
    table: Table,
    /// How often each variant could be made, or why the original is no shader.
    made: BTreeMap<&'static str, u64>,
    /// The variant, what is wrong, and its text.
    failures: Vec<(Variant, Failure, String)>,
}

/// Compares variants with their originals; whether all agree.
pub(super) fn compare(variants: &Variants) -> Result<bool, Fault> {
    let mut shaders = Vec::new();
    for path in &variants.paths {
        collect(path, &mut shaders)?;
    }
    shaders.sort();
    let judging = &variants.judging;
    let start = Instant::now();
    let (mut table, mut made, mut failed) = (Table::default(), BTreeMap::new(), 0);
    for some in shaders.chunks(CHUNK * judging.run.threads.max(1)) {
        let late = judging.run.time.is_some_and(|time| start.elapsed() >= time);
        if late || (judging.run.stop && failed > 0) {
            println!("not begun: {} and what comes after it", some[0].display());
            break;
        }
        let seen = in_parallel(some, judging.run.threads, |path| one(variants, path));
        for (path, seen) in some.iter().zip(seen) {
            table.join(seen.table);
            for (name, count) in seen.made {
                *made.entry(name).or_insert(0) += count;
            }
            for (variant, failure, text) in &seen.failures {
                failed += 1;
                println!("{}, {}: {failure}", path.display(), variant.name());
                if let Some(folder) = &judging.run.output {
                    keep(folder, path, *variant, failed, text)?;
                }
            }
        }
    }
    print!("{table}");
    for (name, count) in made {
        println!("{name}: {count}");
    }
    println!("{} shaders, {failed} failures", shaders.len());
    Ok(failed == 0)
}

/// The shaders of a file or below a folder.
pub(super) fn collect(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), Fault> {
    let fault = |fault| format!("cannot read {}: {fault}", path.display());
    if !path.is_dir() {
        let named = stage_of_name(path).is_some();
        found.extend(named.then(|| path.to_owned()));
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        // Links are not followed: they may lead round in circles.
        if !entry.file_type().map_err(fault)?.is_symlink() {
            collect(&entry.path(), found)?;
        }
    }
    Ok(())
}

fn one(variants: &Variants, path: &Path) -> Seen {
    let mut seen = Seen::default();
    let mut note = |what| *seen.made.entry(what).or_default() += 1;
    let (Some(stage), Ok(text)) = (stage_of_name(path), fs::read_to_string(path)) else {
        note("not text");
        return seen;
    };
    let source = Source::new(path.to_string_lossy(), stage, text);
    let Some(text) = LanguageOptions::default().preprocess(&source).result else {
        note("not preprocessed");
        return seen;
    };
    let mut random = Random::new(variants.seed);
    let Ok(original) = Original::new(stage, &text, &mut random) else {
        note("no shaders of the language");
        return seen;
    };
    for variant in Variant::ALL {
        let Some(text) = variant.of(stage, &text, &mut random) else {
            continue;
        };
        *seen.made.entry(variant.name()).or_default() += 1;
        if let Err(failure) = original.interpreted(&text) {
            seen.failures.push((variant, failure, text));
            continue;
        }
        let seed = variants.seed.wrapping_add(variant as u64);
        let suits = |target: &dyn retroshade::Target| target.runs_programs(stage);
        for (target, level) in variants.judging.places(seed, suits) {
            let beside = original.beside(&text, target, level);
            let name = match &beside {
                Beside::Same => "same",
                Beside::Refused(code) => code,
                Beside::Failed(failure) => failure.kind.name(),
            };
            seen.table.add(target.name(), stage.name(), level, name);
            if let Beside::Failed(failure) = beside {
                seen.failures.push((variant, failure, text.clone()));
            }
        }
    }
    seen
}

fn keep(
    folder: &Path,
    path: &Path,
    variant: Variant,
    number: u64,
    text: &str,
) -> Result<(), Fault> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let word = variant.name().replace(' ', "-");
    let path = folder.join(format!("{number}-{word}-{file}"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
    written.map_err(|fault| format!("cannot write {}: {fault}", path.display()).into())
}
