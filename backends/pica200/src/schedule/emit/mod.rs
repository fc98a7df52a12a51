//! Lays code out as instructions: registers for lanes, blocks for conditions and loops, address
//! moves where an index is needed, and `nop`s where blocks may not end.
//!
//! A condition whose arms stay inside becomes `ifc` or `ifu`. One that leaves a loop is made of jumps:
//! a jump or `break` out of a block would leave its entry on the machine's stack. A loop that the
//! machine counts is a `for`, left by `break` and `breakc`. Any other loop is made of jumps
//! altogether; its way back is one on a boolean that the container sets.
//! Padding follows picasso's rules, so that the text of the program assembles to the same words.

mod flow;
mod jump;
mod operand;

use super::allocate::Lanes;
use super::literals::Literals;
use crate::counters::Counters;
use crate::isa::{DescriptorTable, Instruction, Opcode};
use crate::machine::{Compare, Item, NanResult, Program};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_kit::mir::{AddressId, BlockId, Emission, Lane, LaneRef, OpId, Sends};

/// The operation that a word was made from, its operands and its results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Meaning {
    pub(super) task: Task,
    /// For each operand, the position in the swizzle and what is to be found there.
    pub(super) operands: Vec<Vec<(u8, LaneRef)>>,
    /// Lanes written, and what they hold then.
    pub(super) results: Vec<(u8, Lane)>,
}

impl From<Task> for Meaning {
    fn from(task: Task) -> Meaning {
        Meaning {
            task,
            ..Meaning::default()
        }
    }
}

/// The part of the code that a word does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Task {
    /// None: a `nop` or a call.
    #[default]
    Nothing,
    /// An operation.
    Op(OpId),
    /// Moves addresses to halves of the address register.
    Addresses([Option<AddressId>; 2]),
    /// A comparison, for both flags.
    Compare(Compare),
    /// Goes a way where a question is answered so.
    Branch(Way, Decider, bool),
    /// So many rounds of a loop, and the step of `aL` if it is read.
    Loop(u16, Option<u8>),
    /// Leaves a counted loop.
    Break,
    /// Makes a vertex, or chooses its slot.
    Emission(Emission),
    /// The end of the program.
    End,
}

/// What decides a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Decider {
    /// Nothing: the answer is yes.
    Always,
    /// A boolean uniform.
    Boolean(u8),
    /// A comparison that the flags tell.
    Compare(Compare),
}

/// Where a word goes that is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Into the first of two blocks.
    Block,
    /// To a label.
    Jump,
    /// Out of a counted loop.
    Leave,
}

/// A word before it is encoded.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) instruction: Instruction,
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

/// The laid out program.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) words: Vec<Word>,
    /// True if the boolean that is always true is used.
    pub(super) needs_true: bool,
    /// What the counted loops count.
    pub(super) counters: Counters,
}

/// A place that jumps go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(usize);

/// How a loop is left, and how its next round begins.
#[derive(Clone, Copy)]
enum OpenLoop {
    /// By jumps to these places.
    Jumps { head: Label, exit: Label },
    /// The machine counts: by `break`, and by going to the end of the body. `step` is that of `aL` if it is read.
    Counted { next: Label, step: Option<u8> },
}

pub(super) struct Emitter<'a> {
    code: &'a Program,
    nan: NanResult,
    lanes: &'a Lanes,
    literals: &'a Literals,
    /// The boolean uniform that is always true.
    truth: Option<u8>,
    /// The descriptors so far, where operands are ordered by them.
    descriptors: Option<DescriptorTable>,
    layout: Layout,
    /// Where each label lies, once that is known.
    labels: Vec<Option<usize>>,
    /// Jumps and the labels they go to.
    jumps: Vec<(usize, Label)>,
    loops: Vec<OpenLoop>,
    /// What the address registers hold.
    addresses: [Option<AddressId>; 2],
    /// The half that was written or used last.
    recent: usize,
    /// What follows in the block that is laid out.
    ahead: &'a [Item],
    /// True if nothing follows that.
    is_outermost: bool,
    /// The last thing that happened was the end of a condition or loop.
    after_end: bool,
}

/// Lays out a program. With a table of descriptors operands that may stand in either order stand in the one for which
/// the table needs no other entry.
///
/// # Errors
/// If it needs jumps and no boolean register is left, or on a defect of an earlier pass.
pub(super) fn emit(
    code: &Program,
    lanes: &Lanes,
    literals: &Literals,
    truth: Option<u8>,
    nan: NanResult,
    descriptors: Option<DescriptorTable>,
) -> Result<Layout, Diagnostic> {
    let mut emitter = Emitter {
        code,
        nan,
        lanes,
        literals,
        truth,
        descriptors,
        layout: Layout {
            counters: Counters::of(code),
            ..Layout::default()
        },
        labels: Vec::new(),
        jumps: Vec::new(),
        loops: Vec::new(),
        addresses: [None; 2],
        recent: 1,
        ahead: &[],
        is_outermost: false,
        after_end: false,
    };
    emitter.block(code.body)?;
    emitter.push(Instruction::Bare(Opcode::End), Task::End.into(), Span::NONE);
    emitter.finish()
}

/// The instruction of a step of making a vertex.
pub(super) fn emitting(emission: Emission) -> Instruction {
    match emission {
        Emission::Slot(vertex, sends) => Instruction::SetEmit {
            vertex,
            primitive: sends != Sends::Nothing,
            winding: sends == Sends::Reversed,
        },
        Emission::Vertex => Instruction::Bare(Opcode::Emit),
    }
}

fn bug(message: &str) -> Diagnostic {
    Diagnostic::bug("pica200 layout", message)
}

impl Emitter<'_> {
    fn here(&self) -> usize {
        self.layout.words.len()
    }

    fn push(&mut self, instruction: Instruction, meaning: Meaning, span: Span) -> usize {
        if let (Some(table), Some(demand)) = (&mut self.descriptors, instruction.demand()) {
            // What has no room is told when the words are encoded.
            let _ = table.place(demand);
        }
        self.layout.words.push(Word {
            instruction,
            meaning,
            span,
        });
        self.after_end = false;
        self.here() - 1
    }

    fn nop(&mut self) {
        self.push(
            Instruction::Bare(Opcode::Nop),
            Meaning::default(),
            Span::NONE,
        );
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    fn bind(&mut self, label: Label) {
        self.labels[label.0] = Some(self.here());
    }

    fn finish(mut self) -> Result<Layout, Diagnostic> {
        for (word, label) in std::mem::take(&mut self.jumps) {
            let to = self.labels[label.0].ok_or_else(|| bug("a jump has no target"))?;
            self.aim(word, to, 0);
        }
        Ok(self.layout)
    }

    /// Sets target and length of a word.
    fn aim(&mut self, word: usize, to: usize, count: usize) {
        self.layout.words[word].instruction.aim(to, count);
    }

    fn block(&mut self, block: BlockId) -> Result<(), Diagnostic> {
        let code = self.code;
        let items = &code.blocks[block];
        for (at, item) in items.iter().enumerate() {
            // What a condition or a loop begins with is followed by its own blocks.
            self.ahead = match item {
                Item::Op(_) => items.get(at + 1..).unwrap_or_default(),
                _ => &[],
            };
            self.is_outermost = block == code.body;
            match item {
                Item::Op(id) => self.op(*id, &code.ops[*id])?,
                Item::If(branch) => self.branch(branch)?,
                Item::Loop(repeat) => self.repeat(repeat)?,
                Item::Break => self.break_loop()?,
                Item::Continue => self.continue_loop()?,
                Item::Emission(emission, span) => {
                    let task = Task::Emission(*emission);
                    self.push(emitting(*emission), task.into(), *span);
                }
            }
        }
        Ok(())
    }
}
