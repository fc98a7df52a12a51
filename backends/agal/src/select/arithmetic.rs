//! Arithmetic on lanes with signs.

use super::lower::{Lowering, splat};
use super::matrix::{Product, Row, row_of};
use super::sign::{common_sign, lanes_by};
use crate::isa::Opcode;
use crate::machine::{constant, is_constant};
use retroshade_ir::Inst;
use retroshade_kit::mir::{Base, LaneRef, Operand};
use smallvec::SmallVec;

impl Lowering<'_> {
    /// A dot product, alone or as a row of a matrix product.
    pub(super) fn dot(&mut self, inst: Inst, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        if let Some(&(product, row)) = self.matrices.members.get(&inst)
            && let Some(lanes) = self.matrix(inst, product)
        {
            let lane = lanes.get(usize::from(row));
            return lane.map(|lane| splat(*lane, 1)).unwrap_or_default();
        }
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        // A lane that is multiplied by 0 need not be there.
        let is_zero = |list: &[LaneRef], lane: usize| list[lane].equals(0.0);
        let zero = (0..a.len().min(b.len()))
            .rev()
            .find(|lane| is_zero(&a, *lane) || is_zero(&b, *lane));
        if let (4, Some(lane)) = (a.len(), zero) {
            a.remove(lane);
            b.remove(lane);
        }
        let opcode = if a.len() == 4 {
            Opcode::Dp4
        } else {
            Opcode::Dp3
        };
        self.signed_binary(opcode, &a, &b)
    }

    /// The lanes of a matrix product, computed where the first of them is asked for.
    fn matrix(&mut self, inst: Inst, product: usize) -> Option<Operand> {
        if let Some(lanes) = &self.matrices.results[product] {
            return Some(lanes.clone());
        }
        let Product {
            base,
            mut count,
            rows: read,
        } = self.matrices.products[product];
        let Row { rows, vector, .. } = row_of(self.shader, inst)?;
        let first = self.registers.uniform(rows.uniform, base)?;
        let limit = self.registers.constants.size();
        if first % 4 != 0 || first / 4 + count > limit {
            return None;
        }
        // A fourth row that nobody wants is read as well, behind the last element perhaps.
        if rows.index.is_some() && count == 4 && read & 8 == 0 {
            let slots = self.shader.interface.uniforms[rows.uniform].slots();
            let last = self
                .registers
                .uniform(rows.uniform, slots.saturating_sub(1))?;
            if last / 4 + 1 >= limit {
                return None;
            }
        }
        let (row, address) = match rows.index {
            None => (constant((first / 4) as u16), None),
            Some((index, stride)) => {
                let index = self.operand(index);
                let (reg, address) = self.index(&index, first / 4, stride);
                (reg, Some(address))
            }
        };
        let mut vector = self.operand(vector);
        // The last lane of a direction is 0 and its last row is rarely wanted.
        if count == 4 && read & 8 == 0 && vector.get(3).is_some_and(|w| w.equals(0.0)) {
            vector.truncate(3);
            count = 3;
        }
        let (vector, negative) = self.factored(&vector);
        let opcode = match count {
            4 => Opcode::M44,
            _ => Opcode::M33,
        };
        let row = lanes_by(count as u8, |lane| match address {
            Some(address) => Base::Indexed(row, address, lane).into(),
            None => LaneRef::register(row, lane),
        });
        let lanes = self.lanewise_signed(opcode, [vector, row], negative);
        self.matrices.results[product] = Some(lanes.clone());
        Some(lanes)
    }

    pub(super) fn unary(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let a = self.plain(a);
        self.lanewise(opcode, [a])
    }

    /// f(-a) = -f(a)
    pub(super) fn odd(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let (a, negative) = self.factored(a);
        self.lanewise_signed(opcode, [a], negative)
    }

    /// f(-a) = f(a)
    pub(super) fn even(&mut self, opcode: Opcode, a: &[LaneRef]) -> Operand {
        let unsigned = |lane: &LaneRef| lane.negated_if(lane.negate);
        self.lanewise(opcode, [a.iter().map(unsigned).collect()])
    }

    /// a + b
    pub(super) fn add(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.sum([(a, minus_a), (b, minus_b)])
    }

    /// a - b
    pub(super) fn subtract(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.sum([(a, minus_a), (b, !minus_b)])
    }

    /// A sum of operands, each with whether it is subtracted.
    fn sum(&mut self, [(a, minus_a), (b, minus_b)]: [(Operand, bool); 2]) -> Operand {
        match (minus_a, minus_b) {
            (false, true) => self.difference(a, b),
            (true, false) => self.difference(b, a),
            _ => self.added(a, b, minus_a),
        }
    }

    fn added(&mut self, a: Operand, b: Operand, negative: bool) -> Operand {
        let sum = self.lanewise_signed(Opcode::Add, [a.clone(), b.clone()], negative);
        for ((lane, a), b) in sum.iter().zip(a).zip(b) {
            self.sums.insert(lane.plain(), [a, b]);
        }
        sum
    }

    /// a - b. Where all lanes are known, nothing is computed: b - a may be there already, and
    /// x - (x + y) is -y.
    fn difference(&mut self, a: Operand, b: Operand) -> Operand {
        let known = |(x, y): (&LaneRef, &LaneRef)| {
            if let Some(lane) = self.differences.get(&(*y, *x)) {
                return Some(lane.negated());
            }
            let other = match *self.sums.get(y)? {
                [p, q] if p == *x => q,
                [p, q] if q == *x => p,
                _ => return None,
            };
            Some(other.negated())
        };
        let known: Option<SmallVec<[LaneRef; 4]>> = a.iter().zip(&b).map(known).collect();
        if let Some(known) = known {
            return known.into_iter().collect();
        }
        let difference = self.lanewise(Opcode::Sub, [a.clone(), b.clone()]);
        for ((lane, a), b) in difference.iter().zip(a).zip(b) {
            self.differences.insert((a, b), *lane);
        }
        difference
    }

    pub(super) fn product(&mut self, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let all = |list: &[LaneRef], wanted: f32| list.iter().all(|lane| lane.equals(wanted));
        for (one, other) in [(a, b), (b, a)] {
            if all(one, 1.0) || all(one, -1.0) {
                let negate = all(one, -1.0);
                return other.iter().map(|lane| lane.negated_if(negate)).collect();
            }
            let (lanes, negative) = self.factored(other);
            let is_constant = |lane: &LaneRef| is_constant(lane.storage());
            // Doubling needs no literal.
            if all(one, 2.0) && !lanes.iter().any(is_constant) {
                return self.lanewise_signed(Opcode::Add, [lanes.clone(), lanes], negative);
            }
        }
        self.signed_binary(Opcode::Mul, a, b)
    }

    /// The sign of the result is the product of the operands' signs.
    pub(super) fn signed_binary(
        &mut self,
        opcode: Opcode,
        a: &[LaneRef],
        b: &[LaneRef],
    ) -> Operand {
        let (a, minus_a) = self.factored(a);
        let (b, minus_b) = self.factored(b);
        self.lanewise_signed(opcode, [a, b], minus_a != minus_b)
    }

    /// min(-a, -b) = -max(a, b), and the other way round.
    pub(super) fn extreme(
        &mut self,
        opcode: Opcode,
        mirrored: Opcode,
        a: &[LaneRef],
        b: &[LaneRef],
    ) -> Operand {
        let (a, b, negative) = self.with_one_sign(a, b);
        let opcode = if negative { mirrored } else { opcode };
        self.lanewise_signed(opcode, [a, b], negative)
    }

    /// a < b is -b < -a; equality does not care.
    pub(super) fn comparison(&mut self, opcode: Opcode, a: &[LaneRef], b: &[LaneRef]) -> Operand {
        let (a, b, negative) = self.with_one_sign(a, b);
        let turns = negative && matches!(opcode, Opcode::Slt | Opcode::Sge);
        self.lanewise(opcode, if turns { [b, a] } else { [a, b] })
    }

    /// Both operands with one sign for all their lanes, which is taken out.
    fn with_one_sign(&mut self, a: &[LaneRef], b: &[LaneRef]) -> (Operand, Operand, bool) {
        let Some(negative) = common_sign(a.iter().chain(b)) else {
            return (self.plain(a), self.plain(b), false);
        };
        let lanes = |list: &[LaneRef]| list.iter().map(|x| x.negated_if(negative)).collect();
        (lanes(a), lanes(b), negative)
    }

    /// `nrm` and `crs`: three lanes in place.
    pub(super) fn vector(&mut self, opcode: Opcode, operands: &[Operand]) -> Operand {
        let mut negative = false;
        let mut factored = SmallVec::<[Operand; 2]>::new();
        for operand in operands {
            let (lanes, minus) = self.factored(operand);
            negative ^= minus;
            factored.push(lanes);
        }
        self.lanewise_signed(opcode, factored, negative)
    }
}
