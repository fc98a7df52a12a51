//! Prints expressions without effects.

use super::effects::has_call;
use super::intrinsic::Intrinsic;
use super::types::is_padded_member;
use super::{Printer, types};
use crate::typed::{
    Base, BinaryOperator, Expression, ExpressionKind, FunctionId, GlobalId, LocalId, ScalarKind,
    StructId, Type, UnaryOperator,
};

/// How tightly the printed forms bind; a form that binds less than its place asks for gets parentheses.
pub(super) mod binding {
    pub(in crate::canonical) const ARGUMENT: u8 = 1;
    pub(super) const SELECT: u8 = 1;
    pub(super) const OR: u8 = 2;
    pub(super) const XOR: u8 = 3;
    pub(super) const AND: u8 = 4;
    pub(super) const BIT_OR: u8 = 5;
    pub(super) const BIT_XOR: u8 = 6;
    pub(super) const BIT_AND: u8 = 7;
    pub(super) const EQUAL: u8 = 8;
    pub(super) const LESS: u8 = 9;
    pub(super) const SHIFT: u8 = 10;
    pub(super) const ADD: u8 = 11;
    pub(super) const MULTIPLY: u8 = 12;
    pub(super) const UNARY: u8 = 13;
    pub(in crate::canonical) const POSTFIX: u8 = 14;
}

/// A scalar bool.
pub(super) const BOOL: Type = Type {
    base: Base::Vector {
        scalar: ScalarKind::Bool,
        lanes: 1,
    },
    array: None,
};

pub(super) fn operator_text(operator: BinaryOperator) -> (&'static str, u8) {
    match operator {
        BinaryOperator::Add => ("+", binding::ADD),
        BinaryOperator::Subtract => ("-", binding::ADD),
        BinaryOperator::Multiply => ("*", binding::MULTIPLY),
        BinaryOperator::Divide => ("/", binding::MULTIPLY),
        BinaryOperator::Remainder => ("%", binding::MULTIPLY),
        BinaryOperator::ShiftLeft => ("<<", binding::SHIFT),
        BinaryOperator::ShiftRight => (">>", binding::SHIFT),
        BinaryOperator::BitAnd => ("&", binding::BIT_AND),
        BinaryOperator::BitOr => ("|", binding::BIT_OR),
        BinaryOperator::BitXor => ("^", binding::BIT_XOR),
        BinaryOperator::Less => ("<", binding::LESS),
        BinaryOperator::Greater => (">", binding::LESS),
        BinaryOperator::LessEqual => ("<=", binding::LESS),
        BinaryOperator::GreaterEqual => (">=", binding::LESS),
        BinaryOperator::Equal => ("==", binding::EQUAL),
        BinaryOperator::NotEqual => ("!=", binding::EQUAL),
        BinaryOperator::And => ("&&", binding::AND),
        BinaryOperator::Or => ("||", binding::OR),
        BinaryOperator::Xor => ("^^", binding::XOR),
    }
}

/// How an infix operation is printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Infix {
    /// `a op b`
    Plain,
    /// `a ? b : false` or `a ? true : b`, because naga would evaluate `b` in any case.
    Guarded,
    /// A call that compares structures or arrays.
    Compare,
}

fn infix(operator: BinaryOperator, left: &Expression, right: &Expression) -> Infix {
    match operator {
        BinaryOperator::And | BinaryOperator::Or if has_call(right) => Infix::Guarded,
        BinaryOperator::Equal | BinaryOperator::NotEqual
            if left.ty.array.is_some() || matches!(left.ty.base, Base::Struct(_)) =>
        {
            Infix::Compare
        }
        _ => Infix::Plain,
    }
}

fn scalar_and_lanes(ty: Type) -> Option<(ScalarKind, u8)> {
    match (ty.base, ty.array) {
        (Base::Vector { scalar, lanes }, None) => Some((scalar, lanes)),
        _ => None,
    }
}

/// The integer vector an operand must be widened or converted to, where naga takes equal types only.
fn operand_types(
    operator: BinaryOperator,
    left: Type,
    right: Type,
) -> (Option<Type>, Option<Type>) {
    let (Some((kind, left_lanes)), Some((right_kind, right_lanes))) =
        (scalar_and_lanes(left), scalar_and_lanes(right))
    else {
        return (None, None);
    };
    if !matches!(kind, ScalarKind::Int | ScalarKind::Uint) {
        return (None, None);
    }
    let lanes = left_lanes.max(right_lanes);
    let vector = |scalar| Type {
        base: Base::Vector { scalar, lanes },
        array: None,
    };
    let shift = matches!(
        operator,
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight
    );
    let right_wanted = if shift { ScalarKind::Uint } else { kind };
    (
        (left_lanes != lanes).then(|| vector(kind)),
        (right_lanes != lanes || right_kind != right_wanted).then(|| vector(right_wanted)),
    )
}

/// True if a path ends in a member that is declared with a third row.
pub(super) fn is_padded(expression: &Expression, program: &crate::typed::Program) -> bool {
    match &expression.kind {
        ExpressionKind::Member { base, member } => {
            let Base::Struct(StructId(id)) = base.ty.base else {
                return false;
            };
            program
                .structs
                .get(id as usize)
                .and_then(|row| row.members.get(*member as usize))
                .is_some_and(|member| is_padded_member(member.ty))
        }
        ExpressionKind::Index { base, .. } => base.ty.array.is_some() && is_padded(base, program),
        _ => false,
    }
}

impl Printer<'_> {
    /// The printed name of a member.
    pub(super) fn member_name(&self, structure: u32, member: u32) -> String {
        self.member_names
            .get(structure as usize)
            .and_then(|members| members.get(member as usize))
            .cloned()
            .unwrap_or_default()
    }

    /// Prints an expression where at least `least` tight binding is asked for.
    pub(super) fn expression(&mut self, expression: &Expression, least: u8) {
        self.writer.at(expression.span);
        match &expression.kind {
            ExpressionKind::Constant(constant) => {
                let text = self.constant(constant, expression.ty);
                // A negative number is a unary expression.
                let binding = if text.starts_with('-') {
                    binding::UNARY
                } else {
                    u8::MAX
                };
                self.grouped(binding, least, |printer| printer.writer.put(&text));
            }
            ExpressionKind::Global(id) => self.global_value(*id, expression.ty),
            ExpressionKind::Local(LocalId(id)) => self.local_value(*id, expression.ty),
            ExpressionKind::Member { .. } | ExpressionKind::Index { .. } => {
                self.path_value(expression)
            }
            ExpressionKind::Swizzle { base, lanes } => {
                self.expression(base, binding::POSTFIX);
                self.writer.at(expression.span);
                self.put_lanes(lanes);
            }
            ExpressionKind::Unary { operator, operand } => {
                self.unary(*operator, operand, expression.ty, least);
            }
            ExpressionKind::Binary { .. } => self.binary(expression, least),
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => self.grouped(binding::SELECT, least, |printer| {
                printer.expression(condition, binding::OR);
                printer.writer.put(" ? ");
                printer.expression(accept, binding::OR);
                printer.writer.put(" : ");
                printer.expression(reject, binding::OR);
            }),
            ExpressionKind::Construct(arguments) => self.construct(expression.ty, arguments),
            ExpressionKind::Call {
                function: FunctionId(id),
                arguments,
            } => {
                if let Some(name) = self.function_names.get(*id as usize) {
                    self.writer.put(name);
                }
                self.arguments(arguments);
                self.writer.at(expression.span);
            }
            ExpressionKind::Builtin {
                function,
                arguments,
            } => {
                self.builtin(*function, arguments, expression.ty);
                self.writer.at(expression.span);
            }
            ExpressionKind::Assign { target: value, .. }
            | ExpressionKind::Increment { target: value, .. }
            | ExpressionKind::Comma { right: value, .. } => {
                // Taken apart before; what is left of it is its value.
                debug_assert!(false, "an effect inside a printed expression");
                self.expression(value, least);
            }
        }
    }

    /// Puts parentheses around what binds less tightly than its place asks for.
    fn grouped(&mut self, binding: u8, least: u8, body: impl FnOnce(&mut Self)) {
        if binding < least {
            self.writer.put("(");
            body(self);
            self.writer.put(")");
        } else {
            body(self);
        }
    }

    fn global_value(&mut self, id: GlobalId, ty: Type) {
        let constant = self.global(id).and_then(|global| global.constant.as_ref());
        if let Some(constant) = constant {
            return self.put_constant(constant, ty);
        }
        if let Some(name) = self.global_names.get(id.0 as usize) {
            self.writer.put(name);
        }
    }

    /// Constants have no variable: their value is printed at each use.
    fn put_constant(&mut self, constant: &crate::typed::Constant, ty: Type) {
        let text = self.constant(constant, ty);
        self.writer.put("(");
        self.writer.put(&text);
        self.writer.put(")");
    }

    fn local_value(&mut self, id: u32, ty: Type) {
        let function_locals = self.function_locals;
        let constant = function_locals
            .get(id as usize)
            .and_then(|local| local.constant.as_ref());
        match constant {
            Some(constant) => self.put_constant(constant, ty),
            None => self.put_local(id),
        }
    }

    pub(super) fn put_local(&mut self, id: u32) {
        if let Some(local) = self.locals.get(id as usize) {
            self.writer.put(&local.name);
        }
    }

    pub(super) fn put_lanes(&mut self, lanes: &[u8]) {
        self.writer.put(".");
        for &lane in lanes {
            self.writer.put(
                ["x", "y", "z", "w"]
                    .get(usize::from(lane))
                    .copied()
                    .unwrap_or("x"),
            );
        }
    }

    /// A member or an element as a value.
    fn path_value(&mut self, expression: &Expression) {
        if let ExpressionKind::Member { base, member } = &expression.kind
            && expression.ty.array.is_some()
        {
            // To naga an array in a structure is of another type than one outside.
            let own = Intrinsic::Member(*member);
            let name = self.intrinsic(own, expression.ty, vec![base.ty]);
            return self.call(&name, [base.as_ref()]);
        }
        if is_padded(expression, self.program) {
            let mut padded = types::member_type(expression.ty);
            padded.array = expression.ty.array;
            let narrow = self.intrinsic(Intrinsic::Narrow, expression.ty, vec![padded]);
            self.writer.put(&narrow);
            self.writer.put("(");
            self.path(expression);
            self.writer.put(")");
            return;
        }
        self.path(expression);
        if let ExpressionKind::Index { base, .. } = &expression.kind
            && base.ty.array.is_none()
            && is_padded(base, self.program)
        {
            self.writer.put(".xy");
        }
    }

    /// A member or an element as declared, which may have a third row.
    pub(super) fn path(&mut self, expression: &Expression) {
        self.writer.at(expression.span);
        match &expression.kind {
            ExpressionKind::Member { base, member } => {
                self.path(base);
                let Base::Struct(StructId(structure)) = base.ty.base else {
                    return;
                };
                let name = self.member_name(structure, *member);
                self.writer.at(expression.span);
                self.writer.put(".");
                self.writer.put(&name);
            }
            ExpressionKind::Index { base, index } => {
                self.path(base);
                self.writer.put("[");
                self.expression(index, binding::ARGUMENT);
                self.writer.at(expression.span);
                self.writer.put("]");
            }
            _ => self.expression(expression, binding::POSTFIX),
        }
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, ty: Type, least: u8) {
        if operator == UnaryOperator::Negate
            && matches!(
                ty.base,
                Base::Vector {
                    scalar: ScalarKind::Uint,
                    ..
                }
            )
        {
            let zero = format!("{}(0u) - ", self.type_name(ty));
            return self.grouped(binding::ADD, least, |printer| {
                printer.writer.put(&zero);
                printer.expression(operand, binding::MULTIPLY);
            });
        }
        self.grouped(binding::UNARY, least, |printer| {
            printer.writer.put(match operator {
                UnaryOperator::Negate => "-",
                UnaryOperator::Not => "!",
                UnaryOperator::BitNot => "~",
            });
            printer.expression(operand, binding::POSTFIX);
        });
    }

    /// Prints infix operators. A row of them without parentheses (`a + b + c …`) is printed in a
    /// loop: it may be thousands of terms long.
    fn binary(&mut self, expression: &Expression, least: u8) {
        let ExpressionKind::Binary { operator, .. } = expression.kind else {
            return;
        };
        let (_, own) = operator_text(operator);
        let mut row = Vec::new();
        let mut at = expression;
        let mut group = 0;
        while let ExpressionKind::Binary {
            operator,
            left,
            right,
        } = &at.kind
        {
            let (_, binding) = operator_text(*operator);
            if infix(*operator, left, right) != Infix::Plain || binding < group {
                break;
            }
            group = binding;
            row.push((at, *operator, right));
            at = left;
            if operand_types(*operator, left.ty, right.ty).0.is_some() {
                // The left side is printed inside a conversion.
                break;
            }
        }
        let Some(&(_, last_operator, last_right)) = row.last() else {
            return self.special_infix(expression);
        };
        self.grouped(own, least, |printer| {
            let (left_type, _) = operand_types(last_operator, at.ty, last_right.ty);
            printer.converted(at, left_type, group);
            for &(node, operator, right) in row.iter().rev() {
                let (text, binding) = operator_text(operator);
                let left = match &node.kind {
                    ExpressionKind::Binary { left, .. } => left.ty,
                    _ => node.ty,
                };
                let (_, right_type) = operand_types(operator, left, right.ty);
                printer.writer.at(node.span);
                printer.writer.put(" ");
                printer.writer.put(text);
                printer.writer.put(" ");
                printer.converted(right, right_type, binding + 1);
            }
        });
    }

    /// Prints an operand, converted where a type is given.
    fn converted(&mut self, operand: &Expression, ty: Option<Type>, least: u8) {
        let Some(ty) = ty else {
            return self.expression(operand, least);
        };
        let name = self.type_name(ty);
        self.writer.put(&name);
        self.writer.put("(");
        self.expression(operand, binding::ARGUMENT);
        self.writer.put(")");
    }

    fn special_infix(&mut self, expression: &Expression) {
        let ExpressionKind::Binary {
            operator,
            left,
            right,
        } = &expression.kind
        else {
            return;
        };
        if infix(*operator, left, right) == Infix::Guarded {
            let is_and = *operator == BinaryOperator::And;
            self.writer.put("(");
            self.expression(left, binding::OR);
            self.writer.put(if is_and { " ? " } else { " ? true : " });
            self.expression(right, binding::OR);
            self.writer.put(if is_and { " : false)" } else { ")" });
            return;
        }
        let same = self.intrinsic(Intrinsic::Equal, BOOL, vec![left.ty, right.ty]);
        if *operator == BinaryOperator::NotEqual {
            self.writer.put("!");
        }
        self.call(&same, &[left.as_ref(), right.as_ref()]);
    }

    /// `name(arguments)`
    pub(super) fn call<'e>(
        &mut self,
        name: &str,
        arguments: impl IntoIterator<Item = &'e (impl std::borrow::Borrow<Expression> + 'e)>,
    ) {
        self.writer.put(name);
        self.arguments(arguments);
    }

    /// `(arguments)`
    fn arguments<'e>(
        &mut self,
        arguments: impl IntoIterator<Item = &'e (impl std::borrow::Borrow<Expression> + 'e)>,
    ) {
        self.writer.put("(");
        for (position, argument) in arguments.into_iter().enumerate() {
            if position > 0 {
                self.writer.put(", ");
            }
            self.expression(argument.borrow(), binding::ARGUMENT);
        }
        self.writer.put(")");
    }
}

/// True if naga takes the operands of an operation as they are.
pub(super) fn takes_plain_operands(operator: BinaryOperator, left: Type, right: Type) -> bool {
    operand_types(operator, left, right) == (None, None)
}
