//! Requests in their order.

use super::answers::{
    breakpoint, code_breakpoints, disassembled, frame, line_breakpoints, scopes, variables,
};
use super::{Launch, Launched};
use crate::debug::{Command, Session};
use retroshade_diagnostics::fault::Fault;
use serde_json::{Value, json};

/// What the adapter can do.
fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsDisassembleRequest": true,
        "supportsInstructionBreakpoints": true,
        "supportsEvaluateForHovers": true,
        "supportsTerminateRequest": true,
        "supportsRestartRequest": true,
    })
}

/// One client and its program.
pub(super) struct Adapter<'a> {
    launch: &'a Launch<'a>,
    session: Option<Session>,
    stops_on_entry: bool,
    /// The number of the last message.
    sent: u64,
    is_over: bool,
}

/// What a request comes to: an answer, and events behind it.
struct Done {
    body: Value,
    events: Vec<(&'static str, Value)>,
}

impl Done {
    fn with(body: Value) -> Result<Done, Fault> {
        let events = Vec::new();
        Ok(Done { body, events })
    }

    fn nothing() -> Result<Done, Fault> {
        Done::with(json!({}))
    }
}

impl<'a> Adapter<'a> {
    pub(super) fn new(launch: &'a Launch<'a>) -> Adapter<'a> {
        Adapter {
            launch,
            session: None,
            stops_on_entry: true,
            sent: 0,
            is_over: false,
        }
    }

    /// True once the client has gone.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// The messages that a message of the client's is answered with.
    pub(super) fn answers(&mut self, message: &Value) -> Vec<Value> {
        let Some(command) = message["command"]
            .as_str()
            .filter(|_| message["type"] == "request")
        else {
            return Vec::new();
        };
        let done = self.done(command, &message["arguments"]);
        let mut answer = json!({
            "type": "response",
            "request_seq": message["seq"],
            "command": command,
            "success": done.is_ok(),
        });
        let events = match done {
            Ok(Done { body, events }) => {
                answer["body"] = body;
                events
            }
            Err(fault) => {
                let text = fault.to_string();
                // A line is shown in a box, the whole where the program's output goes.
                let line = text.lines().next().unwrap_or_default();
                answer["message"] = line.into();
                let is_long = text.trim_end() != line;
                let output = json!({ "category": "stderr", "output": text });
                is_long.then_some(("output", output)).into_iter().collect()
            }
        };
        let events = events
            .into_iter()
            .map(|(event, body)| json!({ "type": "event", "event": event, "body": body }));
        let mut all: Vec<Value> = std::iter::once(answer).chain(events).collect();
        for one in &mut all {
            self.sent += 1;
            one["seq"] = self.sent.into();
        }
        all
    }

    fn done(&mut self, command: &str, given: &Value) -> Result<Done, Fault> {
        match command {
            "initialize" => return Done::with(capabilities()),
            "launch" => return self.started(given),
            "disconnect" | "terminate" => {
                self.is_over = command == "disconnect";
                let events = vec![("terminated", json!({}))];
                let body = json!({});
                return Ok(Done { body, events });
            }
            "setExceptionBreakpoints" | "pause" => return Done::nothing(),
            "attach" => {
                return Err("a program is launched: nothing runs that one could attach to".into());
            }
            _ => {}
        }
        let stops_on_entry = self.stops_on_entry;
        let session = self.session.as_mut().ok_or("no program was launched")?;
        let by_instruction = given["granularity"] == "instruction";
        match command {
            "configurationDone" if stops_on_entry => Ok(stopped(session, "entry")),
            "configurationDone" => moved(session, Command::Continue),
            "threads" => {
                Done::with(json!({ "threads": [{ "id": 1, "name": session.program().title }] }))
            }
            "stackTrace" => {
                Done::with(json!({ "stackFrames": [frame(session)], "totalFrames": 1 }))
            }
            "scopes" => Done::with(json!({ "scopes": scopes(session) })),
            "variables" => {
                let number = given["variablesReference"].as_u64().unwrap_or(0);
                Done::with(json!({ "variables": variables(session, number) }))
            }
            "setBreakpoints" => {
                let set = line_breakpoints(session, given);
                Done::with(
                    json!({ "breakpoints": set.iter().map(breakpoint).collect::<Vec<Value>>() }),
                )
            }
            "setInstructionBreakpoints" => {
                let set = code_breakpoints(session, given);
                Done::with(json!({ "breakpoints": set }))
            }
            "disassemble" => Done::with(json!({ "instructions": disassembled(session, given) })),
            "next" if by_instruction => moved(session, Command::Step(1)),
            "next" => moved(session, Command::Next),
            "stepIn" => moved(session, Command::Step(1)),
            // There is one procedure to a program, whatever the source called.
            "stepOut" | "continue" => moved(session, Command::Continue),
            "stepBack" if by_instruction => moved(session, Command::Back(1)),
            "stepBack" => moved(session, Command::BackNext),
            "reverseContinue" => moved(session, Command::BackContinue),
            "restart" => moved(session, Command::Start),
            "evaluate" => evaluated(session, given),
            other => Err(format!("this adapter knows no `{other}`").into()),
        }
    }

    fn started(&mut self, given: &Value) -> Result<Done, Fault> {
        let text = |name: &str| given[name].as_str().unwrap_or_default().to_owned();
        let words = given["args"].as_array().into_iter().flatten();
        let launched = Launched {
            program: text("program"),
            target: text("target"),
            words: words.filter_map(Value::as_str).map(str::to_owned).collect(),
            sample: given["sample"].as_u64().unwrap_or(0),
        };
        if launched.program.is_empty() {
            return Err("`program` names no file".into());
        }
        self.stops_on_entry = given["stopOnEntry"].as_bool().unwrap_or(true);
        self.session = Some((self.launch)(&launched)?);
        let events = vec![("initialized", json!({}))];
        let body = json!({});
        Ok(Done { body, events })
    }
}

/// Moves, and tells where the program is now.
fn moved(session: &mut Session, command: Command) -> Result<Done, Fault> {
    let is_back = matches!(
        command,
        Command::Back(_) | Command::BackNext | Command::BackContinue
    );
    if session.is_over() && !is_back && command != Command::Start {
        // Who goes on at the end has seen it.
        let events = vec![("terminated", json!({}))];
        let body = json!({});
        return Ok(Done { body, events });
    }
    let reason = match command {
        Command::Continue | Command::BackContinue => "breakpoint",
        Command::Start => "entry",
        _ => "step",
    };
    session.execute(command)?;
    let is_end = session.program().next_instruction(session.at()).is_none();
    Ok(stopped(session, if is_end { "pause" } else { reason }))
}

fn stopped(session: &Session, reason: &str) -> Done {
    let body = json!({
        "reason": reason,
        "description": session.said_position().join("\n"),
        "threadId": 1,
        "allThreadsStopped": true,
    });
    Done {
        body: json!({ "allThreadsContinued": true }),
        events: vec![("stopped", body)],
    }
}

/// The value of a name; typed by a user, whatever `retroshade debug` knows.
fn evaluated(session: &mut Session, given: &Value) -> Result<Done, Fault> {
    let text = given["expression"].as_str().unwrap_or_default().trim();
    let before = session.position();
    let reply = match given["context"].as_str() {
        Some("repl") => session.run(text),
        _ => session.execute(Command::Print(text.to_owned())),
    };
    let reply = reply?.text.join("\n");
    let value = match reply.split_once(" = ") {
        Some((name, value)) if name == text => value.to_owned(),
        _ => reply,
    };
    let mut done = Done::with(json!({ "result": value, "variablesReference": 0 }))?;
    if session.position() != before {
        done.events = stopped(session, "goto").events;
    }
    Ok(done)
}
