//! `lower_branches`: executes both arms of an `if` and selects.
//!
//! Needs nothing; where the target has no branches, no loops may be left inside of arms. Gives: no
//! `if` where the target has none; elsewhere none that is cheap, too deep, or has lookups inside that
//! may not be there. Works from the inside out. A discard in an arm becomes a discard under both
//! conditions, a store to memory stores what is there already. Lookups and derivatives come out of
//! control flow, where they are defined more often than inside, never less. Cost: linear.

use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Capabilities, Effect, Inst, Op, OpKind, Region, Stage, Swizzle, Terminator, Use, VectorWidth,
};
use retroshade_diagnostics::{Diagnostic, codes};

/// The pass.
pub const BRANCHES: Pass = Pass {
    name: "lower_branches",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        if !shader.may_have(|data| matches!(data.op, Op::If)) {
            return Ok(false);
        }
        let mut pass = Flatten {
            fragment: shader.stage == Stage::Fragment,
            depth: 0,
        };
        rewrite(shader, capabilities, &mut pass)
    },
};

struct Flatten {
    fragment: bool,
    /// How many `if`s are open.
    depth: u32,
}

/// Estimates the cost of an operation, in instructions.
fn cost(capabilities: &Capabilities, op: Op, lanes: u8) -> u32 {
    let width = match capabilities.width {
        VectorWidth::Scalar => u32::from(lanes),
        VectorWidth::Vec4 => 1,
    };
    match op {
        Op::Constant(_) | Op::Undefined | Op::Uniform { .. } | Op::Input { .. } => 0,
        Op::Neg | Op::Abs => 0,
        Op::Compose => 1,
        Op::Texture(_) => 4,
        Op::ArrayStore(_) => 4,
        Op::IntToFloat | Op::BoolToFloat | Op::BoolToInt => 0,
        _ if capabilities.accepts(op.kind(), lanes) => width,
        Op::Sin | Op::Cos | Op::Asin | Op::Acos | Op::Atan | Op::Atan2 | Op::Tan => 10 * width,
        Op::Normalize | Op::Smoothstep | Op::Refract | Op::Pow | Op::MatVec => 4 * width,
        Op::Div | Op::Mod | Op::Rem | Op::Mix | Op::Reflect | Op::Dot | Op::Length => 3 * width,
        _ => 2 * width,
    }
}

/// What is in the arms of an `if`.
struct Content {
    cost: u32,
    /// Derivatives or lookups that depend on neighbours.
    quads: bool,
    /// A loop or an `if` that stays, or an arm that leaves.
    stays: bool,
}

/// How many selects take the place of the results of an `if`.
fn selects(rw: &Rewriter<'_>, inst: Inst) -> u32 {
    let arms = &rw.inst(inst).regions;
    let mut arms = arms.iter().map(|&arm| rw.shader.regions[arm].end.uses());
    let (Some(accept), Some(reject)) = (arms.next(), arms.next()) else {
        return 0;
    };
    let undefined = |operand: &Use| rw.shader.def_op(operand.value) == Some(Op::Undefined);
    let needed = |(a, b): &(&Use, &Use)| a != b && !undefined(a) && !undefined(b);
    accept.iter().zip(reject).filter(needed).count() as u32
}

impl Flatten {
    fn content(&self, rw: &Rewriter<'_>, inst: Inst) -> Content {
        let mut content = Content {
            cost: 0,
            quads: false,
            stays: false,
        };
        for &region in &rw.inst(inst).regions {
            let data = &rw.shader.regions[region];
            content.stays |= !matches!(data.end, Terminator::Yield(_));
            for &inst in &data.insts {
                let data = rw.inst(inst);
                let lanes = data
                    .results
                    .first()
                    .map_or(1, |&value| rw.shader.ty(value).lanes);
                content.cost += cost(rw.capabilities, data.op, lanes);
                match data.op.effect(self.fragment) {
                    Effect::Nested | Effect::Emit => content.stays = true,
                    Effect::Quad => content.quads = true,
                    _ => content.quads |= matches!(data.op, Op::Texture(_)),
                }
            }
        }
        let each = if rw.capabilities.native.contains(OpKind::Select) {
            1
        } else {
            3
        };
        content.cost += each * selects(rw, inst);
        content
    }

    fn wants(&self, capabilities: &Capabilities, content: &Content) -> bool {
        capabilities.branches.is_none_or(|branches| {
            content.cost <= branches.flatten_cost
                || self.depth >= branches.nesting
                || content.quads && !branches.quads
        })
    }
}

/// Lists the instructions of an arm in the region around, those with effects under `condition`.
fn hoist(rw: &mut Rewriter<'_>, region: Region, condition: Use) {
    for inst in std::mem::take(&mut rw.shader.regions[region].insts) {
        rw.span = rw.inst(inst).span;
        let data = rw.inst(inst);
        match (data.op, data.args.as_slice()) {
            (Op::Discard, &[own]) => {
                let both = rw.emit(Op::And, &[condition, own]);
                rw.push(Op::Discard, vec![both], &[], Vec::new());
            }
            (Op::ArrayStore(array), &[index, value]) => {
                let ty = rw.shader.arrays[array].ty;
                let before = rw.typed(Op::ArrayLoad(array), &[index], ty);
                let wide = condition.then(Swizzle::splat(0, ty.lanes));
                let value = rw.emit(Op::Select, &[wide, value, before]);
                rw.push(Op::ArrayStore(array), vec![index, value], &[], Vec::new());
            }
            _ => rw.append(vec![inst]),
        }
    }
}

fn has_effects(rw: &Rewriter<'_>, region: Region) -> bool {
    rw.shader.regions[region]
        .insts
        .iter()
        .any(|&inst| matches!(rw.inst(inst).op, Op::Discard | Op::ArrayStore(_)))
}

fn flatten(rw: &mut Rewriter<'_>, inst: Inst) {
    let data = rw.inst(inst);
    let (condition, accept, reject) = (data.args[0], data.regions[0], data.regions[1]);
    hoist(rw, accept, condition);
    if has_effects(rw, reject) {
        let otherwise = rw.emit(Op::Not, &[condition]);
        hoist(rw, reject, otherwise);
    } else {
        hoist(rw, reject, condition);
    }
    rw.span = rw.inst(inst).span;
    let values = |rw: &Rewriter<'_>, region: Region| rw.shader.regions[region].end.uses().to_vec();
    let (a, b) = (values(rw, accept), values(rw, reject));
    for (index, (a, b)) in a.into_iter().zip(b).enumerate() {
        let wide = condition.then(Swizzle::splat(0, a.lanes()));
        let selected = rw.emit(Op::Select, &[wide, a, b]);
        let result = rw.inst(inst).results[index];
        rw.replace(result, selected);
    }
}

impl Transform for Flatten {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        self.depth += u32::from(matches!(rw.inst(inst).op, Op::If));
        Ok(Visit::Keep)
    }

    fn leave(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        if !matches!(rw.inst(inst).op, Op::If) {
            return Ok(Visit::Keep);
        }
        self.depth -= 1;
        let content = self.content(rw, inst);
        if !self.wants(rw.capabilities, &content) {
            return Ok(Visit::Keep);
        }
        if !content.stays {
            flatten(rw, inst);
            return Ok(Visit::Done);
        }
        if rw.capabilities.branches.is_some() {
            return Ok(Visit::Keep);
        }
        let target = rw.capabilities.target;
        Err(Diagnostic::error(
            codes::target::UNSUPPORTED,
            format!("{target} has no branches, and cannot execute a loop under a condition"),
        )
        .at(rw.inst(inst).span, "under this condition"))
    }
}

#[cfg(test)]
mod tests {
    use super::BRANCHES;
    use crate::opt::testing::{agrees, changes_on, read, run_on};
    use crate::text::print;
    use crate::{Branches, Capabilities};

    const FLAT: Capabilities = Capabilities {
        branches: None,
        ..Capabilities::FULL
    };

    fn shader(body: &str) -> String {
        format!(
            "shader fragment \"a\"\ninput in0 \"v\" vec4\n\
             output out0 \"gl_FragColor\" vec4 builtin=frag_color\narray array0 \"a\" f4[2]\n\
             body {{\n{body}}}\n"
        )
    }

    #[test]
    fn both_arms_are_executed() {
        changes_on(
            &[BRANCHES],
            &FLAT,
            &shader(
                "%0:f4 = input in0[0]
                 %1:b1 = lt %0.x, %0.y
                 %2:f4, %3:f1 = if %1 {
                   %4:f4 = add %0, %0
                   yield %4, %0.x
                 } else {
                   %5:b1 = lt %0.z, %0.y
                   %6:f4 = if %5 {
                     %7:f4 = mul %0, %0
                     yield %7
                   } else {
                     discard %1
                     yield %0
                   }
                   yield %6, %6.w
                 }
                 %8:f4 = mul %2, %3.xxxx
                 yield %8
",
            ),
            &shader(
                "%0:f4 = input in0[0]
                 %1:b1 = lt %0.x, %0.y
                 %2:f4 = add %0, %0
                 %3:b1 = ge %0.x, %0.y
                 %4:b1 = lt %0.z, %0.y
                 %5:f4 = mul %0, %0
                 %6:b1 = ge %0.z, %0.y
                 %13:b1 = and %6, %1
                 %8:b1 = and %3, %13
                 discard %8
                 %7:f4 = select %4.xxxx, %5, %0
                 %10:f4 = select %1.xxxx, %2, %7
                 %11:f1 = select %1, %0.x, %7.w
                 %12:f4 = mul %10, %11.xxxx
                 yield %12
",
            ),
        );
    }

    const STORES: &str = "%0:f4 = input in0[0]
                 %1:i1 = const 0
                 %2:i1 = const 1
                 array_store array0[%1] = %0
                 array_store array0[%2] = %0.wzyx
                 %3:b1 = lt %0.x, %0.y
                 if %3 {
                   array_store array0[%1] = %0.xxxx
                   yield
                 } else {
                   %4:b1 = lt %0.z, %0.w
                   if %4 {
                     array_store array0[%2] = %0.yyyy
                     yield
                   } else {
                     discard %3
                     yield
                   }
                   yield
                 }
                 %5:f4 = array_load array0[%1]
                 %6:f4 = array_load array0[%2]
                 %7:f4 = sub %5, %6
                 yield %7
";

    #[test]
    fn effects_keep_their_conditions() {
        let after = agrees(&[BRANCHES], &FLAT, &shader(STORES), 0.0);
        assert!(!print(&after).contains(" if "));
    }

    #[test]
    fn cheap_and_deep_ones_go_where_branches_may_stand() {
        let count = |machine: &Capabilities| {
            let after = agrees(&[BRANCHES], machine, &shader(STORES), 0.0);
            print(&after).matches("if %").count()
        };
        assert_eq!(count(&Capabilities::FULL), 2);
        for (flatten_cost, nesting, left) in [(0, 1, 1), (6, 9, 1), (100, 9, 0)] {
            let machine = Capabilities {
                branches: Some(Branches {
                    flatten_cost,
                    nesting,
                    ..Branches::ANY
                }),
                ..Capabilities::FULL
            };
            assert_eq!(count(&machine), left);
        }
    }

    #[test]
    fn lookups_come_out_where_they_may_not_be_inside() {
        let text = shader(
            "%0:f4 = input in0[0]
             %1:b1 = lt %0.x, %0.y
             %2:f4 = if %1 { %3:f4 = dfdx %0 yield %3 } else { yield %0 }
             yield %2
",
        );
        let mut machine = Capabilities::FULL;
        changes_on(&[BRANCHES], &machine, &text, &text);
        machine.branches = Some(Branches {
            quads: false,
            ..Branches::ANY
        });
        let mut shader = read(&text);
        run_on(&[BRANCHES], &machine, &mut shader).unwrap();
        assert!(print(&shader).contains("select"));
    }

    #[test]
    fn a_loop_under_a_condition_is_refused() {
        let text = shader(
            "%0:f4 = input in0[0]
             %1:b1 = lt %0.x, %0.y
             %2:f4 = if %1 {
               %3:f4 = loop (%4:f4 = %0) {
                 %5:b1 = lt %4.x, %4.y
                 if %5 { break %4 } else { yield }
                 continue %4.yzwx
               }
               yield %3
             } else { yield %0 }
             yield %2
",
        );
        let fault = run_on(&[BRANCHES], &FLAT, &mut read(&text)).unwrap_err();
        assert_eq!(fault.code.id, "E0301");
    }
}
