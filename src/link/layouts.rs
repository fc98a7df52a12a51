//! How the matrix uniforms of a pair lie: a uniform of both shaders in one way.

use indexmap::IndexMap;
use retroshade_diagnostics::{Diagnostic, Diagnostics, Span, codes};
use retroshade_ir::{MatrixLayout, Shader, Variable};

/// By the name of a leaf: what a declaration says, and where it stands.
type Said = IndexMap<String, (MatrixLayout, Span)>;

/// Gives a matrix uniform of both shaders what the declaration in one of them says.
///
/// # Errors
/// Matrices of which the two shaders say different things.
pub(super) fn agree(vertex: &mut Shader, fragment: &mut Shader) -> Result<(), Diagnostics> {
    let mut said = Said::new();
    let mut errors = Diagnostics::new();
    // What one leaf says goes to all leaves of its variable, which may be separate in the other shader.
    loop {
        let known = said.len();
        for shader in [&mut *vertex, &mut *fragment] {
            for variable in matrices(shader) {
                take(variable, &mut said, &mut errors);
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        if said.len() == known {
            return Ok(());
        }
    }
}

/// Gives the matrix uniforms of a shader the layouts that they have got in the other.
pub(super) fn follow(shader: &mut Shader, other: &Shader) {
    let mut given: IndexMap<String, MatrixLayout> = IndexMap::new();
    for variable in other.interface.uniforms.values() {
        let leaves = variable.leaves().into_iter();
        given.extend(leaves.map(|leaf| (leaf.name, variable.layout)));
    }
    for variable in matrices(shader) {
        let leaves = variable.leaves();
        let layout = leaves.iter().find_map(|leaf| given.get(&leaf.name));
        variable.declared = variable.declared.or(layout.copied());
    }
}

fn matrices(shader: &mut Shader) -> impl Iterator<Item = &mut Variable> {
    let uniforms = shader.interface.uniforms.values_mut();
    uniforms.filter(|variable| variable.shape.columns > 1)
}

fn take(variable: &mut Variable, said: &mut Said, errors: &mut Diagnostics) {
    let leaves = variable.leaves();
    for leaf in &leaves {
        let Some(&(layout, span)) = said.get(&leaf.name) else {
            continue;
        };
        if *variable.declared.get_or_insert(layout) != layout {
            let message = format!(
                "the uniform `{}` is to lie in rows in one shader and in columns in the other",
                leaf.name
            );
            errors.push(
                Diagnostic::error(codes::link::UNIFORM_TYPE, message)
                    .at(variable.span, "declared here")
                    .and_at(span, "and in the other shader here"),
            );
            return;
        }
    }
    if let Some(layout) = variable.declared {
        for leaf in leaves {
            said.entry(leaf.name).or_insert((layout, variable.span));
        }
    }
}
