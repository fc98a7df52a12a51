//! Syntax as fully parenthesised text, to compare structure.

use retroshade_frontend::intern::Interner;
use retroshade_frontend::syntax::*;
use retroshade_frontend::typed::BinaryOperator;

pub(crate) struct Dump<'a>(pub(crate) &'a Interner);

fn operator(operator: BinaryOperator) -> &'static str {
    use BinaryOperator::*;
    match operator {
        Add => "+",
        Subtract => "-",
        Multiply => "*",
        Divide => "/",
        Remainder => "%",
        ShiftLeft => "<<",
        ShiftRight => ">>",
        BitAnd => "&",
        BitOr => "|",
        BitXor => "^",
        Less => "<",
        Greater => ">",
        LessEqual => "<=",
        GreaterEqual => ">=",
        Equal => "==",
        NotEqual => "!=",
        And => "&&",
        Or => "||",
        Xor => "^^",
    }
}

impl Dump<'_> {
    fn name(&self, name: &Name) -> String {
        self.0.text(name.symbol).to_owned()
    }

    fn list<T>(&self, items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
        items.iter().map(text).collect::<Vec<_>>().join(separator)
    }

    pub(crate) fn expression(&self, expression: &Expression) -> String {
        let e = |expression: &Expression| self.expression(expression);
        match &expression.kind {
            ExpressionKind::Float(value) => format!("{value:?}"),
            ExpressionKind::Int(value) => value.to_string(),
            ExpressionKind::Uint(value) => format!("{value}u"),
            ExpressionKind::Bool(value) => value.to_string(),
            ExpressionKind::Name(name) => self.name(name),
            ExpressionKind::Call { callee, arguments } => {
                let callee = match callee {
                    Callee::Function(name) => self.name(name),
                    Callee::Type(specifier) => format!("type {}", self.specifier(specifier)),
                };
                format!("{callee}({})", self.list(arguments, ", ", e))
            }
            ExpressionKind::Index { base, index } => format!("{}[{}]", e(base), e(index)),
            ExpressionKind::Field { base, field } => format!("{}.{}", e(base), self.name(field)),
            ExpressionKind::Method {
                base,
                method,
                arguments,
            } => {
                format!(
                    "{}.{}({})",
                    e(base),
                    self.name(method),
                    self.list(arguments, ", ", e)
                )
            }
            ExpressionKind::Postfix { operator, operand } => match operator {
                PostfixOperator::Increment => format!("({}++)", e(operand)),
                PostfixOperator::Decrement => format!("({}--)", e(operand)),
            },
            ExpressionKind::Prefix { operator, operand } => {
                let operator = match operator {
                    PrefixOperator::Plus => "+",
                    PrefixOperator::Negate => "-",
                    PrefixOperator::Not => "!",
                    PrefixOperator::BitNot => "~",
                    PrefixOperator::Increment => "++",
                    PrefixOperator::Decrement => "--",
                };
                format!("({operator}{})", e(operand))
            }
            ExpressionKind::Binary { first, rest } => {
                let mut text = format!("({}", e(first));
                for term in rest {
                    text += &format!(" {} {}", operator(term.operator), e(&term.operand));
                }
                text + ")"
            }
            ExpressionKind::Select {
                condition,
                accept,
                reject,
            } => {
                format!("({} ? {} : {})", e(condition), e(accept), e(reject))
            }
            ExpressionKind::Assign {
                operator: assign,
                target,
                value,
            } => {
                let sign = assign.operator.map_or("", operator);
                format!("({} {sign}= {})", e(target), e(value))
            }
            ExpressionKind::Comma(items) => format!("({})", self.list(items, ", ", e)),
            ExpressionKind::List(items) => format!("{{{}}}", self.list(items, ", ", e)),
        }
    }

    fn qualifiers(&self, qualifiers: &[Qualifier]) -> String {
        let word = |qualifier: &Qualifier| match &qualifier.kind {
            QualifierKind::Precision(precision) => format!("{precision:?} "),
            QualifierKind::Layout(items) => {
                let item = |item: &LayoutItem| match item.value {
                    Some(value) => format!("{} = {}", self.name(&item.name), value.value),
                    None => self.name(&item.name),
                };
                format!("layout({}) ", self.list(items, ", ", item))
            }
            kind => format!("{kind:?} ").to_lowercase(),
        };
        self.list(qualifiers, "", word)
    }

    fn array(&self, array: &Option<ArraySize>) -> String {
        let size = |array: &ArraySize| {
            array
                .size
                .as_ref()
                .map_or(String::new(), |size| self.expression(size))
        };
        array
            .as_ref()
            .map_or(String::new(), |array| format!("[{}]", size(array)))
    }

    fn specifier(&self, specifier: &TypeSpecifier) -> String {
        let name = match &specifier.name {
            TypeName::Basic(BasicType::Void) => "void".to_owned(),
            TypeName::Basic(BasicType::Vector { scalar, lanes }) => format!("{scalar:?}{lanes}"),
            TypeName::Basic(BasicType::Matrix { columns, rows }) => format!("Mat{columns}x{rows}"),
            TypeName::Basic(BasicType::Sampler(sampler)) => format!("Sampler{:?}", sampler.shape),
            TypeName::Struct(specifier) => {
                let name = specifier
                    .name
                    .as_ref()
                    .map_or(String::new(), |name| self.name(name));
                format!("struct {name} {{ {}}}", self.members(&specifier.members))
            }
            TypeName::Named(name) => self.name(name),
        };
        name + &self.array(&specifier.array)
    }

    fn members(&self, members: &[Member]) -> String {
        let member = |member: &Member| {
            let specifier = self.specifier(&member.specifier);
            let names = self.list(&member.declarators, ", ", |d| self.declarator(d));
            format!(
                "{}{specifier} {names}; ",
                self.qualifiers(&member.qualifiers)
            )
        };
        self.list(members, "", member)
    }

    fn declarator(&self, declarator: &Declarator) -> String {
        let name = self.name(&declarator.name);
        let value = declarator.initializer.as_ref();
        let value = value.map_or(String::new(), |value| {
            format!(" = {}", self.expression(value))
        });
        format!("{name}{}{value}", self.array(&declarator.array))
    }

    fn declaration(&self, declaration: &Declaration) -> String {
        let names = self.list(&declaration.declarators, ", ", |d| self.declarator(d));
        let specifier = self.specifier(&declaration.specifier);
        format!(
            "{}{specifier} {names};",
            self.qualifiers(&declaration.qualifiers)
        )
    }

    fn precision(&self, statement: &PrecisionStatement) -> String {
        format!(
            "precision {:?} {};",
            statement.precision,
            self.specifier(&statement.specifier)
        )
    }

    fn head(&self, head: &FunctionHead) -> String {
        let parameter = |parameter: &Parameter| {
            let name = parameter
                .name
                .as_ref()
                .map_or(String::new(), |name| self.name(name));
            let specifier = self.specifier(&parameter.specifier);
            let array = self.array(&parameter.array);
            format!(
                "{}{specifier} {name}{array}",
                self.qualifiers(&parameter.qualifiers)
            )
        };
        let parameters = self.list(&head.parameters, ", ", parameter);
        let result = self.specifier(&head.result);
        format!(
            "{}{result} {}({parameters})",
            self.qualifiers(&head.qualifiers),
            self.name(&head.name)
        )
    }

    pub(crate) fn statement(&self, statement: &Statement) -> String {
        let e = |expression: &Expression| self.expression(expression);
        let s = |statement: &Statement| self.statement(statement);
        match &statement.kind {
            StatementKind::Empty => ";".to_owned(),
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Precision(statement) => self.precision(statement),
            StatementKind::Prototype(head) => format!("{};", self.head(head)),
            StatementKind::Expression(expression) => format!("{};", e(expression)),
            StatementKind::Block(statements) => format!("{{ {} }}", self.list(statements, " ", s)),
            StatementKind::If {
                condition,
                accept,
                reject,
            } => {
                let reject = reject
                    .as_ref()
                    .map_or(String::new(), |reject| format!(" else {}", s(reject)));
                format!("if ({}) {}{reject}", e(condition), s(accept))
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                let condition = condition
                    .as_ref()
                    .map_or(String::new(), |c| self.condition(c));
                let step = step.as_ref().map_or(String::new(), e);
                format!("for ({} {condition}; {step}) {}", s(init), s(body))
            }
            StatementKind::While { condition, body } => {
                format!("while ({}) {}", self.condition(condition), s(body))
            }
            StatementKind::DoWhile { body, condition } => {
                format!("do {} while ({});", s(body), e(condition))
            }
            StatementKind::Switch { selector, body } => {
                format!("switch ({}) {{ {} }}", e(selector), self.list(body, " ", s))
            }
            StatementKind::Case(value) => format!("case {}:", e(value)),
            StatementKind::Default => "default:".to_owned(),
            StatementKind::Break => "break;".to_owned(),
            StatementKind::Continue => "continue;".to_owned(),
            StatementKind::Return(None) => "return;".to_owned(),
            StatementKind::Return(Some(value)) => format!("return {};", e(value)),
            StatementKind::Discard => "discard;".to_owned(),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Expression(expression) => self.expression(expression),
            Condition::Declaration {
                qualifiers,
                specifier,
                name,
                initializer,
                ..
            } => {
                let qualifiers = self.qualifiers(qualifiers);
                let specifier = self.specifier(specifier);
                let value = self.expression(initializer);
                format!("{qualifiers}{specifier} {} = {value}", self.name(name))
            }
        }
    }

    pub(crate) fn item(&self, item: &Item) -> String {
        match &item.kind {
            ItemKind::Precision(statement) => self.precision(statement),
            ItemKind::Invariant(names) => {
                format!("invariant {};", self.list(names, ", ", |n| self.name(n)))
            }
            ItemKind::Declaration(declaration) => self.declaration(declaration),
            ItemKind::Block(block) => {
                let instance = block.instance.as_ref();
                let instance =
                    instance.map_or(String::new(), |d| format!(" {}", self.declarator(d)));
                let (name, members) = (self.name(&block.name), self.members(&block.members));
                format!(
                    "{}block {name} {{ {members}}}{instance};",
                    self.qualifiers(&block.qualifiers)
                )
            }
            ItemKind::DefaultQualifiers(qualifiers) => {
                format!("{};", self.qualifiers(qualifiers).trim_end())
            }
            ItemKind::Prototype(head) => format!("{};", self.head(head)),
            ItemKind::Function(function) => {
                let body = self.list(&function.body, " ", |s| self.statement(s));
                format!("{} {{ {body} }}", self.head(&function.head))
            }
            ItemKind::Empty => ";".to_owned(),
        }
    }
}
