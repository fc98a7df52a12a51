//! Expressions, by precedence climbing.
//!
//! Finished operands lie on a stack of the parser's own, [`Parser::operands`], and not in the frames of
//! the functions: a level of nesting costs a few hundred bytes of the thread's stack even in an
//! unoptimised build. The functions that recurse only move operands; the nodes are built by those that
//! do not.

use super::operator::{self, ASSIGNMENT, COMMA, Infix, Level, infix};
use super::{Failed, Parse, Parser};
use crate::lex::{BasicType, Keyword, Punctuator, Token, TokenKind};
use crate::syntax::{
    AssignOperator, BinaryTerm, CHAIN_LIMIT, Callee, Expression, ExpressionKind, NESTING_LIMIT,
    Name, PostfixOperator, PrefixOperator, TypeSpecifier,
};
use crate::typed::{BinaryOperator, Version};
use retroshade_diagnostics::codes::syntax as codes;
use retroshade_diagnostics::{Diagnostic, Span};

/// An expression with the number of levels of its tree.
pub(super) struct Operand {
    expression: Expression,
    height: u32,
}

/// What is called, until its arguments are read.
enum Called {
    Function(Name),
    Type(Box<TypeSpecifier>),
    /// A method of the operand that lies below the arguments.
    Method(Name),
}

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parse<Expression> {
        self.levels(COMMA)?;
        Ok(self.pop().expression)
    }

    /// An expression without commas of its own.
    pub(super) fn assignment(&mut self) -> Parse<Expression> {
        self.levels(ASSIGNMENT)?;
        Ok(self.pop().expression)
    }

    fn pop(&mut self) -> Operand {
        let span = self.span();
        self.operands.pop().unwrap_or(Operand {
            expression: Expression {
                kind: ExpressionKind::Bool(false),
                span,
            },
            height: 1,
        })
    }

    /// Pushes a node above children of some height.
    fn push_node(&mut self, kind: ExpressionKind, span: Span, children: u32) -> Parse<()> {
        let height = children + 1;
        if self.depth + height > NESTING_LIMIT {
            return Err(self.too_deep());
        }
        let expression = Expression { kind, span };
        self.operands.push(Operand { expression, height });
        Ok(())
    }

    /// Pushes an expression of operators that bind at least as tightly as `lowest`.
    fn levels(&mut self, lowest: Level) -> Parse<()> {
        self.enter()?;
        self.operand()?;
        self.infix(lowest)?;
        self.depth -= 1;
        Ok(())
    }

    /// The infix operator at the present token, if it binds at least as tightly as `lowest`.
    #[inline]
    fn at_infix(&self, lowest: Level) -> Option<(Level, Infix)> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        infix(punctuator).filter(|&(level, _)| level >= lowest)
    }

    /// The operators that follow the operand on the stack.
    fn infix(&mut self, lowest: Level) -> Parse<()> {
        while let Some((level, operator)) = self.at_infix(lowest) {
            match operator {
                Infix::Comma => self.comma()?,
                Infix::Assign(operator) => self.assign(operator)?,
                Infix::Select => self.select()?,
                Infix::Binary(_) => self.chain(level)?,
            }
        }
        Ok(())
    }

    /// Pushes an operand with what binds more tightly than `level` behind it.
    fn operand_above(&mut self, level: Level) -> Parse<()> {
        self.operand()?;
        if self.at_infix(level + 1).is_some() {
            self.enter()?;
            self.infix(level + 1)?;
            self.depth -= 1;
        }
        Ok(())
    }

    /// Operators of one precedence in a row.
    fn chain(&mut self, level: Level) -> Parse<()> {
        let bottom = self.operands.len();
        let mut operators = Vec::new();
        while let Some((found, Infix::Binary(operator))) = self.at_infix(level) {
            if found != level {
                break;
            }
            self.check_operator(operator);
            operators.push((operator, self.bump().span));
            if operators.len() >= CHAIN_LIMIT {
                return Err(self.too_long());
            }
            self.operand_above(level)?;
        }
        self.build_chain(bottom, operators)
    }

    fn build_chain(&mut self, bottom: usize, operators: Vec<(BinaryOperator, Span)>) -> Parse<()> {
        let operands = self.operands.split_off(bottom.min(self.operands.len()));
        let first = self.pop();
        let mut span = first.expression.span;
        let mut height = first.height;
        let mut rest = Vec::with_capacity(operands.len());
        for (
            Operand {
                expression: operand,
                height: found,
            },
            (operator, operator_span),
        ) in operands.into_iter().zip(operators)
        {
            height = height.max(found);
            span = span.to(operand.span);
            rest.push(BinaryTerm {
                operator,
                operator_span,
                operand,
            });
        }
        let first = Box::new(first.expression);
        self.push_node(ExpressionKind::Binary { first, rest }, span, height)
    }

    fn comma(&mut self) -> Parse<()> {
        let bottom = self.operands.len().saturating_sub(1);
        while self.eat(Punctuator::Comma).is_some() {
            if self.operands.len() - bottom >= CHAIN_LIMIT {
                return Err(self.too_long());
            }
            self.operand_above(COMMA)?;
        }
        let (items, height) = self.pop_list(bottom);
        let span = match (items.first(), items.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.span(),
        };
        self.push_node(ExpressionKind::Comma(items), span, height)
    }

    /// Takes all operands above a position, with the height of the tallest.
    fn pop_list(&mut self, bottom: usize) -> (Vec<Expression>, u32) {
        let operands = self.operands.split_off(bottom.min(self.operands.len()));
        let height = operands
            .iter()
            .map(|operand| operand.height)
            .max()
            .unwrap_or(0);
        (
            operands
                .into_iter()
                .map(|operand| operand.expression)
                .collect(),
            height,
        )
    }

    fn assign(&mut self, operator: Option<BinaryOperator>) -> Parse<()> {
        if let Some(operator) = operator {
            self.check_operator(operator);
        }
        let operator = AssignOperator {
            operator,
            span: self.bump().span,
        };
        self.levels(ASSIGNMENT)?;
        self.build_assign(operator)
    }

    fn build_assign(&mut self, operator: AssignOperator) -> Parse<()> {
        let (value, target) = (self.pop(), self.pop());
        let span = target.expression.span.to(value.expression.span);
        let height = target.height.max(value.height);
        let (target, value) = (Box::new(target.expression), Box::new(value.expression));
        self.push_node(
            ExpressionKind::Assign {
                operator,
                target,
                value,
            },
            span,
            height,
        )
    }

    fn select(&mut self) -> Parse<()> {
        self.bump();
        self.levels(COMMA)?;
        self.expect(Punctuator::Colon, "between the values of `?:`")?;
        self.levels(ASSIGNMENT)?;
        self.build_select()
    }

    fn build_select(&mut self) -> Parse<()> {
        let (reject, accept, condition) = (self.pop(), self.pop(), self.pop());
        let span = condition.expression.span.to(reject.expression.span);
        let height = condition.height.max(accept.height).max(reject.height);
        let kind = ExpressionKind::Select {
            condition: Box::new(condition.expression),
            accept: Box::new(accept.expression),
            reject: Box::new(reject.expression),
        };
        self.push_node(kind, span, height)
    }

    fn too_long(&mut self) -> Failed {
        let message = format!("more than {CHAIN_LIMIT} terms in one chain of operators");
        let diagnostic = Diagnostic::error(codes::CHAIN, message);
        let failed = self.report(diagnostic, self.token(), "the limit is reached here");
        self.give_up();
        failed
    }

    /// Reports an operator that ESSL 1.00 reserves, at the present token.
    fn check_operator(&mut self, operator: BinaryOperator) {
        if self.version == Version::Essl100 && operator::is_reserved(operator) {
            self.reserved_operator(self.token());
        }
    }

    fn reserved_operator(&mut self, token: Token) {
        let TokenKind::Punctuator(punctuator) = token.kind else {
            return;
        };
        let text = punctuator.text();
        let message = format!("the operator `{text}` is reserved in ESSL 1.00");
        let mut diagnostic = Diagnostic::error(codes::RESERVED_OPERATOR, message);
        diagnostic = match punctuator {
            Punctuator::Ampersand => diagnostic.with_help("`&&` is the logical operator"),
            Punctuator::Bar => diagnostic.with_help("`||` is the logical operator"),
            Punctuator::Percent => diagnostic.with_help("`mod(x, y)` works on floats"),
            _ => diagnostic,
        };
        self.report(diagnostic, token, "");
    }

    /// Pushes an operand with its prefix and postfix operators.
    fn operand(&mut self) -> Parse<()> {
        let mut prefixes: Vec<(PrefixOperator, Span)> = Vec::new();
        while let Some(prefix) = self.prefix() {
            prefixes.push(prefix);
            if prefixes.len() > NESTING_LIMIT as usize {
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
    fn prefix(&mut self) -> Option<(PrefixOperator, Span)> {
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        let operator = match punctuator {
            Punctuator::Plus => PrefixOperator::Plus,
            Punctuator::Minus => PrefixOperator::Negate,
            Punctuator::Bang => PrefixOperator::Not,
            Punctuator::Tilde => PrefixOperator::BitNot,
            Punctuator::PlusPlus => PrefixOperator::Increment,
            Punctuator::MinusMinus => PrefixOperator::Decrement,
            _ => return None,
        };
        if operator == PrefixOperator::BitNot && self.version == Version::Essl100 {
            self.reserved_operator(self.token());
        }
        Some((operator, self.bump().span))
    }

    fn build_prefix(&mut self, operator: PrefixOperator, span: Span) -> Parse<()> {
        let Operand { expression, height } = self.pop();
        let span = span.to(expression.span);
        let operand = Box::new(expression);
        self.push_node(ExpressionKind::Prefix { operator, operand }, span, height)
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
        match self.at(Punctuator::LeftParen) {
            true => self.call(Called::Function(name), name.span),
            false => self.push_node(ExpressionKind::Name(name), name.span, 0),
        }
    }

    /// `type(…)`, `type[n](…)`
    fn constructor(&mut self) -> Parse<()> {
        let start = self.span();
        let specifier = self.constructed()?;
        self.call(Called::Type(specifier), start)
    }

    fn constructed(&mut self) -> Parse<Box<TypeSpecifier>> {
        let specifier = self.type_specifier("")?;
        if !self.at(Punctuator::LeftParen) {
            return Err(self.expected("`(` after the type, which is no value"));
        }
        Ok(Box::new(specifier))
    }
}
