//! What a slot did, for a recording.

use crate::effects::{ADDRESS, CONSTANT, OUTPUT};
use crate::execute::Machine;
use crate::program::{Program, Target};
use retroshade_kit::machine::effects::{Decoded, Effect, Place, by_register};
use retroshade_kit::machine::numbers::Numbers;
use retroshade_kit::machine::{Kind, Recorder, Register, UNSET};

/// Records a slot that ran: its number, what the units wrote, and what they computed.
pub fn record<N: Numbers>(
    (machine, numbers): (&Machine<'_, N>, &mut N),
    program: &Program,
    slot: usize,
    recorder: &mut Recorder,
) {
    recorder.begin(slot);
    let effects = program.effects(slot);
    for (register, lanes) in effects
        .iter()
        .flat_map(|effect| by_register(&effect.writes))
    {
        let (name, value) = held(machine, register, numbers);
        recorder.write(register.file.kind, &name, lanes, value);
    }
    for (unit, name) in ["mac", "ilu"].into_iter().enumerate() {
        // What goes to a0 is no result that another register could hold.
        let addresses = |effect: &Effect| effect.unit == unit && effect.writes.contains(&ADDRESS);
        match machine.results[unit].filter(|_| !effects.iter().any(addresses)) {
            Some(result) => {
                let computed = (0..).zip(result).filter(|(_, lane)| lane.is_some());
                let lanes = computed.fold(0, |mask, (lane, _)| mask | 1 << lane);
                let value = result.map(|lane| optional(lane, numbers));
                recorder.hold_lanes(Kind::Pipeline, name, lanes, value);
            }
            None => recorder.clear(Kind::Pipeline, name),
        }
    }
}

/// The name of a register that is written, and what it holds.
fn held<N: Numbers>(
    machine: &Machine<'_, N>,
    register: Place,
    numbers: &mut N,
) -> (String, Register) {
    let number = usize::from(register.number);
    let index = register.number as u8;
    match register.file {
        _ if register == ADDRESS => {
            let value = numbers.recorded(machine.address, 0);
            ("a0".to_owned(), [value, 0.0, 0.0, 0.0])
        }
        OUTPUT => {
            let lanes = machine.outputs.get(number).copied().unwrap_or_default();
            let lanes = lanes.map(|lane| optional(lane, numbers));
            (Target::Output(index).to_string(), lanes)
        }
        CONSTANT => {
            let lanes = [0, 1, 2, 3].map(|lane| {
                let written = machine.constants.get(&(index, lane));
                optional(written.copied(), numbers)
            });
            (format!("c{number}"), lanes)
        }
        _ => {
            let lanes = machine.temporaries.get(number);
            let lanes = match lanes {
                Some(lanes) => lanes.map(|lane| numbers.recorded(lane, 0)),
                None => UNSET,
            };
            (format!("r{number}"), lanes)
        }
    }
}

fn optional<N: Numbers>(lane: Option<N::Value>, numbers: &mut N) -> f32 {
    lane.map_or(f32::NAN, |lane| numbers.recorded(lane, 0))
}
