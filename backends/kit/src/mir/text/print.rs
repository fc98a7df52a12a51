//! Prints programs.

use crate::mir::{
    Base, BlockId, Def, Formula, Item, Lane, LaneRef, Machine, OpId, Out, Pin, Program, Reg, State,
    Test,
};
use retroshade_ir::LANES;
use std::fmt::{self, Write};

impl<M: Machine> fmt::Display for Program<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Lanes => "lanes",
            State::Vectors => "vectors",
        };
        writeln!(f, "mir {} {state}", M::NAME)?;
        let printer = Printer { program: self };
        printer.declarations(f)?;
        printer.body(f)
    }
}

struct Printer<'p, M: Machine> {
    program: &'p Program<M>,
}

impl<M: Machine> Printer<'_, M> {
    fn declarations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = self.program.lanes.iter();
        let variables = lanes.filter(|(_, info)| info.def == Def::Variable);
        let variables: Vec<String> = variables.map(|(lane, _)| lane.to_string()).collect();
        if !variables.is_empty() {
            writeln!(f, "var {}", variables.join(" "))?;
        }
        for (lane, info) in self.program.lanes.iter() {
            match info.pin {
                None => {}
                Some(Pin::Component(component)) => {
                    writeln!(f, "pin {lane} = {}", LANES[usize::from(component & 3)])?;
                }
                Some(Pin::Output(reg, component)) => {
                    let letter = LANES[usize::from(component & 3)];
                    writeln!(f, "pin {lane} = {}.{letter}", name::<M>(reg))?;
                }
            }
        }
        for (id, address) in self.program.addresses.iter() {
            writeln!(f, "address {id} = {}", self.operand(&[address.index]))?;
        }
        for output in &self.program.outputs {
            write!(f, "output {} =", name::<M>(output.reg))?;
            for lane in output.lanes {
                match lane {
                    Some(lane) => write!(f, " {}", self.operand(&[lane]))?,
                    None => f.write_str(" _")?,
                }
            }
            f.write_char('\n')?;
        }
        for literal in &self.program.literals {
            write!(f, "literal {} =", name::<M>(literal.reg))?;
            for bits in &literal.words {
                write!(f, " {}", number(*bits))?;
            }
            f.write_char('\n')?;
        }
        for (id, vector) in self.program.vectors.iter() {
            write!(f, "vector {id} =")?;
            for lane in &vector.lanes {
                write!(f, " {lane}")?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }

    /// The tree, with a stack of its own.
    fn body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Step {
            Block(BlockId, usize, usize),
            Line(usize, &'static str),
        }
        let mut steps = vec![Step::Block(self.program.body, 0, 0)];
        while let Some(step) = steps.pop() {
            let (block, next, depth) = match step {
                Step::Line(depth, text) => {
                    writeln!(f, "{:depth$}{text}", "", depth = 2 * depth)?;
                    continue;
                }
                Step::Block(block, next, depth) => (block, next, depth),
            };
            let Some(item) = self.program.blocks[block].get(next) else {
                continue;
            };
            steps.push(Step::Block(block, next + 1, depth));
            write!(f, "{:depth$}", "", depth = 2 * depth)?;
            match item {
                Item::Op(id) => self.instruction(f, *id)?,
                Item::If(branch) => {
                    f.write_str("if ")?;
                    self.formula(f, &branch.tests, &branch.formula)?;
                    f.write_str(" {\n")?;
                    steps.push(Step::Line(depth, "}"));
                    if !self.program.blocks[branch.reject].is_empty() {
                        steps.push(Step::Block(branch.reject, 0, depth + 1));
                        steps.push(Step::Line(depth, "} else {"));
                    }
                    steps.push(Step::Block(branch.accept, 0, depth + 1));
                }
                Item::Loop(repeated) => {
                    match repeated.rounds {
                        Some(rounds) => writeln!(f, "loop x{rounds} {{")?,
                        None => f.write_str("loop {\n")?,
                    }
                    steps.push(Step::Line(depth, "}"));
                    steps.push(Step::Block(repeated.body, 0, depth + 1));
                }
                Item::Break => f.write_str("break\n")?,
                Item::Continue => f.write_str("continue\n")?,
                Item::Emission(emission, _) => writeln!(f, "{emission}")?,
            }
        }
        Ok(())
    }

    /// A condition; its nesting is that of the expression in the source.
    fn formula(
        &self,
        f: &mut fmt::Formatter<'_>,
        tests: &[Test<M>],
        formula: &Formula,
    ) -> fmt::Result {
        let (name, parts) = match formula {
            Formula::Test(number, wanted) => {
                let Some(test) = tests.get(*number) else {
                    return f.write_str("?");
                };
                f.write_str(if *wanted { "" } else { "not " })?;
                return self.test(f, test);
            }
            Formula::All(parts) => ("all", parts),
            Formula::Any(parts) => ("any", parts),
        };
        write!(f, "{name}(")?;
        for (number, part) in parts.iter().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            self.formula(f, tests, part)?;
        }
        f.write_char(')')
    }

    fn test(&self, f: &mut fmt::Formatter<'_>, test: &Test<M>) -> fmt::Result {
        f.write_str(M::condition_name(test.code))?;
        for operand in &test.operands {
            write!(f, " {}", self.operand(operand))?;
        }
        Ok(())
    }

    fn instruction(&self, f: &mut fmt::Formatter<'_>, id: OpId) -> fmt::Result {
        let op = &self.program.ops[id];
        for lane in &op.results {
            match lane {
                Some(lane) => write!(f, "{lane} ")?,
                None => f.write_str("_ ")?,
            }
        }
        write!(f, "= {}", M::name(op.code))?;
        if let Some(payload) = M::payload(op.code) {
            write!(f, " \"{payload}\"")?;
        }
        for operand in &op.operands {
            write!(f, " {}", self.operand(operand))?;
        }
        if let Some(out) = &op.out {
            self.out(f, out, &op.results)?;
        }
        if let Some(predicate) = &op.predicate {
            write!(f, " over {}", self.operand(&predicate.over))?;
            for test in &predicate.tests {
                f.write_str(" when ")?;
                self.test(f, test)?;
            }
        }
        if op.group != 0 {
            write!(f, " #{}", op.group)?;
        }
        f.write_char('\n')
    }

    fn out(&self, f: &mut fmt::Formatter<'_>, out: &Out, results: &[Option<Lane>]) -> fmt::Result {
        write!(f, " -> {} =", name::<M>(out.reg))?;
        for from in out.from {
            let lane = from.and_then(|from| results.get(usize::from(from)).copied().flatten());
            match lane {
                Some(lane) => write!(f, " {lane}")?,
                None => f.write_str(" _")?,
            }
        }
        Ok(())
    }

    /// Lanes in brackets; neighbours of one register with the same modifiers are one word.
    fn operand(&self, lanes: &[LaneRef]) -> String {
        let modifiers = |lane: &LaneRef| (lane.negate, lane.absolute);
        let is_one_word = |a: &LaneRef, b: &LaneRef| {
            a.as_register().is_some()
                && (a.as_register(), modifiers(a)) == (b.as_register(), modifiers(b))
        };
        let words: Vec<String> = lanes.chunk_by(is_one_word).map(word::<M>).collect();
        format!("[{}]", words.join(" "))
    }
}

/// A lane, or components of a register.
fn word<M: Machine>(lanes: &[LaneRef]) -> String {
    let Some(first) = lanes.first() else {
        return String::new();
    };
    let letters: String = lanes.iter().map(|lane| letter(lane.base)).collect();
    let base = match first.base {
        Base::Undefined => "_".to_owned(),
        Base::Value(value) => value.to_string(),
        Base::Literal(bits) => number(bits),
        Base::Reg(reg, _) => format!("{}.{letters}", name::<M>(reg)),
        Base::Indexed(reg, address, _) => {
            let file = M::FILES.get(usize::from(reg.file));
            let file = file.map_or("?", |file| file.name);
            format!("{file}[{address}+{}].{letters}", reg.number)
        }
    };
    let minus = if first.negate { "-" } else { "" };
    let bar = if first.absolute { "|" } else { "" };
    format!("{minus}{bar}{base}{bar}")
}

/// The component that a register is read at.
fn letter(base: Base) -> char {
    match base {
        Base::Reg(_, component) | Base::Indexed(_, _, component) => {
            LANES[usize::from(component & 3)]
        }
        Base::Value(_) | Base::Literal(_) | Base::Undefined => LANES[0],
    }
}

fn name<M: Machine>(reg: Reg) -> String {
    let file = M::FILES.get(usize::from(reg.file));
    format!("{}{}", file.map_or("?", |file| file.name), reg.number)
}

/// A literal: a number where that gives the same bits, else the bits.
fn number(bits: u32) -> String {
    let value = f32::from_bits(bits);
    if value.is_finite() {
        format!("{value:?}")
    } else {
        format!("{bits:#010x}")
    }
}
