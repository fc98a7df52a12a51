//! Any file, such as the archive of a game: containers that tell where they end, wherever they begin.

use super::{Collection, Extent, Found};
use crate::{Binary, Contents, Target, targets};
use indexmap::IndexMap;

/// Finds the programs of all targets in bytes.
pub(super) fn find(bytes: &[u8]) -> Collection {
    Collection {
        programs: programs(bytes, targets()),
        faults: Vec::new(),
        searched: "AGAL (0xa0, version, 0xa1), SHBIN (`DVLB`), MBS (`MBS1`), XVU (`x `), commands for the Xbox (NV097_SET_TRANSFORM_PROGRAM and combiners), none of them compressed".to_owned(),
    }
}

/// The programs of some targets in bytes.
pub(super) fn programs(bytes: &[u8], targets: &[&'static dyn Target]) -> Vec<Found> {
    let mut programs = Vec::new();
    let mut offset = 0;
    while offset < bytes.len() {
        let rest = bytes.get(offset..).unwrap_or_default();
        let found = first(rest, offset, targets);
        offset += found.as_ref().map_or(1, |found| found.length);
        programs.extend(found);
    }
    programs
}

/// The program that bytes begin with, whatever follows it.
fn first(bytes: &[u8], offset: usize, targets: &[&'static dyn Target]) -> Option<Found> {
    let extent = |target: &'static dyn Target| {
        let mut magic = target.magic().iter();
        let known = magic.any(|magic| bytes.starts_with(magic));
        let length = known.then(|| target.extent(bytes)).flatten()?;
        Some((target, length))
    };
    let (target, length) = targets.iter().copied().find_map(extent)?;
    let program = bytes.get(..length)?;
    let binary = Binary {
        bytes: program,
        container: None,
        stage: None,
        side_files: &IndexMap::new(),
    };
    Some(Found {
        place: vec![offset],
        length,
        target,
        stage: target.stage_of_binary(&binary).ok(),
        contents: Contents::Bytes(program.to_vec()),
        extent: Extent::Whole,
        partner: None,
    })
}
