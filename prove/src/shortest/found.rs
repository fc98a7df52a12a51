//! What is known of a piece: its registers, what they hold, and in which results that shows.

use super::family::Held;
use super::instructions::{Kind, Register};
use super::scalar::Scalar;
use crate::domain::Value;
use crate::field::Element;
use crate::processor::Limits;

/// A lane of an output register.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OutputLane {
    pub(super) file: String,
    pub(super) register: u32,
    pub(super) lane: usize,
}

/// The registers of a program, and where its results are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) registers: Vec<Register>,
    pub(super) outputs: Vec<OutputLane>,
}

/// What a lane of an output is to be.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    /// Nothing is known of it here.
    Anything,
    Number(Box<Scalar>),
    /// At a limit of the hardware whatever the inputs are: 0 and anything below, or 1 and anything above.
    AtLimit {
        one: bool,
    },
}

/// What a register holds.
pub(super) struct Contents {
    /// Any lane.
    pub(super) any: Held,
    lanes: Vec<Lane>,
    has_literals: bool,
}

struct Lane {
    number: Scalar,
    /// The lanes of outputs that may depend on it, a bit each,
    shown: u64,
    /// and those that do.
    certain: u64,
}

/// What shows of a lane in the lanes of outputs.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    /// The lanes that change with it.
    pub(super) changed: Vec<bool>,
    /// False if they may change by a lookup alone, or for want of a root.
    pub(super) is_certain: bool,
}

/// `None` if nothing changes.
pub(super) type Effect = Option<Shown>;

/// What is known of a piece so far.
pub(super) struct Found {
    pub(super) layout: Layout,
    pub(super) wanted: Vec<Wanted>,
    /// The numbers of outputs at the first point.
    pub(super) before: Vec<(Value, Limits)>,
    pub(super) fetched: Vec<Element>,
    pub(super) registers: Vec<Contents>,
    pub(super) coordinates: Vec<Vec<Scalar>>,
    pub(super) looked_up: Vec<bool>,
}

impl Found {
    /// Adds a register, unless it is a constant of which nothing shows.
    pub(super) fn add(&mut self, mut register: Register, lanes: Vec<(Scalar, Effect)>) {
        let shows = lanes.iter().any(|(_, effect)| effect.is_some());
        if !shows && register.kind == Kind::Constant {
            return;
        }
        if register.kind == Kind::Constant && lanes.len() < 4 {
            register.has_literals = true;
            register.is_unbounded = false;
        }
        let outputs = self.layout.outputs.len();
        let shown = |effect: &Effect| {
            let Some(shown) = effect else { return (0, 0) };
            let shows = |output: &usize| shown.changed[*output] || !shown.is_certain;
            let bits = (0..outputs)
                .filter(shows)
                .fold(0, |all, output| all | 1 << output);
            (bits, if shown.is_certain { bits } else { 0 })
        };
        let numbers = lanes.iter().map(|(number, _)| *number);
        self.registers.push(Contents {
            any: with_literals(numbers, register.has_literals),
            has_literals: register.has_literals,
            lanes: lanes
                .iter()
                .map(|(number, effect)| {
                    let (shown, certain) = shown(effect);
                    Lane {
                        number: *number,
                        shown,
                        certain,
                    }
                })
                .collect(),
        });
        self.layout.registers.push(register);
    }

    /// The registers that a lane of an output depends on for certain, a bit each.
    pub(super) fn needed(&self, output: usize) -> u64 {
        if !matches!(self.wanted[output], Wanted::Number(_)) {
            return 0;
        }
        let registers = self.registers.iter().enumerate();
        registers.fold(0, |all, (place, contents)| {
            let needs = contents
                .lanes
                .iter()
                .any(|lane| lane.certain >> output & 1 == 1);
            all | u64::from(needs) << place
        })
    }
}

impl Contents {
    /// The lanes that a lane of an output depends on. The others may be any numbers: 0, or if there may be a division by them a
    /// literal.
    pub(super) fn held_for(&self, output: usize, divides: bool) -> Held {
        let is_shown = |lane: &&Lane| lane.shown >> output & 1 == 1;
        let (shown, others): (Vec<&Lane>, Vec<&Lane>) = self.lanes.iter().partition(is_shown);
        let literals = self.has_literals || divides && !others.is_empty();
        with_literals(shown.iter().map(|lane| lane.number), literals)
    }
}

fn with_literals(numbers: impl Iterator<Item = Scalar>, literals: bool) -> Held {
    let mut held = Held::of(&numbers.collect::<Vec<_>>());
    if literals {
        held.merge(Held::literal());
    }
    held
}
