//! Reads the promises that a test shader makes in its comments.

use libtest_mimic::Failed;
use retroshade::diagnostics::Code;
use retroshade::diagnostics::codes::warning::LENIENCIES;

/// All promises of one shader.
#[derive(Debug, Default)]
pub(crate) struct Directives {
    /// Targets that must take it; `None` is all that have the stage.
    pub(crate) targets: Option<Vec<String>>,
    /// Targets that must refuse it, with the code.
    pub(crate) refusals: Vec<(String, String)>,
    /// Samples.
    pub(crate) runs: Vec<Run>,
    /// Upper bounds of counts.
    pub(crate) limits: Vec<Limit>,
    /// Rules whose breach is a warning.
    pub(crate) tolerated: Vec<Code>,
}

/// A sample: what goes in and what comes out.
#[derive(Debug)]
pub(crate) struct Run {
    /// Values by name.
    pub(crate) inputs: Vec<(String, Vec<f32>)>,
    /// Values by name; `None` where the sample is discarded.
    pub(crate) outputs: Option<Vec<(String, Vec<f32>)>>,
}

/// An upper bound of a count on a target.
#[derive(Debug)]
pub(crate) struct Limit {
    /// The target.
    pub(crate) target: String,
    /// A name of the statistics: `instructions`, `registers`, `words`.
    pub(crate) count: String,
    /// The most there may be.
    pub(crate) most: u64,
}

impl Directives {
    /// Reads every comment line that begins with a directive.
    pub(crate) fn parse(text: &str) -> Result<Directives, Failed> {
        let mut directives = Directives::default();
        for line in text.lines() {
            let Some((word, rest)) = line
                .trim()
                .strip_prefix("// ")
                .and_then(|comment| comment.split_once(": "))
            else {
                continue;
            };
            match word {
                "target" => directives.targets = targets(rest),
                "refuse" => directives.refusals.push(refusal(rest)?),
                "run" => directives.runs.push(run(rest)?),
                "limit" => directives.limits.push(limit(rest)?),
                "tolerate" => directives.tolerated.push(rule(rest)?),
                _ => {}
            }
        }
        Ok(directives)
    }

    /// True if a target must take the shader.
    pub(crate) fn takes(&self, target: &str) -> bool {
        let refused = self.refusals.iter().any(|(name, _)| name == target);
        !refused
            && self
                .targets
                .as_ref()
                .is_none_or(|names| names.iter().any(|name| name == target))
    }
}

fn targets(rest: &str) -> Option<Vec<String>> {
    match rest.trim() {
        "all" => None,
        "none" => Some(Vec::new()),
        names => Some(names.split_whitespace().map(str::to_owned).collect()),
    }
}

fn rule(rest: &str) -> Result<Code, Failed> {
    let mut rules = LENIENCIES.iter();
    let found = rules.find(|code| code.name == rest.trim());
    found
        .copied()
        .ok_or_else(|| format!("no rule `{rest}` can be tolerated").into())
}

fn refusal(rest: &str) -> Result<(String, String), Failed> {
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [target, code] => Ok((target.to_owned(), code.to_owned())),
        _ => Err(format!("refuse: expected a target and a code: {rest}").into()),
    }
}

fn limit(rest: &str) -> Result<Limit, Failed> {
    match rest.split_whitespace().collect::<Vec<_>>()[..] {
        [target, count, "<=", most] => Ok(Limit {
            target: target.to_owned(),
            count: count.to_owned(),
            most: most.parse()?,
        }),
        _ => Err(format!("limit: expected TARGET COUNT <= NUMBER: {rest}").into()),
    }
}

fn run(rest: &str) -> Result<Run, Failed> {
    let (inputs, outputs) = rest
        .split_once("->")
        .ok_or_else(|| format!("run: no `->`: {rest}"))?;
    let outputs = match outputs.trim() {
        "discard" => None,
        outputs => Some(values(outputs)?),
    };
    Ok(Run {
        inputs: values(inputs)?,
        outputs,
    })
}

/// `a=1 b=(1, 2) c[0].d=3`
fn values(text: &str) -> Result<Vec<(String, Vec<f32>)>, Failed> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest
            .split_once('=')
            .ok_or_else(|| format!("no `=` in: {rest}"))?;
        let (value, after) = match after.strip_prefix('(') {
            Some(list) => list
                .split_once(')')
                .ok_or_else(|| format!("no `)` in: {rest}"))?,
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        let numbers = value.split(',').map(|number| number.trim().parse::<f32>());
        let numbers = numbers
            .collect::<Result<Vec<f32>, _>>()
            .map_err(|fault| format!("{name}={value}: {fault}"))?;
        found.push((name.trim().to_owned(), numbers));
        rest = after.trim_start();
    }
    Ok(found)
}
