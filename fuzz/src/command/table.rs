//! Counts of verdicts by target, stage and level.

use retroshade::Optimize;
use retroshade_fuzz::judge::level_name;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

type Row = (&'static str, &'static str, &'static str);

/// What came of all compilations.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: BTreeMap<Row, BTreeMap<&'static str, u64>>,
}

impl Table {
    /// Counts a verdict.
    pub(super) fn add(
        &mut self,
        target: &'static str,
        stage: &'static str,
        level: Optimize,
        verdict: &'static str,
    ) {
        let row = (target, stage, level_name(level));
        *self
            .rows
            .entry(row)
            .or_default()
            .entry(verdict)
            .or_default() += 1;
    }

    /// True if nothing was counted.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the counts of another table.
    pub(super) fn join(&mut self, other: Table) {
        for (row, counts) in other.rows {
            let mine = self.rows.entry(row).or_default();
            for (verdict, count) in counts {
                *mine.entry(verdict).or_default() += count;
            }
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: BTreeSet<&str> = self
            .rows
            .values()
            .flat_map(BTreeMap::keys)
            .copied()
            .collect();
        write!(f, "{:<9}{:<10}{:<6}", "target", "stage", "level")?;
        for column in &columns {
            write!(f, "{column:>11}")?;
        }
        writeln!(f)?;
        for ((target, stage, level), counts) in &self.rows {
            write!(f, "{target:<9}{stage:<10}{level:<6}")?;
            for column in &columns {
                write!(f, "{:>11}", counts.get(column).copied().unwrap_or(0))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
