//! Other ways to write a program down: square matrix uniforms by rows or by columns, sums as trees or as
//! chains, polynomials by terms or by pairs of them, and the order of factors in the viewport transform. Which is shorter depends on what the units and the load port are
//! busy with, so several are scheduled.

use super::code::{Code, End, From, Node, NodeOp, Read};
use super::interface::Layout;
use super::isa::acc;
use super::polynomial;
use super::select::viewport;
use retroshade_ir::{MatrixLayout, Shader, Uniform};

/// A program, and the matrix uniforms that lie in memory another way than the shader says.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) code: Code,
    pub(super) turned: Vec<Uniform>,
}

impl Form {
    /// What the shader is when the matrices lie as they do here.
    pub(super) fn describe(&self, shader: &Shader) -> Shader {
        let mut shader = shader.clone();
        for uniform in &self.turned {
            let layout = &mut shader.interface.uniforms[*uniform].layout;
            *layout = match *layout {
                MatrixLayout::Columns => MatrixLayout::Rows,
                MatrixLayout::Rows => MatrixLayout::Columns,
            };
        }
        shader
    }
}

/// A change of form.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// The scale of the viewport multiplied to 1/w.
    ScaleLast,
    /// Polynomials by pairs of terms.
    Pairs,
    /// Sums of four as chains, which keep one partial sum alive, not two.
    Chains,
    /// Matrices by columns that were by rows, and the other way round.
    Turn(Vec<Block>),
}

/// Up to so many matrices are turned in every combination, more of them all at once.
const COMBINED: usize = 2;

/// The changes that a program may be better for.
pub(super) fn changes(shader: &Shader, layout: &Layout, code: &Code) -> Vec<Change> {
    let mut changes = vec![Change::Pairs, Change::Chains, Change::ScaleLast];
    let blocks = matrices(shader, layout, code);
    if !blocks.is_empty() {
        changes.push(Change::Turn(blocks.clone()));
    }
    if (2..=COMBINED).contains(&blocks.len()) {
        changes.extend(blocks.into_iter().map(|block| Change::Turn(vec![block])));
    }
    changes
}

/// A form with a change, if there is anything to change.
pub(super) fn changed(form: &Form, change: &Change) -> Option<Form> {
    let mut turned = form.turned.clone();
    let code = match change {
        Change::ScaleLast => viewport::scale_last(&form.code)?,
        Change::Pairs => polynomial::pairs(&form.code)?,
        Change::Chains => chains(&form.code)?,
        Change::Turn(blocks) => {
            for block in blocks {
                match turned.iter().position(|other| *other == block.uniform) {
                    Some(index) => {
                        turned.remove(index);
                    }
                    None => turned.push(block.uniform),
                }
            }
            turn(&form.code, blocks)
        }
    };
    Some(Form { code, turned })
}

/// `(a + b) + (c + d)` as `((a + b) + c) + d`.
fn chains(code: &Code) -> Option<Code> {
    let mut code = code.clone();
    let mut changed = false;
    for block in &mut code.blocks {
        let mut uses = vec![0u32; block.nodes.len()];
        let reads = block.nodes.iter().flat_map(|node| &node.reads);
        for id in reads.filter_map(|read| read.from.node()) {
            uses[id as usize] += 1;
        }
        if let End::Branch(read, _) = block.end
            && let Some(id) = read.from.node()
        {
            uses[id as usize] += 1;
        }
        let sum = |nodes: &[Node], read: Read| {
            let From::Node(id) = read.from else {
                return None;
            };
            let node = &nodes[id as usize];
            match (node.op, node.reads.as_slice()) {
                (NodeOp::Acc(acc::ADD), [a, b])
                    if uses[id as usize] == 1 && node.stores.is_empty() =>
                {
                    Some((id, *a, *b))
                }
                _ => None,
            }
        };
        let mut any = false;
        for index in 0..block.nodes.len() {
            let node = &block.nodes[index];
            let (NodeOp::Acc(acc::ADD), &[left, right]) = (node.op, node.reads.as_slice()) else {
                continue;
            };
            let (Some(_), Some((id, c, d))) = (sum(&block.nodes, left), sum(&block.nodes, right))
            else {
                continue;
            };
            let signed = |read: Read| Read {
                negate: read.negate != right.negate,
                ..read
            };
            // A number as first input of a sum is no copy: the second one must stay the 0.
            if d.from == From::Zero || c.from == From::Zero {
                continue;
            }
            block.nodes[id as usize].reads = vec![left, signed(c)];
            block.nodes[index].reads = vec![Read::of(From::Node(id)), signed(d)];
            any = true;
        }
        if any {
            viewport::sort(block)?;
            changed = true;
        }
    }
    changed.then_some(code)
}

/// The memory of a square matrix uniform, or of an array of such.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    uniform: Uniform,
    first: u32,
    slots: u32,
    size: u32,
    lane: u8,
}

impl Block {
    /// Where a lane lies when rows and columns change places.
    fn turn(&self, address: u16, lane: u8) -> Option<(u16, u8)> {
        let slot = u32::from(address).checked_sub(self.first)?;
        let inside = lane.checked_sub(self.lane)?;
        if slot >= self.slots || u32::from(inside) >= self.size {
            return None;
        }
        let row = slot % self.size;
        let address = self.first + slot - row + u32::from(inside);
        Some((address as u16, self.lane + row as u8))
    }
}

/// Square matrices that a program reads, none of them by an index.
fn matrices(shader: &Shader, layout: &Layout, code: &Code) -> Vec<Block> {
    let mut read = Vec::new();
    let mut indexed = Vec::new();
    let nodes = code.blocks.iter().flat_map(|block| &block.nodes);
    for from in nodes.flat_map(|node| &node.reads).map(|read| read.from) {
        match from {
            From::Memory(address, _) => read.push(u32::from(address)),
            From::Indexed(address, ..) => indexed.push(u32::from(address)),
            _ => {}
        }
    }
    let block = |(&uniform, &first): (&Uniform, &u32)| {
        let variable = &shader.interface.uniforms[uniform];
        let shape = variable.shape;
        let memory = first..first + variable.slots();
        let square = shape.columns > 1 && shape.columns == shape.rows;
        let fits = square
            && read.iter().any(|address| memory.contains(address))
            && !indexed.iter().any(|address| memory.contains(address));
        fits.then(|| Block {
            uniform,
            first,
            slots: variable.slots(),
            size: shape.columns.into(),
            lane: layout.lanes.get(&uniform).copied().unwrap_or(0),
        })
    };
    layout.uniforms.iter().filter_map(block).collect()
}

/// A program that reads matrices which are turned.
fn turn(code: &Code, blocks: &[Block]) -> Code {
    let mut code = code.clone();
    let nodes = code.blocks.iter_mut().flat_map(|block| &mut block.nodes);
    for read in nodes.flat_map(|node| &mut node.reads) {
        if let From::Memory(address, lane) = read.from
            && let Some((address, lane)) = blocks.iter().find_map(|b| b.turn(address, lane))
        {
            read.from = From::Memory(address, lane);
        }
    }
    for block in &mut code.blocks {
        if let End::Branch(read, _) = &mut block.end
            && let From::Memory(address, lane) = read.from
            && let Some((address, lane)) = blocks.iter().find_map(|b| b.turn(address, lane))
        {
            read.from = From::Memory(address, lane);
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::{Block, chains, turn};
    use crate::gp::code::{self, Code, From, Node, NodeOp, Place, Read};
    use crate::gp::isa::acc;
    use retroshade_ir::Interface;

    fn add(reads: [Read; 2], stores: Vec<Place>) -> Node {
        Node {
            op: NodeOp::Acc(acc::ADD),
            reads: reads.to_vec(),
            stores,
        }
    }

    fn program(nodes: Vec<Node>) -> Code {
        let end = code::End::Next;
        Code {
            blocks: vec![code::Block { nodes, end }],
            ..Code::default()
        }
    }

    #[test]
    fn a_tree_becomes_a_chain_with_its_signs() {
        let lane = |lane| Read::of(From::Attribute(0, lane));
        let node = |id| Read::of(From::Node(id));
        let tree = program(vec![
            add([lane(0), lane(1)], Vec::new()),
            add([lane(2), lane(3).negated()], Vec::new()),
            add([node(0), node(1).negated()], vec![Place::Output(0, 0)]),
        ]);
        let text = "%0 = add a0.x, a0.y\n%1 = add %0, -a0.z\n%2 = add %1, a0.w -> v0.x\n";
        assert_eq!(
            chains(&tree).map(|code| code.to_string()).as_deref(),
            Some(text)
        );
        // What others read stays.
        let mut shared = tree;
        shared.blocks[0].nodes[1].stores.push(Place::Output(0, 1));
        assert_eq!(chains(&shared), None);
    }

    #[test]
    fn turning_twice_changes_nothing() {
        let mut interface = Interface::default();
        let shape = retroshade_ir::Shape::vector(retroshade_ir::Scalar::Float, 4);
        let variable = retroshade_ir::Variable::new("m", shape);
        let block = Block {
            uniform: interface.uniforms.push(variable),
            first: 2,
            slots: 6,
            size: 3,
            lane: 0,
        };
        assert_eq!(block.turn(6, 2), Some((7, 1)));
        assert_eq!(block.turn(6, 3), None);
        assert_eq!(block.turn(8, 0), None);
        let read = |address, lane| Read::of(From::Memory(address, lane));
        let code = program(vec![add(
            [read(3, 2), read(1, 1)],
            vec![Place::Output(0, 0)],
        )]);
        let turned = turn(&code, &[block]);
        assert_eq!(turned.to_string(), "%0 = add u4.y, u1.y -> v0.x\n");
        assert_eq!(turn(&turned, &[block]), code);
    }
}
