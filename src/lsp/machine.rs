//! What the compiler makes of a document: registers, counts, and what each line costs.

use super::configuration::Resolved;
use super::files::Files;
use super::messages::{Message, messages};
use crate::counts::{Count, counts};
use crate::link::Linker;
use crate::{Compilation, Compiled, Reflection, Stage, Target};
use retroshade_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap, codes};
use retroshade_ir::deep::Panic;
use retroshade_kit::reflect::Variable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A document to compile.
pub(super) struct Job {
    pub(super) path: PathBuf,
    /// Later jobs of a document have higher numbers.
    pub(super) number: u64,
    pub(super) text: String,
    /// The shader that it is linked with, with its text.
    pub(super) partner: Option<(PathBuf, String)>,
    pub(super) resolved: Resolved,
}

/// What came of a [`Job`].
pub(super) struct Done {
    pub(super) path: PathBuf,
    pub(super) number: u64,
    pub(super) messages: Vec<Message>,
    pub(super) machine: Option<Machine>,
    /// What is said of a limit that the shader exceeds.
    pub(super) limit: Option<String>,
}

/// A program.
pub(super) struct Machine {
    pub(super) target: &'static dyn Target,
    pub(super) reflection: Reflection,
    pub(super) counts: Vec<Count>,
    /// Instructions by the file and the line, from 0, that they were made for.
    lines: BTreeMap<(PathBuf, u32), u32>,
}

impl Done {
    /// Where compiling, or what is made of its result, has a defect.
    pub(super) fn defect(path: PathBuf, number: u64, panic: Panic) -> Done {
        let bug = Diagnostic::bug("lsp", panic).into();
        Done {
            messages: messages(&path, &SourceMap::new(), &bug),
            path,
            number,
            machine: None,
            limit: None,
        }
    }
}

impl Job {
    /// Compiles.
    pub(super) fn run(self) -> Done {
        let compiler = &self.resolved.compiler;
        let source = self.resolved.source(&self.path, &self.text);
        let compilation = match &self.partner {
            Some((path, text)) => {
                let linker = Linker::new(compiler.clone());
                let linked = linker.link(&source, &self.resolved.partner_source(path, text));
                // The description of a set says the stages of pairs.
                linked.map(|pair| match self.resolved.stage {
                    Some(Stage::Vertex) => pair.vertex,
                    _ => pair.fragment,
                })
            }
            None => compiler.compile(&source),
        };
        let limit = limit(&compilation.diagnostics);
        let machine = Machine::new(compiler.target, &compilation);
        let said = self
            .resolved
            .settings
            .warnings
            .apply(compilation.diagnostics);
        let messages = messages(&self.path, &compilation.sources, &said);
        Done {
            path: self.path,
            number: self.number,
            messages,
            machine,
            limit,
        }
    }
}

fn limit(diagnostics: &Diagnostics) -> Option<String> {
    let mut errors = diagnostics.iter();
    let error =
        errors.find(|one| one.severity == Severity::Error && codes::limit::ALL.contains(&one.code));
    error.map(|error| error.message.clone())
}

impl Machine {
    fn new(target: &'static dyn Target, compilation: &Compilation<Compiled>) -> Option<Machine> {
        let compiled = compilation.result.as_ref()?;
        Some(Machine {
            target,
            reflection: compiled.reflection.clone(),
            counts: counts(target, &compiled.reflection),
            lines: lines(&compilation.sources, compiled),
        })
    }

    /// The instructions that were made for a line, from 0, and those of all lines; `None` where instructions do not
    /// tell their lines.
    pub(super) fn cost(&self, path: &Path, line: u32) -> Option<(u32, u32)> {
        let all: u32 = self.lines.values().sum();
        let own = self.lines.get(&(path.to_owned(), line)).copied();
        (all > 0).then_some((own.unwrap_or(0), all))
    }

    /// Where a variable is: its registers, or those of its members with their names; empty if it has none.
    pub(super) fn places(&self, name: &str) -> Vec<String> {
        let reflection = &self.reflection;
        let lists = [
            &reflection.inputs,
            &reflection.outputs,
            &reflection.uniforms,
        ];
        let variables = lists.into_iter().flatten();
        let registers = variables.filter_map(|one| placed(name, &one.name, registers(one)?));
        let samplers = reflection.samplers.iter().filter_map(|sampler| {
            let unit = || format!("unit {}", sampler.index);
            placed(
                name,
                &sampler.name,
                sampler.register.clone().unwrap_or_else(unit),
            )
        });
        registers.chain(samplers).collect()
    }
}

/// Instructions by line.
fn lines(sources: &SourceMap, compiled: &Compiled) -> BTreeMap<(PathBuf, u32), u32> {
    let files = Files::new(sources);
    let mut lines = BTreeMap::new();
    for span in compiled.spans.iter().filter(|span| !span.is_none()) {
        let Some((path, text)) = files.path(span.file).zip(files.text(sources, span.file)) else {
            continue;
        };
        let line = text.line_of(span.start as usize);
        *lines.entry((path.to_owned(), line)).or_default() += 1;
    }
    lines
}

/// A place of a variable, with the name of the part that lies there.
fn placed(name: &str, found: &str, place: String) -> Option<String> {
    match found.strip_prefix(name)? {
        "" | "[0]" => Some(place),
        part if part.starts_with(['.', '[']) => Some(format!("{part} {place}")),
        _ => None,
    }
}

/// `c4`, `c4.xy`, or `c4–c7` for what takes several.
fn registers(variable: &Variable) -> Option<String> {
    let first = variable.register.as_deref()?;
    let columns = variable.ty.strip_prefix("mat");
    let groups = columns.map_or(1, |size| {
        let mut sizes = size.split('x').filter_map(|word| word.parse::<u32>().ok());
        let columns = sizes.next().unwrap_or(1);
        let rows = sizes.next().unwrap_or(columns);
        match variable.layout {
            Some(retroshade_kit::reflect::Layout::Rows) => rows,
            _ => columns,
        }
    });
    let elements = variable.array.unwrap_or(1).saturating_sub(1) * variable.stride.unwrap_or(4);
    let lanes = elements + (groups - 1) * variable.matrix_stride.unwrap_or(4);
    if lanes < 4 {
        let part = variable
            .components
            .as_deref()
            .filter(|part| *part != "xyzw");
        return Some(part.map_or(first.to_owned(), |part| format!("{first}.{part}")));
    }
    let file = first.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number: Option<u32> = first
        .get(file.len()..)
        .and_then(|digits| digits.parse().ok());
    let last = number.map(|number| format!("–{file}{}", number + lanes / 4));
    Some(format!("{first}{}", last.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_arrays_and_matrices() {
        let variable = |ty: &str, array, stride| Variable {
            ty: ty.to_owned(),
            register: Some("c4".to_owned()),
            array,
            stride,
            components: Some("xyzw".to_owned()),
            ..Variable::default()
        };
        for (variable, expected) in [
            (variable("vec4", None, None), "c4"),
            (variable("vec4", Some(3), Some(4)), "c4–c6"),
            (variable("mat4", None, None), "c4–c7"),
            (variable("mat3x2", None, None), "c4–c6"),
            (variable("mat4", Some(2), Some(16)), "c4–c11"),
            (variable("float", Some(2), Some(1)), "c4"),
            (
                Variable {
                    components: Some("zw".to_owned()),
                    ..variable("vec2", None, None)
                },
                "c4.zw",
            ),
        ] {
            assert_eq!(registers(&variable).unwrap(), expected);
        }
        assert_eq!(placed("u", "u.a[0]", "c1".into()).unwrap(), ".a[0] c1");
        assert_eq!(placed("u", "u2", "c1".into()), None);
    }
}
