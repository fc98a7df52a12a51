//! Decisions: how two numbers lie to each other, and which integer is below one. The reals decide; what the source asks is
//! noted, and of what machine code asks whether the source asks for the same.

use super::{Domain, Node, Range, Value};
use crate::field::Element;
use crate::sides::{self, Fork};
use std::cmp::Ordering;

/// Reals nearer to each other than this, relative to their size, are not told apart.
const MARGIN: f64 = 1e-11;
/// Comparisons with constants of this size, or with those nearer to 0 than its inverse, keep infinities out of
/// arithmetic.
const GUARD: f64 = 1e10;
/// Comparisons of numbers that are asked for, at a point: a loop asks thousands of times.
const EXPLAINING: usize = 100_000;

/// A number whose sign or integer part the source asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) element: Element,
    pub(crate) real: f64,
    /// How it comes out, if that is otherwise than the real says.
    turned: Option<Ordering>,
    /// The ways that it can go.
    ways: u64,
    /// True if it is for an integer part.
    floors: bool,
    /// True if the machine code asks it, too.
    shared: bool,
}

/// A comparison of which it is said how it comes out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// The difference, as the source has it.
    pub(crate) element: Element,
    pub(crate) order: Ordering,
}

/// How a comparison came out, and what that depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) order: Ordering,
    pub(crate) node: Node,
    /// The ways that it can go, whatever the inputs are.
    ways: u64,
}

impl Decision {
    pub(crate) fn is_less(self) -> bool {
        self.order == Ordering::Less
    }

    pub(crate) fn is_greater(self) -> bool {
        self.order == Ordering::Greater
    }

    pub(crate) fn is_tie(self) -> bool {
        self.order == Ordering::Equal
    }

    /// What a truth value can be that is made of it.
    pub(crate) fn truths(self, holds: impl Fn(Ordering) -> bool) -> Range {
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        let can_be = |wanted: bool| {
            let mut orders = orders.into_iter();
            orders.any(|order| {
                holds(order) == wanted && (order == self.order || self.ways & way(order) != 0)
            })
        };
        Range::new(f64::from(!can_be(false)), f64::from(can_be(true)))
    }

    /// Of a truth value and 0.
    pub(crate) fn holds(self) -> bool {
        self.order != Ordering::Equal
    }
}

/// The numbers of a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    /// The difference of the two numbers, or the number of which there is an integer part.
    pub(crate) element: Element,
    pub(crate) real: f64,
    /// What it depends on.
    pub(crate) node: Node,
    /// True if it can be turned round: both programs know it by its element.
    pub(crate) turns: bool,
}

/// Who fills a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// The shader: each element is one of its own.
    Own,
    /// The application: elements are alike.
    Given,
}

/// Which ways of a comparison are apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Apart {
    /// The sides: it is no matter which of two equal numbers is taken.
    Sides,
    /// Each.
    All,
    /// Those with another truth value, which is given for less, equal and greater.
    Truths([bool; 3]),
}

fn is_guard(value: Value) -> bool {
    let size = value.real.abs();
    value.constant && (size >= GUARD || size > 0.0 && size <= 1.0 / GUARD)
}

fn way(order: Ordering) -> u64 {
    match order {
        Ordering::Less => sides::LESS,
        Ordering::Equal => sides::EQUAL,
        Ordering::Greater => sides::GREATER,
    }
}

/// Each way of a comparison with the one that stands for it: where truth values alone are asked one of the sides, or the
/// tie, stands for all that have its value.
fn classes(apart: Apart, source: bool) -> [(u64, u64); 3] {
    let all = [sides::LESS, sides::EQUAL, sides::GREATER];
    let [less, equal, greater] = all;
    let others = match apart {
        Apart::All => all,
        Apart::Sides => [less, 0, greater],
        Apart::Truths([below, _, above]) if below == above => [greater, equal, greater],
        // The source says what is right on each side and between them; machine code has one result or the other.
        Apart::Truths(_) if source => all,
        Apart::Truths([below, between, _]) if below == between => [less, less, greater],
        Apart::Truths(_) => [less, greater, greater],
    };
    std::array::from_fn(|place| (all[place], others[place]))
}

/// The ways of a comparison with its operands exchanged.
fn mirrored(ways: u64) -> u64 {
    ways & sides::EQUAL | (ways & sides::LESS) << 2 | (ways & sides::GREATER) >> 2
}

impl Domain {
    /// The decision that is next in the instruction.
    fn fork(&mut self) -> Fork {
        let site = self.site;
        self.site.1 += 1;
        if self.source {
            Fork::Source(site)
        } else {
            Fork::Program(site)
        }
    }

    /// How two numbers lie to each other, where it is no matter which of two equal numbers is taken.
    pub(crate) fn order(&mut self, a: Value, b: Value) -> Decision {
        self.weigh(a, b, Apart::Sides)
    }

    /// How two numbers lie to each other.
    pub(crate) fn strict_order(&mut self, a: Value, b: Value) -> Decision {
        self.weigh(a, b, Apart::All)
    }

    /// How two numbers lie to each other, of which nothing but a truth value counts.
    pub(crate) fn order_for(
        &mut self,
        a: Value,
        b: Value,
        holds: impl Fn(Ordering) -> bool,
    ) -> Decision {
        let orders = [Ordering::Less, Ordering::Equal, Ordering::Greater];
        self.weigh(a, b, Apart::Truths(orders.map(holds)))
    }

    fn weigh(&mut self, a: Value, b: Value, apart: Apart) -> Decision {
        let fork = self.fork();
        let node = self.tape.join(a.node, b.node);
        let is_tie = a.element == b.element;
        let mut order = if is_tie {
            Ordering::Equal
        } else {
            a.real.partial_cmp(&b.real).unwrap_or(Ordering::Equal)
        };
        // What is near the end of the range of floats is no comparison of the source's: it keeps results finite.
        let exempt = is_guard(a) || is_guard(b) || !(a.defined && b.defined);
        if exempt || a.is_folded() && b.is_folded() {
            let ways = sides::LESS | sides::EQUAL | sides::GREATER;
            return Decision { order, node, ways };
        }
        if is_tie && (a.inexact || b.inexact) && a.is_number() {
            self.note_rounding(a.element, fork);
        }
        let mut ways = a.range.ways(b.range);
        let (element, real) = if a.element == -b.element {
            // The greater of a number and its negative asks for the sign.
            (a.element, a.real)
        } else {
            (a.element - b.element, a.real - b.real)
        };
        // It is no question how two numbers lie of which neither depends on anything here, truth values say.
        let known = [a, b]
            .iter()
            .all(|value| value.constant || value.is_number());
        let mut shown = node;
        if !known && !is_tie {
            let distance = (a.real - b.real).abs();
            if distance <= MARGIN * (a.real.abs() + b.real.abs()) {
                self.unstable = true;
            }
            let asked = self.ask_order(element, real, ways, fork);
            ways = asked.ways;
            order = asked.turned.unwrap_or(order);
            shown = asked.shown(self, node);
        } else if known && self.source && apart == Apart::Sides {
            // Two numbers at this point alone: that one is beyond a limit says nothing of what it is made of.
            shown = 0;
        }
        let classes = classes(apart, self.source);
        let of = |ways: u64| {
            let classes = classes.iter().filter(|(way, _)| ways & way != 0);
            classes.fold(0, |all, (_, class)| all | class)
        };
        let way = match of(way(order)) {
            0 => way(order),
            way => way,
        };
        // Two formulas that are the same are equal everywhere.
        let wanted = if is_tie && !a.is_number() {
            0
        } else {
            of(ways)
        };
        self.decide(
            fork,
            way,
            wanted,
            Decided {
                element,
                real,
                node,
                turns: !known && !is_tie,
            },
        );
        let kind = if !is_tie {
            sides::APART
        } else if a.is_number() {
            0
        } else {
            sides::SAME
        };
        self.gone.add(fork, kind);
        let node = self.tape.way(fork, way | kind, shown);
        let node = if known || is_tie {
            node
        } else {
            self.tape.sign(element, node)
        };
        Decision { order, node, ways }
    }

    /// Notes which way a decision went, and which ways it can go.
    fn decide(&mut self, fork: Fork, way: u64, wanted: u64, decided: Decided) {
        if wanted.count_ones() > 1 {
            self.demanded.add(fork, wanted);
        }
        self.gone.add(fork, way);
        self.decisions.entry(fork).or_insert(decided);
    }

    /// Which element of a table with `len` is read: the element, and what that depends on.
    pub(crate) fn read_element(&mut self, index: Value, len: usize, table: Table) -> (usize, Node) {
        let fork = self.fork();
        let place = index.real.clamp(0.0, len.saturating_sub(1) as f64) as usize;
        if index.is_folded() && !index.carried || !index.defined || len == 0 {
            return (place, index.node);
        }
        if index.inexact {
            self.note_rounding(index.element, fork);
        }
        if index.real != place as f64 {
            self.beyond = self.tape.join(self.beyond, index.node);
        }
        let way = sides::element(place, len);
        let wanted = match table {
            Table::Own if !index.is_folded() => sides::elements(len),
            Table::Own | Table::Given => 0,
        };
        self.decide(
            fork,
            way,
            wanted,
            Decided {
                element: index.element,
                real: index.real,
                node: index.node,
                turns: false,
            },
        );
        (place, self.tape.way(fork, way, index.node))
    }

    /// Notes that rounding decides: of the machine code only where it does not in the source.
    fn note_rounding(&mut self, element: Element, fork: Fork) {
        match fork {
            Fork::Source(_) => {
                self.rounded.insert(element);
            }
            Fork::Program(site) if !self.rounded.contains(&element) => {
                self.rounding.insert(site);
            }
            Fork::Program(_) => {}
        }
    }

    /// Asks for the sign of a number.
    fn ask_order(&mut self, element: Element, real: f64, ways: u64, fork: Fork) -> Asked {
        match fork {
            Fork::Source(_) => {
                let turned = self.turned_order(element);
                // What control depends on already is no decision any more.
                let before = self.compared.get(&element);
                let known = before.is_some_and(|question| *question < self.branched);
                let ways = if known { 0 } else { ways };
                let question = self.note_question(element, real, ways, turned);
                self.compared.entry(element).or_insert(question);
                self.compared.entry(-element).or_insert(question);
                Asked {
                    question: Some(question),
                    shared: false,
                    turned,
                    ways,
                }
            }
            Fork::Program(site) => {
                let known = self.compared.get(&element).copied();
                let known = known.or_else(|| self.proportional(element, real));
                let known = known.or_else(|| self.shifted(element, real, Beside::Floors));
                self.note_site(site, known.is_some());
                let Some(question) = known else {
                    return Asked {
                        question: None,
                        shared: false,
                        turned: None,
                        ways,
                    };
                };
                let asked = &mut self.asked[question];
                asked.shared = true;
                if asked.floors {
                    return Asked {
                        question: None,
                        shared: true,
                        turned: None,
                        ways,
                    };
                }
                let same = asked.element == element
                    || asked.element != -element && (asked.real < 0.0) == (real < 0.0);
                let turned = asked.turned;
                let possible = if same {
                    asked.ways
                } else {
                    mirrored(asked.ways)
                };
                Asked {
                    question: Some(question),
                    shared: true,
                    turned: if same {
                        turned
                    } else {
                        turned.map(Ordering::reverse)
                    },
                    ways: ways & possible,
                }
            }
        }
    }

    fn turned_order(&self, element: Element) -> Option<Ordering> {
        self.turned.iter().find_map(|turn| match turn.element {
            one if one == element => Some(turn.order),
            one if one == -element => Some(turn.order.reverse()),
            _ => None,
        })
    }

    fn note_question(
        &mut self,
        element: Element,
        real: f64,
        ways: u64,
        turned: Option<Ordering>,
    ) -> usize {
        self.asked.push(Question {
            element,
            real,
            turned,
            ways,
            floors: false,
            shared: false,
        });
        self.asked.len() - 1
    }

    /// Notes of a comparison of the machine code whether the source makes it. In a loop one explanation does.
    fn note_site(&mut self, site: sides::Site, explained: bool) {
        *self.sites.entry(site).or_default() |= explained;
    }

    /// Notes that the source has no value where a number is below 0.
    pub(super) fn ask_domain(&mut self, a: Value) {
        let fork = self.fork();
        if let Fork::Source(_) = fork
            && !a.constant
        {
            self.ask_order(a.element, a.real, sides::GREATER, fork);
        }
    }

    /// Notes that the exponent of a number decides something.
    pub(super) fn ask_exponent(&mut self, a: Value) {
        let fork = self.fork();
        if !a.constant {
            self.ask_order(a.element, a.real, sides::GREATER, fork);
        }
    }

    /// True if both programs ask a question.
    fn is_shared(&self, question: usize) -> bool {
        self.asked.get(question).is_none_or(|asked| asked.shared)
    }

    /// The ways of decisions that show in numbers.
    pub(crate) fn ways_in(&self, roots: &[Node]) -> sides::Ways {
        self.tape.ways(roots, &|question| self.is_shared(question))
    }

    /// Says that the program goes on at an instruction.
    pub(crate) fn at(&mut self, instruction: usize) {
        self.site = (instruction, 0);
        self.steps += 1;
    }

    /// Notes that control depends on a decision, and whether that is between numbers with a value.
    pub(crate) fn jump(&mut self, between: &[Value], node: Node) {
        self.path = self.tape.join(self.path, node);
        self.branched = self.asked.len();
        self.decided(between.iter().all(|value| value.defined));
    }

    /// The question of the source that a number is a constant multiple of: by a number of the source, or a power of 2.
    fn proportional(&mut self, element: Element, real: f64) -> Option<usize> {
        self.explaining += self.asked.len();
        if self.explaining > EXPLAINING {
            return None;
        }
        self.asked.iter().position(|asked| {
            if asked.floors {
                return false;
            }
            let ratio = asked.real / real;
            let is = |factor: Option<Element>| {
                factor.is_some_and(|factor| factor * element == asked.element)
            };
            let mut constants = [(ratio, false), (1.0 / ratio, true)].into_iter();
            ratio.is_finite()
                && (ratio.abs().log2().fract() == 0.0 && is(Element::from_f64(ratio))
                    || constants.any(|(ratio, inverse)| {
                        let known = self.constants.get(&self.rounded(ratio.abs()));
                        let known = known.map(|known| {
                            if (known.1 < 0.0) == (ratio < 0.0) {
                                known.0
                            } else {
                                -known.0
                            }
                        });
                        is(known.and_then(|known| {
                            if inverse {
                                known.inverse()
                            } else {
                                Some(known)
                            }
                        }))
                    }))
        })
    }

    /// The question of the source of a number that is this one, or its negative, and an integer more or less: where an
    /// integer part is taken, one of the two asks what the other does.
    fn shifted(&mut self, element: Element, real: f64, beside: Beside) -> Option<usize> {
        self.explaining += self.asked.len();
        if self.explaining > EXPLAINING {
            return None;
        }
        self.asked.iter().position(|asked| {
            let candidates = [(asked.element, asked.real), (-asked.element, -asked.real)];
            let mut candidates = candidates.into_iter();
            let is_shifted = |(other, other_real): (Element, f64)| {
                Element::from_f64((real - other_real).round()) == Some(element - other)
            };
            (asked.floors || beside == Beside::All) && candidates.any(is_shifted)
        })
    }

    /// Notes that the source takes the integer part of a quotient of integers.
    pub(crate) fn note_quotient(&mut self, quotient: Value) {
        if self.source && !self.floored.contains_key(&quotient.element) {
            self.quotients.push((quotient.element, quotient.real));
        }
    }

    /// True if a number is a quotient of integers times a power of 2 and at most 8 units in the last place of 1 above 1,
    /// as which a program has it lest rounding take it below an integer.
    fn is_raised_quotient(&self, element: Element, real: f64) -> bool {
        let most = 1.0 + (4.0 - f64::from(self.significand)).exp2();
        self.quotients.iter().any(|&(other, other_real)| {
            // A factor of machine code is a single.
            let factor = f64::from((real / other_real) as f32);
            let raised = factor.abs() / factor.abs().log2().floor().exp2();
            (1.0..=most).contains(&raised)
                && Element::from_f64(factor).is_some_and(|exact| exact * other == element)
        })
    }

    /// Asks for the integer part of a number; gives what shows of it.
    fn ask_floor(&mut self, a: Value, fork: Fork) -> Node {
        let asked = match fork {
            Fork::Source(_) => {
                let question = self.note_question(a.element, a.real, 0, None);
                self.asked[question].floors = true;
                self.floored.entry(a.element).or_insert(question);
                self.floored.entry(-a.element).or_insert(question);
                Asked {
                    question: Some(question),
                    shared: false,
                    turned: None,
                    ways: 0,
                }
            }
            Fork::Program(site) => {
                let known = self.floored.get(&a.element).copied();
                let known = known.or_else(|| self.shifted(a.element, a.real, Beside::All));
                if let Some(question) = known {
                    self.asked[question].shared = true;
                }
                let explained = known.is_some() || self.is_raised_quotient(a.element, a.real);
                self.note_site(site, explained);
                Asked {
                    question: None,
                    shared: explained,
                    turned: None,
                    ways: 0,
                }
            }
        };
        asked.shown(self, a.node)
    }

    /// The largest integer not above a number.
    pub(crate) fn floor(&mut self, a: Value) -> Value {
        let fork = self.fork();
        self.note_whole_part(a.element);
        let mut below = a.real.floor();
        let near = a.real.round();
        let is_whole = Element::from_f64(near) == Some(a.element);
        if a.lean == Ordering::Less {
            // At a multiple it falls short of the integer.
            self.note_rounding(a.element, fork);
        }
        if is_whole {
            below = near;
            if a.inexact && !a.constant {
                self.note_rounding(a.element, fork);
            }
        } else if (a.real - near).abs() <= MARGIN * a.real.abs().max(1.0) && a.defined {
            self.unstable = true;
        }
        let mut node = a.node;
        if !a.constant && a.defined {
            if !a.is_number() {
                node = self.ask_floor(a, fork);
            }
            let decided = Decided {
                element: a.element,
                real: a.real,
                node: a.node,
                turns: false,
            };
            let way = if is_whole {
                sides::EQUAL
            } else {
                sides::GREATER
            };
            self.gone.add(fork, way);
            node = self.tape.way(fork, way, node);
            self.decisions.entry(fork).or_insert(decided);
        }
        let element = Element::from_f64(below).unwrap_or(Element::ZERO);
        Value {
            element,
            real: below,
            rootless: false,
            inexact: false,
            lean: Ordering::Equal,
            single: a.single.floor(),
            range: a.range.map(f64::floor),
            node,
            ..a
        }
    }

    /// A number without its integer part.
    pub(crate) fn fract(&mut self, a: Value) -> Value {
        let whole = self.floor(a);
        let fraction = self.sub(a, whole);
        self.fractions.insert(fraction.element, a.element);
        Domain::within(Range::UNIT, fraction)
    }
}

/// The questions that are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// Those for integer parts.
    Floors,
    All,
}

/// The answers to a question so far.
struct Asked {
    /// Which one of the source's it is.
    question: Option<usize>,
    /// True if the source asks what the machine code asks.
    shared: bool,
    turned: Option<Ordering>,
    /// The ways that it can go.
    ways: u64,
}

impl Asked {
    /// What shows of the numbers that are compared: those of the source where the machine code asks it, too, and those of
    /// the machine code where the source does.
    fn shown(&self, domain: &mut Domain, node: Node) -> Node {
        match self.question {
            Some(question) if domain.source => domain.tape.question(question, node),
            _ if self.shared => node,
            _ => 0,
        }
    }
}
