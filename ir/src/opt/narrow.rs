//! `opt_narrow`: drops lanes that nobody reads.
//!
//! Needs `opt_dce`. Gives: lanewise operations, composes, products with matrices, literals, and values
//! carried by `if` and loops have only lanes that an output, an effect or an operation that cannot be
//! narrowed reads. Cost: linear; each value's lanes are found needed at most four times.

use crate::entity::SecondaryMap;
use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{
    Inst, Op, Operands, Region, Shader, Swizzle, Terminator, Use, Value, ValueData, ValueDef,
};
use retroshade_diagnostics::Diagnostic;
use smallvec::SmallVec;

/// The pass.
pub const NARROW: Pass = Pass {
    name: "opt_narrow",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| {
        let needed = Demand::find(shader);
        let partly = |(value, data): (Value, &ValueData)| {
            let needed = needed[value];
            needed != 0 && needed != full(data.ty.lanes) && may_narrow(shader, data.def)
        };
        if !shader.values.iter().any(partly) {
            return Ok(false);
        }
        let mut pass = Narrow {
            needed,
            loops: Vec::new(),
        };
        rewrite(shader, capabilities, &mut pass)
    },
};

/// True if a value need not have all its lanes: what is read from outside comes whole.
fn may_narrow(shader: &Shader, def: ValueDef) -> bool {
    let ValueDef::Result(inst, _) = def else {
        return true;
    };
    let op = shader.insts[inst].op;
    let joins = matches!(op, Op::If | Op::Loop | Op::Compose | Op::MatVec);
    joins || matches!(op, Op::Constant(_) | Op::Undefined) || op.is_lanewise()
}

/// Sets of lanes as bits.
type Mask = u8;

fn full(lanes: u8) -> Mask {
    (1 << lanes) - 1
}

/// Which lanes are read.
struct Demand<'a> {
    shader: &'a Shader,
    needed: SecondaryMap<Value, Mask>,
    /// Values with lanes found needed since they were looked at.
    pending: Vec<Value>,
    /// Regions that leave to each loop.
    exits: SecondaryMap<Inst, Vec<Region>>,
    owner: SecondaryMap<Region, Option<Inst>>,
}

impl Demand<'_> {
    fn find(shader: &Shader) -> SecondaryMap<Value, Mask> {
        let mut demand = Demand {
            shader,
            needed: SecondaryMap::with_len(shader.values.len()),
            pending: Vec::new(),
            exits: SecondaryMap::new(),
            owner: SecondaryMap::new(),
        };
        demand.roots();
        while let Some(value) = demand.pending.pop() {
            demand.spread(value);
        }
        demand.needed
    }

    fn roots(&mut self) {
        let shader = self.shader;
        let mut around: SecondaryMap<Region, Option<Inst>> = SecondaryMap::new();
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            if let (Terminator::Break(_) | Terminator::Continue(_), Some(inst)) =
                (&data.end, around[region])
            {
                self.exits[inst].push(region);
            }
            for &inst in &data.insts {
                let data = &shader.insts[inst];
                if matches!(
                    data.op,
                    Op::If | Op::Discard | Op::EmitVertex | Op::ArrayStore(_)
                ) {
                    data.args.iter().for_each(|&operand| self.whole(operand));
                }
                for &inner in &data.regions {
                    self.owner[inner] = Some(inst);
                    around[inner] = match data.op {
                        Op::Loop => Some(inst),
                        _ => around[region],
                    };
                }
            }
        }
        let outputs = shader.regions[shader.body].end.uses();
        outputs.iter().for_each(|&operand| self.whole(operand));
    }

    fn need(&mut self, value: Value, mask: Mask) {
        let needed = &mut self.needed[value];
        if *needed | mask != *needed {
            *needed |= mask;
            self.pending.push(value);
        }
    }

    fn whole(&mut self, operand: Use) {
        self.need(operand.value, operand.swizzle.mask());
    }

    /// Positions `mask` of an operand are read.
    fn positions(&mut self, operand: Use, mask: Mask) {
        let lanes = operand.swizzle.lanes().iter().enumerate();
        let mask = lanes
            .filter(|(position, _)| mask >> position & 1 == 1)
            .fold(0, |lanes, (_, &lane)| lanes | 1 << lane);
        self.need(operand.value, mask);
    }

    fn spread(&mut self, value: Value) {
        let shader = self.shader;
        let mask = self.needed[value];
        match shader.values[value].def {
            ValueDef::Result(inst, index) => {
                let data = &shader.insts[inst];
                match data.op {
                    Op::If => self.handed_on(&data.regions.clone(), index, mask, is_yield),
                    Op::Loop => self.handed_on(&self.exits[inst].clone(), index, mask, is_break),
                    Op::Compose => self.parts(&data.args, mask),
                    Op::MatVec => {
                        let (columns, vector) = data.args.split_at(data.args.len() - 1);
                        columns.iter().for_each(|&part| self.positions(part, mask));
                        vector.iter().for_each(|&operand| self.whole(operand));
                    }
                    op if op.is_lanewise() => {
                        data.args
                            .iter()
                            .for_each(|&part| self.positions(part, mask));
                    }
                    _ => data.args.iter().for_each(|&operand| self.whole(operand)),
                }
            }
            ValueDef::Parameter(region, index) => {
                let Some(inst) = self.owner[region] else {
                    return;
                };
                if let Some(&first) = shader.insts[inst].args.get(index as usize) {
                    self.positions(first, mask);
                }
                self.handed_on(&self.exits[inst].clone(), index, mask, is_continue);
            }
        }
    }

    fn parts(&mut self, parts: &[Use], mask: Mask) {
        let mut start = 0;
        for &part in parts {
            self.positions(part, mask >> start & full(part.lanes()));
            start += part.lanes();
        }
    }

    fn handed_on(
        &mut self,
        regions: &[Region],
        index: u32,
        mask: Mask,
        which: fn(&Terminator) -> bool,
    ) {
        for &region in regions {
            let end = &self.shader.regions[region].end;
            if let (true, Some(&operand)) = (which(end), end.uses().get(index as usize)) {
                self.positions(operand, mask);
            }
        }
    }
}

fn is_yield(end: &Terminator) -> bool {
    matches!(end, Terminator::Yield(_))
}

fn is_break(end: &Terminator) -> bool {
    matches!(end, Terminator::Break(_))
}

fn is_continue(end: &Terminator) -> bool {
    matches!(end, Terminator::Continue(_))
}

/// What is left of a value: the lanes that stay, and where each old lane is now.
#[derive(Clone, Copy, Debug)]
struct Kept {
    lanes: Swizzle,
    places: Swizzle,
}

struct Narrow {
    needed: SecondaryMap<Value, Mask>,
    loops: Vec<OpenLoop>,
}

/// The lanes that an open loop's results and parameters keep.
struct OpenLoop {
    results: Vec<Option<Kept>>,
    parameters: Vec<Option<Kept>>,
}

impl Narrow {
    /// Returns the lanes to keep of a value; `None` if all of them stay.
    fn kept(&self, rw: &Rewriter<'_>, value: Value) -> Option<Kept> {
        let lanes = rw.shader.ty(value).lanes;
        let mask = self.needed[value] & full(lanes);
        if mask == 0 || mask == full(lanes) {
            return None;
        }
        let left = (0..lanes).filter(|lane| mask >> lane & 1 == 1);
        let left: SmallVec<[u8; 4]> = left.collect();
        let place = |lane| left.iter().position(|&kept| kept == lane).unwrap_or(0) as u8;
        let places: SmallVec<[u8; 4]> = (0..lanes).map(place).collect();
        Some(Kept {
            lanes: Swizzle::new(&left)?,
            places: Swizzle::new(&places)?,
        })
    }

    /// Replaces results of an `if` or loop, or parameters of its body, by narrower values.
    fn replace_values(
        &self,
        rw: &mut Rewriter<'_>,
        values: &[Value],
    ) -> (Vec<Value>, Vec<Option<Kept>>) {
        let mut new = Vec::with_capacity(values.len());
        let mut all = Vec::with_capacity(values.len());
        for &value in values {
            let kept = self.kept(rw, value);
            all.push(kept);
            let Some(kept) = kept else {
                new.push(value);
                continue;
            };
            let ValueData { ty, def } = rw.shader.values[value];
            let ty = ty.with_lanes(kept.lanes.len());
            let narrow = rw.shader.values.push(ValueData { ty, def });
            rw.replace(value, Use::new(narrow, kept.places));
            new.push(narrow);
        }
        (new, all)
    }

    /// A narrower instruction in place of one whose result is not read whole.
    fn narrow(rw: &mut Rewriter<'_>, inst: Inst, kept: Kept) -> Option<Use> {
        let data = rw.inst(inst).clone();
        let pick = |operand: &Use| operand.then(kept.lanes);
        let narrow = match data.op {
            Op::Constant(constant) => rw.constant(constant.swizzled(kept.lanes)),
            Op::Undefined => {
                let ty = rw.shader.ty(rw.shader.result(inst));
                rw.undefined(ty.with_lanes(kept.lanes.len()))
            }
            Op::Compose => {
                let lanes: SmallVec<[Use; 4]> = data
                    .args
                    .iter()
                    .flat_map(|part| {
                        (0..part.lanes()).map(|lane| part.then(Swizzle::splat(lane, 1)))
                    })
                    .collect();
                let parts = kept.lanes.lanes().iter();
                let parts: SmallVec<[Use; 4]> =
                    parts.map(|&lane| lanes[usize::from(lane)]).collect();
                match parts.as_slice() {
                    [only] => *only,
                    parts => rw.emit(Op::Compose, parts),
                }
            }
            Op::MatVec => {
                let (vector, columns) = data.args.split_last()?;
                let mut args: Vec<Use> = columns.iter().map(pick).collect();
                args.push(*vector);
                rw.emit(Op::MatVec, &args)
            }
            op if op.is_lanewise() => {
                let args: Operands = data.args.iter().map(pick).collect();
                rw.emit(op, &args)
            }
            _ => return None,
        };
        Some(narrow.then(kept.places))
    }
}

fn narrow_uses(uses: &mut [Use], kept: &[Option<Kept>]) {
    for (operand, kept) in uses.iter_mut().zip(kept) {
        if let Some(kept) = kept {
            *operand = operand.then(kept.lanes);
        }
    }
}

impl Transform for Narrow {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        match data.op {
            Op::If => return Ok(Visit::Keep),
            Op::Loop => {
                let body = data.regions[0];
                let results = data.results.clone();
                let parameters = rw.shader.regions[body].parameters.clone();
                let (new, results) = self.replace_values(rw, &results);
                rw.shader.insts[inst].results = new.into();
                let (new, parameters) = self.replace_values(rw, &parameters);
                rw.shader.regions[body].parameters = new;
                narrow_uses(&mut rw.shader.insts[inst].args, &parameters);
                self.loops.push(OpenLoop {
                    results,
                    parameters,
                });
                return Ok(Visit::Keep);
            }
            _ => {}
        }
        let &[result] = data.results.as_slice() else {
            return Ok(Visit::Keep);
        };
        let Some(kept) = self.kept(rw, result) else {
            return Ok(Visit::Keep);
        };
        match Narrow::narrow(rw, inst, kept) {
            Some(with) => {
                rw.replace(result, with);
                Ok(Visit::Done)
            }
            None => Ok(Visit::Keep),
        }
    }

    fn leave_region(&mut self, rw: &mut Rewriter<'_>, _owner: Inst, region: Region) {
        let Some(around) = self.loops.last() else {
            return;
        };
        match &mut rw.shader.regions[region].end {
            Terminator::Break(uses) => narrow_uses(uses, &around.results),
            Terminator::Continue(uses) => narrow_uses(uses, &around.parameters),
            _ => {}
        }
    }

    fn leave(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        if data.op == Op::Loop {
            self.loops.pop();
            return Ok(Visit::Keep);
        }
        let (results, arms) = (data.results.clone(), data.regions.clone());
        let (new, kept) = self.replace_values(rw, &results);
        rw.shader.insts[inst].results = new.into();
        for arm in arms {
            if let Terminator::Yield(uses) = &mut rw.shader.regions[arm].end {
                narrow_uses(uses, &kept);
            }
        }
        Ok(Visit::Keep)
    }
}

#[cfg(test)]
mod tests {
    use super::NARROW;
    use crate::opt::DCE;
    use crate::opt::testing::{agrees, changes_on};
    use crate::text::print;
    use crate::{Capabilities, Op};

    fn shader(body: &str) -> String {
        format!(
            "shader fragment \"a\"\ninput in0 \"v\" vec4\n\
             output out0 \"gl_FragColor\" vec4 builtin=frag_color\nbody {{\n{body}}}\n"
        )
    }

    #[test]
    fn chains_of_lanewise_operations() {
        changes_on(
            &[NARROW, DCE],
            &Capabilities::FULL,
            &shader(
                "%0:f4 = input in0[0]
                 %1:f4 = const (1.0, 2.0, 3.0, 4.0)
                 %2:f4 = add %0, %1
                 %3:f4 = compose %2.wzy, %0.x
                 %4:f4 = mul %3, %3.yxwz
                 yield %4.yyxx
",
            ),
            &shader(
                "%0:f2 = const (3.0, 4.0)
                 %1:f4 = input in0[0]
                 %2:f2 = add %1.zw, %0
                 %3:f2 = mul %2.yx, %2
                 yield %3.yyxx
",
            ),
        );
    }

    #[test]
    fn columns_of_products() {
        let after = agrees(
            &[NARROW, DCE],
            &Capabilities::FULL,
            &shader(
                "%0:f4 = input in0[0]
                 %1:f4 = mul %0, %0
                 %2:f4 = matvec %1, %0, %0.xy
                 yield %2.yyyw
",
            ),
            0.0,
        );
        let text = print(&after);
        assert!(
            text.contains(":f2 = matvec") && text.contains(":f2 = mul"),
            "{text}"
        );
    }

    #[test]
    fn results_and_carried_values() {
        let after = agrees(
            &[NARROW, DCE],
            &Capabilities::FULL,
            &shader(
                "%0:f4 = input in0[0]
                 %1:f4 = loop (%2:f4 = %0.wzyx, %3:f4 = %0) {
                   %4:b1 = lt %2.w, %0.z
                   %5:f4 = if %4 {
                     %6:f4 = add %3, %0
                     break %6
                   } else {
                     %7:f4 = mul %2, %3
                     yield %7
                   }
                   %8:f4 = abs %5.xywz
                   %9:f1 = const 1.0
                   %10:f4 = sub %2, %9.xxxx
                   continue %10, %8
                 }
                 yield %1.zzww
",
            ),
            0.0,
        );
        let text = print(&after);
        assert!(text.contains(":f2 = loop"), "{text}");
        for region in after.live_regions() {
            for &inst in &after.regions[region].insts {
                let data = &after.insts[inst];
                let input = matches!(data.op, Op::Input { .. });
                let wide = data.results.iter().any(|&value| after.ty(value).lanes == 4);
                assert!(input || !wide, "{text}");
            }
        }
    }
}
