//! Between the addresses of files and their paths.

use crate::plain;
use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What stays as it is in the path of an address.
const KEPT: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// The path of a file; of another address, such as that of a text without a file, the address itself, below which no
/// file is.
pub(super) fn path_of(uri: &Uri) -> PathBuf {
    let Some(rest) = uri.as_str().strip_prefix("file://") else {
        return plain(Path::new(uri.as_str()));
    };
    let start = rest.find('/').unwrap_or(rest.len());
    let path = rest.get(start..).unwrap_or("");
    let path = percent_decode_str(path).decode_utf8_lossy();
    let drive = path.as_bytes().get(2) == Some(&b':');
    if cfg!(windows) && drive {
        plain(Path::new(path.get(1..).unwrap_or("")))
    } else {
        plain(Path::new(&*path))
    }
}

/// The address of a path of [`path_of`].
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_string_lossy();
    if !path.is_absolute() {
        return Uri::from_str(&text).ok();
    }
    let text = if cfg!(windows) {
        format!("/{}", text.replace('\\', "/"))
    } else {
        text.into_owned()
    };
    Uri::from_str(&format!("file://{}", utf8_percent_encode(&text, &KEPT))).ok()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_survive() {
        for path in ["/a/b c.frag", "/ä/100%.vert", "/x#y?.frag"] {
            let uri = uri_of(Path::new(path)).unwrap();
            assert_eq!(path_of(&uri), Path::new(path), "{}", uri.as_str());
        }
        let uri = Uri::from_str("file://host/a/./b/../c%3a.frag").unwrap();
        assert_eq!(path_of(&uri), Path::new("/a/c:.frag"));
        let untitled = Uri::from_str("untitled:Untitled-1").unwrap();
        assert_eq!(uri_of(&path_of(&untitled)), Some(untitled));
    }
}
