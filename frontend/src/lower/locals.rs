//! The table of local variables, made beside the lowering where it is asked for: it changes nothing of the shader.

use super::layout::{Kind, LeafType};
use super::place::{Piece, Storage};
use super::value::{Lane, Lanes, Leaf};
use super::{Lowered, Lowerer};
use crate::canonical::display;
use crate::typed::Program;
use naga::{Handle, LocalVariable};
use retroshade_diagnostics::Span;
use retroshade_ir::locals::{Assignment, Local, Locals, Part};
use retroshade_ir::{Inst, Region};
use rustc_hash::FxHashMap;

/// Variables of more parts are left out: nobody reads tables of that length.
const MOST_PARTS: u32 = 64;

/// The end of the printed names of the user's variables; others are the printer's own.
const USER: &str = "_u";

/// The table as it grows.
pub(super) struct Recording<'a> {
    locals: &'a mut Locals,
    /// The variable of a root.
    variables: FxHashMap<u32, usize>,
    /// The variable of a function as written and of a name as printed: one for all calls.
    known: FxHashMap<(String, String), usize>,
    /// The declaration whose first value is stored.
    declaration: Option<Span>,
}

impl<'a> Recording<'a> {
    pub(super) fn new(locals: &'a mut Locals) -> Recording<'a> {
        Recording {
            locals,
            variables: FxHashMap::default(),
            known: FxHashMap::default(),
            declaration: None,
        }
    }

    /// What is assigned at the start of the body stands behind the instructions that go there in the end.
    pub(super) fn behind_prologue(&mut self, body: Region, last: Option<Inst>) {
        let assignments = self.locals.assignments.iter_mut();
        let first = assignments.filter(|one| one.region == body && one.after.is_none());
        first.for_each(|one| one.after = last);
    }
}

impl Lowerer<'_> {
    /// Notes a variable of the innermost frame, if it is the user's.
    pub(super) fn note_variable(&mut self, variable: &LocalVariable, root: u32) -> Lowered<()> {
        let printed = variable.name.as_deref().unwrap_or_default();
        if self.recording.is_none() || !printed.ends_with(USER) {
            return Ok(());
        }
        let layout = self.layouts.of(variable.ty)?;
        if layout.total > MOST_PARTS {
            return Ok(());
        }
        let mut parts = Vec::with_capacity(layout.total as usize);
        self.parts(variable.ty, (0, 0), String::new(), &mut parts)?;
        // Samplers have no number, and memory is no place of one value.
        let storage = &self.root(root)?.storage;
        let in_memory = |storage: &Storage| !matches!(storage, Storage::Vars(_));
        if parts.len() != layout.total as usize || storage.iter().any(in_memory) {
            return Ok(());
        }
        parts.sort_by_key(|(number, _)| *number);
        let local = Local {
            name: written_local(self.program, printed),
            function: self.written_function(),
            parts: parts.into_iter().map(|(_, part)| part).collect(),
        };
        let Some(Recording {
            locals,
            variables,
            known,
            ..
        }) = &mut self.recording
        else {
            return Ok(());
        };
        let key = (local.function.clone(), printed.to_owned());
        let index = *known.entry(key).or_insert(locals.variables.len());
        match locals.variables.get(index) {
            None => locals.variables.push(local),
            Some(other) if *other == local => {}
            Some(_) => return Ok(()),
        }
        variables.insert(root, index);
        Ok(())
    }

    /// The parts of a type with their numbers: leaf by leaf, of each all elements. `leaf` and `element` are where it begins.
    fn parts(
        &mut self,
        ty: Handle<naga::Type>,
        (leaf, element): (u32, u32),
        path: String,
        into: &mut Vec<((u32, u32), Part)>,
    ) -> Lowered<()> {
        let module = self.module;
        let layout = self.layouts.of(ty)?;
        match &layout.kind {
            Kind::Single | Kind::Matrix { .. } => {
                let is_matrix = matches!(layout.kind, Kind::Matrix { .. });
                for (column, template) in (0..).zip(&layout.templates) {
                    if let LeafType::Vector(ty) = template.ty {
                        let path = if is_matrix {
                            format!("{path}[{column}]")
                        } else {
                            path.clone()
                        };
                        into.push(((leaf + column, element), Part { path, ty }));
                    }
                }
            }
            Kind::Array {
                element: inner,
                length,
            } => {
                for index in 0..*length {
                    let start = (leaf, element * length + index);
                    self.parts(*inner, start, format!("{path}[{index}]"), into)?;
                }
            }
            Kind::Struct(places) => {
                let members = match &module.types[ty].inner {
                    naga::TypeInner::Struct { members, .. } => &members[..],
                    _ => &[],
                };
                for (member, &(ty, first)) in members.iter().zip(places) {
                    let name = display(member.name.as_deref().unwrap_or_default());
                    let start = (leaf + first, element);
                    self.parts(ty, start, format!("{path}.{name}"), into)?;
                }
            }
        }
        Ok(())
    }

    /// The innermost function of the user's; parts that long functions are divided into belong to these.
    fn written_function(&self) -> String {
        let functions = &self.program.functions;
        let mut names = self.frames.iter().rev().filter_map(|frame| {
            let printed = display(frame.function.name.as_deref()?);
            let name = as_written(printed, |name| {
                functions.iter().any(|function| function.name == name)
            });
            name.map(str::to_owned)
        });
        names.next().unwrap_or_default()
    }

    /// Says that a declaration's first value is stored, or that it was.
    pub(super) fn note_declaration(&mut self, span: Option<Span>) {
        if let Some(recording) = &mut self.recording {
            recording.declaration = span;
        }
    }

    /// Notes that a piece of a variable got a value.
    pub(super) fn note_assignment(&mut self, piece: Piece, leaf: Leaf) -> Lowered<()> {
        let Some(recording) = &self.recording else {
            return Ok(());
        };
        let span = recording.declaration.unwrap_or(self.span);
        self.note(piece, leaf, span)
    }

    fn note(&mut self, piece: Piece, leaf: Leaf, span: Span) -> Lowered<()> {
        let (Some(recording), Leaf::Lanes(lanes)) = (&self.recording, leaf) else {
            return Ok(());
        };
        let Some(&variable) = recording.variables.get(&piece.root) else {
            return Ok(());
        };
        let ty = self.root(piece.root)?.ty;
        let layout = self.layouts.of(ty)?;
        let Some(template) = layout.templates.get(piece.leaf as usize) else {
            return Ok(());
        };
        let lane = |lane: &Lane| match *lane {
            Lane::Of(value, lane) => Some((value, lane)),
            Lane::Undefined => None,
        };
        let assignment = Assignment {
            variable,
            part: (template.first + piece.element) as usize,
            region: self.region,
            after: self.shader.regions[self.region].insts.last().copied(),
            lanes: lanes.as_slice().iter().map(lane).collect(),
            span,
        };
        if let Some(recording) = &mut self.recording {
            recording.locals.assignments.push(assignment);
        }
        Ok(())
    }

    /// Notes what the variables of the innermost frame hold at its end, where branches are merged.
    pub(super) fn note_ends(&mut self) -> Lowered<()> {
        if self.recording.is_none() {
            return Ok(());
        }
        for root in self.frame()?.locals.clone() {
            let ty = self.root(root)?.ty;
            let layout = self.layouts.of(ty)?;
            for (leaf, template) in (0..).zip(&layout.templates) {
                for element in 0..template.elements.min(MOST_PARTS) {
                    let piece = Piece {
                        root,
                        leaf,
                        element,
                        dynamic: None,
                    };
                    if !matches!(self.storage(piece)?, Storage::Vars(_)) {
                        continue;
                    }
                    let held = self.read(piece)?;
                    let undefined = |lanes: &Lanes| {
                        let mut lanes = lanes.as_slice().iter();
                        lanes.all(|lane| *lane == Lane::Undefined)
                    };
                    if !matches!(&held, Leaf::Lanes(lanes) if undefined(lanes)) {
                        self.note(piece, held, Span::NONE)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The name of a variable as written, by the name that the printer gave it.
fn written_local(program: &Program, printed: &str) -> String {
    let printed = display(printed);
    let name = as_written(printed, |name| {
        let mut all = program.functions.iter().flat_map(|one| &one.locals);
        all.any(|local| local.name == name)
    });
    name.unwrap_or(printed).to_owned()
}

/// The name that a printed one stands for: without the number that keeps it apart from others, if it has one.
fn as_written(printed: &str, mut is_known: impl FnMut(&str) -> bool) -> Option<&str> {
    if is_known(printed) {
        return Some(printed);
    }
    let (name, number) = printed.rsplit_once('_')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && is_known(name)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_printer_are_taken_away() {
        let known = |name: &str| ["a", "b_2"].contains(&name);
        assert_eq!(as_written("a", known), Some("a"));
        assert_eq!(as_written("a_3", known), Some("a"));
        assert_eq!(as_written("b_2", known), Some("b_2"));
        assert_eq!(as_written("b_2_2", known), Some("b_2"));
        assert_eq!(as_written("c_2", known), None);
        assert_eq!(as_written("a_x", known), None);
    }
}
