//! The loop that takes the place of copies.

use super::Candidate;
use super::plan::Plan;
use super::slots::{Slots, change_sources};
use crate::isa::Opcode;
use crate::select::code::{Address, Block, Code, Lane, Loop, Node, Op, Scalar, Source};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::SecondaryMap;

/// Makes copies, each a vector operation of its own.
struct Mover {
    origin: u32,
    span: Span,
}

impl Mover {
    fn copies(&mut self, to: &[Scalar], from: &[Source]) -> Vec<Node> {
        self.origin += 1;
        let pairs = to.iter().zip(from);
        pairs
            .map(|(to, from)| self.node(&[*to], &[*from]))
            .collect()
    }

    /// One instruction that reads all lanes before it writes any.
    fn at_once(&mut self, to: &[Scalar], from: &[Source]) -> Node {
        self.origin += 1;
        self.node(to, from)
    }

    fn node(&self, to: &[Scalar], from: &[Source]) -> Node {
        Node::Op(Op {
            opcode: Opcode::Mov,
            results: to.to_vec(),
            operands: vec![from.to_vec()],
            origin: self.origin,
            span: self.span,
        })
    }
}

/// What surrounds the body, and the names in it.
#[derive(Default)]
struct Frame {
    before: Block,
    after: Block,
    /// The first lane of each rotating register.
    heads: Vec<(Vec<Source>, Scalar)>,
    addresses: SecondaryMap<Address, Option<Address>>,
    /// What is handed from round to round, by the result that is handed on and by what it is at
    /// first.
    carried: Vec<((Scalar, Lane), Scalar)>,
}

impl Frame {
    /// The first lane of the register that holds a row of lanes.
    fn head(&self, lanes: &[Source]) -> Option<Scalar> {
        let found = self.heads.iter().find(|(row, _)| row == lanes);
        found.map(|(_, head)| *head)
    }

    fn carried(&self, key: (Scalar, Lane)) -> Option<Scalar> {
        let found = self.carried.iter().find(|(known, _)| *known == key);
        found.map(|(_, variable)| *variable)
    }
}

impl Plan {
    /// What goes before the loop, the loop, and the outputs after it.
    pub(super) fn rolled(
        &self,
        code: &mut Code,
        origin: u32,
        block: &Block,
        candidate: &Candidate,
    ) -> Block {
        let mut body = candidate.copy(block, 0).to_vec();
        let span = body.first().map_or(Span::NONE, Node::span);
        let mut mover = Mover { origin, span };
        let mut frame = Frame::default();
        self.rotate(code, &mut mover, &mut frame);
        self.rename_addresses(code, &mut frame);
        self.hand_on(code, &mut mover, &mut frame, &body);
        let mut slot = 0;
        change_sources(&mut body, &mut |source| {
            let row = self.slots[slot].as_ref();
            if let Some(head) = row.and_then(|row| frame.head(row)) {
                source.lane = Lane::Scalar(head);
            } else if let Some(result) = self.carried[slot]
                && let Some(variable) = frame.carried((result, source.lane))
            {
                source.lane = Lane::Scalar(variable);
            } else if let Lane::Indexed(_, _, address) = &mut source.lane
                && let Some(new) = frame.addresses[*address]
            {
                *address = new;
            }
            slot += 1;
        });
        body.extend(frame.after);
        frame.before.push(Node::Loop(Loop {
            body,
            rounds: Some(candidate.copies as u16),
            span,
        }));
        let (outputs, results): (Vec<Scalar>, Vec<Source>) = self
            .outputs
            .iter()
            .map(|(output, result)| (*output, Source::scalar(*result)))
            .unzip();
        frame.before.extend(mover.copies(&outputs, &results));
        frame.before
    }

    /// A register for each row of lanes that differ, filled before the loop and rotated after each
    /// round.
    fn rotate(&self, code: &mut Code, mover: &mut Mover, frame: &mut Frame) {
        for lanes in &self.varying {
            let queue: Vec<Scalar> = lanes.iter().map(|_| code.scalar()).collect();
            let (Some(head), Some(rest)) = (queue.first(), queue.get(1..)) else {
                continue;
            };
            frame.before.extend(mover.copies(&queue, lanes));
            let from: Vec<Source> = rest.iter().map(|scalar| Source::scalar(*scalar)).collect();
            let to = queue.get(..rest.len()).unwrap_or(&[]);
            frame.after.push(mover.at_once(to, &from));
            frame.heads.push((lanes.clone(), *head));
        }
    }

    /// Addresses of the body are made anew in each round.
    fn rename_addresses(&self, code: &mut Code, frame: &mut Frame) {
        for (address, lanes) in self.addresses.iter() {
            let index = code.addresses.get(address.0 as usize);
            let negate = index.is_some_and(|source| source.negate);
            if let Some(head) = lanes.as_ref().and_then(|lanes| frame.head(lanes)) {
                let new = Address(code.addresses.len() as u32);
                frame.addresses[address] = Some(new);
                code.addresses.push(Source {
                    lane: Lane::Scalar(head),
                    negate,
                });
            }
        }
    }

    fn hand_on(&self, code: &mut Code, mover: &mut Mover, frame: &mut Frame, body: &[Node]) {
        let sources = Slots::of(body).sources;
        for (slot, result) in self.carried.iter() {
            let (Some(result), Some(first)) = (result, sources.get(slot)) else {
                continue;
            };
            let key = (*result, first.lane);
            if frame.carried(key).is_some() {
                continue;
            }
            let variable = code.scalar();
            frame.carried.push((key, variable));
            let first = [Source::plain(first.lane)];
            frame.before.push(mover.at_once(&[variable], &first));
            let next = [Source::scalar(*result)];
            frame.after.push(mover.at_once(&[variable], &next));
        }
    }
}
