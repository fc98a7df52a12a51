//! `lower_lanes`: takes vectors to lanes on machines that compute in scalars.
//!
//! Needs `lower_composite`, which leaves no operation on whole vectors there. Gives, for targets that
//! compute in scalars: lanewise operations and values carried by `if` and loops have one lane. What
//! takes vectors still (lookups, outputs, memory) reads them through `compose`. Cost: linear.

use crate::opt::rewrite::{Rewriter, Transform, Visit};
use crate::opt::simplify::rewrite;
use crate::pass::{Exactness, Pass};
use crate::{Inst, Op, Region, Swizzle, Terminator, Use, Value, ValueData, ValueDef, VectorWidth};
use retroshade_diagnostics::Diagnostic;

/// The pass.
pub const LANES: Pass = Pass {
    name: "lower_lanes",
    exactness: Exactness::Rounding,
    run: |shader, capabilities| match capabilities.width {
        VectorWidth::Vec4 => Ok(false),
        VectorWidth::Scalar => rewrite(shader, capabilities, &mut Split::default()),
    },
};

#[derive(Default)]
struct Split {
    loops: Vec<OpenLoop>,
}

/// Lanes of what an open loop hands on.
struct OpenLoop {
    results: Vec<u8>,
    parameters: Vec<u8>,
    /// Parameters as they were, and the scalars that replace them.
    carried: Vec<(Value, Vec<Value>)>,
}

fn lane(operand: Use, lane: u8) -> Use {
    operand.then(Swizzle::splat(lane, 1))
}

/// Replaces values by scalars; gives the new list, and each old value with its lanes.
fn split_values(
    rw: &mut Rewriter<'_>,
    values: &[Value],
    def: impl Fn(u32) -> ValueDef,
) -> (Vec<Value>, Vec<(Value, Vec<Value>)>) {
    let mut all = Vec::with_capacity(values.len());
    let mut lanes_of = Vec::new();
    for &value in values {
        let ty = rw.shader.ty(value);
        if ty.lanes == 1 {
            rw.shader.values[value].def = def(all.len() as u32);
            all.push(value);
            continue;
        }
        let mut lanes = Vec::with_capacity(ty.lanes.into());
        for _ in 0..ty.lanes {
            let def = def(all.len() as u32);
            let scalar = rw.shader.values.push(ValueData {
                ty: ty.with_lanes(1),
                def,
            });
            all.push(scalar);
            lanes.push(scalar);
        }
        lanes_of.push((value, lanes));
    }
    (all, lanes_of)
}

/// Composes each old value of its lanes.
fn compose_values(rw: &mut Rewriter<'_>, values: &[(Value, Vec<Value>)]) {
    for (value, lanes) in values {
        let parts: Vec<Use> = lanes.iter().map(|&lane| rw.shader.whole(lane)).collect();
        let whole = rw.emit_as_is(Op::Compose, &parts);
        rw.replace(*value, whole);
    }
}

/// Hands on lanes where vectors of the given widths were handed on.
fn split_uses(rw: &Rewriter<'_>, uses: &[Use], widths: &[u8]) -> Vec<Use> {
    let lanes = uses
        .iter()
        .zip(widths)
        .flat_map(|(&operand, &width)| (0..width).map(move |number| lane(operand, number)));
    lanes.map(|operand| rw.resolve(operand)).collect()
}

fn widths(rw: &Rewriter<'_>, values: &[Value]) -> Vec<u8> {
    values
        .iter()
        .map(|&value| rw.shader.ty(value).lanes)
        .collect()
}

impl Transform for Split {
    fn visit(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        let data = rw.inst(inst);
        let op = data.op;
        if op == Op::Loop {
            self.enter_loop(rw, inst);
            return Ok(Visit::Keep);
        }
        let &[result] = data.results.as_slice() else {
            return Ok(Visit::Keep);
        };
        let lanes = rw.shader.ty(result).lanes;
        if lanes == 1 || !op.is_lanewise() {
            return Ok(Visit::Keep);
        }
        let args = data.args.clone();
        let parts: Vec<Use> = (0..lanes)
            .map(|number| {
                let args: Vec<Use> = args.iter().map(|&operand| lane(operand, number)).collect();
                rw.emit(op, &args)
            })
            .collect();
        let whole = rw.emit(Op::Compose, &parts);
        rw.replace(result, whole);
        Ok(Visit::Done)
    }

    fn begin_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, _region: Region) {
        if rw.inst(owner).op == Op::Loop {
            let carried = self
                .loops
                .last_mut()
                .map(|open| std::mem::take(&mut open.carried));
            compose_values(rw, &carried.unwrap_or_default());
        }
    }

    fn leave_region(&mut self, rw: &mut Rewriter<'_>, owner: Inst, region: Region) {
        let end = rw.shader.regions[region].end.clone();
        let around = self.loops.last();
        let end = match end {
            Terminator::Yield(uses) => {
                let widths = widths(rw, &rw.inst(owner).results);
                Terminator::Yield(split_uses(rw, &uses, &widths))
            }
            Terminator::Break(uses) => match around {
                Some(open) => Terminator::Break(split_uses(rw, &uses, &open.results)),
                None => Terminator::Break(uses),
            },
            Terminator::Continue(uses) => match around {
                Some(open) => Terminator::Continue(split_uses(rw, &uses, &open.parameters)),
                None => Terminator::Continue(uses),
            },
            end => end,
        };
        rw.shader.regions[region].end = end;
    }

    fn leave(&mut self, rw: &mut Rewriter<'_>, inst: Inst) -> Result<Visit, Diagnostic> {
        if rw.inst(inst).op == Op::Loop {
            self.loops.pop();
        }
        let results = rw.inst(inst).results.clone();
        if widths(rw, &results).iter().all(|&lanes| lanes == 1) {
            return Ok(Visit::Keep);
        }
        let def = |index| ValueDef::Result(inst, index);
        let (new, old) = split_values(rw, &results, def);
        rw.shader.insts[inst].results = new.into();
        rw.append(vec![inst]);
        compose_values(rw, &old);
        Ok(Visit::Done)
    }
}

impl Split {
    fn enter_loop(&mut self, rw: &mut Rewriter<'_>, inst: Inst) {
        let data = rw.inst(inst).clone();
        let body = data.regions[0];
        let parameters = rw.shader.regions[body].parameters.clone();
        let parameter_widths = widths(rw, &parameters);
        let args = split_uses(rw, &data.args, &parameter_widths);
        let def = |index| ValueDef::Parameter(body, index);
        let (new, carried) = split_values(rw, &parameters, def);
        rw.shader.insts[inst].args = args.into();
        rw.shader.regions[body].parameters = new;
        rw.changed |= !carried.is_empty();
        self.loops.push(OpenLoop {
            results: widths(rw, &data.results),
            parameters: parameter_widths,
            carried,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::LANES;
    use crate::opt::testing::{agrees, machines};
    use crate::opt::{COMPOSITE, DCE};
    use crate::{Op, Shader, VectorWidth};

    fn is_scalar(shader: &Shader) -> bool {
        shader.live_regions().iter().all(|&region| {
            let insts = &shader.regions[region].insts;
            insts.iter().all(|&inst| {
                let data = &shader.insts[inst];
                let checked = data.op.is_lanewise() || matches!(data.op, Op::If | Op::Loop);
                let mut results = data.results.iter();
                !checked || results.all(|&value| shader.ty(value).lanes == 1)
            })
        })
    }

    #[test]
    fn everything_is_scalar_but_inputs_and_outputs() {
        let text = "shader fragment \"a\"
input in0 \"v\" vec4
output out0 \"gl_FragColor\" vec4 builtin=frag_color
body {
  %0:f4 = input in0[0]
  %1:f4 = normalize %0
  %2:f4, %20:f1 = loop (%3:f4 = %1, %4:f1 = %0.x) {
    %5:b1 = lt %3.y, %0.z
    %6:f4, %7:f2 = if %5 {
      %8:f4 = mul %3, %1.wzyx
      break %8, %4
    } else {
      %9:f4 = sub %3, %1
      yield %9, %3.yx
    }
    %10:f4 = compose %6.xyz, %7.y
    %11:f4 = max %10, %0
    %12:b4 = lt %11, %0
    %13:f4 = select %12, %6, %10
    %15:b1 = lt %0.z, %4
    %16:f1 = const 1.0
    %17:f1 = sub %4, %16
    if %15 { yield } else { break %13, %17 }
    continue %13, %17
  }
  %14:f4 = add %2, %20.xxxx
  yield %14
}
";
        for machine in machines() {
            let after = agrees(&[COMPOSITE, LANES, DCE], &machine, text, 1e-5);
            assert_eq!(is_scalar(&after), machine.width == VectorWidth::Scalar);
        }
    }
}
