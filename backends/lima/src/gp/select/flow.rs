//! Conditions and loops as blocks.
//!
//! ```text
//!         condition, branch accept            head:   body, with branches to head and exit
//!         reject, branch join                         next values, branch head
//! accept: accept                              exit:
//! join:
//! ```
//!
//! What lives across the border of a block is a *variable*: a place that operations store to and that
//! later blocks read as it was when they started. Results of conditions and what loops carry round are
//! variables, and so is every scalar that another block reads.

use super::{Placed, Select, eliminate_dead_code};
use crate::gp::code::{
    Block, BlockId, Code, End, From, Node, NodeOp, Place, Read, Stores, VariableId,
};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::entity;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::{Inst, Op, Region, Shader, Terminator, Use, Value, WayOut};
use smallvec::smallvec;

entity! {
    /// A place in the program that is jumped to.
    Label, "l"
}

/// The variables of the lanes of what a loop carries round and of what it gives.
#[derive(Clone)]
struct LoopVariables {
    parameters: Vec<Vec<VariableId>>,
    results: Vec<Vec<VariableId>>,
}

/// A loop around the block.
pub(super) struct Loop {
    variables: LoopVariables,
    head: Label,
    exit: Label,
}

/// A test behind which a round of a loop has nothing left to do.
struct LastTest<'a> {
    /// The instructions of the round before it.
    before: &'a [Inst],
    way_out: WayOut<'a>,
    /// What the next round starts with otherwise.
    next: &'a [Use],
}

/// Returns the values that each `break` out of a loop hands on.
fn breaks(shader: &Shader, body: Region) -> Vec<&[Use]> {
    let mut found = Vec::new();
    let mut regions = vec![body];
    while let Some(region) = regions.pop() {
        let data = &shader.regions[region];
        if let Terminator::Break(uses) = &data.end {
            found.push(uses.as_slice());
        }
        let conditions = data.insts.iter().map(|inst| &shader.insts[*inst]);
        let arms = conditions.filter(|data| data.op == Op::If);
        regions.extend(arms.flat_map(|data| data.regions.iter().rev().copied()));
    }
    found
}

impl<'a> Select<'a> {
    /// The number of this block.
    pub(super) fn block(&self) -> BlockId {
        BlockId::new(self.finished.len())
    }

    pub(super) fn instructions(&mut self, insts: &[Inst]) -> Result<(), Diagnostic> {
        for inst in insts {
            self.span = self.shader.insts[*inst].span;
            match self.shader.insts[*inst].op {
                Op::If => self.condition(*inst)?,
                Op::Loop => self.repeat(*inst)?,
                _ => self.instruction(*inst)?,
            }
        }
        Ok(())
    }

    /// A scalar as this block reads it.
    pub(super) fn local(&mut self, placed: Placed) -> Read {
        let (block, read) = placed;
        if block == self.block() || read.from.node().is_none() {
            return read;
        }
        let variable = match self.crossing.get(&(block, read.from)) {
            Some(known) => *known,
            None => {
                let variable = self.variable();
                self.crossing.insert((block, read.from), variable);
                let nodes = &mut self.finished[block].nodes;
                let id = match read.from {
                    From::Node(id) => id,
                    _ => nodes.push(Node {
                        op: NodeOp::Move,
                        reads: smallvec![Read::of(read.from)],
                        stores: Stores::new(),
                        span: self.span,
                    }),
                };
                nodes[id].stores.push(Place::Variable(variable));
                variable
            }
        };
        Read {
            from: From::Variable(variable),
            negate: read.negate,
        }
    }

    /// Stores a scalar without a pending change of sign.
    pub(super) fn store(&mut self, read: Read, place: Place) {
        let id = match read.from {
            From::Node(id) => id,
            // Copies are not shared: an operation stores as much as its instruction can.
            _ => self.nodes.push(Node {
                op: NodeOp::Move,
                reads: smallvec![read],
                stores: Stores::new(),
                span: self.span,
            }),
        };
        let stores = &mut self.nodes[id].stores;
        if !stores.contains(&place) {
            stores.push(place);
        }
    }

    fn variable(&mut self) -> VariableId {
        self.variables += 1;
        VariableId::new(self.variables as usize - 1)
    }

    /// Variables for the lanes of values.
    fn variables(&mut self, values: &[Value]) -> Vec<Vec<VariableId>> {
        let mut all = Vec::with_capacity(values.len());
        for value in values {
            let lanes = self.shader.ty(*value).lanes;
            all.push((0..lanes).map(|_| self.variable()).collect());
        }
        all
    }

    /// Says that values are in variables.
    fn read_variables(&mut self, values: &[Value], variables: &[Vec<VariableId>]) {
        for (value, variables) in values.iter().zip(variables) {
            let lane = |id: &VariableId| Some(Read::of(From::Variable(*id)));
            self.define(*value, variables.iter().map(lane).collect());
        }
    }

    /// Stores values to variables, all at once.
    fn assign(&mut self, uses: &[Use], variables: &[Vec<VariableId>]) {
        for (operand, variables) in uses.iter().zip(variables) {
            for (read, variable) in self.read(*operand).into_iter().zip(variables) {
                let read = self.plain(read);
                if read.from != From::Variable(*variable) {
                    self.store(read, Place::Variable(*variable));
                }
            }
        }
    }

    fn label(&mut self) -> Label {
        self.labels.push(None)
    }

    fn bind(&mut self, label: Label) {
        self.labels[label] = Some(self.block());
    }

    /// Ends this block and starts the next.
    fn end(&mut self, end: End) {
        let nodes = std::mem::take(&mut self.nodes);
        self.known.clear();
        self.finished.push(Block { nodes, end });
    }

    /// Ends this block with a branch, whose target [`Select::finish`] sets.
    fn end_with_branch(&mut self, condition: Read, label: Label) {
        let block = self.block();
        self.branches.push((block, label));
        self.end(End::Branch(condition, block));
    }

    fn jump(&mut self, label: Label) {
        self.end_with_branch(Read::of(From::Literal(1.0f32.to_bits())), label);
    }

    /// An arm of a condition, with a jump to where it leads.
    fn arm(
        &mut self,
        region: Region,
        results: &[Vec<VariableId>],
        join: Label,
    ) -> Result<(), Diagnostic> {
        self.instructions(&self.shader.regions[region].insts)?;
        self.leave(region, results, join)
    }

    /// Follows a region's end. `join` is where a yield leads.
    fn leave(
        &mut self,
        region: Region,
        results: &[Vec<VariableId>],
        join: Label,
    ) -> Result<(), Diagnostic> {
        let stray = || Diagnostic::bug("lima select", "a region leaves no loop");
        match &self.shader.regions[region].end {
            Terminator::Yield(uses) => {
                self.assign(uses, results);
                self.jump(join);
            }
            Terminator::Break(uses) => {
                let around = self.loops.last().ok_or_else(stray)?;
                let (variables, label) = (around.variables.results.clone(), around.exit);
                self.assign(uses, &variables);
                self.jump(label);
            }
            Terminator::Continue(uses) => {
                let around = self.loops.last().ok_or_else(stray)?;
                let (variables, label) = (around.variables.parameters.clone(), around.head);
                self.assign(uses, &variables);
                self.jump(label);
            }
            Terminator::Unreachable => self.end(End::Next),
            Terminator::Open => return Err(stray()),
        }
        Ok(())
    }

    /// Where a region leads that does nothing else: it has no instructions, and what it hands on is in its place.
    fn jump_of(&self, region: Region, results: &[Value], join: Label) -> Option<Label> {
        let data = &self.shader.regions[region];
        let around = self.loops.last();
        let (uses, variables, label) = match &data.end {
            Terminator::Yield(_) if results.is_empty() => {
                return data.insts.is_empty().then_some(join);
            }
            Terminator::Break(uses) => (uses, &around?.variables.results, around?.exit),
            Terminator::Continue(uses) => (uses, &around?.variables.parameters, around?.head),
            _ => return None,
        };
        let in_place = |(operand, variables): (&Use, &Vec<VariableId>)| {
            let lanes = self.lanes.get(&operand.value);
            let is_there = |(lane, variable): (&u8, &VariableId)| {
                let read = lanes.and_then(|lanes| lanes.get(usize::from(*lane)).copied().flatten());
                read.is_some_and(|(_, read)| read == Read::of(From::Variable(*variable)))
            };
            operand.swizzle.lanes().iter().zip(variables).all(is_there)
        };
        let nothing = data.insts.is_empty() && uses.iter().zip(variables).all(in_place);
        nothing.then_some(label)
    }

    fn condition(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        if self.repeat_if(inst)?.is_some() {
            return Ok(());
        }
        let data = &self.shader.insts[inst];
        let ([condition, ..], &[accept, reject]) = (data.args.as_slice(), data.regions.as_slice())
        else {
            return Err(Diagnostic::bug("lima select", "an if without arms"));
        };
        let join = self.label();
        let accept_jump = self.jump_of(accept, &data.results, join);
        let reject_jump = self.jump_of(reject, &data.results, join);
        let results = self.variables(&data.results);
        let read = self.read(*condition).first().copied();
        let read = read.unwrap_or(Read::of(From::Literal(0)));
        match (accept_jump, reject_jump) {
            (Some(label), _) if label != join => {
                self.branch(read, label);
                self.arm(reject, &results, join)?;
            }
            (_, Some(label)) => {
                let inverse = self.not(read);
                self.branch(inverse, label);
                self.arm(accept, &results, join)?;
            }
            (Some(label), None) => {
                self.branch(read, label);
                self.arm(reject, &results, join)?;
            }
            (None, None) => {
                let taken = self.label();
                self.branch(read, taken);
                self.arm(reject, &results, join)?;
                self.bind(taken);
                self.arm(accept, &results, join)?;
            }
        }
        self.bind(join);
        self.read_variables(&data.results, &results);
        Ok(())
    }

    /// Ends this block with a branch.
    fn branch(&mut self, condition: Read, label: Label) {
        let read = self.plain(condition);
        // Variables may be stored to before the branch.
        let read = match read.from {
            From::Variable(_) => self.node(NodeOp::Move, smallvec![read]),
            _ => read,
        };
        self.end_with_branch(read, label);
    }

    /// The test at the end of a round, if a round ends in one that only leaves the loop or goes on, and what it leaves
    /// with is what it would go on with.
    fn last_test(&self, body: Region) -> Option<LastTest<'a>> {
        let data = &self.shader.regions[body];
        let (last, before) = data.insts.split_last()?;
        let way_out = self.shader.way_out(*last)?;
        let Terminator::Continue(next) = &data.end else {
            return None;
        };
        let mut results = way_out.results.iter();
        results
            .all(|operand| next.contains(operand))
            .then_some(LastTest {
                before,
                way_out,
                next,
            })
    }

    /// Leaves a loop or goes back to its head. What the loop gives is stored either way.
    fn leave_or_repeat(&mut self, test: &LastTest<'_>) {
        let Some(around) = self.loops.last() else {
            return;
        };
        let (
            LoopVariables {
                parameters,
                results,
            },
            head,
        ) = (around.variables.clone(), around.head);
        self.assign(test.next, &parameters);
        for (operand, variables) in test.way_out.results.iter().zip(&results) {
            if !parameters.contains(variables) {
                self.assign(&[*operand], std::slice::from_ref(variables));
            }
        }
        let read = self.read(test.way_out.condition).first().copied();
        let read = read.unwrap_or(Read::of(From::Literal(0)));
        let goes_on = if test.way_out.leaves_if {
            self.not(read)
        } else {
            read
        };
        self.branch(goes_on, head);
    }

    /// Variables for the parameters and the results of a loop. A result shares that of a parameter which a `break` hands on
    /// as it is, or, where the last test stores what the next round starts with, which that test hands on: so nothing is
    /// copied on the way out.
    fn loop_variables(&mut self, inst: Inst, body: Region) -> LoopVariables {
        let values = &self.shader.regions[body].parameters;
        let parameters = self.variables(values);
        let breaks = breaks(self.shader, body);
        let last = self.last_test(body);
        let mut taken = vec![false; values.len()];
        let mut results = self.variables(&self.shader.insts[inst].results);
        for (index, variables) in results.iter_mut().enumerate() {
            let handed_on = match &last {
                Some(test) => {
                    let next = test.next.iter().zip(&taken);
                    let mut next =
                        next.map(|(next, taken)| *next == test.way_out.results[index] && !taken);
                    next.position(|shared| shared)
                }
                None => {
                    let operands = breaks.iter().filter_map(|uses| uses.get(index));
                    let mut parameters = operands.filter_map(|operand| {
                        let parameter = values.iter().position(|value| *value == operand.value)?;
                        let whole = operand
                            .swizzle
                            .is_identity(self.shader.ty(operand.value).lanes);
                        (whole && !taken[parameter]).then_some(parameter)
                    });
                    parameters.next()
                }
            };
            if let Some(parameter) = handed_on {
                taken[parameter] = true;
                variables.clone_from(&parameters[parameter]);
            }
        }
        LoopVariables {
            parameters,
            results,
        }
    }

    fn repeat(&mut self, inst: Inst) -> Result<(), Diagnostic> {
        let body = self.body(inst)?;
        let variables = self.loop_variables(inst, body);
        let entered = self.enter(inst, variables);
        self.end(End::Next);
        self.rounds(inst, entered)
    }

    /// A loop behind a condition, where the other arm gives what the loop begins with: the variables of the loop hold that
    /// already. `None` if that is not so.
    fn repeat_if(&mut self, inst: Inst) -> Result<Option<()>, Diagnostic> {
        let data = &self.shader.insts[inst];
        let &[accept, reject] = data.regions.as_slice() else {
            return Ok(None);
        };
        let arms = [accept, reject].map(|arm| &self.shader.regions[arm]);
        let (enters_if, inner, given) = match arms.map(|arm| (arm.insts.as_slice(), &arm.end)) {
            [(&[inner], _), ([], Terminator::Yield(given))] => (true, inner, given),
            [([], Terminator::Yield(given)), (&[inner], _)] => (false, inner, given),
            _ => return Ok(None),
        };
        let repeated = &self.shader.insts[inner];
        let gives_results = |end: &Terminator| {
            let whole = |value: &Value| self.shader.whole(*value);
            end.uses()
                .iter()
                .copied()
                .eq(repeated.results.iter().map(whole))
        };
        let end = &arms[usize::from(!enters_if)].end;
        if repeated.op != Op::Loop || !gives_results(end) {
            return Ok(None);
        }
        let unused = self.variables;
        let body = self.body(inner)?;
        let variables = self.loop_variables(inner, body);
        let holds = |(result, given): (&Vec<VariableId>, &Use)| {
            let mut begins = variables.parameters.iter().zip(&repeated.args);
            begins.any(|(parameter, argument)| parameter == result && argument == given)
        };
        if !variables.results.iter().zip(given).all(holds) {
            self.variables = unused;
            return Ok(None);
        }
        let read = self.read(data.args[0]).first().copied();
        let read = read.unwrap_or(Read::of(From::Literal(0)));
        let skips = if enters_if { self.not(read) } else { read };
        let entered = self.enter(inner, variables);
        let exit = entered.exit;
        let results = entered.variables.results.clone();
        self.branch(skips, exit);
        self.rounds(inner, entered)?;
        self.read_variables(&data.results, &results);
        Ok(Some(()))
    }

    /// Gives the variables of a loop their first values.
    fn enter(&mut self, inst: Inst, variables: LoopVariables) -> Loop {
        self.assign(&self.shader.insts[inst].args, &variables.parameters);
        Loop {
            variables,
            head: self.label(),
            exit: self.label(),
        }
    }

    fn body(&self, inst: Inst) -> Result<Region, Diagnostic> {
        let body = self.shader.insts[inst].regions.first().copied();
        body.ok_or_else(|| Diagnostic::bug("lima select", "a loop without a body"))
    }

    /// What a loop does in each round, in blocks of its own.
    fn rounds(&mut self, inst: Inst, entered: Loop) -> Result<(), Diagnostic> {
        let body = self.body(inst)?;
        let (results, exit) = (entered.variables.results.clone(), entered.exit);
        self.bind(entered.head);
        self.read_variables(
            &self.shader.regions[body].parameters,
            &entered.variables.parameters,
        );
        self.loops.push(entered);
        match self.last_test(body) {
            Some(test) => {
                self.instructions(test.before)?;
                self.leave_or_repeat(&test);
            }
            None => self.arm(body, &[], exit)?,
        }
        self.loops.pop();
        self.bind(exit);
        self.read_variables(&self.shader.insts[inst].results, &results);
        Ok(())
    }

    /// The whole program, with labels resolved.
    pub(super) fn finish(mut self) -> Result<Code, Diagnostic> {
        self.end(End::Next);
        for (block, label) in self.branches {
            let target = self.labels[label]
                .ok_or_else(|| Diagnostic::bug("lima select", "a branch leads to no block"))?;
            let end = &mut self.finished[block].end;
            match end {
                End::Branch(..) if target.index() == block.index() + 1 => *end = End::Next,
                End::Branch(_, to) => *to = target,
                End::Next => {}
            }
        }
        self.finished.values_mut().for_each(eliminate_dead_code);
        Ok(Code {
            blocks: self.finished,
            variables: self.variables,
            ..Code::default()
        })
    }
}
