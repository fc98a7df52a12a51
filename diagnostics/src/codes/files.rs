//! E08xx: files, and the data of `run`.

super::codes! {
    /// A file that cannot be read.
    UNREADABLE = "E0801", "unreadable-file", "The operating system refused to open or read the file.";
}
