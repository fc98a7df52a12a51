//! The rules of the representation, checked in time linear in the size of a program, with a stack of its
//! own.
//!
//! * Structure: the blocks are a tree below the body, each instruction stands in one of them, `break` and
//!   `continue` stand in loops and end their block.
//! * Instructions: as many operands and results as the opcode has, lists as long as the shape asks for,
//!   registers of files that can be read or written.
//! * Values: each that is read is assigned; one that is no variable is assigned once, before every use on
//!   the way through the tree.
//! * State `vectors`: every operand reads one register with the same modifiers, no literals are left once they have
//!   registers, the kept results of an instruction lie in one vector, every vector can be laid out.

use super::machine::FileKind;
use super::{
    Base, BlockId, Def, Formula, If, Item, Lane, LaneRef, Machine, Op, OpId, Operand, Program, Reg,
    Shape, State,
};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::entity::EntitySet;
use std::fmt;

#[cfg(test)]
mod tests;

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The instruction at fault.
    pub op: Option<OpId>,
    /// The source.
    pub span: Span,
    /// The rule that is broken, in words.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.op {
            Some(op) => write!(f, "{op}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Faults after which the verifier stops looking.
const MOST: usize = 50;

/// Checks every rule.
///
/// # Errors
/// The rules that are broken, at most fifty.
pub fn verify<M: Machine>(program: &Program<M>) -> Result<(), Vec<Fault>> {
    let mut verifier = Verifier {
        program,
        faults: Vec::new(),
        op: None,
        blocks: EntitySet::new(),
        seen: EntitySet::new(),
        assigned: EntitySet::new(),
        defined: EntitySet::new(),
        undo: Vec::new(),
    };
    verifier.ids();
    // What follows looks entities up.
    if verifier.faults.is_empty() {
        verifier.tree();
        verifier.op = None;
        verifier.ends();
        verifier.vectors();
    }
    if verifier.faults.is_empty() {
        Ok(())
    } else {
        Err(verifier.faults)
    }
}

impl<M: Machine> retroshade_ir::pass::Unit for Program<M> {
    fn verify_after(&self, pass: &str) -> Result<(), Diagnostic> {
        let Err(faults) = verify(self) else {
            return Ok(());
        };
        let message = format!("the {} program breaks a rule of the machine IR", M::NAME);
        let mut bug = Diagnostic::bug(pass, message);
        if let Some(fault) = faults.iter().find(|fault| !fault.span.is_none()) {
            bug = bug.at(fault.span, fault.to_string());
        }
        for fault in faults.iter().take(5) {
            bug = bug.with_note(fault.to_string());
        }
        Err(bug)
    }

    fn seen(&self) -> retroshade_ir::pass::Seen<'_> {
        retroshade_ir::pass::Seen::Machine(self)
    }
}

struct Verifier<'p, M: Machine> {
    program: &'p Program<M>,
    faults: Vec<Fault>,
    /// The instruction that is looked at.
    op: Option<OpId>,
    blocks: EntitySet<BlockId>,
    seen: EntitySet<OpId>,
    /// Values that some instruction assigns.
    assigned: EntitySet<Lane>,
    /// Values that are assigned on every way to here.
    defined: EntitySet<Lane>,
    /// Values in the order in which they became defined, to leave a block again.
    undo: Vec<Lane>,
}

/// A block that is looked at.
struct Frame {
    block: BlockId,
    next: usize,
    /// Length of `undo` where it starts.
    defined: usize,
    in_loop: bool,
}

impl<M: Machine> Verifier<'_, M> {
    fn fault(&mut self, message: impl Into<String>) {
        if self.faults.len() < MOST {
            let span = self.op.and_then(|op| self.program.ops.get(op));
            self.faults.push(Fault {
                op: self.op,
                span: span.map_or(Span::NONE, |op| op.span),
                message: message.into(),
            });
        }
    }

    /// Everything that is named exists.
    fn ids(&mut self) {
        let program = self.program;
        if program.blocks.get(program.body).is_none() {
            self.fault("the body does not exist");
        }
        for items in program.blocks.values() {
            for item in items {
                let exists = match item {
                    Item::Op(op) => program.ops.get(*op).is_some(),
                    Item::If(branch) => [branch.accept, branch.reject]
                        .iter()
                        .all(|block| program.blocks.get(*block).is_some()),
                    Item::Loop(repeated) => program.blocks.get(repeated.body).is_some(),
                    Item::Break | Item::Continue | Item::Emission(..) => true,
                };
                if !exists {
                    self.fault("a block names an item that does not exist");
                }
            }
        }
        let operands = program.ops.values().flat_map(Op::reads);
        for lane in operands.chain(program.other_reads()) {
            let exists = match lane.base {
                Base::Value(lane) => program.lanes.get(lane).is_some(),
                Base::Indexed(_, address, _) => program.addresses.get(address).is_some(),
                Base::Reg(..) | Base::Literal(_) | Base::Undefined => true,
            };
            if !exists {
                self.fault(format!("{lane:?} does not exist"));
            }
        }
        let ops = program.ops.values();
        let results: Vec<&Lane> = ops.flat_map(|op| op.results.iter().flatten()).collect();
        let members = program.vectors.values().flat_map(|vector| &vector.lanes);
        for lane in &results {
            self.assigned.insert(**lane);
        }
        for lane in results.into_iter().chain(members) {
            if program.lanes.get(*lane).is_none() {
                self.fault(format!("{lane} does not exist"));
            }
        }
    }

    fn tree(&mut self) {
        let program = self.program;
        let mut frames = Vec::new();
        self.enter(&mut frames, program.body, false);
        while let Some(frame) = frames.last_mut() {
            let items = &program.blocks[frame.block];
            let Some(item) = items.get(frame.next) else {
                let defined = frame.defined;
                frames.pop();
                // What an arm or a round defines is not defined behind it.
                if !frames.is_empty() {
                    for lane in self.undo.drain(defined..) {
                        self.defined.remove(lane);
                    }
                }
                continue;
            };
            frame.next += 1;
            let (is_last, in_loop) = (frame.next == items.len(), frame.in_loop);
            match item {
                Item::Op(id) => self.instruction(*id),
                Item::If(branch) => {
                    self.op = None;
                    self.condition(branch);
                    self.enter(&mut frames, branch.reject, in_loop);
                    self.enter(&mut frames, branch.accept, in_loop);
                }
                Item::Loop(repeated) => self.enter(&mut frames, repeated.body, true),
                Item::Emission(..) => self.op = None,
                Item::Break | Item::Continue => {
                    self.op = None;
                    if !in_loop {
                        self.fault("there is no loop to leave or to go on with");
                    }
                    if !is_last {
                        self.fault("something stands behind a `break` or `continue`");
                    }
                }
            }
        }
    }

    fn condition(&mut self, branch: &If<M>) {
        for lane in branch.reads() {
            self.reads(lane);
        }
        for test in &branch.tests {
            let count = M::condition(M::condition_name(test.code));
            if count.map(|(_, count)| count) != Some(test.operands.len()) {
                self.fault("a condition has the wrong number of operands");
            }
        }
        let mut parts = vec![&branch.formula];
        while let Some(part) = parts.pop() {
            match part {
                Formula::Test(number, _) if branch.tests.get(*number).is_some() => {}
                Formula::All(more) | Formula::Any(more) if !more.is_empty() => parts.extend(more),
                _ => self.fault("a condition has a part that is none"),
            }
        }
    }

    fn enter(&mut self, frames: &mut Vec<Frame>, block: BlockId, in_loop: bool) {
        if !self.blocks.insert(block) {
            self.op = None;
            self.fault(format!("{block} stands in two places"));
            return;
        }
        // Blocks that wait below a frame start when it is left, and define nothing until then.
        frames.push(Frame {
            block,
            next: 0,
            defined: self.undo.len(),
            in_loop,
        });
    }

    fn instruction(&mut self, id: OpId) {
        self.op = Some(id);
        if !self.seen.insert(id) {
            self.fault("it stands in two places");
            return;
        }
        let program = self.program;
        let op = &program.ops[id];
        self.lengths(op);
        op.reads().for_each(|lane| self.reads(lane));
        if program.state == State::Vectors {
            for (number, operand) in op.operands.iter().enumerate() {
                self.one_register(operand, Program::positions(op, number));
            }
        }
        for (at, lane) in (0..).zip(&op.results) {
            let Some(lane) = lane else { continue };
            match program.lanes[*lane].def {
                Def::Variable => {}
                Def::Op(def, number) if (def, number) == (id, at) => {
                    self.defined.insert(*lane);
                    // Where it is not executed it is what it is tied to.
                    if op.predicate.is_none() {
                        self.undo.push(*lane);
                    }
                }
                Def::Op(..) | Def::Nowhere => {
                    self.fault(format!("{lane} is assigned here but defined elsewhere"));
                }
            }
        }
        self.out(op);
        self.pins(op);
        if program.state == State::Vectors {
            let mut kept = op.results.iter().flatten();
            let kept = kept.any(|lane| program.lanes[*lane].vector.is_some());
            if kept && program.kept(id).is_none() {
                self.fault("its results lie in several vectors");
            }
        }
    }

    fn lengths(&mut self, op: &Op<M>) {
        if op.operands.len() != M::operands(op.code) {
            self.fault(format!("it takes {} operands", M::operands(op.code)));
        }
        let results = op.results.len();
        let fits = match op.shape() {
            Shape::Lanewise => {
                op.operands.iter().all(|operand| operand.len() == results) && results > 0
            }
            Shape::Broadcast => (1..=4).contains(&results),
            Shape::Fixed(count) => results == usize::from(count),
        };
        if !fits {
            self.fault("the number of results does not fit the operands");
        }
        let over = op.predicate.as_ref().map(|predicate| predicate.over.len());
        if over.is_some_and(|over| over != results) {
            self.fault("each result of an instruction with a predicate is tied to a lane");
        }
        for (number, operand) in op.operands.iter().enumerate() {
            let most = Program::<M>::positions(op, number).count_ones() as usize;
            if operand.is_empty() || operand.len() > most {
                self.fault(format!("operand {number} reads {} lanes", operand.len()));
            }
        }
    }

    fn register(&mut self, reg: Reg, component: u8) {
        match M::FILES.get(usize::from(reg.file)).map(|file| file.kind) {
            Some(FileKind::Input | FileKind::Constant | FileKind::Memory) => {}
            Some(FileKind::Output) if M::reads_back(reg) => {}
            _ => self.fault("it reads a register that cannot be read"),
        }
        if component > 3 {
            self.fault("a register has four components");
        }
    }

    /// What a lane reads is there.
    fn reads(&mut self, lane: LaneRef) {
        if lane.absolute && !M::ABSOLUTE {
            self.fault("operands have no absolute values here");
        }
        match lane.base {
            Base::Value(value) if self.program.output_of(value).is_some() => {
                self.fault(format!(
                    "{value} is a component of an output, which nobody can read"
                ));
            }
            Base::Value(value) => {
                let is_there = match self.program.lanes[value].def {
                    Def::Variable => self.assigned.contains(value),
                    Def::Op(..) | Def::Nowhere => self.defined.contains(value),
                };
                if !is_there {
                    self.fault(format!("{value} is read before it is assigned"));
                }
            }
            Base::Reg(reg, component) => self.register(reg, component),
            Base::Indexed(reg, address, component) => {
                self.register(reg, component);
                let index = self.program.addresses[address].index;
                match index.base {
                    Base::Indexed(..) => self.fault("an index is read behind an index"),
                    _ => self.reads(index),
                }
            }
            Base::Literal(_) | Base::Undefined if lane.is_modified() => {
                self.fault("a literal holds its sign in its bits");
            }
            Base::Literal(_) | Base::Undefined => {}
        }
    }

    /// An operand in the state of vectors: literals only, or one register.
    fn one_register(&mut self, operand: &Operand, positions: u8) {
        let mut lanes = operand.iter();
        let literals = lanes.all(|lane| lane.as_literal().is_some() || lane.is_undefined());
        if literals && self.program.literals.is_empty() {
            return;
        }
        if self.program.read(operand, positions).is_none() {
            self.fault("an operand does not read one register with the same modifiers");
        }
    }

    fn out(&mut self, op: &Op<M>) {
        let Some(out) = op.out else { return };
        let file = M::FILES.get(usize::from(out.reg.file));
        if file.is_none_or(|file| file.kind != FileKind::Output) {
            self.fault("it writes a register that is no output");
        }
        if out.mask() == 0 {
            self.fault("it writes no component of its output");
        }
        for (component, from) in (0..).zip(out.from) {
            let Some(from) = from else { continue };
            match op.results.get(usize::from(from)) {
                Some(Some(_)) => {}
                _ => self.fault("an output gets a result that does not exist"),
            }
            if matches!(op.shape(), Shape::Fixed(_)) && from != component {
                self.fault("a fixed result goes to another component of an output");
            }
        }
    }

    /// Results that are components of outputs are those of one.
    fn pins(&mut self, op: &Op<M>) {
        let mut outputs = op.values().map(|lane| self.program.output_of(lane));
        let first = outputs.next().flatten().map(|(reg, _)| reg);
        let same = outputs.all(|output| output.map(|(reg, _)| reg) == first);
        if !same {
            self.fault("its results go to several registers");
        }
        if let Some(reg) = first {
            let file = M::FILES.get(usize::from(reg.file));
            if file.is_none_or(|file| file.kind != FileKind::Output) {
                self.fault("it writes a register that is no output");
            }
        }
    }

    fn ends(&mut self) {
        let program = self.program;
        for id in program.ops.keys() {
            if !self.seen.contains(id) {
                self.fault(format!("{id} stands in no block"));
            }
        }
        for output in &program.outputs {
            output
                .lanes
                .iter()
                .flatten()
                .for_each(|lane| self.reads(*lane));
            if program.state == State::Vectors {
                let lanes: Operand = output.lanes.iter().flatten().copied().collect();
                self.one_register(&lanes, 15);
            }
        }
    }

    fn vectors(&mut self) {
        let program = self.program;
        if program.state == State::Vectors && !M::LIVE_OUT && !program.outputs.is_empty() {
            self.fault("an output is written by no instruction");
        }
        for (id, vector) in program.vectors.iter() {
            let belong = vector
                .lanes
                .iter()
                .all(|lane| program.lanes[*lane].vector == Some(id));
            if !belong {
                self.fault(format!("a lane of {id} says that it lies elsewhere"));
            }
            // Whether more than four are ever live at once is for register allocation to find out.
            let fits = vector.lanes.len() > 4 || program.layouts_of(&vector.lanes).next().is_some();
            if !fits {
                self.fault(format!("{id} cannot be laid out in a register"));
            }
        }
    }
}
