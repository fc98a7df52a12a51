//! Global variables.

use super::declarations::Resolved;
use super::interface::Interface;
use super::qualifiers::{Qualifiers, Storage};
use super::report::spell_version;
use super::scope::Binding;
use super::search::find;
use super::{Checked, Checker};
use crate::syntax::{Declaration, Declarator};
use crate::typed::{
    Base, BuiltinFunction, Expression, ExpressionKind, Global, GlobalId, Role, ScalarKind, Type,
};
use retroshade_diagnostics::codes::{semantic, warning};
use retroshade_diagnostics::{Diagnostic, Span};
use retroshade_ir::Builtin;

impl Checker<'_> {
    /// Variables or a structure at global scope.
    pub(super) fn global_declaration(&mut self, declaration: &Declaration) {
        let qualifiers = self.qualifiers(&declaration.qualifiers);
        let shape = self.specifier(&declaration.specifier);
        if declaration.declarators.is_empty() {
            self.empty_declaration(declaration);
            return;
        }
        let interface = self.interface(&qualifiers);
        let elements = self.unsized_inputs(&qualifiers);
        for declarator in &declaration.declarators {
            let resolved = self.declarator(shape, declarator, elements);
            self.global(declarator, resolved, &qualifiers, &interface);
        }
    }

    fn global(
        &mut self,
        declarator: &Declarator,
        resolved: Option<Resolved>,
        qualifiers: &Qualifiers<'_>,
        interface: &Interface,
    ) {
        let name = declarator.name;
        let Some(Resolved { ty, initializer }) = resolved else {
            self.declare(name, Binding::Poison);
            return;
        };
        let sound = self.interface_type(ty, qualifiers, interface, name.span);
        let precision = self.precision_of(ty, qualifiers.precision, name.span);
        let mut global = Global {
            name: self.text(name.symbol).to_owned(),
            ty,
            role: interface.role.clone(),
            precision,
            interpolation: self.interpolation_of(ty, interface),
            invariant: interface.invariant,
            location: interface.location,
            binding: interface.binding,
            matrices: None,
            initializer: None,
            constant: None,
            span: name.span,
        };
        if global.role == Role::Uniform {
            self.place_uniform(&mut global, declarator.semantic);
        }
        let valued = self.global_value(&mut global, declarator, initializer);
        let read_back = matches!(qualifiers.storage, Some((Storage::InOut, _)));
        let read_back = read_back && global.role == Role::FragmentOut;
        if !sound || !valued || read_back && !self.start_with_last_color(&mut global) {
            self.declare(name, Binding::Poison);
            return;
        }
        self.note_location(&global);
        let id = self.add_global(global);
        self.declare(name, Binding::Global(id));
    }

    /// Gives an output that is read, too, the pixel's colour in the frame buffer to start with; false if
    /// that cannot be.
    fn start_with_last_color(&mut self, global: &mut Global) -> bool {
        let message = format!("`{}` cannot be read from the frame buffer", global.name);
        let Base::Vector {
            scalar: ScalarKind::Float,
            lanes,
        } = global.ty.base
        else {
            let label = "no target gives a shader anything but floats of it";
            self.error(semantic::UNSUPPORTED_FEATURE, message, global.span, label);
            return false;
        };
        if global.ty.array.is_some() || global.location.unwrap_or(0) > 0 {
            let label = "no target gives a shader more than the first color";
            self.error(semantic::UNSUPPORTED_FEATURE, message, global.span, label);
            return false;
        }
        let (ty, span) = (global.ty, global.span);
        let color = Global::new(
            "gl_LastFragColor".to_owned(),
            Type::plain(Base::Vector {
                scalar: ScalarKind::Float,
                lanes: 4,
            }),
            Role::BuiltinIn(Builtin::LastFragColor),
            global.precision,
            span,
        );
        let color = Expression {
            ty: color.ty,
            kind: ExpressionKind::Global(self.add_global(color)),
            span,
        };
        global.initializer = Some(match lanes {
            4 => color,
            _ => Expression {
                kind: ExpressionKind::Swizzle {
                    base: Box::new(color),
                    lanes: (0..lanes).collect(),
                },
                ty,
                span,
            },
        });
        true
    }

    /// Adds a global.
    pub(super) fn add_global(&mut self, global: Global) -> GlobalId {
        self.globals.push(global);
        GlobalId(self.globals.len() as u32 - 1)
    }

    /// Sets constant or initialiser; false if the variable is unusable.
    fn global_value(
        &mut self,
        global: &mut Global,
        declarator: &Declarator,
        initializer: Option<Checked>,
    ) -> bool {
        match global.role {
            Role::Constant => {
                global.constant = self.constant_value(declarator, initializer);
                global.constant.is_some()
            }
            Role::Private => {
                if let Some(Some(value)) = initializer {
                    self.check_global_initializer(&global.name, &value);
                    global.initializer = Some(value);
                }
                true
            }
            _ => {
                if initializer.is_some() {
                    let message = format!("`{}` cannot be initialised", global.name);
                    let label = "its value comes from outside or from statements";
                    let error = Diagnostic::error(semantic::INITIALIZER, message)
                        .at(declarator.span, label);
                    self.report(if self.is_cg() {
                        error.with_help("write `static const` before it, or upload the value")
                    } else {
                        error
                    });
                }
                true
            }
        }
    }

    /// Initialisers of globals should be constant; ESSL 1.00 drivers also evaluate simple others.
    fn check_global_initializer(&mut self, name: &str, value: &Expression) {
        if matches!(value.kind, ExpressionKind::Constant(_)) {
            return;
        }
        let obstacle = self.obstacle(value);
        let message = format!("the initialiser of the global `{name}` is not constant");
        let help = "assign the value at the start of `main`";
        match obstacle {
            None if self.unit.dialect.is_desktop() || self.is_cg() => {}
            None if self.is_100() => self.warn(
                Diagnostic::warning(warning::NONCONST_GLOBAL, message)
                    .at(value.span, "evaluated before `main`")
                    .with_help(help),
            ),
            None => self.report(
                Diagnostic::error(semantic::NOT_CONSTANT, message)
                    .at(
                        value.span,
                        format!("{} needs a constant here", spell_version(self.version)),
                    )
                    .with_help(help),
            ),
            Some((span, label)) => self.report(
                Diagnostic::error(semantic::NOT_CONSTANT, message)
                    .at(span, label)
                    .with_help(help),
            ),
        }
    }

    /// The part of an initialiser that no driver evaluates before `main`.
    fn obstacle(&self, value: &Expression) -> Option<(Span, &'static str)> {
        find(value, &mut |expression| {
            let label = match &expression.kind {
                ExpressionKind::Global(id) => match self.globals.get(id.0 as usize)?.role {
                    Role::Attribute => "an attribute is not constant",
                    Role::VaryingIn | Role::VaryingOut => "a varying is not constant",
                    Role::BuiltinIn(_) | Role::BuiltinOut(_) => "this variable is not constant",
                    _ => return None,
                },
                ExpressionKind::Call { .. } => "a call of a user function is not constant",
                ExpressionKind::Assign { .. } | ExpressionKind::Increment { .. } => {
                    "an assignment is not constant"
                }
                ExpressionKind::Builtin { function, .. } if is_lookup(*function) => {
                    "a texture lookup is not constant"
                }
                _ => return None,
            };
            Some((expression.span, label))
        })
    }
}

fn is_lookup(function: BuiltinFunction) -> bool {
    use BuiltinFunction as F;
    matches!(
        function,
        F::Texture
            | F::TextureProj
            | F::TextureLod
            | F::TextureProjLod
            | F::TextureGrad
            | F::TextureProjGrad
            | F::TextureSize
    )
}
