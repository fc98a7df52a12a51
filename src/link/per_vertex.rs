//! Work moved from the fragment shader to the vertex shader on request.
//!
//! What a fragment shader computes of varyings and uniforms alone, the vertex shader can compute once for each vertex: the
//! result is interpolated in the place of what it was computed of. That is what people write for such machines by hand. It
//! is another picture wherever the computation is not linear, so nothing moves that nobody asked for.
//!
//! A value can move if all that it is computed of can. The last ones of a chain become varyings: those that something reads
//! which stays, such as a lookup or a product with one.

use super::check::Partners;
use retroshade_ir::build::{Builder, change_handed_on};
use retroshade_ir::pass::Hooks;
use retroshade_ir::{
    Capabilities, Effect, Input, Inst, Interpolation, Op, Output, Precision, Scalar, Shader, Shape,
    Uniform, Use, Value, Variable, pipeline,
};
use std::collections::{HashMap, HashSet};

/// Moves what can move from the fragment shader to the vertex shader. `partners` are the varyings that both have; those
/// that take the place of computations are added. Returns how many computations moved.
pub(super) fn move_work(
    vertex: &mut Shader,
    fragment: &mut Shader,
    partners: &mut Partners,
) -> usize {
    // A shader that never ends hands nothing on.
    if vertex.handed_on().is_empty() {
        return 0;
    }
    flatten(fragment);
    let chains = Chains::of(fragment, partners);
    let last = chains.last_ones(fragment);
    if last.is_empty() || !has_uniforms_of(vertex, fragment, &last) {
        return 0;
    }
    let moved = last.len();
    let carried: Vec<Variable> = last
        .iter()
        .enumerate()
        .map(|(number, &inst)| Variable {
            precision: Some(Precision::High),
            span: fragment.insts[inst].span,
            ..Variable::new(
                free_name(vertex, fragment, number),
                Shape::vector(Scalar::Float, fragment.ty(fragment.result(inst)).lanes),
            )
        })
        .collect();
    hand_on(vertex, fragment, &last, partners);
    for (inst, variable) in last.into_iter().zip(carried) {
        let output = vertex.interface.outputs.push(variable.clone());
        let input = fragment.interface.inputs.push(variable);
        let data = &mut fragment.insts[inst];
        data.op = Op::Input { input, slot: 0 };
        data.args.clear();
        partners.insert(input, output);
    }
    moved
}

/// Takes computations out of loops and branches, where only the body of the shader is looked at. What the passes refuse
/// stays as it is.
fn flatten(fragment: &mut Shader) {
    let mut flat = fragment.clone();
    let capabilities = Capabilities::MINIMAL;
    let ran = pipeline::flattening().run(&mut flat, &capabilities, &mut Hooks::default());
    if ran.is_ok() {
        *fragment = flat;
    }
}

/// What can be computed in the vertex shader.
struct Chains {
    /// In the order of the body: instructions that compute something of at least one varying.
    working: Vec<Inst>,
    /// Their results, and what those are computed of.
    known: HashSet<Value>,
}

impl Chains {
    fn of(fragment: &Shader, partners: &Partners) -> Chains {
        let mut chains = Chains {
            working: Vec::new(),
            known: HashSet::new(),
        };
        let mut of_varyings: HashSet<Value> = HashSet::new();
        // Results of arithmetic; to put lanes together is no work.
        let mut worked: HashSet<Value> = HashSet::new();
        for &inst in &fragment.regions[fragment.body].insts {
            let data = &fragment.insts[inst];
            let args = || data.args.iter().map(|arg| arg.value);
            let can_move = match data.op {
                Op::Input { input, .. } => {
                    let variable = &fragment.interface.inputs[input];
                    partners.contains_key(&input) && variable.interpolation != Interpolation::Flat
                }
                Op::Uniform { .. } | Op::Constant(_) => true,
                op => {
                    let is_plain = op.kind().simple().is_some() || uniform_of(op).is_some();
                    is_plain
                        && op.effect(true) == Effect::Pure
                        && args().all(|arg| chains.known.contains(&arg))
                }
            };
            if !can_move {
                continue;
            }
            chains.known.extend(&data.results);
            if matches!(data.op, Op::Input { .. }) || args().any(|arg| of_varyings.contains(&arg)) {
                of_varyings.extend(&data.results);
                let is_work = !matches!(data.op, Op::Input { .. } | Op::Compose);
                if is_work || args().any(|arg| worked.contains(&arg)) {
                    worked.extend(&data.results);
                    chains.working.push(inst);
                }
            }
        }
        chains
    }

    /// The instructions whose results become varyings: what stays reads them. Only floats are interpolated; where
    /// something reads a truth or an int, its operands are the last ones.
    fn last_ones(&self, fragment: &Shader) -> Vec<Inst> {
        let working: HashSet<Inst> = self.working.iter().copied().collect();
        let mut read: HashSet<Value> = HashSet::new();
        for region in fragment.live_regions() {
            let region = &fragment.regions[region];
            read.extend(region.end.uses().iter().map(|one| one.value));
            for inst in region.insts.iter().filter(|inst| !working.contains(inst)) {
                read.extend(fragment.insts[*inst].args.iter().map(|arg| arg.value));
            }
        }
        let mut last = Vec::new();
        for &inst in self.working.iter().rev() {
            let result = fragment.result(inst);
            if !read.contains(&result) {
                continue;
            }
            if fragment.ty(result).scalar == Scalar::Float {
                last.push(inst);
            } else {
                read.extend(fragment.insts[inst].args.iter().map(|arg| arg.value));
            }
        }
        last.reverse();
        last
    }
}

/// The instructions of the body that the results of some need, with themselves, in the order of the body.
fn needed(fragment: &Shader, last: &[Inst]) -> Vec<Inst> {
    let mut wanted: HashSet<Inst> = last.iter().copied().collect();
    let mut needed = Vec::new();
    for &inst in fragment.regions[fragment.body].insts.iter().rev() {
        if wanted.contains(&inst) {
            let args = fragment.insts[inst].args.iter();
            wanted.extend(args.filter_map(|arg| fragment.def_inst(arg.value)));
            needed.push(inst);
        }
    }
    needed.reverse();
    needed
}

/// True if the vertex shader declares no uniform otherwise that would be computed with.
fn has_uniforms_of(vertex: &Shader, fragment: &Shader, last: &[Inst]) -> bool {
    let needed = needed(fragment, last);
    let mut read = needed
        .iter()
        .filter_map(|&inst| uniform_of(fragment.insts[inst].op));
    read.all(|uniform| {
        let wanted = &fragment.interface.uniforms[uniform];
        let found = uniform_named(vertex, &wanted.name);
        let declared = found.map(|found| &vertex.interface.uniforms[found]);
        declared.is_none_or(|one| one.shape == wanted.shape && one.slots() == wanted.slots())
    })
}

fn uniform_named(shader: &Shader, name: &str) -> Option<Uniform> {
    let mut uniforms = shader.interface.uniforms.iter();
    uniforms.find_map(|(uniform, variable)| (variable.name == name).then_some(uniform))
}

/// A name that neither shader has.
fn free_name(vertex: &Shader, fragment: &Shader, number: usize) -> String {
    let has = |shader: &Shader, name: &str| {
        let interface = &shader.interface;
        let inputs = interface.inputs.values().chain(interface.outputs.values());
        let mut all = inputs.chain(interface.uniforms.values());
        all.any(|variable| variable.name == name)
    };
    let mut name = format!("per_vertex_{number}");
    while has(vertex, &name) || has(fragment, &name) {
        name.push('_');
    }
    name
}

/// Makes the vertex shader compute results of the fragment shader's, and hand them on behind its own outputs.
fn hand_on(vertex: &mut Shader, fragment: &Shader, last: &[Inst], partners: &Partners) {
    let slots = vertex.interface.output_slots();
    let places: HashMap<(Output, u32), usize> = slots
        .enumerate()
        .map(|(place, slot)| (slot, place))
        .collect();
    let needed = needed(fragment, last);
    change_handed_on(vertex, |builder, handed| {
        let varying = |input: Input, slot: u32| {
            let output = partners.get(&input).copied()?;
            handed.get(*places.get(&(output, slot))?).copied()
        };
        let mut made: HashMap<Value, Use> = HashMap::new();
        for &inst in &needed {
            let data = &fragment.insts[inst];
            let result = fragment.result(inst);
            let ty = fragment.ty(result);
            builder.span = data.span;
            let value = match data.op {
                Op::Input { input, slot } => varying(input, slot),
                op => {
                    let op = with_uniform_of(op, builder, fragment);
                    let args = data.args.iter();
                    let args = args.map(|arg| Some(made.get(&arg.value)?.then(arg.swizzle)));
                    let args: Option<Vec<Use>> = args.collect();
                    args.map(|args| builder.typed(op, &args, ty))
                }
            };
            made.extend(value.map(|value| (result, value)));
        }
        let results = last
            .iter()
            .filter_map(|&inst| made.get(&fragment.result(inst)));
        handed.iter().chain(results).copied().collect()
    });
}

/// The uniform that an operation reads.
fn uniform_of(op: Op) -> Option<Uniform> {
    match op {
        Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => Some(uniform),
        _ => None,
    }
}

/// An operation of the fragment shader in the vertex shader, which gets the declaration of a uniform that it has not.
fn with_uniform_of(mut op: Op, builder: &mut Builder<'_>, fragment: &Shader) -> Op {
    if let Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } = &mut op {
        let variable = &fragment.interface.uniforms[*uniform];
        let known = uniform_named(builder.shader, &variable.name);
        *uniform =
            known.unwrap_or_else(|| builder.shader.interface.uniforms.push(variable.clone()));
    }
    op
}
