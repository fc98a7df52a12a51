//! Vectors of parts.

use super::Select;
use super::view::{Place, View};
use retroshade_diagnostics::Diagnostic;
use retroshade_ir::{Op, Use};

impl Select<'_> {
    /// A vector of parts. Where the parts are lanes of one thing no code is needed.
    pub(super) fn compose(&mut self, parts: &[Use], lanes: u8) -> Result<View, Diagnostic> {
        let mut single: Vec<Option<View>> = Vec::new();
        for part in parts {
            let undefined = self.shader.def_op(part.value) == Some(Op::Undefined);
            let view = self.view(*part)?;
            for lane in 0..view.lanes {
                single.push((!undefined).then(|| view.pick(&[lane])));
            }
        }
        if let Some(view) = joined(&single, lanes) {
            return Ok(view);
        }
        let vector = self.new_vector(lanes);
        let mut done = vec![false; single.len()];
        for first in 0..single.len() {
            let Some(Some(view)) = single.get(first).copied() else {
                continue;
            };
            if done.get(first).copied().unwrap_or(true) {
                continue;
            }
            let mut group = Vec::new();
            let mut dest = Vec::new();
            for (index, other) in single.iter().enumerate() {
                if let Some(other) = other.filter(|other| same_origin(&view, other)) {
                    group.push(Some(other));
                    dest.push(self.lane(vector, index as u8));
                    if let Some(done) = done.get_mut(index) {
                        *done = true;
                    }
                }
            }
            let count = group.len() as u8;
            if let Some(view) = joined(&group, count) {
                self.copy(dest, view);
            }
        }
        Ok(View::value(vector, lanes))
    }
}

/// True if two lanes can be copied by one operation.
fn same_origin(a: &View, b: &View) -> bool {
    let modifiers = (a.negative, a.absolute) == (b.negative, b.absolute);
    match (a.place, b.place) {
        (Place::Const(_), Place::Const(_)) => true,
        (Place::Value(a, _), Place::Value(b, _)) => modifiers && a == b,
        (Place::Load(a, _), Place::Load(b, _)) => modifiers && a == b,
        (Place::Input(a, _), Place::Input(b, _)) => modifiers && a == b,
        _ => false,
    }
}

/// One view of several lanes, if they have the same origin. Lanes without one may be anything.
fn joined(single: &[Option<View>], lanes: u8) -> Option<View> {
    let first = single.iter().flatten().next()?;
    if !single
        .iter()
        .flatten()
        .all(|other| same_origin(first, other))
    {
        return None;
    }
    let at = |index: usize| {
        let view = single.get(index).copied().flatten();
        view.unwrap_or(*first)
    };
    let four = [at(0), at(1), at(2), at(3)];
    let lane = |from: [u8; 4]| from[0];
    let place = match first.place {
        Place::Const(_) => {
            let numbers = four.map(|view| view.numbers().map_or(0.0, |numbers| numbers[0]));
            return Some(View::new(Place::Const(numbers), lanes));
        }
        Place::Value(value, _) => Place::Value(
            value,
            four.map(|view| match view.place {
                Place::Value(_, from) => lane(from),
                _ => 0,
            }),
        ),
        Place::Load(address, _) => Place::Load(
            address,
            four.map(|view| match view.place {
                Place::Load(_, from) => lane(from),
                _ => 0,
            }),
        ),
        Place::Input(input, _) => Place::Input(
            input,
            four.map(|view| match view.place {
                Place::Input(_, from) => lane(from),
                _ => 0,
            }),
        ),
    };
    Some(View {
        place,
        lanes,
        ..*first
    })
}
