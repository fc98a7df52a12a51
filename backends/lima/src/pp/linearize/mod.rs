//! Lays a program out: blocks in the order of memory, which is what scheduling takes. What belongs to an
//! operand becomes its source, lanes become cells of the value that their vector is.

mod operands;
mod straighten;

use super::code::{Block, Cell, Code, Condition, End, Kind, Node, Operation, ValueInfo};
use super::machine::{self, COLOR, DEPTH, If, Item, Program, Target};
use operands::Translation;
pub(super) use operands::{Reader, numbers};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity::EntityVec;
use retroshade_kit::mir::{BlockId, Formula, OpId, Output, Pin, VectorId};
use straighten::straighten;

/// The blocks of a program that has so many vectors of temporary memory in use.
///
/// # Errors
/// A defect: operands that the machine does not read.
pub(super) fn linearize(program: &Program, temporaries: u32) -> Result<Code, Diagnostic> {
    let mut code = Code {
        temporaries,
        ..Code::default()
    };
    for vector in program.vectors.values() {
        let mut info = ValueInfo {
            lanes: vector.lanes.len() as u8,
            pins: [None; 4],
        };
        for (pin, lane) in info.pins.iter_mut().zip(&vector.lanes) {
            *pin = match program.lanes[*lane].pin {
                Some(Pin::Component(component)) => Some(component),
                Some(Pin::Output(..)) | None => None,
            };
        }
        code.values.push(info);
    }
    for output in &program.outputs {
        let value = value_of(program, output);
        match output.reg {
            COLOR => code.color = value,
            DEPTH => code.depth = value,
            _ => return Err(bug("an output that no fragment has")),
        }
    }
    let mut layout = Layout {
        translation: Translation::new(program, code),
        current: EntityVec::new(),
        labels: Vec::new(),
        jumps: Vec::new(),
        loops: Vec::new(),
    };
    layout.block(program.body)?;
    layout.finish(End::Stop);
    let mut code = layout.resolved();
    straighten(&mut code);
    Ok(code)
}

/// A defect.
fn bug(message: &str) -> Diagnostic {
    Diagnostic::bug("lima linearize", message)
}

fn value_of(program: &Program, output: &Output) -> Option<VectorId> {
    let values = output.lanes.iter().flatten();
    let lane = values.filter_map(|lane| lane.as_value()).next()?;
    program.lanes[lane].vector
}

/// A place in the code that blocks branch to, before its number is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(usize);

/// The places to which a loop goes back and out.
#[derive(Clone, Copy, Debug)]
struct Loop {
    header: Label,
    exit: Label,
}

struct Layout<'a> {
    translation: Translation<'a>,
    /// The operations of the block that is being made.
    current: EntityVec<Node, Operation>,
    /// The block of each label.
    labels: Vec<Option<usize>>,
    /// Blocks that end in a branch, and its label.
    jumps: Vec<(usize, Label)>,
    loops: Vec<Loop>,
}

impl Layout<'_> {
    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Ends the current block and starts the next.
    fn finish(&mut self, end: End) {
        let operations = std::mem::take(&mut self.current);
        self.translation.code.blocks.push(Block { operations, end });
    }

    fn jump(&mut self, label: Label, condition: Condition, args: Vec<super::code::Operand>) {
        self.jumps.push((self.translation.code.blocks.len(), label));
        self.finish(End::Branch {
            condition,
            args,
            target: 0,
        });
    }

    /// Puts a label at the start of a new block.
    fn bind(&mut self, label: Label) {
        if !self.current.is_empty() {
            self.finish(End::Fall);
        }
        self.labels[label.0] = Some(self.translation.code.blocks.len());
    }

    /// The code with numbers of blocks for labels. Every label is bound, and the last block is behind all of
    /// them or at one.
    fn resolved(self) -> Code {
        let mut code = self.translation.code;
        for (block, label) in self.jumps {
            if let (End::Branch { target, .. }, Some(number)) =
                (&mut code.blocks[block].end, self.labels[label.0])
            {
                *target = number;
            }
        }
        code
    }

    fn block(&mut self, block: BlockId) -> Result<(), Diagnostic> {
        let program = self.translation.program;
        for item in &program.blocks[block] {
            match item {
                Item::Op(id) => {
                    let operation = self.operation(*id)?;
                    self.current.push(operation);
                }
                Item::If(branch) => self.branch(branch)?,
                Item::Loop(repeat) => {
                    let (header, exit) = (self.label(), self.label());
                    self.bind(header);
                    self.loops.push(Loop { header, exit });
                    self.block(repeat.body)?;
                    self.loops.pop();
                    if self.falls_out(repeat.body) {
                        self.jump(header, Condition::ALWAYS, Vec::new());
                    }
                    self.bind(exit);
                }
                Item::Emission(..) => return Err(bug("a vertex in a fragment program")),
                Item::Break | Item::Continue => {
                    let around = self.loops.last().ok_or_else(|| bug("no loop to leave"))?;
                    let to = match item {
                        Item::Break => around.exit,
                        _ => around.header,
                    };
                    self.jump(to, Condition::ALWAYS, Vec::new());
                }
            }
        }
        Ok(())
    }

    /// The arm of what holds comes first.
    fn branch(&mut self, branch: &If) -> Result<(), Diagnostic> {
        let (Formula::Test(0, holds), [test]) = (&branch.formula, branch.tests.as_slice()) else {
            return Err(bug("a condition of several tests"));
        };
        let condition = if *holds {
            test.code
        } else {
            test.code.inverse()
        };
        let args = test.operands.iter().enumerate();
        let args = args.map(|(number, lanes)| {
            let reader = Reader::Branch;
            self.translation.operand(lanes, reader, number)
        });
        let args = args.collect::<Result<Vec<_>, _>>()?;
        let (otherwise, join) = (self.label(), self.label());
        self.jump(otherwise, condition.inverse(), args);
        self.block(branch.accept)?;
        if self.falls_out(branch.accept) {
            self.jump(join, Condition::ALWAYS, Vec::new());
        }
        self.bind(otherwise);
        self.block(branch.reject)?;
        self.bind(join);
        Ok(())
    }

    /// True if control can arrive at the end of a block.
    fn falls_out(&self, block: BlockId) -> bool {
        let program = self.translation.program;
        match program.blocks[block].last() {
            Some(Item::Break | Item::Continue) => false,
            Some(Item::Op(id)) => {
                program.ops[*id].code.kind != machine::Kind::Discard(Condition::ALWAYS)
            }
            Some(Item::If(_) | Item::Loop(_) | Item::Emission(..)) | None => true,
        }
    }

    fn operation(&mut self, id: OpId) -> Result<Operation, Diagnostic> {
        let program = self.translation.program;
        let op = &program.ops[id];
        let kind = op.code.kind;
        let mut operands = op.operands.as_slice();
        let mut offset = None;
        if let machine::Kind::Store(Target { indexed: true, .. })
        | machine::Kind::StoreLane(Target { indexed: true, .. }, _) = kind
            && let [rest @ .., index] = operands
        {
            operands = rest;
            offset = index.first().and_then(|index| index.as_value());
        }
        let mut args = Vec::with_capacity(operands.len());
        for (number, lanes) in operands.iter().enumerate() {
            args.push(if kind.reads_registers_only() {
                self.translation.in_register(lanes)?
            } else {
                let reader = Reader::of(kind);
                self.translation.operand(lanes, reader, number)?
            });
        }
        let kind = self.translation.kind(kind, offset)?;
        let mut components = [0, 1, 2, 3];
        let mut dest: Vec<Cell> = Vec::with_capacity(op.results.len());
        for (at, lane) in (0..).zip(&op.results) {
            if let Some(lane) = lane {
                components[dest.len()] = at;
                dest.push(self.translation.cell(*lane)?);
            }
        }
        if !matches!(kind, Kind::Lookup(_)) {
            components = [0, 1, 2, 3];
        }
        Ok(Operation {
            kind,
            args,
            dest,
            modifier: op.code.modifier,
            components,
            id,
            span: op.span,
        })
    }
}
