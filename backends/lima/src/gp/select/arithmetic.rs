//! Operations lane by lane.

use super::Select;
use crate::gp::code::{From, Function, NodeOp, Read, Reads};
use crate::gp::isa::acc;
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Inst, Op, Scalar};
use smallvec::smallvec;

/// Below this a square root is taken of it instead, which keeps 0 times infinity away.
const SMALLEST: f32 = 1e-37;

impl Select<'_> {
    /// An accumulator's operation of two operands.
    pub(super) fn acc(&mut self, code: u16, a: Read, b: Read) -> Read {
        let zero = |read: Read| matches!(read.from, From::Literal(0) | From::Zero);
        let (a, b) = match code {
            // a + 0
            acc::ADD if zero(b) => return a,
            acc::ADD if zero(a) => return b,
            acc::ADD | acc::MIN | acc::MAX if zero(a) || a > b && !zero(b) => (b, a),
            // a >= b is -b >= -a
            acc::GE | acc::LT if zero(a) => (b.negated(), a.negated()),
            _ => (a, b),
        };
        // Signs of a sum move outside where that leaves none inside.
        if code == acc::ADD && a.negate && b.negate {
            return self.acc(code, a.negated(), b.negated()).negated();
        }
        if code == acc::ADD
            && !zero(b)
            && let Some(sum) = self.known_sum(a.negated(), b.negated())
        {
            return sum.negated();
        }
        let b = if zero(b) { Read::of(From::Zero) } else { b };
        self.node(NodeOp::Acc(code), smallvec![a, b])
    }

    /// A sum that is there already.
    fn known_sum(&self, a: Read, b: Read) -> Option<Read> {
        let (a, b) = if a > b { (b, a) } else { (a, b) };
        let key = (NodeOp::Acc(acc::ADD), smallvec![a, b]);
        self.known.get(&key).map(|id| Read::of(From::Node(*id)))
    }

    fn single(&mut self, code: u16, a: Read) -> Read {
        self.node(NodeOp::Acc(code), smallvec![a])
    }

    /// A product, its sign carried along.
    pub(super) fn product(&mut self, a: Read, b: Read) -> Read {
        let negate = a.negate != b.negate;
        let (a, b) = (Read::of(a.from), Read::of(b.from));
        let one = From::Literal(1.0f32.to_bits());
        // ESSL asks for no NaN from an infinity times 0.
        if a.from == From::Literal(0) || b.from == From::Literal(0) {
            return Read::of(From::Literal(0));
        }
        let product = if a.from == one {
            b
        } else if b.from == one {
            a
        } else {
            let (a, b) = if a > b { (b, a) } else { (a, b) };
            self.node(NodeOp::Mul { negate: false }, smallvec![a, b])
        };
        Read { negate, ..product }
    }

    fn function(&mut self, function: Function, a: Read) -> Read {
        let a = self.plain(a);
        self.node(NodeOp::Function(function), smallvec![a])
    }

    pub(super) fn not(&mut self, a: Read) -> Read {
        if let Some(node) = self.node_of(a)
            && !a.negate
            && let NodeOp::Acc(code @ (acc::GE | acc::LT)) = node.op
        {
            let reads = node.reads.clone();
            let other = if code == acc::GE { acc::LT } else { acc::GE };
            return self.node(NodeOp::Acc(other), reads);
        }
        // 0 becomes 1, and 1 becomes 0.
        self.acc(acc::GE, a.negated(), Read::of(From::Literal(0)))
    }

    fn equal(&mut self, a: Read, b: Read) -> Read {
        let x = self.acc(acc::GE, a, b);
        let y = self.acc(acc::GE, b, a);
        self.acc(acc::MIN, x, y)
    }

    fn unequal(&mut self, a: Read, b: Read) -> Read {
        let x = self.acc(acc::LT, a, b);
        let y = self.acc(acc::LT, b, a);
        self.acc(acc::MAX, x, y)
    }

    fn truncated(&mut self, a: Read) -> Read {
        let sign = self.single(acc::SIGN, a);
        let size = self.acc(acc::MAX, a, a.negated());
        let floor = self.single(acc::FLOOR, size);
        self.product(sign, floor)
    }

    fn choice(&mut self, condition: Read, yes: Read, no: Read) -> Read {
        if let From::Literal(bits) = condition.from {
            return if bits == 0 { no } else { yes };
        }
        if yes == no {
            return yes;
        }
        // The sign of both outside: the selection's own negation is not to be trusted.
        if yes.negate && no.negate {
            return self
                .choice(condition, yes.negated(), no.negated())
                .negated();
        }
        let reads = [no, condition, yes].map(|read| self.plain(read));
        self.node(NodeOp::Select, Reads::from_slice(&reads))
    }

    /// The sum of a list as a tree, which is shallower than a chain.
    fn sum(&mut self, mut terms: Vec<Read>) -> Read {
        while terms.len() > 1 {
            let pairs: Vec<Vec<Read>> = terms.chunks(2).map(<[Read]>::to_vec).collect();
            terms = pairs
                .into_iter()
                .map(|pair| match pair.as_slice() {
                    [a, b] => self.acc(acc::ADD, *a, *b),
                    _ => pair.first().copied().unwrap_or(Read::of(From::Literal(0))),
                })
                .collect();
        }
        terms.pop().unwrap_or(Read::of(From::Literal(0)))
    }

    fn reduce(&mut self, code: u16, lanes: &[Read]) -> Read {
        let mut lanes = lanes.iter().copied();
        let first = lanes.next().unwrap_or(Read::of(From::Literal(0)));
        lanes.fold(first, |sum, lane| self.acc(code, sum, lane))
    }

    /// The lanes of an operation's result.
    pub(super) fn arithmetic(&mut self, inst: Inst, count: usize) -> Result<Vec<Read>, Diagnostic> {
        let data = &self.shader.insts[inst];
        let op = data.op;
        let uses = data.args.clone();
        let int = uses
            .first()
            .is_some_and(|operand| self.shader.ty(operand.value).scalar == Scalar::Int);
        let args: Vec<Vec<Read>> = uses.iter().map(|operand| self.read(*operand)).collect();
        match op {
            Op::Dot => {
                let terms = self.products(&args);
                return Ok(vec![self.sum(terms)]);
            }
            Op::MatVec => {
                let Some((vector, columns)) = args.split_last() else {
                    return Ok(Vec::new());
                };
                let rows = (0..count).map(|row| {
                    let terms: Vec<Read> = columns
                        .iter()
                        .zip(vector)
                        .filter_map(|(column, lane)| Some((*column.get(row)?, *lane)))
                        .collect::<Vec<_>>()
                        .into_iter()
                        .map(|(a, b)| self.product(a, b))
                        .collect();
                    self.sum(terms)
                });
                return Ok(rows.collect());
            }
            Op::AnyTrue => return Ok(vec![self.reduce(acc::MAX, args.first().map_or(&[], |a| a))]),
            Op::AllTrue => return Ok(vec![self.reduce(acc::MIN, args.first().map_or(&[], |a| a))]),
            Op::And | Op::Or | Op::Xor | Op::Not if int => {
                return Err(self.refuse(inst, "arithmetic on the bits of integers"));
            }
            Op::Div if int => return Err(self.refuse(inst, "the division of integers")),
            _ => {}
        }
        let mut lanes = Vec::with_capacity(count);
        for lane in 0..count {
            let operand = |index: usize| {
                let all = args.get(index);
                all.and_then(|all| all.get(lane).copied())
                    .unwrap_or(Read::of(From::Literal(0)))
            };
            let (a, b, c) = (operand(0), operand(1), operand(2));
            match self.lane(op, a, b, c) {
                Some(result) => lanes.push(result),
                None => return Err(self.refuse(inst, &format!("`{}`", op.kind().name()))),
            }
        }
        Ok(lanes)
    }

    fn products(&mut self, args: &[Vec<Read>]) -> Vec<Read> {
        match args {
            [a, b] => {
                let pairs = a.iter().zip(b);
                pairs.map(|(a, b)| self.product(*a, *b)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// One lane of a lanewise operation.
    fn lane(&mut self, op: Op, a: Read, b: Read, c: Read) -> Option<Read> {
        Some(match op {
            Op::Neg => a.negated(),
            Op::Abs => {
                if let From::Literal(_) = a.from {
                    return Some(Read::of(a.from));
                }
                let a = Read::of(a.from);
                self.acc(acc::MAX, a, a.negated())
            }
            Op::Sign => self.single(acc::SIGN, a),
            Op::Floor => self.single(acc::FLOOR, a),
            Op::Ceil => self.single(acc::FLOOR, a.negated()).negated(),
            Op::Fract => {
                let floor = self.single(acc::FLOOR, a);
                self.acc(acc::ADD, a, floor.negated())
            }
            Op::Trunc | Op::FloatToInt => self.truncated(a),
            Op::IntToFloat | Op::BoolToFloat | Op::BoolToInt => a,
            Op::Rcp => self.function(Function::Rcp, a),
            Op::Rsqrt => self.function(Function::Rsqrt, a),
            Op::Exp2 => self.function(Function::Exp2, a),
            Op::Log2 => self.function(Function::Log2, a),
            Op::Sqrt => {
                let smallest = self.literal(SMALLEST);
                let bounded = self.acc(acc::MAX, a, smallest);
                let inverse = self.function(Function::Rsqrt, bounded);
                self.product(a, inverse)
            }
            Op::Add => self.acc(acc::ADD, a, b),
            Op::Sub => self.acc(acc::ADD, a, b.negated()),
            Op::Mul => self.product(a, b),
            Op::Mad => {
                let product = self.product(a, b);
                self.acc(acc::ADD, product, c)
            }
            Op::Div => {
                let inverse = self.function(Function::Rcp, b);
                self.product(a, inverse)
            }
            Op::Min | Op::And => self.acc(acc::MIN, a, b),
            Op::Max | Op::Or => self.acc(acc::MAX, a, b),
            Op::SetLt | Op::Lt => self.acc(acc::LT, a, b),
            Op::SetGe | Op::Ge => self.acc(acc::GE, a, b),
            Op::SetEq | Op::Eq => self.equal(a, b),
            Op::SetNe | Op::Ne | Op::Xor => self.unequal(a, b),
            Op::Not => self.not(a),
            Op::Select => self.choice(a, b, c),
            _ => return None,
        })
    }
}
