//! Makes shaders of machine code.
//!
//! A program is run in symbols, one basic block after the other, by the same description of the machine that the simulator
//! and the prover use ([`retroshade_kit::machine::symbols`]). What a block leaves in registers becomes operations of the
//! shader IR, jumps become branches and loops, registers become variables. The result is a shader like that of the front
//! end: it can be compiled again, proved equal to the program, or written as source.
//!
//! ```text
//! machine     the processors: their registers as places      blocks      what each basic block computes
//! interface   variables of registers, by a record            structure   branches and loops
//! values      vectors and operations from expressions        arrays      registers that are indexed
//! matrices    registers that are rows or columns            graph       dominators, loops, live registers
//! outputs     registers of outputs without a type             semantics   whose arithmetic the operations have
//! position    viewport transforms, taken off                  setups      combiners, which run no programs
//! ```

#![forbid(unsafe_code)]

mod arrays;
mod blocks;
mod graph;
mod interface;
mod machine;
mod matrices;
mod outputs;
mod position;
mod semantics;
mod setups;
mod structure;
mod values;

pub use semantics::{Options, Position, Semantics};

use interface::{Interface, refused};
use machine::Program;
use retroshade_diagnostics::{Diagnostic, Diagnostics};
use retroshade_ir::build::Builder;
use retroshade_ir::deep;
use retroshade_ir::opt::{CSE, DCE};
use retroshade_ir::outline::Function;
use retroshade_ir::pass::{Hooks, Pipeline};
use retroshade_ir::{Capabilities, Shader, Stage, Terminator};
use retroshade_kit::machine::effects::Place;
use retroshade_kit::reflect::Reflection;
use retroshade_kit::target::Binary;
use semantics::Arithmetic;
use std::collections::BTreeSet;

/// A shader made of a program.
#[derive(Clone, Debug)]
pub struct Lifted {
    /// The shader, in the form in which the front end leaves one.
    pub shader: Shader,
    /// The registers in which the program has the variables of the shader.
    pub record: Reflection,
    /// Functions that a source of the shader calls, for [`Semantics::Exact`].
    pub functions: Vec<Function>,
    /// The space of `gl_Position`: clip space if something was taken off that brought it to the screen.
    pub position: Position,
}

/// Makes a shader of a program.
///
/// * `binary`: the program in a container of the target.
/// * `record`: that of its compilation, or what [`MachineCode::interface`] tells of a program from elsewhere. Outputs that
///   it does not name become variables with the names of their registers.
///
/// The shader writes what the program writes: `gl_Position` is what the program leaves for the machine behind it, unless
/// [`Position::Clip`] is asked for.
///
/// [`MachineCode::interface`]: retroshade_kit::target::MachineCode::interface
///
/// # Errors
/// E0601: bytes that are no program. E0603: what cannot be said in a shader.
pub fn lift(
    binary: Binary<'_>,
    record: &Reflection,
    options: &Options,
) -> Result<Lifted, Diagnostics> {
    let lifted = deep::guarded(|| shader_of(binary, record, options));
    lifted.unwrap_or_else(|panic| Err(Diagnostic::bug("lift", panic).into()))
}

fn shader_of(
    binary: Binary<'_>,
    record: &Reflection,
    options: &Options,
) -> Result<Lifted, Diagnostics> {
    let stage = Stage::of_name(&record.stage).unwrap_or(Stage::Vertex);
    let target = record.target.as_str();
    let program = Program::read(target, stage, binary)?;
    let mut shader = Shader::new(stage, record.source.clone());
    let given = program.completed(record);
    let (mut code, mut record) = program.blocks(&given).map_err(refused)?;
    code.significand = program.significand();
    code.zero_wins = program.zero_wins();
    code.begins_with_zero = program.begins_with_zero();
    let rounded = record.rounded.as_ref();
    code.rounded = rounded.map(|all| all.iter().map(|number| number.0).collect());
    code.arithmetic = Arithmetic::of(options.semantics, target, stage).map_err(refused)?;
    let tail = match options.position {
        Position::Native => None,
        Position::Clip => position::drop_tail(&mut code, &mut record).map_err(refused)?,
    };
    let dropped = tail
        .as_ref()
        .map_or(&[][..], |tail| tail.registers.as_slice());
    let indexed = arrays::found(record, &code, &program.numbers(), dropped).map_err(refused)?;
    record = indexed.record;
    if options.semantics == Semantics::Readable {
        record = matrices::found(record, &code);
    }
    interface::printable(&mut record);
    interface::assume_bytes(&mut record);
    let mut interface = Interface::new(&record, &mut shader)?;
    if let Some(tail) = &tail {
        shader.interface.clip_depth = tail.depth;
        record.driver_uniforms.extend(tail.driver.iter().cloned());
    }
    arrays::declare(&indexed.tables, &mut interface, &mut shader);
    interface.read_units(&code, &mut shader);
    let states = program.sampler_states().map_err(refused)?;
    interface.put_states(states, &mut shader).map_err(refused)?;
    let register_of = |file: &str, number: u16| program.output_name(file, number);
    outputs::complete(&mut interface, &code, &mut shader, &mut record, register_of);
    let outputs: BTreeSet<Place> = places_of_outputs(&interface, &code);
    let environment =
        structure::append(&code, &interface, &outputs, &mut shader).map_err(refused)?;
    arrays::fill(&indexed.tables, &interface, &mut shader);
    let slots: Vec<_> = shader.interface.output_slots().collect();
    let body = shader.body;
    let mut builder = Builder::new(&mut shader, body);
    let mut results = Vec::with_capacity(slots.len());
    for (output, slot) in slots {
        let lanes = interface.outputs.iter();
        let lanes = lanes.filter(|(part, _)| (part.variable, part.slot) == (output, slot));
        let lanes = lanes.map(|(_, place)| {
            let (file, lane) = place.as_ref()?;
            environment.get(&place_of(&code, file, *lane)?).copied()
        });
        results.push(values::joined(&mut builder, lanes));
    }
    builder.end(Terminator::Yield(results));
    if options.semantics == Semantics::Readable {
        let pipeline = Pipeline::new(&[CSE, DCE]);
        pipeline
            .run(&mut shader, &Capabilities::FULL, &mut Hooks::default())
            .map_err(Diagnostics::from)?;
    }
    if program.is_setup() {
        let read = record.inputs;
        record = given;
        record
            .inputs
            .retain(|entry| read.iter().any(|one| one.name == entry.name));
    }
    let functions = match options.semantics {
        Semantics::Exact => values::functions(),
        Semantics::Readable => Vec::new(),
    };
    Ok(Lifted {
        shader,
        record,
        functions,
        position: tail.map_or(Position::Native, |_| Position::Clip),
    })
}

fn place_of(code: &blocks::Code, file: &str, lane: u32) -> Option<Place> {
    let mut written = code.blocks.iter().flat_map(|block| block.writes.keys());
    let same = |place: &&Place| {
        place.file.name == file && 4 * u32::from(place.number) + u32::from(place.lane) == lane
    };
    written.find(same).copied()
}

fn places_of_outputs(interface: &Interface, code: &blocks::Code) -> BTreeSet<Place> {
    let places = interface
        .outputs
        .iter()
        .filter_map(|(_, place)| place.as_ref());
    places
        .filter_map(|(file, lane)| place_of(code, file, *lane))
        .collect()
}
