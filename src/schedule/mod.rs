//! Programs as pictures and as reports: units side by side, instructions one below the other.
//!
//! ```text
//! report   counts, ways and bounds as text       svg    the picture
//! html     a page with both
//! ```

mod html;
mod report;
mod svg;

use retroshade_diagnostics::Diagnostics;
use retroshade_kit::reflect::Stats;
use retroshade_kit::schedule::{Paths, Schedule, Values, paths, values};
use retroshade_kit::target::{Compiled, Target};

/// A program with everything that is shown of it.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The source, the target and the stage.
    pub title: String,
    /// The work of each unit.
    pub schedule: Schedule,
    /// Who reads what.
    pub values: Values,
    /// The ways through it.
    pub paths: Paths,
    /// The counts of the program's record, with the bounds that are known.
    pub stats: Stats,
    /// For each instruction the line of the source that it was made for; missing where that is not known.
    pub lines: Vec<Option<usize>>,
}

impl Chart {
    /// Describes a program.
    ///
    /// # Errors
    /// It has settings and no instructions; a defect: it is not of the target.
    pub fn new(
        target: &dyn Target,
        compiled: &Compiled,
        lines: Vec<Option<usize>>,
    ) -> Result<Chart, Diagnostics> {
        let record = &compiled.reflection;
        let schedule = target.read(compiled.as_binary())?.schedule(record)?;
        Ok(Chart {
            title: format!("{} {} {}", record.source, record.target, record.stage),
            values: values(&schedule),
            paths: paths(&schedule),
            stats: record.stats.clone(),
            lines,
            schedule,
        })
    }

    /// For each unit the number of instructions in which it works.
    pub fn work(&self) -> Vec<u32> {
        let mut work = vec![0; self.schedule.units.len()];
        for cell in self.schedule.rows.iter().flat_map(|row| &row.cells) {
            if let Some(count) = work.get_mut(cell.unit) {
                *count += 1;
            }
        }
        work
    }

    /// The picture: an SVG file.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// A page with the picture and the report.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The report: lines of a name and what there is to say.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        report::facts(self)
    }

    /// The report as text.
    pub fn report(&self) -> String {
        report::text(self)
    }
}

/// A text between tags or in an attribute.
fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            // XML has no other control characters.
            '\t' | '\n' => written.push(' '),
            letter if letter.is_control() => written.push('\u{fffd}'),
            letter => written.push(letter),
        }
    }
    written
}

#[cfg(test)]
mod tests;
