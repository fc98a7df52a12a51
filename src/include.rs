//! Finds included files on disk, or open in an editor: beside the including file, then in the folders of `-I` in order.

use crate::access::{FileAccess, MOST_BYTES, reason, resolve};
use retroshade_diagnostics::fault::Fault;
use retroshade_frontend::preprocess::{IncludeRequest, Included, Includer};
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Texts that are read instead of files on disk, as an editor has them open, by their [plain](plain) paths.
#[derive(Clone, Debug, Default)]
pub struct OpenFiles(pub Arc<BTreeMap<PathBuf, Arc<str>>>);

impl OpenFiles {
    fn text(&self, path: &Path) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0
            .get(&plain(path))
            .map(|text| text.as_ref().to_owned())
    }
}

/// A path without `.`, and without `..` behind a folder: links are not followed.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match (part, plain.components().next_back()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => _ = plain.pop(),
            (Component::ParentDir, Some(Component::RootDir)) => {}
            (part, _) => plain.push(part),
        }
    }
    plain
}

/// The includer of the command line and of build scripts.
#[derive(Clone, Debug, Default)]
pub struct FileIncluder {
    /// Folders to search after that of the including file, in order.
    pub directories: Vec<PathBuf>,
    /// Where files were looked for before they were found elsewhere, each once: a new file of such a
    /// name would be taken instead.
    pub missing: Vec<PathBuf>,
    /// True if nothing is looked for.
    pub closed: bool,
    /// What is taken before files on disk.
    pub open: OpenFiles,
    /// Folders in each of which all included files must lie when links are followed.
    pub roots: Vec<PathBuf>,
    /// The files of the command.
    pub files: FileAccess,
}

impl Includer for FileIncluder {
    fn include(&mut self, request: IncludeRequest<'_>) -> Result<Included, Fault> {
        if self.closed {
            return Err("not found: no files are read here".into());
        }
        let beside = Path::new(request.from).parent().filter(|_| !request.angled);
        let folders = beside
            .into_iter()
            .chain(self.directories.iter().map(PathBuf::as_path));
        let roots: Vec<(&Path, PathBuf)> = self
            .roots
            .iter()
            .map(|root| (root.as_path(), resolve(root)))
            .collect();
        let mut searched = Vec::new();
        let mut missing = Vec::new();
        let mut left = None;
        for folder in folders {
            let path = folder.join(request.name);
            // Whether there is a file outside is nobody's business either.
            let mut others = roots.iter();
            if let Some((root, _)) = others.find(|(_, real)| !resolve(&path).starts_with(real)) {
                left = Some(root);
                continue;
            }
            let text = self.open.text(&path);
            let text = text.map_or_else(|| read(&self.files, &path), Ok);
            match text {
                Ok(text) => {
                    missing.retain(|path| !self.missing.contains(path));
                    self.missing.extend(missing);
                    return Ok(Included {
                        name: path.display().to_string(),
                        text,
                    });
                }
                Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
                    searched.push(shown(folder));
                    missing.push(path);
                }
                Err(fault) => {
                    return Err(
                        format!("cannot open `{}`: {}", path.display(), reason(&fault)).into(),
                    );
                }
            }
        }
        let mut fault = if !searched.is_empty() {
            format!("not found in {}", searched.join(", "))
        } else if left.is_some() {
            "not opened".to_owned()
        } else {
            "not found: there is no folder to search".to_owned()
        };
        if let Some(root) = left {
            let root = root.display();
            fault.push_str(&format!(
                "; --include-root={root}: what lies outside is not read"
            ));
        }
        Err(fault.into())
    }
}

fn shown(folder: &Path) -> String {
    if folder.as_os_str().is_empty() {
        "`.`".to_owned()
    } else {
        format!("`{}`", folder.display())
    }
}

/// The text of a source file, cut where it is longer than any source may be.
///
/// # Errors
/// The operating system's; a folder is not found.
pub(crate) fn read(files: &FileAccess, path: &Path) -> io::Result<String> {
    if path.is_dir() {
        return Err(io::ErrorKind::NotFound.into());
    }
    files.read(path, MOST_BYTES).map(text_of)
}

/// The text of a file's bytes. What is no UTF-8 becomes U+FFFD, which the lexer accepts in comments
/// and reports elsewhere. A binary SPIR-V module becomes its words.
pub fn text_of(bytes: Vec<u8>) -> String {
    if let Some(words) = retroshade_frontend::spirv_text(&bytes) {
        return words;
    }
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(fault) => String::from_utf8_lossy(fault.as_bytes()).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn find(name: &str, angled: bool, from: &Path, folder: &Path) -> Result<Included, Fault> {
        let mut includer = FileIncluder {
            directories: vec![folder.to_owned()],
            ..FileIncluder::default()
        };
        includer.include(IncludeRequest {
            name,
            angled,
            from: from.to_str().unwrap(),
        })
    }

    #[test]
    fn the_folder_of_the_including_file_comes_first() {
        let root = tempfile::tempdir().unwrap();
        let (near, far) = (root.path().join("near"), root.path().join("far"));
        for (folder, text) in [(&near, "near"), (&far, "far")] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("a.glsl"), text).unwrap();
        }
        fs::write(far.join("b.glsl"), "far").unwrap();
        let from = near.join("main.vert");
        assert_eq!(find("a.glsl", false, &from, &far).unwrap().text, "near");
        assert_eq!(find("a.glsl", true, &from, &far).unwrap().text, "far");
        assert_eq!(find("b.glsl", false, &from, &far).unwrap().text, "far");
        let fault = find("c.glsl", false, &from, &far).unwrap_err().to_string();
        assert!(
            fault.starts_with("not found in `") && fault.contains("far"),
            "{fault}"
        );
    }

    #[test]
    fn what_would_be_taken_instead_is_remembered() {
        let root = tempfile::tempdir().unwrap();
        let folders = ["near", "middle", "far"].map(|name| root.path().join(name));
        for folder in &folders {
            fs::create_dir(folder).unwrap();
        }
        fs::write(folders[2].join("a.glsl"), "").unwrap();
        let from = folders[0].join("main.vert");
        let mut includer = FileIncluder {
            directories: folders[1..].to_vec(),
            ..FileIncluder::default()
        };
        for _ in 0..2 {
            let request = IncludeRequest {
                name: "a.glsl",
                angled: false,
                from: from.to_str().unwrap(),
            };
            includer.include(request).unwrap();
        }
        let expected = [folders[0].join("a.glsl"), folders[1].join("a.glsl")];
        assert_eq!(includer.missing, expected);
    }

    #[cfg(unix)]
    #[test]
    fn includes_stay_in_their_root_also_through_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("root/inner")).unwrap();
        fs::write(path("root/a.glsl"), "inside").unwrap();
        fs::write(path("secret"), "outside").unwrap();
        std::os::unix::fs::symlink("../secret", path("root/link.glsl")).unwrap();
        std::os::unix::fs::symlink("root", path("other")).unwrap();
        let find = |from: &str, name: &str, directory: &str| {
            let mut includer = FileIncluder {
                directories: vec![path(directory)],
                roots: vec![folder.path().to_owned(), path("root")],
                ..FileIncluder::default()
            };
            let from = path(from);
            let request = IncludeRequest {
                name,
                angled: false,
                from: from.to_str().unwrap(),
            };
            includer.include(request).map(|included| included.text)
        };
        let inside = Ok("inside".to_owned());
        assert_eq!(find("root/main.vert", "a.glsl", "root"), inside);
        assert_eq!(find("root/main.vert", "inner/../a.glsl", "root"), inside);
        // A source outside may include what a folder of `-I` inside has.
        assert_eq!(find("main.vert", "a.glsl", "other"), inside);
        let absolute = path("secret");
        for name in [
            "../secret",
            "link.glsl",
            absolute.to_str().unwrap(),
            "../nothing",
        ] {
            let fault = find("root/main.vert", name, "root")
                .unwrap_err()
                .to_string();
            let why = format!(
                "not opened; --include-root={}: what lies outside is not read",
                path("root").display()
            );
            assert_eq!(fault, why, "{name}");
        }
        let fault = find("main.vert", "b.glsl", "root").unwrap_err().to_string();
        assert!(fault.starts_with("not found in `"), "{fault}");
        assert!(fault.ends_with("what lies outside is not read"), "{fault}");
    }

    #[test]
    fn a_folder_is_no_file() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("folder")).unwrap();
        let from = root.path().join("main.vert");
        assert!(
            find("folder", false, &from, root.path())
                .unwrap_err()
                .to_string()
                .starts_with("not found")
        );
    }
}
