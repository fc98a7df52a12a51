//! `opt_fuse`: a product and a sum become one multiply-add where the target has it.
//!
//! Needs `lower_composite`, after which no other pass looks for products. Gives: no sum of a product
//! and something else. A product that others use stays for them. Cost: linear.

use crate::opt::pattern::{Over, Pattern, Rule, Subject, defining_ops, wanted};
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::rules::pattern;
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, OpKind};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const FUSE: Pass = Pass {
    name: "opt_fuse",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if !capabilities.native.contains(OpKind::Mad) {
            return Ok(false);
        }
        rewrite(shader, capabilities, &mut Fuse)
    },
};

const fn rule(name: &'static str, left: Pattern, right: Pattern) -> Rule {
    Rule {
        name,
        over: Over::Float,
        defining_ops: defining_ops(&left),
        wanted: wanted(&defining_ops(&left)),
        left,
        right,
        exactness: Exactness::Exact,
    }
}

/// Sums of products. Negation is part of an operand everywhere.
pub(crate) const RULES: &[Rule] = &[
    rule(
        "mul-add",
        pattern!((Add (Mul x y) z)),
        pattern!((Mad x y z)),
    ),
    rule(
        "neg-mul-add",
        pattern!((Add (Neg (Mul x y)) z)),
        pattern!((Mad (Neg x) y z)),
    ),
    rule(
        "mul-sub",
        pattern!((Sub (Mul x y) z)),
        pattern!((Mad x y (Neg z))),
    ),
    rule(
        "sub-mul",
        pattern!((Sub z (Mul x y))),
        pattern!((Mad (Neg x) y z)),
    ),
];

struct Fuse;

impl Transform for Fuse {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let op = data.op;
        if !matches!(op, Op::Add | Op::Sub) {
            return Ok(Visit::Keep);
        }
        let args = data.args.clone();
        if !rw.capabilities.accepts(OpKind::Mad, args[0].lanes()) {
            return Ok(Visit::Keep);
        }
        let subject = Subject::new(rw, op, &args);
        let fused =
            subject.and_then(|subject| RULES.iter().find_map(|rule| rule.apply(rw, &subject)));
        let Some(fused) = fused else {
            return Ok(Visit::Keep);
        };
        let result = rw.shader.result(inst);
        rw.replace(result, fused);
        Ok(Visit::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::FUSE;
    use crate::Capabilities;
    use crate::opt::DCE;
    use crate::opt::testing::{changes_on, machines};

    #[test]
    fn sums_of_products() {
        let shader = |body: &str| {
            format!(
                "shader fragment \"a\"\ninput in0 \"v\" vec4\n\
                 output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n{body}}}\n"
            )
        };
        let before = shader(
            "%0:f4 = input in0[0]
             %1:f4 = mul %0, %0.wzyx
             %2:f4 = add %1.yyxx, %0
             %3:f4 = mul %2, %0
             %4:f4 = sub %0, %3
             yield %4
",
        );
        let after = shader(
            "%0:f4 = input in0[0]
             %1:f4 = mad %0.yyxx, %0.zzww, %0
             %2:f4 = neg %1
             %3:f4 = mad %2, %0, %0
             yield %3
",
        );
        changes_on(&[FUSE, DCE], &Capabilities::FULL, &before, &after);
        changes_on(&[FUSE, DCE], &machines()[0], &before, &before);
    }
}
