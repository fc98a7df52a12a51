//! Literals and temporaries get their places in uniform memory, and operations that read more than the
//! ports can give at once get copies.

use crate::gp::code::{Block, Code, End, From, Node, NodeId, NodeOp, Read, Stores};
use crate::gp::isa::UNIFORMS;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// Gives the literals of a program their places. `first` is the first address of the literals.
///
/// # Errors
/// More literals than uniform memory has room for.
pub(in crate::gp) fn place(code: &mut Code, first: u32) -> Result<(), Diagnostic> {
    let mut places: IndexMap<u32, ()> = IndexMap::new();
    let mut place = |read: &mut Read| {
        if let From::Literal(bits) = read.from {
            let index = places.insert_full(bits, ()).0 as u32;
            read.from = at(first, index);
        }
    };
    for block in &mut code.blocks {
        let reads = block.nodes.iter_mut().flat_map(|node| &mut node.reads);
        reads.for_each(&mut place);
        if let End::Branch(read, _) = &mut block.end {
            place(read);
        }
    }
    code.literals = places.into_keys().collect();
    code.first_literal = first;
    check_size(code)
}

/// Where a literal lives.
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

/// What occupies a port for an instruction.
fn port(from: From) -> Option<(bool, u16, Option<NodeId>)> {
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

/// Whether the ports can give an operation at once what it reads.
fn has_ports(node: &Node) -> bool {
    let mut ports: [Option<(bool, u16, Option<NodeId>)>; 2] = [None; 2];
    let mut registers: [Option<u8>; 2] = [None; 2];
    for read in &node.reads {
        if let Some(wanted) = port(read.from) {
            let slot = &mut ports[usize::from(wanted.0)];
            if *slot.get_or_insert(wanted) != wanted {
                return false;
            }
        }
        if let From::Register(number, _) = read.from
            && *registers[0].get_or_insert(number) != number
            && *registers[1].get_or_insert(number) != number
        {
            return false;
        }
    }
    let count = registers.iter().flatten().count();
    count + usize::from(ports[0].is_some()) <= 2
}

/// Whether the ports can give every operation of a block at once what it reads.
pub(in crate::gp) fn is_separate(block: &Block) -> bool {
    block.nodes.iter().all(has_ports)
}

/// Puts copies before operations that read two attributes or two vectors of uniform memory, or more
/// registers than there are ports.
pub(in crate::gp) fn separate(block: Block) -> Block {
    if is_separate(&block) {
        return block;
    }
    let Block { nodes, mut end } = block;
    let mut result: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut names: Vec<NodeId> = Vec::with_capacity(nodes.len());
    let mut copies: FxHashMap<From, NodeId> = FxHashMap::default();
    for mut node in nodes {
        for read in &mut node.reads {
            if let Some(id) = read.from.node_mut() {
                *id = names.get(*id as usize).copied().unwrap_or(*id);
            }
        }
        let mut ports: [Option<(bool, u16, Option<NodeId>)>; 2] = [None; 2];
        for read in &mut node.reads {
            let Some(wanted) = port(read.from) else {
                continue;
            };
            let slot = &mut ports[usize::from(wanted.0)];
            match slot {
                None => *slot = Some(wanted),
                Some(taken) if *taken == wanted => {}
                Some(_) => {
                    let id = *copies.entry(read.from).or_insert_with(|| {
                        result.push(Node {
                            op: NodeOp::Move,
                            reads: smallvec![Read::of(read.from)],
                            stores: Stores::new(),
                            span: node.span,
                        });
                        result.len() as NodeId - 1
                    });
                    read.from = From::Node(id);
                }
            }
        }
        let registers = |node: &Node| {
            let mut registers = Vec::new();
            for read in &node.reads {
                if let From::Register(number, _) = read.from
                    && !registers.contains(&number)
                {
                    registers.push(number);
                }
            }
            registers.len() + usize::from(ports[0].is_some())
        };
        while registers(&node) > 2
            && let Some(read) = node
                .reads
                .iter_mut()
                .find(|read| matches!(read.from, From::Register(..)))
        {
            result.push(Node {
                op: NodeOp::Move,
                reads: smallvec![Read::of(read.from)],
                stores: Stores::new(),
                span: node.span,
            });
            read.from = From::Node(result.len() as NodeId - 1);
        }
        names.push(result.len() as NodeId);
        result.push(node);
    }
    if let End::Branch(read, _) = &mut end
        && let Some(id) = read.from.node_mut()
    {
        *id = names.get(*id as usize).copied().unwrap_or(*id);
    }
    Block { nodes: result, end }
}
