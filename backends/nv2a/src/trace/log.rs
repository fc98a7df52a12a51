//! Logs of methods as xemu writes them, and as the tools that make them readable do.
//!
//! ```text
//! nv2a_pgraph_method 0: 0x97 -> 0x0b14 NV097_SET_TRANSFORM_PROGRAM[20] 0x20141b
//! nv2a_pgraph_method 0: 0x97 -> NV097_SET_TRANSFORM_PROGRAM[29]<0xb74> (2244693 <0x224055>)
//! nv2a_pgraph_method 0: NV20_KELVIN_PRIMITIVE<0x97> -> NV097_SET_COMBINER_CONTROL<0x1E60> (0x11101 {Count:1, Mux:MSB})
//! ```

use super::Command;

/// The class of the 3D unit.
const CLASS: u32 = 0x97;

/// True if bytes are a text with methods of the 3D unit.
pub(super) fn is_log(bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).ok();
    text.is_some_and(|text| text.lines().any(|line| command(line).is_some()))
}

/// The commands of a log.
pub(super) fn commands(bytes: &[u8]) -> Vec<Command> {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let mut at = 0;
    let mut commands = Vec::new();
    for line in text.split_inclusive('\n') {
        commands.extend(command(line).map(|(method, value)| Command { at, method, value }));
        at += line.len();
    }
    commands
}

/// The method and word of a line.
fn command(line: &str) -> Option<(u32, u32)> {
    let (before, after) = line.split_once("->")?;
    if numbers(before).next_back()? != CLASS {
        return None;
    }
    let after = after.trim_start();
    let end = if after.starts_with("0x") {
        after.find(char::is_whitespace)?
    } else {
        after.find('>')?
    };
    let (name, value) = after.split_at_checked(end)?;
    let method = numbers(name).next_back()?;
    // The number itself comes last where it is written in other ways as well.
    let marked = value
        .rfind("<0x")
        .and_then(|start| numbers(value.get(start..)?).next());
    let value = marked.or_else(|| numbers(value).next())?;
    Some((method, value))
}

/// The hexadecimal numbers of a text.
fn numbers(text: &str) -> impl DoubleEndedIterator<Item = u32> {
    let parts = text.split("0x").skip(1).collect::<Vec<_>>();
    let number = |part: &str| {
        let end = part.find(|letter: char| !letter.is_ascii_hexdigit());
        u32::from_str_radix(part.get(..end.unwrap_or(part.len()))?, 16).ok()
    };
    parts.into_iter().filter_map(number)
}
