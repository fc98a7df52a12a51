//! Tables in the pages of the book that a test keeps as they are printed.

use std::path::Path;

/// Demands that a page of `docs` holds a table between two lines; with `RETROSHADE_BLESS` set, writes
/// it there. `test` is the name of the test binary.
///
/// # Panics
/// If the page has no such place, or holds something else there.
pub(crate) fn keep(page: &str, begin: &str, end: &str, table: &str, test: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("docs")
        .join(page);
    let text = std::fs::read_to_string(&path).expect("the page");
    let (before, rest) = text.split_once(begin).expect("where the table begins");
    let (found, after) = rest.split_once(end).expect("where the table ends");
    if std::env::var_os("RETROSHADE_BLESS").is_some() {
        let text = format!("{before}{begin}{table}{end}{after}");
        std::fs::write(&path, text).expect("a writable page");
        return;
    }
    assert_eq!(found, table, "RETROSHADE_BLESS=1 cargo test --test {test}");
}
