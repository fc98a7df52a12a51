//! What a run did to the registers of one sample, instruction by instruction.
//!
//! A simulator tells a [`Recorder`] of each instruction after it ran: what it wrote, and what registers hold that
//! change by themselves. The [`Recording`] keeps differences, so that every state between two instructions can be
//! had again, forwards and backwards. Views of it are elsewhere: the simulators do not know any.

use super::Register;
#[cfg(feature = "tools")]
use super::RegisterImage;
use super::effects::Kind;
#[cfg(feature = "tools")]
use crate::reflect::Reflection;
use indexmap::IndexMap;
use retroshade_ir::LANES;

/// What a register holds; `None` for lanes that nobody wrote, and lanes that it does not have.
pub type Held = [Option<f32>; 4];

/// A register that holds nothing.
pub const NOTHING: Held = [None; 4];

/// A register of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterName {
    /// The use of the registers.
    pub kind: Kind,
    /// As the assembly spells it: `r0`, `oPos`, `^m1`.
    pub name: String,
}

/// A lane of a register that holds something else after an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The register, as an index into [`Recording::registers`].
    pub register: usize,
    /// The lane, 0 to 3.
    pub lane: usize,
    /// What it held.
    pub from: Option<f32>,
    /// What it holds.
    pub to: Option<f32>,
}

/// What an instruction wrote.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    /// The register, as an index into [`Recording::registers`].
    pub register: usize,
    /// Bit k for lane k.
    pub lanes: u8,
    /// The values of those lanes.
    pub value: Register,
}

/// An instruction that ran.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The number in the text of the program, from 0.
    pub instruction: usize,
    /// What it wrote.
    pub writes: Vec<Write>,
    /// What became of the registers: what it wrote, and what arrived from earlier instructions.
    pub changes: Vec<Change>,
    /// What else happened, such as `discarded`.
    pub events: Vec<String>,
}

/// The steps of one sample.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// All registers that held something at some time.
    pub registers: Vec<RegisterName>,
    /// What they held before the first instruction, in their order. Registers that came later have none.
    pub start: Vec<Held>,
    /// The instructions that ran, in order.
    pub steps: Vec<Step>,
}

impl Recording {
    /// The index of a register by its name; of registers that differ in kind alone the first in the order of
    /// [`Kind::ALL`].
    pub fn find(&self, name: &str) -> Option<usize> {
        let place = |index: &usize| {
            let kind = self.registers.get(*index).map(|one| one.kind);
            Kind::ALL.iter().position(|one| Some(*one) == kind)
        };
        let named = (0..self.registers.len()).filter(|index| {
            let register = self.registers.get(*index);
            register.is_some_and(|one| one.name == name)
        });
        named.min_by_key(place)
    }

    /// What an instruction did, in one line: `r0.xy = 0.5, 2; discarded`.
    pub fn effect(&self, step: &Step) -> String {
        let write = |write: &Write| {
            let lanes = (0..4).filter(|lane| write.lanes >> lane & 1 == 1);
            let Some(RegisterName { kind, name }) = self.registers.get(write.register) else {
                return String::new();
            };
            let names: String = lanes.clone().map(lane_name).collect();
            let numbers = lanes.filter_map(|lane| write.value.get(lane));
            let numbers: Vec<String> = numbers.map(|number| kind.spelled(*number)).collect();
            format!("{name}.{names} = {}", numbers.join(", "))
        };
        let writes = step.writes.iter().map(write);
        let all: Vec<String> = writes.chain(step.events.iter().cloned()).collect();
        all.join("; ")
    }
}

/// The letter of a lane, 0 to 3.
fn lane_name(lane: usize) -> char {
    LANES.get(lane).copied().unwrap_or('?')
}

/// Writes down what happens to one sample.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The sample that is recorded.
    pub sample: usize,
    recording: Recording,
    indices: IndexMap<(Kind, String), usize>,
    now: Vec<Held>,
    /// Lanes that were written, by register: a NaN in one of them is a number that was computed.
    written: Vec<u8>,
}

impl Recorder {
    /// A recorder of a sample.
    pub fn new(sample: usize) -> Recorder {
        Recorder {
            sample,
            ..Recorder::default()
        }
    }

    /// The steps so far.
    pub fn finish(self) -> Recording {
        self.recording
    }

    /// An instruction ran: what comes now is its doing. `instruction` is its number in the text of the program.
    pub fn begin(&mut self, instruction: usize) {
        self.recording.steps.push(Step {
            instruction,
            ..Step::default()
        });
    }

    /// The instruction wrote lanes of a register, which hold the values from now on. Bit k of `lanes` is lane k.
    pub fn write(&mut self, kind: Kind, name: &str, lanes: u8, value: Register) {
        let register = self.note(kind, name, lanes, value);
        for (lane, value) in value.into_iter().enumerate() {
            if lanes >> lane & 1 == 1 {
                self.set(register, lane, Some(value));
            }
        }
    }

    /// The instruction stored to a register that readers find unchanged for a while: [`Recorder::hold`] says what
    /// they find.
    pub fn store(&mut self, kind: Kind, name: &str, lanes: u8, value: Register) {
        self.note(kind, name, lanes, value);
    }

    /// What a reader finds in a register after the instruction, or before the first. A NaN that nobody wrote is
    /// nothing.
    pub fn hold(&mut self, kind: Kind, name: &str, value: Register) {
        let register = self.register(kind, name);
        let written = self.written[register];
        for (lane, value) in value.into_iter().enumerate() {
            let known = !value.is_nan() || written >> lane & 1 == 1;
            self.set(register, lane, known.then_some(value));
        }
    }

    /// As [`Recorder::hold`], of lanes that are known to hold numbers and others that hold nothing. Bit k of `lanes`
    /// is lane k.
    pub fn hold_lanes(&mut self, kind: Kind, name: &str, lanes: u8, value: Register) {
        let register = self.register(kind, name);
        for (lane, value) in value.into_iter().enumerate() {
            self.set(register, lane, (lanes >> lane & 1 == 1).then_some(value));
        }
    }

    /// As [`Recorder::hold_lanes`], of a register of one lane.
    pub fn hold_one(&mut self, kind: Kind, name: &str, value: f32) {
        self.hold_lanes(kind, name, 1, [value; 4]);
    }

    /// A register holds nothing any more.
    pub fn clear(&mut self, kind: Kind, name: &str) {
        let key = (kind, name.to_owned());
        if let Some(register) = self.indices.get(&key).copied() {
            (0..4).for_each(|lane| self.set(register, lane, None));
        }
    }

    /// Something happened that no register shows.
    pub fn say(&mut self, event: impl Into<String>) {
        if let Some(step) = self.recording.steps.last_mut() {
            step.events.push(event.into());
        }
    }

    /// What the sample finds before the first instruction. Registers are called as the record spells them.
    #[cfg(feature = "tools")]
    pub fn place(&mut self, image: &RegisterImage, record: &Reflection) {
        let sample = self.sample;
        let name = |file: &str, number: u32| {
            let mut variables = record.inputs.iter().chain(&record.uniforms);
            let here = variables.find(|variable| {
                variable.file.as_deref() == Some(file) && variable.index == Some(number)
            });
            let spelled = here.and_then(|variable| variable.register.as_deref()?.split('.').next());
            spelled.map_or_else(|| format!("{file}{number}"), str::to_owned)
        };
        for (file, registers) in &image.uniforms {
            for (number, value) in registers {
                self.hold(Kind::Uniform, &name(file, *number), *value);
            }
        }
        for (file, registers) in &image.inputs {
            for (number, samples) in registers {
                if let Some(value) = samples.get(sample) {
                    self.hold(Kind::Input, &name(file, *number), *value);
                }
            }
        }
        let of = |rows: &Option<Vec<Register>>| rows.as_ref()?.get(sample).copied();
        if let Some(value) = of(&image.frag_coord) {
            self.hold(Kind::Input, "gl_FragCoord", value);
        }
        let point = image.point_coord.as_ref().and_then(|rows| rows.get(sample));
        if let Some([x, y]) = point.copied() {
            self.hold(Kind::Input, "gl_PointCoord", [x, y, f32::NAN, f32::NAN]);
        }
        let front = image
            .front_facing
            .as_ref()
            .and_then(|rows| rows.get(sample));
        if let Some(front) = front {
            self.hold_one(Kind::Input, "gl_FrontFacing", f32::from(*front));
        }
        if let Some(value) = of(&image.last_color) {
            self.hold(Kind::Input, "gl_LastFragColor", value);
        }
        let depth = image.last_depth.as_ref().and_then(|rows| rows.get(sample));
        if let Some(depth) = depth {
            self.hold_one(Kind::Input, "gl_LastFragDepth", *depth);
        }
    }

    fn register(&mut self, kind: Kind, name: &str) -> usize {
        let next = self.now.len();
        let entry = self.indices.entry((kind, name.to_owned()));
        let index = *entry.or_insert(next);
        if index == next {
            self.recording.registers.push(RegisterName {
                kind,
                name: name.to_owned(),
            });
            self.recording.start.push(NOTHING);
            self.now.push(NOTHING);
            self.written.push(0);
        }
        index
    }

    fn note(&mut self, kind: Kind, name: &str, lanes: u8, value: Register) -> usize {
        let register = self.register(kind, name);
        self.written[register] |= lanes;
        if let Some(step) = self.recording.steps.last_mut() {
            step.writes.push(Write {
                register,
                lanes,
                value,
            });
        }
        register
    }

    fn set(&mut self, register: usize, lane: usize, to: Option<f32>) {
        let held = &mut self.now[register][lane];
        let from = *held;
        if from.map(f32::to_bits) == to.map(f32::to_bits) {
            return;
        }
        *held = to;
        let change = Change {
            register,
            lane,
            from,
            to,
        };
        match self.recording.steps.last_mut() {
            Some(step) => step.changes.push(change),
            None => self.recording.start[register][lane] = to,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: f32 = f32::NAN;

    #[test]
    fn a_step_has_what_it_wrote_and_what_changed() {
        let mut recorder = Recorder::new(0);
        recorder.hold(Kind::Temporary, "r0", [1.0, NONE, NONE, NONE]);
        recorder.begin(4);
        recorder.write(Kind::Temporary, "r0", 0b0011, [1.0, 2.0, 9.0, 9.0]);
        recorder.say("discarded");
        let recording = recorder.finish();
        assert_eq!(recording.start, [[Some(1.0), None, None, None]]);
        let [step] = &recording.steps[..] else {
            panic!("{recording:?}")
        };
        assert_eq!(step.instruction, 4);
        // The value of x was written again and is no change.
        let changes: Vec<(usize, Option<f32>, Option<f32>)> = step
            .changes
            .iter()
            .map(|change| (change.lane, change.from, change.to))
            .collect();
        assert_eq!(changes, [(1, None, Some(2.0))]);
        assert_eq!(recording.effect(step), "r0.xy = 1, 2; discarded");
    }

    #[test]
    fn a_nan_is_nothing_unless_it_was_computed() {
        let mut recorder = Recorder::new(0);
        recorder.hold(Kind::Temporary, "$0", [NONE; 4]);
        recorder.begin(0);
        recorder.store(Kind::Temporary, "$0", 0b0001, [NONE; 4]);
        recorder.begin(1);
        recorder.hold(Kind::Temporary, "$0", [NONE; 4]);
        let recording = recorder.finish();
        assert_eq!(recording.start, [NOTHING]);
        assert!(recording.steps[0].changes.is_empty());
        let [change] = &recording.steps[1].changes[..] else {
            panic!("{recording:?}")
        };
        assert!(change.from.is_none() && change.to.is_some_and(f32::is_nan));
    }

    #[test]
    fn registers_are_found_by_name() {
        let mut recorder = Recorder::new(0);
        recorder.hold(Kind::Pending, "$1", [1.0; 4]);
        recorder.hold(Kind::Temporary, "$1", [2.0; 4]);
        let recording = recorder.finish();
        assert_eq!(recording.find("$1"), Some(1));
        assert_eq!(recording.find("$2"), None);
    }
}
