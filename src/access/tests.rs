use super::*;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn refused(files: &FileAccess, output: &Path) -> bool {
    let fault = files.write(output, b"lost", Rewrite::IfDifferent);
    fault.is_err_and(|fault| fault.message.contains("would be overwritten"))
}

#[test]
fn an_output_that_is_an_input_is_refused_under_every_name() {
    let root = folder();
    let path = |name: &str| root.path().join(name);
    fs::write(path("a.frag"), "precious").unwrap();
    fs::create_dir(path("there")).unwrap();
    let files = FileAccess::default();
    files.read(&path("a.frag"), MOST_BYTES).unwrap();
    let mut names = vec![
        "a.frag",
        "./a.frag",
        "there/../a.frag",
        "new/../a.frag",
        "new/other/../../a.frag",
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.frag", path("link")).unwrap();
        std::os::unix::fs::symlink("..", path("there/up")).unwrap();
        fs::hard_link(path("a.frag"), path("hard")).unwrap();
        names.extend(["link", "hard", "there/up/a.frag", "there/up/new/../a.frag"]);
    }
    for name in names {
        assert!(refused(&files, &path(name)), "{name}");
    }
    assert_eq!(fs::read(path("a.frag")).unwrap(), b"precious");
    assert!(!path("new").exists());
    assert!(files.write(&path("b.frag"), b"", Rewrite::Always).unwrap());
}

#[test]
fn what_is_announced_as_an_output_is_not_read() {
    let root = folder();
    let common = root.path().join("common.glsl");
    fs::write(&common, "precious").unwrap();
    let files = FileAccess::default();
    assert!(files.plan(&common).unwrap());
    assert!(!files.plan(&root.path().join("x/../common.glsl")).unwrap());
    let fault = files.read(&common, MOST_BYTES).unwrap_err();
    assert!(
        fault.to_string().contains("would be overwritten"),
        "{fault}"
    );
    // Another command may read it, and what is not there is not found whatever is announced.
    FileAccess::default().read(&common, MOST_BYTES).unwrap();
    let missing = root.path().join("missing");
    files.plan(&missing).unwrap();
    let fault = files.read(&missing, MOST_BYTES).unwrap_err();
    assert_eq!(fault.kind(), io::ErrorKind::NotFound);
}

#[test]
fn a_result_replaces_an_older_one_whole() {
    let root = folder();
    let path = root.path().join("out");
    let write = |bytes: &[u8]| {
        let files = FileAccess::default();
        files.write(&path, bytes, Rewrite::IfDifferent).unwrap()
    };
    assert!(write(b"long old content"));
    assert!(write(b"new"));
    assert!(!write(b"new"));
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn a_full_disk_leaves_what_was_there_and_nothing_else() {
    let root = folder();
    let path = root.path().join("out");
    fs::write(&path, "old").unwrap();
    let files = FileAccess::default();
    let fault = files.stream(&path, |out| {
        out.write_all(&[0; 100_000])?;
        Err(io::Error::from(io::ErrorKind::StorageFull).into())
    });
    let fault = fault.unwrap_err();
    let message = &fault.iter().next().unwrap().message;
    assert!(message.starts_with("cannot write `"), "{message}");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
}

#[test]
fn the_same_bytes_leave_the_time_stamp_unless_a_fresh_one_is_asked_for() {
    let root = folder();
    let path = root.path().join("out");
    let files = FileAccess::default();
    files.write(&path, b"same", Rewrite::IfDifferent).unwrap();
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    let file = File::options().write(true).open(&path).unwrap();
    file.set_modified(old).unwrap();
    let stamp = || fs::metadata(&path).unwrap().modified().unwrap();
    files.write(&path, b"same", Rewrite::IfDifferent).unwrap();
    let streamed = files.stream(&path, |out| Ok(out.write_all(b"same")?));
    assert!(!streamed.unwrap());
    assert_eq!(stamp(), old);
    files.write(&path, b"same", Rewrite::Always).unwrap();
    assert_ne!(stamp(), old);
}

#[test]
fn missing_folders_are_made_and_a_file_in_their_place_is_named() {
    let root = folder();
    let path = root.path().join("missing").join("deep").join("out");
    let files = FileAccess::default();
    files.write(&path, b"x", Rewrite::IfDifferent).unwrap();
    let below = path.join("out");
    let fault = files.write(&below, b"x", Rewrite::IfDifferent).unwrap_err();
    assert!(fault.message.contains("missing"), "{}", fault.message);
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_and_not_waited_for() {
    let root = folder();
    let socket = root.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let pipe = root.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let zero = Path::new("/dev/zero");
    for (path, what) in [
        (pipe.as_path(), "a named pipe"),
        (&socket, "a socket"),
        (zero, "a device"),
    ] {
        let files = FileAccess::default();
        for result in [files.read(path, MOST_BYTES), FileAccess::read_earlier(path)] {
            let fault = result.unwrap_err().to_string();
            assert_eq!(fault, format!("it is {what}, not a file"));
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn only_old_unfinished_files_of_ours_are_removed() {
    let root = folder();
    let path = |name: &str| root.path().join(name);
    let (old, fresh) = (
        path(".retroshade-0123456789abcdef.part"),
        path(".retroshade-fedcba9876543210.part"),
    );
    let others = [path("notes.part"), path(".retroshade-notes.part")];
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    for path in [&old, &fresh].into_iter().chain(&others) {
        fs::write(path, "half").unwrap();
        let file = File::options().write(true).open(path).unwrap();
        let time = if path == &fresh {
            std::time::SystemTime::now()
        } else {
            long_ago
        };
        file.set_modified(time).unwrap();
    }
    remove_abandoned([root.path()]);
    assert!(!old.exists() && fresh.exists());
    assert!(others.iter().all(|path| path.exists()));
}
