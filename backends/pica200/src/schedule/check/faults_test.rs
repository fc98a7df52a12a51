//! Faults that are placed in a program, and the words with which the check names them.

use super::check;
use crate::FINISH;
use crate::container::{Constant, Executable};
use crate::isa::{
    Combine, Comparison, Condition, Index, Instruction, LaneMask, Opcode, SourceRegister, Swizzle,
};
use crate::machine::{NanResult, Program as Code};
use crate::schedule::emit::{Task, Word};
use crate::schedule::{Attempts, BUDGET, Frame, Made, Outline, Sharing, encode};
use crate::select::Settings;
use retroshade_diagnostics::FileId;
use retroshade_ir::entity::{EntityRef, EntitySet};
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::mir::{OpId, parse};

/// Every kind of word that the compiler makes.
const PROGRAM: &str = "\
mir pica200 lanes
var %1 %5 %6 %7
pin %2 = x
pin %5 = o0.x
pin %6 = o0.y
pin %7 = o1.x
address a0 = [v0.w]
%0 = slt [v0.x] [c0.x]
%1 = add [v0.y] [c[a0+4].y]
if ge [v0.y] [%0] {
  %1 = mov [v1.x]
}
if b2 {
  %1 = mov [v1.y]
}
loop x3 {
  if lt [%1] [2.5] {
    break
  }
  %1 = add [%1] [v0.x]
}
loop {
  if lt [%1] [v0.z] {
    break
  }
  %1 = mul [%1] [v0.y]
  continue
}
%3 = dp3 [v1.xyz] [v1.xyz]
%5 %6 = mad [%1 %3] [v0.xy] [%0 %0]
%2 _ _ _ = litp [%1 %1]
if ge [%1] [0.0] {
  %7 = mov [%2]
} else {
  %7 = mov [%0]
}
";

/// Procedures save words here.
const REPEATED: &str = "\
mir pica200 lanes
var %9
pin %9 = o0.x
%0 = rcp [v0.x]
%1 = rsq [%0]
%2 = ex2 [%1]
%3 = lg2 [%2]
%4 = rcp [%3]
%5 = rsq [%4]
%6 = ex2 [%5]
%7 = lg2 [%6]
%8 = flr [%7]
%10 = rcp [%8]
%11 = rsq [%10]
%12 = ex2 [%11]
%13 = lg2 [%12]
%9 = mov [%13]
";

fn made(text: &str, outline: Outline) -> (Code, Made) {
    let parsed = parse(text, FileId(0));
    let mut code = parsed.unwrap_or_else(|fault| panic!("{fault:?}"));
    let settings = Settings {
        optimize: true,
        ..Settings::default()
    };
    pass::run(FINISH[0], &mut code, &settings, &mut Hooks::default()).unwrap();
    let frame = Frame {
        taken: EntitySet::new(),
        truth: Some(15),
        budget: BUDGET,
        executable: Executable::default(),
    };
    let attempts = Attempts {
        frame: &frame,
        nan: NanResult::Any,
        bound: 0,
        descriptors: Sharing::AsTheyCome,
    };
    let made = attempts.make(&code, outline);
    let made = made.unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(fault(&code, &made), None);
    (code, made)
}

fn fault(code: &Code, made: &Made) -> Option<String> {
    let checked = check(
        code,
        NanResult::Any,
        &made.program,
        &made.literals,
        &made.shbin,
    );
    checked.err().map(|error| error.message)
}

/// What the check says if a word of the layout is another one.
fn with_word(code: &Code, right: &Made, at: usize, change: fn(&mut Word)) -> Option<String> {
    let mut made = right.clone();
    change(&mut made.program.words[at]);
    made.program.laid[at] = made.program.words[at].clone();
    (made.shbin.code, made.shbin.descriptors) = encode(&made.program.words).unwrap();
    let fault = fault(code, &made)?;
    let place = format!("pica200 check: word {at}: ");
    Some(fault.strip_prefix(&place).unwrap_or(&fault).to_owned())
}

fn opcode(word: &mut Word, new: Opcode) {
    match &mut word.instruction {
        Instruction::Bare(opcode)
        | Instruction::Arithmetic { opcode, .. }
        | Instruction::Flags { opcode, .. }
        | Instruction::Boolean { opcode, .. } => *opcode = new,
        other => panic!("{other:?}"),
    }
}

fn condition(word: &mut Word, new: Condition) {
    if let Instruction::Flags { condition, .. } = &mut word.instruction {
        *condition = new;
    }
}

fn inverted(word: &mut Word) {
    match &mut word.instruction {
        Instruction::Flags { condition, .. } => {
            (condition.x, condition.y) = (!condition.x, !condition.y);
        }
        Instruction::Boolean { inverted, .. } => *inverted = !*inverted,
        other => panic!("{other:?}"),
    }
}

fn operators(word: &mut Word, new: [Comparison; 2]) {
    if let Instruction::Compare { operators, .. } = &mut word.instruction {
        *operators = new;
    }
}

fn aim(word: &mut Word) {
    word.instruction.aim(4000, 2);
}

/// The emitter takes two operands in another order.
fn exchange(word: &mut Word) {
    if let Instruction::Arithmetic { sources, .. } = &mut word.instruction {
        sources.swap(0, 1);
    }
    word.meaning.operands.swap(0, 1);
}

/// An opcode, which of its words is changed, how, and what the check says of that word.
type Row = (Opcode, usize, fn(&mut Word), &'static str);

#[rustfmt::skip] // A row is a line.
const FAULTS: &[Row] = &[
    (Opcode::Slti, 0, |w| opcode(w, Opcode::Sgei), "sgei in place of slt"),
    (Opcode::Mul, 0, |w| opcode(w, Opcode::Add), "add in place of mul"),
    (Opcode::Slti, 0, |w| { exchange(w); opcode(w, Opcode::Slt); }, "operands of another operation, or in another order"),
    (Opcode::Mad, 0, |w| w.meaning.operands[0].reverse(), "lanes of an operand in another order"),
    (Opcode::Dp3, 0, |w| w.meaning.operands[0].reverse(), "lanes of an operand in another order"),
    (Opcode::Mad, 0, |w| w.meaning.results.reverse(), "results of another operation"),
    (Opcode::Litp, 0, |w| w.meaning.results[0].0 = 1, "a result lies in another lane"),
    (Opcode::Mov, 0, |w| w.meaning.task = Task::Op(OpId::new(99)), "an unknown operation"),
    (Opcode::Mov, 0, |w| w.meaning.task = Task::Nothing, "mov is not what the word is for"),
    (Opcode::Mova, 0, |w| w.meaning.operands[0][0].1.negate = true, "another address is moved"),
    (Opcode::Cmp, 0, |w| operators(w, [Comparison::Gt; 2]), "another comparison"),
    (Opcode::Cmp, 0, |w| operators(w, [Comparison::Ge, Comparison::Gt]), "another comparison"),
    (Opcode::Cmp, 0, |w| w.meaning.operands.swap(0, 1), "another comparison"),
    (Opcode::Ifc, 0, inverted, "a condition is inverted"),
    (Opcode::Ifc, 0, |w| condition(w, Condition { combine: Combine::Or, x: true, y: true }), "other flags decide than those that should"),
    (Opcode::Ifc, 0, |w| opcode(w, Opcode::Jmpc), "jmpc is not what the word is for"),
    (Opcode::Ifc, 0, aim, "a procedure has another word than the program"),
    (Opcode::Ifc, 1, inverted, "a condition is inverted"),
    (Opcode::Ifu, 0, |w| if let Instruction::Boolean { boolean, .. } = &mut w.instruction { *boolean = 3 }, "another boolean decides"),
    (Opcode::Ifu, 0, |w| if let Task::Branch(_, _, wanted) = &mut w.meaning.task { *wanted = false }, "a condition is inverted"),
    (Opcode::Breakc, 0, inverted, "a condition is inverted"),
    (Opcode::Breakc, 0, |w| opcode(w, Opcode::Jmpc), "jmpc is not what the word is for"),
    (Opcode::Loop, 0, |w| if let Instruction::Loop { integer, .. } = &mut w.instruction { *integer = 2 }, "a loop has another number of rounds"),
    (Opcode::Loop, 0, aim, "a procedure has another word than the program"),
    (Opcode::Loop, 0, |w| w.meaning.task = Task::Loop(4, None), "a loop has another number of rounds"),
    (Opcode::Jmpu, 0, inverted, "a way that is always taken depends on a boolean"),
    (Opcode::Jmpc, 0, |w| condition(w, Condition::x(false)), "a condition is inverted"),
    (Opcode::End, 0, |w| opcode(w, Opcode::Nop), "nop is not what the word is for"),
];

#[test]
fn faults_of_words_are_named() {
    let (code, right) = made(PROGRAM, Outline::No);
    let mut wrong = String::new();
    for (number, (opcode, nth, change, message)) in FAULTS.iter().enumerate() {
        let words = right.program.words.iter().enumerate();
        let mut words = words.filter(|(_, word)| word.instruction.opcode() == *opcode);
        let (at, _) = words.nth(*nth).unwrap_or_else(|| panic!("no {opcode:?}"));
        let found = with_word(&code, &right, at, *change);
        if found.as_deref() != Some(message) {
            wrong += &format!("row {number}, word {at}: {found:?}, not {message:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The word is what the emitter meant, but reads something else.
#[test]
fn faults_of_operands_are_named() {
    let (code, right) = made(PROGRAM, Outline::No);
    let at = |opcode: Opcode| {
        let mut words = right.program.words.iter();
        words.position(|word| word.instruction.opcode() == opcode)
    };
    let no_index: fn(&mut Word) = |word| {
        if let Instruction::Arithmetic { index, .. } = &mut word.instruction {
            *index = Index::None;
        }
    };
    let other_register: fn(&mut Word) = |word| {
        word.instruction = word.instruction.with_sources(|_, source| {
            let register = SourceRegister::temporary(15);
            crate::isa::Source { register, ..source }
        });
    };
    let other_lane: fn(&mut Word) = |word| {
        word.instruction = word.instruction.with_sources(|_, source| {
            let swizzle = Swizzle::new([3; 4]);
            crate::isa::Source { swizzle, ..source }
        });
    };
    let more_lanes: fn(&mut Word) = |word| {
        if let Instruction::Arithmetic { mask, .. } = &mut word.instruction {
            *mask = LaneMask::ALL;
        }
    };
    for (opcode, change, part) in [
        (Opcode::Add, no_index, "but reads c4."),
        (Opcode::Mul, other_register, "but reads r15."),
        (Opcode::Dp3, other_lane, "but reads v1.3"),
        (Opcode::Mul, more_lanes, "operand 0 reads xyzw, not y"),
        (Opcode::Dp3, more_lanes, "writes xyzw, not z"),
    ] {
        let found = with_word(&code, &right, at(opcode).unwrap(), change);
        let found = found.unwrap_or_else(|| panic!("{opcode:?}"));
        assert!(found.contains(part), "{opcode:?}: {found}");
    }
}

#[test]
fn faults_of_the_file_are_named() {
    let (code, right) = made(PROGRAM, Outline::No);
    type Row = (fn(&mut Made), &'static str);
    let rows: [Row; 5] = [
        (
            |made| made.shbin.executables.clear(),
            "there is no executable",
        ),
        (|made| made.shbin.code.push(0), "words were lost"),
        (
            |made| made.shbin.code.swap(0, 1),
            "word 0: a word does not decode to the instruction it was made from",
        ),
        (
            |made| {
                let constants = &mut made.shbin.executables[0].constants;
                constants.retain(|constant| !matches!(constant, Constant::Boolean { .. }));
            },
            "a way that is always taken depends on a boolean",
        ),
        (
            |made| {
                for constant in &mut made.shbin.executables[0].constants {
                    if let Constant::Integer { value, .. } = constant {
                        value[0] += 1;
                    }
                }
            },
            "a loop has another number of rounds",
        ),
    ];
    for (change, message) in rows {
        let mut made = right.clone();
        change(&mut made);
        let found = fault(&code, &made).unwrap_or_else(|| panic!("{message}"));
        assert!(found.ends_with(message), "{found}, not {message}");
    }
}

#[test]
fn a_call_runs_the_words_it_replaces() {
    let (code, mut made) = made(REPEATED, Outline::Words);
    let words = &mut made.program.words;
    let is_call = |word: &Word| word.instruction.opcode() == Opcode::Call;
    let at = words.iter().position(is_call).expect("a call");
    let called = words[at].instruction.named_words().unwrap();
    words[at].instruction.aim(called.start, called.len() - 1);
    (made.shbin.code, made.shbin.descriptors) = encode(words).unwrap();
    let message = format!("pica200 check: word {at}: a call runs other words than it replaces");
    assert_eq!(fault(&code, &made), Some(message));
}
