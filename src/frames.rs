//! Texts on pipes, as the protocols of editors have them: a header with the length, then so many bytes.

use std::io::{self, BufRead, Read, Write};

/// Bytes of a text that is read.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// Bytes of a text that is too long and passed over; nobody sends more.
const MOST_PASSED: u64 = 1 << 30;

/// Bytes of a header.
const MOST_HEADER: u64 = 8 << 10;

/// What comes out of a pipe.
pub(crate) enum Frame {
    /// A text.
    Text(Vec<u8>),
    /// A text that was passed over, with its length.
    TooLong(u64),
    /// Nothing more.
    End,
}

/// Reads the next text.
///
/// # Errors
/// Those of the pipe, and a header that does not tell the length of its text: there is nothing more to be read.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    let mut length = None;
    let mut left = MOST_HEADER;
    loop {
        let mut line = Vec::new();
        let read = input.take(left).read_until(b'\n', &mut line)?;
        left -= read as u64;
        if line.is_empty() && left > 0 {
            return Ok(Frame::End);
        }
        if left == 0 {
            return Err(broken(format!(
                "a header has more than {MOST_HEADER} bytes"
            )));
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if let Some((name, value)) = line.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = Some(parsed(value.trim())?);
        } else if line.is_empty() {
            return match length {
                Some(length) => body(input, length),
                None => Err(broken("a header has no Content-Length".to_owned())),
            };
        }
    }
}

/// The number of a `Content-Length`.
fn parsed(value: &str) -> io::Result<u64> {
    let length = value.parse::<u64>();
    length
        .ok()
        .filter(|&length| length <= MOST_PASSED)
        .ok_or_else(|| {
            let value: String = value.chars().take(32).collect();
            broken(format!(
                "the Content-Length of a message is `{value}`, which is no number from 0 to {MOST_PASSED}"
            ))
        })
}

fn broken(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn body(input: &mut impl BufRead, length: u64) -> io::Result<Frame> {
    if length > MOST_BYTES {
        io::copy(&mut input.take(length), &mut io::sink())?;
        return Ok(Frame::TooLong(length));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    let is_whole = bytes.len() as u64 == length;
    Ok(if is_whole {
        Frame::Text(bytes)
    } else {
        Frame::End
    })
}

/// Writes a text.
///
/// # Errors
/// Those of the pipe.
pub(crate) fn write(output: &mut dyn Write, text: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_header_is_the_end() {
        let long = format!("Content-Type: {}", "x".repeat(MOST_HEADER as usize));
        let many = "A: b\r\n".repeat(MOST_HEADER as usize);
        for (header, why) in [
            ("Content-Length: -5\r\n\r\n", "`-5`, which is no number"),
            ("Content-Length: 5x\r\n\r\n", "`5x`, which is no number"),
            (
                "Content-Length: 100000000000000\r\n\r\n",
                "`100000000000000`",
            ),
            (
                "Content-Length: 99999999999999999999\r\n\r\n",
                "no number from 0 to 1073741824",
            ),
            ("Content-Type: x\r\n\r\n", "no Content-Length"),
            ("\r\n", "no Content-Length"),
            (&long, "more than 8192 bytes"),
            (&many, "more than 8192 bytes"),
        ] {
            let mut input = header.as_bytes();
            match read(&mut input) {
                Err(fault) => assert!(fault.to_string().contains(why), "{header}: {fault}"),
                Ok(_) => panic!("{header} is read"),
            }
        }
    }
}
