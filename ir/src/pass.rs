//! Passes and pipelines: running a list of passes, with a look between any two of them.
//!
//! What a pass works on is a [`Unit`]: the shader here, a machine program in the backends. A pass is a
//! function in a file of its own. Below `opt` its name says the kind: `opt_`
//! may be left out, `lower_` is needed by a target, `calc_` chooses a form without changing the
//! meaning of the interface, `check_` changes nothing. A pipeline is a readable list:
//!
//! ```
//! use retroshade_ir::pass::{Exactness, Hooks, Pass, Pipeline};
//! use retroshade_ir::{Capabilities, Shader, Stage};
//! # use retroshade_ir::Terminator;
//!
//! const TIDY: Pass = Pass {
//!     name: "opt_nothing",
//!     exactness: Exactness::Exact,
//!     run: |_, _| Ok(false),
//! };
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
use indexmap::IndexMap;
use retroshade_diagnostics::Diagnostic;
use std::fmt;
use std::time::{Duration, Instant};

/// What passes work on.
pub trait Unit {
    /// Checks every rule of the representation.
    ///
    /// # Errors
    /// A bug of the pass of this name.
    fn verify_after(&self, pass: &str) -> Result<(), Diagnostic>;

    /// Returns the unit as hooks see it.
    fn seen(&self) -> Seen<'_>;
}

impl Unit for Shader {
    fn verify_after(&self, pass: &str) -> Result<(), Diagnostic> {
        verify_after(self, pass)
    }

    fn seen(&self) -> Seen<'_> {
        Seen::Shader(self)
    }
}

/// A unit as hooks see it. Its text parses back.
#[derive(Clone, Copy)]
pub enum Seen<'a> {
    /// A shader.
    Shader(&'a Shader),
    /// A program of a backend.
    Machine(&'a (dyn fmt::Display + 'a)),
}

impl<'a> Seen<'a> {
    /// The shader, if it is one.
    pub fn shader(self) -> Option<&'a Shader> {
        match self {
            Seen::Shader(shader) => Some(shader),
            Seen::Machine(_) => None,
        }
    }
}

impl fmt::Display for Seen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Shader(shader) => shader.fmt(f),
            Seen::Machine(program) => program.fmt(f),
        }
    }
}

/// How the results of a shader may differ after a rewrite: a rule of algebra, or a pass. A later class includes the ones
/// before it. `docs/floating-point.md` lists what belongs to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exactness {
    /// Not at all; NaNs count as equal.
    Exact,
    /// In the sign of a zero.
    SignOfZero,
    /// Where an operand or a result is infinite or a NaN, which ESSL does not require.
    Finite,
    /// By a few units in the last place of the largest intermediate value, where nothing overflows.
    Rounding,
}

impl Exactness {
    /// All classes, each with what the ones before it allow.
    pub const ALL: [Exactness; 4] = [
        Exactness::Exact,
        Exactness::SignOfZero,
        Exactness::Finite,
        Exactness::Rounding,
    ];

    /// The name of the class in the documentation.
    pub fn name(self) -> &'static str {
        match self {
            Exactness::Exact => "exact",
            Exactness::SignOfZero => "sign of zero",
            Exactness::Finite => "finite",
            Exactness::Rounding => "rounding",
        }
    }
}

/// A pass: its name in `--print-after=` and the function, which says whether it changed anything.
/// An error is what the shader asks and the target cannot do. `U` is what it works on, `C` what it is told.
pub struct Pass<U = Shader, C = Capabilities> {
    /// `opt_dce`
    pub name: &'static str,
    /// The coarsest change of results that the pass may make, with the rules of algebra that it applies on the way.
    pub exactness: Exactness,
    /// The work.
    pub run: fn(&mut U, &C) -> Result<bool, Diagnostic>,
}

// Deriving these would ask the same of `U` and `C`.
impl<U, C> Clone for Pass<U, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U, C> Copy for Pass<U, C> {}

impl<U, C> fmt::Debug for Pass<U, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
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

    /// True if a pass of this name is one of them.
    pub fn includes(&self, name: &str) -> bool {
        match self {
            After::Never => false,
            After::All => true,
            After::Named(names) => names.iter().any(|wanted| wanted == name),
        }
    }
}

/// Receives a pass's name and what it worked on as the pass left it.
pub type Look<'a> = &'a mut (dyn FnMut(&'static str, Seen<'_>) + Send);

/// The number of times that each pass ran and how long it took, in the order of the first runs.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// Runs and their time together, by the name of the pass.
    pub passes: IndexMap<&'static str, (u32, Duration)>,
}

impl Times {
    fn add(&mut self, pass: &'static str, time: Duration) {
        let (runs, sum) = self.passes.entry(pass).or_default();
        *runs += 1;
        *sum += time;
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Duration::ZERO;
        for (name, (runs, time)) in &self.passes {
            all += *time;
            writeln!(f, "{:>10.1} us {runs:>5}  {name}", time.as_secs_f64() * 1e6)?;
        }
        writeln!(f, "{:>10.1} us        all passes", all.as_secs_f64() * 1e6)
    }
}

/// What to do between passes.
#[derive(Default)]
pub struct Hooks<'a> {
    /// After which passes `look` is called.
    pub print_after: After,
    /// Stop after the first pass of this name.
    pub stop_after: Option<String>,
    /// Verify after every pass in release builds too; debug builds always do.
    pub verify: bool,
    /// The names of passes, and of other things that look for shorter programs, that are left out.
    pub without: Vec<String>,
    /// Called with the pass's name and the unit as it left it.
    pub look: Option<Look<'a>>,
    /// Filled with the time that passes took.
    pub times: Option<&'a mut Times>,
}

impl Hooks<'_> {
    /// Hooks for a run beside the one that is shown: only what decides about the result is the same.
    pub fn unseen(&self) -> Hooks<'static> {
        Hooks {
            verify: self.verify,
            without: self.without.clone(),
            ..Hooks::default()
        }
    }

    /// True if a pass of this name is left out.
    pub fn omit(&self, name: &str) -> bool {
        self.without.iter().any(|without| without == name)
    }
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// True if any pass changed the unit.
    pub changed: bool,
    /// The pass that `stop_after` named, if it was reached.
    pub stopped_after: Option<&'static str>,
}

impl Report {
    /// Joins the reports of this run and of one that continued it.
    pub fn and(self, later: Report) -> Report {
        Report {
            changed: self.changed || later.changed,
            stopped_after: self.stopped_after.or(later.stopped_after),
        }
    }
}

/// Passes in the order in which they run. A pass may be listed more than once.
#[derive(Clone, Debug)]
pub struct Pipeline<U = Shader, C = Capabilities> {
    passes: Vec<Pass<U, C>>,
}

impl<U: Unit, C> Pipeline<U, C> {
    /// The listed passes.
    pub fn new(passes: &[Pass<U, C>]) -> Self {
        Pipeline {
            passes: passes.to_vec(),
        }
    }

    /// These passes, then the listed ones.
    pub fn then(mut self, passes: &[Pass<U, C>]) -> Self {
        self.passes.extend_from_slice(passes);
        self
    }

    /// The passes before the first of this name, and it with the rest.
    pub fn split(mut self, name: &str) -> (Self, Self) {
        let named = self.passes.iter().position(|pass| pass.name == name);
        let rest = self.passes.split_off(named.unwrap_or(self.passes.len()));
        (self, Pipeline { passes: rest })
    }

    /// The passes in order.
    pub fn passes(&self) -> &[Pass<U, C>] {
        &self.passes
    }

    /// True if a pass of this name is listed, for checking what the user typed.
    pub fn contains(&self, name: &str) -> bool {
        self.passes.iter().any(|pass| pass.name == name)
    }

    /// Runs the passes, as [`run`] does.
    ///
    /// # Errors
    /// Those of the passes. One of kind bug means that a pass broke the unit.
    pub fn run(
        &self,
        unit: &mut U,
        context: &C,
        hooks: &mut Hooks<'_>,
    ) -> Result<Report, Diagnostic> {
        run(&self.passes, unit, context, hooks)
    }
}

/// Runs passes in order. A pass that found nothing to do is not run again before another has changed
/// the unit.
///
/// # Errors
/// Those of the passes. One of kind bug means that a pass broke the unit.
pub fn run<U: Unit, C>(
    passes: &[Pass<U, C>],
    unit: &mut U,
    context: &C,
    hooks: &mut Hooks<'_>,
) -> Result<Report, Diagnostic> {
    let mut report = Report {
        changed: false,
        stopped_after: None,
    };
    // Passes that have found nothing to do since the last change.
    let mut idle: Vec<&str> = Vec::with_capacity(passes.len());
    for pass in passes {
        if hooks.omit(pass.name) {
            continue;
        }
        if !idle.contains(&pass.name) {
            let start = hooks.times.as_ref().map(|_| Instant::now());
            if (pass.run)(unit, context)? {
                report.changed = true;
                idle.clear();
            } else {
                idle.push(pass.name);
            }
            if let (Some(times), Some(start)) = (&mut hooks.times, start) {
                times.add(pass.name, start.elapsed());
            }
            if hooks.verify || cfg!(debug_assertions) {
                unit.verify_after(pass.name)?;
            }
        }
        if let (true, Some(look)) = (hooks.print_after.includes(pass.name), &mut hooks.look) {
            look(pass.name, unit.seen());
        }
        if hooks.stop_after.as_deref() == Some(pass.name) {
            report.stopped_after = Some(pass.name);
            break;
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stage;

    const RENAME: Pass = Pass {
        name: "opt_rename",
        exactness: Exactness::Exact,
        run: |shader, _| {
            shader.name.push('!');
            Ok(true)
        },
    };
    const KEEP: Pass = Pass {
        name: "check_keep",
        exactness: Exactness::Exact,
        run: |_, _| Ok(false),
    };

    fn run_all(hooks: &mut Hooks<'_>) -> (Shader, Report) {
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
        let mut look = |name: &'static str, unit: Seen<'_>| {
            seen.extend(unit.shader().map(|shader| (name, shader.name.clone())));
        };
        let (shader, report) = run_all(&mut Hooks {
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
            exactness: Exactness::Exact,
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
        let (shader, report) = run_all(&mut Hooks {
            stop_after: Some("opt_rename".into()),
            ..Hooks::default()
        });
        assert_eq!(shader.name, "a!");
        assert_eq!(report.stopped_after, Some("opt_rename"));
    }

    #[test]
    fn leaves_out_what_is_named() {
        let hooks = Hooks {
            without: vec!["opt_rename".into()],
            ..Hooks::default()
        };
        // So does a run beside it.
        let (shader, report) = run_all(&mut hooks.unseen());
        assert_eq!((shader.name.as_str(), report.changed), ("a", false));
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
