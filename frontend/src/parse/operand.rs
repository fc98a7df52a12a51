//! Operands: names, literals, calls, with their prefix and postfix operators.

use super::expression::Operand;
use super::operator::{ASSIGNMENT, COMMA};
use super::{Parse, Parser};
use crate::lex::{Keyword, Punctuator, TokenKind};
use crate::syntax::{
    BasicType, Callee, ExpressionKind, Name, PostfixOperator, PrefixOperator, TypeSpecifier,
};
use crate::typed::Version;
use retroshade_diagnostics::Span;

/// What is called, until its arguments are read.
enum Called {
    Function(Name),
    Type(Box<TypeSpecifier>),
    /// A method of the operand that lies below the arguments.
    Method(Name),
}

/// What stands before an operand.
enum Prefix {
    Operator(PrefixOperator),
    /// A type in parentheses (Cg).
    Cast(Box<TypeSpecifier>),
}

impl Parser<'_> {
    /// Pushes an operand with its prefix and postfix operators.
    pub(super) fn operand(&mut self) -> Parse<()> {
        let mut prefixes: Vec<(Prefix, Span)> = Vec::new();
        while let Some(prefix) = self.prefix()? {
            prefixes.push(prefix);
            if prefixes.len() > self.nesting_limit as usize {
                return Err(self.too_deep());
            }
        }
        self.primary()?;
        while let TokenKind::Punctuator(punctuator) = self.kind() {
            match punctuator {
                Punctuator::Dot => self.field()?,
                Punctuator::LeftBracket => self.index()?,
                Punctuator::PlusPlus => self.postfix(PostfixOperator::Increment)?,
                Punctuator::MinusMinus => self.postfix(PostfixOperator::Decrement)?,
                _ => break,
            }
        }
        while let Some((operator, span)) = prefixes.pop() {
            self.build_prefix(operator, span)?;
        }
        Ok(())
    }

    /// Takes a prefix operator, if there is one.
    #[inline]
    fn prefix(&mut self) -> Parse<Option<(Prefix, Span)>> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return Ok(None);
        };
        if punctuator == Punctuator::LeftParen && self.at_cast() {
            return self.cast().map(Some);
        }
        let operator = match punctuator {
            Punctuator::Plus => PrefixOperator::Plus,
            Punctuator::Minus => PrefixOperator::Negate,
            Punctuator::Bang => PrefixOperator::Not,
            Punctuator::Tilde => PrefixOperator::BitNot,
            Punctuator::PlusPlus => PrefixOperator::Increment,
            Punctuator::MinusMinus => PrefixOperator::Decrement,
            _ => return Ok(None),
        };
        if operator == PrefixOperator::BitNot && self.version == Version::Essl100 {
            self.reserved_operator(self.token());
        }
        Ok(Some((Prefix::Operator(operator), self.bump().span)))
    }

    /// `(float3)`, from the parenthesis on.
    fn cast(&mut self) -> Parse<(Prefix, Span)> {
        let open = self.bump().span;
        let specifier = self.type_specifier(" of a cast")?;
        let end = self.close(Punctuator::RightParen, open)?;
        Ok((Prefix::Cast(Box::new(specifier)), open.to(end)))
    }

    fn build_prefix(&mut self, prefix: Prefix, span: Span) -> Parse<()> {
        let Operand { expression, height } = self.pop();
        let span = span.to(expression.span);
        let kind = match prefix {
            Prefix::Operator(operator) => ExpressionKind::Prefix {
                operator,
                operand: Box::new(expression),
            },
            Prefix::Cast(specifier) => ExpressionKind::Call {
                callee: Callee::Type(*specifier),
                arguments: vec![expression],
            },
        };
        self.push_node(kind, span, height)
    }

    fn postfix(&mut self, operator: PostfixOperator) -> Parse<()> {
        let end = self.bump().span;
        let Operand { expression, height } = self.pop();
        let span = expression.span.to(end);
        let operand = Box::new(expression);
        self.push_node(ExpressionKind::Postfix { operator, operand }, span, height)
    }

    fn index(&mut self) -> Parse<()> {
        let open = self.bump().span;
        self.levels(COMMA)?;
        let end = self.close(Punctuator::RightBracket, open)?;
        self.build_index(end)
    }

    fn build_index(&mut self, end: Span) -> Parse<()> {
        let (index, base) = (self.pop(), self.pop());
        let span = base.expression.span.to(end);
        let height = base.height.max(index.height);
        let (base, index) = (Box::new(base.expression), Box::new(index.expression));
        self.push_node(ExpressionKind::Index { base, index }, span, height)
    }

    /// `.name` or `.name(…)`
    fn field(&mut self) -> Parse<()> {
        self.bump();
        let field = self.name("a member or components after `.`")?;
        if self.at(Punctuator::LeftParen) {
            self.only_essl300("methods such as `.length()`", self.token());
            return self.call(Called::Method(field), field.span);
        }
        let Operand { expression, height } = self.pop();
        let span = expression.span.to(field.span);
        let base = Box::new(expression);
        self.push_node(ExpressionKind::Field { base, field }, span, height)
    }

    /// The arguments and the node of a call that begins at `start`.
    fn call(&mut self, called: Called, start: Span) -> Parse<()> {
        let bottom = self.operands.len();
        let end = self.arguments()?;
        self.build_call(called, start.to(end), bottom)
    }

    /// Pushes `(a, b)`, `()` or `(void)` and gives the closing parenthesis.
    fn arguments(&mut self) -> Parse<Span> {
        let open = self.expect(Punctuator::LeftParen, "before the arguments")?;
        let void = self.kind() == TokenKind::Type(BasicType::Void)
            && self.kind_after(1) == TokenKind::Punctuator(Punctuator::RightParen);
        if void {
            self.bump();
        } else if !self.at(Punctuator::RightParen) {
            loop {
                self.levels(ASSIGNMENT)?;
                if self.eat(Punctuator::Comma).is_none() {
                    break;
                }
            }
        }
        self.close(Punctuator::RightParen, open)
    }

    fn build_call(&mut self, called: Called, span: Span, bottom: usize) -> Parse<()> {
        let (arguments, height) = self.pop_list(bottom);
        let callee = match called {
            Called::Function(name) => Callee::Function(name),
            Called::Type(specifier) => Callee::Type(*specifier),
            Called::Method(method) => {
                let base = self.pop();
                let (span, height) = (base.expression.span.to(span), height.max(base.height));
                let base = Box::new(base.expression);
                let kind = ExpressionKind::Method {
                    base,
                    method,
                    arguments,
                };
                return self.push_node(kind, span, height);
            }
        };
        self.push_node(ExpressionKind::Call { callee, arguments }, span, height)
    }

    /// Pushes what stands between prefix and postfix operators.
    fn primary(&mut self) -> Parse<()> {
        match self.kind() {
            TokenKind::Punctuator(Punctuator::LeftParen) => {
                let open = self.bump().span;
                self.levels(COMMA)?;
                let end = self.close(Punctuator::RightParen, open)?;
                if let Some(operand) = self.operands.last_mut() {
                    operand.expression.span = open.to(end);
                }
                Ok(())
            }
            TokenKind::Type(_) => self.constructor(),
            TokenKind::Identifier(symbol) if self.scopes.is_type(symbol) => self.constructor(),
            TokenKind::Identifier(_) | TokenKind::Reserved(_) => self.named(),
            _ => self.literal(),
        }
    }

    fn literal(&mut self) -> Parse<()> {
        let token = self.token();
        let kind = match token.kind {
            TokenKind::Float(value) => ExpressionKind::Float(value),
            TokenKind::Int(value) => ExpressionKind::Int(value as i32),
            TokenKind::Uint(value) => ExpressionKind::Uint(value),
            TokenKind::Keyword(Keyword::True) => ExpressionKind::Bool(true),
            TokenKind::Keyword(Keyword::False) => ExpressionKind::Bool(false),
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        self.push_node(kind, token.span, 0)
    }

    /// A variable or a call, at its name.
    fn named(&mut self) -> Parse<()> {
        let name = self.name("a name")?;
        if self.at(Punctuator::LeftParen) {
            self.call(Called::Function(name), name.span)
        } else {
            self.push_node(ExpressionKind::Name(name), name.span, 0)
        }
    }

    /// `type(…)`, `type[n](…)`
    fn constructor(&mut self) -> Parse<()> {
        let start = self.span();
        let specifier = self.constructed()?;
        self.call(Called::Type(specifier), start)
    }

    fn constructed(&mut self) -> Parse<Box<TypeSpecifier>> {
        let (name, span) = self.type_name("")?;
        if self.at(Punctuator::LeftBracket) {
            self.only_essl300("constructors of arrays", self.token());
        }
        let specifier = self.array_type(name, span)?;
        if !self.at(Punctuator::LeftParen) {
            return Err(self.expected("`(` after the type, which is no value"));
        }
        Ok(Box::new(specifier))
    }
}
