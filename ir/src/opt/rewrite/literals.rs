//! Literals and undefined values, each once, at the head of the body.

use super::{Rewriter, Visit};
use crate::{Constant, Inst, Op, Swizzle, Type, Use, Value};

impl Rewriter<'_> {
    /// A literal, shared.
    pub(crate) fn constant(&mut self, constant: Constant) -> Use {
        let lanes = constant.ty.lanes;
        let first = constant.bits[0];
        let (constant, swizzle) = if constant.lanes().iter().all(|&bits| bits == first) {
            let scalar = Constant::from_bits(constant.ty.scalar, [first]);
            (scalar, Swizzle::splat(0, lanes))
        } else {
            (constant, Swizzle::identity(lanes))
        };
        let value = match self.constants.get(&constant) {
            Some(&value) => value,
            None => {
                let value = self.head_value(Op::Constant(constant), constant.ty);
                self.keep_constant(constant, value);
                value
            }
        };
        Use::new(value, swizzle)
    }

    /// One float in `lanes` lanes.
    pub(crate) fn float(&mut self, value: f32, lanes: u8) -> Use {
        let scalar = self.constant(Constant::floats(&[value]));
        scalar.then(Swizzle::splat(0, lanes))
    }

    /// One bool in `lanes` lanes.
    pub(crate) fn bool(&mut self, value: bool, lanes: u8) -> Use {
        let scalar = self.constant(Constant::bools(&[value]));
        scalar.then(Swizzle::splat(0, lanes))
    }

    /// The undefined value of a type, shared.
    pub(crate) fn undefined(&mut self, ty: Type) -> Use {
        let value = match self.undefined.get(&ty) {
            Some(&value) => value,
            None => {
                let value = self.head_value(Op::Undefined, ty);
                self.undefined.insert(ty, value);
                value
            }
        };
        self.shader.whole(value)
    }

    /// Shares a literal from here on. Where there is one there are more.
    fn keep_constant(&mut self, constant: Constant, value: Value) {
        if self.constants.is_empty() {
            self.constants.reserve(14);
        }
        self.constants.insert(constant, value);
    }

    fn head_value(&mut self, op: Op, ty: Type) -> Value {
        let inst = self
            .shader
            .make_inst(op, Vec::new(), &[ty], Vec::new(), self.span);
        self.head.push(inst);
        self.changed = true;
        self.shader.result(inst)
    }

    /// Shares a literal or undefined value that the visited instruction defines. Gives back
    /// whether the instruction stays where it is.
    pub(crate) fn share(&mut self, inst: Inst) -> Visit {
        let op = self.inst(inst).op;
        let result = self.shader.result(inst);
        match op {
            Op::Constant(constant) => {
                let scalar = constant.ty.lanes == 1;
                if self.entered == 1 && scalar && !self.constants.contains_key(&constant) {
                    self.keep_constant(constant, result);
                    return Visit::Keep;
                }
                let splat = constant.lanes().windows(2).all(|pair| pair[0] == pair[1]);
                if self.entered == 1 && !splat && !self.constants.contains_key(&constant) {
                    self.keep_constant(constant, result);
                    return Visit::Keep;
                }
                let shared = self.constant(constant);
                self.replace(result, shared);
            }
            Op::Undefined => {
                let ty = self.shader.ty(result);
                if self.entered == 1 && !self.undefined.contains_key(&ty) {
                    self.undefined.insert(ty, result);
                    return Visit::Keep;
                }
                let shared = self.undefined(ty);
                self.replace(result, shared);
            }
            _ => return Visit::Keep,
        }
        Visit::Done
    }
}
