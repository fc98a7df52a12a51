//! Proves that a loop computes what the copies it replaces computed: both are followed round by
//! round with numbers for values, where the same operation on the same values has the same number.

use crate::isa::Opcode;
use crate::select::code::{
    Code, Condition, If, Lane, Node, Op, Scalar, ScalarMap, Scalars, Source, is_lanewise,
};
use rustc_hash::FxHashMap;

/// The number of a value, and whether its sign is changed.
type Value = (u32, bool);

/// What a value is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Made {
    /// What a scalar held before.
    Before(Scalar),
    /// An input, a uniform or a literal.
    Fixed(Lane),
    /// A uniform at an index.
    Indexed(u8, u8, Value),
    /// A result of an instruction, of several that it has.
    Result(Opcode, Vec<Vec<Value>>, usize),
    /// What a condition chose. Operators and their combination are spelled out.
    Chosen(String, Vec<Value>, Value, Value),
}

struct Numbering<'a> {
    code: &'a Code,
    numbers: FxHashMap<Made, u32>,
}

/// The values of scalars that were written.
type State = ScalarMap<Value>;

/// Whether for each pair the first scalar holds after the copies what the second holds after the
/// loop.
pub(super) fn same(
    code: &Code,
    copies: &[Node],
    rolled: &[Node],
    wanted: &[(Scalar, Scalar)],
) -> bool {
    let mut numbering = Numbering {
        code,
        numbers: FxHashMap::default(),
    };
    let (mut left, mut right) = (State::new(), State::new());
    let followed = numbering.follow(copies, &mut left).is_some()
        && numbering.follow(rolled, &mut right).is_some();
    followed
        && wanted
            .iter()
            .all(|(before, after)| left[*before].is_some() && left[*before] == right[*after])
}

impl Numbering<'_> {
    fn number(&mut self, made: Made) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(made).or_insert(next)
    }

    fn scalar(&mut self, scalar: Scalar, state: &State) -> Value {
        match state[scalar] {
            Some(value) => value,
            None => (self.number(Made::Before(scalar)), false),
        }
    }

    fn source(&mut self, source: &Source, state: &State) -> Option<Value> {
        let (number, negate) = match source.lane {
            Lane::Scalar(scalar) => self.scalar(scalar, state),
            Lane::Indexed(register, lane, address) => {
                let index = *self.code.addresses.get(address.0 as usize)?;
                // An index is not itself read at an index.
                if matches!(index.lane, Lane::Indexed(..)) {
                    return None;
                }
                let index = self.source(&index, state)?;
                (self.number(Made::Indexed(register, lane, index)), false)
            }
            fixed => (self.number(Made::Fixed(fixed)), false),
        };
        Some((number, negate != source.negate))
    }

    /// Runs nodes; `None` if there is something that copies cannot have.
    fn follow(&mut self, nodes: &[Node], state: &mut State) -> Option<()> {
        for node in nodes {
            match node {
                Node::Op(op) => self.op(op, state)?,
                Node::If(branch) => self.choose(branch, state)?,
                Node::Loop(repeat) => {
                    for _ in 0..repeat.rounds? {
                        self.follow(&repeat.body, state)?;
                    }
                }
                Node::Break | Node::Continue => return None,
            }
        }
        Some(())
    }

    fn op(&mut self, op: &Op, state: &mut State) -> Option<()> {
        let mut operands = Vec::new();
        for lanes in &op.operands {
            let lanes = lanes.iter().map(|source| self.source(source, state));
            operands.push(lanes.collect::<Option<Vec<Value>>>()?);
        }
        for (lane, result) in op.results.iter().enumerate() {
            let value = if op.opcode == Opcode::Mov {
                *operands.first()?.get(lane)?
            } else if is_lanewise(op.opcode) {
                let one = |lanes: &Vec<Value>| Some(vec![*lanes.get(lane)?]);
                let of_lane = operands.iter().map(one).collect::<Option<_>>()?;
                (self.number(Made::Result(op.opcode, of_lane, 0)), false)
            } else {
                (
                    self.number(Made::Result(op.opcode, operands.clone(), lane)),
                    false,
                )
            };
            state[*result] = Some(value);
        }
        Some(())
    }

    fn choose(&mut self, branch: &If, state: &mut State) -> Option<()> {
        let spelled = match &branch.condition {
            Condition::Boolean(_) | Condition::Formula(..) => return None,
            Condition::Test(test) => format!("{:?}", test.operator),
        };
        let sources = branch.condition.sources();
        let compared = sources.map(|source| self.source(source, state));
        let compared: Vec<Value> = compared.collect::<Option<_>>()?;
        let (mut accepted, mut rejected) = (state.clone(), state.clone());
        self.follow(&branch.accept, &mut accepted)?;
        self.follow(&branch.reject, &mut rejected)?;
        let known = accepted.iter().chain(rejected.iter());
        let written: Scalars = known
            .filter_map(|(scalar, value)| value.map(|_| scalar))
            .collect();
        for scalar in &written {
            let yes = self.scalar(scalar, &accepted);
            let no = self.scalar(scalar, &rejected);
            let value = if yes == no {
                yes
            } else {
                let made = Made::Chosen(spelled.clone(), compared.clone(), yes, no);
                (self.number(made), false)
            };
            state[scalar] = Some(value);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::code::Loop;
    use retroshade_diagnostics::Span;

    fn add(to: u32, a: u32, b: u32) -> Node {
        Node::Op(Op {
            opcode: Opcode::Add,
            results: vec![Scalar(to)],
            operands: [a, b].map(|s| vec![Source::scalar(Scalar(s))]).to_vec(),
            origin: 0,
            span: Span::NONE,
        })
    }

    fn twice(body: Vec<Node>) -> Node {
        Node::Loop(Loop {
            body,
            rounds: Some(2),
            span: Span::NONE,
        })
    }

    #[test]
    fn a_sum_that_is_handed_on_is_that_of_the_loop() {
        let code = Code::default();
        let copies = [add(0, 0, 1), add(0, 0, 1)];
        let pair = [(Scalar(0), Scalar(0))];
        assert!(same(&code, &copies, &[twice(vec![add(0, 0, 1)])], &pair));
        assert!(!same(&code, &copies, &[twice(vec![add(0, 1, 1)])], &pair));
    }

    #[test]
    fn what_only_the_first_copy_made_is_not_what_each_round_makes() {
        let code = Code::default();
        // s2 = s0 + s1; s3 = s2 + s1; then s4 = s1 + s1; s5 = s2 + s1
        let copies = [add(2, 0, 1), add(3, 2, 1), add(4, 1, 1), add(5, 2, 1)];
        let body = vec![add(2, 0, 1), add(3, 2, 1), add(0, 1, 6)];
        let pair = [(Scalar(5), Scalar(3))];
        assert!(!same(&code, &copies, &[twice(body)], &pair));
    }
}
