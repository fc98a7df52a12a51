//! Counts, ways and bounds as text.

use super::Chart;
use crate::counts::is_proved_shortest;
use retroshade_kit::schedule::Path;
use std::fmt::Write as _;

/// Lines of a name and what there is to say.
pub(super) fn facts(chart: &Chart) -> Vec<(&'static str, String)> {
    let instructions = |count: u32| match count {
        1 => "1 instruction".to_owned(),
        count => format!("{count} instructions"),
    };
    let path = |path: &Path| {
        let mut text = instructions(path.instructions);
        if let Some(unit) = path.busiest() {
            let name = chart.schedule.units.get(unit).copied().unwrap_or_default();
            let count = path.units.get(unit).copied().unwrap_or(0);
            let _ = write!(text, ", {name} busy in {count}");
        }
        text
    };
    let none = |loops: &str| {
        if chart.paths.loops {
            loops.to_owned()
        } else {
            "none: no way ends".to_owned()
        }
    };
    let paths = &chart.paths;
    let shortest = paths.shortest.as_ref().map(path);
    let longest = paths.longest.as_ref().map(path);
    let mut facts = vec![
        ("instructions", chart.schedule.rows.len().to_string()),
        (
            "shortest path",
            shortest.unwrap_or_else(|| none("none: no way ends")),
        ),
        (
            "longest path",
            longest.unwrap_or_else(|| none("not known: there is a loop")),
        ),
        ("longest chain", instructions(chart.values.chain_length)),
    ];
    let live = chart.values.live.iter().map(Vec::len).max().unwrap_or(0);
    facts.push(("live components", format!("{live} at most")));
    let stats = &chart.stats;
    if let Some(bound) = stats.schedule_bound {
        facts.push(("schedule bound", instructions(bound)));
    }
    if let Some(bound) = stats.shader_bound {
        facts.push(("shader bound", instructions(bound)));
    }
    if is_proved_shortest(stats) {
        facts.push(("shortest", "proved".to_owned()));
    }
    facts
}

/// The facts, and a table of the units.
pub(super) fn text(chart: &Chart) -> String {
    let mut text = format!("{}\n", chart.title);
    for (name, fact) in facts(chart) {
        let _ = writeln!(text, "  {name:<24}{fact}");
    }
    let _ = writeln!(
        text,
        "  {:<24}{:>8}{:>10}{:>9}",
        "unit", "program", "shortest", "longest"
    );
    let on = |path: &Option<Path>, unit: usize| {
        let count = path.as_ref().and_then(|path| path.units.get(unit));
        count.map_or("-".to_owned(), u32::to_string)
    };
    let units = chart.schedule.units.iter().zip(chart.work());
    for (unit, (name, work)) in units.enumerate().filter(|(_, (_, work))| *work > 0) {
        let shortest = on(&chart.paths.shortest, unit);
        let longest = on(&chart.paths.longest, unit);
        let _ = writeln!(text, "  {name:<24}{work:>8}{shortest:>10}{longest:>9}");
    }
    text
}
