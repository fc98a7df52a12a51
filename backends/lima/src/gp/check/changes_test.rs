//! Random programs with a bit changed: what is not noticed changes no result.

use super::check;
use crate::changes_test::{Counts, Judge, prepared};
use crate::gp::code::Code;
use crate::gp::isa::FIELDS;
use crate::gp::memory::{self, BUDGETS, Budget};
use crate::gp::passes::Literals;
use crate::gp::schedule::{Effort, Prepared, Schedule, schedule};
use crate::gp::select::{self, Indexing};
use crate::gp::{PIPELINE, Program, interface, reflect};
use crate::search::Search;
use retroshade_ir::generate::{Knobs, sample};
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
    let mut random = Random::new(words.len() as u64);
    for (index, instruction) in schedule.program.instructions.iter().enumerate() {
        for row in FIELDS {
            for bit in row.bits.start..row.bits.end {
                if !random.one_in(one_in) {
                    continue;
                }
                let value = instruction.get(row.field) ^ 1 << (bit - row.bits.start);
                let mut changed = schedule.clone();
                changed.program.instructions[index].set(row.field, value);
                let words = changed.program.encode().unwrap();
                if Program::decode(&words).is_err() {
                    counts.illegal += 1;
                    continue;
                }
                if !proved(&changed) {
                    counts.noticed += 1;
                    continue;
                }
                counts.idle += 1;
                if let Some(difference) = judge.difference(&words) {
                    let place = format!("instruction {index} {} {bit}", row.name);
                    counts.wrong.push(format!("{place}: {difference}"));
                }
            }
        }
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
        change(&sample.shader, &sample.inputs, BUDGETS[0], 4, &mut counts);
    }
    counts.demand(4_000);
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
