//! The files of the page, which are part of the program.

use std::borrow::Cow;

/// A file as a browser gets it.
pub(crate) struct Asset {
    name: &'static str,
    /// The media type.
    #[cfg_attr(
        not(feature = "server"),
        expect(dead_code, reason = "for the server's headers")
    )]
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

static ASSETS: &[Asset] = assets! {
    HTML "" "index.html"
    STYLE "app.css" "app.css"
    ICON "icon.svg" "icon.svg"
    SCRIPT "app.js" "app.js"
    SCRIPT "state.js" "state.js"
    SCRIPT "api.js" "api.js"
    SCRIPT "compiler.js" "compiler.js"
    SCRIPT "documents.js" "documents.js"
    SCRIPT "layout.js" "layout.js"
    SCRIPT "link.js" "link.js"
    SCRIPT "splitter.js" "splitter.js"
    SCRIPT "writing.js" "writing.js"
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
    SCRIPT "locals.js" "locals.js"
    SCRIPT "registers.js" "registers.js"
    SCRIPT "textures.js" "textures.js"
    SCRIPT "schedule.js" "schedule.js"
    SCRIPT "help.js" "help.js"
    SCRIPT "flow.js" "flow.js"
    SCRIPT "graph.js" "graph.js"
    SCRIPT "hover.js" "hover.js"
    SCRIPT "problems.js" "problems.js"
    SCRIPT "editor.js" "editor.js"
    TEXT "LICENSES.txt" "LICENSES.txt"
};

/// What a page without a server has instead, or as well: the compiler is in the page.
static OF_SITE: &[Asset] = &[
    Asset {
        name: "compiler.js",
        kind: SCRIPT,
        bytes: include_bytes!("../site/compiler.js"),
    },
    Asset {
        name: "worker.js",
        kind: SCRIPT,
        bytes: include_bytes!("../site/worker.js"),
    },
];

/// The head of the page, behind which its policy is written where no server sends one.
const HEAD: &str = "<meta charset=\"utf-8\">\n";

/// What the browser may do with a page that brings its compiler along: as the server's policy, and running the module.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The script that shows values in pictures of programs, for such pictures by themselves.
pub const HOVER: &str = include_str!("../page/hover.js");

/// The file of a name.
#[cfg(feature = "server")]
pub(crate) fn asset(name: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.name == name)
}

/// The names of all files, for tests of the page.
pub fn asset_names() -> impl Iterator<Item = &'static str> {
    ASSETS.iter().map(|asset| asset.name)
}

/// The files of a page that any server of files can hand out, by name. It wants `retroshade.js` and
/// `retroshade_bg.wasm` beside it, the module that `dist/web/build` makes.
pub fn site() -> Vec<(&'static str, Cow<'static, [u8]>)> {
    let of_page = ASSETS.iter();
    let of_page = of_page.filter(|asset| !OF_SITE.iter().any(|own| own.name == asset.name));
    let named = |asset: &'static Asset| match asset.name {
        "" => ("index.html", Cow::Owned(with_policy(asset.bytes))),
        name => (name, Cow::Borrowed(asset.bytes)),
    };
    of_page.chain(OF_SITE).map(named).collect()
}

fn with_policy(page: &[u8]) -> Vec<u8> {
    let policy =
        format!("{HEAD}<meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">\n");
    let page = String::from_utf8_lossy(page);
    page.replacen(HEAD, &policy, 1).into_bytes()
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
    fn a_site_is_the_page_with_its_compiler_and_its_policy() {
        let site = site();
        let file = |name: &str| {
            let mut found = site.iter().filter(|(own, _)| *own == name);
            let (_, bytes) = found.next().expect(name);
            assert!(found.next().is_none(), "{name} twice");
            String::from_utf8_lossy(bytes)
        };
        assert!(file("index.html").contains("wasm-unsafe-eval"));
        assert!(file("compiler.js").contains("worker.js"));
        assert!(file("worker.js").contains("retroshade.js"));
        assert_eq!(site.len(), ASSETS.len() + 1);
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
