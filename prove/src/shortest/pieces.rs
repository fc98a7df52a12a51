//! Pieces of what a shader computes: points with the same reals and so with the same outcome of every comparison, where
//! its results, lookups and registers have numbers of the field.

use super::found::{Contents, Effect, Found, Layout, OutputLane, Shown, Wanted};
use super::instructions::{Kind, Register};
use super::scalar::{POINTS, Scalar};
use crate::compare::limits;
use crate::domain::{Lever, Value};
use crate::field::Element;
use crate::meaning::Meaning;
use crate::point::{Drawn, Marks, Moved, Place, Point, Setting, point};
use crate::processor::{Limits, Processor};
use crate::screen::Screen;
use crate::source::{Named, World, evaluate};
use retroshade_ir::random::Random;
use retroshade_ir::{Scalar as Kinds, Shader};
use retroshade_kit::machine::{RegisterImage, UNSET, lanes_of, place};
use retroshade_kit::reflect::Reflection;

/// Instructions of the source that a point may take.
const STEPS: u64 = 20_000;
/// Points that are tried for those of a piece: some lack roots.
const TRIES: u64 = 8 * POINTS as u64;
/// Registers that there may be.
const REGISTERS: usize = 24;

/// A piece.
pub(super) struct Piece {
    /// What each register holds.
    pub(super) registers: Vec<Contents>,
    /// For each lane of the outputs what it is to be,
    pub(super) wanted: Vec<Wanted>,
    /// the registers that it depends on, a bit each,
    pub(super) needed: Vec<u64>,
    /// and whether a lookup has it in the same lane.
    pub(super) looked_up: Vec<bool>,
    /// The coordinates of the lookups that results depend on.
    pub(super) coordinates: Vec<Vec<Scalar>>,
}

/// A shader with the record of a program.
pub(super) struct Trial<'a> {
    pub(super) shader: &'a Shader,
    pub(super) marks: &'a Marks,
    pub(super) record: &'a Reflection,
    pub(super) processor: &'a Processor,
    pub(super) screen: Screen,
}

/// A source at a point.
struct Seen {
    point: Point,
    outputs: Named,
    image: RegisterImage,
}

impl Seen {
    /// The lanes of a register that the machine has numbers for.
    fn lanes(&mut self, register: &Register) -> Vec<(usize, Value)> {
        let Register { file, number, .. } = register;
        let lanes = match register.kind {
            Kind::Constant => self.image.uniform(file, *number),
            Kind::Input | Kind::Texel => self.image.input(file, *number, 0, UNSET),
        };
        let lanes = lanes
            .into_iter()
            .enumerate()
            .filter(|(_, lane)| !lane.is_nan());
        lanes
            .map(|(at, lane)| (at, self.point.domain.given(lane)))
            .collect()
    }

    /// What was drawn for a lane.
    fn inputs(&self, value: Value) -> Vec<usize> {
        let levers = self.point.domain.tape.levers(value.node).into_iter();
        let inputs = levers.filter_map(|lever| match lever {
            Lever::Input(input) => Some(input),
            Lever::Lookup(_) => None,
        });
        inputs.collect()
    }

    fn is_rootless(&self) -> bool {
        let mut numbers = self.outputs.iter().flat_map(|(_, numbers)| numbers);
        numbers.any(|value| value.defined && value.rootless)
    }

    /// What the lookups are known by.
    fn fetched(&self) -> Vec<Element> {
        let fetched = self.point.domain.fetched.iter();
        fetched.map(|fetch| fetch.keys[0]).collect()
    }
}

impl Trial<'_> {
    fn draw(&self, place: &Place) -> Point {
        let setting = Setting {
            assumed: &self.record.assumes,
            also: None,
        };
        point(self.shader, self.marks, place, setting)
    }

    fn see(&self, at: &Place) -> Option<Seen> {
        let mut point = self.draw(at);
        let unit = |name: &str| {
            let mut samplers = self.record.samplers.iter();
            let found = samplers.find(|sampler| sampler.name == name);
            Some(found.map_or(1000, |sampler| sampler.index))
        };
        let world = World {
            unit: &unit,
            window: None,
            meaning: Meaning::PLAIN,
            steps: STEPS,
        };
        let results = evaluate(self.shader, &mut point.domain, &point.inputs, world).ok()?;
        let mut outputs = results.outputs;
        for (name, numbers) in &mut outputs {
            *numbers = self
                .screen
                .output(&mut point.domain, &point.inputs, name, numbers);
        }
        let image = place(self.record, &point.inputs).ok()?;
        (!results.discarded && !point.domain.unstable).then_some(Seen {
            point,
            outputs,
            image,
        })
    }

    /// The place with other elements for what was drawn, beside the same reals. A number is a square where its real is
    /// above 0, and the negative of one elsewhere, so that roots are as they are of reals.
    fn elsewhere(
        &self,
        place: &Place,
        drawn: &[Drawn],
        of: impl Fn(usize) -> Option<u64>,
    ) -> Place {
        let mut moved = place.clone();
        for (input, drawn) in drawn.iter().enumerate() {
            let (Kinds::Float, Some(seed)) = (drawn.scalar, of(input)) else {
                continue;
            };
            let root = Element::from_bits(Random::new(seed ^ (input as u64) << 32).bits());
            let square = root * root;
            let element = if drawn.real < 0.0 { -square } else { square };
            moved = moved.with(Moved {
                lever: Lever::Input(input),
                real: drawn.real,
                element,
            });
        }
        moved
    }

    /// The numbers of the record's outputs at a point, in the order of the layout.
    fn values(&self, layout: &Layout, outputs: &Named) -> Option<Vec<(Value, Limits)>> {
        let mut found: Vec<Option<(Value, Limits)>> = vec![None; layout.outputs.len()];
        for (name, numbers) in outputs {
            let Some(entry) = self.record.outputs.iter().find(|entry| entry.name == *name) else {
                continue;
            };
            let limits = limits(self.processor, self.shader.stage, self.record, name);
            let lanes = lanes_of(entry).ok()?;
            for (at, (value, lane)) in numbers.iter().zip(lanes).enumerate() {
                let wanted = OutputLane {
                    file: entry.file.clone().unwrap_or_default(),
                    register: lane / 4,
                    lane: lane as usize % 4,
                };
                if entry.is_live(at)
                    && let Some(place) = layout.outputs.iter().position(|lane| *lane == wanted)
                {
                    found[place] = Some((*value, limits));
                }
            }
        }
        found.into_iter().collect()
    }

    /// The output lanes that have a register and, at this point, a value.
    fn outputs(&self, seen: &Seen) -> Option<Vec<OutputLane>> {
        let mut lanes = Vec::new();
        for (name, numbers) in &seen.outputs {
            let Some(entry) = self.record.outputs.iter().find(|entry| entry.name == *name) else {
                continue;
            };
            for (at, (value, lane)) in numbers.iter().zip(lanes_of(entry).ok()?).enumerate() {
                if value.defined && entry.is_live(at) {
                    lanes.push(OutputLane {
                        file: entry.file.clone().unwrap_or_default(),
                        register: lane / 4,
                        lane: lane as usize % 4,
                    });
                }
            }
        }
        lanes.sort();
        Some(lanes)
    }

    /// The registers that the machine has numbers in.
    fn registers(&self, seen: &Seen) -> Vec<Register> {
        let constants = seen.image.uniforms.iter();
        let constants = constants.flat_map(|(file, rows)| {
            rows.keys()
                .map(move |number| (Kind::Constant, file, number))
        });
        let inputs = seen.image.inputs.iter();
        let inputs = inputs
            .flat_map(|(file, rows)| rows.keys().map(move |number| (Kind::Input, file, number)));
        let all = constants
            .chain(inputs)
            .map(|(kind, file, number)| Register {
                file: file.clone(),
                number: *number,
                kind,
                is_unbounded: self.is_unbounded(file, *number),
                has_literals: false,
            });
        all.collect()
    }

    /// True if the variables of a register can be any floats.
    fn is_unbounded(&self, file: &str, number: u32) -> bool {
        let entries = self.record.uniforms.iter().chain(&self.record.inputs);
        let mut own = entries.filter(|entry| {
            let lanes = lanes_of(entry).unwrap_or_default();
            entry.file.as_deref() == Some(file) && lanes.iter().any(|lane| lane / 4 == number)
        });
        own.all(|entry| {
            let is_float = ["float", "vec", "mat"]
                .iter()
                .any(|ty| entry.ty.starts_with(ty));
            is_float && !self.record.assumes.iter().any(|one| one.name == entry.name)
        })
    }

    /// The piece around a point, and the layout that it has. `None` where the point says nothing.
    pub(super) fn piece(&self, number: u64) -> Option<(Layout, Piece)> {
        let inputs = &self.record.inputs;
        if inputs.iter().any(|entry| entry.builtin.is_some()) {
            return None;
        }
        let start = Place::numbered(number);
        let drawn = self.draw(&start).drawn;
        let seed = |round: u64| 0x7069_6563_6573 ^ number << 16 ^ round;
        let mut seen: Vec<Seen> = Vec::new();
        let mut base = None;
        for round in 0..TRIES {
            if seen.len() == POINTS {
                break;
            }
            let place = self.elsewhere(&start, &drawn, |_| Some(seed(round)));
            let one = self.see(&place)?;
            if !one.is_rootless() {
                base.get_or_insert(place);
                seen.push(one);
            }
        }
        let base = base.filter(|_| seen.len() == POINTS)?;
        let layout = Layout {
            registers: Vec::new(),
            outputs: self.outputs(&seen[0])?,
        };
        let mut found = Found {
            wanted: self.wanted(&layout, &seen)?,
            before: self.values(&layout, &seen[0].outputs)?,
            fetched: seen[0].fetched(),
            registers: Vec::new(),
            coordinates: Vec::new(),
            looked_up: vec![false; layout.outputs.len()],
            layout,
        };
        if seen
            .iter()
            .any(|one| one.fetched().len() != found.fetched.len())
            || found.layout.outputs.len() > 64
        {
            return None;
        }
        for register in self.registers(&seen[0]) {
            let mut lanes = Vec::new();
            for (at, value) in seen[0].lanes(&register) {
                let inputs = seen[0].inputs(value);
                let is_literal = register.kind == Kind::Constant && inputs.is_empty();
                if is_literal {
                    continue;
                }
                let place = self.elsewhere(&base, &drawn, |input| {
                    inputs.contains(&input).then(|| seed(0x1000))
                });
                // What cannot be moved is a whole number, or one that the machine itself has there.
                let effect = if place == base {
                    Some(Shown {
                        changed: vec![false; found.wanted.len()],
                        is_certain: false,
                    })
                } else {
                    self.effect(&found, &place)?
                };
                let values: Option<Vec<Value>> = seen
                    .iter_mut()
                    .map(|one| {
                        one.lanes(&register)
                            .into_iter()
                            .find(|(lane, _)| *lane == at)
                            .map(|(_, value)| value)
                    })
                    .collect();
                lanes.push((scalar(&values?), effect));
            }
            found.add(register, lanes);
        }
        for lookup in 0..found.fetched.len() {
            // The same may be looked up again.
            if found.fetched[..lookup].contains(&found.fetched[lookup]) {
                continue;
            }
            let mut lanes = Vec::new();
            for lane in 0..4 {
                let fetch = &seen[0].point.domain.fetched[lookup];
                let key = fetch.keys[lane];
                let place = base.with(Moved {
                    lever: Lever::Lookup(key),
                    real: fetch.lanes[lane].real as f32,
                    element: Element::from_bits(Random::new(seed(0x2000) ^ key.bits()).bits()),
                });
                let effect = self.effect(&found, &place)?;
                let values: Vec<Value> = seen
                    .iter()
                    .map(|one| one.point.domain.fetched[lookup].lanes[lane])
                    .collect();
                lanes.push((scalar(&values), effect));
            }
            if lanes.iter().all(|(_, effect)| effect.is_none()) {
                continue;
            }
            let own = (0..seen[0].point.domain.fetched[lookup].place.len()).map(|at| {
                let values = seen
                    .iter()
                    .map(|one| one.point.domain.fetched[lookup].place.get(at).copied());
                values
                    .collect::<Option<Vec<Value>>>()
                    .map(|values| scalar(&values))
            });
            found.coordinates.push(own.collect::<Option<Vec<_>>>()?);
            for (at, output) in found.layout.outputs.iter().enumerate() {
                found.looked_up[at] |= match &found.wanted[at] {
                    Wanted::Number(number) => number.is(&lanes[output.lane].0),
                    Wanted::Anything => true,
                    Wanted::AtLimit { .. } => false,
                };
            }
            let register = Register {
                file: String::new(),
                number: lookup as u32,
                kind: Kind::Texel,
                is_unbounded: false,
                has_literals: false,
            };
            found.add(register, lanes);
        }
        if found.registers.len() > REGISTERS {
            return None;
        }
        let needed = (0..found.wanted.len()).map(|output| found.needed(output));
        let piece = Piece {
            needed: needed.collect(),
            wanted: found.wanted,
            registers: found.registers,
            looked_up: found.looked_up,
            coordinates: found.coordinates,
        };
        Some((found.layout, piece))
    }

    /// What changes where a lane of a register has another element; `None` where nothing does.
    fn effect(&self, found: &Found, place: &Place) -> Option<Effect> {
        let other = self.see(place)?;
        let after = self.values(&found.layout, &other.outputs)?;
        let pairs = found.before.iter().zip(&after);
        let changed: Vec<bool> = pairs
            .map(|((one, _), (other, _))| one.element != other.element || other.rootless)
            .collect();
        let moves_lookups = other.fetched() != found.fetched;
        let shows = moves_lookups || changed.contains(&true);
        Some(shows.then(|| Shown {
            is_certain: !moves_lookups && !other.is_rootless(),
            changed,
        }))
    }

    fn wanted(&self, layout: &Layout, seen: &[Seen]) -> Option<Vec<Wanted>> {
        let values: Option<Vec<_>> = seen
            .iter()
            .map(|one| self.values(layout, &one.outputs))
            .collect();
        let values = values?;
        let wanted = (0..layout.outputs.len()).map(|lane| {
            let numbers: Vec<Value> = values.iter().map(|values| values[lane].0).collect();
            let (first, limits) = values[0][lane];
            if numbers.iter().any(|value| !value.defined) {
                return Wanted::Anything;
            }
            if limits == Limits::None || first.real > 1e-6 && first.real < 1.0 - 1e-6 {
                return Wanted::Number(Box::new(scalar(&numbers)));
            }
            match (limits, first.is_folded()) {
                (Limits::Colour, true) => Wanted::AtLimit {
                    one: first.real > 0.5,
                },
                _ => Wanted::Anything,
            }
        });
        Some(wanted.collect())
    }
}

/// Values at the points of a piece as one number.
fn scalar(values: &[Value]) -> Scalar {
    let mut scalar = Scalar::constant(0);
    for (at, value) in values.iter().enumerate() {
        scalar.real = value.real;
        scalar.elements[at] = value.element;
        if value.rootless || !value.defined {
            scalar.known &= !(1 << at);
        }
    }
    scalar
}
