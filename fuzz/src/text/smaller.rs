//! Programs with a piece less.

use super::{Expr, Part, Program, Stmt};

impl Program {
    /// Programs that are smaller in one place each, large cuts first.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for main in smaller_lists(&self.main) {
            all.push(Program {
                main,
                ..self.clone()
            });
        }
        for globals in smaller_lists(&self.globals) {
            all.push(Program {
                globals,
                ..self.clone()
            });
        }
        // Declarations that nothing needs any more.
        for index in 0..self.head.lines().count() {
            let lines = self.head.lines().enumerate();
            let others = lines.filter(|(other, _)| *other != index);
            let head = others.map(|(_, line)| format!("{line}\n")).collect();
            all.push(Program {
                head,
                ..self.clone()
            });
        }
        all
    }
}

/// Lists without a run of statements, with a statement replaced by its contents, or with one smaller.
fn smaller_lists(list: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    let mut length = list.len();
    while length > 0 {
        for start in (0..list.len()).step_by(length) {
            let end = (start + length).min(list.len());
            all.push([&list[..start], &list[end..]].concat());
        }
        length /= 2;
    }
    for (index, stmt) in list.iter().enumerate() {
        let with = |new: &[Stmt]| [&list[..index], new, &list[index + 1..]].concat();
        for part in &stmt.parts {
            if let Part::Body(body) = part {
                all.push(with(body));
            }
        }
        all.extend(
            smaller_parts(&stmt.parts)
                .into_iter()
                .map(|parts| with(&[Stmt { parts }])),
        );
    }
    all
}

fn smaller_parts(parts: &[Part]) -> Vec<Vec<Part>> {
    let mut all = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut replace = |new: Part| {
            let mut parts = parts.to_vec();
            parts[index] = new;
            all.push(parts);
        };
        match part {
            Part::Body(body) => smaller_lists(body)
                .into_iter()
                .for_each(|body| replace(Part::Body(body))),
            Part::Expr(expr) => smaller_exprs(expr)
                .into_iter()
                .for_each(|expr| replace(Part::Expr(expr))),
            Part::Text(_) | Part::Undefined(..) => {}
        }
    }
    all
}

fn smaller_exprs(expr: &Expr) -> Vec<Expr> {
    let mut all = Vec::new();
    if expr.parts.iter().any(|part| matches!(part, Part::Expr(_))) {
        let simple = expr.ty.simplest();
        all.extend(
            simple
                .iter()
                .map(|text| Expr::new(expr.ty, text, Vec::new())),
        );
        expr.inside(expr.ty, &mut all);
    }
    let ty = expr.ty;
    all.extend(
        smaller_parts(&expr.parts)
            .into_iter()
            .map(|parts| Expr { ty, parts }),
    );
    all
}
