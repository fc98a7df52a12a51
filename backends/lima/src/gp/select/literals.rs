//! Literals get their places in uniform memory, and operations that read more than the ports can
//! give at once get copies.

use crate::gp::code::{Code, From, Node, NodeId, NodeOp, Read};
use crate::gp::isa::UNIFORMS;
use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, codes};
use std::collections::HashMap;

/// Finishes a graph. `first` is the first address of the literals.
///
/// # Errors
/// More literals than uniform memory has room for.
pub(super) fn place(mut nodes: Vec<Node>, first: u32) -> Result<Code, Diagnostic> {
    let mut places: IndexMap<u32, ()> = IndexMap::new();
    for node in &mut nodes {
        for read in &mut node.reads {
            if let From::Literal(bits) = read.from {
                let index = places.insert_full(bits, ()).0 as u32;
                let address = first + index / 4;
                read.from = From::Memory(address.min(511) as u16, (index % 4) as u8);
            }
        }
    }
    let vectors = (places.len() as u32).div_ceil(4);
    if first + vectors > UNIFORMS {
        let message = format!(
            "lima: uniforms and literals need {} vectors of uniform memory, there are {UNIFORMS}",
            first + vectors
        );
        return Err(Diagnostic::error(codes::limit::CONSTANTS, message));
    }
    Ok(Code {
        nodes: separate(nodes),
        literals: places.keys().copied().collect(),
        first_literal: first,
    })
}

/// What occupies a port for an instruction.
fn port(from: From) -> Option<(bool, u16, Option<NodeId>)> {
    match from {
        From::Attribute(register, _) => Some((false, register.into(), None)),
        From::Memory(address, _) => Some((true, address, None)),
        From::Indexed(address, _, index) => Some((true, address, Some(index))),
        From::Node(_) | From::Literal(_) | From::Zero => None,
    }
}

/// Puts copies before operations that read two attributes or two vectors of uniform memory.
fn separate(nodes: Vec<Node>) -> Vec<Node> {
    let mut result: Vec<Node> = Vec::with_capacity(nodes.len());
    let mut names: Vec<NodeId> = Vec::with_capacity(nodes.len());
    let mut copies: HashMap<From, NodeId> = HashMap::new();
    for mut node in nodes {
        for read in &mut node.reads {
            if let From::Node(id) | From::Indexed(_, _, id) = &mut read.from {
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
                            reads: vec![Read::of(read.from)],
                            stores: Vec::new(),
                        });
                        result.len() as NodeId - 1
                    });
                    read.from = From::Node(id);
                }
            }
        }
        names.push(result.len() as NodeId);
        result.push(node);
    }
    result
}
