//! Algebraically equal variants of a program: square matrix uniforms by rows or by columns, sums of products as
//! trees or as chains, and the order of factors in the viewport transform. Which is shorter depends on what the
//! units and the load port are busy with, so several are scheduled.

use super::code::{Code, From};
use super::interface::Layout;
use super::reassociate::{self, Order};
use super::select::viewport;
use retroshade_ir::{Matrices, MatrixLayout, Shader, Uniform};
use retroshade_kit::interface::Placed;
use std::rc::Rc;

/// A program, and the matrix uniforms that lie in memory another way than the shader says.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) code: Rc<Code>,
    pub(super) transposed: Vec<Uniform>,
}

impl Variant {
    /// What the shader is when the matrices lie as they do here.
    pub(super) fn describe(&self, shader: &Shader) -> Shader {
        let mut shader = shader.clone();
        for uniform in &self.transposed {
            let layout = &mut shader.interface.uniforms[*uniform].layout;
            *layout = match *layout {
                MatrixLayout::Columns => MatrixLayout::Rows,
                MatrixLayout::Rows => MatrixLayout::Columns,
            };
        }
        shader
    }
}

/// How a program is written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct VariantOptions {
    /// Sums of products as chains of an order; as they are otherwise.
    chains: Option<Order>,
    /// Matrices by columns that were by rows, and the other way round.
    transposed: Vec<Block>,
    /// The scale of the viewport multiplied to 1/w.
    scale_last: bool,
}

impl VariantOptions {
    /// Whether matrices lie in memory another way than the shader says.
    pub(super) fn is_transposed(&self) -> bool {
        !self.transposed.is_empty()
    }
}

/// Up to so many matrices are transposed one by one, more of them all at once.
const COMBINED: usize = 2;

/// The ways in which a program can be written down.
pub(super) struct VariantSpace {
    code: Rc<Code>,
    matrices: Vec<Block>,
}

impl VariantSpace {
    /// Only matrices whose layout `asked` and their declarations leave open are transposed.
    pub(super) fn new(
        shader: &Shader,
        asked: Matrices,
        layout: &Layout,
        code: &Rc<Code>,
    ) -> VariantSpace {
        VariantSpace {
            code: Rc::clone(code),
            matrices: matrices(shader, asked, layout, code),
        }
    }

    /// Variants to start from, besides the plain one: chains, with the matrices as they are and transposed. Columns
    /// and chains go together: a component is multiplied to a whole column while it is in the network, and the
    /// chains keep four sums alive.
    pub(super) fn first(&self) -> Vec<VariantOptions> {
        let chains = |transposed| VariantOptions {
            chains: Some(Order::Reverse),
            transposed,
            scale_last: true,
        };
        vec![chains(Vec::new()), chains(self.matrices.clone())]
    }

    /// Variants that differ in one thing.
    pub(super) fn near(&self, options: &VariantOptions) -> Vec<VariantOptions> {
        let mut near = Vec::new();
        let mut push = |change: &dyn Fn(&mut VariantOptions)| {
            let mut other = options.clone();
            change(&mut other);
            if other != *options {
                near.push(other);
            }
        };
        for order in [Order::Forward, Order::Reverse] {
            push(&|options| options.chains = Some(order));
        }
        push(&|options| options.scale_last = !options.scale_last);
        push(&|options| options.transposed = Vec::new());
        push(&|options| options.transposed = self.matrices.clone());
        if self.matrices.len() <= COMBINED {
            for block in &self.matrices {
                push(&|options| options.transposed = vec![*block]);
            }
        }
        // Where chains were better, sums as they are hardly ever are once more.
        push(&|options| options.chains = None);
        near
    }

    /// The program with some options; what there is nothing of stays as it is. `None` if its operations cannot be
    /// put in order.
    pub(super) fn variant(&self, options: &VariantOptions) -> Option<Variant> {
        let mut code = Code::clone(&self.code);
        if let Some(order) = options.chains {
            reassociate::linearize_sums(&mut code, order)?;
        }
        if !options.transposed.is_empty() {
            transpose(&mut code, &options.transposed);
        }
        if options.scale_last {
            viewport::scale_last(&mut code)?;
        }
        let transposed = options
            .transposed
            .iter()
            .map(|block| block.uniform)
            .collect();
        Some(Variant {
            code: Rc::new(code),
            transposed,
        })
    }
}

/// The memory of a square matrix uniform, or of an array of such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    uniform: Uniform,
    first: u32,
    slots: u32,
    size: u32,
    lane: u8,
}

impl Block {
    /// Where a lane lies when rows and columns change places.
    fn transpose(&self, address: u16, lane: u8) -> Option<(u16, u8)> {
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

/// Square matrices of open layout that a program reads, none of them by an index.
fn matrices(shader: &Shader, asked: Matrices, layout: &Layout, code: &Code) -> Vec<Block> {
    let mut read = Vec::new();
    let mut indexed = Vec::new();
    for operand in code.blocks.values().flat_map(|block| block.reads()) {
        match operand.from {
            From::Memory(address, _) => read.push(u32::from(address)),
            From::Indexed(address, ..) => indexed.push(u32::from(address)),
            _ => {}
        }
    }
    let block = |(&uniform, placed): (&Uniform, &Placed)| {
        let first = placed.register();
        let variable = &shader.interface.uniforms[uniform];
        let shape = variable.shape;
        let memory = first..first + variable.slots();
        let square = shape.columns > 1 && shape.columns == shape.rows;
        let fits = square
            && asked.fixed(variable).is_none()
            && read.iter().any(|address| memory.contains(address))
            && !indexed.iter().any(|address| memory.contains(address));
        fits.then(|| Block {
            uniform,
            first,
            slots: variable.slots(),
            size: shape.columns.into(),
            lane: placed.component(),
        })
    };
    layout.uniforms.iter().filter_map(block).collect()
}

/// Makes a program read matrices which are transposed.
fn transpose(code: &mut Code, blocks: &[Block]) {
    for read in code.blocks.values_mut().flat_map(|block| block.reads_mut()) {
        if let From::Memory(address, lane) = read.from
            && let Some((address, lane)) = blocks.iter().find_map(|b| b.transpose(address, lane))
        {
            read.from = From::Memory(address, lane);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, transpose};
    use crate::gp::code::samples::{node, program};
    use crate::gp::code::{From, NodeOp, Place, Read};
    use crate::gp::isa::acc;
    use retroshade_ir::Interface;

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
        assert_eq!(block.transpose(6, 2), Some((7, 1)));
        assert_eq!(block.transpose(6, 3), None);
        assert_eq!(block.transpose(8, 0), None);
        let read = |address, lane| Read::of(From::Memory(address, lane));
        let code = program(vec![node(
            NodeOp::Acc(acc::ADD),
            [read(3, 2), read(1, 1)],
            vec![Place::Output(0, 0)],
        )]);
        let mut transposed = code.clone();
        transpose(&mut transposed, &[block]);
        assert_eq!(transposed.to_string(), "%0 = add u4.y, u1.y -> v0.x\n");
        transpose(&mut transposed, &[block]);
        assert_eq!(transposed, code);
    }
}
