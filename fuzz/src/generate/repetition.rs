//! Loops of every form.

use super::program::Output;
use super::{CARRIED, Generator, INT, Variable};
use crate::bounds::Bounds;
use crate::text::{Expr, Stmt, Type};

/// How a loop goes round: its head, and what stands around and in it.
struct Form {
    /// In front of the loop.
    before: Vec<Stmt>,
    head: String,
    /// Expressions of the head.
    holes: Vec<Expr>,
    /// The first statement of the body.
    first: Option<Stmt>,
    /// Behind the body.
    behind: String,
    counter: Type,
    /// The counter inside.
    bounds: Bounds,
}

impl Generator {
    pub(super) fn repetition(&mut self, list: &mut Vec<Stmt>, outputs: &[Output]) {
        let before = self.variables.clone();
        self.carry();
        let counter = self.name("i");
        let form = self.form(&counter);
        let inner = self.variables.len();
        let variable = Variable::new(&counter, form.counter, form.bounds);
        self.variables.push(variable);
        self.loops += 1;
        let mut body = self.block(4, outputs);
        if self.chance(1, 4) {
            let condition = self.bool(1);
            let word = self.pick(&["break", "continue"]).unwrap_or("break");
            let leave = Stmt::new(&format!("if (@) {word};"), vec![condition]);
            let place = self.random.below(body.len() as u64 + 1) as usize;
            // Behind declarations that it must not cut off.
            body.insert(place.min(body.len()), leave);
        }
        self.loops -= 1;
        self.variables.truncate(inner);
        for (variable, old) in self.variables.iter_mut().zip(before) {
            variable.is_local = old.is_local;
            variable.limit = old.limit;
            variable.bounds = variable.bounds.join(old.bounds);
        }
        body.splice(0..0, form.first);
        list.extend(form.before);
        let mut stmt = Stmt::block(&form.head, form.holes, body);
        stmt.end_with(&form.behind);
        list.push(stmt);
    }

    /// Widens what is known of variables to what they stay within while a loop goes round.
    fn carry(&mut self) {
        for variable in self.variables.iter_mut().filter(|v| v.is_local) {
            let wide = match variable.ty {
                Type::Int(_) => INT,
                _ => CARRIED,
            };
            // What is beyond that already is only read inside.
            variable.is_local = variable.bounds.within(wide);
            if variable.is_local {
                let limit = variable.limit.unwrap_or(wide);
                variable.bounds = limit;
                variable.limit = Some(limit);
            }
        }
    }

    fn form(&mut self, i: &str) -> Form {
        let most = self.pick(&[2u32, 3, 3, 4, 5, 8, 14]).unwrap_or(3);
        let inside = Bounds::new(0.0, f64::from(most - 1), 0);
        let form = |head: String| Form {
            before: Vec::new(),
            head,
            holes: Vec::new(),
            first: None,
            behind: String::new(),
            counter: Type::Int(1),
            bounds: inside,
        };
        let declared = Stmt::new(&format!("int {i} = 0;"), Vec::new());
        let counted = Stmt::new(&format!("{i}++;"), Vec::new());
        // A loop that counts in its body has counted when the body's statements run.
        let later = Bounds::new(0.0, f64::from(most), 0);
        match self.random.below(16) {
            0 | 1 => {
                let last = most - 1;
                form(format!("for (int {i} = {last}; {i} >= 0; {i}--)"))
            }
            2 => form(format!("for (int {i} = 0; {i} < {most}; {i} += 2)")),
            3 => form(format!("for (int {i} = 0; float({i}) < {most}.0; {i}++)")),
            4 => Form {
                counter: Type::Float(1),
                ..form(format!("for (float {i} = 0.0; {i} < {most}.0; {i} += 1.0)"))
            },
            5 => Form {
                before: vec![declared],
                first: Some(counted),
                bounds: later,
                ..form(format!("while ({i} < {most})"))
            },
            6 => Form {
                before: vec![declared],
                first: Some(counted),
                bounds: later,
                behind: format!(" while ({i} < {most});"),
                ..form("do".to_owned())
            },
            7 | 8 => {
                // The number of rounds is known when the program runs.
                let fits = |v: &Variable| {
                    let small = v.bounds.low >= 0.0 && v.bounds.high <= 8.0;
                    v.ty == Type::Int(1) && v.length.is_none() && !v.is_local && small
                };
                match self.find(fits) {
                    Some(found) => Form {
                        bounds: Bounds::new(0.0, (found.bounds.high - 1.0).max(0.0), 0),
                        ..form(format!("for (int {i} = 0; {i} < {}; {i}++)", found.name))
                    },
                    None => form(format!("for (int {i} = 0; {i} != {most}; ++{i})")),
                }
            }
            9 => {
                let float = self.leaf(1);
                Form {
                    holes: vec![float.expr],
                    ..form(format!(
                        "for (int {i} = 0; {i} < int(clamp(@, 0.0, {most}.0)); {i}++)"
                    ))
                }
            }
            10 => {
                let condition = self.bool(1);
                Form {
                    holes: vec![condition],
                    ..form(format!("for (int {i} = 0; {i} < {most} && @; {i}++)"))
                }
            }
            11 => form(format!("for (int {i} = 0; bool({most} - 1 - {i}); {i}++)")),
            _ => form(format!("for (int {i} = 0; {i} < {most}; {i}++)")),
        }
    }
}
