//! Long functions in pieces.
//!
//! naga looks at all expressions of a function again for many of its statements: 20,000 statements in one
//! function cost seconds. So runs of statements that control flow does not leave become functions of their
//! own. What variables they share with the rest are `inout` parameters, which cost nothing, since the
//! lowering inlines every call.

mod locals;
#[cfg(test)]
mod tests;

use crate::typed::{
    Base, Direction, Expression, ExpressionKind, Function, FunctionId, Local, LocalId, Program,
    Statement, StatementKind, StructId, Type,
};
use locals::{count, mark_written, rename};
use retroshade_diagnostics::Span;
use std::mem::take;

/// How functions are divided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces {
    /// Functions with more statements are divided.
    pub(crate) whole: usize,
    /// Statements of a piece, about.
    pub(crate) piece: usize,
}

impl Pieces {
    /// Few programs of people have a function this long; the time per statement is about least.
    pub(crate) const USUAL: Pieces = Pieces {
        whole: 1500,
        piece: 300,
    };
}

/// The program with its long functions divided; `None` if it has none.
pub(crate) fn outlined(program: &Program, pieces: Pieces) -> Option<Program> {
    let is_long = |function: &Function| weight(&function.body) > pieces.whole;
    if !program.functions.iter().any(is_long) {
        return None;
    }
    let mut program = program.clone();
    for index in 0..program.functions.len() {
        let Some(function) = program.functions.get_mut(index) else {
            continue;
        };
        if !is_long(function) {
            continue;
        }
        let mut whole = function.clone();
        let mut counts = vec![0usize; whole.locals.len()];
        count(&mut whole.body, &mut counts);
        let copies_out: Vec<Vec<bool>> = program
            .functions
            .iter()
            .map(|row| row.parameters.iter().map(|&way| copies_out(way)).collect())
            .collect();
        let mut divider = Divider {
            pieces,
            copies_out: &copies_out,
            structs: &program.structs,
            locals: &whole.locals,
            parameters: whole.parameters.len(),
            counts,
            first: program.functions.len() as u32,
            made: Vec::new(),
        };
        let body = divider.divided(take(&mut whole.body));
        let made = divider.made;
        whole.body = body;
        let id = FunctionId(index as u32);
        let place = program.order.iter().position(|&other| other == id);
        let first = program.functions.len() as u32;
        let ids = (first..first + made.len() as u32).map(FunctionId);
        let place = place.unwrap_or(program.order.len());
        program.order.splice(place..place, ids);
        program.functions.extend(made);
        if let Some(slot) = program.functions.get_mut(index) {
            *slot = whole;
        }
    }
    Some(program)
}

/// Divides one function.
struct Divider<'p> {
    pieces: Pieces,
    structs: &'p [crate::typed::Struct],
    /// Of the functions of the source: which parameters are copied out.
    copies_out: &'p [Vec<bool>],
    locals: &'p [Local],
    /// The number of locals that are parameters.
    parameters: usize,
    /// The number of times that the whole function names each local.
    counts: Vec<usize>,
    /// The number of the first function that is made.
    first: u32,
    made: Vec<Function>,
}

impl Divider<'_> {
    /// A list of statements with its long runs as calls.
    fn divided(&mut self, list: Vec<Statement>) -> Vec<Statement> {
        if weight(&list) <= self.pieces.piece {
            return list;
        }
        let mut result = Vec::new();
        let mut run = Vec::new();
        let mut weight_of_run = 0;
        for mut statement in list {
            let mut own = statement_weight(&statement);
            if own > self.pieces.piece {
                for inner in lists(&mut statement.kind) {
                    *inner = self.divided(take(inner));
                }
                own = statement_weight(&statement);
            }
            if leaves(&statement, Staying::NONE) {
                self.finish(take(&mut run), weight_of_run, &mut result);
                weight_of_run = 0;
                result.push(statement);
                continue;
            }
            weight_of_run += own;
            run.push(statement);
            if weight_of_run >= self.pieces.piece {
                self.finish(take(&mut run), weight_of_run, &mut result);
                weight_of_run = 0;
            }
        }
        self.finish(run, weight_of_run, &mut result);
        result
    }

    /// Appends a run, as a call if it is long enough.
    fn finish(&mut self, mut run: Vec<Statement>, weight: usize, result: &mut Vec<Statement>) {
        if weight * 2 < self.pieces.piece || run.is_empty() {
            result.append(&mut run);
            return;
        }
        let mut counts = vec![0usize; self.locals.len()];
        count(&mut run, &mut counts);
        let span = run.first().map_or(Span::NONE, |first| first.span);
        let mut shared = Vec::new();
        let mut own = Vec::new();
        for (index, &here) in counts.iter().enumerate() {
            let everywhere = self.counts.get(index).copied().unwrap_or_default();
            if here == 0 {
                continue;
            }
            if here == everywhere && index >= self.parameters {
                own.push(index)
            } else {
                shared.push(index)
            }
        }
        // Shared variables that come into being here do so before the call.
        for statement in take(&mut run) {
            let StatementKind::Declare { local, initializer } = statement.kind else {
                run.push(statement);
                continue;
            };
            let is_shared = shared.contains(&(local.0 as usize));
            let Some(ty) = self.locals.get(local.0 as usize).map(|row| row.ty) else {
                continue;
            };
            let declaration = |initializer| Statement {
                kind: StatementKind::Declare { local, initializer },
                span: statement.span,
            };
            if !is_shared {
                run.push(declaration(initializer));
                continue;
            }
            result.push(declaration(None));
            if let Some(all) = self.counts.get_mut(local.0 as usize) {
                *all += 1;
            }
            if let Some(value) = initializer {
                run.push(assignment(local, ty, value, statement.span));
            }
        }
        let mut written = vec![false; self.locals.len()];
        mark_written(&run, self.copies_out, &mut written);
        let mut places = vec![LocalId(0); self.locals.len()];
        for (place, &index) in (0..).zip(shared.iter().chain(&own)) {
            if let Some(slot) = places.get_mut(index) {
                *slot = LocalId(place);
            }
        }
        rename(&mut run, &places);
        let locals = shared.iter().chain(&own);
        let locals: Vec<Local> = locals
            .filter_map(|&index| self.locals.get(index))
            .cloned()
            .collect();
        let direction = |&index: &usize| {
            let local = self.locals.get(index)?;
            let only_read = written.get(index) == Some(&false) && local.ty.array.is_none();
            let is_value = !matches!(local.ty.base, Base::Struct(_)) && only_read;
            // Copies of arrays are not free; counters that are not written stay counters.
            Some(if is_value || has_sampler(local.ty, self.structs) {
                Direction::In
            } else {
                Direction::InOut
            })
        };
        let parameters = shared.iter().filter_map(direction).collect();
        let id = FunctionId(self.first + self.made.len() as u32);
        self.made.push(Function {
            name: "part".into(),
            result: VOID,
            parameters,
            locals,
            body: run,
            span,
        });
        let argument = |index: &usize| Expression {
            kind: ExpressionKind::Local(LocalId(*index as u32)),
            ty: self.locals.get(*index).map_or(VOID, |local| local.ty),
            span,
        };
        // What is shared with the call is named by the rest of the function, too.
        for &index in &shared {
            if let (Some(all), Some(here)) = (self.counts.get_mut(index), counts.get(index)) {
                *all = (*all + 1).saturating_sub(*here);
            }
        }
        let call = ExpressionKind::Call {
            function: id,
            arguments: shared.iter().map(argument).collect(),
        };
        result.push(Statement {
            kind: StatementKind::Expression(Expression {
                kind: call,
                ty: VOID,
                span,
            }),
            span,
        });
    }
}

fn copies_out(way: Direction) -> bool {
    matches!(way, Direction::Out | Direction::InOut)
}

const VOID: Type = Type {
    base: Base::Void,
    array: None,
};

fn assignment(local: LocalId, ty: Type, value: Expression, span: Span) -> Statement {
    let target = Expression {
        kind: ExpressionKind::Local(local),
        ty,
        span,
    };
    let kind = ExpressionKind::Assign {
        operator: None,
        target: Box::new(target),
        value: Box::new(value),
    };
    Statement {
        kind: StatementKind::Expression(Expression { kind, ty, span }),
        span,
    }
}

fn has_sampler(ty: Type, structs: &[crate::typed::Struct]) -> bool {
    match ty.base {
        Base::Sampler(_) => true,
        Base::Struct(StructId(id)) => structs.get(id as usize).is_some_and(|row| {
            row.members
                .iter()
                .any(|member| has_sampler(member.ty, structs))
        }),
        Base::Void | Base::Vector { .. } | Base::Matrix { .. } => false,
    }
}

/// The number of statements that a list has, with those inside.
fn weight(list: &[Statement]) -> usize {
    list.iter().map(statement_weight).sum()
}

fn statement_weight(statement: &Statement) -> usize {
    1 + match &statement.kind {
        StatementKind::Block(body) | StatementKind::DoWhile { body, .. } => weight(body),
        StatementKind::If { accept, reject, .. } => weight(accept) + weight(reject),
        StatementKind::For { init, body, .. } => weight(init) + weight(body),
        StatementKind::Switch { cases, .. } => cases.iter().map(|case| weight(&case.body)).sum(),
        _ => 0,
    }
}

/// The lists of statements in a statement.
fn lists(kind: &mut StatementKind) -> Vec<&mut Vec<Statement>> {
    match kind {
        StatementKind::Block(body)
        | StatementKind::DoWhile { body, .. }
        | StatementKind::For { body, .. } => vec![body],
        StatementKind::If { accept, reject, .. } => vec![accept, reject],
        StatementKind::Switch { cases, .. } => {
            cases.iter_mut().map(|case| &mut case.body).collect()
        }
        _ => Vec::new(),
    }
}

/// The jumps that stay inside of what is looked at.
#[derive(Clone, Copy)]
struct Staying {
    breaks: bool,
    continues: bool,
}

impl Staying {
    const NONE: Staying = Staying {
        breaks: false,
        continues: false,
    };
    /// Those of the body of a loop.
    const LOOP: Staying = Staying {
        breaks: true,
        continues: true,
    };
}

/// True if control flow leaves a statement for another place of the function.
fn leaves(statement: &Statement, staying: Staying) -> bool {
    let any = |list: &[Statement], staying| list.iter().any(|inner| leaves(inner, staying));
    match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Break => !staying.breaks,
        StatementKind::Continue => !staying.continues,
        StatementKind::Block(body) => any(body, staying),
        StatementKind::If { accept, reject, .. } => any(accept, staying) || any(reject, staying),
        StatementKind::For { body, .. } | StatementKind::DoWhile { body, .. } => {
            any(body, Staying::LOOP)
        }
        StatementKind::Switch { cases, .. } => {
            let staying = Staying {
                breaks: true,
                ..staying
            };
            cases.iter().any(|case| any(&case.body, staying))
        }
        StatementKind::Expression(_) | StatementKind::Declare { .. } | StatementKind::Discard => {
            false
        }
    }
}
