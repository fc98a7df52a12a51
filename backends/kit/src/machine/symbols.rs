//! Numbers that are expressions: what a program computes, whatever it computes with.
//!
//! A machine that is run in [`Symbols`] leaves an expression in each register that it writes. Equal expressions have equal
//! symbols (value numbering by a table of expressions), so that two programs compute the same by the same operations if
//! their outputs are the same symbols. A replay compares what was selected with what was packed in this way, and a lifter
//! reads the expressions.
//!
//! Where control depends on numbers, the machine asks [`Numbers::jumps`], [`Numbers::holding`] or [`Numbers::switched`],
//! which note the [`Decision`] and answer as whoever runs the program wants: that nobody jumps, if nothing was said. Who
//! runs a program in symbols runs it a basic block at a time.

use super::RegisterImage;
use super::numbers::{
    Comparison, Component, Detail, Function, Locations, Numbers, Outside, Samples, VectorFunction,
};
use super::trap::Trap;
use indexmap::IndexSet;
use retroshade_ir::Builtin;
use retroshade_ir::entity;
use retroshade_ir::entity::EntityRef;
use smallvec::SmallVec;
use std::collections::HashMap;

entity! {
    /// The number of an expression.
    Symbol, "e"
}

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// What nobody set.
    Unset,
    /// A number of the program, by its bits.
    Literal(u32),
    /// A lane of a uniform's register.
    Uniform {
        /// The register file.
        file: &'static str,
        /// The register.
        number: u32,
        /// The lane, 0 to 3.
        lane: u8,
    },
    /// A component of a file at the address `base` + the integer part of `offset`.
    Indexed {
        /// Which one.
        component: Component,
        /// The address if the offset is 0.
        base: i64,
        /// The offset.
        offset: Symbol,
    },
    /// A lane of an attribute or varying.
    Input {
        /// The register file.
        file: &'static str,
        /// The register.
        number: u32,
        /// The lane, 0 to 3.
        lane: u8,
    },
    /// A component of what another unit of the chip gives.
    Builtin(Builtin, u8),
    /// A number that whoever runs the program put into a register.
    Given(u32),
    /// A function of a lane.
    Apply(Function, SmallVec<[Symbol; 3]>),
    /// A lane of a function of several lanes.
    ApplyVector(VectorFunction, SmallVec<[Symbol; 6]>, u8),
    /// A component of what a texture gives.
    Lookup {
        /// The texture unit that an offset of 0 reads.
        unit: i64,
        /// What is added to it.
        offset: Option<Symbol>,
        /// Where: two coordinates, or three in a cube.
        coordinates: SmallVec<[Symbol; 3]>,
        /// The level of detail.
        detail: Detail<Symbol>,
        /// The component, 0 to 3.
        component: u8,
    },
}

/// An address of memory or of a register that is chosen by an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// The location if there is no offset.
    pub base: i64,
    /// A number whose integer part is added.
    pub offset: Option<Symbol>,
}

/// Something on which control depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether a comparison holds.
    Compare(Comparison, Symbol, Symbol),
    /// Whether a number is not 0.
    Holds(Symbol),
}

/// Lanes of uniforms that hold a number of the program, by file, register and lane.
pub type Literals = HashMap<(&'static str, u32, u8), f32>;

/// A table of expressions.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    expressions: IndexSet<Expression>,
    literals: Literals,
    /// What control depended on, in the order in which it was asked.
    pub decisions: Vec<Decision>,
    /// The answers to them, by the same numbers; no where there is none.
    pub answers: Vec<bool>,
}

impl Symbols {
    /// An empty table for a program with these numbers in registers of uniforms.
    pub fn new(literals: Literals) -> Symbols {
        Symbols {
            literals,
            ..Symbols::default()
        }
    }

    /// The symbol of an expression.
    pub fn symbol(&mut self, expression: Expression) -> Symbol {
        Symbol::new(self.expressions.insert_full(expression).0)
    }

    /// The symbol of an expression that some program made, if any did.
    pub fn known(&self, expression: &Expression) -> Option<Symbol> {
        self.expressions.get_index_of(expression).map(Symbol::new)
    }

    /// The number of expressions; symbols are numbered in the order in which they came.
    pub fn len(&self) -> usize {
        self.expressions.len()
    }

    /// True if there is no expression.
    pub fn is_empty(&self) -> bool {
        self.expressions.is_empty()
    }

    /// All expressions, in the order in which they came.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.expressions.iter()
    }

    /// The symbols of all expressions, in the order in which they came.
    pub fn numbered(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.expressions.len()).map(Symbol::new)
    }

    /// What a symbol of this table stands for.
    pub fn expression(&self, symbol: Symbol) -> &Expression {
        let found = self.expressions.get_index(symbol.index());
        found.unwrap_or(&Expression::Unset)
    }

    /// What the expression of a symbol is made of.
    pub fn operands(&self, symbol: Symbol) -> SmallVec<[Symbol; 6]> {
        match self.expression(symbol) {
            Expression::Apply(_, operands) => operands.as_slice().into(),
            Expression::ApplyVector(_, operands, _) => operands.clone(),
            Expression::Indexed { offset, .. } => [*offset].as_slice().into(),
            Expression::Lookup {
                offset,
                coordinates,
                detail,
                ..
            } => {
                let mut operands: SmallVec<[Symbol; 6]> = coordinates.as_slice().into();
                operands.extend(*offset);
                match detail {
                    Detail::Bias(number) | Detail::Level(number) => operands.push(*number),
                    Detail::Implicit | Detail::Ignored(_) => {}
                }
                operands
            }
            _ => SmallVec::new(),
        }
    }

    /// The number that a symbol stands for whatever the data are.
    pub fn constant(&self, symbol: Symbol) -> Option<f32> {
        match self.expression(symbol) {
            Expression::Literal(bits) => Some(f32::from_bits(*bits)),
            _ => None,
        }
    }

    fn decided(&mut self, decision: Decision) -> bool {
        let answer = self.answers.get(self.decisions.len()).copied();
        self.decisions.push(decision);
        answer.unwrap_or(false)
    }

    /// A function of a lane. The smaller or greater of a number and itself is the number, which is how some machines copy;
    /// a choice between equals is none, and the sign of a literal is the literal's own.
    pub fn applied(&mut self, function: Function, operands: &[Symbol]) -> Symbol {
        if let (Function::Negate | Function::Absolute, [a]) = (function, operands)
            && let Some(number) = self.constant(*a)
        {
            let bits = function.of_floats(&[number]).to_bits();
            return self.symbol(Expression::Literal(bits));
        }
        match (function, operands) {
            (Function::Select, [_, a, b]) if a == b => *a,
            (Function::Minimum | Function::Maximum, [a, b]) if a == b => *a,
            (Function::Copy, [a]) => *a,
            _ => self.symbol(Expression::Apply(function, operands.into())),
        }
    }
}

impl Numbers for Symbols {
    type Value = Symbol;
    type Address = Address;

    fn begin(&mut self, _: usize, _: Samples) {}

    fn taking_part(&self) -> Samples {
        1
    }

    fn literal(&mut self, number: f32) -> Symbol {
        self.symbol(Expression::Literal(number.to_bits()))
    }

    fn integer(&mut self, number: i64) -> Symbol {
        self.literal(number as f32)
    }

    fn unset(&mut self) -> Symbol {
        self.symbol(Expression::Unset)
    }

    fn same(&self, a: Symbol, b: Symbol) -> bool {
        a == b
    }

    fn outside(&mut self, _: &RegisterImage, from: Outside) -> Result<Symbol, Trap> {
        Ok(match from {
            Outside::Uniform { file, number, lane } => {
                match self.literals.get(&(file, number, lane)).copied() {
                    Some(literal) => self.literal(literal),
                    None => self.symbol(Expression::Uniform { file, number, lane }),
                }
            }
            Outside::Input {
                file, number, lane, ..
            } => self.symbol(Expression::Input { file, number, lane }),
            Outside::Builtin { builtin, lane } => self.symbol(Expression::Builtin(builtin, lane)),
        })
    }

    fn apply(&mut self, function: Function, operands: &[Symbol]) -> Result<Symbol, Trap> {
        Ok(self.applied(function, operands))
    }

    fn apply_vector(
        &mut self,
        function: VectorFunction,
        operands: &[Symbol],
    ) -> Result<[Symbol; 4], Trap> {
        let lane = |lane| Expression::ApplyVector(function, operands.into(), lane);
        Ok([0, 1, 2, 3].map(|index| self.symbol(lane(index))))
    }

    fn rounded(&mut self, value: Symbol) -> Symbol {
        value
    }

    fn jumps(&mut self, comparison: Comparison, a: Symbol, b: Symbol) -> Samples {
        self.decided(Decision::Compare(comparison, a, b)).into()
    }

    fn holding(&mut self, condition: Symbol) -> Samples {
        self.decided(Decision::Holds(condition)).into()
    }

    fn switched(&mut self, _: &RegisterImage, file: &'static str, number: u32) -> bool {
        let lane = 0;
        let switch = self.symbol(Expression::Uniform { file, number, lane });
        self.decided(Decision::Holds(switch))
    }

    fn merged(&mut self, new: Symbol, _: Symbol) -> Symbol {
        new
    }

    fn merged_for(&mut self, _: Samples, new: Symbol, _: Symbol) -> Symbol {
        new
    }

    fn address(&mut self, base: i64, offset: Option<Symbol>) -> Result<Option<Address>, Trap> {
        let constant = offset.and_then(|offset| self.constant(offset));
        Ok(Some(match constant {
            Some(number) if number.is_finite() => Address {
                base: base.saturating_add(number.trunc() as i64),
                offset: None,
            },
            _ => Address { base, offset },
        }))
    }

    fn displaced(&self, address: Address, by: i64) -> Address {
        Address {
            base: address.base.saturating_add(by),
            ..address
        }
    }

    /// Of an address that data decide nothing is known.
    fn locations(&self, address: Address) -> Locations {
        match address.offset {
            None => vec![(address.base, 1)],
            Some(_) => Vec::new(),
        }
    }

    fn accessed(&mut self, value: Symbol, _: Address) -> Symbol {
        value
    }

    fn indexed(&mut self, component: Component, address: Address) -> Option<Symbol> {
        let offset = address.offset?;
        let base = address.base;
        Some(self.symbol(Expression::Indexed {
            component,
            base,
            offset,
        }))
    }

    fn lookup(
        &mut self,
        _: &RegisterImage,
        unit: Address,
        coordinates: &[Symbol],
        detail: Detail<Symbol>,
    ) -> Result<[Symbol; 4], Trap> {
        let component = |component| Expression::Lookup {
            unit: unit.base,
            offset: unit.offset,
            coordinates: coordinates.into(),
            detail,
            component,
        };
        Ok([0, 1, 2, 3].map(|index| self.symbol(component(index))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_expressions_have_equal_symbols() {
        let mut symbols = Symbols::default();
        let image = RegisterImage::default();
        let lane = |lane| Outside::Input {
            file: "v",
            number: 0,
            lane,
            missing: 0.0,
        };
        let [a, b, again] = [0, 1, 0].map(|n| symbols.outside(&image, lane(n)).unwrap());
        assert_eq!(a, again);
        let sums = [[a, b], [again, b], [b, a]].map(|pair| symbols.applied(Function::Add, &pair));
        assert_eq!(sums[0], sums[1]);
        assert_ne!(sums[0], sums[2], "an order is not forgotten");
        assert_eq!(symbols.applied(Function::Maximum, &[a, a]), a);
    }

    #[test]
    fn what_is_known_of_an_address_is_used() {
        let mut symbols = Symbols::new([(("u", 7, 2), 3.5)].into());
        let image = RegisterImage::default();
        let uniform = |number, lane| Outside::Uniform {
            file: "u",
            number,
            lane,
        };
        let literal = symbols.outside(&image, uniform(7, 2)).unwrap();
        let address = symbols.address(10, Some(literal)).unwrap().unwrap();
        assert_eq!(symbols.locations(address), [(13, 1)]);
        let component = Component::of_registers("u", 0);
        assert_eq!(symbols.indexed(component, address), None);
        let other = symbols.outside(&image, uniform(7, 1)).unwrap();
        let address = symbols.address(10, Some(other)).unwrap().unwrap();
        assert!(symbols.locations(address).is_empty());
        let value = symbols.indexed(component, address).unwrap();
        let expected = Expression::Indexed {
            component,
            base: 10,
            offset: other,
        };
        assert_eq!(symbols.expression(value), &expected);
    }
}
