//! What a region may do at its end, as values: the structure that takes the place of `break` and
//! `continue` where a loop is written out.
//!
//! An [`Outcome`] tells of a piece of a loop's body, cloned into place, in which of three ways control
//! may leave it (by `yield` to what follows, by `break`, by `continue`), the values handed on in each,
//! and up to two flags that tell the ways apart when the program runs. [`merge`] joins the outcomes of
//! two arms by the results of an `if`.

use crate::opt::rewrite::Rewriter;
use crate::{Op, Region, Scalar, Terminator, Type, Use};

/// A truth known now or when the program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Flag {
    Known(bool),
    Value(Use),
}

impl Flag {
    fn operand(self, rw: &mut Rewriter<'_>) -> Use {
        match self {
            Flag::Known(truth) => rw.bool(truth, 1),
            Flag::Value(operand) => operand,
        }
    }

    fn of(rw: &Rewriter<'_>, operand: Use) -> Flag {
        match rw.shader.as_constant(operand) {
            Some(constant) => Flag::Known(constant.bool(0)),
            None => Flag::Value(operand),
        }
    }
}

/// How control leaves a piece of a loop's body. All `None`: never.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Values yielded to what follows, if that may be reached.
    pub(crate) yields: Option<Vec<Use>>,
    /// Results of the loop, if it may be left.
    pub(crate) results: Option<Vec<Use>>,
    /// Values of the next round, if there may be one.
    pub(crate) next: Option<Vec<Use>>,
    /// Whether control goes on to what follows; meaningless unless there are several ways.
    completes: Option<Flag>,
    /// If it does not: whether there is a next round; meaningless unless both are possible.
    continues: Option<Flag>,
}

impl Outcome {
    /// The way a terminator goes, with its values resolved.
    pub(crate) fn of_end(rw: &Rewriter<'_>, region: Region) -> Outcome {
        let end = &rw.shader.regions[region].end;
        let values = end.uses().iter().map(|&operand| rw.resolve(operand));
        let values = Some(values.collect());
        match end {
            Terminator::Yield(_) => Outcome {
                yields: values,
                completes: Some(Flag::Known(true)),
                ..Outcome::default()
            },
            Terminator::Break(_) => Outcome {
                results: values,
                completes: Some(Flag::Known(false)),
                continues: Some(Flag::Known(false)),
                ..Outcome::default()
            },
            Terminator::Continue(_) => Outcome {
                next: values,
                completes: Some(Flag::Known(false)),
                continues: Some(Flag::Known(true)),
                ..Outcome::default()
            },
            Terminator::Unreachable | Terminator::Open => Outcome::default(),
        }
    }

    /// The loop was left in an earlier round with these results.
    pub(crate) fn left(results: Vec<Use>) -> Outcome {
        Outcome {
            results: Some(results),
            completes: Some(Flag::Known(false)),
            continues: Some(Flag::Known(false)),
            ..Outcome::default()
        }
    }

    /// Whether control goes on to what follows.
    pub(crate) fn completes(&self) -> Flag {
        match (&self.yields, &self.results, &self.next) {
            (None, ..) => Flag::Known(false),
            (Some(_), None, None) => Flag::Known(true),
            _ => self.completes.unwrap_or(Flag::Known(true)),
        }
    }

    /// Whether there is a next round.
    pub(crate) fn continues(&self) -> Flag {
        match (&self.results, &self.next) {
            (_, None) => Flag::Known(false),
            (None, Some(_)) => Flag::Known(true),
            _ => self.continues.unwrap_or(Flag::Known(false)),
        }
    }

    /// The same where control is known not to go on to what follows.
    pub(crate) fn without_yield(mut self) -> Outcome {
        self.yields = None;
        self.completes = Some(Flag::Known(false));
        self
    }
}

/// Collects what the arms of an `if` hand on.
struct Join {
    accept: Vec<Use>,
    reject: Vec<Use>,
    types: Vec<Type>,
}

/// A value that is the result of the `if` to come, or one that both arms see.
enum Joined {
    Result(usize),
    Shared(Use),
}

impl Join {
    fn value(&mut self, rw: &mut Rewriter<'_>, accept: Option<Use>, reject: Option<Use>) -> Joined {
        let literal = |operand: Use| rw.shader.as_constant(operand).is_some();
        match (accept, reject) {
            // What both arms name is defined outside of them.
            (Some(a), Some(b)) if a == b => return Joined::Shared(a),
            (Some(only), None) | (None, Some(only)) if literal(only) => {
                return Joined::Shared(only);
            }
            _ => {}
        }
        let ty = match accept.or(reject) {
            Some(operand) => rw.shader.use_type(operand),
            None => Type::bool(1),
        };
        let missing = rw.undefined(ty);
        self.accept.push(accept.unwrap_or(missing));
        self.reject.push(reject.unwrap_or(missing));
        self.types.push(ty);
        Joined::Result(self.types.len() - 1)
    }

    fn values(
        &mut self,
        rw: &mut Rewriter<'_>,
        accept: Option<&[Use]>,
        reject: Option<&[Use]>,
    ) -> Option<Vec<Joined>> {
        let length = accept.or(reject)?.len();
        let joined = (0..length).map(|index| {
            let a = accept.and_then(|uses| uses.get(index).copied());
            let b = reject.and_then(|uses| uses.get(index).copied());
            self.value(rw, a, b)
        });
        Some(joined.collect())
    }

    fn flag(
        &mut self,
        rw: &mut Rewriter<'_>,
        condition: Use,
        accept: Option<Flag>,
        reject: Option<Flag>,
    ) -> Joined {
        match (accept, reject) {
            (Some(Flag::Known(true)), Some(Flag::Known(false))) => Joined::Shared(condition),
            (Some(Flag::Known(false)), Some(Flag::Known(true))) => {
                Joined::Shared(rw.emit(Op::Not, &[condition]))
            }
            _ => {
                let accept = accept.map(|flag| flag.operand(rw));
                let reject = reject.map(|flag| flag.operand(rw));
                self.value(rw, accept, reject)
            }
        }
    }
}

/// Emits the `if` over two arms whose instructions are in place, and joins their outcomes.
pub(crate) fn merge(
    rw: &mut Rewriter<'_>,
    condition: Use,
    (accept, a): (Region, Outcome),
    (reject, b): (Region, Outcome),
) -> Outcome {
    let mut join = Join {
        accept: Vec::new(),
        reject: Vec::new(),
        types: Vec::new(),
    };
    let yields = join.values(rw, a.yields.as_deref(), b.yields.as_deref());
    let results = join.values(rw, a.results.as_deref(), b.results.as_deref());
    let next = join.values(rw, a.next.as_deref(), b.next.as_deref());
    // A flag that tells ways apart of which there is only one is not carried.
    let leaves = |outcome: &Outcome| outcome.results.is_some() || outcome.next.is_some();
    let completes = (yields.is_some() && (results.is_some() || next.is_some())).then(|| {
        let of = |outcome: &Outcome| {
            (outcome.yields.is_some() || leaves(outcome)).then(|| outcome.completes())
        };
        join.flag(rw, condition, of(&a), of(&b))
    });
    let continues = (results.is_some() && next.is_some()).then(|| {
        let of = |outcome: &Outcome| leaves(outcome).then(|| outcome.continues());
        join.flag(rw, condition, of(&a), of(&b))
    });
    rw.shader.regions[accept].end = Terminator::Yield(join.accept);
    rw.shader.regions[reject].end = Terminator::Yield(join.reject);
    let inst = rw.push(Op::If, vec![condition], &join.types, vec![accept, reject]);
    let result = |joined: Joined| match joined {
        Joined::Shared(operand) => operand,
        Joined::Result(index) => rw.shader.whole(rw.shader.insts[inst].results[index]),
    };
    let all = |values: Vec<Joined>| values.into_iter().map(result).collect();
    let (yields, results, next) = (yields.map(all), results.map(all), next.map(all));
    let (completes, continues) = (completes.map(result), continues.map(result));
    debug_assert!(completes.is_none_or(|flag| rw.shader.ty(flag.value).scalar == Scalar::Bool));
    Outcome {
        yields,
        results,
        next,
        completes: completes.map(|flag| Flag::of(rw, flag)),
        continues: continues.map(|flag| Flag::of(rw, flag)),
    }
}
