//! `#pragma retroshade …`: where variables go and how samplers look up, said in the source.

use crate::typed::{Base, Directive, Program, Role, StructId};
use retroshade_diagnostics::{Diagnostic, Span, codes};
use retroshade_ir::{MatrixLayout, Shader, Stage, Variable};

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
        ["matrix", name, way] => match MatrixLayout::named(way) {
            Some(layout) => matrix(shader, program, line, (name, layout)),
            None => Err(malformed(line, MATRIX)),
        },
        // What it asks for is done where the pair is linked.
        [PER_VERTEX] if shader.stage == Stage::Fragment => Ok(()),
        [PER_VERTEX] => {
            let message = "work is moved from the fragment shader to the vertex shader";
            Err(Diagnostic::error(codes::target::SETTING, message)
                .at(line.span, "in the other shader")
                .with_help("write the directive in the fragment shader"))
        }
        [PER_VERTEX, ..] => Err(malformed(line, "#pragma retroshade per_vertex")),
        ["matrix", ..] => Err(malformed(line, MATRIX)),
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
        .with_help("those there are: `bind NAME REGISTER`, `sampler NAME FLAG,FLAG…`, `matrix NAME rows|columns` and `per_vertex`")),
    }
}

/// Asks for what the fragment shader computes of varyings alone to be computed for each vertex.
const PER_VERTEX: &str = "per_vertex";

/// Returns the place of the directive that asks for work per vertex.
pub(crate) fn per_vertex(program: &Program) -> Option<Span> {
    let mut lines = program.directives.iter();
    let line = lines.find(|line| line.words == [PER_VERTEX])?;
    Some(line.span)
}

const MATRIX: &str = "#pragma retroshade matrix NAME rows|columns";

fn malformed(line: &Directive, form: &str) -> Diagnostic {
    let message = "the directive does not have its form";
    Diagnostic::error(codes::target::SETTING, message)
        .at(line.span, "")
        .with_help(format!("write `{form}`"))
}

/// True if the program declares a variable, used or not, or it is a built-in one.
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

/// A member of a path, and the element that is meant, if one is.
type Step<'a> = (&'a str, Option<u32>);

/// A name as a path.
fn path(name: &str) -> Vec<Step<'_>> {
    let part = |part| match str::split_once(part, '[') {
        Some((name, element)) => (name, element.trim_end_matches(']').parse().ok()),
        None => (part, None),
    };
    name.split('.').map(part).collect()
}

/// True if a directive's name means a variable: it is the variable's or that of a structure around it.
/// What it says of no element means all of them.
fn means(name: &str, variable: &str) -> bool {
    let (name, variable) = (path(name), path(variable));
    let same = |(one, other): (&Step<'_>, &Step<'_>)| {
        one.0 == other.0 && (one.1.is_none() || other.1.is_none() || one.1 == other.1)
    };
    name.len() <= variable.len() && name.iter().zip(&variable).all(same)
}

/// How matrix uniforms lie: one, or all of a structure. The elements of an array lie alike.
fn matrix(
    shader: &mut Shader,
    program: &Program,
    line: &Directive,
    (name, layout): (&str, MatrixLayout),
) -> Result<(), Diagnostic> {
    let refuse = |message: String| {
        Err(Diagnostic::error(codes::target::SETTING, message).at(line.span, "named here"))
    };
    match declared(program, name) {
        None => return Err(unknown(line, "uniform", name)),
        Some(false) => return refuse(format!("`{name}` is no matrix and holds none")),
        Some(true) => {}
    }
    let variables = shader.interface.uniforms.values_mut();
    let is_meant =
        |variable: &&mut Variable| variable.shape.columns > 1 && means(name, &variable.name);
    for variable in variables.filter(is_meant) {
        if path(name).len() == path(&variable.name).len() && name.ends_with(']') {
            let array = name.rsplit_once('[').map_or(name, |(array, _)| array);
            return refuse(format!(
                "the elements of `{array}` lie alike: name the array alone"
            ));
        }
        if let Some(other) = variable.declared.replace(layout)
            && other != layout
        {
            let message = format!("`{name}` is to lie in {} already", other.name());
            return Err(Diagnostic::error(codes::target::SETTING, message)
                .at(line.span, format!("and by this in {}", layout.name()))
                .and_at(variable.span, "declared here"));
        }
    }
    Ok(())
}

/// Whether a uniform, or a member of one, is or holds a matrix; `None` if there is none of this name.
fn declared(program: &Program, name: &str) -> Option<bool> {
    let wanted = path(name);
    let uniforms = program.globals.iter();
    let uniforms = uniforms.filter(|global| global.role == Role::Uniform);
    let holds = uniforms.filter_map(|global| {
        let within = path(&global.name);
        let common = within.len().min(wanted.len());
        let same = within
            .iter()
            .zip(&wanted)
            .all(|(one, other)| one.0 == other.0);
        same.then(|| member_holds(program, global.ty.base, &wanted[common..]))?
    });
    holds.reduce(|one, other| one || other)
}

/// The same of a member of a type.
fn member_holds(program: &Program, base: Base, path: &[Step<'_>]) -> Option<bool> {
    let Base::Struct(StructId(id)) = base else {
        return path
            .is_empty()
            .then_some(matches!(base, Base::Matrix { .. }));
    };
    let mut members = program.structs.get(id as usize)?.members.iter();
    match path.split_first() {
        None => {
            Some(members.any(|member| member_holds(program, member.ty.base, &[]) == Some(true)))
        }
        Some((first, rest)) => {
            let member = members.find(|member| member.name == first.0)?;
            member_holds(program, member.ty.base, rest)
        }
    }
}
