//! Which register every variable lives in: attributes and varyings by slot, uniforms one vector for
//! each slot from address 0, small ones sharing vectors, behind them what the driver supplies, behind that the literals.

use super::isa::{ATTRIBUTES, OUTPUTS, UNIFORMS};
use indexmap::IndexMap;
use retroshade_diagnostics::{Code, Diagnostic, Diagnostics, codes};
use retroshade_ir::{Builtin, Input, Op, Output, Shader, Uniform, Variable};

/// First registers.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Of each attribute that is read.
    pub attributes: IndexMap<Input, u32>,
    /// Of each output.
    pub outputs: IndexMap<Output, u32>,
    /// Of each uniform that is read.
    pub uniforms: IndexMap<Uniform, u32>,
    /// The first lane of those that share their vector with others.
    pub lanes: IndexMap<Uniform, u8>,
    /// The first address behind the uniforms.
    pub constants: u32,
}

/// Registers of one file.
struct File {
    letter: char,
    taken: Vec<bool>,
    code: Code,
    what: &'static str,
    needed: u32,
}

impl File {
    fn new(letter: char, size: u32, code: Code, what: &'static str) -> File {
        File {
            letter,
            taken: vec![false; size as usize],
            code,
            what,
            needed: 0,
        }
    }

    fn is_free(&self, first: u32, count: u32) -> bool {
        (first..first.saturating_add(count))
            .all(|index| self.taken.get(index as usize) == Some(&false))
    }

    fn take(&mut self, first: u32, count: u32) {
        let range = self.taken.iter_mut().skip(first as usize);
        range.take(count as usize).for_each(|slot| *slot = true);
    }

    /// The register that the user or the source demands.
    fn fixed(&self, variable: &Variable) -> Result<Option<u32>, Diagnostic> {
        let Some(register) = &variable.bind else {
            return Ok(variable.location);
        };
        let number = register
            .strip_prefix(self.letter)
            .and_then(|digits| digits.parse().ok());
        number.map(Some).ok_or_else(|| {
            let (letter, last) = (self.letter, self.taken.len().saturating_sub(1));
            let message = format!(
                "`{}` cannot be in `{register}`: {} are {letter}0 to {letter}{last}",
                variable.name, self.what
            );
            Diagnostic::error(codes::target::BINDING, message).at(variable.span, "declared here")
        })
    }

    fn place_fixed(&mut self, variable: &Variable, index: u32) -> Result<u32, Diagnostic> {
        if !self.is_free(index, variable.slots()) {
            let message = format!(
                "`{}` cannot be in `{}{index}`: it does not exist or holds something else",
                variable.name, self.letter
            );
            return Err(Diagnostic::error(codes::target::BINDING, message)
                .at(variable.span, "declared here"));
        }
        self.take(index, variable.slots());
        Ok(index)
    }

    fn place(&mut self, variable: &Variable) -> Result<u32, Diagnostic> {
        let count = variable.slots();
        let size = self.taken.len() as u32;
        let found = (0..size).find(|first| self.is_free(*first, count));
        let Some(first) = found else {
            let message = format!(
                "lima: {} need {} registers, there are {size}",
                self.what, self.needed
            );
            let label = format!("no {count} registers in a row are left");
            return Err(Diagnostic::error(self.code, message).at(variable.span, label));
        };
        self.take(first, count);
        Ok(first)
    }
}

/// Places a list of variables, fixed ones first.
fn assign<'a, K: Copy + Eq + std::hash::Hash + Ord>(
    file: &mut File,
    variables: &[(K, &'a Variable)],
    errors: &mut Diagnostics,
) -> IndexMap<K, u32> {
    let mut places = IndexMap::new();
    let mut rest: Vec<(K, &'a Variable)> = Vec::new();
    for (key, variable) in variables {
        file.needed = file.needed.saturating_add(variable.slots());
        let placed = match file.fixed(variable) {
            Ok(None) => {
                rest.push((*key, variable));
                continue;
            }
            Ok(Some(index)) => file.place_fixed(variable, index),
            Err(error) => Err(error),
        };
        match placed {
            Ok(index) => {
                places.insert(*key, index);
            }
            Err(error) => errors.push(error),
        }
    }
    for (key, variable) in rest {
        match file.place(variable) {
            Ok(index) => {
                places.insert(key, index);
            }
            Err(error) => errors.push(error),
        }
    }
    places.sort_keys();
    places
}

/// Assigns every variable its register.
///
/// # Errors
/// Bindings that do not fit, and what there are not enough registers for.
pub fn layout(shader: &Shader) -> Result<Layout, Diagnostics> {
    let mut errors = Diagnostics::new();
    let (mut inputs, mut uniforms) = (Vec::new(), Vec::new());
    for region in shader.live_regions() {
        for inst in &shader.regions[region].insts {
            match shader.insts[*inst].op {
                Op::Input { input, .. } | Op::InputIndexed { input, .. } => inputs.push(input),
                Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } => {
                    uniforms.push(uniform);
                }
                _ => {}
            }
        }
    }
    inputs.sort();
    inputs.dedup();
    uniforms.sort();
    uniforms.dedup();

    let mut file = File::new('a', ATTRIBUTES, codes::limit::ATTRIBUTES, "attributes");
    let mut variables = Vec::new();
    for input in inputs {
        let variable = &shader.interface.inputs[input];
        if variable.builtin.is_some() {
            let message = format!("lima vertex programs have no `{}`", variable.name);
            errors.push(
                Diagnostic::error(codes::target::UNSUPPORTED, message)
                    .at(variable.span, "used by the shader")
                    .with_help("send it as an attribute"),
            );
            continue;
        }
        variables.push((input, variable));
    }
    let attributes = assign(&mut file, &variables, &mut errors);

    let mut file = File::new('v', OUTPUTS, codes::limit::VARYINGS, "outputs");
    let mut outputs = IndexMap::new();
    // The rasteriser takes the position from output 0, whatever the shader writes.
    file.take(0, 1);
    file.needed = 1;
    let mut variables = Vec::new();
    let mut last = Vec::new();
    for (output, variable) in shader.interface.outputs.iter() {
        match variable.builtin {
            Some(Builtin::Position) => {
                outputs.insert(output, 0);
            }
            Some(Builtin::PointSize) => last.push((output, variable)),
            _ => variables.push((output, variable)),
        }
    }
    variables.extend(last);
    outputs.extend(assign(&mut file, &variables, &mut errors));
    outputs.sort_keys();

    let mut file = File::new('u', UNIFORMS, codes::limit::CONSTANTS, "uniforms");
    let variables: Vec<_> = uniforms
        .iter()
        .map(|uniform| (*uniform, &shader.interface.uniforms[*uniform]))
        .collect();
    let (shared, whole): (Vec<_>, Vec<_>) = variables.into_iter().partition(|(_, v)| is_small(v));
    let mut uniforms = assign(&mut file, &whole, &mut errors);
    let lanes = share(&mut file, &shared, &mut uniforms, &mut errors);
    if errors.has_errors() {
        return Err(errors);
    }
    let constants = file
        .taken
        .iter()
        .rposition(|taken| *taken)
        .map_or(0, |last| last as u32 + 1);
    Ok(Layout {
        attributes,
        outputs,
        uniforms,
        lanes,
        constants,
    })
}

/// Whether a uniform may share a vector: one load then gives both.
fn is_small(variable: &Variable) -> bool {
    variable.bind.is_none()
        && variable.location.is_none()
        && variable.slots() == 1
        && variable.shape.array.is_none()
        && variable.slot_lanes() < 4
}

/// Packs small uniforms in order, each into the first vector with room. Gives their first lanes.
fn share(
    file: &mut File,
    variables: &[(Uniform, &Variable)],
    uniforms: &mut IndexMap<Uniform, u32>,
    errors: &mut Diagnostics,
) -> IndexMap<Uniform, u8> {
    let mut lanes = IndexMap::new();
    let mut vectors: Vec<(u32, u8)> = Vec::new();
    for (uniform, variable) in variables {
        let width = variable.slot_lanes();
        let found = vectors.iter_mut().find(|(_, used)| used + width <= 4);
        let (index, lane) = match found {
            Some((index, used)) => {
                let lane = *used;
                *used += width;
                (*index, lane)
            }
            None => match file.place(variable) {
                Ok(index) => {
                    vectors.push((index, width));
                    (index, 0)
                }
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            },
        };
        uniforms.insert(*uniform, index);
        lanes.insert(*uniform, lane);
    }
    uniforms.sort_keys();
    lanes
}
