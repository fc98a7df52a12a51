//! Checks a vertex program from anywhere against the timing rules of docs/lima-gp.md.
//!
//! Every rule looks back at most four instructions, so it is enough to know which instructions may have run
//! one to four steps before another, over branches too. What the values are makes no difference.

use super::isa::{
    self, ADDRESS_LATENCY, Field, IDENTITY, NO_OFFSET, NO_STORE, NOTHING, REGISTER_LATENCY, Source,
    TEMPORARY_LATENCY, UNIFORMS, Unit, complex, mul, pass,
};
use super::program::INPUTS;
use super::{Instruction, Program};
use retroshade_ir::LANES;
use retroshade_kit::verify::Finding;
use std::collections::BTreeSet;

/// The stores of a half: address, kind, and the source of each lane.
const HALVES: [(Field, Field, Field, [Field; 2]); 2] = [
    (
        Field::StoreXyAddress,
        Field::StoreXyVarying,
        Field::StoreXyTemporary,
        [Field::StoreX, Field::StoreY],
    ),
    (
        Field::StoreZwAddress,
        Field::StoreZwVarying,
        Field::StoreZwTemporary,
        [Field::StoreZ, Field::StoreW],
    ),
];
/// How far back any rule looks.
const REACH: usize = TEMPORARY_LATENCY;

/// Every rule that a program breaks, in the order of its instructions.
pub(crate) fn verify(program: &Program) -> Vec<Finding> {
    let code = &program.instructions;
    let predecessors = predecessors(code);
    let mut findings = Vec::new();
    if code.is_empty() {
        findings.push(Finding::error(None, "the program has no instruction"));
    }
    for number in 0..code.len() {
        let mut messages = BTreeSet::new();
        look_back(code, &predecessors, number, &mut messages);
        start(&code[number], number, &mut messages);
        alone(&code[number], &mut messages);
        let errors = messages.into_iter();
        findings.extend(errors.map(|message| Finding::error(number, message)));
    }
    findings
}

/// For each instruction those that may run right before it.
fn predecessors(code: &[Instruction]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); code.len()];
    for (number, instruction) in code.iter().enumerate() {
        if let Some(next) = before.get_mut(number + 1) {
            next.push(number);
        }
        let branches = instruction.get(Field::Branch) != 0;
        if let Some(target) = before.get_mut(instruction.target()).filter(|_| branches) {
            target.push(number);
        }
    }
    before
}

/// Looks at an instruction together with each that may run up to [`REACH`] instructions before it.
fn look_back(
    code: &[Instruction],
    predecessors: &[Vec<usize>],
    number: usize,
    messages: &mut BTreeSet<String>,
) {
    // Where the ways back may be, and whether they took a branch since.
    let mut ways = BTreeSet::from([(number, false)]);
    for distance in 1..=REACH {
        let longer = ways.iter().flat_map(|&(at, jumped)| {
            let before = predecessors[at].iter();
            before.map(move |&before| (before, jumped || before + 1 != at))
        });
        ways = longer.collect();
        for &(before, jumped) in &ways {
            let (now, then) = (&code[number], &code[before]);
            late_loads(now, then, distance, messages);
            stale_results(now, then, distance, jumped, messages);
        }
    }
}

/// What the units read, each code once.
pub(super) fn sources(instruction: &Instruction) -> Vec<Source> {
    let single = isa::acc_row(instruction.get(Field::AccOp)).is_some_and(|row| row.operands == 1);
    let seconds = [Field::Acc0B, Field::Acc1B, Field::Mul0B, Field::Mul1B];
    let read = INPUTS.into_iter().filter(|input| {
        let second = seconds.contains(input);
        let unused = single && matches!(input, Field::Acc0B | Field::Acc1B);
        // As a second operand this code is a number.
        let number = second && instruction.get(*input) == IDENTITY;
        !(unused || number)
    });
    let codes: BTreeSet<u16> = read.map(|input| instruction.get(input)).collect();
    let known = codes.into_iter().filter(|code| *code != NOTHING);
    known.filter_map(Source::from_code).collect()
}

/// The lanes of register `number` that an instruction stores.
fn stored_lanes(instruction: &Instruction, number: u16) -> Vec<usize> {
    let mut lanes = Vec::new();
    for (half, (address, varying, temporary, stores)) in HALVES.into_iter().enumerate() {
        let register = instruction.get(varying) == 0 && instruction.get(temporary) == 0;
        if !register || instruction.get(address) != number {
            continue;
        }
        for (lane, store) in stores.into_iter().enumerate() {
            if instruction.get(store) != NO_STORE {
                lanes.push(2 * half + lane);
            }
        }
    }
    lanes
}

/// Loads of what was stored too short a time ago.
fn late_loads(
    now: &Instruction,
    then: &Instruction,
    distance: usize,
    messages: &mut BTreeSet<String>,
) {
    for source in sources(now) {
        let (port, lane) = match source {
            Source::Port0(lane) if now.get(Field::Port0Attribute) == 0 => (Field::Port0, lane),
            Source::Port1(lane) => (Field::Port1, lane),
            _ => continue,
        };
        let number = now.get(port);
        let lane = usize::from(lane);
        if distance < REGISTER_LATENCY && stored_lanes(then, number).contains(&lane) {
            let name = LANES[lane];
            messages.insert(format!(
                "${number}.{name} is read {distance} after its store, which takes {REGISTER_LATENCY} instructions"
            ));
        }
    }
    let offset = now.get(Field::LoadOffset);
    let sets = isa::addresses_set(then.get(Field::ComplexOp)).contains(&offset);
    if offset != NO_OFFSET && distance < ADDRESS_LATENCY && sets {
        messages.insert(format!(
            "A{offset} is used {distance} after it is set, which takes {ADDRESS_LATENCY} instructions"
        ));
    }
}

/// Results read from a unit that the way here did not pass, or that are not there yet.
fn stale_results(
    now: &Instruction,
    then: &Instruction,
    distance: usize,
    jumped: bool,
    messages: &mut BTreeSet<String>,
) {
    for source in sources(now) {
        let age = match source {
            Source::Previous(_) | Source::Port0Before(_) => 1,
            Source::Before(_) => 2,
            _ => continue,
        };
        if age != distance {
            continue;
        }
        if jumped {
            messages.insert(format!("{} is read across a jump", source.name()));
        }
        let late = then.get(Field::MulOp) == mul::COMPLEX1;
        if late && matches!(source, Source::Previous(Unit::Mul0)) {
            messages.insert("complex1 is read after one instruction, it takes two".to_owned());
        }
    }
}

/// Results of instructions before the first one.
fn start(instruction: &Instruction, number: usize, messages: &mut BTreeSet<String>) {
    for source in sources(instruction) {
        let age = match source {
            Source::Previous(_) | Source::Port0Before(_) => 1,
            Source::Before(_) => 2,
            _ => continue,
        };
        if number < age {
            let name = source.name();
            messages.insert(format!("{name} is read before the program has made it"));
        }
    }
}

/// What one instruction breaks by itself.
fn alone(instruction: &Instruction, messages: &mut BTreeSet<String>) {
    let stores = HALVES.iter().flat_map(|half| half.3);
    let mut stored = stores.filter_map(|store| Unit::from_store_code(instruction.get(store)));
    let late = instruction.get(Field::MulOp) == mul::COMPLEX1;
    if late && stored.any(|unit| unit == Unit::Mul0) {
        messages.insert("complex1 is stored in the instruction that issues it".to_owned());
    }
    let branches = instruction.get(Field::Branch) != 0;
    let condition = instruction.get(Field::PassInput);
    if branches && (condition == NOTHING || instruction.get(Field::PassOp) != pass::MOV) {
        messages.insert("the branch has no condition in the pass unit".to_owned());
    }
    let sets_both = instruction.get(Field::ComplexOp) == complex::SET_A01;
    if sets_both && condition == NOTHING {
        messages.insert("setA01 has no value in the pass unit".to_owned());
    }
    let reads_memory = sources(instruction)
        .iter()
        .any(|source| matches!(source, Source::Memory(_)));
    let address = u32::from(instruction.get(Field::LoadAddress));
    if reads_memory && instruction.get(Field::LoadOffset) == NO_OFFSET && address >= UNIFORMS {
        messages.insert(format!(
            "the load is from {address}; the memory has {UNIFORMS} vectors"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gp::text::assemble;
    use retroshade_diagnostics::FileId;

    fn messages(text: &str) -> Vec<(Option<usize>, String)> {
        let program = assemble(FileId(0), text).unwrap();
        let findings = verify(&program).into_iter();
        findings
            .map(|finding| (finding.instruction, finding.message))
            .collect()
    }

    #[test]
    fn stores_take_their_time() {
        let early = "load.a 0, add.a0 ^r0.x -0, store.xy $1 ^a0 _\nnop\nload.r0 1, mov.p ^r0.x\n";
        assert_eq!(
            messages(early),
            [(
                Some(2),
                "$1.x is read 2 after its store, which takes 3 instructions".to_owned()
            )]
        );
        assert_eq!(messages(&early.replace("nop", "nop\nnop")), []);
        assert_eq!(messages(&early.replace("mov.p ^r0.x", "mov.p ^r0.y")), []);
    }

    #[test]
    fn results_do_not_pass_jumps() {
        let text =
            "load.a 0, mov.p ^r0.x, branch L2\nload.a 0, add.a0 ^r0.x -0\nL2:\nmov.p ^a0[-1]\n";
        assert_eq!(
            messages(text),
            [(Some(2), "^a0[-1] is read across a jump".to_owned())]
        );
        let first = "mov.p ^a0[-2]\n";
        let message = "^a0[-2] is read before the program has made it".to_owned();
        assert_eq!(messages(first), [(Some(0), message)]);
    }

    #[test]
    fn functions_are_read_after_two_instructions() {
        let text = "load.a 0, complex2.m0 ^r0.z ^r0.z, rcp.c ^r0.z\n\
            load.a 0, complex1.m01 ^c[-1] ^m0[-1] ^c[-1] ^r0.z\n";
        let read = |age: u8, gap: &str| messages(&format!("{text}{gap}mov.p ^m0[-{age}]\n"));
        let early = "complex1 is read after one instruction, it takes two";
        assert_eq!(read(1, ""), [(Some(2), early.to_owned())]);
        assert_eq!(read(2, "nop\n"), []);
    }

    /// Texts and what is found in them, with the number of the instruction.
    #[rustfmt::skip] // A row is a line.
    const RULES: &[(&str, &[(usize, &str)])] = &[
        ("load.a 0, mov.p ^r0.x, store.zw $1 _ ^p\nload.r1 1, mov.p ^r1.w", &[(1, "$1.w is read 1 after its store, which takes 3 instructions")]),
        ("load.a 0, mov.p ^r0.x, store.xy v1 ^p _\nload.r1 1, mov.p ^r1.x", &[]),
        ("load.a 0, mov.p ^r0.x, store.xy $2 ^p _\nload.r1 1, mov.p ^r1.x", &[]),
        ("load.a 0, mov.p ^r0.x, store.xy $1 ^p _\nload.a 1, mov.p ^r0.x", &[]),
        ("load.a 0, mul.m0 ^r0.x 1", &[]),
        ("load.a 0, mul.m0 ^r0.x ^a0[-1]", &[(0, "^a0[-1] is read before the program has made it")]),
        ("load.a 0, add.a0 ^r0.x ^a0[-1]", &[(0, "^a0[-1] is read before the program has made it")]),
        ("load.a 0, setA1.c ^r0.x\nnop\nnop\nload.u 0+A1, mov.p ^u.x", &[(3, "A1 is used 3 after it is set, which takes 4 instructions")]),
        ("load.a 0, setA1.c ^r0.x\nnop\nnop\nnop\nload.u 0+A1, mov.p ^u.x", &[]),
        ("load.a 0, setA1.c ^r0.x\nload.u 0+A2, mov.p ^u.x", &[]),
        ("load.a 0, setA01.c, mov.p ^r0.x\nload.u 0+A1, mov.p ^u.x", &[(1, "A1 is used 1 after it is set, which takes 4 instructions")]),
        ("load.a 0, setA01.c, mov.p ^r0.x\nload.u 0+A2, mov.p ^u.x", &[]),
        ("mov.p ^r0[-1].x", &[(0, "^r0[-1].x is read before the program has made it")]),
        ("nop\nmov.p ^a0[-2]", &[(1, "^a0[-2] is read before the program has made it")]),
        ("nop\nmov.p ^a0[-1]", &[]),
        ("load.a 0, mov.p ^r0.x, branch far\nnop\nfar:\nnop\nmov.p ^p[-2]", &[(3, "^p[-2] is read across a jump")]),
        ("load.a 0, mov.p ^r0.x, branch far\nnop\nfar:\nnop\nnop\nmov.p ^p[-2]", &[]),
        ("load.a 0, mul.m0 ^r0.x ^r0.x, store.xy v0 ^m0 _", &[]),
        ("load.a 0, complex1.m01 ^r0.x ^r0.x ^r0.x ^r0.x, store.xy v0 ^m0 _", &[(0, "complex1 is stored in the instruction that issues it")]),
        ("end:\nload.a 0, clamp.p ^r0.x, branch end", &[(0, "the branch has no condition in the pass unit")]),
        ("end:\nload.a 0, mov.c ^r0.x, branch end", &[(0, "the branch has no condition in the pass unit")]),
        ("load.u 303, mov.p ^u.x", &[]),
        ("load.u 304, mov.p ^u.x", &[(0, "the load is from 304; the memory has 304 vectors")]),
        ("load.u 304", &[]),
    ];

    #[test]
    fn each_rule_is_told() {
        for (text, known) in RULES {
            let known: Vec<_> = known
                .iter()
                .map(|(at, message)| (Some(*at), (*message).to_owned()))
                .collect();
            assert_eq!(messages(text), known, "{text}");
        }
        let empty = verify(&Program::default());
        assert_eq!(empty[0].message, "the program has no instruction");
    }
}
