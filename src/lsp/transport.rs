//! Messages on pipes: a header with the length, then JSON.
//!
//! What is no message is told to the client with the protocol's codes, and the next message is read. A header that
//! does not say where its message ends leaves nothing to be read, and is the end of the session.

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// Bytes of a message that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Bytes of a message that is too long and passed over; nobody sends more.
const MOST_PASSED: u64 = 1 << 30;

/// Bytes of a header.
const MOST_HEADER: u64 = 8 << 10;

/// What comes out of the pipe.
pub(super) enum Incoming {
    /// A message.
    Message(Message),
    /// Something else, with what is answered.
    Fault(Fault),
    /// Nothing more.
    End,
}

/// An answer to what is no message.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    /// Of the request, if that could be told.
    pub(super) id: Option<RequestId>,
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

/// Reads the next message.
///
/// # Errors
/// Those of the pipe, and a header that does not tell the length of its message.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Incoming> {
    let mut length = None;
    let mut left = MOST_HEADER;
    loop {
        let mut line = Vec::new();
        let read = input.take(left).read_until(b'\n', &mut line)?;
        left -= read as u64;
        if line.is_empty() && left > 0 {
            return Ok(Incoming::End);
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

fn body(input: &mut impl BufRead, length: u64) -> io::Result<Incoming> {
    if length > MOST_BYTES {
        io::copy(&mut input.take(length), &mut io::sink())?;
        let message = format!("a message has {length} bytes, the most are {MOST_BYTES}");
        return Ok(fault(None, ErrorCode::InvalidRequest, message));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(Incoming::End);
    }
    Ok(match serde_json::from_slice::<Value>(&bytes) {
        Ok(value) => message(value),
        Err(why) => fault(None, ErrorCode::ParseError, why.to_string()),
    })
}

fn fault(id: Option<RequestId>, code: ErrorCode, message: impl Into<String>) -> Incoming {
    let message = message.into();
    Incoming::Fault(Fault { id, code, message })
}

/// A message of its JSON.
fn message(value: Value) -> Incoming {
    let Value::Object(mut object) = value else {
        let why = "a message is an object; there are no batches";
        return fault(None, ErrorCode::InvalidRequest, why);
    };
    let id = object.remove("id");
    let has_id = id.is_some();
    let id: Option<RequestId> = id.and_then(|id| serde_json::from_value(id).ok());
    let params = object.remove("params").unwrap_or(Value::Null);
    match (object.remove("method"), id) {
        (Some(Value::String(method)), Some(id)) => {
            Incoming::Message(Message::Request(Request { id, method, params }))
        }
        (Some(Value::String(method)), None) if !has_id => {
            Incoming::Message(Message::Notification(Notification { method, params }))
        }
        (Some(Value::String(_)), None) => {
            let why = "the id of a request is an integer of 32 bits or a string";
            fault(None, ErrorCode::InvalidRequest, why)
        }
        (Some(_), id) => fault(id, ErrorCode::InvalidRequest, "`method` is no string"),
        (None, Some(id)) => {
            let result = object.remove("result");
            let error = object.remove("error");
            let error = error.and_then(|error| serde_json::from_value(error).ok());
            Incoming::Message(Message::Response(Response { id, result, error }))
        }
        // The answer to something that was no message for the client either.
        (None, None) if object.contains_key("error") => {
            Incoming::Message(Message::Notification(Notification {
                method: "$/fault".to_owned(),
                params: Value::Null,
            }))
        }
        (None, None) => fault(
            None,
            ErrorCode::InvalidRequest,
            "a message without `method`",
        ),
    }
}

/// Writes a message.
///
/// # Errors
/// Those of the pipe.
pub(super) fn write(output: &mut dyn Write, mut message: Value) -> io::Result<()> {
    if let Value::Object(object) = &mut message {
        object.insert("jsonrpc".to_owned(), "2.0".into());
    }
    let text = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

/// An answer that says why there is none.
pub(super) fn refusal(fault: &Fault) -> Value {
    json!({ "id": fault.id, "error": { "code": fault.code as i32, "message": fault.message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut input = bytes;
        let mut found = Vec::new();
        loop {
            match read(&mut input).unwrap() {
                Incoming::End => return found,
                Incoming::Message(Message::Request(request)) => found.push(request.method),
                Incoming::Message(Message::Notification(one)) => {
                    found.push(format!("~{}", one.method))
                }
                Incoming::Message(Message::Response(one)) => found.push(format!("={}", one.id)),
                Incoming::Fault(fault) => found.push(format!("{:?}", fault.code)),
            }
        }
    }

    fn framed(bodies: &[&str]) -> Vec<u8> {
        let framed = bodies
            .iter()
            .map(|body| format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        framed.collect::<String>().into_bytes()
    }

    #[test]
    fn what_is_no_message_does_not_end_the_session() {
        let bytes = framed(&[
            "{",
            "[]",
            r#"{"id": 1, "method": 5}"#,
            r#"{"id": 1.5, "method": "a"}"#,
            r#"{"id": 1}"#,
            r#"{"jsonrpc": "2.0"}"#,
            r#"{"id": "x", "method": "b"}"#,
            r#"{"method": "c"}"#,
        ]);
        let invalid = "InvalidRequest";
        let expected = [
            "ParseError",
            invalid,
            invalid,
            invalid,
            "=1",
            invalid,
            "b",
            "~c",
        ];
        assert_eq!(all(&bytes), expected);
    }

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

    #[test]
    fn headers_may_be_odd_and_messages_end_early() {
        let mut bytes =
            b"junk\r\nContent-Type: x\r\ncontent-length:17\r\n\r\n{\"method\": \"abc\"}".to_vec();
        bytes.extend(framed(&[r#"{"method": "d"}"#]));
        bytes.extend(b"Content-Length: 50\r\n\r\n{");
        assert_eq!(all(&bytes), ["~abc", "~d"]);
        let deep = "[".repeat(100_000);
        assert_eq!(all(&framed(&[&deep])), ["ParseError"]);
    }

    #[test]
    fn a_message_too_long_is_passed() {
        let mut bytes = format!("Content-Length: {}\r\n\r\n", MOST_BYTES + 1).into_bytes();
        bytes.resize(bytes.len() + MOST_BYTES as usize + 1, b' ');
        bytes.extend(framed(&[r#"{"method": "d"}"#]));
        assert_eq!(all(&bytes), ["InvalidRequest", "~d"]);
    }
}
