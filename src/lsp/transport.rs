//! Messages on pipes: a header with the length, then JSON.
//!
//! What is no message is told to the client with the protocol's codes, and the next message is read. A header that
//! does not say where its message ends leaves nothing to be read, and is the end of the session.

use crate::frames::{self, Frame, MOST_BYTES};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};

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
    Ok(match frames::read(input)? {
        Frame::End => Incoming::End,
        Frame::TooLong(length) => {
            let message = format!("a message has {length} bytes, the most are {MOST_BYTES}");
            fault(None, ErrorCode::InvalidRequest, message)
        }
        Frame::Text(bytes) => match serde_json::from_slice::<Value>(&bytes) {
            Ok(value) => message(value),
            Err(why) => fault(None, ErrorCode::ParseError, why.to_string()),
        },
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
    frames::write(output, &message.to_string())
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
