//! A driver of OpenGL ES beside the interpreter, so that this is judged by something that shares no code with it.
//!
//! The driver is another program, which reads a request a line and answers with a line:
//!
//! ```json
//! {"stage": "vertex", "source": "attribute vec4 a; ...", "outputs": ["gl_Position"], "data": {"attributes": {}}}
//! {"outputs": {"gl_Position": [[0, 0, 0, 1]]}, "discarded": [false]}
//! {"error": "why the driver does not take the shader"}
//! ```
//!
//! `data` and the answer are those of `retroshade run` ([`retroshade_ir::run`]), with the type of each attribute and
//! varying. `fuzz/driver/gles.py` is such a program.

use crate::bounds::Bounds;
use retroshade_diagnostics::FileId;
use retroshade_ir::run::{RunInputs, RunOutputs};
use retroshade_ir::{Scalar, Shape, Stage};
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The program that is committed beside this crate, as a command from the root of the checkout.
pub const GLES: &str = "python3 fuzz/driver/gles.py";

/// Why a driver gave no results.
#[derive(Debug)]
pub enum Fault {
    /// The program cannot be started, or ended before it answered.
    Lost(io::Error),
    /// The answer is no list of results.
    Answer(String),
    /// It does not take the shader, for this reason.
    Refused(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Lost(fault) => write!(f, "the driver's program is not there: {fault}"),
            Fault::Answer(message) => write!(f, "the driver's answer is no results: {message}"),
            Fault::Refused(message) => write!(f, "the driver refuses the shader: {message}"),
        }
    }
}

/// Programs of a driver, one for each thread that asks at a time.
#[derive(Debug)]
pub struct Drivers {
    command: String,
    idle: Mutex<Vec<Driver>>,
}

impl Drivers {
    /// Drivers that a command starts: words parted by blanks, without quotes.
    pub fn new(command: &str) -> Drivers {
        Drivers {
            command: command.to_owned(),
            idle: Mutex::default(),
        }
    }

    /// What the driver gives for a program.
    ///
    /// # Errors
    /// The driver's program does not answer, or refuses the shader.
    pub fn run(&self, request: &Request<'_>) -> Result<RunOutputs, Fault> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut driver = match taken {
            Some(driver) => driver,
            None => Driver::start(&self.command).map_err(Fault::Lost)?,
        };
        let answer = driver.ask(&request.to_json()).map_err(Fault::Lost)?;
        idle().push(driver);
        results(&answer)
    }
}

/// A running program of a driver.
#[derive(Debug)]
struct Driver {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Driver {
    fn start(command: &str) -> io::Result<Driver> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Driver {
            child,
            requests,
            answers: BufReader::new(answers),
        })
    }

    fn ask(&mut self, request: &Value) -> io::Result<String> {
        writeln!(self.requests, "{request}")?;
        self.requests.flush()?;
        let mut answer = String::new();
        match self.answers.read_line(&mut answer)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(answer),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // One that has ended already is none to end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a driver is asked to run.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The stage of the program.
    pub stage: Stage,
    /// The source.
    pub text: &'a str,
    /// The names of the outputs that are asked for.
    pub outputs: &'a [&'a str],
    /// The data.
    pub inputs: &'a RunInputs,
    /// The inputs, which are floats: their names, and how many lanes they have.
    pub reads: &'a [(String, u8, Bounds)],
}

impl Request<'_> {
    fn to_json(self) -> Value {
        let mut data = self.inputs.clone();
        for (name, lanes, _) in self.reads {
            let tables = [&mut data.attributes, &mut data.varyings];
            for input in tables.into_iter().filter_map(|table| table.get_mut(name)) {
                input.shape = Some(Shape::vector(Scalar::Float, *lanes));
            }
        }
        // What `to_json` writes is JSON.
        let data: Value = serde_json::from_str(&data.to_json()).unwrap_or_default();
        json!({
            "stage": self.stage.name(),
            "source": self.text,
            "outputs": self.outputs,
            "data": data,
        })
    }
}

fn results(answer: &str) -> Result<RunOutputs, Fault> {
    let tree: Value = serde_json::from_str(answer).unwrap_or_default();
    if let Some(why) = tree.get("error").and_then(Value::as_str) {
        return Err(Fault::Refused(why.to_owned()));
    }
    let read = RunInputs::from_json(answer, FileId(0));
    let read = read.map_err(|fault| Fault::Answer(fault.message))?;
    let expected = read.expected;
    let expected = expected.ok_or_else(|| Fault::Answer("it has no outputs".to_owned()))?;
    Ok(RunOutputs {
        outputs: expected.outputs,
        discarded: expected.discarded,
        ..RunOutputs::default()
    })
}
