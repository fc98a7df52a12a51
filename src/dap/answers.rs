//! What a session holds, as the protocol spells it.

use crate::debug::{Breakpoint, LOCALS, Program, Session, SourceLine};
use serde_json::{Value, json};
use std::path::Path;

/// The source of a place.
fn source(session: &Session, file: usize) -> Value {
    let known = session.program().from.sources.get(file);
    let Some(known) = known else {
        return Value::Null;
    };
    let path = std::path::absolute(&known.name);
    let path = path.unwrap_or_else(|_| Path::new(&known.name).to_owned());
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    json!({ "name": name.unwrap_or_default(), "path": path.to_string_lossy() })
}

/// Where the program is: the one frame there is.
pub(super) fn frame(session: &Session) -> Value {
    let program = session.program();
    let next = program.next_instruction(session.at());
    let place = session.shown_place();
    let name = match next {
        Some(number) => format!("{number}  {}", program.traced.text_of(number)),
        None => session.said_position().join("; "),
    };
    json!({
        "id": 1,
        "name": name,
        "source": source(session, place.file),
        "line": place.line,
        "column": 1,
        "instructionPointerReference": next.map(|number| address(session.position().program, number)),
    })
}

/// The local variables, and the kinds of registers that hold something.
pub(super) fn scopes(session: &Session) -> Vec<Value> {
    let groups = session.screen().groups.into_iter().zip(1u64..);
    let scope = |(group, number): (crate::debug::Group, u64)| {
        let (name, hint) = match group.name {
            LOCALS => ("Locals", "locals"),
            name => (name, "registers"),
        };
        json!({
            "name": name,
            "presentationHint": hint,
            "variablesReference": number,
            "expensive": false,
        })
    };
    groups.map(scope).collect()
}

/// The registers of a kind with the variables in them, or the local variables with the registers that they are in.
pub(super) fn variables(session: &Session, number: u64) -> Vec<Value> {
    let groups = session.screen().groups;
    let place = usize::try_from(number)
        .ok()
        .and_then(|number| number.checked_sub(1));
    let rows = place.and_then(|place| groups.into_iter().nth(place));
    let rows = rows.into_iter().flat_map(|group| group.rows);
    let row = |row: crate::debug::RegisterRow| {
        let name = match row.variables.as_str() {
            "" => row.name.clone(),
            variables => format!("{} ({variables})", row.name),
        };
        json!({
            "name": name,
            "value": row.value,
            "evaluateName": row.name,
            "variablesReference": 0,
        })
    };
    rows.map(row).collect()
}

/// A line that was asked for, and the one where instructions begin.
pub(super) struct LineBreakpoint {
    asked: u64,
    set: Option<u64>,
}

pub(super) fn breakpoint(one: &LineBreakpoint) -> Value {
    match one.set {
        Some(line) => json!({ "verified": true, "line": line }),
        None => json!({
            "verified": false,
            "line": one.asked,
            "message": "no instruction was made for this line or one behind it",
        }),
    }
}

/// Sets the breakpoints of a file in the place of those that it has: each at its line, or the next one behind it with
/// instructions.
pub(super) fn line_breakpoints(session: &mut Session, given: &Value) -> Vec<LineBreakpoint> {
    let path = given["source"]["path"].as_str().unwrap_or_default();
    let sources = &session.program().from.sources;
    let is_same = |name: &str| {
        std::path::absolute(name).is_ok_and(|own| own == Path::new(path)) || name == path
    };
    let file = sources.iter().position(|source| is_same(&source.name));
    let asked = given["breakpoints"].as_array().into_iter().flatten();
    let asked: Vec<u64> = asked.filter_map(|one| one["line"].as_u64()).collect();
    let Some(file) = file else {
        // Editors send the breakpoints of all files that they know.
        let unset = |asked: u64| LineBreakpoint { asked, set: None };
        return asked.into_iter().map(unset).collect();
    };
    let of_file = |one: &Breakpoint| matches!(one, Breakpoint::Line(place) if place.file == file);
    replace(session, &of_file);
    let lines = session.lines_of(file);
    let mut set = Vec::new();
    for asked in asked {
        let line = lines.iter().copied().find(|line| *line as u64 >= asked);
        let known = line.is_some_and(|line| {
            set.iter()
                .any(|one: &LineBreakpoint| one.set == Some(line as u64))
        });
        if let Some(line) = line.filter(|_| !known) {
            session.toggle(Breakpoint::Line(SourceLine { file, line }));
        }
        set.push(LineBreakpoint {
            asked,
            set: line.map(|line| line as u64),
        });
    }
    set
}

/// Takes away the breakpoints of a kind.
fn replace(session: &mut Session, of_kind: &dyn Fn(&Breakpoint) -> bool) {
    let old: Vec<Breakpoint> = session
        .breakpoints()
        .map(|(_, one)| one.clone())
        .filter(of_kind)
        .collect();
    old.into_iter().for_each(|one| session.toggle(one));
}

/// Addresses between the starts of two programs of a pair: more than any program has instructions.
const SPACING: i64 = 1 << 16;

/// The address of an instruction of a program. The first program starts at 0.
fn address(program: usize, number: usize) -> String {
    format!("{:#x}", program as i64 * SPACING + number as i64)
}

fn address_at(reference: &Value, offset: &Value) -> Option<i64> {
    let text = reference.as_str()?;
    let number = match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    number.checked_add(offset.as_i64().unwrap_or(0))
}

/// The program at an address, its number, and the number of the instruction there.
fn instruction_at(session: &Session, address: i64) -> Option<(&Program, usize, usize)> {
    let number = usize::try_from(address.checked_rem_euclid(SPACING)?).ok()?;
    let program = usize::try_from(address.checked_div_euclid(SPACING)?).ok()?;
    let found = session.programs().nth(program)?;
    found.traced.row_of(number)?;
    Some((found, program, number))
}

/// Sets the breakpoints of the machine code in the place of those that it has.
pub(super) fn code_breakpoints(session: &mut Session, given: &Value) -> Vec<Value> {
    let of_code = |one: &Breakpoint| matches!(one, Breakpoint::Instruction { .. });
    replace(session, &of_code);
    let asked = given["breakpoints"].as_array().into_iter().flatten();
    let mut answers = Vec::new();
    for one in asked {
        let asked = address_at(&one["instructionReference"], &one["offset"]);
        let known = asked.and_then(|asked| instruction_at(session, asked));
        let known = known.map(|(_, program, number)| (program, number));
        if let Some((program, number)) = known {
            let breakpoint = Breakpoint::Instruction { program, number };
            if session.breakpoints().all(|(_, known)| *known != breakpoint) {
                session.toggle(breakpoint);
            }
        }
        answers.push(json!({
            "verified": known.is_some(),
            "instructionReference": known.map(|(program, number)| address(program, number)),
        }));
    }
    answers
}

/// The machine code around an address: as many instructions as are asked for, of which some may not exist.
pub(super) fn disassembled(session: &Session, given: &Value) -> Vec<Value> {
    /// More than any view shows.
    const MOST: u64 = 4096;
    let base = address_at(&given["memoryReference"], &given["offset"]).unwrap_or(0);
    let first = base.saturating_add(given["instructionOffset"].as_i64().unwrap_or(0));
    let count = given["instructionCount"].as_u64().unwrap_or(0).min(MOST);
    let one = |place: i64| {
        let Some((program, index, number)) = instruction_at(session, place) else {
            // Addresses below 0 have no spelling; nothing is there either.
            let nowhere = format!("{:#x}", place.max(0));
            return json!({ "address": nowhere, "instruction": "", "presentationHint": "invalid" });
        };
        let text = program.traced.text_of(number);
        let mut row = json!({ "address": address(index, number), "instruction": text });
        if let Some(place) = program.from.of(number) {
            row["location"] = source(session, place.file);
            row["line"] = place.line.into();
        }
        row
    };
    (0..count as i64)
        .map(|number| one(first.saturating_add(number)))
        .collect()
}
