//! `#pragma retroshade …`: where variables go and how samplers look up, said in the source.

use crate::typed::{Directive, Program};
use retroshade_diagnostics::{Diagnostic, codes};
use retroshade_ir::Shader;

/// Writes what the directives say into the interface of a shader.
///
/// # Errors
/// The first directive that is unknown, incomplete, names nothing that the program declares, or
/// contradicts an earlier one.
pub(super) fn apply(shader: &mut Shader, program: &Program) -> Result<(), Diagnostic> {
    let mut directives = program.directives.iter();
    directives.try_for_each(|line| one(shader, program, line))
}

fn one(shader: &mut Shader, program: &Program, line: &Directive) -> Result<(), Diagnostic> {
    let words: Vec<&str> = line.words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["bind", name, register] => bind(shader, program, line, (name, register)),
        ["sampler", name, flags @ ..] if !flags.is_empty() => {
            // Blanks after the commas are allowed.
            let flags: Vec<&str> = flags
                .iter()
                .flat_map(|word| word.split(','))
                .filter(|flag| !flag.is_empty())
                .collect();
            sampler(shader, program, line, (name, flags.join(",")))
        }
        ["bind", ..] => Err(malformed(line, "#pragma retroshade bind NAME REGISTER")),
        ["sampler", ..] => Err(malformed(
            line,
            "#pragma retroshade sampler NAME FLAG,FLAG…",
        )),
        _ => Err(Diagnostic::error(
            codes::target::SETTING,
            "there is no such `#pragma retroshade`",
        )
        .at(line.span, "unknown directive")
        .with_help("those there are: `bind NAME REGISTER` and `sampler NAME FLAG,FLAG…`")),
    }
}

fn malformed(line: &Directive, form: &str) -> Diagnostic {
    let message = "the directive does not have its form";
    Diagnostic::error(codes::target::SETTING, message)
        .at(line.span, "")
        .with_help(format!("write `{form}`"))
}

/// Whether the program declares a variable, used or not, or it is a built-in one.
fn is_declared(program: &Program, name: &str) -> bool {
    let root = name.split(['.', '[']).next().unwrap_or(name);
    root.starts_with("gl_") || program.globals.iter().any(|global| global.name == root)
}

fn unknown(line: &Directive, what: &str, name: &str) -> Diagnostic {
    let message = format!("the shader has no {what} `{name}`");
    Diagnostic::error(codes::target::BINDING, message).at(line.span, "named here")
}

fn twice(line: &Directive, name: &str, earlier: &str) -> Diagnostic {
    let message = format!("an earlier directive gives `{name}` to `{earlier}`");
    Diagnostic::error(codes::target::BINDING, message).at(line.span, "and this one to another")
}

fn bind(
    shader: &mut Shader,
    program: &Program,
    line: &Directive,
    (name, register): (&str, &str),
) -> Result<(), Diagnostic> {
    let interface = &mut shader.interface;
    let variables = interface
        .inputs
        .values_mut()
        .chain(interface.outputs.values_mut())
        .chain(interface.uniforms.values_mut())
        .map(|variable| (&variable.name, &mut variable.bind));
    let samplers = interface
        .samplers
        .values_mut()
        .map(|sampler| (&sampler.name, &mut sampler.bind));
    let mut found = is_declared(program, name);
    for (other, place) in variables.chain(samplers) {
        if other != name {
            continue;
        }
        found = true;
        if let Some(earlier) = place.replace(register.to_owned())
            && earlier != register
        {
            return Err(twice(line, name, &earlier));
        }
    }
    found
        .then_some(())
        .ok_or_else(|| unknown(line, "variable", name))
}

fn sampler(
    shader: &mut Shader,
    program: &Program,
    line: &Directive,
    (name, flags): (&str, String),
) -> Result<(), Diagnostic> {
    let samplers = shader.interface.samplers.values_mut();
    let mut found = is_declared(program, name);
    for sampler in samplers.filter(|sampler| sampler.name == name) {
        found = true;
        if let Some(earlier) = sampler.flags.replace(flags.clone())
            && earlier != flags
        {
            return Err(twice(line, name, &earlier));
        }
    }
    found
        .then_some(())
        .ok_or_else(|| unknown(line, "sampler", name))
}
