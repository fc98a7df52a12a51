//! Expected texts in files: compared, or written when `RETROSHADE_BLESS=1` asks for it.

use std::path::Path;

/// Compares a text with the file of what is expected; gives the difference in words.
pub(crate) fn compare(path: &Path, found: &str) -> Result<(), String> {
    if std::env::var_os("RETROSHADE_BLESS").is_some_and(|value| value == "1") {
        let write = std::fs::create_dir_all(path.parent().unwrap_or(path))
            .and_then(|()| std::fs::write(path, found));
        return write.map_err(|fault| format!("{}: {fault}", path.display()));
    }
    let expected =
        std::fs::read_to_string(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
    if expected == found {
        return Ok(());
    }
    let difference = difference(&expected, found);
    Err(format!("{} differs:\n{difference}", path.display()))
}

/// Lines that only one of two texts has, with the common ones between them.
pub(crate) fn difference(expected: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    // common[i][j]: the longest common sequence of the lines from i and from j on.
    let mut common = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            common[i][j] = match a[i] == b[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < a.len() || j < b.len() {
        let (sign, line) = if i < a.len() && j < b.len() && a[i] == b[j] {
            i += 1;
            j += 1;
            (' ', a[i - 1])
        } else if j == b.len() || i < a.len() && common[i + 1][j] >= common[i][j + 1] {
            i += 1;
            ('-', a[i - 1])
        } else {
            j += 1;
            ('+', b[j - 1])
        };
        out += &format!("{sign}{line}\n");
    }
    out
}
