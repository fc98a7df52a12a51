//! The printed form of shaders, held to its rules.

use super::{Failure, Judge, Kind, first, guarded, settings};
use retroshade_diagnostics::fault::Fault;
use retroshade_ir::pass::{After, Hooks, Seen};
use retroshade_ir::verify::verify;
use retroshade_ir::{Shader, text};
use retroshade_kit::target::{Compiled, Optimize, Options, Position, Target};

impl Judge<'_> {
    /// Whether the printed form after each pass reads back to a valid shader, after the last pass to one
    /// that may go through the passes again, and that of the frontend's shader to one that compiles to
    /// the same program.
    ///
    /// # Errors
    /// Where not.
    pub fn printed(&self, target: &'static dyn Target, level: Optimize) -> Result<(), Failure> {
        let fail = |fault: Fault| Failure {
            kind: Kind::Printed,
            target: target.name(),
            level,
            message: fault.into(),
        };
        let settings = Options {
            position: Position::Native,
            ..settings(level)
        };
        let mut fault = None;
        let mut look = |pass: &'static str, seen: Seen<'_>| {
            let Some(shader) = seen.shader() else {
                return;
            };
            let found = read_back(shader);
            if let (None, Err(message)) = (&fault, found) {
                fault = Some(format!("after {pass}: {message}"));
            }
        };
        let mut hooks = Hooks {
            print_after: After::All,
            look: Some(&mut look),
            ..Hooks::default()
        };
        let mut prepared = self.shader.clone();
        let outcome = target.prepare(&mut prepared, &settings, &mut hooks);
        if let Some(message) = fault {
            return Err(fail(message.into()));
        }
        if outcome.is_err() {
            return Ok(());
        }
        let mut second = read_back(&prepared).map_err(fail)?;
        let mut hooks = Hooks {
            verify: true,
            ..Hooks::default()
        };
        if let Err(errors) = target.prepare(&mut second, &settings, &mut hooks) {
            let message = first(&errors).1;
            return Err(fail(
                format!("the passes take not what they left: {message}").into(),
            ));
        }
        let again = read_back(&self.shader).map_err(fail)?;
        let compile = |shader: &Shader| -> Option<Compiled> {
            guarded(|| target.compile(shader, &settings)).ok()
        };
        let (one, two) = (compile(&self.shader), compile(&again));
        if one.map(|one| one.binary) == two.map(|two| two.binary) {
            Ok(())
        } else {
            Err(fail("the printed form compiles to another program".into()))
        }
    }
}

fn read_back(shader: &Shader) -> Result<Shader, Fault> {
    let printed = text::print(shader);
    let read = text::parse(&printed, retroshade_diagnostics::FileId(0));
    let read = read.map_err(|fault| fault.message)?;
    verify(&read).map_err(|faults| faults.iter().map(ToString::to_string).collect::<String>())?;
    Ok(read)
}
