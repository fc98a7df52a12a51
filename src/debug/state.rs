//! Registers between two steps.

use retroshade_kit::machine::{Held, NOTHING, Recording};

/// What all registers hold after a number of steps.
#[derive(Clone, Debug)]
pub struct State {
    at: usize,
    held: Vec<Held>,
}

impl State {
    /// Before the first step.
    pub fn new(recording: &Recording) -> State {
        State {
            at: 0,
            held: recording.start.clone(),
        }
    }

    /// How many steps ran.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to the state after so many steps, at most all.
    pub fn go(&mut self, recording: &Recording, to: usize) {
        let to = to.min(recording.steps.len());
        while self.at < to {
            let changes = recording.steps[self.at].changes.iter();
            changes.for_each(|change| self.set(change.register, change.lane, change.to));
            self.at += 1;
        }
        while self.at > to {
            self.at -= 1;
            let changes = recording.steps[self.at].changes.iter().rev();
            changes.for_each(|change| self.set(change.register, change.lane, change.from));
        }
    }

    fn set(&mut self, register: usize, lane: usize, value: Option<f32>) {
        let held = self
            .held
            .get_mut(register)
            .and_then(|one| one.get_mut(lane));
        if let Some(held) = held {
            *held = value;
        }
    }

    /// What a register holds.
    pub fn held(&self, register: usize) -> Held {
        self.held.get(register).copied().unwrap_or(NOTHING)
    }
}
