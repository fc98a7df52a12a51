//! Why a request has no result.

use lsp_server::ErrorCode;

/// A code of the protocol and a sentence.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Refusal {
        let message = message.into();
        Refusal { code, message }
    }

    /// Of parameters that are not those of the method.
    pub(super) fn params(why: serde_json::Error) -> Refusal {
        Refusal::new(ErrorCode::InvalidParams, why.to_string())
    }

    /// Refuses a request that makes sense and cannot be done.
    pub(super) fn failed(why: impl Into<String>) -> Refusal {
        Refusal::new(ErrorCode::RequestFailed, why)
    }
}
