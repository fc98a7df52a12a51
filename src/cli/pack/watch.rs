//! `--watch`: compiles again whenever a source, an include or the description changes.

use super::Job;
use crate::cli::report::{Reporter, Status, usage};
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long it must be quiet before the work begins: editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Works until it is interrupted.
pub(super) fn watch(job: &Job<'_>, reporter: &Reporter) -> Status {
    let (sender, events) = channel();
    let tell = move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| !event.kind.is_access()) {
            // The receiver goes away with the program.
            let _ = sender.send(());
        }
    };
    let mut watcher = match notify::recommended_watcher(tell) {
        Ok(watcher) => watcher,
        Err(why) => return usage(format!("--watch: {why}")),
    };
    let mut watched = BTreeSet::new();
    loop {
        let round = reporter.fresh();
        let (pack, _) = job.run(&round);
        round.finish();
        let folder = job
            .path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let mut folders = BTreeSet::from([folder.unwrap_or(Path::new(".")).to_owned()]);
        folders.extend(pack.iter().flat_map(|pack| pack.folders()));
        if let Some(pack) = &pack {
            // What is written there would wake the watcher for ever.
            folders.retain(|folder| !folder.starts_with(pack.output()));
        }
        if let Err(why) = follow(&mut watcher, &mut watched, folders) {
            return usage(format!("--watch: {why}"));
        }
        reporter.say(b"waiting for changes\n");
        wait(&events);
    }
}

/// Watches these folders and no others.
fn follow(
    watcher: &mut RecommendedWatcher,
    watched: &mut BTreeSet<PathBuf>,
    folders: BTreeSet<PathBuf>,
) -> notify::Result<()> {
    for old in watched.difference(&folders) {
        // A folder that is gone is not watched any more.
        let _ = watcher.unwatch(old);
    }
    for new in folders.difference(watched) {
        watcher.watch(new, RecursiveMode::NonRecursive)?;
    }
    *watched = folders;
    Ok(())
}

/// Returns after a change when it has been quiet for a while.
fn wait(events: &Receiver<()>) {
    if events.recv().is_ok() {
        while events.recv_timeout(QUIET).is_ok() {}
    }
}
