//! Inputs changed at random.

use super::Inputs;
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::inputs::{ENTRIES, Entry, mutated, seeds};
use retroshade_ir::deep;
use retroshade_ir::random::Random;
use std::fs;

/// Hands changed seeds to entries; whether all are survived.
pub(super) fn survive(inputs: &Inputs) -> Result<bool, Fault> {
    let entries = if inputs.entries.is_empty() {
        ENTRIES
    } else {
        &inputs.entries
    };
    let run = || -> Result<u64, Fault> {
        let mut failures = 0;
        for entry in entries {
            failures += survive_one(inputs, entry)?;
        }
        Ok(failures)
    };
    Ok(deep::guarded(run)?? == 0)
}

fn survive_one(inputs: &Inputs, entry: &Entry) -> Result<u64, Fault> {
    let folder = inputs.seeds.join(entry.name);
    let fault = |fault| format!("cannot read {}: {fault}", folder.display());
    let seeds = seeds(&folder).map_err(fault)?;
    let Some(count) = u64::try_from(seeds.len()).ok().filter(|&count| count > 0) else {
        return Err(format!("{} is empty", folder.display()).into());
    };
    let mut failures = 0;
    for number in inputs.first..inputs.first.saturating_add(inputs.count) {
        let seed = &seeds[(number % count) as usize];
        let data = mutated(&mut Random::new(number), seed, &seeds);
        let Err(panic) = deep::guarded(|| (entry.read)(&data)) else {
            continue;
        };
        failures += 1;
        println!("{} {number}: {panic}", entry.name);
        if let Some(folder) = &inputs.output {
            let path = folder.join(format!("{}-{number}", entry.name));
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, &data));
            written.map_err(|fault| format!("cannot write {}: {fault}", path.display()))?;
        }
    }
    println!(
        "{}: {} inputs, {failures} failures",
        entry.name, inputs.count
    );
    Ok(failures)
}
