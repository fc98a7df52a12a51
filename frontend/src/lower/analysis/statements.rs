//! Summarises a function from its statements, in the order of execution.

use super::super::Lowered;
use super::super::layout::{Kind, Layouts};
use super::counted::is_counted;
use super::operands::operands;
use super::paths::{Path, RootRef, path};
use super::{LoopFacts, Summary, Write, address, exits, literal_index, not_a_pointer};
use crate::sorted::SortedSet;
use naga::{Block, Expression, Function, Handle, Module, Statement, UnaryOperator};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a summary is made from.
pub(super) struct Context<'m, 'l> {
    pub(super) function: &'m Function,
    pub(super) module: &'m Module,
    pub(super) layouts: &'l mut Layouts<'m>,
    /// Summaries of the functions before this one, which are all it can call.
    pub(super) known: &'l [Summary],
}

/// A loop that is being visited, or was.
#[derive(Default)]
struct OpenLoop {
    facts: LoopFacts,
    seen: FxHashSet<(RootRef, Write)>,
    /// What a round may read before it wrote it.
    exposed: FxHashSet<RootRef>,
    /// The number of reads of each variable inside.
    reads: FxHashMap<RootRef, u32>,
    /// The time at which its body starts.
    start: u32,
    body: usize,
}

struct Summarizer<'m, 'l> {
    context: Context<'m, 'l>,
    summary: Summary,
    loops: Vec<OpenLoop>,
    closed: Vec<OpenLoop>,
    /// The number of times that each variable is read.
    reads: FxHashMap<RootRef, u32>,
    /// When a variable was written as a whole; see [`Summarizer::define`].
    defined: FxHashMap<RootRef, u32>,
    /// What `defined` held before, to undo.
    log: Vec<(RootRef, Option<u32>)>,
    time: u32,
}

/// Summarises one function.
pub(super) fn summarize(context: Context<'_, '_>) -> Lowered<Summary> {
    let body = &context.function.body;
    let mut summary = Summary::default();
    let own = exits::of_block(body, context.known, &mut summary.exits);
    summary.kills = own.kills;
    summary.needed = needed(context.function);
    let mut visitor = Summarizer {
        context,
        summary,
        loops: Vec::new(),
        closed: Vec::new(),
        reads: FxHashMap::default(),
        defined: FxHashMap::default(),
        log: Vec::new(),
        time: 1,
    };
    visitor.block(body)?;
    let reads = visitor.reads;
    let mut summary = visitor.summary;
    for mut closed in visitor.closed {
        // A variable that lives inside one round is nothing to anybody else.
        closed.facts.writes.retain(|(root, _)| {
            !matches!(root, RootRef::Local(_))
                || closed.exposed.contains(root)
                || closed.reads.get(root) != reads.get(root)
        });
        summary.loops.insert(closed.body, closed.facts);
    }
    let outside = |root: &RootRef| !matches!(root, RootRef::Local(_));
    // A return in the middle may leave before a later store.
    let last = body.len().saturating_sub(1);
    if !body.iter().take(last).any(returns) {
        summary.defined = visitor.defined.into_keys().filter(outside).collect();
    }
    summary.written.retain(outside);
    summary.exposed.retain(outside);
    Ok(summary)
}

/// True if a statement may return from the function.
fn returns(statement: &Statement) -> bool {
    match statement {
        Statement::Return { .. } => true,
        Statement::Block(block) => block.iter().any(returns),
        Statement::If { accept, reject, .. } => accept.iter().chain(reject).any(returns),
        Statement::Switch { cases, .. } => cases.iter().any(|case| case.body.iter().any(returns)),
        Statement::Loop {
            body, continuing, ..
        } => body.iter().chain(continuing).any(returns),
        _ => false,
    }
}

/// Marks what the statements of a function need, directly or through other expressions.
fn needed(function: &Function) -> Vec<bool> {
    let mut marks = vec![false; function.expressions.len()];
    mark_block(function, &function.body, &mut marks);
    // Operands come before what uses them.
    let all: Vec<(Handle<Expression>, &Expression)> = function.expressions.iter().collect();
    for (handle, expression) in all.into_iter().rev() {
        if marks.get(handle.index()) == Some(&true) {
            operands(expression, |operand| set(&mut marks, operand));
        }
    }
    marks
}

fn set(marks: &mut [bool], handle: Handle<Expression>) {
    if let Some(mark) = marks.get_mut(handle.index()) {
        *mark = true;
    }
}

fn mark_block(function: &Function, block: &Block, marks: &mut [bool]) {
    for statement in block {
        match statement {
            Statement::Block(block) => mark_block(function, block, marks),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                // A negated condition exchanges the arms.
                let mut condition = *condition;
                while let Expression::Unary {
                    op: UnaryOperator::LogicalNot,
                    expr,
                } = function.expressions[condition]
                {
                    condition = expr;
                }
                set(marks, condition);
                mark_block(function, accept, marks);
                mark_block(function, reject, marks);
            }
            Statement::Switch { selector, cases } => {
                set(marks, *selector);
                for case in cases {
                    mark_block(function, &case.body, marks);
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                mark_block(function, body, marks);
                mark_block(function, continuing, marks);
                break_if.iter().for_each(|&handle| set(marks, handle));
            }
            Statement::Return { value } => value.iter().for_each(|&handle| set(marks, handle)),
            Statement::Store { pointer, value } => {
                set(marks, *pointer);
                set(marks, *value);
            }
            Statement::Call { arguments, .. } => {
                arguments.iter().for_each(|&handle| set(marks, handle));
            }
            _ => {}
        }
    }
}

impl Summarizer<'_, '_> {
    fn path(&mut self, expression: Handle<Expression>) -> Lowered<Option<Path>> {
        let Context {
            function,
            module,
            layouts,
            ..
        } = &mut self.context;
        path(function, module, layouts, expression)
    }

    /// Notes that a whole variable was written here.
    fn define(&mut self, root: RootRef) {
        self.time += 1;
        let old = self.defined.insert(root, self.time);
        self.log.push((root, old));
    }

    fn undo(&mut self, mark: usize) -> Vec<RootRef> {
        let mut undone = Vec::new();
        while self.log.len() > mark {
            if let Some((root, old)) = self.log.pop() {
                match old {
                    Some(old) => self.defined.insert(root, old),
                    None => self.defined.remove(&root),
                };
                undone.push(root);
            }
        }
        undone
    }

    /// Notes that a variable may be read here.
    fn expose(&mut self, root: RootRef) {
        *self.reads.entry(root).or_default() += 1;
        for open in &mut self.loops {
            *open.reads.entry(root).or_default() += 1;
        }
        let defined = self.defined.get(&root).copied().unwrap_or(0);
        for open in self.loops.iter_mut().rev() {
            if defined >= open.start {
                return;
            }
            open.exposed.insert(root);
        }
        if defined == 0 {
            self.summary.exposed.insert(root);
        }
    }

    fn write(&mut self, root: RootRef, write: Write) {
        self.summary.written.insert(root);
        for open in &mut self.loops {
            if open.seen.insert((root, write)) {
                open.facts.writes.push((root, write));
            }
        }
    }

    fn block(&mut self, block: &Block) -> Lowered<()> {
        for statement in block {
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Lowered<()> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.emitted(handle)?;
                }
            }
            Statement::Block(block) => self.block(block)?,
            Statement::If { accept, reject, .. } => self.arms(&[accept, reject])?,
            Statement::Switch { cases, .. } => {
                // A case can fall into the next: nothing is sure to be written.
                for case in cases {
                    let mark = self.log.len();
                    self.block(&case.body)?;
                    self.undo(mark);
                }
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                self.time += 1;
                self.loops.push(OpenLoop {
                    start: self.time,
                    body: address(body),
                    ..OpenLoop::default()
                });
                let mark = self.log.len();
                self.block(body)?;
                // The step runs after any `continue`, so nothing in the body is sure to have run.
                if self.exits_of(body).continues {
                    self.undo(mark);
                }
                self.block(continuing)?;
                self.undo(mark);
                if let Some(mut open) = self.loops.pop() {
                    open.facts.counted = break_if.is_none()
                        && is_counted(self.context.function, body, continuing, &open.facts);
                    self.closed.push(open);
                }
            }
            Statement::Store { pointer, .. } => {
                let path = self.path(*pointer)?.ok_or_else(not_a_pointer)?;
                self.write(path.root, Write::Pointer(*pointer));
                if path.whole {
                    self.define(path.root);
                }
            }
            Statement::Call {
                function,
                arguments,
                ..
            } => self.call(*function, arguments)?,
            _ => {}
        }
        Ok(())
    }

    fn exits_of(&self, block: &Block) -> exits::Exits {
        self.summary
            .exits
            .get(&address(block))
            .copied()
            .unwrap_or_default()
    }

    /// What every arm that arrives at the end has written is written afterwards.
    fn arms(&mut self, arms: &[&Block]) -> Lowered<()> {
        let mut common: Option<SortedSet<RootRef>> = None;
        for arm in arms {
            let mark = self.log.len();
            self.block(arm)?;
            let written: SortedSet<RootRef> = self.undo(mark).into_iter().collect();
            if !self.exits_of(arm).falls {
                continue;
            }
            match &mut common {
                Some(common) => common.retain(|root| written.contains(root)),
                None => common = Some(written),
            }
        }
        for &root in common.iter().flatten() {
            self.define(root);
        }
        Ok(())
    }

    fn emitted(&mut self, handle: Handle<Expression>) -> Lowered<()> {
        if !self
            .summary
            .needed
            .get(handle.index())
            .copied()
            .unwrap_or(false)
        {
            return Ok(());
        }
        match self.context.function.expressions[handle] {
            Expression::Load { pointer } => {
                if let Some(path) = self.path(pointer)? {
                    self.expose(path.root);
                }
            }
            Expression::Access { base, index }
                if literal_index(&self.context.function.expressions[index]).is_none() =>
            {
                self.dynamic_access(base)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn dynamic_access(&mut self, base: Handle<Expression>) -> Lowered<()> {
        let Some(base) = self.path(base)? else {
            return Ok(());
        };
        let Some(ty) = base.ty else {
            return Ok(());
        };
        if let Kind::Array { .. } = self.context.layouts.of(ty)?.kind {
            let array = base.outermost_array.unwrap_or(base.leaf);
            self.summary.indexed.insert((base.root, array));
        }
        Ok(())
    }

    fn call(
        &mut self,
        function: Handle<naga::Function>,
        arguments: &[Handle<Expression>],
    ) -> Lowered<()> {
        let known = self.context.known;
        let Some(callee) = known.get(function.index()) else {
            return Ok(());
        };
        let mut given = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let path = self.path(argument)?;
            given.push(path.map(|path| (path, argument)));
        }
        let outer = |root: RootRef| match root {
            RootRef::Argument(index) => given.get(index as usize).copied().flatten(),
            _ => None,
        };
        for &root in &callee.exposed {
            match (root, outer(root)) {
                (RootRef::Global(_), _) => self.expose(root),
                (_, Some((path, _))) => self.expose(path.root),
                _ => {}
            }
        }
        for &root in &callee.written {
            match (root, outer(root)) {
                (RootRef::Global(global), _) => self.write(root, Write::Global(global)),
                (_, Some((path, argument))) => {
                    self.write(path.root, Write::Pointer(argument));
                    // A callee that writes a part leaves the rest as it was.
                    if !callee.defined.contains(&root) || !path.whole {
                        self.expose(path.root);
                    }
                }
                _ => {}
            }
        }
        for &root in &callee.defined {
            match (root, outer(root)) {
                (RootRef::Global(_), _) => self.define(root),
                (_, Some((path, _))) if path.whole => self.define(path.root),
                _ => {}
            }
        }
        for &(root, leaf) in &callee.indexed {
            match (root, outer(root)) {
                (RootRef::Global(_), _) => {
                    self.summary.indexed.insert((root, leaf));
                }
                (_, Some((path, _))) => {
                    let array = path.outermost_array.unwrap_or(path.leaf + leaf);
                    self.summary.indexed.insert((path.root, array));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
