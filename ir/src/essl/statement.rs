//! Regions as statements.

use super::{OpenLoop, Writer, Written, bare, output_name, type_name};
use crate::op::Effect;
use crate::{Inst, LANES, Op, Region, Scalar, Swizzle, Terminator, Use, Value};
use smallvec::SmallVec;

/// True if a variable is a word of an expression.
fn mentions(expression: &str, variable: &str) -> bool {
    let is_other = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
    expression.split(is_other).any(|word| word == variable)
}

/// Expressions longer than this get a variable of their own.
const LONGEST: usize = 160;

impl Writer<'_> {
    /// Instructions and end of a region; `results` are the variables of the `if` it is an arm of.
    pub(super) fn region(&mut self, region: Region, results: Option<&[String]>) -> Written<()> {
        let shader = self.shader;
        for &inst in &shader.regions[region].insts {
            self.statement(inst, region)?;
        }
        match &shader.regions[region].end {
            Terminator::Yield(uses) => match results {
                Some(names) => self.assign(names, uses),
                None => self.outputs(uses),
            },
            Terminator::Break(uses) => self.leave(uses),
            Terminator::Continue(uses) => {
                let parameters = self.loops.last().map(|open| open.parameters.clone());
                self.advance(&parameters.unwrap_or_default(), uses);
                self.line("continue;");
            }
            Terminator::Open | Terminator::Unreachable => {}
        }
        Ok(())
    }

    fn assign(&mut self, names: &[String], uses: &[Use]) {
        for (name, &operand) in names.iter().zip(uses) {
            if self.is_undefined(operand) {
                continue;
            }
            let value = self.operand(operand);
            self.line(&format!("{name} = {};", bare(&value)));
        }
    }

    fn is_undefined(&self, operand: Use) -> bool {
        self.shader.def_op(operand.value) == Some(Op::Undefined)
    }

    /// The results of the innermost loop, and the way out of it.
    fn leave(&mut self, uses: &[Use]) {
        let names = self.loops.last().map(|open| open.results.clone());
        let names: Vec<_> = names.unwrap_or_default().into_iter().map(Some).collect();
        self.advance(&names, uses);
        self.line("break;");
    }

    /// All at once: what is set first may be an operand of what is set behind it, of which a variable is made before.
    fn advance(&mut self, names: &[Option<String>], uses: &[Use]) {
        let pairs = names.iter().zip(uses);
        let pairs = pairs.filter_map(|(name, &operand)| Some((name.as_ref()?, operand)));
        let pairs = pairs.filter(|(_, operand)| !self.is_undefined(*operand));
        let pairs: Vec<(&String, Use, String)> = pairs
            .map(|(name, operand)| (name, operand, bare(&self.operand(operand)).to_owned()))
            .filter(|(name, _, value)| *name != value)
            .collect();
        let mut values = Vec::with_capacity(pairs.len());
        for (at, (name, operand, value)) in pairs.iter().enumerate() {
            let set = &mut pairs[..at].iter().map(|(set, ..)| set.as_str());
            if set.any(|set| mentions(value, set)) {
                let ty = type_name(self.shader.use_type(*operand));
                self.line(&format!("{ty} next_{name} = {value};"));
                values.push(format!("next_{name}"));
            } else {
                values.push(value.clone());
            }
        }
        for ((name, ..), value) in pairs.iter().zip(values) {
            self.line(&format!("{name} = {value};"));
        }
    }

    fn outputs(&mut self, uses: &[Use]) {
        let interface = &self.shader.interface;
        let slots: Vec<_> = interface.output_slots().collect();
        for ((output, slot), &operand) in slots.into_iter().zip(uses) {
            let variable = &interface.outputs[output];
            let place = match (variable.slots(), variable.shape.array) {
                (1, None) => output_name(variable).to_owned(),
                _ => self.slot(variable, slot),
            };
            if self.is_undefined(operand) {
                continue;
            }
            if let Some(parts) = self.parts(operand) {
                self.output_of_parts(&place, &parts);
                continue;
            }
            let value = self.operand(operand);
            self.line(&format!("{place} = {};", bare(&value)));
        }
    }

    /// The parts of a value that are given out together, some of which are not defined.
    fn parts(&self, operand: Use) -> Option<Vec<Use>> {
        let shader = self.shader;
        let inst = shader.def_inst(operand.value)?;
        let data = &shader.insts[inst];
        let is_output = match &shader.regions[shader.body].end {
            Terminator::Yield(results) => results.contains(&operand),
            _ => false,
        };
        let in_parts = data.op == Op::Compose
            && is_output
            && operand == shader.whole(operand.value)
            && self.calls.uses[operand.value] == 1
            && data.args.iter().any(|part| self.is_undefined(*part));
        in_parts.then(|| data.args.to_vec())
    }

    /// `place.xy = ..`, for the lanes that are defined.
    fn output_of_parts(&mut self, place: &str, parts: &[Use]) {
        let (mut mask, mut values, mut lane) = (String::new(), Vec::<Use>::new(), 0);
        for part in parts {
            let lanes = usize::from(part.lanes());
            if !self.is_undefined(*part) {
                mask.extend(&LANES[lane..lane + lanes]);
                match values.last_mut() {
                    Some(last) if last.value == part.value => {
                        let both = last.swizzle.lanes().iter().chain(part.swizzle.lanes());
                        let both: SmallVec<[u8; 4]> = both.copied().collect();
                        last.swizzle = Swizzle::new(&both).unwrap_or(last.swizzle);
                    }
                    _ => values.push(*part),
                }
            }
            lane += lanes;
        }
        match self.operands(&values).as_slice() {
            [] => {}
            [value] => self.line(&format!("{place}.{mask} = {};", bare(value))),
            values => self.line(&format!(
                "{place}.{mask} = vec{}({});",
                mask.len(),
                values.join(", ")
            )),
        }
    }

    /// Finds the undefined values that something is computed from: those that are only given out need no variable.
    pub(super) fn find_unset(&mut self) {
        let shader = self.shader;
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            let mut used: Vec<Use> = Vec::new();
            for &inst in &data.insts {
                let result = shader.insts[inst].results.first();
                if result.is_none_or(|value| self.parts(shader.whole(*value)).is_none()) {
                    used.extend(self.calls.operands(shader, inst));
                }
            }
            if let Terminator::Continue(values) = &data.end {
                used.extend(values);
            }
            for operand in used {
                self.unset[operand.value] |= self.is_undefined(operand);
            }
        }
    }

    fn declare(&mut self, value: Value, initial: Option<&str>) -> String {
        let name = format!(
            "{}{}",
            self.prefix,
            value.to_string().trim_start_matches('%')
        );
        let ty = type_name(self.shader.ty(value));
        match initial {
            Some(initial) => self.line(&format!("{ty} {name} = {};", bare(initial))),
            None => self.line(&format!("{ty} {name};")),
        }
        self.spelled[value] = name.clone();
        name
    }

    pub(super) fn statement(&mut self, inst: Inst, region: Region) -> Written<()> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let result = data.results.first().copied();
        // What gives a value does nothing else, and its operands may not be written either.
        if data.regions.is_empty() && result.is_some_and(|value| self.calls.uses[value] == 0) {
            return Ok(());
        }
        match (data.op, result) {
            (Op::If, _) => return self.branch(inst),
            (Op::Loop, _) => return self.repetition(inst),
            (Op::Discard, _) => {
                let condition = self.operand(data.args[0]);
                match condition.as_str() {
                    "true" => self.line("discard;"),
                    _ => self.line(&format!("if ({}) discard;", bare(&condition))),
                }
            }
            (Op::ArrayStore(array), _) => {
                let (index, value) = (self.index(data.args[0]), self.operand(data.args[1]));
                self.line(&format!("{array}[{index}] = {value};"));
            }
            (Op::Undefined, Some(value)) => {
                if self.unset[value] {
                    self.declare(value, None);
                }
            }
            (Op::Extract, Some(value)) => {
                // Only a variable can be indexed.
                let (vector, index) = (self.operand(data.args[0]), self.index(data.args[1]));
                let ty = type_name(shader.use_type(data.args[0]));
                let name = format!("from_{}", value.to_string().trim_start_matches('%'));
                self.line(&format!("{ty} {name} = {vector};"));
                self.declare(value, Some(&format!("{name}[{index}]")));
            }
            (Op::Insert, Some(value)) => {
                let (vector, index) = (self.operand(data.args[0]), self.index(data.args[1]));
                let lane = self.operand(data.args[2]);
                let name = self.declare(value, Some(&vector));
                self.line(&format!("{name}[{index}] = {lane};"));
            }
            (Op::Compose, Some(value)) if self.parts(shader.whole(value)).is_some() => {}
            (_, Some(value)) => {
                let text = self.expression(inst)?;
                if self.belongs_inside(inst, value, region) && text.len() < LONGEST {
                    self.spelled[value] = text;
                } else {
                    self.declare(value, Some(&text));
                }
            }
            (_, None) => {}
        }
        Ok(())
    }

    /// True if a value is written where it is used: literals and variables of the interface, and what a
    /// single operation of the same region uses.
    fn belongs_inside(&self, inst: Inst, value: Value, region: Region) -> bool {
        match self.shader.insts[inst].op {
            Op::Constant(_) | Op::Input { .. } | Op::Uniform { .. } => true,
            op => {
                op.effect(true) == Effect::Pure
                    && self.calls.uses[value] == 1
                    && self.users[value] == Some(region)
            }
        }
    }

    fn branch(&mut self, inst: Inst) -> Written<()> {
        let data = &self.shader.insts[inst];
        let results: Vec<String> = data
            .results
            .iter()
            .map(|&value| self.declare(value, None))
            .collect();
        let condition = self.operand(data.args[0]);
        let is_empty = |arm: &Region| {
            let arm = &self.shader.regions[*arm];
            arm.insts.is_empty() && arm.end == Terminator::Yield(Vec::new())
        };
        let mut arms: Vec<Region> = data.regions.to_vec();
        let is_negated = arms.first().is_some_and(is_empty) && !arms.iter().all(is_empty);
        if is_negated {
            arms.rotate_left(1);
            self.line(&format!("if (!{condition}) {{"));
        } else {
            self.line(&format!("if ({}) {{", bare(&condition)));
        }
        if arms.last().is_some_and(is_empty) {
            arms.pop();
        }
        for (index, &arm) in arms.iter().enumerate() {
            if index == 1 {
                self.line("} else {");
            }
            self.depth += 1;
            self.region(arm, Some(&results))?;
            self.depth -= 1;
        }
        self.line("}");
        Ok(())
    }

    fn repetition(&mut self, inst: Inst) -> Written<()> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let body = data.regions[0];
        let parameters = shader.regions[body].parameters.clone();
        if let Some(head) = self.counted(inst) {
            return self.counting(inst, head);
        }
        let mut names = Vec::new();
        for (&parameter, &first) in parameters.iter().zip(&data.args) {
            let first = self.operand(first);
            names.push(Some(self.declare(parameter, Some(&first))));
        }
        let results = data
            .results
            .iter()
            .map(|&value| self.declare(value, None))
            .collect();
        self.line("while (true) {");
        self.inside(
            body,
            OpenLoop {
                results,
                parameters: names,
            },
            0,
        )?;
        self.line("}");
        Ok(())
    }

    /// The body without its first `skipped` instructions.
    fn inside(&mut self, body: Region, open: OpenLoop, skipped: usize) -> Written<()> {
        let shader = self.shader;
        self.loops.push(open);
        self.depth += 1;
        for &inst in shader.regions[body].insts.iter().skip(skipped) {
            self.statement(inst, body)?;
        }
        if let Terminator::Continue(uses) = &shader.regions[body].end {
            // The closing brace goes round by itself.
            let parameters = self.loops.last().map(|open| open.parameters.clone());
            self.advance(&parameters.unwrap_or_default(), uses);
        } else if let Terminator::Break(uses) = &shader.regions[body].end {
            self.leave(uses);
        }
        self.depth -= 1;
        self.loops.pop();
        Ok(())
    }

    /// The head of a loop that goes on while a counter, its first parameter, is below or at a limit, that leaves with its
    /// parameters then, and that goes round with the counter plus one.
    fn counted(&self, inst: Inst) -> Option<Head> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let body = &shader.regions[*data.regions.first()?];
        // What the limit is, is written where it is used.
        let is_read = |inst: &&Inst| {
            let op = shader.insts[**inst].op;
            matches!(op, Op::Constant(_) | Op::Uniform { .. } | Op::Input { .. })
        };
        let reads = body.insts.iter().take_while(is_read).count();
        let (&counter, &[compare, test, ..]) = (body.parameters.first()?, body.insts.get(reads..)?)
        else {
            return None;
        };
        let (compare, test) = (&shader.insts[compare], &shader.insts[test]);
        let [arm, leave] = test.regions.as_slice() else {
            return None;
        };
        let whole = shader.whole(counter);
        let (order, limit) = match (compare.op, compare.args.as_slice()) {
            (Op::Lt, [a, limit]) if *a == whole => ("<", *limit),
            (Op::Ge, [limit, a]) if *a == whole => ("<=", *limit),
            _ => return None,
        };
        let first = shader.as_constant(*data.args.first()?)?;
        let compared = *compare.results.first()?;
        let is_head = shader.ty(counter).scalar == Scalar::Int
            && first.bits[0] == 0
            && self.is_fixed(limit)
            && test.op == Op::If
            && test.args.first() == Some(&shader.whole(compared))
            && shader.regions[*arm].insts.is_empty()
            && shader.regions[*leave].insts.is_empty()
            && shader.regions[*arm].end == Terminator::Yield(Vec::new())
            && self.calls.uses[compared] == 1;
        let Terminator::Break(results) = &shader.regions[*leave].end else {
            return None;
        };
        let carried = |operand: &Use| {
            let at = body.parameters.iter().position(|p| *p == operand.value)?;
            (at > 0 && *operand == shader.whole(operand.value)).then_some(at)
        };
        let results: Vec<usize> = results.iter().map(carried).collect::<Option<_>>()?;
        let mut seen = results.clone();
        seen.sort_unstable();
        seen.dedup();
        let Terminator::Continue(next) = &body.end else {
            return None;
        };
        let advance = &shader.insts[shader.def_inst(next.first()?.value)?];
        let by_one = advance.op == Op::Add
            && advance.args.first() == Some(&whole)
            && advance
                .args
                .get(1)
                .and_then(|&step| shader.as_constant(step))
                .is_some_and(|step| step.int(0) == 1);
        (is_head && by_one && seen.len() == results.len()).then_some(Head {
            order,
            limit,
            length: reads + 2,
            results,
        })
    }

    /// True for literals and uniforms.
    fn is_fixed(&self, operand: Use) -> bool {
        let inst = self.shader.def_inst(operand.value);
        inst.is_some_and(|inst| {
            matches!(
                self.shader.insts[inst].op,
                Op::Constant(_) | Op::Uniform { .. }
            )
        })
    }

    fn counting(&mut self, inst: Inst, head: Head) -> Written<()> {
        let shader = self.shader;
        let data = &shader.insts[inst];
        let body = data.regions[0];
        let parameters = &shader.regions[body].parameters;
        let mut names = vec![None];
        for (&parameter, &first) in parameters.iter().zip(&data.args).skip(1) {
            let first = self.operand(first);
            names.push(Some(self.declare(parameter, Some(&first))));
        }
        let counter = format!("i{}", parameters[0].to_string().trim_start_matches('%'));
        self.spelled[parameters[0]] = counter.clone();
        for &inst in shader.regions[body].insts.iter().take(head.length - 2) {
            self.statement(inst, body)?;
        }
        let limit = self.operand(head.limit);
        let order = head.order;
        self.line(&format!(
            "for (int {counter} = 0; {counter} {order} {limit}; {counter}++) {{"
        ));
        let results: Vec<String> = head
            .results
            .iter()
            .filter_map(|at| names[*at].clone())
            .collect();
        let open = OpenLoop {
            results: results.clone(),
            parameters: names,
        };
        self.inside(body, open, head.length)?;
        self.line("}");
        for (&result, name) in data.results.iter().zip(results) {
            self.spelled[result] = name;
        }
        Ok(())
    }
}

/// The head of a loop that counts.
struct Head {
    /// The comparison of the counter with the limit.
    order: &'static str,
    limit: Use,
    /// The instructions that it is made of.
    length: usize,
    /// The parameters that are the results.
    results: Vec<usize>,
}
