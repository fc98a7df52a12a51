//! A straight-line part of a shader as a graph, and the chosen forms as instructions.
//!
//! One region is looked at at a time. What has effects or regions of its own stays where it is: its results are leaves,
//! its operands are wanted, and so are values that nested regions read.

use crate::egraph::extract::{Chosen, Extraction};
use crate::egraph::graph::Graph;
use crate::egraph::node::{Class, Head, Node};
use crate::entity::{EntitySet, SecondaryMap};
use crate::{Effect, Inst, Op, Region, Scalar, Shader, Stage, Type, Use, Value};
use retroshade_diagnostics::Span;
use rustc_hash::FxHashMap;

/// A statement of the source.
enum Statement {
    /// Computes the class, where it is still wanted.
    Computes(Class, Span),
    /// Stays, with operands that are these classes.
    Stays(Inst, Vec<Class>),
}

/// A region as a graph.
pub(crate) struct Block {
    pub(crate) graph: Graph,
    /// The classes that must be computed.
    pub(crate) wanted: Vec<Class>,
    /// The node of each class in the source.
    pub(crate) source: Vec<(Class, Node)>,
    region: Region,
    statements: Vec<Statement>,
    classes: FxHashMap<Value, Class>,
    /// Values of the region that regions inside it read.
    exported: EntitySet<Value>,
    /// What the region hands on.
    end: Vec<Class>,
}

impl Block {
    /// Reads a region. `sensitive` are values whose rounding is kept.
    pub(crate) fn new(
        shader: &Shader,
        region: Region,
        sensitive: &SecondaryMap<Value, bool>,
        budget: usize,
    ) -> Block {
        let mut block = Block {
            graph: Graph::new(budget),
            wanted: Vec::new(),
            source: Vec::new(),
            region,
            statements: Vec::new(),
            classes: FxHashMap::default(),
            exported: EntitySet::new(),
            end: Vec::new(),
        };
        let mut seeds = Vec::new();
        let data = &shader.regions[region];
        for &inst in &data.insts {
            match block.computed(shader, inst) {
                Some(class) => {
                    let result = shader.result(inst);
                    block.classes.insert(result, class);
                    if sensitive[result] {
                        seeds.push(class);
                    }
                    block
                        .statements
                        .push(Statement::Computes(class, shader.insts[inst].span));
                }
                None => block.keep(shader, inst),
            }
        }
        block.end = block.operands(shader, data.end.uses());
        block.wanted.extend(&block.end);
        let live = block.graph.live().into_iter();
        block.source = live
            .filter_map(|class| Some((class, block.graph.class(class).nodes.first()?.clone())))
            .collect();
        block.graph.mark_sensitive(&seeds);
        block
    }

    /// The class of a pure operation with one result.
    fn computed(&mut self, shader: &Shader, inst: Inst) -> Option<Class> {
        let data = &shader.insts[inst];
        let effect = data.op.effect(shader.stage == Stage::Fragment);
        if !matches!(effect, Effect::Pure | Effect::Quad) || data.results.len() != 1 {
            return None;
        }
        let operands = self.operands(shader, &data.args);
        let graph = &mut self.graph;
        let ty = shader.ty(data.results[0]);
        let is_float = |class: &Class| graph.ty(*class).scalar == Scalar::Float;
        let is_arithmetic = ty.scalar == Scalar::Float && operands.iter().all(is_float);
        Some(match data.op {
            Op::Compose => graph.compose(&operands),
            // Whether the two are one instruction is seen again behind the search.
            Op::Mad => {
                let product = graph.op(Op::Mul, &operands[..2]);
                graph.op(Op::Add, &[product, operands[2]])
            }
            Op::Add | Op::Sub | Op::Mul | Op::Neg if is_arithmetic => graph.op(data.op, &operands),
            op => graph.add(&Node::new(Head::Op(op), &operands), ty),
        })
    }

    /// Leaves an instruction where it is.
    fn keep(&mut self, shader: &Shader, inst: Inst) {
        let operands = self.operands(shader, &shader.insts[inst].args);
        self.wanted.extend(&operands);
        let mut open = shader.insts[inst].regions.clone();
        while let Some(region) = open.pop() {
            let data = &shader.regions[region];
            for &operand in data.end.uses() {
                self.export(operand.value);
            }
            for &inner in &data.insts {
                open.extend(&shader.insts[inner].regions);
                for operand in &shader.insts[inner].args {
                    self.export(operand.value);
                }
            }
        }
        for &result in &shader.insts[inst].results {
            let class = self.leaf(result, shader.ty(result));
            self.classes.insert(result, class);
        }
        self.statements.push(Statement::Stays(inst, operands));
    }

    fn export(&mut self, value: Value) {
        if let Some(&class) = self.classes.get(&value)
            && self.exported.insert(value)
        {
            self.wanted.push(class);
        }
    }

    fn leaf(&mut self, value: Value, ty: Type) -> Class {
        self.graph.add(&Node::new(Head::Leaf(value), &[]), ty)
    }

    fn operands(&mut self, shader: &Shader, operands: &[Use]) -> Vec<Class> {
        let operands = operands.iter();
        operands.map(|&one| self.operand(shader, one)).collect()
    }

    /// The class that an operand reads.
    fn operand(&mut self, shader: &Shader, operand: Use) -> Class {
        let class = match self.classes.get(&operand.value) {
            Some(&class) => class,
            None => {
                let class = match shader.as_constant(shader.whole(operand.value)) {
                    Some(literal) => self.graph.literal_class(literal),
                    None => self.leaf(operand.value, shader.ty(operand.value)),
                };
                self.classes.insert(operand.value, class);
                class
            }
        };
        self.graph.select(class, operand.swizzle)
    }

    /// Writes the chosen forms into the shader that the block was read from. False if they need a value before it is
    /// there; the shader then is of no use.
    pub(crate) fn write(
        &self,
        shader: &mut Shader,
        extraction: &Extraction,
        chosen: &Chosen,
    ) -> bool {
        let mut writer = Writer {
            block: self,
            extraction,
            chosen,
            needed: extraction.order(chosen).into_iter().collect(),
            spans: self.spans(),
            uses: FxHashMap::default(),
            pending: self.pinned_results(shader),
            list: Vec::new(),
            head: Vec::new(),
        };
        if writer.statements(shader).is_none() {
            return false;
        }
        let Writer {
            list, head, uses, ..
        } = writer;
        shader.regions[self.region].insts = list;
        let body = shader.body;
        shader.regions[body].insts.splice(..0, head);
        for value in self.exported.iter() {
            let class = self.graph.find(self.classes[&value]);
            let Some(&with) = uses.get(&class) else {
                return false;
            };
            self.replace_inside(shader, value, with);
        }
        true
    }

    /// For each class of the source the place of the oldest statement that computes it.
    fn spans(&self) -> FxHashMap<Class, Span> {
        let mut spans = FxHashMap::default();
        for statement in &self.statements {
            if let Statement::Computes(class, span) = statement {
                spans.entry(self.graph.find(*class)).or_insert(*span);
            }
        }
        spans
    }

    /// The results of what stays.
    fn pinned_results(&self, shader: &Shader) -> EntitySet<Value> {
        let stays = self
            .statements
            .iter()
            .filter_map(|statement| match statement {
                Statement::Stays(inst, _) => Some(&shader.insts[*inst].results),
                Statement::Computes(..) => None,
            });
        stays.flatten().copied().collect()
    }

    /// Replaces a value in the regions that are nested in this one.
    fn replace_inside(&self, shader: &mut Shader, value: Value, with: Use) {
        let replace = |operand: &mut Use| {
            if operand.value == value {
                *operand = with.then(operand.swizzle);
            }
        };
        let mut open = Vec::new();
        for statement in &self.statements {
            if let Statement::Stays(inst, _) = statement {
                open.extend(&shader.insts[*inst].regions);
            }
        }
        while let Some(region) = open.pop() {
            shader.regions[region]
                .end
                .uses_mut()
                .iter_mut()
                .for_each(replace);
            for inner in shader.regions[region].insts.clone() {
                shader.insts[inner].args.iter_mut().for_each(replace);
                open.extend(&shader.insts[inner].regions);
            }
        }
    }
}

/// Instructions of the chosen forms, in the order of the source's statements.
struct Writer<'a> {
    block: &'a Block,
    extraction: &'a Extraction,
    chosen: &'a Chosen,
    /// The classes that the choice computes.
    needed: EntitySet<Class>,
    /// The places of the oldest statements that compute each class.
    spans: FxHashMap<Class, Span>,
    /// What is written.
    uses: FxHashMap<Class, Use>,
    /// Results of instructions that stay and are not there yet.
    pending: EntitySet<Value>,
    list: Vec<Inst>,
    /// Literals, for the head of the body.
    head: Vec<Inst>,
}

impl Writer<'_> {
    fn statements(&mut self, shader: &mut Shader) -> Option<()> {
        let block = self.block;
        for statement in &block.statements {
            match statement {
                // What needs a value that comes later waits until it is wanted.
                Statement::Computes(class, span) => {
                    if self.needed.contains(block.graph.find(*class)) {
                        let _ = self.class(shader, *class, *span);
                    }
                }
                Statement::Stays(inst, operands) => {
                    let span = shader.insts[*inst].span;
                    for (index, &operand) in operands.iter().enumerate() {
                        shader.insts[*inst].args[index] = self.class(shader, operand, span)?;
                    }
                    self.list.push(*inst);
                    for &result in &shader.insts[*inst].results {
                        self.pending.remove(result);
                    }
                }
            }
        }
        for value in block.exported.iter() {
            self.class(shader, block.classes[&value], Span::NONE)?;
        }
        let mut end = Vec::with_capacity(block.end.len());
        for &class in &block.end {
            end.push(self.class(shader, class, Span::NONE)?);
        }
        let uses = shader.regions[block.region].end.uses_mut();
        uses.copy_from_slice(&end);
        Some(())
    }

    /// Writes what a class needs and then the class. `span` is the source of what the source does not have.
    fn class(&mut self, shader: &mut Shader, class: Class, span: Span) -> Option<Use> {
        let class = self.block.graph.find(class);
        if let Some(&known) = self.uses.get(&class) {
            return Some(known);
        }
        let span = self.spans.get(&class).copied().unwrap_or(span);
        let node = self
            .extraction
            .node(&self.block.graph, self.chosen, class)?;
        let mut operands = crate::Operands::new();
        for &operand in &node.operands {
            operands.push(self.class(shader, operand, span)?);
        }
        let written = match node.head {
            Head::Leaf(value) if self.pending.contains(value) => return None,
            Head::Leaf(value) => shader.whole(value),
            Head::Swizzle(swizzle) => operands[0].then(swizzle),
            Head::Op(op) => {
                let ty = self.block.graph.ty(class);
                let inst = shader.make_inst(op, operands, &[ty], Vec::new(), span);
                match op {
                    Op::Constant(_) => self.head.push(inst),
                    _ => self.list.push(inst),
                }
                shader.whole(shader.result(inst))
            }
        };
        self.uses.insert(class, written);
        Some(written)
    }
}
