//! The files of the page, which are part of the program.

/// A file as a browser gets it.
pub(crate) struct Asset {
    name: &'static str,
    /// The media type.
    pub(crate) kind: &'static str,
    /// The file.
    pub(crate) bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const ICON: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! assets {
    ($($kind:ident $name:literal $file:literal)*) => {
        &[$(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../page/", $file)) }),*]
    };
}

/// All files by their names below the address of the page; the page itself has none.
static ASSETS: &[Asset] = assets! {
    HTML "" "index.html"
    STYLE "app.css" "app.css"
    ICON "icon.svg" "icon.svg"
    SCRIPT "app.js" "app.js"
    SCRIPT "state.js" "state.js"
    SCRIPT "api.js" "api.js"
    SCRIPT "link.js" "link.js"
    SCRIPT "open.js" "open.js"
    SCRIPT "dom.js" "dom.js"
    SCRIPT "pane.js" "pane.js"
    SCRIPT "assembly.js" "assembly.js"
    SCRIPT "statistics.js" "statistics.js"
    SCRIPT "lines.js" "lines.js"
    SCRIPT "passes.js" "passes.js"
    SCRIPT "difference.js" "difference.js"
    SCRIPT "picture.js" "picture.js"
    SCRIPT "steps.js" "steps.js"
    SCRIPT "recording.js" "recording.js"
    SCRIPT "registers.js" "registers.js"
    SCRIPT "schedule.js" "schedule.js"
    SCRIPT "hover.js" "hover.js"
    SCRIPT "problems.js" "problems.js"
    SCRIPT "editor.js" "editor.js"
    TEXT "LICENSES.txt" "LICENSES.txt"
};

/// The script that shows values in pictures of programs, for such pictures by themselves.
pub const HOVER: &str = include_str!("../page/hover.js");

/// The file of a name.
pub(crate) fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The names of all files, for tests of the page.
pub fn asset_names() -> impl Iterator<Item = &'static str> {
    ASSETS.iter().map(|asset| asset.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a text names between a mark and the quote after it.
    fn named(text: &str, mark: &str) -> Vec<String> {
        let parts = text.split(mark).skip(1);
        let names = parts.filter_map(|part| part.split('"').next());
        names.map(str::to_owned).collect()
    }

    #[test]
    fn every_file_that_the_page_names_is_there() {
        let mut names = Vec::new();
        for asset in ASSETS {
            let text = String::from_utf8_lossy(asset.bytes);
            if asset.name != "editor.js" {
                names.extend(named(&text, "from \"./"));
            }
            if asset.name.is_empty() {
                names.extend(named(&text, "src=\""));
                names.extend(named(&text, "href=\""));
            }
        }
        assert!(names.len() > 5, "{names:?}");
        for name in names {
            assert!(asset(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        for asset in ASSETS {
            // Licences name the addresses of their authors.
            if matches!(asset.name, "editor.js" | "LICENSES.txt") {
                continue;
            }
            let text = String::from_utf8_lossy(asset.bytes);
            let svg = text.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !svg.contains("http://") && !svg.contains("https://"),
                "{}",
                asset.name
            );
        }
    }
}
