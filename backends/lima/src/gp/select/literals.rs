//! Literals and temporaries get their places in uniform memory, bounds where the pass unit looks for them, and operations that read more than the
//! ports can give at once get copies.

use crate::gp::clamps;
use crate::gp::code::{Block, Code, From, Node, NodeId, NodeOp, Read, Stores};
use crate::gp::isa::UNIFORMS;
use indexmap::IndexSet;
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::entity::{EntityRef, EntityVec};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Gives the literals of a program their places. `first` is the first address of the literals.
///
/// # Errors
/// More literals than uniform memory has room for.
pub(in crate::gp) fn place(code: &mut Code, first: u32) -> Result<(), Diagnostic> {
    let bounds = clamps::place_bounds(code, first);
    let reads = code.blocks.values().flat_map(Block::reads);
    let literals: IndexSet<u32> = reads.filter_map(|read| literal(read.from)).collect();
    let numbers = numbers(literals.len(), bounds.len());
    let mut places: Vec<u32> = Vec::new();
    let mut put = |number: usize, bits: u32| {
        places.resize(places.len().max(number + 1), 0);
        places[number] = bits;
    };
    for (pair, [low, high]) in bounds.into_iter().enumerate() {
        put(4 * pair, low);
        put(4 * pair + 1, high);
    }
    for (bits, number) in literals.iter().zip(&numbers) {
        put(*number, *bits);
    }
    for read in code.blocks.values_mut().flat_map(Block::reads_mut) {
        let index = literal(read.from).and_then(|bits| literals.get_index_of(&bits));
        if let Some(index) = index {
            read.from = at(first, numbers[index] as u32);
        }
    }
    code.literals = places;
    code.first_literal = first;
    check_size(code)
}

fn literal(from: From) -> Option<u32> {
    match from {
        From::Literal(bits) => Some(bits),
        _ => None,
    }
}

/// The numbers of so many literals behind pairs of bounds, which leave half of their vectors: those that are read first
/// share vectors of their own, so that what is read together lies together, and of the last as many as do not fill one
/// share those of bounds.
fn numbers(literals: usize, pairs: usize) -> Vec<usize> {
    let left = literals % 4;
    let halves: Vec<usize> = (0..pairs)
        .flat_map(|pair| [4 * pair + 2, 4 * pair + 3])
        .collect();
    let shared = if left <= halves.len() { left } else { 0 };
    let own = 4 * pairs..4 * pairs + literals - shared;
    own.chain(halves.into_iter().take(shared)).collect()
}

/// The place of a literal by its number.
fn at(first: u32, index: u32) -> From {
    From::Memory((first + index / 4).min(511) as u16, (index % 4) as u8)
}

fn check_size(code: &Code) -> Result<(), Diagnostic> {
    let needed = code.first_literal + (code.literals.len() as u32).div_ceil(4) + code.temporaries;
    if needed > UNIFORMS {
        let message = format!(
            "lima: uniforms, literals and temporaries need {needed} vectors of uniform memory, there \
             are {UNIFORMS}"
        );
        return Err(Diagnostic::error(codes::limit::CONSTANTS, message));
    }
    Ok(())
}

/// The address of a temporary, and address and lane of the literal that holds it.
pub(in crate::gp) type Temporary = (u16, (u16, u8));

/// Makes room for temporaries behind the literals, and literals that hold their addresses.
///
/// # Errors
/// More of both than uniform memory has room for.
pub(in crate::gp) fn add_temporaries(
    code: &mut Code,
    count: u32,
) -> Result<Vec<Temporary>, Diagnostic> {
    // There are no temporaries yet: what a program spills is decided once.
    let first = code.first_literal + (code.literals.len() as u32 + count).div_ceil(4);
    code.temporaries = count;
    let mut places = Vec::new();
    for address in first..first + count {
        let index = code.literals.len() as u32;
        code.literals.push((address as f32).to_bits());
        if let From::Memory(vector, lane) = at(code.first_literal, index) {
            places.push((address as u16, (vector, lane)));
        }
    }
    check_size(code)?;
    Ok(places)
}

/// What occupies the port of attributes or, `true`, that of uniform memory: a number, and the operation that sets the
/// address register behind which it lies.
type Port = (bool, u16, Option<NodeId>);

/// What occupies a port for an instruction.
fn port(from: From) -> Option<Port> {
    match from {
        From::Attribute(register, _) => Some((false, register.into(), None)),
        From::Memory(address, _) => Some((true, address, None)),
        From::Indexed(address, _, index) => Some((true, address, Some(index))),
        From::Spilled(address, ..) => Some((true, address, None)),
        From::Node(_) | From::Literal(_) | From::Zero | From::Variable(_) => None,
        // Two ports for registers: of three, one is copied.
        From::Register(..) => None,
    }
}

/// True if the ports can give an operation at once what it reads.
fn has_ports(node: &Node) -> bool {
    let mut ports: [Option<Port>; 2] = [None; 2];
    let mut wanted = node.reads.iter().filter_map(|read| port(read.from));
    wanted.all(|port| *ports[usize::from(port.0)].get_or_insert(port) == port)
        && registers(node) + usize::from(ports[0].is_some()) <= 2
}

/// True if the ports can give every operation of a block at once what it reads.
pub(in crate::gp) fn is_separate(block: &Block) -> bool {
    block.nodes.values().all(has_ports)
}

/// Puts copies before operations that read two attributes or two vectors of uniform memory, or more
/// registers than there are ports.
pub(in crate::gp) fn separate(block: &mut Block) {
    if is_separate(block) {
        return;
    }
    let nodes = std::mem::take(&mut block.nodes);
    let mut names: EntityVec<NodeId, NodeId> = EntityVec::new();
    let mut copies: FxHashMap<From, NodeId> = FxHashMap::default();
    for mut node in nodes {
        for read in &mut node.reads {
            if let Some(id) = read.from.node_mut() {
                *id = names[*id];
            }
        }
        let span = node.span;
        let mut copy = |read: &mut Read| {
            let id = block.nodes.push(Node {
                op: NodeOp::Move,
                reads: smallvec![Read::of(read.from)],
                stores: Stores::new(),
                span,
            });
            read.from = From::Node(id);
            id
        };
        let mut ports: [Option<Port>; 2] = [None; 2];
        for read in &mut node.reads {
            let Some(wanted) = port(read.from) else {
                continue;
            };
            if *ports[usize::from(wanted.0)].get_or_insert(wanted) == wanted {
                continue;
            }
            match copies.get(&read.from) {
                Some(known) => read.from = From::Node(*known),
                None => {
                    copies.insert(read.from, copy(read));
                }
            }
        }
        while registers(&node) + usize::from(ports[0].is_some()) > 2
            && let Some(read) = node
                .reads
                .iter_mut()
                .find(|read| matches!(read.from, From::Register(..)))
        {
            copy(read);
        }
        names.push(NodeId::new(block.nodes.len()));
        block.nodes.push(node);
    }
    if let Some(id) = block
        .end
        .condition_mut()
        .and_then(|read| read.from.node_mut())
    {
        *id = names[*id];
    }
}

/// Counts the registers that an operation reads.
fn registers(node: &Node) -> usize {
    let mut registers: SmallVec<[u8; 3]> = SmallVec::new();
    for read in &node.reads {
        if let From::Register(number, _) = read.from
            && !registers.contains(&number)
        {
            registers.push(number);
        }
    }
    registers.len()
}
