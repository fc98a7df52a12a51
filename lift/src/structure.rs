//! Structured control flow from a graph of blocks.
//!
//! Conditionals end at the immediate postdominator of the block that decides, loops at the nearest postdominator of their
//! header that is not in them (natural loops); what leaves a loop on its way there is done before the `break`. Blocks that
//! several ways come by are written once more for each, within a budget. What does not fit - irreducible graphs, jumps out
//! of two loops at once, too many copies - becomes one loop around a choice of the next block, so that no graph is refused.

use crate::blocks::{BlockId, COUNTERS, Code, End};
use crate::graph::{Graph, conditions, live, operands};
use crate::interface::Interface;
use crate::values::{self, Environment, Values};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::build::Builder;
use retroshade_ir::{Op, Region, Shader, Swizzle, Terminator, Type, Use};
use retroshade_kit::machine::effects::{File, Place};
use retroshade_kit::machine::symbols::Symbol;
use std::collections::{BTreeMap, BTreeSet};

/// How often blocks may be written, on average.
const COPIES: usize = 4;

/// Why a program has no structure, or no shader at all.
enum Stop {
    /// The graph needs a choice of the next block.
    Unstructured,
    /// A value has no words in a shader.
    Values(Fault),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        Stop::Values(fault)
    }
}

/// Lanes of a register that are handed on together.
#[derive(Clone, Debug)]
struct Group {
    places: Vec<Place>,
}

impl Group {
    /// True if it holds a whole number.
    fn is_counter(&self) -> bool {
        self.places.iter().any(|place| place.file == COUNTERS)
    }
}

/// How a row of blocks ended.
enum Ended {
    /// Control goes on behind it.
    Falls,
    /// It left by `break` or `continue`.
    Leaves,
}

/// A loop around what is written.
#[derive(Clone)]
struct Loop {
    header: BlockId,
    exit: Option<BlockId>,
    /// The blocks on the ways from the header that do not pass the exit.
    blocks: BTreeSet<BlockId>,
    /// What goes round.
    parameters: Vec<Group>,
    /// What it leaves behind.
    results: Vec<Group>,
}

/// Where a row of blocks ends.
#[derive(Clone)]
struct Scope {
    stop: BlockId,
    around: Option<Loop>,
}

/// Appends a program to the body of a shader and gives what registers hold in the end.
///
/// # Errors
/// Values that have no words in a shader.
pub(crate) fn append(
    code: &Code,
    interface: &Interface,
    outputs: &BTreeSet<Place>,
    shader: &mut Shader,
) -> Result<Environment, Fault> {
    let graph = Graph::new(code);
    let mut writer = Writer {
        code,
        interface,
        live: live(code, outputs),
        graph: &graph,
        shader,
        written: 0,
    };
    let body = writer.shader.body;
    if graph.is_reducible {
        let mut environment = Environment::default();
        let scope = Scope {
            stop: graph.exit,
            around: None,
        };
        match writer.row(body, 0, &mut environment, &scope, true) {
            Ok(_) => return Ok(environment),
            Err(Stop::Values(message)) => return Err(message),
            Err(Stop::Unstructured) => writer.shader.regions[body].insts.clear(),
        }
    }
    match writer.dispatch(body) {
        Ok(environment) => Ok(environment),
        Err(Stop::Values(message)) => Err(message),
        Err(Stop::Unstructured) => Err("control flow without a structure".into()),
    }
}

/// Lanes by register, at most four together.
fn groups(places: impl IntoIterator<Item = Place>) -> Vec<Group> {
    let mut groups: BTreeMap<(File, u16), Group> = BTreeMap::new();
    for place in places {
        let group = groups.entry((place.file, place.number));
        let group = group.or_insert_with(|| Group { places: Vec::new() });
        group.places.push(place);
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    // Counters lead the row, where writers of sources look for them.
    groups.sort_by_key(|group| !group.is_counter());
    groups.iter_mut().for_each(|group| group.places.sort());
    groups
}

fn types(groups: &[Group]) -> Vec<Type> {
    let ty = |group: &Group| {
        if group.is_counter() {
            Type::int(1)
        } else {
            Type::float(group.places.len() as u8)
        }
    };
    groups.iter().map(ty).collect()
}

struct Writer<'a> {
    code: &'a Code,
    interface: &'a Interface,
    live: Vec<BTreeSet<Place>>,
    graph: &'a Graph,
    shader: &'a mut Shader,
    /// Blocks that were written so far.
    written: usize,
}

impl Writer<'_> {
    /// Writes blocks from one on to the end of the scope. `begins`: the first one is the header of the loop around.
    fn row(
        &mut self,
        region: Region,
        first: BlockId,
        environment: &mut Environment,
        scope: &Scope,
        begins: bool,
    ) -> Result<Ended, Stop> {
        let mut block = first;
        let mut enters = begins;
        loop {
            if !enters && let Some(ended) = self.arrives(region, block, environment, scope) {
                return Ok(ended);
            }
            let around = scope.around.as_ref();
            if block == self.graph.exit
                || around.is_some_and(|around| !around.blocks.contains(&block))
            {
                return Err(Stop::Unstructured);
            }
            let is_entered = enters && around.is_some_and(|around| around.header == block);
            enters = false;
            if self.graph.loops.contains_key(&block) && !is_entered {
                match self.whole_loop(region, block, environment)? {
                    Some(next) => block = next,
                    None => {
                        self.shader.regions[region].end = Terminator::Unreachable;
                        return Ok(Ended::Leaves);
                    }
                }
                continue;
            }
            self.written += 1;
            if self.written > COPIES * self.code.blocks.len() + COPIES {
                return Err(Stop::Unstructured);
            }
            let condition = self.block(region, block, environment)?;
            block = match (&self.code.blocks[block].end, condition) {
                (End::Stop, _) => self.graph.exit,
                (&End::Next(next), _) => next,
                (&End::Branch(_, taken, other), Some(condition))
                    if self.only_discards(taken) || self.only_discards(other) =>
                {
                    let at_taken = self.only_discards(taken);
                    let mut builder = Builder::new(self.shader, region);
                    let (dead, next) = if at_taken {
                        (condition, other)
                    } else {
                        (builder.op(Op::Not, &[condition]), taken)
                    };
                    builder.push(Op::Discard, [dead].as_slice(), &[], Vec::new());
                    next
                }
                (&End::Branch(_, taken, other), Some(condition)) if taken != other => {
                    let ways = (block, taken, other);
                    let next = self.jump(region, ways, condition, environment, scope);
                    let next = match next {
                        Some(next) => Some(next),
                        None => self.conditional(region, ways, condition, environment, scope)?,
                    };
                    match next {
                        Some(next) => next,
                        None => return Ok(Ended::Leaves),
                    }
                }
                (&End::Branch(_, taken, _), _) => taken,
            };
        }
    }

    /// True for a block that ends a program without results, whatever it computes.
    fn only_discards(&self, block: BlockId) -> bool {
        let block = self.code.blocks.get(block);
        block.is_some_and(|block| block.is_discarded && matches!(block.end, End::Stop))
    }

    /// Whether a row ends where it would go on with a block: at the end of its scope, or by a jump of the loop around.
    fn arrives(
        &mut self,
        region: Region,
        block: BlockId,
        environment: &Environment,
        scope: &Scope,
    ) -> Option<Ended> {
        if let Some(around) = &scope.around {
            if block == around.header {
                let values = self.handed(region, environment, &around.parameters);
                self.shader.regions[region].end = Terminator::Continue(values);
                return Some(Ended::Leaves);
            }
            if Some(block) == around.exit {
                let values = self.handed(region, environment, &around.results);
                self.shader.regions[region].end = Terminator::Break(values);
                return Some(Ended::Leaves);
            }
        }
        (block == scope.stop).then_some(Ended::Falls)
    }

    /// The operations of a block; gives the condition by which it ends.
    fn block(
        &mut self,
        region: Region,
        block: BlockId,
        environment: &mut Environment,
    ) -> Result<Option<Use>, Stop> {
        let made = &self.code.blocks[block];
        let next = self.graph.successors[block].iter();
        let after: BTreeSet<Place> = next.flat_map(|next| &self.live[*next]).copied().collect();
        let wanted = groups(
            made.writes
                .keys()
                .filter(|place| after.contains(*place))
                .copied(),
        );
        let mut roots: Vec<Symbol> = conditions(made).flat_map(operands).collect();
        let writes = wanted.iter().flat_map(|group| &group.places);
        roots.extend(writes.map(|place| made.writes[place]));
        let builder = Builder::new(self.shader, region);
        let before = environment.clone();
        let mut values = Values::new(builder, self.code, self.interface, &before, roots);
        for condition in &made.discards {
            let truth = values.condition(condition)?;
            values
                .builder
                .push(Op::Discard, [truth].as_slice(), &[], Vec::new());
        }
        if made.is_discarded {
            let truth = values.builder.bool(true, 1);
            values
                .builder
                .push(Op::Discard, [truth].as_slice(), &[], Vec::new());
        }
        for group in &wanted {
            let lanes: Vec<Symbol> = group
                .places
                .iter()
                .map(|place| made.writes[place])
                .collect();
            let value = match lanes.as_slice() {
                [counter] if group.is_counter() => values.whole(*counter)?,
                lanes => values.vector(lanes)?,
            };
            for (place, lane) in group.places.iter().zip(0..) {
                environment.insert(*place, value.then(Swizzle::splat(lane, 1)));
            }
        }
        Ok(match &made.end {
            End::Branch(condition, taken, other) if taken != other => {
                Some(values.condition(condition)?)
            }
            _ => None,
        })
    }

    /// A conditional one way of which is nothing but a jump of the loop around; gives the block that the other leads to.
    fn jump(
        &mut self,
        region: Region,
        (_, taken, other): (BlockId, BlockId, BlockId),
        condition: Use,
        environment: &Environment,
        scope: &Scope,
    ) -> Option<BlockId> {
        let around = scope.around.as_ref()?;
        let leaves = |block: BlockId| block == around.header || Some(block) == around.exit;
        let jumps = [taken, other].map(leaves);
        let leaving = jumps.iter().rposition(|leaves| *leaves)?;
        let arms = [(); 2].map(|()| self.shader.make_region(&[]));
        self.arrives(arms[leaving], [taken, other][leaving], environment, scope)?;
        self.shader.regions[arms[1 - leaving]].end = Terminator::Yield(Vec::new());
        let mut builder = Builder::new(self.shader, region);
        builder.push(Op::If, [condition].as_slice(), &[], arms.to_vec());
        Some([taken, other][1 - leaving])
    }

    /// A conditional; gives the block behind it, or nothing if no way leads there.
    fn conditional(
        &mut self,
        region: Region,
        (block, taken, other): (BlockId, BlockId, BlockId),
        condition: Use,
        environment: &mut Environment,
        scope: &Scope,
    ) -> Result<Option<BlockId>, Stop> {
        let merge = self.graph.postdominator(block);
        let merge = merge.filter(|merge| match &scope.around {
            Some(around) => around.header != *merge && around.blocks.contains(merge),
            None => true,
        });
        let stop = merge.unwrap_or(scope.stop);
        let inner = Scope {
            stop,
            around: scope.around.clone(),
        };
        let mut arms = Vec::new();
        for first in [taken, other] {
            let arm = self.shader.make_region(&[]);
            let mut inside = environment.clone();
            let ended = self.row(arm, first, &mut inside, &inner, false)?;
            if let (0, None, Ended::Leaves) = (arms.len(), merge, &ended) {
                // What follows need not be inside of the other arm.
                let rest = self.shader.make_region(&[]);
                self.shader.regions[rest].end = Terminator::Yield(Vec::new());
                let mut builder = Builder::new(self.shader, region);
                builder.push(Op::If, [condition].as_slice(), &[], vec![arm, rest]);
                return Ok(Some(other));
            }
            arms.push((arm, inside, ended));
        }
        let falling: Vec<usize> = (0..2)
            .filter(|arm| matches!(arms[*arm].2, Ended::Falls))
            .collect();
        let differs = |place: &&Place| {
            let mut values = falling.iter().map(|arm| arms[*arm].1.get(*place));
            values.any(|value| value != environment.get(*place))
        };
        let changed = groups(self.live[stop].iter().filter(differs).copied());
        for arm in &falling {
            let (arm, inside, _) = &arms[*arm];
            let values = self.handed(*arm, inside, &changed);
            self.shader.regions[*arm].end = Terminator::Yield(values);
        }
        let regions = arms.iter().map(|(arm, ..)| *arm).collect();
        let mut builder = Builder::new(self.shader, region);
        let inst = builder.push(Op::If, [condition].as_slice(), &types(&changed), regions);
        if falling.is_empty() {
            self.shader.regions[region].end = Terminator::Unreachable;
            return Ok(None);
        }
        let results: Vec<_> = self.shader.insts[inst].results.to_vec();
        self.receive(environment, &changed, &results);
        Ok(Some(stop))
    }

    /// A loop from its header on; gives the block behind it, or nothing if it never ends.
    fn whole_loop(
        &mut self,
        region: Region,
        header: BlockId,
        environment: &mut Environment,
    ) -> Result<Option<BlockId>, Stop> {
        let exit = self.graph.exit_of(header);
        let blocks = self.graph.before(header, exit);
        let inside = blocks
            .iter()
            .filter_map(|block| self.code.blocks.get(*block));
        let written: BTreeSet<Place> = inside
            .flat_map(|block| block.writes.keys())
            .copied()
            .collect();
        let of = |block: BlockId| groups(self.live[block].intersection(&written).copied());
        let parameters = of(header);
        // All of what goes round, so that the variable that goes round is the result.
        let whole = |group: Group| {
            let has = |place: &Place| group.places.contains(place);
            let round = parameters.iter().find(|round| round.places.iter().any(has));
            let round = round.filter(|round| group.places.iter().all(|p| round.places.contains(p)));
            round.cloned().unwrap_or(group)
        };
        let results = exit.map(of).unwrap_or_default();
        let results = results.into_iter().map(whole).collect();
        let around = Loop {
            header,
            exit,
            results,
            parameters,
            blocks,
        };
        let first = self.handed(region, environment, &around.parameters);
        let body = self.shader.make_region(&types(&around.parameters));
        let parameters = self.shader.regions[body].parameters.clone();
        let mut inside = environment.clone();
        self.receive(&mut inside, &around.parameters, &parameters);
        let scope = Scope {
            stop: exit.unwrap_or(self.graph.exit),
            around: Some(around.clone()),
        };
        if let Ended::Falls = self.row(body, header, &mut inside, &scope, true)? {
            return Err(Stop::Unstructured);
        }
        let mut builder = Builder::new(self.shader, region);
        let results = types(&around.results);
        let inst = builder.push(Op::Loop, first.as_slice(), &results, vec![body]);
        let results: Vec<_> = self.shader.insts[inst].results.to_vec();
        self.receive(environment, &around.results, &results);
        Ok(exit)
    }

    /// The values of groups, put together where they come from several.
    fn handed(&mut self, region: Region, environment: &Environment, groups: &[Group]) -> Vec<Use> {
        let mut builder = Builder::new(self.shader, region);
        let mut handed = Vec::with_capacity(groups.len());
        for group in groups {
            let lanes = group.places.iter();
            let mut lanes = lanes.map(|place| environment.get(place).copied());
            handed.push(if group.is_counter() {
                let counter = lanes.next().flatten();
                counter.unwrap_or_else(|| builder.int(0, 1))
            } else {
                values::joined(&mut builder, lanes)
            });
        }
        handed
    }

    fn receive(
        &self,
        environment: &mut Environment,
        groups: &[Group],
        values: &[retroshade_ir::Value],
    ) {
        for (group, value) in groups.iter().zip(values) {
            let whole = self.shader.whole(*value);
            for (place, lane) in group.places.iter().zip(0..) {
                environment.insert(*place, whole.then(Swizzle::splat(lane, 1)));
            }
        }
    }

    /// One loop around a choice of the block that is next.
    fn dispatch(&mut self, region: Region) -> Result<Environment, Stop> {
        let places: BTreeSet<Place> = self.live.iter().flatten().copied().collect();
        let carried = groups(places);
        let exit = self.graph.exit;
        let mut environment = Environment::default();
        let mut types = types(&carried);
        types.insert(0, Type::int(1));
        let body = self.shader.make_region(&types);
        let mut first = vec![Builder::new(self.shader, region).int(0, 1)];
        first.extend(self.handed(region, &environment, &carried));
        let parameters = self.shader.regions[body].parameters.clone();
        let mut inside = Environment::default();
        self.receive(&mut inside, &carried, &parameters[1..]);
        let state = self.shader.whole(parameters[0]);
        let results = self.choice(body, 0, state, &inside, &carried)?;
        let [leaving, going] = [(); 2].map(|()| self.shader.make_region(&[]));
        self.shader.regions[leaving].end = Terminator::Break(results[1..].to_vec());
        self.shader.regions[going].end = Terminator::Continue(results.clone());
        let mut builder = Builder::new(self.shader, body);
        let end = builder.int(exit as i32, 1);
        let ends = builder.op(Op::Eq, &[results[0], end]);
        builder.push(Op::If, [ends].as_slice(), &[], vec![leaving, going]);
        builder.end(Terminator::Unreachable);
        let mut builder = Builder::new(self.shader, region);
        let inst = builder.push(Op::Loop, first.as_slice(), &types[1..], vec![body]);
        let results: Vec<_> = self.shader.insts[inst].results.to_vec();
        self.receive(&mut environment, &carried, &results);
        Ok(environment)
    }

    /// Runs the block that a number names, of those from one on; gives the number of the next one and what is carried.
    fn choice(
        &mut self,
        region: Region,
        block: BlockId,
        state: Use,
        environment: &Environment,
        carried: &[Group],
    ) -> Result<Vec<Use>, Stop> {
        if block + 1 == self.graph.exit {
            return self.chosen(region, block, environment, carried);
        }
        let arms = [(); 2].map(|()| self.shader.make_region(&[]));
        let accept = self.chosen(arms[0], block, environment, carried)?;
        self.shader.regions[arms[0]].end = Terminator::Yield(accept);
        let reject = self.choice(arms[1], block + 1, state, environment, carried)?;
        self.shader.regions[arms[1]].end = Terminator::Yield(reject);
        let mut types = types(carried);
        types.insert(0, Type::int(1));
        let mut builder = Builder::new(self.shader, region);
        let number = builder.int(block as i32, 1);
        let is_chosen = builder.op(Op::Eq, &[state, number]);
        let inst = builder.push(Op::If, [is_chosen].as_slice(), &types, arms.to_vec());
        let results = self.shader.insts[inst].results.iter();
        Ok(results.map(|value| self.shader.whole(*value)).collect())
    }

    fn chosen(
        &mut self,
        region: Region,
        block: BlockId,
        environment: &Environment,
        carried: &[Group],
    ) -> Result<Vec<Use>, Stop> {
        let mut after = environment.clone();
        let condition = self.block(region, block, &mut after)?;
        let mut builder = Builder::new(self.shader, region);
        let mut number = |block: BlockId| builder.int(block as i32, 1);
        let next = match (&self.code.blocks[block].end, condition) {
            (&End::Branch(_, taken, other), Some(condition)) => {
                let targets = [number(taken), number(other)];
                builder.op(Op::Select, &[condition, targets[0], targets[1]])
            }
            (&(End::Branch(_, next, _) | End::Next(next)), _) => number(next),
            (End::Stop, _) => number(self.graph.exit),
        };
        let mut results = vec![next];
        results.extend(self.handed(region, &after, carried));
        Ok(results)
    }
}
