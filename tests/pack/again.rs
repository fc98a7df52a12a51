//! What a second run does.

use super::*;

const WARNED: &str =
    "precision highp float;\nuniform vec4 uColor;\nvoid main() { gl_FragColor = uColor; float; }\n";

#[test]
fn warnings_are_said_again_where_nothing_is_compiled() {
    let folder = Folder::new();
    folder.write("shaders/flat.frag", WARNED);
    let said = |output: Output| {
        let text = String::from_utf8(output.stderr).unwrap();
        let lines = text.lines().filter(|line| !line.contains(" s"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let first = said(folder.pack(&["--diagnostics=short"]));
    assert!(
        first
            .iter()
            .any(|line| line.starts_with("shaders/flat.frag:3:")),
        "{first:?}"
    );
    let second = folder.pack(&["--diagnostics=short"]);
    assert!(String::from_utf8_lossy(&second.stderr).contains("nothing to compile"));
    assert_eq!(said(second), first);
    let werror = folder.pack(&["--diagnostics=short", "-Werror"]);
    assert_eq!(werror.status.code(), Some(1));
    assert!(
        said(folder.pack(&["-w"]))
            .iter()
            .all(|line| !line.contains("flat.frag"))
    );
}

#[test]
fn what_is_no_longer_asked_for_is_named_and_removed() {
    let folder = Folder::new();
    folder.pack(&[]);
    assert!(
        folder
            .path("build/agal1/shaders/deep/sky.vert.agal")
            .exists()
    );
    fs::remove_file(folder.path("shaders/deep/sky.vert")).unwrap();
    let named = folder.pack(&[]);
    let text = String::from_utf8_lossy(&named.stderr).into_owned();
    assert!(
        text.contains("files of programs that are no longer asked for; --prune"),
        "{text}"
    );
    assert!(
        folder
            .path("build/agal1/shaders/deep/sky.vert.agal")
            .exists()
    );
    let before = folder.outputs().len();
    // They are remembered until they are removed.
    let removed = folder.pack(&["--prune"]);
    assert!(String::from_utf8_lossy(&removed.stderr).contains("removed "));
    assert!(!folder.path("build/agal1/shaders/deep").exists());
    assert!(folder.outputs().len() < before);
    let quiet = folder.pack(&["--prune"]);
    assert!(!String::from_utf8_lossy(&quiet.stderr).contains("no longer"));
    let kept = folder.path("build/agal1/shaders/cube.vert.agal");
    assert!(kept.exists());
}

#[test]
fn a_list_names_every_output_and_writes_none() {
    let folder = Folder::new();
    let output = folder.pack(&["--list", "--target", "3ds"]);
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "pica200/shaders/cube.vert.shbin\tpica200\tshaders/cube.vert\n\
         pica200/shaders/deep/sky.vert.shbin\tpica200\tshaders/deep/sky.vert\n\
         pica200/shaders/flat.frag.tev\tpica200\tshaders/flat.frag\n"
    );
    assert!(!folder.path("build").exists());
}
