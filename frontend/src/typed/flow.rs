//! How control leaves statements, as far as their shape tells.

use super::{Constant, Expression, ExpressionKind, Scalar, Statement, StatementKind};

/// The ways out of a statement or a list of them, without those that end the function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Exits {
    /// What stands behind it can be reached.
    falls_through: bool,
    /// A `break` leaves the loop or `switch` around it.
    breaks: bool,
    /// A `continue` goes on with the loop around it.
    continues: bool,
}

impl Exits {
    fn or(self, other: Exits) -> Exits {
        Exits {
            falls_through: self.falls_through || other.falls_through,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
        }
    }
}

/// True if the end of a list of statements can be reached.
pub(crate) fn falls_through(list: &[Statement]) -> bool {
    exits(list).falls_through
}

/// The statements of a list that can be reached, and those behind a way out.
pub(crate) fn split_reachable(list: &[Statement]) -> (&[Statement], &[Statement]) {
    let last = list.iter().position(|row| !exits_of(row).falls_through);
    list.split_at(last.map_or(list.len(), |last| last + 1))
}

fn exits(list: &[Statement]) -> Exits {
    let mut all = Exits::default();
    for statement in list {
        let own = exits_of(statement);
        all = all.or(own);
        if !own.falls_through {
            all.falls_through = false;
            return all;
        }
    }
    all.falls_through = true;
    all
}

fn exits_of(statement: &Statement) -> Exits {
    let none = Exits::default();
    match &statement.kind {
        StatementKind::Expression(_) | StatementKind::Declare { .. } => Exits {
            falls_through: true,
            ..none
        },
        StatementKind::Return(_) | StatementKind::Discard => none,
        StatementKind::Break => Exits {
            breaks: true,
            ..none
        },
        StatementKind::Continue => Exits {
            continues: true,
            ..none
        },
        StatementKind::Block(inner) => exits(inner),
        StatementKind::If { accept, reject, .. } => exits(accept).or(exits(reject)),
        StatementKind::For {
            condition, body, ..
        } => {
            let ends = condition.as_ref().is_some_and(|test| !is_true(test));
            Exits {
                falls_through: ends || exits(body).breaks,
                ..none
            }
        }
        StatementKind::DoWhile { body, condition } => {
            let inner = exits(body);
            let is_tested = inner.falls_through || inner.continues;
            Exits {
                falls_through: inner.breaks || (is_tested && !is_true(condition)),
                ..none
            }
        }
        StatementKind::Switch { cases, .. } => {
            let has_default = cases.iter().any(|case| case.label.is_none());
            let last_falls = cases.last().is_none_or(|case| falls_through(&case.body));
            let bodies = cases.iter().map(|case| exits(&case.body));
            let inner = bodies.fold(none, Exits::or);
            Exits {
                falls_through: !has_default || inner.breaks || last_falls,
                breaks: false,
                continues: inner.continues,
            }
        }
    }
}

/// True if a condition always holds.
fn is_true(condition: &Expression) -> bool {
    match &condition.kind {
        ExpressionKind::Constant(Constant { scalars }) => *scalars == [Scalar::Bool(true)],
        _ => false,
    }
}
