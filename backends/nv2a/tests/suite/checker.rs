//! The checker that stands behind every program notices whatever is changed in one.

use retroshade_diagnostics::FileId;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::{Shader, text};
use retroshade_kit::mir::proof::Mismatch;
use retroshade_kit::mir::{AddressId, OpId};
use retroshade_kit::target::Position;
use retroshade_nv2a::interface;
use retroshade_nv2a::isa::{Ilu, Mac};
use retroshade_nv2a::machine::View;
use retroshade_nv2a::position::{DEFAULT_VIEWPORT, PositionOptions, prepare};
use retroshade_nv2a::program::{Operand, Register, Slot, Target};
use retroshade_nv2a::schedule::check::{Fault, check};
use retroshade_nv2a::schedule::{Claim, Effort, Task, schedule};
use retroshade_nv2a::select::{self, Accuracy, Request};
use retroshade_nv2a::{FINISH, PIPELINE};

type Slots = Vec<(Slot, Option<Claim>, Option<Claim>)>;

const SOURCE: &str = r#"shader vertex "lit.vert"
    input in0 "a_position" vec4
    input in1 "a_normal" vec3
    input in2 "a_color" vec4
    uniform uniform0 "u_mvp" mat4 rows
    uniform uniform1 "u_light" vec3
    output out0 "gl_Position" vec4 builtin=position
    output out1 "v_color" vec4
    output out2 "v_fog" float
    body {
      %0:f4 = input in0[0]
      %1:f3 = input in1[0]
      %2:f4 = input in2[0]
      %3:f4 = uniform uniform0[0]
      %4:f4 = uniform uniform0[1]
      %5:f4 = uniform uniform0[2]
      %6:f4 = uniform uniform0[3]
      %7:f1 = dot %3, %0
      %8:f1 = dot %4, %0
      %9:f1 = dot %5, %0
      %10:f1 = dot %6, %0
      %11:f4 = compose %7, %8, %9, %10
      %12:f3 = uniform uniform1[0]
      %13:f1 = dot %1, %1
      %14:f1 = rsqrt %13
      %15:f3 = mul %1, %14.xxx
      %16:f1 = dot %15, %12
      %17:f1 = const 0.0
      %18:f1 = max %16, %17
      %19:f3 = mul %2.xyz, %18.xxx
      %20:f4 = compose %19, %2.w
      %21:f1 = fract %10
      yield %11, %20, %21
    }"#;

fn build(shader: &Shader) -> (View, Slots) {
    let prepared = prepare(
        shader,
        &PositionOptions {
            space: Position::Native,
            viewport: DEFAULT_VIEWPORT,
        },
    )
    .unwrap();
    let layout = interface::assign(&prepared.shader).unwrap();
    let request = Request {
        layout: &layout,
        clamped: &prepared.clamped,
        accuracy: Accuracy::default(),
    };
    let mut program = select::lower(&prepared.shader, &request).unwrap();
    for passes in [PIPELINE, FINISH[0]] {
        let mut hooks = Hooks::default();
        pass::run(passes, &mut program, &layout.constants, &mut hooks).unwrap();
    }
    let code = View::of(&program).unwrap();
    let found = schedule(
        &code,
        Effort {
            steps: 100,
            nodes: 0,
            seed: 1,
        },
        usize::MAX,
    )
    .unwrap()
    .unwrap();
    let slots = found
        .slots
        .iter()
        .map(|issued| (issued.slot, issued.mac, issued.ilu))
        .collect();
    (code, slots)
}

/// Lanes of each operand that its operation looks at.
fn operands(slot: &Slot) -> Vec<(bool, usize, u8)> {
    let mut found = Vec::new();
    if let Some(unit) = &slot.mac {
        found.extend(
            unit.operands()
                .map(|(port, _, lanes)| (true, port as usize, lanes)),
        );
    }
    if let Some(unit) = &slot.ilu {
        found.extend(
            unit.operands()
                .map(|(port, _, lanes)| (false, port as usize, lanes)),
        );
    }
    found
}

fn operand(slot: &mut Slot, mac: bool, port: usize) -> &mut Operand {
    let ports = if mac {
        &mut slot.mac.as_mut().unwrap().ports
    } else {
        &mut slot.ilu.as_mut().unwrap().ports
    };
    ports[port].as_mut().unwrap()
}

/// True if the operand's content cannot matter: results x and w of LIT on anything.
fn idle(slot: &Slot, mac: bool) -> bool {
    let unit = slot.ilu.filter(|_| !mac);
    unit.is_some_and(|unit| unit.op.row().name == "lit" && unit.written() & 6 == 0)
}

#[test]
fn right_programs_pass() {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    assert_eq!(check(&code, &slots), Ok(()));
}

#[test]
fn changed_operands_are_noticed() {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    let mut changes = 0;
    for at in 0..slots.len() {
        for (mac, port, lanes) in operands(&slots[at].0) {
            if idle(&slots[at].0, mac) {
                continue;
            }
            for lane in (0..4).filter(|lane| lanes >> lane & 1 == 1) {
                let mut changed = slots.clone();
                let operand = operand(&mut changed[at].0, mac, port);
                operand.swizzle = operand.swizzle.with(lane, operand.swizzle.lane(lane) + 1);
                changes += 1;
                assert!(
                    check(&code, &changed).is_err(),
                    "slot {at} lane {lane}: {}",
                    changed[at].0
                );
            }
            let mut changed = slots.clone();
            let flipped = operand(&mut changed[at].0, mac, port);
            flipped.negate = !flipped.negate;
            assert!(
                check(&code, &changed).is_err(),
                "slot {at}: {}",
                changed[at].0
            );
            let mut changed = slots.clone();
            let moved = operand(&mut changed[at].0, mac, port);
            moved.register = match moved.register {
                Register::Temporary(index) => Register::Temporary((index + 1) % 13),
                Register::Attribute(index) => Register::Attribute((index + 1) % 16),
                Register::Constant(index) => Register::Constant((index + 1) % 192),
                Register::Relative(index) => Register::Constant(index),
            };
            assert!(
                check(&code, &changed).is_err(),
                "slot {at}: {}",
                changed[at].0
            );
        }
    }
    assert!(changes > 40, "{changes}");
}

#[test]
fn missing_and_misplaced_slots_are_noticed() {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    for at in 0..slots.len() {
        let mut shorter = slots.clone();
        shorter.remove(at);
        assert!(check(&code, &shorter).is_err(), "without slot {at}");
        let mut turned = slots.clone();
        turned.reverse();
        assert!(check(&code, &turned).is_err());
    }
}

#[test]
fn changed_destinations_are_noticed() {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    for at in 0..slots.len() {
        let mut changed = slots.clone();
        let slot = &mut changed[at].0;
        let outputs = [
            slot.mac.as_mut().and_then(|unit| unit.output.as_mut()),
            slot.ilu.as_mut().and_then(|unit| unit.output.as_mut()),
        ];
        let mut any = false;
        for write in outputs.into_iter().flatten() {
            write.to = Target::Output(12);
            any = true;
        }
        if any {
            assert!(
                check(&code, &changed).is_err(),
                "slot {at}: {}",
                changed[at].0
            );
        }
    }
}

/// A slot with what its units are said to do.
type Entry = (Slot, Option<Claim>, Option<Claim>);

/// What is wrong with the program in which one slot is changed, for each slot that can be.
fn mismatches(change: impl Fn(&mut Entry) -> Option<()>) -> Vec<Mismatch> {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    let mut found = Vec::new();
    for at in 0..slots.len() {
        let mut changed = slots.clone();
        if change(&mut changed[at]).is_some() {
            let fault = check(&code, &changed).unwrap_err();
            assert_eq!(fault.slot, Some(at), "{fault}");
            assert_eq!(fault.to_string(), format!("slot {at}: {}", fault.mismatch));
            found.push(fault.mismatch);
        }
    }
    assert!(!found.is_empty());
    found
}

fn all_are(found: &[Mismatch], wanted: Mismatch) {
    assert!(found.iter().all(|one| *one == wanted), "{found:?}");
}

#[test]
fn claims_that_contradict_their_slots_are_noticed() {
    all_are(
        &mismatches(|entry| entry.1.take().map(drop)),
        Mismatch::Units,
    );
    all_are(
        &mismatches(|entry| entry.2.take().map(drop)),
        Mismatch::Units,
    );
    all_are(
        &mismatches(|entry| entry.0.mac.take().map(drop)),
        Mismatch::Units,
    );
    all_are(
        &mismatches(|entry| entry.0.ilu.take().map(drop)),
        Mismatch::Units,
    );
    let address = Task::Address(AddressId::new(9));
    let unknown = mismatches(|(_, mac, _)| mac.as_mut().map(|claim| claim.task = address));
    all_are(&unknown, Mismatch::Unknown);
    // Only the vector unit sets a0.
    let scalar = mismatches(|(_, _, ilu)| ilu.as_mut().map(|claim| claim.task = address));
    all_are(&scalar, Mismatch::Units);
    let absent = Task::Op(OpId::new(9999));
    let unknown = mismatches(|(_, mac, _)| mac.as_mut().map(|claim| claim.task = absent));
    all_are(&unknown, Mismatch::Unknown);
    let unknown = mismatches(|(_, _, ilu)| ilu.as_mut().map(|claim| claim.task = absent));
    all_are(&unknown, Mismatch::Unknown);
}

#[test]
fn other_operations_are_noticed() {
    let vector = mismatches(|(slot, ..)| {
        let unit = slot.mac.as_mut()?;
        unit.op = if unit.op == Mac::Min {
            Mac::Max
        } else {
            Mac::Min
        };
        Some(())
    });
    let scalar = mismatches(|(slot, ..)| {
        let unit = slot.ilu.as_mut()?;
        unit.op = if unit.op == Ilu::Expp {
            Ilu::Logp
        } else {
            Ilu::Expp
        };
        Some(())
    });
    for found in vector.iter().chain(&scalar) {
        assert!(matches!(found, Mismatch::Operation { .. }), "{found}");
    }
    let names = |found: &Mismatch| match *found {
        Mismatch::Operation { found, wanted } => (found, wanted),
        _ => ("", ""),
    };
    assert!(
        vector
            .iter()
            .map(names)
            .any(|names| names == ("min", "dp4")),
        "{vector:?}"
    );
    assert!(
        scalar
            .iter()
            .map(names)
            .any(|names| names == ("expp", "rsq")),
        "{scalar:?}"
    );
}

#[test]
fn writes_to_where_nothing_can_be_written_are_noticed() {
    let temporaries = mismatches(|(slot, ..)| {
        let mac = slot.mac.as_mut().and_then(|unit| unit.temporary.as_mut());
        mac?.to = 12;
        Some(())
    });
    all_are(&temporaries, Mismatch::Write);
    let constants = mismatches(|(slot, ..)| {
        let mac = slot.mac.as_mut().and_then(|unit| unit.output.as_mut());
        mac?.to = Target::Constant(3);
        Some(())
    });
    all_are(&constants, Mismatch::Write);
    // Where a lane of the result comes from must be said of what works lane by lane.
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    let mut refused = 0;
    for at in 0..slots.len() {
        let mut changed = slots.clone();
        let Some(claim) = changed[at].1.as_mut() else {
            continue;
        };
        if claim.origins != [None; 4] {
            claim.origins = [None; 4];
            let lanewise = check(&code, &changed)
                == Err(Fault {
                    slot: Some(at),
                    mismatch: Mismatch::Write,
                });
            refused += u32::from(lanewise);
        }
    }
    assert!(refused > 1, "{refused}");
}

#[test]
fn what_is_not_done_is_named() {
    let (code, slots) = build(&text::parse(SOURCE, FileId(0)).unwrap());
    let fault = check(&code, &[]).unwrap_err();
    assert!(matches!(
        fault,
        Fault {
            slot: None,
            mismatch: Mismatch::Missing(_)
        }
    ));
    assert_eq!(fault.to_string(), fault.mismatch.to_string());
    let twice: Slots = slots.iter().chain(&slots).copied().collect();
    let fault = check(&code, &twice).unwrap_err();
    assert_eq!(fault.slot, Some(slots.len()));
    assert!(matches!(fault.mismatch, Mismatch::Twice(_)), "{fault}");
}
