//! How control can leave a block of statements.

use super::{Summary, address};
use naga::{Block, Statement};
use rustc_hash::FxHashMap;

/// The ways out of a block. `break` and `continue` are those of the construct around the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::lower) struct Exits {
    /// At its end, where a discarded invocation goes on.
    pub(in crate::lower) falls: bool,
    /// At its end, where a discarded invocation leaves.
    pub(in crate::lower) falls_alive: bool,
    pub(in crate::lower) breaks: bool,
    pub(in crate::lower) continues: bool,
    pub(in crate::lower) returns: bool,
    /// May discard somewhere inside.
    pub(in crate::lower) kills: bool,
}

impl Exits {
    const FALL: Exits = Exits {
        falls: true,
        falls_alive: true,
        breaks: false,
        continues: false,
        returns: false,
        kills: false,
    };

    /// Both are possible.
    pub(in crate::lower) fn or(self, other: Exits) -> Exits {
        Exits {
            falls: self.falls || other.falls,
            falls_alive: self.falls_alive || other.falls_alive,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
            returns: self.returns || other.returns,
            kills: self.kills || other.kills,
        }
    }

    /// `next` follows where this ends.
    fn then(self, next: Exits) -> Exits {
        Exits {
            falls: self.falls && next.falls,
            falls_alive: self.falls_alive && next.falls_alive,
            breaks: self.breaks || next.breaks,
            continues: self.continues || next.continues,
            returns: self.returns || next.returns,
            kills: self.kills || next.kills,
        }
    }
}

/// Works out the exits of a block and of every block in it.
pub(super) fn of_block(
    block: &Block,
    known: &[Summary],
    found: &mut FxHashMap<usize, Exits>,
) -> Exits {
    let mut exits = Exits::FALL;
    for statement in block {
        let own = of_statement(statement, known, found);
        if exits.falls || exits.falls_alive {
            exits = exits.then(own);
        }
    }
    found.insert(address(block), exits);
    exits
}

fn of_statement(
    statement: &Statement,
    known: &[Summary],
    found: &mut FxHashMap<usize, Exits>,
) -> Exits {
    let leaves = Exits::default();
    match statement {
        Statement::Break => Exits {
            breaks: true,
            ..leaves
        },
        Statement::Continue => Exits {
            continues: true,
            ..leaves
        },
        Statement::Return { .. } => Exits {
            returns: true,
            ..leaves
        },
        Statement::Kill => Exits {
            falls: true,
            kills: true,
            ..leaves
        },
        Statement::Block(block) => of_block(block, known, found),
        Statement::If { accept, reject, .. } => {
            let accept = of_block(accept, known, found);
            accept.or(of_block(reject, known, found))
        }
        Statement::Switch { cases, .. } => {
            let mut all = Exits::default();
            for case in cases {
                let own = of_block(&case.body, known, found);
                all = all.or(own);
            }
            // A break of the switch arrives at its end.
            all.falls |= all.breaks;
            all.falls_alive |= all.breaks;
            all.breaks = false;
            all
        }
        Statement::Loop {
            body, continuing, ..
        } => {
            let body = of_block(body, known, found);
            let continuing = of_block(continuing, known, found);
            let all = body.or(continuing);
            Exits {
                falls: all.breaks || all.kills,
                falls_alive: all.breaks || all.kills,
                breaks: false,
                continues: false,
                ..all
            }
        }
        Statement::Call { function, .. } => Exits {
            kills: known
                .get(function.index())
                .is_some_and(|summary| summary.kills),
            ..Exits::FALL
        },
        _ => Exits::FALL,
    }
}
