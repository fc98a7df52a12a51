//! Evaluates a shader as the front end made it, before any pass.

mod assigned;
mod functions;
mod reading;
mod step;
#[cfg(test)]
mod tests;

pub(crate) use assigned::assigned;
pub(crate) use reading::unread;

use crate::domain::{Domain, Node, Range, Table, Value};
use crate::meaning::Meaning;
use assigned::Looks;
use retroshade_ir::entity::{EntityRef, SecondaryMap};
use retroshade_ir::run::RunInputs;
use retroshade_ir::{Array, Builtin, Inst, Op, Output, Region, Shader, Stage, Terminator, Use};

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// More instructions than it may take.
    Endless,
    /// Something the prover does not model, in words.
    Unmodelled(&'static str),
}

/// What the outputs are.
#[derive(Debug, Default)]
pub(crate) struct Results {
    /// For each output variable by its GL name the numbers in GL's order; none of a geometry shader.
    pub(crate) outputs: Named,
    /// The same for each vertex that a geometry shader makes, with its number in its strip ([`Op::EmitVertex`]).
    pub(crate) vertices: Vec<(u32, Named)>,
    /// True if the fragment is discarded.
    pub(crate) discarded: bool,
    /// The number of instructions that the evaluation took.
    pub(crate) steps: u64,
}

/// Output variables by their GL names, with their numbers in GL's order.
pub(crate) type Named = Vec<(String, Vec<Value>)>;

impl Results {
    /// The triangles of the strips of a geometry shader: their vertices in the order of their windings.
    pub(crate) fn triangles(&self) -> Vec<[&Named; 3]> {
        let triples = self.vertices.windows(3);
        let triangles = triples.filter_map(|triple| match triple {
            [(_, first), (_, second), (number, last)] if *number >= 2 => Some(match number % 2 {
                0 => [first, second, last],
                _ => [second, first, last],
            }),
            _ => None,
        });
        triangles.collect()
    }
}

type Lanes = Vec<Value>;

/// How a region ended.
enum Flow {
    Yield(Vec<Lanes>),
    Break(Vec<Lanes>),
    Continue(Vec<Lanes>),
}

pub(crate) struct Source<'a> {
    shader: &'a Shader,
    domain: &'a mut Domain,
    inputs: &'a RunInputs,
    /// The texture unit of each sampler by its GL name.
    unit: &'a dyn Fn(&str) -> Option<u32>,
    values: SecondaryMap<retroshade_ir::Value, Lanes>,
    memory: SecondaryMap<Array, Vec<Lanes>>,
    /// `gl_FragCoord`, where the program computes it from the position in clip space.
    window: Option<[Value; 4]>,
    meaning: Meaning,
    /// What control depended on where the loop began.
    entry: Node,
    results: Results,
    steps: u64,
    limit: u64,
    /// The assignments to look at, where they are asked for.
    looks: Option<Looks>,
}

/// What a chip makes of the source besides the program.
#[derive(Clone, Copy)]
pub(crate) struct World<'a> {
    /// The texture unit of each sampler by its GL name.
    pub(crate) unit: &'a dyn Fn(&str) -> Option<u32>,
    /// `gl_FragCoord`, where the program computes it from the position in clip space.
    pub(crate) window: Option<[Value; 4]>,
    pub(crate) meaning: Meaning,
    /// The number of instructions that the evaluation may take.
    pub(crate) steps: u64,
}

/// Evaluates a shader at the point of a domain.
pub(crate) fn evaluate(
    shader: &Shader,
    domain: &mut Domain,
    inputs: &RunInputs,
    world: World<'_>,
) -> Result<Results, Stop> {
    let mut source = Source::new(shader, domain, inputs, world);
    let Flow::Yield(slots) = source.region(shader.body)? else {
        return Err(Stop::Unmodelled("a body that does not end"));
    };
    let mut results = source.results;
    results.steps = source.steps;
    if shader.stage != Stage::Geometry {
        results.outputs = by_name(shader, slots);
    }
    Ok(results)
}

/// The outputs of a vertex or fragment by name; `slots`: those of [`Interface::output_slots`](retroshade_ir::Interface::output_slots).
fn by_name(shader: &Shader, slots: Vec<Lanes>) -> Named {
    let mut outputs = Named::new();
    for ((output, slot), lanes) in shader.interface.output_slots().zip(slots) {
        let name = output_name(shader, output, slot);
        match outputs.last_mut().filter(|last| last.0 == name) {
            Some((_, numbers)) => numbers.extend(lanes),
            None => outputs.push((name, lanes)),
        }
    }
    outputs
}

/// The name of an output in run data: the first colour is `gl_FragColor` however the source calls it.
fn output_name(shader: &Shader, output: Output, slot: u32) -> String {
    let variable = &shader.interface.outputs[output];
    let mut colours = shader.interface.outputs.iter().filter(|(_, variable)| {
        let colour = matches!(
            variable.builtin,
            Some(Builtin::FragColor | Builtin::FragData)
        );
        colour || (variable.builtin.is_none() && shader.stage == Stage::Fragment)
    });
    let first = colours.next().map(|(output, _)| output);
    match variable.builtin {
        Some(Builtin::FragData) if slot > 0 => format!("gl_FragData[{slot}]"),
        Some(Builtin::FragDepth) => "gl_FragDepth".to_owned(),
        _ if first == Some(output) => "gl_FragColor".to_owned(),
        _ => variable.name.clone(),
    }
}

impl<'a> Source<'a> {
    /// At the start of the shader.
    fn new(
        shader: &'a Shader,
        domain: &'a mut Domain,
        inputs: &'a RunInputs,
        world: World<'a>,
    ) -> Source<'a> {
        let World {
            unit,
            window,
            meaning,
            steps: limit,
        } = world;
        let mut source = Source {
            window,
            meaning,
            limit,
            shader,
            domain,
            inputs,
            unit,
            values: SecondaryMap::new(),
            memory: SecondaryMap::new(),
            entry: 0,
            results: Results::default(),
            steps: 0,
            looks: None,
        };
        for (array, data) in shader.arrays.iter() {
            let undefined = source.domain.undefined();
            let element = vec![undefined; usize::from(data.ty.lanes)];
            source.memory[array] = vec![element; data.len as usize];
        }
        source
    }
}

impl Source<'_> {
    fn region(&mut self, region: Region) -> Result<Flow, Stop> {
        let shader = self.shader;
        let data = &shader.regions[region];
        self.look(region, None);
        for &inst in &data.insts {
            self.count_step()?;
            match shader.insts[inst].op {
                Op::If => {
                    if let Some(flow) = self.branch(inst)? {
                        return Ok(flow);
                    }
                }
                Op::Loop => self.rounds(inst)?,
                _ => self.step(inst)?,
            }
            self.look(region, Some(inst));
        }
        let handed: Vec<Lanes> = data
            .end
            .uses()
            .iter()
            .map(|&used| self.read(used))
            .collect();
        match data.end {
            Terminator::Yield(_) => Ok(Flow::Yield(handed)),
            Terminator::Break(_) => Ok(Flow::Break(handed)),
            Terminator::Continue(_) => Ok(Flow::Continue(handed)),
            Terminator::Open | Terminator::Unreachable => {
                Err(Stop::Unmodelled("control that arrives nowhere"))
            }
        }
    }

    fn count_step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > self.limit {
            Err(Stop::Endless)
        } else {
            Ok(())
        }
    }

    fn set(&mut self, inst: Inst, results: Vec<Lanes>) {
        for (&value, lanes) in self.shader.insts[inst].results.iter().zip(results) {
            self.values[value] = lanes;
        }
    }

    /// The arm that is taken; the way it leaves an enclosing loop, if it does.
    fn branch(&mut self, inst: Inst) -> Result<Option<Flow>, Stop> {
        let data = &self.shader.insts[inst];
        self.domain.at(inst.index());
        let mut condition = self.scalar(data.args[0]);
        let ends =
            |region: &Region| matches!(self.shader.regions[*region].end, Terminator::Break(_));
        // Where something else may end a loop that counts, its own end is a decision, too.
        let counts = condition.carried && condition.is_folded();
        if counts && self.entry != self.domain.path && data.regions.iter().any(ends) {
            condition.given = true;
        }
        let decision = self.domain.truth_of(condition);
        self.domain.jump(&[], decision.node);
        let arm = usize::from(!decision.holds());
        match self.region(data.regions[arm])? {
            Flow::Yield(mut results) => {
                for lane in results.iter_mut().flatten() {
                    lane.defined &= condition.defined;
                }
                self.set(inst, results);
                Ok(None)
            }
            flow => Ok(Some(flow)),
        }
    }

    fn rounds(&mut self, inst: Inst) -> Result<(), Stop> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let body = data.regions[0];
        let mut carried: Vec<Lanes> = data.args.iter().map(|&used| self.read(used)).collect();
        let outer = std::mem::replace(&mut self.entry, self.domain.path);
        loop {
            for (&parameter, mut lanes) in shader.regions[body].parameters.iter().zip(carried) {
                lanes
                    .iter_mut()
                    .for_each(|lane| lane.carried |= lane.constant);
                self.values[parameter] = lanes;
            }
            match self.region(body)? {
                Flow::Continue(next) => carried = next,
                Flow::Break(results) => {
                    self.entry = outer;
                    self.set(inst, results);
                    return Ok(());
                }
                Flow::Yield(_) => return Err(Stop::Unmodelled("a loop that yields")),
            }
            self.count_step()?;
        }
    }

    fn read(&self, used: Use) -> Lanes {
        let lanes = &self.values[used.value];
        let undefined = self.domain.undefined();
        let count = used.lanes();
        (0..count)
            .map(|lane| {
                let place = usize::from(used.swizzle.lane(lane));
                lanes.get(place).copied().unwrap_or(undefined)
            })
            .collect()
    }

    fn scalar(&self, used: Use) -> Value {
        let undefined = self.domain.undefined();
        self.read(used).first().copied().unwrap_or(undefined)
    }

    /// An index, limited to `0..len`, and whether it was within; the lanes that are read depend on it.
    fn index(&mut self, used: Use, len: usize, table: Table) -> Index {
        let value = self.scalar(used);
        let (place, node) = self.domain.read_element(value, len, table);
        // Which element an index out of range means is the implementation's choice.
        Index {
            place,
            sound: value.defined && value.real == place as f64,
            node,
        }
    }

    /// Reads the element that an index names, in each lane.
    fn found(&mut self, index: &Index, lanes: Lanes) -> Lanes {
        let lanes = lanes.into_iter().map(|lane| {
            let node = self.domain.tape.join(lane.node, index.node);
            // Another element may be anything.
            let range = if index.node == 0 {
                lane.range
            } else {
                Range::ANY
            };
            Value {
                defined: lane.defined && index.sound,
                range,
                ..lane.at(node)
            }
        });
        lanes.collect()
    }
}

/// An element of a table.
struct Index {
    place: usize,
    /// True if there is such an element.
    sound: bool,
    /// What the index depends on.
    node: Node,
}
