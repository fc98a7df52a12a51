//! What the page of `retroshade explore` asks of the compiler: JSON in, JSON out, without a server and without files.
//!
//! ```text
//! question   what the page sends           messages    diagnostics with places in an editor
//! compile    machine code, line by line    about       targets, levels, examples
//! passes     the shader after each pass    difference  two targets or levels
//! picture    what the machine code draws   changes     what differs between two texts
//! program    the source of a program
//! schedule   units and instructions               steps      what a pixel or vertex does, instruction by instruction
//! flow       basic blocks and ways between them          blocks     how a program is divided into them
//! listing    the lines of a program, and what their words mean
//! writing    completion and what is known of a place        units      places as browsers count them
//! ```

mod about;
mod blocks;
mod changes;
mod compile;
mod difference;
mod flow;
mod listing;
mod messages;
mod passes;
mod picture;
mod program;
mod question;
mod schedule;
mod steps;
mod units;
mod writing;

pub use about::Example;

use retroshade_diagnostics::fault::Fault;
use retroshade_ir::deep;
use serde_json::{Value, json};
use web_time::Instant;

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
        // The frontend and the passes of all stations want a deep stack.
        let answer = deep::guarded(|| self.result(name, body));
        let answer =
            answer.unwrap_or_else(|panic| Some(Err(format!("a defect: {panic}").into())))?;
        let mut answer = answer.unwrap_or_else(|fault| json!({ "fault": fault.to_string() }));
        if let Value::Object(answer) = &mut answer {
            let time = start.elapsed().as_secs_f64() * 1e3;
            answer.insert("milliseconds".to_owned(), time.into());
        }
        Some(answer.to_string())
    }

    fn result(&self, name: &str, body: &[u8]) -> Option<Result<Value, Fault>> {
        Some(match name {
            "about" => Ok(about::answer(self.start.as_ref())),
            "compile" => question::read(body).and_then(|asked| compile::answer(&asked)),
            "passes" => question::read(body).and_then(|asked| passes::answer(&asked)),
            "difference" => question::read(body).and_then(|asked| difference::answer(&asked)),
            "complete" => question::read(body).and_then(|asked| writing::complete(&asked)),
            "explain" => question::read(body).and_then(|asked| writing::explain(&asked)),
            "lift" => question::read(body).and_then(|given| program::answer(&given)),
            "flow" => question::read(body).and_then(|asked| flow::answer(&asked)),
            "schedule" => question::read(body).and_then(|asked| schedule::answer(&asked)),
            "steps" => question::read(body).and_then(|asked| steps::answer(&asked)),
            "picture" => question::read(body).and_then(|asked| picture::answer(&asked)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests;
