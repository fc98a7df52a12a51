mod interface;

use super::*;
use crate::entity::EntityRef;
use crate::shader::ValueDef;
use crate::text::parse;
use crate::{Constant, Op, Scalar, Swizzle, Terminator, Type, Use, Value};
use retroshade_diagnostics::{FileId, Severity};

const HEAD: &str = "\
input in0 \"v\" vec4
uniform uniform0 \"u\" mat3
uniform uniform1 \"n\" int[4]
sampler sampler0 \"t\" d2
sampler sampler1 \"cubes\" cube[3]
output out0 \"o\" vec2
array array0 \"a\" f2[4]
";

fn shader(stage: &str, body: &str) -> Shader {
    let text = format!("shader {stage} \"\"\n{HEAD}body {{\n{body}\n}}");
    match parse(&text, FileId(0)) {
        Ok(shader) => shader,
        Err(error) => panic!("{}: {:?}\n{text}", error.message, error.primary),
    }
}

fn faults(shader: &Shader) -> Vec<String> {
    match verify(shader) {
        Ok(()) => Vec::new(),
        Err(faults) => faults.iter().map(Fault::to_string).collect(),
    }
}

/// A good body up to its end: a value of each kind.
const VALUES: &str = "%0:f4 = input in0[0] %1:i1 = const 2 %2:b1 = const true %3:f1 = const 0.5\n";

const GOOD: &str = "
  %10:f4 = texture sampler0[0] %0.xy bias %3
  %11:f4 = texture sampler1[1 + %1] project %0 lod %3
  %12:i1 = uniform_indexed uniform1[0 + 1 * %1]
  %13:f1 = uniform uniform1[3]
  %14:f3 = matvec %0.xyz, %0.xyz, %0.xyz, %0.www
  array_store array0[%1] = %0.xy
  array_store array0[%3] = %0.xy
  %15:f2 = array_load array0[%1]
  %16:f1 = dfdx %3
  discard %2
  %17:f1 = loop (%18:f1 = %3, %19:i1 = %1) {
    %20:b1 = lt %18, %3
    %21:f1 = if %20 {
      if %2 {
        break %18
      } else {
        %22:i1 = add %19, %1
        continue %18, %22
      }
      unreachable
    } else {
      yield %18
    }
    continue %21, %19
  }
  yield %17.xx";

#[test]
fn a_good_shader_passes() {
    assert_eq!(
        faults(&shader("fragment", &format!("{VALUES}{GOOD}"))),
        [""; 0]
    );
    let endless = "loop () { continue }\nunreachable";
    assert_eq!(faults(&shader("vertex", endless)), [""; 0]);
}

/// The only fault of a body after [`VALUES`], without what is at fault.
fn fault_in(stage: &str, body: &str) -> String {
    let shader = shader(stage, &format!("{VALUES}{body}"));
    let mut found = faults(&shader);
    assert_eq!(found.len(), 1, "{body}: {found:?}");
    let text = found.pop().unwrap_or_default();
    text.split_once(": ")
        .map_or(text.clone(), |(_, message)| message.to_owned())
}

#[test]
fn every_rule_of_operands_and_results_holds() {
    for (body, message) in [
        ("%9:f1 = add %3", "takes 2 operands, not 1"),
        (
            "%9:f4 = add %0, %3",
            "operands [f4, f1] are not of one type",
        ),
        (
            "%9:f2 = add %0.xy, %0.xy %8:f1 = neg %9",
            "gives [f1], expected [f2]",
        ),
        ("%9:f1, %8:f1 = neg %3", "gives [f1, f1], expected [f1]"),
        ("neg %3", "gives [], expected [f1]"),
        ("%9:i1 = sin %1", "operand is i1, expected Float"),
        ("%9:f1 = shl %3, %3", "operand is f1, expected Int"),
        ("%9:b1 = add %2, %2", "operand is b1, expected Number"),
        ("%9:f1 = and %3, %3", "operand is f1, expected Bits"),
        ("%9:f1 = lt %3, %3", "gives [f1], expected [b1]"),
        ("%9:f4 = select %2, %0, %0", "operand is b1, expected b4"),
        ("%9:f1 = int_to_float %3", "operand is f1, expected i1"),
        ("%9:b1 = any %3", "operand is f1, expected b1"),
        ("%9:f3 = cross %0.xyz, %0", "operand is f4, expected f3"),
        (
            "%9:f1 = refract %3, %3, %0.xy",
            "operand is f2, expected f1",
        ),
        ("%9:f4 = compose %0, %3", "cannot join [f4, f1]"),
        ("%9:f2 = compose %3, %1", "cannot join [f1, i1]"),
        ("%9:f1 = compose", "takes at least one operand"),
        ("%9:f2 = matvec %0.xy, %0.xy", "takes 2 to 4 columns, not 1"),
        (
            "%9:f2 = matvec %0.xy, %0.xy, %0.xyz",
            "operand is f3, expected f2",
        ),
        ("%9:f1 = extract %0, %2", "index is b1, expected i1 or f1"),
        ("%9:f4 = insert %0, %1, %1", "operand is i1, expected f1"),
        ("%9:f3 = input in0[0]", "gives f3, but a slot of `v` is f4"),
        ("%9:i4 = input in0[0]", "gives i4, but a slot of `v` is f4"),
        ("input in0[0]", "gives 0 results, not one"),
        ("%9:f4 = input in0[1]", "slot 1 of `v`, which has 1"),
        ("%9:f3 = uniform uniform0[3]", "slot 3 of `u`, which has 3"),
        (
            "%9:b1 = uniform uniform1[0]",
            "gives b1, but a slot of `n` is i1",
        ),
        (
            "%9:i1 = uniform_indexed uniform1[0 + 0 * %1]",
            "a stride of 0 indexes nothing",
        ),
        (
            "%9:i1 = uniform_indexed uniform1[4 + 1 * %1]",
            "slot 4 of `n`, which has 4",
        ),
        (
            "%9:i1 = uniform_indexed uniform1[0 + 1 * %2]",
            "index is b1, expected i1 or f1",
        ),
        (
            "%9:f4 = input_indexed in0[1 + 1 * %1]",
            "slot 1 of `v`, which has 1",
        ),
        ("undefined", "gives 0 results, not one"),
        (
            "%9:f4 = texture sampler0[0] %0.xyz",
            "operand is f3, expected f2",
        ),
        (
            "%9:f4 = texture sampler1[0] %0.xy",
            "operand is f2, expected f3",
        ),
        (
            "%9:f4 = texture sampler0[0] project %0.xy",
            "operand is f2, expected f3",
        ),
        (
            "%9:f4 = texture sampler0[0] %0.xy lod %0.xy",
            "operand is f2, expected f1",
        ),
        (
            "%9:f4 = texture sampler0[0] %0.xy grad %0.xy, %3",
            "operand is f1, expected f2",
        ),
        (
            "%9:f4 = texture sampler0[1] %0.xy",
            "element 1 of `t`, which has 1",
        ),
        (
            "%9:f4 = texture sampler0[0 + %1] %0.xy",
            "`t` is no array to index",
        ),
        (
            "%9:f3 = texture sampler0[0] %0.xy",
            "gives [f3], expected [f4]",
        ),
        ("%9:f1 = array_load array0[%1]", "gives [f1], expected [f2]"),
        ("array_store array0[%1] = %3", "operand is f1, expected f2"),
        (
            "%9:f1 = array_store array0[%1] = %0.xy",
            "gives [f1], but has no result",
        ),
        ("discard %3", "operand is f1, expected b1"),
        ("%9:f1 = discard %2", "gives [f1], but has no result"),
        (
            "if %3 { yield } else { yield }",
            "operand is f1, expected b1",
        ),
    ] {
        let body = format!("{body}\nyield %0.xy");
        assert_eq!(fault_in("fragment", &body), message, "{body}");
    }
}

#[test]
fn every_rule_of_ends_holds() {
    let yield_body = "yields [f1], expected [f2]";
    for (body, message) in [
        ("yield %3", yield_body),
        ("yield", "yields [], expected [f2]"),
        ("yield %0.xy, %3", "yields [f2, f1], expected [f2]"),
        ("yield %1.xx", "yields [i2], expected [f2]"),
        ("open", "has no end"),
        ("break", "leaves a loop, but is in none"),
        ("continue", "leaves a loop, but is in none"),
        (
            "unreachable",
            "says unreachable, but its last instruction hands on control",
        ),
        (
            "if %2 { yield } else { yield }\nunreachable",
            "says unreachable, but its last instruction hands on control",
        ),
        (
            "loop () { break }\nunreachable",
            "says unreachable, but its last instruction hands on control",
        ),
        (
            "%9:f1 = if %2 { yield %3 } else { yield %1 }\nyield %0.xy",
            "yields [i1], expected [f1]",
        ),
        (
            "%9:f1 = if %2 { yield %3 } else { yield }\nyield %0.xy",
            "yields [], expected [f1]",
        ),
        (
            "if %2 { break } else { yield }\nyield %0.xy",
            "leaves a loop, but is in none",
        ),
        (
            "loop () { yield }\nyield %0.xy",
            "the body of a loop ends by break or continue, not by yield",
        ),
        (
            "%9:f1 = loop () { break %1 }\nyield %0.xy",
            "breaks with [i1], expected [f1]",
        ),
        (
            "loop (%9:f1 = %3) { if %2 { break } else { yield } continue %1 }\nyield %0.xy",
            "continues with [i1], expected [f1]",
        ),
        (
            "loop (%9:f1 = %1) { break }\nyield %0.xy",
            "enters with [i1], expected [f1]",
        ),
    ] {
        assert_eq!(fault_in("fragment", body), message, "{body}");
    }
}

#[test]
fn stages_have_their_operations() {
    for body in [
        "discard %2",
        "%9:f1 = dfdx %3",
        "%9:f1 = dfdy %3",
        "%9:f1 = fwidth %3",
        "%9:f4 = texture sampler0[0] %0.xy bias %3",
    ] {
        let body = format!("{body}\nyield %0.xy");
        assert_eq!(fault_in("vertex", &body), "is for fragment shaders");
        assert_eq!(
            faults(&shader("fragment", &format!("{VALUES}{body}"))),
            [""; 0]
        );
    }
    let implicit = format!("{VALUES}%9:f4 = texture sampler0[0] %0.xy\nyield %0.xy");
    assert_eq!(faults(&shader("vertex", &implicit)), [""; 0]);
}

#[test]
fn outputs_may_be_floats_in_place_of_ints() {
    let mut good = shader("fragment", &format!("{VALUES}yield %0.xy"));
    for output in good.interface.outputs.values_mut() {
        output.shape.scalar = Scalar::Int;
    }
    assert_eq!(faults(&good), [""; 0]);
}

#[test]
fn values_are_visible_in_their_region_and_below() {
    let inner = "if %2 { %9:f1 = neg %3 yield } else { yield }\n%8:f1 = neg %9 yield %0.xy";
    let text = fault_in("fragment", inner);
    assert!(text.ends_with("which is not visible here"), "{text}");
    let sibling = "if %2 { %9:f1 = neg %3 yield } else { %8:f1 = neg %9 yield }\nyield %0.xy";
    assert!(fault_in("fragment", sibling).ends_with("which is not visible here"));
    let carried = "loop (%9:f1 = %3) { break }\nyield %9.xx";
    assert!(fault_in("fragment", carried).ends_with("which is not visible here"));
    // A result of an `if` is not visible in its own arms, an instruction not before it stands.
    let mut early = shader(
        "fragment",
        &format!("{VALUES}%8:f1 = neg %3 %9:f1 = neg %8 yield %0.xy"),
    );
    let body = early.body;
    early.regions[body].insts.swap(4, 5);
    assert_eq!(faults(&early).len(), 1);
    let mut own = shader(
        "fragment",
        &format!("{VALUES}%9:f1 = if %2 {{ yield %3 }} else {{ yield %3 }}\nyield %9.xx"),
    );
    let branch = own.regions[own.body].insts[4];
    let (result, arm) = (own.result(branch), own.insts[branch].regions[0]);
    own.regions[arm].end = Terminator::Yield(vec![own.whole(result)]);
    assert_eq!(faults(&own).len(), 1);
}

fn small() -> Shader {
    shader(
        "fragment",
        &format!("{VALUES}%9:f1 = neg %3\nif %2 {{ yield }} else {{ yield }}\nyield %9.xx"),
    )
}

/// The faults of [`small`] after a change.
fn after(change: impl FnOnce(&mut Shader, &[Inst])) -> Vec<String> {
    let mut shader = small();
    let insts = shader.regions[shader.body].insts.clone();
    change(&mut shader, &insts);
    faults(&shader)
}

#[test]
fn the_structure_is_a_tree_of_things_that_exist() {
    let contains = |found: Vec<String>, text: &str| {
        assert!(
            found.iter().any(|fault| fault.contains(text)),
            "{text}: {found:?}"
        );
    };
    let body = small().body;
    contains(
        after(|s, insts| s.regions[body].insts.push(insts[0])),
        "is listed twice",
    );
    contains(
        after(|s, _| s.regions[body].insts.push(Inst::new(999))),
        "lists inst999, which does not exist",
    );
    contains(
        after(|s, insts| s.insts[insts[5]].regions[1] = s.insts[insts[5]].regions[0]),
        "belongs to two",
    );
    contains(
        after(|s, insts| s.insts[insts[5]].regions[1] = body),
        "belongs to two",
    );
    contains(
        after(|s, insts| s.insts[insts[5]].regions[1] = Region::new(999)),
        "region999: does not exist",
    );
    contains(
        after(|s, insts| s.insts[insts[5]].regions.truncate(1)),
        "has 1 regions, not 2",
    );
    contains(
        after(|s, insts| s.insts[insts[4]].regions.push(Region::new(1))),
        "has 1 regions, not 0",
    );
    contains(after(|s, _| s.body = Region::new(999)), "does not exist");
    let parameter = |s: &mut Shader, insts: &[Inst]| {
        let region = s.make_region(&[Type::float(1)]);
        s.regions[region].end = Terminator::Yield(Vec::new());
        s.insts[insts[5]].regions[0] = region;
    };
    contains(after(parameter), "only the body of a loop has parameters");
    contains(
        after(|s, insts| s.insts[insts[4]].results[0] = Value::new(0)),
        "which says it comes from",
    );
    contains(
        after(|s, insts| s.insts[insts[4]].results[0] = Value::new(999)),
        "defines %999, which does not exist",
    );
    contains(
        after(|s, _| s.values[Value::new(4)].def = ValueDef::Parameter(body, 0)),
        "which says it comes from",
    );
    contains(
        after(|s, _| s.values[Value::new(4)].ty.lanes = 5),
        "of 5 lanes",
    );
    let whole = |value: usize| Use::new(Value::new(value), Swizzle::identity(1));
    contains(
        after(|s, insts| s.insts[insts[4]].args[0] = whole(999)),
        "operand 0 is %999, which does not exist",
    );
    let wide = Use::new(Value::new(3), Swizzle::splat(2, 1));
    contains(
        after(|s, insts| s.insts[insts[4]].args[0] = wide),
        "operand 0 reads .z of %3, which is f1",
    );
    contains(
        after(|s, _| s.regions[body].end = Terminator::Yield(vec![whole(999)])),
        "operand 0 is %999",
    );
}

#[test]
fn immediate_parts_exist() {
    let foreign = |op: Op, text: &str| {
        let found = after(|s, insts| s.insts[insts[0]].op = op);
        assert!(found[0].ends_with(text), "{found:?}");
    };
    foreign(
        Op::Input {
            input: EntityRef::new(9),
            slot: 0,
        },
        "in9 does not exist",
    );
    foreign(
        Op::Uniform {
            uniform: EntityRef::new(9),
            slot: 0,
        },
        "uniform9 does not exist",
    );
    foreign(Op::ArrayLoad(EntityRef::new(9)), "array9 does not exist");
    let texture = crate::TextureOp {
        sampler: EntityRef::new(9),
        element: 0,
        indexed: false,
        projective: false,
        level: crate::LevelOfDetail::Implicit,
    };
    foreign(Op::Texture(texture), "sampler9 does not exist");
    let mut two = Constant::bools(&[true]);
    two.bits[0] = 2;
    foreign(Op::Constant(two), "are not those of b1");
    let mut unused = Constant::floats(&[1.0]);
    unused.bits[3] = 1;
    foreign(Op::Constant(unused), "are not those of f1");
}

#[test]
fn a_fault_after_a_stage_is_a_bug_with_a_place() {
    assert_eq!(verify_after(&small(), "opt_nothing"), Ok(()));
    let mut shader = small();
    let inst = shader.regions[shader.body].insts[4];
    shader.insts[inst].span = Span::new(FileId(3), 1, 2);
    shader.insts[inst].args.clear();
    let bug = verify_after(&shader, "opt_broken").expect_err("a fault");
    assert_eq!(bug.severity, Severity::Bug);
    assert!(bug.message.starts_with("opt_broken: "));
    assert_eq!(bug.notes, ["inst4 (neg): takes 1 operands, not 0"]);
    assert_eq!(bug.primary.map(|label| label.span.start), Some(1));
}

#[test]
fn deep_nesting_and_many_faults_are_fine() {
    let depth = 4000;
    let (open, close) = ("loop () { ".repeat(depth), " } unreachable ".repeat(depth));
    let nested = shader("vertex", &format!("{open} continue {close}"));
    assert_eq!(faults(&nested), [""; 0]);
    let mut bad = shader("vertex", &format!("{VALUES}yield %0.xy"));
    for _ in 0..200 {
        let inst = bad.make_inst(
            Op::Neg,
            Vec::new(),
            &[Type::float(1)],
            Vec::new(),
            Span::NONE,
        );
        let body = bad.body;
        bad.regions[body].insts.push(inst);
    }
    assert_eq!(faults(&bad).len(), MOST);
}
