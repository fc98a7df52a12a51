//! Loops: which variables go round, and the ways out.

use super::analysis::{self, RootRef, Write};
use super::control::{Outcome, TargetKind};
use super::env::Var;
use super::expression::Operand;
use super::place::Place;
use super::value::{Lane, Lanes, Leaf};
use super::{Lowered, Lowerer, bug};
use naga::{Block, Expression, Handle, Statement};
use retroshade_ir::{Op, Terminator, Type, Use, Value};

/// Some lanes of a variable, in order.
#[derive(Clone, Debug)]
struct Part {
    var: Var,
    lanes: Vec<u8>,
    ty: Type,
}

/// A loop of the IR that is being built.
pub(super) struct OpenLoop<'a> {
    /// What `continue` hands on: the parameters of the body.
    carried: Vec<Part>,
    /// What `break` hands on: the results of the loop.
    results: Vec<Part>,
    /// True if some `break` was made.
    breaks: bool,
    step: &'a Block,
    break_if: Option<Handle<Expression>>,
}

/// Steps of at most this many statements are copied to a `continue` rather than guarded by a flag.
const SMALL_STEP: usize = 6;

impl<'a> Lowerer<'a> {
    /// A loop. Gives whether it may end by itself, and the targets outside it may be left for.
    pub(super) fn loop_statement(
        &mut self,
        body: &'a Block,
        step: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) -> Lowered<(bool, Vec<usize>)> {
        let span = self.span;
        let exits = self.exits(body)?.or(self.exits(step)?);
        let counted = self.loop_facts(body)?.counted;
        let outer_kill = self.kill_target;
        let end = self.open_target(TargetKind::Loop);
        if outer_kill.is_none() && exits.kills && !counted {
            self.kill_target = Some(end);
        }
        let ends = exits.breaks || break_if.is_some() || self.kill_target == Some(end);
        let mut pending = Vec::new();
        if exits.returns {
            pending.push(self.frame()?.end);
        }
        if exits.kills {
            pending.extend(outer_kill);
        }
        let flagged = usize::from(ends) + pending.len() > 1;
        let mut flags = Vec::new();
        if flagged {
            for &target in &pending {
                flags.push(self.want_flag(target)?);
            }
        }
        let carried = self.written_parts(body)?;
        let mut results = carried.clone();
        results.extend(flags.iter().map(|&var| Part {
            var,
            lanes: vec![0],
            ty: Type::bool(1),
        }));
        if exits.returns {
            let vars = self.frame()?.result.clone();
            for var in vars {
                results.extend(self.whole_part(var)?);
            }
        }
        let open = OpenLoop {
            carried,
            results,
            breaks: false,
            step,
            break_if,
        };
        let breaks = self.build_loop(body, open, end)?;
        self.span = span;
        self.kill_target = outer_kill;
        if flagged {
            for &target in &pending {
                self.unwant_flag(target);
            }
        }
        self.close_target();
        if breaks {
            Ok((ends, pending))
        } else {
            Ok((false, Vec::new()))
        }
    }

    /// Builds the body and the instruction. Gives whether the loop is ever left.
    fn build_loop(&mut self, body: &'a Block, open: OpenLoop<'a>, end: usize) -> Lowered<bool> {
        let span = self.span;
        let mut first = Vec::with_capacity(open.carried.len());
        for part in &open.carried {
            first.push(self.part_value(part)?);
        }
        let types: Vec<Type> = open.carried.iter().map(|part| part.ty).collect();
        let result_types: Vec<Type> = open.results.iter().map(|part| part.ty).collect();
        self.deeper()?;
        let region = self.shader.make_region(&types);
        let outer = std::mem::replace(&mut self.region, region);
        let mark = self.env.mark();
        let parameters = self.shader.regions[region].parameters.clone();
        for (part, value) in open.carried.iter().zip(parameters) {
            self.set_part(part, value)?;
        }
        self.loops.push(open);
        let round = self.open_target(TargetKind::Round);
        let frame = self.frame_mut()?;
        frame.breakable.push(end);
        frame.rounds.push(round);
        let mut outcome = self.block(body, 0, None)?;
        outcome.arrive(round);
        let frame = self.frame_mut()?;
        frame.breakable.pop();
        frame.rounds.pop();
        self.close_target();
        if !outcome.pending.is_empty() {
            return Err(bug("a jump out of a loop without a break"));
        }
        if outcome.falls {
            self.continue_loop()?;
        }
        let open = self.loops.pop().ok_or_else(|| bug("no loop is open"))?;
        self.env.take_changes(mark);
        self.region = outer;
        self.nesting -= 1;
        self.span = span;
        let inst = self.append(Op::Loop, first, &result_types, vec![region])?;
        let values = self.shader.insts[inst].results.clone();
        for (part, value) in open.results.iter().zip(values) {
            self.set_part(part, value)?;
        }
        Ok(open.breaks)
    }

    fn loop_facts(&self, body: &Block) -> Lowered<&analysis::LoopFacts> {
        self.own_summary()?
            .loops
            .get(&analysis::address(body))
            .ok_or_else(|| bug("a loop that was not analysed"))
    }

    /// The lanes of variables that a round may write and that anyone may read later.
    fn written_parts(&mut self, body: &Block) -> Lowered<Vec<Part>> {
        let writes = self.loop_facts(body)?.writes.clone();
        let mut found = Vec::new();
        for (_, write) in writes {
            match write {
                Write::Pointer(pointer) => {
                    let (start, path) = self.static_path(pointer)?;
                    self.written_vars(start, &path, &mut found)?;
                }
                Write::Global(global) => {
                    let start = self.start_of(RootRef::Global(global))?;
                    self.written_vars(start, &[], &mut found)?;
                }
            }
        }
        found.sort_unstable_by_key(|&(var, _)| var);
        found.dedup_by(|(var, mask), (kept, all)| {
            let again = var == kept;
            if again {
                *all |= *mask;
            }
            again
        });
        let mut parts = Vec::new();
        for (var, mask) in found {
            let Some(Leaf::Lanes(lanes)) = self.env.get(var) else {
                continue;
            };
            let chosen: Vec<u8> = (0..lanes.ty().lanes)
                .filter(|&lane| mask & (1 << lane) != 0)
                .collect();
            if !chosen.is_empty() {
                parts.push(Part {
                    var,
                    ty: lanes.ty().with_lanes(chosen.len() as u8),
                    lanes: chosen,
                });
            }
        }
        Ok(parts)
    }

    fn whole_part(&self, var: Var) -> Lowered<Option<Part>> {
        match self.env.get(var) {
            Some(Leaf::Lanes(lanes)) => Ok(Some(Part {
                var,
                lanes: (0..lanes.ty().lanes).collect(),
                ty: lanes.ty(),
            })),
            Some(Leaf::Sampler(_)) => Ok(None),
            None => Err(bug("no such variable")),
        }
    }

    fn start_of(&mut self, root: RootRef) -> Lowered<Place> {
        let missing = || bug("no such variable");
        match root {
            RootRef::Local(local) => {
                let root = self.frame()?.locals.get(local as usize).copied();
                self.root_place(root.ok_or_else(missing)?)
            }
            RootRef::Global(global) => {
                let root = self.globals.get(global as usize).copied();
                self.root_place(root.ok_or_else(missing)?)
            }
            RootRef::Argument(argument) => {
                match self.frame()?.arguments.get(argument as usize).copied() {
                    Some(Operand::Place(place)) => Ok(place),
                    _ => Err(missing()),
                }
            }
        }
    }

    /// A pointer as the place it starts from and the indices that follow, `None` for dynamic ones.
    fn static_path(&mut self, pointer: Handle<Expression>) -> Lowered<(Place, Vec<Option<u32>>)> {
        let function = self.frame()?.function;
        let mut path = Vec::new();
        let mut at = pointer;
        let root = loop {
            match &function.expressions[at] {
                Expression::Access { base, index } => {
                    path.push(analysis::literal_index(&function.expressions[*index]));
                    at = *base;
                }
                Expression::AccessIndex { base, index } => {
                    path.push(Some(*index));
                    at = *base;
                }
                Expression::LocalVariable(local) => break RootRef::Local(local.index() as u32),
                Expression::GlobalVariable(global) => {
                    break RootRef::Global(analysis::global_index(*global));
                }
                Expression::FunctionArgument(argument) => break RootRef::Argument(*argument),
                other => return Err(bug(format!("{other:?} is no pointer"))),
            }
        };
        path.reverse();
        Ok((self.start_of(root)?, path))
    }

    /// The current content of some lanes of a variable.
    fn part_value(&mut self, part: &Part) -> Lowered<Use> {
        let Some(Leaf::Lanes(whole)) = self.env.get(part.var) else {
            return Err(bug("no such variable"));
        };
        let lanes: Vec<Lane> = part.lanes.iter().map(|&lane| whole.lane(lane)).collect();
        self.materialize(Lanes::from_lanes(part.ty.scalar, &lanes))
    }

    fn set_part(&mut self, part: &Part, value: Value) -> Lowered<()> {
        let Some(Leaf::Lanes(mut whole)) = self.env.get(part.var) else {
            return Err(bug("no such variable"));
        };
        for (position, &lane) in (0..).zip(&part.lanes) {
            whole.set(lane, Lane::Of(value, position));
        }
        self.env.set(part.var, Leaf::Lanes(whole));
        Ok(())
    }

    /// Leaves the innermost loop of the IR.
    pub(super) fn break_loop(&mut self) -> Lowered<()> {
        let open = self.loops.last_mut();
        let open = open.ok_or_else(|| bug("a break outside of loops"))?;
        open.breaks = true;
        let parts = open.results.clone();
        let mut uses = Vec::with_capacity(parts.len());
        for part in &parts {
            uses.push(self.part_value(part)?);
        }
        self.shader.regions[self.region].end = Terminator::Break(uses);
        Ok(())
    }

    /// Runs the step and starts the next round of the innermost loop of the IR.
    pub(super) fn continue_loop(&mut self) -> Lowered<()> {
        let open = self.loops.last();
        let open = open.ok_or_else(|| bug("a continue outside of loops"))?;
        let (step, break_if) = (open.step, open.break_if);
        let outcome = self.block(step, 0, None)?;
        if !outcome.falls {
            return Ok(());
        }
        if let Some(condition) = break_if {
            let condition = self.vector(condition)?;
            let choice = self.choose(condition);
            let open = self.open_arm()?;
            self.break_loop()?;
            let leaving = self.close_arm(open, Outcome::NOTHING);
            let open = self.open_arm()?;
            let staying = self.close_arm(open, Outcome::FALLS);
            self.merge(choice, leaving, staying)?;
        }
        let parts = match self.loops.last() {
            Some(open) => open.carried.clone(),
            None => return Err(bug("a continue outside of loops")),
        };
        let mut uses = Vec::with_capacity(parts.len());
        for part in &parts {
            uses.push(self.part_value(part)?);
        }
        self.shader.regions[self.region].end = Terminator::Continue(uses);
        Ok(())
    }

    /// True if the innermost loop's step is short enough to be copied.
    pub(super) fn step_is_small(&self) -> bool {
        self.loops.last().is_some_and(|open| {
            let simple = |statement: &Statement| {
                matches!(statement, Statement::Emit(_) | Statement::Store { .. })
            };
            open.step.len() <= SMALL_STEP && open.step.iter().all(simple)
        })
    }
}
