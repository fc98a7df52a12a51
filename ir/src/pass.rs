//! Passes and pipelines: running a list of passes, with a look between any two of them.
//!
//! A pass is a function in a file of its own below `opt`. Its name says the kind: `opt_`
//! may be left out, `lower_` is needed by a target, `calc_` chooses a form without changing the
//! meaning of the interface, `check_` changes nothing. A pipeline is a readable list:
//!
//! ```
//! use retroshade_ir::pass::{Hooks, Pass, Pipeline};
//! use retroshade_ir::{Capabilities, Shader, Stage};
//! # use retroshade_ir::Terminator;
//!
//! const TIDY: Pass = Pass { name: "opt_nothing", run: |_, _| Ok(false) };
//!
//! let pipeline = Pipeline::new(&[TIDY]);
//! let mut shader = Shader::new(Stage::Vertex, "a.vert");
//! # let body = shader.body;
//! # shader.regions[body].end = Terminator::Yield(Vec::new());
//! let report = pipeline.run(&mut shader, &Capabilities::MINIMAL, &mut Hooks::default()).unwrap();
//! assert!(!report.changed && report.stopped_after.is_none());
//! ```

use crate::verify::verify_after;
use crate::{Capabilities, Shader};
use retroshade_diagnostics::Diagnostic;

/// A pass: its name in `--print-after=` and the function, which says whether it changed anything.
/// An error is what the shader asks and the target cannot do.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// `opt_dce`
    pub name: &'static str,
    /// The work.
    pub run: fn(&mut Shader, &Capabilities) -> Result<bool, Diagnostic>,
}

/// After which passes to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum After {
    /// None.
    #[default]
    Never,
    /// Each, whether or not it changed something.
    All,
    /// Those with one of the names.
    Named(Vec<String>),
}

impl After {
    /// Reads the value of `--print-after=`: `all`, or names joined by commas.
    pub fn parse(text: &str) -> After {
        if text == "all" {
            return After::All;
        }
        After::Named(text.split(',').map(str::to_owned).collect())
    }

    fn includes(&self, name: &str) -> bool {
        match self {
            After::Never => false,
            After::All => true,
            After::Named(names) => names.iter().any(|wanted| wanted == name),
        }
    }
}

/// Receives a pass's name and the shader as the pass left it.
pub type Look<'a> = &'a mut (dyn FnMut(&'static str, &Shader) + Send);

/// What to do between passes.
#[derive(Default)]
pub struct Hooks<'a> {
    /// After which passes `look` is called.
    pub print_after: After,
    /// Stop after the first pass of this name.
    pub stop_after: Option<String>,
    /// Verify after every pass in release builds too; debug builds always do.
    pub verify: bool,
    /// Called with the pass's name and the shader as it left it.
    pub look: Option<Look<'a>>,
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether any pass changed the shader.
    pub changed: bool,
    /// The pass that `stop_after` named, if it was reached.
    pub stopped_after: Option<&'static str>,
}

impl Report {
    /// What this run and one that went on from there did.
    pub fn and(self, later: Report) -> Report {
        Report {
            changed: self.changed || later.changed,
            stopped_after: self.stopped_after.or(later.stopped_after),
        }
    }
}

/// Passes in the order in which they run. A pass may be listed more than once.
#[derive(Clone, Debug, Default)]
pub struct Pipeline {
    passes: Vec<Pass>,
}

impl Pipeline {
    /// The listed passes.
    pub fn new(passes: &[Pass]) -> Pipeline {
        Pipeline {
            passes: passes.to_vec(),
        }
    }

    /// These passes, then the listed ones.
    pub fn then(mut self, passes: &[Pass]) -> Pipeline {
        self.passes.extend_from_slice(passes);
        self
    }

    /// The passes before the first of this name, and it with the rest.
    pub fn split(mut self, name: &str) -> (Pipeline, Pipeline) {
        let named = self.passes.iter().position(|pass| pass.name == name);
        let rest = self.passes.split_off(named.unwrap_or(self.passes.len()));
        (self, Pipeline { passes: rest })
    }

    /// The passes in order.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Whether a pass of this name is listed, for checking what the user typed.
    pub fn contains(&self, name: &str) -> bool {
        self.passes.iter().any(|pass| pass.name == name)
    }

    /// Runs the passes. A pass that found nothing to do is not run again before another has changed
    /// the shader. An error of kind bug means that a pass broke the shader.
    pub fn run(
        &self,
        shader: &mut Shader,
        capabilities: &Capabilities,
        hooks: &mut Hooks<'_>,
    ) -> Result<Report, Diagnostic> {
        let mut report = Report {
            changed: false,
            stopped_after: None,
        };
        // Passes that have found nothing to do since the last change.
        let mut idle: Vec<&str> = Vec::with_capacity(self.passes.len());
        for pass in &self.passes {
            if !idle.contains(&pass.name) {
                if (pass.run)(shader, capabilities)? {
                    report.changed = true;
                    idle.clear();
                } else {
                    idle.push(pass.name);
                }
                if hooks.verify || cfg!(debug_assertions) {
                    verify_after(shader, pass.name)?;
                }
            }
            if let (true, Some(look)) = (hooks.print_after.includes(pass.name), &mut hooks.look) {
                look(pass.name, shader);
            }
            if hooks.stop_after.as_deref() == Some(pass.name) {
                report.stopped_after = Some(pass.name);
                break;
            }
        }
        Ok(report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stage;

    const RENAME: Pass = Pass {
        name: "opt_rename",
        run: |shader, _| {
            shader.name.push('!');
            Ok(true)
        },
    };
    const KEEP: Pass = Pass {
        name: "check_keep",
        run: |_, _| Ok(false),
    };

    fn run(hooks: &mut Hooks<'_>) -> (Shader, Report) {
        let mut shader = Shader::new(Stage::Vertex, "a");
        let body = shader.body;
        shader.regions[body].end = crate::Terminator::Yield(Vec::new());
        let pipeline = Pipeline::new(&[KEEP, RENAME]).then(&[KEEP, RENAME]);
        let report = pipeline
            .run(&mut shader, &Capabilities::FULL, hooks)
            .unwrap();
        (shader, report)
    }

    #[test]
    fn runs_in_order_and_looks_where_asked() {
        let mut seen = Vec::new();
        let mut look = |name: &'static str, shader: &Shader| {
            seen.push((name, shader.name.clone()));
        };
        let (shader, report) = run(&mut Hooks {
            print_after: After::parse("opt_rename"),
            look: Some(&mut look),
            ..Hooks::default()
        });
        assert_eq!(shader.name, "a!!");
        assert!(report.changed);
        assert_eq!(
            seen,
            [
                ("opt_rename", "a!".to_owned()),
                ("opt_rename", "a!!".to_owned())
            ]
        );
    }

    #[test]
    fn runs_again_only_after_a_change() {
        const COUNT: Pass = Pass {
            name: "check_count",
            run: |shader, _| {
                shader.name.push('.');
                Ok(false)
            },
        };
        let mut shader = Shader::new(Stage::Vertex, "a");
        let body = shader.body;
        shader.regions[body].end = crate::Terminator::Yield(Vec::new());
        Pipeline::new(&[COUNT, KEEP, COUNT, RENAME, COUNT, COUNT])
            .run(&mut shader, &Capabilities::FULL, &mut Hooks::default())
            .unwrap();
        assert_eq!(shader.name, "a.!.");
    }

    #[test]
    fn stops_after_the_first_of_the_name() {
        let (shader, report) = run(&mut Hooks {
            stop_after: Some("opt_rename".into()),
            ..Hooks::default()
        });
        assert_eq!(shader.name, "a!");
        assert_eq!(report.stopped_after, Some("opt_rename"));
    }

    #[test]
    fn splits_before_the_first_of_the_name() {
        let names = |pipeline: &Pipeline| -> Vec<&str> {
            pipeline.passes().iter().map(|pass| pass.name).collect()
        };
        let pipeline = Pipeline::new(&[KEEP, RENAME, KEEP, RENAME]);
        let (first, rest) = pipeline.clone().split("opt_rename");
        assert_eq!(names(&first), ["check_keep"]);
        assert_eq!(names(&rest), ["opt_rename", "check_keep", "opt_rename"]);
        let (first, rest) = pipeline.split("opt_unknown");
        assert_eq!((first.passes().len(), rest.passes().len()), (4, 0));
    }

    #[test]
    fn after_reads_lists() {
        assert_eq!(After::parse("all"), After::All);
        assert!(After::parse("a,b").includes("b") && !After::parse("a,b").includes("c"));
    }
}
