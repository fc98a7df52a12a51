//! Checks a vertex program from anywhere against the timing rules of docs/lima-gp.md.
//!
//! Every rule looks back at most four instructions, so it is enough to know which instructions may have run
//! one to four steps before another, over branches too. What the values are makes no difference.

use super::effects::{ADDRESS, age, sources};
use super::isa::{
    Field, NO_OFFSET, NOTHING, Source, TEMPORARY_LATENCY, UNIFORMS, Unit, complex, mul, pass,
};
use super::program::STORES;
use super::{Instruction, Program};
use retroshade_kit::finding::Finding;
use retroshade_kit::machine::effects::{Decoded, Effect, From, Place};
use std::collections::BTreeSet;

/// How far back any rule looks.
const REACH: usize = TEMPORARY_LATENCY;

/// Every rule that a program breaks, in the order of its instructions.
pub(crate) fn verify(program: &Program) -> Vec<Finding> {
    let code = &program.instructions;
    let predecessors = predecessors(program);
    let effects: Vec<Vec<Effect>> = (0..code.len())
        .map(|index| program.effects(index))
        .collect();
    let mut findings = Vec::new();
    if code.is_empty() {
        findings.push(Finding::error(None, "the program has no instruction"));
    }
    for number in 0..code.len() {
        let mut messages = BTreeSet::new();
        look_back(code, &effects, &predecessors, number, &mut messages);
        start(&code[number], number, &mut messages);
        alone(&code[number], &mut messages);
        let errors = messages.into_iter();
        findings.extend(errors.map(|message| Finding::error(number, message)));
    }
    findings
}

/// For each instruction those that may run right before it.
fn predecessors(program: &Program) -> Vec<Vec<usize>> {
    let len = program.instructions.len();
    let mut before = vec![Vec::new(); len];
    for number in 0..len {
        for next in program.flow(number).next(number, len) {
            if let Some(next) = before.get_mut(next) {
                next.push(number);
            }
        }
    }
    before
}

/// Looks at an instruction together with each that may run up to [`REACH`] instructions before it.
fn look_back(
    code: &[Instruction],
    effects: &[Vec<Effect>],
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
            late_loads(&effects[number], &effects[before], distance, messages);
            stale_results(&code[number], &code[before], distance, jumped, messages);
        }
    }
}

/// Reads of what was written too short a time ago.
fn late_loads(now: &[Effect], then: &[Effect], distance: usize, messages: &mut BTreeSet<String>) {
    let writes = then.iter().flat_map(|effect| &effect.writes);
    let writes: Vec<&Place> = writes.collect();
    for read in now.iter().flat_map(|effect| &effect.reads) {
        let From::Place(place) = read.from else {
            continue;
        };
        let delay = read.delay as usize;
        if distance >= delay || !writes.contains(&&place) {
            continue;
        }
        messages.insert(if place.file == ADDRESS {
            let number = place.number;
            format!(
                "A{number} is used {distance} after it is set, which takes {delay} instructions"
            )
        } else {
            format!("{place} is read {distance} after its store, which takes {delay} instructions")
        });
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
        if age(source) != Some(distance) {
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
        if age(source).is_some_and(|age| number < age) {
            let name = source.name();
            messages.insert(format!("{name} is read before the program has made it"));
        }
    }
}

/// What one instruction breaks by itself.
fn alone(instruction: &Instruction, messages: &mut BTreeSet<String>) {
    let mut stored = STORES
        .into_iter()
        .filter_map(|store| Unit::from_store_code(instruction.get(store)));
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
