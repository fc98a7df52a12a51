//! What the page of `retroshade explore` asks of the compiler: JSON in, JSON out, without a server and without files.
//!
//! ```text
//! question   what the page sends           messages   diagnostics with places in an editor
//! compile    machine code, line by line    about      targets, levels, examples
//! ```

mod about;
mod compile;
mod messages;
mod question;

pub use about::Example;

use serde_json::{Value, json};
use std::time::Instant;

/// Answers the questions of one page.
#[derive(Clone, Debug, Default)]
pub struct Explorer {
    /// The shader that the page starts with; `None` for the first example.
    pub start: Option<Example>,
}

impl Explorer {
    /// Answers a question; `None` where there is none of this name. What is wrong with the question is the `fault`
    /// of the answer, what is wrong with the shader is among its `diagnostics`.
    pub fn answer(&self, name: &str, body: &[u8]) -> Option<String> {
        let start = Instant::now();
        let answer = match name {
            "about" => Ok(about::answer(self.start.as_ref())),
            "compile" => question::read(body).and_then(|question| compile::answer(&question)),
            _ => return None,
        };
        let mut answer = answer.unwrap_or_else(|fault| json!({ "fault": fault }));
        if let Value::Object(answer) = &mut answer {
            let time = start.elapsed().as_secs_f64() * 1e3;
            answer.insert("milliseconds".to_owned(), time.into());
        }
        Some(answer.to_string())
    }
}

#[cfg(test)]
mod tests;
