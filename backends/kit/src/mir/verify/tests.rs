//! Programs that break a rule.

use crate::mir::fake::{Fake, Opcode};
use crate::mir::*;
use retroshade_diagnostics::FileId;
use retroshade_ir::pass;

#[test]
fn broken_rules_are_found() {
    let cases = [
        (
            "%0 = copy [%1]\n%1 = copy [v0.x]\n",
            "%1 is read before it is assigned",
        ),
        (
            "%0 = copy [v0.x]\n%0 = copy [v0.y]\n",
            "%0 is assigned here but defined elsewhere",
        ),
        ("%0 = copy [v0.xy]\n", "the number of results does not fit"),
        (
            "%0 = copy [o1.x]\n",
            "it reads a register that cannot be read",
        ),
        ("%0 = add [v0.x]\n", "it takes 2 operands"),
        (
            "%0 = copy [v0.x] -> c0 = %0 _ _ _\n",
            "it writes a register that is no output",
        ),
        ("break\n", "there is no loop"),
        (
            "if positive [v0.x] {\n%0 = copy [v0.x]\n}\n%1 = copy [%0]\n",
            "%0 is read before",
        ),
        ("%0 = dot [v0.xyzw] [v0.xyzw]\n", "operand 0 reads 4 lanes"),
        (
            "if positive [%0] {\n%1 = copy [v0.x]\n}\n%0 = copy [v0.x]\n",
            "%0 is read before it is assigned",
        ),
        (
            "var %0 %1\npin %0 = o0.x\npin %1 = o1.x\n%0 %1 = copy [v0.xy]\n",
            "its results go to several registers",
        ),
        (
            "var %0\npin %0 = c0.x\n%0 = copy [v0.x]\n",
            "it writes a register that is no output",
        ),
        (
            "var %0\npin %0 = o0.x\n%0 = copy [v0.x]\n%1 = copy [%0]\n",
            "is a component of an output, which nobody can read",
        ),
        (
            "output o0 = [%1] _ _ _\n%0 = copy [v0.x]\n",
            "%1 is read before it is assigned",
        ),
        (
            "address a0 = [v0.x]\naddress a1 = [c[a0+1].x]\n%0 = copy [c[a1+0].x]\n",
            "an index is read behind an index",
        ),
    ];
    for (body, message) in cases {
        let program = parse::<Fake>(&format!("mir fake lanes\n{body}"), FileId(0)).expect(body);
        let faults = verify(&program).expect_err(body);
        assert!(faults[0].message.contains(message), "{}: {body}", faults[0]);
    }
    let twice = "mir fake vectors\nvector t0 = %0\nvector t1 = %0\n%0 = copy [v0.x]\n";
    let faults = verify(&parse::<Fake>(twice, FileId(0)).expect("a program")).expect_err(twice);
    let message = &faults[0].message;
    assert_eq!(message, "a lane of t0 says that it lies elsewhere");
    let left = "mir fake vectors\noutput o0 = [%0] _ _ _\n%0 = copy [v0.x]\n";
    let faults = verify(&parse::<Fake>(left, FileId(0)).expect("a program")).expect_err(left);
    let unwritten = |fault: &Fault| fault.message == "an output is written by no instruction";
    assert!(faults.iter().any(unwritten), "{faults:?}");
    let once = "mir fake vectors\nvector t0 = %0 %1\n%0 %1 = copy [v0.xy]\n";
    assert!(verify(&parse::<Fake>(once, FileId(0)).expect("a program")).is_ok());
    // A pass that leaves such a program is told by the message about it.
    let wrong = "mir fake lanes\n%0 = add [v0.x]\n";
    let wrong = parse::<Fake>(wrong, FileId(0)).expect("a program");
    let bug = pass::Unit::verify_after(&wrong, "fold").expect_err("a fault");
    assert!(
        bug.message.contains("the fake program breaks a rule"),
        "{bug:?}"
    );
    assert!(bug.notes[0].contains("it takes 2 operands"), "{bug:?}");
    let right = parse::<Fake>("mir fake lanes\n%0 = copy [v0.x]\n", FileId(0));
    assert!(pass::Unit::verify_after(&right.expect("a program"), "fold").is_ok());
    let mixed = "mir fake vectors\n%0 = add [v0.x] [v1.x]\n%1 %2 = copy [v0.x v1.x]\n";
    let faults = verify(&parse::<Fake>(mixed, FileId(0)).expect("a program")).expect_err(mixed);
    assert!(
        faults[0]
            .message
            .contains("one register with the same modifiers"),
        "{}",
        faults[0]
    );
}

type Change = fn(&mut Program<Fake>);

/// Rules that only a pass can break: no text says such a thing.
#[test]
fn broken_rules_of_passes_are_found() {
    let text =
        "mir fake lanes\n%0 = copy [0x3f800000]\nif positive [v0.x] {\n%1 = copy [v0.x]\n}\n";
    let faults = |change: Change| {
        let mut program = parse::<Fake>(text, FileId(0)).expect("a program");
        change(&mut program);
        let faults = verify(&program).err().unwrap_or_default();
        faults
            .into_iter()
            .map(|fault| fault.message)
            .collect::<Vec<_>>()
    };
    fn first(program: &mut Program<Fake>) -> &mut Op<Fake> {
        let id = program.ops.keys().next().expect("an instruction");
        &mut program.ops[id]
    }
    fn formula(program: &mut Program<Fake>, formula: Formula) {
        let body = program.body;
        for item in &mut program.blocks[body] {
            if let Item::If(branch) = item {
                branch.formula = formula.clone();
            }
        }
    }
    fn over(program: &mut Program<Fake>, lanes: usize) {
        let over = std::iter::repeat_n(LaneRef::literal(0.0), lanes).collect();
        let tests = Default::default();
        first(program).predicate = Some(Box::new(Predicate { tests, over }));
    }
    let none = "a condition has a part that is none";
    let tied = "each result of an instruction with a predicate is tied to a lane";
    let cases: [(Change, &[&str]); 8] = [
        (|_| {}, &[]),
        (|p| formula(p, Formula::Test(1, true)), &[none]),
        (|p| formula(p, Formula::Any(Vec::new())), &[none]),
        (|p| over(p, 1), &[]),
        (|p| over(p, 2), &[tied]),
        (
            |p| first(p).operands[0][0].negate = true,
            &["a literal holds its sign in its bits"],
        ),
        (
            |p| first(p).results.clear(),
            &["the number of results does not fit the operands"],
        ),
        (|p| first(p).code = Opcode::Dot, &["it takes 2 operands"]),
    ];
    for (number, (change, wanted)) in cases.into_iter().enumerate() {
        assert_eq!(faults(change), wanted, "{number}");
    }
    // A number may be written to several lanes.
    let dots = "mir fake lanes\n%0 %1 = dot [v0.xyz] [v0.xyz]\n%2 = dot [v0.xyz] [v0.xyz]\n";
    verify(&parse::<Fake>(dots, FileId(0)).expect("a program")).expect(dots);
    let many = format!("mir fake lanes\n{}", "%0 = add [v0.x]\n".repeat(60));
    let found = verify(&parse::<Fake>(&many, FileId(0)).expect("a program")).expect_err("60");
    assert_eq!(found.len(), 50);
    let long = "mir fake vectors\nvector t0 = %0 %1 %2 %3 %4\n%0 %1 %2 %3 = copy [v0.xyzw]\n%4 = copy [v0.x]\n";
    assert!(verify(&parse::<Fake>(long, FileId(0)).expect("a program")).is_ok());
    // The message about a pass has the place of the first fault that has one.
    let mut program =
        parse::<Fake>("mir fake lanes\n%0 = add [v0.x]\n", FileId(0)).expect("a program");
    let place = |program: &Program<Fake>| {
        let bug = pass::Unit::verify_after(program, "fold").expect_err("a fault");
        bug.primary.map(|label| label.span)
    };
    assert_eq!(place(&program), None);
    let span = retroshade_diagnostics::Span::new(FileId(0), 3, 5);
    first(&mut program).span = span;
    assert_eq!(place(&program), Some(span));
}
