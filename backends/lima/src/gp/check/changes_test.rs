//! Random programs with a bit changed: what is not noticed changes no result.

use super::check;
use crate::changes_test::{Counts, Judge, prepared};
use crate::gp::code::{Code, Place, VariableId};
use crate::gp::isa::FIELDS;
use crate::gp::memory::{self, BUDGETS, Budget, Placed};
use crate::gp::passes::Literals;
use crate::gp::schedule::{Effort, Prepared, Schedule, schedule};
use crate::gp::select::{self, Indexing};
use crate::gp::{Instruction, PIPELINE, Program, interface, reflect};
use crate::search::Search;
use retroshade_ir::entity::EntityRef;
use retroshade_ir::generate::{Knobs, Sample, sample};
use retroshade_ir::pass::{self, Hooks};
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Shader, Stage};
use retroshade_kit::random::Random;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Options;
use std::rc::Rc;

/// A shader's program with what it was made from; `None` where it is refused.
fn made(shader: &Shader, budget: Budget) -> Option<(Rc<Code>, Prepared, Schedule, Reflection)> {
    let shader = prepared(shader);
    let layout = interface::layout(&shader).ok()?;
    let mut code = select::select(&shader, &layout, Indexing::Direct).ok()?;
    let literals = Literals(layout.constants);
    pass::run(PIPELINE, &mut code, &literals, &mut Hooks::default()).unwrap();
    let code = Rc::new(code);
    let prepared = Prepared::new(memory::place(&code, budget).ok()?).ok()?;
    let effort = Effort::first(Search::read(&Options::default()));
    let schedule = schedule(&prepared, effort, usize::MAX).ok()?;
    let record = reflect::reflection(&shader, &layout, &prepared.placed().code, &schedule);
    Some((code, prepared, schedule, record))
}

/// Changes one in so many bits of a program.
fn change(shader: &Shader, inputs: &RunInputs, budget: Budget, one_in: u64, counts: &mut Counts) {
    let Some((code, prepared, schedule, record)) = made(shader, budget) else {
        return;
    };
    let words = schedule.program.encode().unwrap();
    let judge = Judge::new(Stage::Vertex, &record, inputs, &words);
    let proved = |schedule: &Schedule| check(&code, prepared.placed(), schedule).is_ok();
    assert!(proved(&schedule));
    let mut look = |changed: &Schedule, place: &str| {
        let words = changed.program.encode().unwrap();
        match Program::decode(&words) {
            Err(_) => counts.illegal += 1,
            Ok(_) => counts.judge(&judge, proved(changed), &words, place),
        }
    };
    let mut random = Random::new(words.len() as u64);
    for (index, instruction) in schedule.program.instructions.iter().enumerate() {
        for row in FIELDS {
            for bit in (row.bits.start..row.bits.end).filter(|_| random.one_in(one_in)) {
                let value = instruction.get(row.field) ^ 1 << (bit - row.bits.start);
                let mut changed = schedule.clone();
                changed.program.instructions[index].set(row.field, value);
                look(&changed, &format!("instruction {index} {} {bit}", row.name));
            }
        }
        let mut changed = schedule.clone();
        changed.program.instructions[index] = Instruction::default();
        look(&changed, &format!("instruction {index} does nothing"));
        changed = schedule.clone();
        changed
            .program
            .instructions
            .swap(index.saturating_sub(1), index);
        look(&changed, &format!("instruction {index} comes earlier"));
    }
}

fn knobs(operations: u32) -> Knobs {
    Knobs {
        stage: Some(Stage::Vertex),
        operations,
        ..Knobs::default()
    }
}

#[test]
fn changes_of_random_programs_are_noticed() {
    let mut counts = Counts::default();
    for seed in 0..12 {
        let sample = sample(seed, &knobs(8));
        change(&sample.shader, &sample.inputs, BUDGETS[0], 6, &mut counts);
    }
    counts.demand(3_000);
}

#[test]
fn changes_of_temporaries_are_noticed() {
    let mut counts = Counts::default();
    let budget = Budget {
        variables: 2,
        results: Some(4),
    };
    for seed in 0..8 {
        let sample = sample(seed, &knobs(16));
        change(&sample.shader, &sample.inputs, budget, 4, &mut counts);
    }
    counts.demand(4_000);
}

/// Variables that live through loops in memory.
#[test]
fn changes_of_variables_in_memory_are_noticed() {
    let budget = Budget {
        variables: 0,
        results: Some(4),
    };
    let stored = |sample: &Sample| {
        let (code, prepared, ..) = made(&sample.shader, budget)?;
        let mut places = prepared.placed().places.values();
        let is_stored = places.any(|place| matches!(place, Place::Temporary { .. }));
        (code.blocks.len() > 3 && is_stored).then_some(())
    };
    let samples = (0..200).map(|seed| sample(seed, &knobs(10)));
    let mut counts = Counts::default();
    for sample in samples.filter(|sample| stored(sample).is_some()).take(2) {
        change(&sample.shader, &sample.inputs, budget, 4, &mut counts);
    }
    counts.demand(500);
}

/// A program of several blocks in which variables live.
#[test]
fn blocks_and_variables_have_their_places() {
    let found = (0..100).find_map(|seed| {
        let sample = sample(seed, &knobs(16));
        let found = made(&sample.shader, BUDGETS[0])?;
        let (code, prepared, ..) = &found;
        let registers = prepared.placed().places.len();
        (code.blocks.len() > 2 && registers > 2).then_some(found)
    });
    let (code, prepared, schedule, _) = found.expect("a program with a loop");
    let placed = prepared.placed();
    assert!(check(&code, placed, &schedule).is_ok());
    let fault = |placed: &Placed, schedule: &Schedule| {
        let fault = check(&code, placed, schedule).unwrap_err();
        fault.to_string()
    };
    let mut changed = schedule.clone();
    changed.starts = changed.starts.into_iter().skip(1).collect();
    assert_eq!(fault(placed, &changed), "blocks got lost");
    let mut changed = schedule.clone();
    changed.program.instructions.pop();
    assert!(fault(placed, &changed).contains("a block is outside of the program"));
    let mut changed = schedule.clone();
    for start in changed.starts.values_mut().skip(1) {
        *start = start.saturating_sub(1);
    }
    assert!(fault(placed, &changed).starts_with("block "));
    let all_in = |place: Place| {
        let mut changed = placed.clone();
        for (_, slot) in changed.places.iter_mut() {
            *slot = place;
        }
        fault(&changed, &schedule)
    };
    let one = all_in(placed.places[VariableId::new(0)]);
    assert!(one.contains("has another value"), "{one}");
    let unstored = all_in(Place::Temporary {
        address: 300,
        lane: 0,
        literal: (300, 0),
    });
    assert!(unstored.contains("a place holds nothing"), "{unstored}");
    let none = all_in(Place::Output(0, 0));
    assert!(none.contains("a variable in no place"), "{none}");
}
