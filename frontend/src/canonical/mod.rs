//! Prints a checked program as GLSL 4.50 that naga cannot misread.
//!
//! naga knows none of ESSL: no combined samplers, no varyings or uniforms of these types, no
//! precisions, and it miscompiles side effects inside expressions. The text made here has none of
//! that. Interface variables are private globals; samplers are structures of one int; whatever naga
//! has not or has wrong is a call of an `intrinsic` function; effects are statements of their own
//! (`effects`, `flatten`, `call`); names are unique (`names`). A [`TextMap`] leads every piece of the
//! text back to the source, and tables lead the names back to the program.
//!
//! ```text
//! #version 450
//! struct sampler2D_rs { int i2d_rs; };
//! struct S_u { float x_u; };
//! vec4 Texture_sampler2D_vec2_rs(sampler2D_rs p0_rs, vec2 p1_rs) { return vec4(0.0); }
//! sampler2D_rs uImage_u;
//! void main_u() { … }
//! void main() { main_u(); }
//! ```

mod assign;
mod builtin;
mod call;
mod construct;
mod effects;
mod expression;
mod flatten;
mod intrinsic;
mod names;
mod outline;
mod statement;
mod types;
mod writer;

use crate::sorted::SortedSet;
use crate::typed::flow::split_reachable;
use crate::typed::{
    Direction, Function, FunctionId, Global, GlobalId, Local, Program, Role, SamplerKind,
    StatementKind, Type,
};
use effects::FunctionEffects;
use indexmap::IndexMap;
pub(crate) use intrinsic::{Intrinsic, Signature};
use names::Names;
pub(crate) use names::display;
pub(crate) use outline::Pieces;
use outline::outlined;
use rustc_hash::FxBuildHasher;
pub(crate) use types::sampler_name;
pub use writer::TextMap;
use writer::Writer;

/// The text for naga, and the way back from it.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// GLSL 4.50.
    pub text: String,
    /// From bytes of the text to the source.
    pub map: TextMap,
    /// From the names of global variables to the program's.
    pub(crate) globals: IndexMap<String, GlobalId, FxBuildHasher>,
    /// From the names of intrinsic functions to what they compute.
    pub(crate) intrinsics: IndexMap<String, Signature, FxBuildHasher>,
}

/// Prints a program.
pub fn print(program: &Program) -> Canonical {
    print_in(program, Pieces::USUAL)
}

/// Prints a program with its long functions divided.
pub(crate) fn print_in(program: &Program, pieces: Pieces) -> Canonical {
    match outlined(program, pieces) {
        Some(program) => print_whole(&program),
        None => print_whole(program),
    }
}

fn print_whole(program: &Program) -> Canonical {
    let order = effects::print_order(program);
    let mut printer = Printer::new(program, &order);
    printer.globals();
    for FunctionId(id) in order {
        if let Some(function) = program.functions.get(id as usize) {
            printer.function(id as usize, function);
        }
    }
    printer.entry();
    printer.finish()
}

/// What is known while printing.
struct Printer<'p> {
    program: &'p Program,
    writer: Writer,
    names: Names,
    /// Printed names by index.
    struct_names: Vec<String>,
    member_names: Vec<Vec<String>>,
    global_names: Vec<String>,
    function_names: Vec<String>,
    effects: Vec<FunctionEffects>,
    intrinsics: intrinsic::Registry,
    samplers: SortedSet<SamplerKind>,
    /// Of the function that is being printed: its variables and then the temporaries.
    locals: Vec<PrintedLocal>,
    function_locals: &'p [Local],
    indent: usize,
}

/// A variable of the function that is being printed.
struct PrintedLocal {
    name: String,
    ty: Type,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, order: &[FunctionId]) -> Printer<'p> {
        let mut names = Names::default();
        let struct_names = program
            .structs
            .iter()
            .map(|row| names.user(&row.name))
            .collect();
        // Two structures with members of the same names and types are one type to naga's overload
        // resolution: the number of the structure keeps them apart.
        let member_names = program
            .structs
            .iter()
            .enumerate()
            .map(|(index, row)| {
                let mut own = Names::default();
                row.members
                    .iter()
                    .map(|member| own.user(&format!("m{index}_{}", member.name)))
                    .collect()
            })
            .collect();
        let global_names = program
            .globals
            .iter()
            .map(|global| match global.role {
                Role::BuiltinIn(_) | Role::BuiltinOut(_) | Role::DepthRange => {
                    names.own(&global.name)
                }
                _ => names.user(&global.name),
            })
            .collect();
        let function_names = program
            .functions
            .iter()
            .map(|function| names.user(&function.name))
            .collect();
        Printer {
            program,
            writer: Writer::new(),
            names,
            struct_names,
            member_names,
            global_names,
            function_names,
            effects: effects::of_program(program, order),
            intrinsics: intrinsic::Registry::default(),
            samplers: SortedSet::default(),
            locals: Vec::new(),
            function_locals: &[],
            indent: 0,
        }
    }

    fn global(&self, id: GlobalId) -> Option<&'p Global> {
        self.program.globals.get(id.0 as usize)
    }

    /// Declares the global variables. Constants are folded into their uses and have no variable.
    fn globals(&mut self) {
        let program = self.program;
        for (index, global) in program.globals.iter().enumerate() {
            if global.role == Role::Constant {
                continue;
            }
            self.note_sampler(global.ty.base);
            let Some(name) = self.global_names.get(index) else {
                continue;
            };
            self.writer.at(global.span);
            types::put_declarator(&mut self.writer, &self.struct_names, global.ty, name);
            self.writer.put(";\n");
        }
    }

    /// Prints one function.
    fn function(&mut self, index: usize, function: &'p Function) {
        self.begin_locals(&function.locals);
        let result = self.type_name(function.result);
        self.writer.at(function.span);
        self.start_line();
        self.writer.put(&result);
        self.writer.put(" ");
        let name = self.function_names.get(index);
        self.writer.put(name.map_or("", String::as_str));
        self.writer.put("(");
        for (position, direction) in function.parameters.iter().enumerate() {
            let Some(ty) = self.locals.get(position).map(|local| local.ty) else {
                continue;
            };
            self.writer.put(if position > 0 { ", " } else { "" });
            self.writer.put(match direction {
                Direction::In | Direction::ConstIn => "",
                Direction::Out => "out ",
                Direction::InOut => "inout ",
            });
            self.put_local_declarator(position, ty);
        }
        self.writer.put(") {\n");
        self.indent += 1;
        self.statements(&function.body);
        let returns = matches!(
            split_reachable(&function.body)
                .0
                .last()
                .map(|last| &last.kind),
            Some(StatementKind::Return(_))
        );
        let is_void = function.result.base == crate::typed::Base::Void;
        if !is_void && !returns {
            // naga asks for a result on every path; where control does arrive here, the program gives
            // an undefined one.
            self.writer.at(function.span);
            let declarator = self.declarator(function.result, "result_rs");
            self.line(&format!("{declarator};"));
            self.line("return result_rs;");
        }
        self.indent -= 1;
        self.line("}");
        self.end_locals();
    }

    /// Prints `main`: initialisers of globals in source order, then the program's `main`.
    fn entry(&mut self) {
        let program = self.program;
        self.begin_locals(&[]);
        self.line("void main() {");
        self.indent += 1;
        for (index, global) in program.globals.iter().enumerate() {
            let is_variable = global.role != Role::Constant;
            if let (true, Some(initializer)) = (is_variable, &global.initializer) {
                self.initialize_global(GlobalId(index as u32), global, initializer);
            }
        }
        let FunctionId(main) = program.main;
        self.start_line();
        let main = self.function_names.get(main as usize);
        self.writer.put(main.map_or("", String::as_str));
        self.writer.put("();\n");
        self.indent -= 1;
        self.line("}");
        self.end_locals();
    }

    fn begin_locals(&mut self, locals: &'p [Local]) {
        self.function_locals = locals;
        self.locals = Vec::with_capacity(locals.len());
        for local in locals {
            let name = self.names.user(&local.name);
            self.locals.push(PrintedLocal { name, ty: local.ty });
        }
    }

    fn end_locals(&mut self) {
        let locals = std::mem::take(&mut self.locals);
        self.names.release(locals.iter().map(|local| &local.name));
    }

    /// Writes a line of its own.
    fn line(&mut self, text: &str) {
        self.start_line();
        self.writer.put(text);
        self.writer.put("\n");
    }

    fn start_line(&mut self) {
        for _ in 0..self.indent.min(16) {
            self.writer.put("  ");
        }
    }

    /// Puts the declarations that the text turned out to need before it.
    fn finish(mut self) -> Canonical {
        let program = self.program;
        let mut structs = String::new();
        for (index, row) in program.structs.iter().enumerate() {
            let members: Vec<String> = row
                .members
                .iter()
                .enumerate()
                .map(|(member, field)| {
                    let name = self.member_name(index as u32, member as u32);
                    format!("{};", self.declarator(types::member_type(field.ty), &name))
                })
                .collect();
            let name = self.struct_names.get(index).cloned().unwrap_or_default();
            structs.push_str(&format!("struct {name} {{ {} }};\n", members.join(" ")));
        }
        let intrinsics = self.intrinsic_declarations();
        let mut head = String::from("#version 450\n");
        for &kind in &self.samplers {
            head.push_str(&types::sampler_declaration(kind));
        }
        head.push_str(&structs);
        head.push_str(&intrinsics);
        let (text, map) = self.writer.finish(head);
        Canonical {
            text,
            map,
            globals: self
                .global_names
                .into_iter()
                .enumerate()
                .map(|(index, name)| (name, GlobalId(index as u32)))
                .collect(),
            intrinsics: self
                .intrinsics
                .into_iter()
                .map(|(signature, name)| (name, signature))
                .collect(),
        }
    }
}
