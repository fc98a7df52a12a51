//! Rules that a set-up can break though its words are legal.

use super::isa::{Setup, Source, Stage};
use retroshade_kit::finding::Finding;

/// Every rule that is broken; the number of an instruction is that of a stage.
pub fn check(setup: &Setup) -> Vec<Finding> {
    let mut findings = Vec::new();
    let length = setup.length();
    for (number, stage) in setup.stages[..length].iter().enumerate() {
        if number == 0 && stage.passes() {
            let message = "stage 0 hands on the result of a stage that does not exist";
            findings.push(Finding::error(0, message));
            continue;
        }
        operands(setup, stage, number, &mut findings);
    }
    if let Some(last) = setup.stages[..length].iter().rposition(stores)
        && last + 2 >= length
    {
        let message =
            "what this stage stores arrives in the buffer two stages later, where nobody reads it";
        findings.push(Finding::warning(last, message));
    }
    findings
}

fn stores(stage: &Stage) -> bool {
    stage.store != [false; 2]
}

fn operands(setup: &Setup, stage: &Stage, number: usize, findings: &mut Vec<Finding>) {
    let mut told = Vec::new();
    for (side, operand) in stage.used() {
        let source = operand.source;
        if told.contains(&source) {
            continue;
        }
        let name = side.name();
        let unit = source.unit();
        let off = unit.filter(|unit| setup.units[*unit as usize].is_none());
        let message = match source {
            Source::Previous if number == 0 => {
                format!("stage 0 has no previous stage, which its {name} side reads")
            }
            Source::Buffer if number == 0 => {
                format!("nobody knows what stage 0 reads from the buffer on its {name} side")
            }
            _ => match off {
                Some(unit) => format!("the {name} side reads texture unit {unit}, which is off"),
                None => continue,
            },
        };
        told.push(source);
        findings.push(Finding::error(number, message));
    }
}
