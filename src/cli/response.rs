//! `@FILE`: arguments from a file, as gcc reads them.
//!
//! White space separates; `'…'` and `"…"` keep it; a backslash takes the character after it as it is,
//! within quotes too. A file may name others with `@`.

use super::files::access;
use retroshade_diagnostics::fault::Fault;
use std::ffi::OsString;
use std::path::Path;

/// The most bytes a file of arguments may have.
const MOST_BYTES: u64 = 1 << 20;

/// Files that may name each other one inside the other.
const MOST_LEVELS: usize = 16;

/// Arguments that files may give in one call: two files that name each other twice would go on for ever.
const MOST_ARGUMENTS: usize = 1 << 16;

/// Replaces each `@FILE` by the arguments in the file.
///
/// # Errors
/// A sentence for the user.
pub(crate) fn expand(arguments: Vec<OsString>) -> Result<Vec<OsString>, Fault> {
    let mut expanded = Vec::new();
    for argument in arguments {
        add(argument, 0, &mut expanded)?;
    }
    Ok(expanded)
}

fn add(argument: OsString, level: usize, expanded: &mut Vec<OsString>) -> Result<(), Fault> {
    let Some(name) = argument.to_str().and_then(|text| text.strip_prefix('@')) else {
        expanded.push(argument);
        return Ok(());
    };
    if level == MOST_LEVELS || expanded.len() > MOST_ARGUMENTS {
        return Err(format!(
            "argument file '{name}': it is read inside itself, or there are too many"
        )
        .into());
    }
    for argument in split(&read(name)?) {
        add(as_argument(argument), level + 1, expanded)?;
    }
    Ok(())
}

fn read(name: &str) -> Result<Vec<u8>, Fault> {
    let text = access().read_named(Path::new(name), MOST_BYTES + 1);
    let text = text.map_err(|fault| {
        let why = retroshade::reason(&fault);
        format!("cannot open argument file '{name}': {why}")
    })?;
    if text.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(format!("argument file '{name}': it has more than {most} MiB").into());
    }
    Ok(text)
}

/// The arguments of a text by gcc's rules (libiberty's `buildargv`).
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let mut arguments = Vec::new();
    let mut current: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => current.get_or_insert_default().extend(bytes.next()),
            (_, Some(open)) if byte == open => quote = None,
            (b'\'' | b'"', None) => {
                quote = Some(byte);
                current.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(byte),
        }
    }
    arguments.extend(current);
    arguments
}

fn as_argument(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    {
        std::os::unix::ffi::OsStringExt::from_vec(bytes)
    }
    #[cfg(not(unix))]
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_split_as_gcc_splits_them() {
        let split = |text: &str| -> Vec<String> {
            let arguments = split(text.as_bytes()).into_iter();
            arguments
                .map(|bytes| String::from_utf8(bytes).unwrap())
                .collect()
        };
        assert_eq!(split(" -S  -o\n\ta.s\r\n"), ["-S", "-o", "a.s"]);
        assert_eq!(
            split(r#"-DA="b c" 'd "e"' f\ g"#),
            ["-DA=b c", "d \"e\"", "f g"]
        );
        assert_eq!(split(r#""a\"b" '' \\"#), ["a\"b", "", "\\"]);
        assert_eq!(split("'open to the end"), ["open to the end"]);
    }
}
