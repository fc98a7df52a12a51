//! The picture of a program: units as columns, instructions as rows, what is live beside them.
//!
//! Colours are attributes for programs that know little of styles, and styles for light and dark in browsers.
//! Where scripts run, pointing at an operation shows where its operands come from and who reads its result.

use super::{Chart, escaped};
use retroshade_kit::schedule::{Cell, Place};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Pixels.
const ROW: usize = 22;
const HEAD: usize = 30;
const LETTER: f32 = 6.7;
const GAP: usize = 6;
/// Letters of an operation; longer texts are cut, and whole where one points at them.
const MOST_LETTERS: usize = 30;
/// Of a live component.
const LIVE: usize = 5;

/// The columns' colours, light and dark, again from the start for more units.
const COLORS: [(&str, &str); 6] = [
    ("#dbe9fb", "#1d3350"),
    ("#fbe6d6", "#4a2f1a"),
    ("#dff3e2", "#1b3a24"),
    ("#f0e2f9", "#3a2548"),
    ("#fbf3d0", "#443a12"),
    ("#d9f2f4", "#153b40"),
];

const STYLE: &str = "\
.schedule { color-scheme: inherit; }
.schedule text { fill: light-dark(#1b2230, #dde3ec); }
.schedule .soft { fill: light-dark(#565f6e, #98a3b3); }
.schedule .line { stroke: light-dark(#e3e6ea, #2a313b); }
.schedule .chain rect { stroke: light-dark(#b3261e, #ff8f87); }
.schedule .live { fill: light-dark(#8fb4e8, #35619b); }
.schedule .value { visibility: hidden; stroke: light-dark(#1257b8, #6cb2ff); }
.schedule .value.on { visibility: visible; }
.schedule.far .operation:not(.on) { opacity: 0.35; }
";

/// Where the columns are.
struct Columns {
    /// The left edge and the width of each unit.
    units: Vec<(usize, usize)>,
    live: usize,
    width: usize,
}

impl Columns {
    fn new(chart: &Chart) -> Columns {
        let units = chart.schedule.units.iter().enumerate();
        let mut left = 44;
        let mut place = |(unit, name): (usize, &&str)| {
            let cells = chart.schedule.rows.iter().flat_map(|row| &row.cells);
            let texts = cells.filter(|cell| cell.unit == unit);
            let longest = texts.map(|cell| letters(&cell.text)).max().unwrap_or(0);
            let width = (longest.max(letters(name)) as f32 * LETTER) as usize + 14;
            let found = (left, width);
            left += width + GAP;
            found
        };
        let units: Vec<(usize, usize)> = units.map(&mut place).collect();
        let most = chart.values.live.iter().map(Vec::len).max().unwrap_or(0);
        let live = left + GAP;
        Columns {
            units,
            live,
            width: live + 90.max(most * LIVE + 40),
        }
    }
}

fn letters(text: &str) -> usize {
    text.chars().count().min(MOST_LETTERS)
}

fn cut(text: &str) -> String {
    if text.chars().count() > MOST_LETTERS {
        text.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

/// Draws.
pub(super) fn draw(chart: &Chart) -> String {
    let columns = Columns::new(chart);
    let height = HEAD + chart.schedule.rows.len() * ROW + 8;
    let width = columns.width;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"schedule\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" font-family=\"ui-monospace, Menlo, Consolas, \
         'DejaVu Sans Mono', monospace\" font-size=\"11\">\n<style>{STYLE}",
        escaped(&chart.title)
    );
    for (number, (light, dark)) in COLORS.iter().enumerate() {
        let _ = writeln!(
            svg,
            ".schedule .u{number} {{ fill: light-dark({light}, {dark}); }}"
        );
    }
    svg.push_str("</style>\n");
    heads(chart, &columns, &mut svg);
    for row in 0..chart.schedule.rows.len() {
        draw_row(chart, &columns, row, &mut svg);
    }
    draw_values(chart, &columns, &mut svg);
    let script = retroshade_explore::HOVER;
    let _ = write!(
        svg,
        "<script>//<![CDATA[\n{script}document.querySelectorAll(\"svg.schedule\").forEach(followValues);\n//]]></script>\n</svg>\n"
    );
    svg
}

fn heads(chart: &Chart, columns: &Columns, svg: &mut String) {
    let mut head = |left: usize, name: &str| {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" fill=\"#565f6e\" x=\"{left}\" y=\"18\">{}</text>",
            escaped(&cut(name))
        );
    };
    for (name, (left, _)) in chart.schedule.units.iter().zip(&columns.units) {
        head(left + 4, name);
    }
    head(columns.live, "live");
}

fn draw_row(chart: &Chart, columns: &Columns, row: usize, svg: &mut String) {
    let top = HEAD + row * ROW;
    let line = chart.lines.get(row).copied().flatten();
    let line = line.map_or(String::new(), |line| format!(" data-line=\"{line}\""));
    let _ = writeln!(
        svg,
        "<g class=\"instruction\"{line}><path class=\"line\" stroke=\"#e3e6ea\" d=\"M0 {top}.5H{}\"/>\
         <text class=\"soft\" fill=\"#565f6e\" x=\"32\" y=\"{}\" text-anchor=\"end\">{row}</text>",
        columns.width,
        top + 15
    );
    let chain: BTreeSet<_> = chart.values.chain.iter().collect();
    let cells = chart
        .schedule
        .rows
        .get(row)
        .map_or(&[][..], |row| &row.cells);
    for (number, cell) in cells.iter().enumerate() {
        let chained = chain.contains(&(row, number));
        draw_cell(columns, (row, number), cell, chained, svg);
    }
    let live = chart.values.live.get(row).map_or(&[][..], Vec::as_slice);
    let names: Vec<String> = live.iter().map(Place::to_string).collect();
    let _ = writeln!(
        svg,
        "<g><title>live behind instruction {row}: {}</title><rect class=\"live\" fill=\"#8fb4e8\" x=\"{}\" y=\"{}\" \
         width=\"{}\" height=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text></g></g>",
        escaped(&names.join(" ")),
        columns.live,
        top + 6,
        live.len() * LIVE,
        ROW - 11,
        columns.live + live.len() * LIVE + 5,
        top + 15,
        live.len()
    );
}

fn draw_cell(
    columns: &Columns,
    (row, number): (usize, usize),
    cell: &Cell,
    chained: bool,
    svg: &mut String,
) {
    let Some((left, width)) = columns.units.get(cell.unit) else {
        return;
    };
    let top = HEAD + row * ROW;
    let color = cell.unit % COLORS.len();
    let light = COLORS.get(color).map_or("#fff", |(light, _)| light);
    let (class, stroke) = if chained {
        (" chain", " stroke=\"#b3261e\" stroke-width=\"1.5\"")
    } else {
        ("", "")
    };
    let _ = writeln!(
        svg,
        "<g class=\"operation{class}\" data-operation=\"{row}.{number}\"><title>{}</title>\
         <rect class=\"u{color}\" fill=\"{light}\"{stroke} x=\"{left}\" y=\"{}\" width=\"{width}\" height=\"{}\" rx=\"3\"/>\
         <text x=\"{}\" y=\"{}\">{}</text></g>",
        escaped(&cell.text),
        top + 2,
        ROW - 3,
        left + 6,
        top + 15,
        escaped(&cut(&cell.text))
    );
}

/// A line for each value, from the operation that makes it to the one that reads it.
fn draw_values(chart: &Chart, columns: &Columns, svg: &mut String) {
    let place = |(row, number): (usize, usize)| {
        let cell = chart.schedule.rows.get(row)?.cells.get(number)?;
        let (left, width) = columns.units.get(cell.unit)?;
        Some((left + width / 2, HEAD + row * ROW))
    };
    for edge in &chart.values.edges {
        let (Some((from_x, from_y)), Some((to_x, to_y))) = (place(edge.from), place(edge.to))
        else {
            continue;
        };
        // Out of the lower edge and into the upper one; sideways within an instruction.
        let (start, end) = if edge.from.0 == edge.to.0 {
            (from_y + ROW / 2, to_y + ROW / 2)
        } else {
            (from_y + ROW - 2, to_y + 2)
        };
        let bend = ROW;
        let _ = writeln!(
            svg,
            "<path class=\"value\" fill=\"none\" visibility=\"hidden\" stroke=\"#1257b8\" stroke-width=\"1.6\" \
             data-from=\"{}.{}\" data-to=\"{}.{}\" d=\"M{from_x} {start}C{from_x} {} {to_x} {} {to_x} {end}\"/>",
            edge.from.0,
            edge.from.1,
            edge.to.0,
            edge.to.1,
            start + bend,
            end.saturating_sub(bend)
        );
    }
}
