//! `opt_hoist`: what a loop computes anew each round from values of outside is computed once before it.
//!
//! Needs nothing; is best when operations are those of the target. Gives: in the rounds of a loop that stays
//! fewer operations, and more values that live around it, whose lanes [`Capabilities::hoisted_lanes`] bounds.
//! What is moved is pure and stands on the way of every round, though perhaps behind a way out, so that it
//! may be executed in vain once. Truths stay where conditions read them. Inner loops come first, so that a value
//! leaves as many loops as it can. Cost: for each loop linear in its instructions.

use crate::entity::EntitySet;
use crate::op::Effect;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Region, Scalar, Shader, Value};

/// The pass.
pub const HOIST: Pass = Pass {
    name: "opt_hoist",
    exactness: Exactness::Exact,
    run: |shader, capabilities| {
        let room = capabilities.loops.map_or(0, |loops| loops.hoisted_lanes);
        if room == 0 || !shader.may_have(|data| matches!(data.op, Op::Loop)) {
            return Ok(false);
        }
        let mut loops = Vec::new();
        for region in shader.live_regions() {
            let insts = shader.regions[region].insts.iter();
            let found = insts.filter(|inst| shader.insts[**inst].op == Op::Loop);
            loops.extend(found.map(|inst| (region, *inst)));
        }
        let mut changed = false;
        for (around, inst) in loops.into_iter().rev() {
            changed |= hoist(shader, around, inst, room);
        }
        Ok(changed)
    },
};

/// Instructions that are moved out of one loop at most, which bounds the search for those that find room.
const MOST: usize = 64;

/// What is free wherever it stands: operands with their modifiers.
pub(super) fn is_free(op: Op) -> bool {
    matches!(
        op,
        Op::Constant(_)
            | Op::Undefined
            | Op::Input { .. }
            | Op::Uniform { .. }
            | Op::Compose
            | Op::Neg
            | Op::Abs
    )
}

/// The values that are made below a loop, its parameters among them.
fn made_inside(shader: &Shader, inst: Inst) -> EntitySet<Value> {
    let mut inside = EntitySet::new();
    let mut regions = shader.insts[inst].regions.clone();
    while let Some(region) = regions.pop() {
        let data = &shader.regions[region];
        data.parameters.iter().for_each(|value| {
            inside.insert(*value);
        });
        for inner in &data.insts {
            let data = &shader.insts[*inner];
            data.results.iter().for_each(|value| {
                inside.insert(*value);
            });
            regions.extend(&data.regions);
        }
    }
    inside
}

fn hoist(shader: &mut Shader, around: Region, inst: Inst, room: u32) -> bool {
    let Some(&body) = shader.insts[inst].regions.first() else {
        return false;
    };
    let mut inside = made_inside(shader, inst);
    let mut movable: Vec<Inst> = Vec::new();
    for &candidate in &shader.regions[body].insts {
        let data = &shader.insts[candidate];
        let &[result] = data.results.as_slice() else {
            continue;
        };
        let moves = data.op.effect(true) == Effect::Pure
            && data.regions.is_empty()
            && shader.ty(result).scalar != Scalar::Bool
            && data
                .args
                .iter()
                .all(|operand| !inside.contains(operand.value));
        if moves {
            inside.remove(result);
            movable.push(candidate);
        }
    }
    let chosen = choose(shader, body, &movable, room);
    if chosen.is_empty() {
        return false;
    }
    let is_chosen = |inst: &Inst| chosen.contains(*inst);
    let moved: Vec<Inst> = movable.into_iter().filter(is_chosen).collect();
    shader.regions[body]
        .insts
        .retain(|inst| !chosen.contains(*inst));
    let list = &mut shader.regions[around].insts;
    let Some(place) = list.iter().position(|other| *other == inst) else {
        return false;
    };
    list.splice(place..place, moved);
    true
}

/// Of what may be moved out of a body that which is worth it and finds room, with what it reads.
fn choose(shader: &Shader, body: Region, movable: &[Inst], room: u32) -> EntitySet<Inst> {
    let mut wanted: Vec<Inst> = movable.to_vec();
    wanted.retain(|inst| !is_free(shader.insts[*inst].op));
    wanted.truncate(MOST);
    while !wanted.is_empty() {
        let chosen = with_operands(shader, movable, &wanted);
        if lanes_around(shader, body, &chosen) <= room {
            return chosen;
        }
        // The last is read by no other that is wanted.
        wanted.pop();
    }
    EntitySet::new()
}

/// The wanted instructions and those of the movable ones that they read.
fn with_operands(shader: &Shader, movable: &[Inst], wanted: &[Inst]) -> EntitySet<Inst> {
    let mut chosen: EntitySet<Inst> = wanted.iter().copied().collect();
    let all: EntitySet<Inst> = movable.iter().copied().collect();
    for &inst in movable.iter().rev() {
        if !chosen.contains(inst) {
            continue;
        }
        for operand in &shader.insts[inst].args {
            let made = shader.def_inst(operand.value);
            if let Some(made) = made.filter(|made| all.contains(*made)) {
                chosen.insert(made);
            }
        }
    }
    chosen
}

/// The lanes of chosen results that take a register because what stays in the loop reads them.
fn lanes_around(shader: &Shader, body: Region, chosen: &EntitySet<Inst>) -> u32 {
    let mut read: EntitySet<Value> = EntitySet::new();
    let mut regions = vec![body];
    while let Some(region) = regions.pop() {
        let data = &shader.regions[region];
        let staying = data.insts.iter().filter(|inst| !chosen.contains(**inst));
        for inst in staying {
            let data = &shader.insts[*inst];
            data.args.iter().for_each(|operand| {
                read.insert(operand.value);
            });
            regions.extend(&data.regions);
        }
        data.end.uses().iter().for_each(|operand| {
            read.insert(operand.value);
        });
    }
    let lanes = |inst: Inst| {
        let data = &shader.insts[inst];
        let results = data.results.iter().filter(|value| read.contains(**value));
        let lanes: u32 = results
            .map(|value| u32::from(shader.ty(*value).lanes))
            .sum();
        if is_free(data.op) { 0 } else { lanes }
    };
    chosen.iter().map(lanes).sum()
}

#[cfg(test)]
mod tests {
    use super::HOIST;
    use crate::opt::testing::{agrees, changes_on};
    use crate::{Capabilities, Loops};

    const MACHINE: Capabilities = Capabilities {
        loops: Some(Loops {
            hoisted_lanes: 4,
            ..Loops::ANY
        }),
        ..Capabilities::FULL
    };

    fn text(before: &str, inside: &str) -> String {
        format!(
            r#"shader vertex "a"
input in0 "v" vec4
uniform uniform0 "u" vec4
output out0 "gl_Position" vec4 builtin=position
body {{
  %0:f1 = const 0.0
  %1:f1 = const 1.0
  %2:f1 = const 5.0
  %3:f4 = input in0[0]
  %4:f4 = uniform uniform0[0]
{before}  %20:f4, %21:f1 = loop (%22:f4 = %3, %23:f1 = %0) {{
    %24:b1 = ge %23, %2
    if %24 {{
      break %22, %23
    }} else {{
      yield
    }}
{inside}    %30:f1 = add %23, %1
    continue %29, %30
  }}
  yield %20
}}
"#
        )
    }

    #[test]
    fn what_no_round_changes_is_computed_before_the_loop() {
        let invariant = "%10:f4 = mul %3, %4\n    %11:f4 = floor %10\n";
        let rest = "    %29:f4 = add %22, %11\n";
        let before = text("", &format!("    {invariant}{rest}"));
        let after = text(&format!("  {}", invariant.replace("    ", "  ")), rest);
        changes_on(&[HOIST], &MACHINE, &before, &after);
        agrees(&[HOIST], &MACHINE, &before, 0.0);
    }

    #[test]
    fn only_what_finds_room_moves() {
        let first = "%10:f4 = mul %3, %4\n";
        let rest = "    %11:f4 = floor %4\n    %12:f4 = add %10, %22\n    %29:f4 = mul %12, %11\n";
        let before = text("", &format!("    {first}{rest}"));
        let after = text(&format!("  {first}"), rest);
        changes_on(&[HOIST], &MACHINE, &before, &after);
    }

    #[test]
    fn what_depends_on_the_round_stays() {
        let same = text("", "    %10:f4 = mul %22, %4\n    %29:f4 = add %10, %3\n");
        changes_on(&[HOIST], &MACHINE, &same, &same);
        let moving = text("", "    %10:f4 = mul %3, %4\n    %29:f4 = add %10, %22\n");
        changes_on(&[HOIST], &Capabilities::FULL, &moving, &moving);
    }
}
