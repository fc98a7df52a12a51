//! `--matrices=auto`: the layout of each matrix uniform in the shortest program.
//!
//! By rows a product with a matrix is inner products, by columns a sum. Which is shorter depends on what else the program
//! computes, so whole programs are compared: all matrices in one layout, all in the other, then the better of both with
//! one matrix after the other turned for as long as programs get shorter.

use super::Target;
use super::compiled::Compiled;
use super::levels;
use crate::incumbent::is_defect;
use crate::options::{Matrices, Options};
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::entity::EntitySet;
use retroshade_ir::pass::Hooks;
use retroshade_ir::{MatrixLayout, Op, Shader, Uniform};

/// The number of programs that are compiled for one shader.
const BUDGET: usize = 16;

/// A shader with options by which every matrix has a layout.
pub(super) struct LaidOut {
    pub(super) shader: Shader,
    pub(super) options: Options,
    pub(super) program: Compiled,
}

/// The shortest program of a shader over the layouts that are left to the compiler, the target's own way among equals;
/// `None` where there is no choice, or no layout with which the shader compiles.
///
/// # Errors
/// Defects.
pub(super) fn shortest(
    target: &(impl Target + ?Sized),
    shader: &Shader,
    options: &Options,
    hooks: &Hooks<'_>,
) -> Result<Option<LaidOut>, Diagnostics> {
    // The layout decides how sums round, and the choice depends on the length of the whole program.
    if options.matrices != Some(Matrices::Auto) || shader.has_invariant_output() {
        return Ok(None);
    }
    let matrices = open_matrices(shader);
    if matrices.is_empty() {
        return Ok(None);
    }
    let own = target.capabilities(shader.stage, options).matrices;
    let mut search = Search {
        target,
        hooks,
        compilations: 0,
        best: None,
    };
    for layout in [own, own.other()] {
        let alike = Options {
            matrices: Some(layout.into()),
            ..options.clone()
        };
        search.try_out(shader.clone(), alike)?;
    }
    // A single matrix has been both ways.
    if matrices.len() > 1 {
        search.turn_each(&matrices)?;
    }
    Ok(search.best)
}

/// A search by hill climbing: the first improvement is taken.
struct Search<'a, 'h, T: ?Sized> {
    target: &'a T,
    hooks: &'a Hooks<'h>,
    compilations: usize,
    best: Option<LaidOut>,
}

impl<T: Target + ?Sized> Search<'_, '_, T> {
    /// Compiles a shader; true if its program is the shortest yet.
    fn try_out(&mut self, shader: Shader, options: Options) -> Result<bool, Diagnostics> {
        self.compilations += 1;
        let mut unseen = self.hooks.unseen();
        let compiled = levels::compile(self.target, shader.clone(), &options, &mut unseen);
        let program = match compiled {
            Err(errors) if is_defect(&errors) => return Err(errors),
            // What does not fit one way may fit another way.
            Err(_) | Ok(None) => return Ok(false),
            Ok(Some(program)) => program,
        };
        let best = self.best.as_ref();
        let is_shorter = best.is_none_or(|best| program.length() < best.program.length());
        if is_shorter {
            self.best = Some(LaidOut {
                shader,
                options,
                program,
            });
        }
        Ok(is_shorter)
    }

    /// Turns one matrix after the other until no turn makes the program shorter, or the budget is spent.
    fn turn_each(&mut self, matrices: &[Vec<Uniform>]) -> Result<(), Diagnostics> {
        let mut failed = 0;
        for matrix in matrices.iter().cycle() {
            let Some(best) = &self.best else {
                break;
            };
            if failed == matrices.len() || self.compilations == BUDGET {
                break;
            }
            let layout = best.options.matrices.and_then(Matrices::layout);
            let turned = turned(&best.shader, matrix, layout.unwrap_or_default());
            let options = best.options.clone();
            // A turn that helped need not be undone.
            failed = if self.try_out(turned, options)? {
                1
            } else {
                failed + 1
            };
        }
        Ok(())
    }
}

/// A shader with a matrix the other way round; `layout` is that of matrices that do not say theirs.
fn turned(shader: &Shader, matrix: &[Uniform], layout: MatrixLayout) -> Shader {
    let mut shader = shader.clone();
    for &uniform in matrix {
        let variable = &mut shader.interface.uniforms[uniform];
        variable.declared = Some(variable.declared.unwrap_or(layout).other());
    }
    shader
}

/// The matrix uniforms that are read and whose declarations do not say how they lie. Elements of an array lie alike.
fn open_matrices(shader: &Shader) -> Vec<Vec<Uniform>> {
    let mut read = EntitySet::new();
    for region in shader.live_regions() {
        for &inst in &shader.regions[region].insts {
            if let Op::Uniform { uniform, .. } | Op::UniformIndexed { uniform, .. } =
                shader.insts[inst].op
            {
                read.insert(uniform);
            }
        }
    }
    let mut matrices: IndexMap<String, Vec<Uniform>> = IndexMap::new();
    for (uniform, variable) in shader.interface.uniforms.iter() {
        if variable.shape.columns > 1 && variable.declared.is_none() && read.contains(uniform) {
            let elements = matrices
                .entry(without_elements(&variable.name))
                .or_default();
            elements.push(uniform);
        }
    }
    matrices.into_values().collect()
}

/// A name without the numbers of elements: `uLights[].turn` of `uLights[1].turn`.
fn without_elements(name: &str) -> String {
    let mut pieces = name.split('[');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |name, piece| {
        name + "[" + piece.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}
