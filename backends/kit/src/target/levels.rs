//! Programs of the default level beside those of the others.
//!
//! A long search begins elsewhere than a short one and may end worse, and a level that does less may find no room where
//! the default finds some. So the default's program is one of those compared at `-O3`, and what another level cannot
//! compile is compiled as the default does it.

use super::Target;
use super::compiled::Compiled;
use super::forms;
use crate::incumbent::is_defect;
use crate::options::{Optimize, Options};
use retroshade_diagnostics::Diagnostics;
use retroshade_ir::Shader;
use retroshade_ir::pass::Hooks;

/// Compiles a shader whose matrices have their layouts; `None` where the hooks stopped the passes early.
///
/// # Errors
/// As [`Target::compile_laid_out`] at the level that was asked for.
pub(super) fn compile(
    target: &(impl Target + ?Sized),
    shader: Shader,
    options: &Options,
    hooks: &mut Hooks<'_>,
) -> Result<Option<Compiled>, Diagnostics> {
    // What somebody watches is one way from the source to a program.
    if options.optimize == Optimize::Normal || forms::is_watched(hooks) {
        return target.compile_laid_out(shader, options, hooks);
    }
    let asked = target.compile_laid_out(shader.clone(), options, hooks);
    let refused = match &asked {
        Err(errors) if is_defect(errors) => return asked,
        Err(_) => true,
        Ok(_) => false,
    };
    // Values of outputs that are invariant must not depend on the length of a program.
    let compares = options.optimize == Optimize::Most && !shader.has_invariant_output();
    if !refused && !compares {
        return asked;
    }
    let usual = Options {
        optimize: Optimize::Normal,
        ..options.clone()
    };
    let usual = target.compile_laid_out(shader, &usual, hooks);
    match (&asked, &usual) {
        (Err(_), Ok(Some(_))) => usual,
        (Ok(Some(long)), Ok(Some(short))) if short.length() < long.length() => usual,
        _ => asked,
    }
}
