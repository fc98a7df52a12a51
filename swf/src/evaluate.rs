//! Methods run on what they know: the constants in their code.
//!
//! Compilers of ActionScript leave `"mov op, va0\n" + "mov v0, va1"` for the player to add, and lists of lines for it to join.
//! So code is run from its start to its end, with a stack and locals that hold texts, numbers, lists of these, or nothing
//! known. Where control may come from elsewhere nothing is known but what follows.

use crate::Value as Found;
use crate::abc::{Abc, Body, Constant, Name};
use crate::bytes::Bytes;
use crate::opcodes::Instruction;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Letters of a text that is put together. No program is longer: 2048 instructions of 80 letters.
const MOST_LETTERS: usize = 1 << 18;
/// Letters and elements that are copied or compared in a block, so that code that doubles a text again and again ends.
const MOST_STEPS: usize = 1 << 28;
/// Elements of a list.
const MOST_ELEMENTS: usize = 1 << 16;

/// A value that code makes and that leaves it: as an argument, in a property, as a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// The method, by the number of its body; those behind the last are of constants that no method uses.
    pub(crate) method: usize,
    /// Where its first piece begins in the block, and its length there.
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) value: Found,
}

/// Runs all methods. Of texts those are found that `wanted` takes, and of lists those that are bytes.
pub(crate) fn evaluate(abc: &Abc<'_>, wanted: &dyn Fn(&str) -> bool) -> Vec<Made> {
    let constant = |(constant, number): (&Constant<'_>, u32)| {
        Text::new(constant.text.to_owned(), vec![number])
    };
    let mut run = Run {
        abc,
        wanted,
        constants: abc.strings.iter().zip(0..).map(constant).collect(),
        method: 0,
        code: 0,
        steps: 0,
        stack: Vec::new(),
        locals: BTreeMap::new(),
        seen: BTreeSet::new(),
        found: Vec::new(),
        used: BTreeSet::new(),
    };
    for (method, body) in abc.bodies.iter().enumerate() {
        (run.method, run.code) = (method, body.start);
        run.body(body);
    }
    run.method = abc.bodies.len();
    run.unused();
    run.found
}

/// Something that is known, or nothing.
#[derive(Clone, Debug)]
enum Value {
    Unknown,
    Number(i32),
    Text(Rc<Text>),
    List(Rc<List>),
}

/// A text with the string constants that it is made of, by number.
#[derive(Debug)]
struct Text {
    letters: String,
    pieces: Vec<u32>,
    /// The last method in which it became a part of a longer one.
    inside: Cell<Option<usize>>,
}

impl Text {
    fn new(letters: String, pieces: Vec<u32>) -> Rc<Text> {
        Rc::new(Text {
            letters,
            pieces,
            inside: Cell::new(None),
        })
    }
}

/// Elements that are no lists, and where the list is made in the block.
#[derive(Debug)]
struct List {
    elements: Vec<Value>,
    start: usize,
}

struct Run<'a> {
    abc: &'a Abc<'a>,
    wanted: &'a dyn Fn(&str) -> bool,
    /// String constants by number.
    constants: Vec<Rc<Text>>,
    method: usize,
    /// Where its code begins in the block.
    code: usize,
    steps: usize,
    stack: Vec<Value>,
    locals: BTreeMap<u32, Value>,
    /// Texts that have left the method.
    seen: BTreeSet<Rc<str>>,
    found: Vec<Made>,
    /// String constants that are in what was found, by number.
    used: BTreeSet<u32>,
}

impl Run<'_> {
    fn body(&mut self, body: &Body<'_>) {
        let mut targets: BTreeSet<usize> = body.handlers.iter().copied().collect();
        let mut code = Bytes::new(body.code);
        // Code that does not decode is obfuscated, or its end was reached by a jump over what is none.
        while let Ok(instruction) = Instruction::read(&mut code) {
            targets.extend(instruction.targets);
        }
        let mut code = Bytes::new(body.code);
        loop {
            if targets.contains(&code.at) {
                self.forget();
            }
            let at = code.at;
            let Ok(instruction) = Instruction::read(&mut code) else {
                break;
            };
            self.step(&instruction, at);
            if instruction.ends() {
                self.forget();
            }
        }
        self.forget();
        self.seen.clear();
    }

    /// Drops what is known; texts that were being put together are as long as they get.
    fn forget(&mut self) {
        let stack = std::mem::take(&mut self.stack);
        let locals = std::mem::take(&mut self.locals);
        for value in stack.into_iter().chain(locals.into_values()) {
            self.lost(value);
        }
    }

    /// Notes a value that nothing will read again here, unless a longer text has it.
    fn lost(&mut self, value: Value) {
        let method = self.method;
        let inside = |value: &Value| match value {
            Value::Text(text) => text.inside.get() == Some(method),
            _ => false,
        };
        let whole = match &value {
            Value::List(list) => {
                self.spend(list.elements.len()) && !list.elements.iter().any(inside)
            }
            other => !inside(other),
        };
        if whole {
            self.leaves(value);
        }
    }

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Unknown)
    }

    fn step(&mut self, instruction: &Instruction, at: usize) {
        let number = instruction.number;
        match instruction.opcode {
            // pushbyte, pushshort
            0x24 => self
                .stack
                .push(Value::Number(i32::from(number as u8 as i8))),
            0x25 => self
                .stack
                .push(Value::Number(i32::from(number as u16 as i16))),
            // pushstring
            0x2c => {
                let constant = self.constants.get(number as usize).cloned();
                self.stack
                    .push(constant.map_or(Value::Unknown, Value::Text));
            }
            // pushint, pushuint, pushdouble
            0x2d => self.push_number(self.abc.integers.get(number as usize).copied()),
            0x2e => {
                let found = self.abc.unsigned.get(number as usize);
                self.push_number(found.and_then(|value| i32::try_from(*value).ok()));
            }
            0x2f => {
                let found = self.abc.doubles.get(number as usize).copied();
                let whole = found.filter(|value| value.fract() == 0.0 && value.abs() < 2e9);
                self.push_number(whole.map(|value| value as i32));
            }
            // dup, swap
            0x2a => {
                let value = self.pop();
                self.stack.extend([value.clone(), value]);
            }
            0x2b => {
                let (top, below) = (self.pop(), self.pop());
                self.stack.extend([top, below]);
            }
            // pop
            0x29 => {
                self.pop();
            }
            // getlocal, setlocal
            0x62 => self.get_local(number),
            0xd0..=0xd3 => self.get_local(u32::from(instruction.opcode - 0xd0)),
            0x63 => self.set_local(number),
            0xd4..=0xd7 => self.set_local(u32::from(instruction.opcode - 0xd4)),
            // kill, and increments of locals
            0x08 | 0x92 | 0x94 | 0xc2 | 0xc3 => {
                self.locals.remove(&number);
            }
            // What makes a string of a string: convert_s, coerce, coerce_a, coerce_s, astype.
            0x70 | 0x80 | 0x82 | 0x85 | 0x86 => {}
            // add
            0xa0 => {
                let (right, left) = (self.pop(), self.pop());
                let sum = match (&left, &right) {
                    (Value::Text(_), _) | (_, Value::Text(_)) => {
                        self.joined(&[left.clone(), right.clone()], "")
                    }
                    _ => None,
                };
                if sum.is_none() {
                    self.leaves(left);
                    self.leaves(right);
                }
                self.stack.push(sum.map_or(Value::Unknown, Value::Text));
            }
            // newarray
            0x56 => self.list(instruction.arguments, at),
            // callproperty
            0x46 if self.name(instruction) == "join" && instruction.arguments == 1 => self.join(),
            _ => self.other(instruction),
        }
    }

    fn push_number(&mut self, number: Option<i32>) {
        self.stack
            .push(number.map_or(Value::Unknown, Value::Number));
    }

    fn get_local(&mut self, number: u32) {
        let value = self.locals.get(&number).cloned();
        self.stack.push(value.unwrap_or(Value::Unknown));
    }

    fn set_local(&mut self, number: u32) {
        let value = self.pop();
        let before = match value {
            Value::Unknown => self.locals.remove(&number),
            known => self.locals.insert(number, known),
        };
        self.lost(before.unwrap_or(Value::Unknown));
    }

    fn name(&self, instruction: &Instruction) -> &str {
        let name = instruction
            .name
            .and_then(|name| self.abc.names.get(name as usize));
        name.map_or("", |name| self.abc.string(name.string).text)
    }

    /// Counts work on so many letters or elements; false once there was too much.
    fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_add(steps);
        self.steps <= MOST_STEPS
    }

    /// Texts one behind the other with `between`; a number is its digits.
    fn joined(&mut self, parts: &[Value], between: &str) -> Option<Rc<Text>> {
        let mut letters = String::new();
        let mut pieces = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                letters.push_str(between);
            }
            match part {
                Value::Text(text) if self.spend(text.letters.len() + text.pieces.len()) => {
                    letters.push_str(&text.letters);
                    pieces.extend(&text.pieces);
                }
                Value::Number(number) => letters.push_str(&number.to_string()),
                _ => return None,
            }
            if letters.len() > MOST_LETTERS || !self.spend(1 + between.len()) {
                return None;
            }
        }
        for part in parts {
            if let Value::Text(text) = part {
                text.inside.set(Some(self.method));
            }
        }
        Some(Text::new(letters, pieces))
    }

    fn list(&mut self, length: usize, start: usize) {
        let known = length.min(self.stack.len());
        let elements = self.stack.split_off(self.stack.len() - known);
        let simple = |value: Value| match value {
            Value::List(_) => Value::Unknown,
            other => other,
        };
        let list = if known < length || length > MOST_ELEMENTS {
            Value::Unknown
        } else {
            let elements = elements.into_iter().map(simple).collect();
            let start = self.code + start;
            Value::List(Rc::new(List { elements, start }))
        };
        self.stack.push(list);
    }

    /// `list.join(between)`.
    fn join(&mut self) {
        let (between, list) = (self.pop(), self.pop());
        let joined = match (&between, &list) {
            (Value::Text(between), Value::List(list)) => {
                self.joined(&list.elements, &between.letters)
            }
            _ => None,
        };
        if joined.is_none() {
            self.leaves(list);
        }
        self.stack.push(joined.map_or(Value::Unknown, Value::Text));
    }

    /// An instruction of which only the stack matters: what it takes leaves the method.
    fn other(&mut self, instruction: &Instruction) {
        let name = instruction
            .name
            .and_then(|name| self.abc.names.get(name as usize));
        let pops =
            instruction.pops + instruction.arguments + name.map_or(0, |name: &Name| name.pops);
        let first = self.stack.len().saturating_sub(pops);
        for value in self.stack.split_off(first) {
            self.leaves(value);
        }
        for _ in 0..instruction.pushes {
            self.stack.push(Value::Unknown);
        }
    }

    /// Notes a value that code puts to use.
    fn leaves(&mut self, value: Value) {
        match value {
            Value::Text(text) => self.text(&text),
            Value::List(list) if self.spend(list.elements.len()) => match list.bytes() {
                Some(bytes) => self.found.push(Made {
                    method: self.method,
                    start: list.start,
                    length: 0,
                    value: Found::Bytes(bytes),
                }),
                None => {
                    for element in &list.elements {
                        if let Value::Text(text) = element {
                            self.text(text);
                        }
                    }
                }
            },
            Value::Unknown | Value::Number(_) | Value::List(_) => {}
        }
    }

    fn text(&mut self, text: &Text) {
        let fits = text.letters.len() <= MOST_LETTERS;
        if !fits || !self.spend(text.letters.len()) || self.seen.contains(&*text.letters) {
            return;
        }
        self.seen.insert(Rc::from(&*text.letters));
        if !(self.wanted)(&text.letters) {
            return;
        }
        self.used.extend(&text.pieces);
        let first = text.pieces.first().copied().unwrap_or(0);
        let constant = self.abc.string(first);
        self.found.push(Made {
            method: self.method,
            start: constant.start,
            length: constant.text.len(),
            value: Found::Text(text.letters.clone()),
        });
    }

    /// Finds constants that are in nothing that was found: those of classes, and pieces beside something unknown.
    fn unused(&mut self) {
        self.seen.clear();
        for (number, text) in (0..).zip(self.constants.clone()) {
            if !self.used.contains(&number) {
                self.text(&text);
            }
        }
    }
}

impl List {
    /// The elements, if all are bytes and there is one.
    fn bytes(&self) -> Option<Vec<u8>> {
        let byte = |value: &Value| match value {
            Value::Number(number @ -128..256) => Some(*number as u8),
            _ => None,
        };
        let bytes = self.elements.iter().map(byte).collect::<Option<Vec<u8>>>();
        bytes.filter(|bytes| !bytes.is_empty())
    }
}
