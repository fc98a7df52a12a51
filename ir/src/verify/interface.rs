//! Rules of the interface and of the memory objects.

use super::{ARRAY_LENGTH, Faults};
use crate::{Builtin, MatrixLayout, Nesting, Scalar, Shader, Shape, Variable};
use std::collections::HashSet;

pub(super) fn check(shader: &Shader, faults: &mut Faults) {
    let interface = &shader.interface;
    variables(Kind::Input, interface.inputs.values(), faults);
    variables(Kind::Uniform, interface.uniforms.values(), faults);
    variables(Kind::Output, interface.outputs.values(), faults);
    let mut names = HashSet::new();
    for sampler in interface.samplers.values() {
        named("sampler", &sampler.name, &mut names, faults);
        if let Some(len) = sampler.array {
            length("sampler", &sampler.name, len, faults);
        }
        nested(
            "sampler",
            &sampler.name,
            sampler.array,
            sampler.nesting.as_ref(),
            faults,
        );
    }
    for array in shader.arrays.values() {
        length("array", &array.name, array.len, faults);
        if !(1..=4).contains(&array.ty.lanes) {
            let lanes = array.ty.lanes;
            faults.declaration(format!("array `{}`: elements of {lanes} lanes", array.name));
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Input,
    Uniform,
    Output,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::Uniform => "uniform",
            Kind::Output => "output",
        }
    }
}

fn variables<'a>(kind: Kind, list: impl Iterator<Item = &'a Variable>, faults: &mut Faults) {
    let (what, is_uniform) = (kind.name(), kind == Kind::Uniform);
    let mut names = HashSet::new();
    for variable in list {
        let name = &variable.name;
        named(what, name, &mut names, faults);
        let Shape {
            scalar,
            columns,
            rows: lanes,
            array,
        } = variable.shape;
        if !(1..=4).contains(&columns) || !(1..=4).contains(&lanes) {
            faults.declaration(format!(
                "{what} `{name}`: {columns} columns of {lanes} lanes"
            ));
        }
        if columns > 1 && (scalar != Scalar::Float || lanes == 1) {
            faults.declaration(format!(
                "{what} `{name}`: not a matrix, but {columns} columns"
            ));
        }
        if variable.builtin == Some(Builtin::FragDepth)
            && (scalar, columns, lanes, array) != (Scalar::Float, 1, 1, None)
        {
            faults.declaration(format!("{what} `{name}`: the depth is one float"));
        }
        if let Some(len) = array {
            length(what, name, len, faults);
        }
        nested(what, name, array, variable.nesting.as_ref(), faults);
        if let Some(values) = &variable.values {
            let count = variable.shape.elements() as usize * usize::from(lanes);
            let fits = is_uniform && columns == 1 && values.len() == count;
            if !fits || variable.nesting.is_some() || values.iter().any(|value| !value.is_finite())
            {
                let found = values.len();
                faults.declaration(format!(
                    "{what} `{name}`: {found} values do not fit its type"
                ));
            }
        }
        let by_rows = variable.layout == MatrixLayout::Rows || variable.declared.is_some();
        if by_rows && !(is_uniform && columns > 1) {
            faults.declaration(format!(
                "{what} `{name}`: only matrix uniforms have a layout"
            ));
        }
    }
}

/// A member of arrays of structures has an element for each of theirs, and says where in its name.
fn nested(
    what: &str,
    name: &str,
    array: Option<u32>,
    nesting: Option<&Nesting>,
    faults: &mut Faults,
) {
    let Some(nesting) = nesting else { return };
    let mut lengths = nesting.around.iter().chain(&nesting.inner);
    let product = lengths.try_fold(1u32, |product, &len| product.checked_mul(len));
    let places = name.matches("[]").count();
    if product != array || places != nesting.around.len() || places == 0 {
        let message = format!("{what} `{name}`: {array:?} elements do not fit {nesting:?}");
        faults.declaration(message);
    }
}

/// A name stands once in its kind, and has no control character: containers end names with a NUL, assembly with a line.
fn named<'a>(what: &str, name: &'a str, names: &mut HashSet<&'a str>, faults: &mut Faults) {
    if name.contains(char::is_control) {
        let shown = name.escape_debug();
        faults.declaration(format!("{what} `{shown}`: a control character in the name"));
    }
    if !names.insert(name) {
        faults.declaration(format!("{what} `{name}` is declared twice"));
    }
}

fn length(what: &str, name: &str, len: u32, faults: &mut Faults) {
    if len == 0 || len > ARRAY_LENGTH {
        let message = format!("{what} `{name}`: {len} elements, not 1 to {ARRAY_LENGTH}");
        faults.declaration(message);
    }
}
