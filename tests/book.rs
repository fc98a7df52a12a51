//! The documentation says what is so: every block of code in `docs` and in the README, but for those of
//! [`NO_TOOL`], is run, compiled or found in the file it comes from; generated tables are current; every page is in the summary and every
//! link leads somewhere.
//!
//! What the information string of a block may say besides its language:
//!
//! ```text
//! file=NAME       it is written to that file of the page's folder
//! part-of=PATH    its lines stand in that file of the repository
//! fails           the shader is refused
//! ```

#[path = "support/tables.rs"]
mod tables;
#[path = "support/transcript.rs"]
mod transcript;

use libtest_mimic::{Arguments, Failed, Trial};
use retroshade_testing::blessing;
use std::fs;
use std::path::{Path, PathBuf};
use transcript::{Block, Detail, Sandbox, blocks, replay, spliced};

/// Pages whose blocks in languages of other tools are run by tests of their own.
const ELSEWHERE: &[(&str, &str)] = &[("build-systems.md", "tests/suite/build_systems.rs")];

/// Blocks for tools that the tests do not ask for: compilers of ActionScript and Haxe, and the toolchain of a console.
/// They are read by people only.
const NO_TOOL: &[(&str, &str)] = &[
    ("linking.md", "actionscript"),
    ("linking.md", "haxe"),
    ("pica200.md", "make"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The pages of the book, and the README.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("docs")).expect("the book");
    let mut pages: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a page").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    pages.push(root().join("README.md"));
    pages
}

fn main() {
    let mut trials = vec![Trial::test("summary", summary)];
    for page in pages() {
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let (links_of, blocks_of) = (page.clone(), page.clone());
        trials.push(Trial::test(format!("{name}: links"), move || {
            links(&links_of)
        }));
        trials.push(Trial::test(name, move || check(&blocks_of)).with_ignored_flag(cfg!(windows)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn summary() -> Result<(), Failed> {
    let text = fs::read_to_string(root().join("docs/SUMMARY.md"))?;
    for page in pages() {
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let listed = text.contains(&format!("]({name})"));
        if !listed && !["SUMMARY.md", "README.md"].contains(&&*name) {
            return Err(format!("docs/SUMMARY.md does not name {name}").into());
        }
    }
    Ok(())
}

/// Every link to a file of the repository leads to one.
fn links(page: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(page)?;
    let folder = page.parent().unwrap_or(Path::new("."));
    for (start, _) in text.match_indices("](") {
        let target = text[start + 2..]
            .split([')', ' '])
            .next()
            .unwrap_or_default();
        let file = target.split('#').next().unwrap_or_default();
        if !target.contains("://") && !file.is_empty() && !folder.join(file).exists() {
            return Err(format!("the link to {target} leads nowhere").into());
        }
    }
    Ok(())
}

fn check(path: &Path) -> Result<(), Failed> {
    let mut page = fs::read_to_string(path)?;
    let mut faults = Vec::new();
    let current = tables::refreshed(&page)?;
    if current != page {
        if !blessing() {
            faults.push("a generated table is not current".to_owned());
        }
        page = current;
    }
    let sandbox = Sandbox::new(Detail::Terminal);
    if path.ends_with("README.md") || page.contains("](pictures/") {
        examples(&sandbox)?;
    }
    if path.ends_with("linking.md") {
        for name in ["cube.vert", "cube.frag"] {
            let text = fs::read_to_string(root().join("examples").join(name))?;
            sandbox.write(name, &text);
        }
    }
    for index in 0..blocks(&page).len() {
        let block = &blocks(&page)[index];
        if let Some(name) = block.attribute("file") {
            sandbox.write(name, &block.text());
        }
        let result = match block.language.as_str() {
            "console" => {
                let (lines, fault) = replay(&sandbox, block);
                if fault.is_some() && blessing() {
                    page = spliced(&page, block, &lines);
                    continue;
                }
                fault.map_or(Ok(()), Err)
            }
            "sh" if ELSEWHERE.iter().any(|(name, _)| path.ends_with(name)) => elsewhere(path, "sh"),
            "sh" => shell(&sandbox, block),
            _ if block.attribute("part-of").is_some() => part(block),
            "glsl" => compiles(&sandbox, block),
            "c" => c(&sandbox, block),
            "text" => Ok(()),
            _ if block.attribute("file").is_some() => Ok(()),
            language => elsewhere(path, language),
        };
        faults.extend(result.err());
    }
    faults.extend(pictures(&sandbox, &page).err());
    if blessing() {
        fs::write(path, &page)?;
    }
    if faults.is_empty() {
        return Ok(());
    }
    let help = "RETROSHADE_BLESS=1 writes what is printed into the page";
    Err(format!("{}\n{help}", faults.join("\n")).into())
}

/// The folder `examples` as a checkout has it, for the README and for pages that draw.
fn examples(sandbox: &Sandbox) -> Result<(), Failed> {
    let mut folders = vec![root().join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(root())?.to_string_lossy().into_owned();
            // What a build left there is no part of a checkout.
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.is_file() {
                sandbox.write(&name, &fs::read_to_string(&path)?);
            }
        }
    }
    Ok(())
}

/// Every picture on a page is the file of its name that the page's commands wrote.
fn pictures(sandbox: &Sandbox, page: &str) -> Result<(), String> {
    for (start, _) in page.match_indices("](pictures/") {
        let rest = &page[start + "](pictures/".len()..];
        let name = rest.split(')').next().unwrap_or_default();
        let drawn = fs::read(sandbox.path().join(name))
            .map_err(|_| format!("no command of the page writes {name}"))?;
        let shown = root().join("docs/pictures").join(name);
        let same = fs::read(&shown).is_ok_and(|bytes| match pixels(&drawn) {
            Some(drawn) => pixels(&bytes).is_some_and(|shown| shown == drawn),
            // A drawing is text.
            None => bytes == drawn,
        });
        if !same && blessing() {
            fs::create_dir_all(root().join("docs/pictures")).map_err(|fault| fault.to_string())?;
            fs::write(shown, drawn).map_err(|fault| fault.to_string())?;
        } else if !same {
            return Err(format!(
                "docs/pictures/{name} is not what its command draws"
            ));
        }
    }
    Ok(())
}

/// All pixels of a PNG file, of every frame.
fn pixels(file: &[u8]) -> Option<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .ok()?;
    let frames = reader
        .info()
        .animation_control()
        .map_or(1, |control| control.num_frames);
    let mut all = Vec::new();
    for _ in 0..frames {
        let mut bytes = vec![0; reader.output_buffer_size()?];
        reader.next_frame(&mut bytes).ok()?;
        all.extend(bytes);
    }
    Some(all)
}

/// Each line is a command that succeeds. `cargo run` is the program; what else Cargo does is not tested by
/// doing it again.
fn shell(sandbox: &Sandbox, block: &Block) -> Result<(), String> {
    for line in &block.lines {
        let command = line.replace("cargo run --release -- ", "retroshade ");
        if command.starts_with("cargo ") {
            continue;
        }
        let printed = sandbox.run(&command);
        if printed.contains("[exit status ") {
            return Err(format!("$ {command}\n{printed}"));
        }
    }
    Ok(())
}

/// The lines stand in a file of the repository.
fn part(block: &Block) -> Result<(), String> {
    let name = block.attribute("part-of").unwrap_or_default();
    let text = fs::read_to_string(root().join(name)).map_err(|fault| format!("{name}: {fault}"))?;
    if text.contains(&block.text()) {
        Ok(())
    } else {
        Err(format!("not part of {name}:\n{}", block.text()))
    }
}

/// The shader is right by the language; `fails` says that it is not.
fn compiles(sandbox: &Sandbox, block: &Block) -> Result<(), String> {
    let text = block.text();
    let (stage, extension) = if text.contains("EmitVertex") {
        ("geometry", "geom")
    } else if text.contains("gl_Position") {
        ("vertex", "vert")
    } else {
        ("fragment", "frag")
    };
    let unnamed = format!("block.{extension}");
    let name = block.attribute("file").unwrap_or(&unnamed);
    sandbox.write(name, &text);
    let printed = sandbox.run(&format!(
        "retroshade --emit=ir -fshader-stage={stage} -o block.ir '{name}'"
    ));
    let _ = fs::remove_file(sandbox.path().join("block.ir"));
    let fails = block.attributes.iter().any(|word| word == "fails");
    if printed.contains("[exit status ") == fails {
        Ok(())
    } else {
        Err(printed)
    }
}

/// The C compiler takes it, against the names that the console's headers declare.
fn c(sandbox: &Sandbox, block: &Block) -> Result<(), String> {
    if sandbox.run("command -v cc").contains("[exit status ") {
        eprintln!("skipped: no cc");
        return Ok(());
    }
    sandbox.write("pbkit/pbkit.h", tables::PBKIT);
    sandbox.write("block.c", &block.text());
    let example = root().join("examples/cube.vert");
    let header = format!(
        "retroshade --target nv2a -mfmt=h -o cube.h '{}'",
        example.display()
    );
    let printed = sandbox.run(&format!(
        "{header} && cc -std=c11 -Wall -Wno-unused-function -Werror -fsyntax-only -I. block.c"
    ));
    if printed.contains("[exit status ") {
        Err(printed)
    } else {
        Ok(())
    }
}

fn elsewhere(path: &Path, language: &str) -> Result<(), String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let test = ELSEWHERE.iter().find(|(page, _)| *page == name);
    match test {
        _ if NO_TOOL.contains(&(&*name, language)) => Ok(()),
        Some((_, test)) if root().join(test).exists() => Ok(()),
        _ => Err(format!("a block of `{language}` is tested by nothing")),
    }
}
