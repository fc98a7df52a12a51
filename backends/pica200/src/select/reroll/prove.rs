//! Proves that a loop computes what the copies it replaces computed: both are followed round by
//! round with numbers for values, where the same operation on the same values has the same number.

use crate::isa::Opcode;
use crate::machine::{If, Item, Op, Program, Question, counter_step};
use retroshade_ir::entity::{EntitySet, SecondaryMap};
use retroshade_kit::mir::{Base, Formula, Lane, LaneRef, Reg, Shape};
use rustc_hash::FxHashMap;

/// The number of a value, and whether its sign is changed.
type Value = (u32, bool);

/// What a value is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Expression {
    /// What a lane held before.
    Before(Lane),
    /// An input, a uniform or the magnitude of a literal.
    Fixed(Base),
    /// A uniform at an index.
    Indexed(Reg, u8, Value),
    /// A result of an instruction, of several that it has.
    Result(Opcode, Vec<Vec<Value>>, usize),
    /// What a condition chose.
    Chosen(Question, Vec<Value>, Value, Value),
}

struct Numbering<'a> {
    /// The program that is followed.
    program: &'a Program,
    /// The round of the loop that is followed.
    round: u16,
    numbers: FxHashMap<Expression, u32>,
}

/// The values of lanes that were written.
type State = SecondaryMap<Lane, Option<Value>>;

/// True if for each pair the first lane holds after the copies, in the program before, what the second holds
/// after the loop, in the program after.
pub(super) fn same(
    (before, copies): (&Program, &[Item]),
    (after, rolled): (&Program, &[Item]),
    wanted: &[(Lane, Lane)],
) -> bool {
    let mut numbering = Numbering {
        program: before,
        round: 0,
        numbers: FxHashMap::default(),
    };
    let (mut left, mut right) = (State::new(), State::new());
    let followed = numbering.follow(copies, &mut left).is_some();
    numbering.program = after;
    let followed = followed && numbering.follow(rolled, &mut right).is_some();
    followed
        && wanted
            .iter()
            .all(|(before, after)| left[*before].is_some() && left[*before] == right[*after])
}

impl Numbering<'_> {
    fn number(&mut self, expression: Expression) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(expression).or_insert(next)
    }

    fn lane(&mut self, lane: Lane, state: &State) -> Value {
        match state[lane] {
            Some(value) => value,
            None => (self.number(Expression::Before(lane)), false),
        }
    }

    fn read(&mut self, lane: LaneRef, state: &State) -> Option<Value> {
        let (number, negate) = match lane.base {
            Base::Value(value) => self.lane(value, state),
            Base::Indexed(reg, address, component) => {
                let index = self.program.addresses[address].index;
                if let Some(step) = counter_step(index) {
                    let number = reg.number + u16::from(step) * self.round;
                    let read = Base::Reg(Reg { number, ..reg }, component);
                    let number = self.number(Expression::Fixed(read));
                    return Some((number, lane.is_negated()));
                }
                // An index is not itself read at an index.
                if matches!(index.base, Base::Indexed(..)) {
                    return None;
                }
                let index = self.read(index, state)?;
                (
                    self.number(Expression::Indexed(reg, component, index)),
                    false,
                )
            }
            Base::Reg(..) | Base::Literal(_) | Base::Undefined => {
                (self.number(Expression::Fixed(lane.plain().base)), false)
            }
        };
        Some((number, negate != lane.is_negated()))
    }

    fn reads(&mut self, lanes: &[LaneRef], state: &State) -> Option<Vec<Value>> {
        lanes.iter().map(|lane| self.read(*lane, state)).collect()
    }

    /// Runs items; `None` if there is something that copies cannot have.
    fn follow(&mut self, items: &[Item], state: &mut State) -> Option<()> {
        let program = self.program;
        for item in items {
            match item {
                Item::Op(id) => self.op(&program.ops[*id], state)?,
                Item::If(branch) => self.choose(branch, state)?,
                Item::Loop(repeat) => {
                    for round in 0..repeat.rounds? {
                        self.round = round;
                        self.follow(&program.blocks[repeat.body], state)?;
                    }
                }
                Item::Break | Item::Continue | Item::Emission(..) => return None,
            }
        }
        Some(())
    }

    fn op(&mut self, op: &Op, state: &mut State) -> Option<()> {
        let operands = op.operands.iter().map(|lanes| self.reads(lanes, state));
        let operands: Vec<Vec<Value>> = operands.collect::<Option<_>>()?;
        for (at, result) in op.results.iter().enumerate() {
            let Some(result) = result else { continue };
            let value = if op.code == Opcode::Mov {
                *operands.first()?.get(at)?
            } else if op.shape() == Shape::Lanewise {
                let one = |lanes: &Vec<Value>| Some(vec![*lanes.get(at)?]);
                let of_lane = operands.iter().map(one).collect::<Option<_>>()?;
                (self.number(Expression::Result(op.code, of_lane, 0)), false)
            } else {
                let expression = Expression::Result(op.code, operands.clone(), at);
                (self.number(expression), false)
            };
            state[*result] = Some(value);
        }
        Some(())
    }

    fn choose(&mut self, branch: &If, state: &mut State) -> Option<()> {
        let ([test], Formula::Test(0, true)) = (branch.tests.as_slice(), &branch.formula) else {
            return None;
        };
        if matches!(test.code, Question::Boolean(_)) {
            return None;
        }
        let compared: Vec<LaneRef> = branch.reads().collect();
        let compared = self.reads(&compared, state)?;
        let program = self.program;
        let (mut accepted, mut rejected) = (state.clone(), state.clone());
        self.follow(&program.blocks[branch.accept], &mut accepted)?;
        self.follow(&program.blocks[branch.reject], &mut rejected)?;
        let known = accepted.iter().chain(rejected.iter());
        let written: EntitySet<Lane> = known
            .filter_map(|(lane, value)| value.map(|_| lane))
            .collect();
        for lane in &written {
            let yes = self.lane(lane, &accepted);
            let no = self.lane(lane, &rejected);
            let value = if yes == no {
                yes
            } else {
                let expression = Expression::Chosen(test.code, compared.clone(), yes, no);
                (self.number(expression), false)
            };
            state[lane] = Some(value);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retroshade_diagnostics::FileId;
    use retroshade_kit::mir::parse;

    /// True if %0 after some copies is `after` after a loop.
    fn is_same(copies: &str, rolled: &str, before: usize, after: usize) -> bool {
        let program = |body: &str| {
            parse(&format!("mir pica200 lanes\n{body}"), FileId(0)).expect("a program")
        };
        let (before_loop, after_loop): (Program, Program) = (program(copies), program(rolled));
        let pair = [before, after].map(retroshade_ir::entity::EntityRef::new);
        same(
            (&before_loop, &before_loop.blocks[before_loop.body]),
            (&after_loop, &after_loop.blocks[after_loop.body]),
            &[(pair[0], pair[1])],
        )
    }

    #[test]
    fn a_sum_that_is_handed_on_is_that_of_the_loop() {
        let copies = "%0 = add [%0] [%1]\n%0 = add [%0] [%1]\n";
        let rolled = |sum: &str| format!("loop x2 {{\n%0 = add {sum}\n}}\n");
        assert!(is_same(copies, &rolled("[%0] [%1]"), 0, 0));
        assert!(!is_same(copies, &rolled("[%1] [%1]"), 0, 0));
    }

    #[test]
    fn what_only_the_first_copy_made_is_not_what_each_round_makes() {
        let copies =
            "%2 = add [%0] [%1]\n%3 = add [%2] [%1]\n%4 = add [%1] [%1]\n%5 = add [%2] [%1]\n";
        let body = "%2 = add [%0] [%1]\n%3 = add [%2] [%1]\n%0 = add [%1] [%6]\n";
        assert!(!is_same(copies, &format!("loop x2 {{\n{body}}}\n"), 5, 3));
    }
}
