//! The tables of the pages on porting: each row is tried. Of picasso both sides run on the same data and agree; of Cg,
//! which nothing here reads, the GLSL side compiles for the Xbox and computes what Cg's manual says.

#[path = "../porting/cg.rs"]
mod cg;
#[path = "../porting/picasso.rs"]
mod picasso;

use std::collections::BTreeSet;
use std::path::Path;

/// What a page's table has on its left.
fn left_cells(page: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(page);
    let text = std::fs::read_to_string(path).expect("the page");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let heads = ["Cg", "picasso", "---"];
    cells
        .filter(|cell| !heads.contains(cell))
        .map(str::to_owned)
        .collect()
}

fn assert_covers<'a>(page: &str, rows: impl Iterator<Item = &'a str>) {
    let tried: BTreeSet<String> = rows.map(str::to_owned).collect();
    let written = left_cells(page);
    assert!(written.len() > 15, "{page}: {} rows", written.len());
    let missing: Vec<_> = written.difference(&tried).collect();
    let surplus: Vec<_> = tried.difference(&written).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{page}: not tried: {missing:#?}; not in the table: {surplus:#?}"
    );
}

#[test]
fn every_row_of_picasso_is_tried() {
    assert_covers(
        "porting-picasso.md",
        picasso::ROWS.iter().map(|row| row.left),
    );
}

#[test]
fn every_row_of_cg_is_tried() {
    assert_covers("porting-cg.md", cg::ROWS.iter().map(|row| row.left));
}

#[test]
fn picasso_and_its_glsl_agree() {
    let faults: Vec<String> = picasso::ROWS
        .iter()
        .filter_map(|row| row.fault().map(|fault| format!("{}: {fault}", row.left)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_glsl_of_cg_computes_what_it_should() {
    let faults: Vec<String> = cg::ROWS
        .iter()
        .filter_map(|row| row.fault().map(|fault| format!("{}: {fault}", row.left)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
