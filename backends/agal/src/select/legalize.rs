//! Legalises operands: brings them into the form that the machine takes.
//!
//! Before: an operand is any list of lanes. After: the lanes of each operand lie in one register
//! other than a temporary, or all in values; no instruction reads two constants, and none with a
//! single source reads one. What does not fit is moved to a value, or the operation is split so
//! that each part fits.

use super::code::{Base, Code, Lane, Lanes, Op, Target, ValueId, ValueInfo};
use super::lower::OutputRegister;
use crate::isa::{File, Mask, Opcode};
use retroshade_diagnostics::Span;
use retroshade_ir::entity::EntitySet;
use std::collections::BTreeMap;

/// How constants that must be moved to temporaries are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Moved once, held for all uses: fewest tokens.
    Shared,
    /// Moved before each use: fewest temporaries.
    Each,
}

/// What legalising knows besides the code.
pub(super) struct Setting<'a> {
    /// Components that the stream of each attribute has.
    pub(super) attributes: &'a [u8],
    /// How moved constants are shared.
    pub(super) sharing: Sharing,
}

/// Marks the lanes that somebody reads and drops operations that nobody does.
pub(super) fn drop_dead(code: &mut Code, outputs: &[OutputRegister]) {
    let mut values = std::mem::take(&mut code.values);
    for info in &mut values {
        info.needed = 0;
    }
    for lane in outputs.iter().flat_map(|output| output.lanes).flatten() {
        mark(&mut values, lane);
        if let Some(index) = code.index_of(lane) {
            mark(&mut values, index);
        }
    }
    let mut ops = std::mem::take(&mut code.ops);
    let mut dead = EntitySet::new();
    for (index, op) in ops.iter_mut().enumerate().rev() {
        if let Target::Value(value, mask) = op.target {
            let needed = values.get(value.index()).map_or(0, |info| info.needed);
            let mask = mask.and(Mask::new(needed));
            if mask == Mask::NONE {
                dead.insert(index);
                continue;
            }
            op.target = Target::Value(value, mask);
            if op.is_lanewise() {
                // What feeds a lane that nobody reads is not read either.
                cut(&mut op.a, mask);
                cut(&mut op.b, mask);
            }
            if let Some(guarded) = op.guarded_mut() {
                cut(&mut guarded.over, mask);
            }
        }
        code.each_read(op, |lane| mark(&mut values, lane));
    }
    if !dead.is_empty() {
        let mut index = 0;
        ops.retain(|_| {
            index += 1;
            !dead.contains(index - 1)
        });
    }
    (code.ops, code.values) = (ops, values);
}

/// Marks a lane that somebody reads.
fn mark(values: &mut [ValueInfo], lane: Lane) {
    if let Lane::Value(value, lane) = lane
        && let Some(info) = values.get_mut(value.index())
    {
        info.needed |= 1 << lane;
    }
}

/// Makes all lanes undefined that a mask does not have.
fn cut(lanes: &mut Lanes, mask: Mask) {
    for (lane, read) in lanes.as_mut_slice().iter_mut().enumerate() {
        if !mask.has(lane as u8) {
            *read = Lane::Undefined;
        }
    }
}

/// Legalises all operations.
pub(super) fn legalize(code: &mut Code, setting: &Setting) {
    // Some operations are split or need moves before them.
    let room = Vec::with_capacity(code.ops.len() + code.ops.len() / 4 + 2);
    let ops = std::mem::replace(&mut code.ops, room);
    let mut legaliser = Legaliser {
        code,
        setting,
        conflicts: BTreeMap::new(),
        moved: BTreeMap::new(),
        gathered: BTreeMap::new(),
    };
    for op in &ops {
        legaliser.count_conflict(op);
    }
    for op in ops {
        legaliser.op(op);
    }
}

/// Whether an operation has a second operand that counts for the rule of two constants.
fn constant_matrix(op: &Op) -> bool {
    op.matrix.is_some()
}

struct Legaliser<'a> {
    code: &'a mut Code,
    setting: &'a Setting<'a>,
    /// How often each constant register meets another constant.
    conflicts: BTreeMap<Base, u32>,
    /// Values that hold constants: by the lanes moved.
    moved: BTreeMap<Lanes, Vec<Lane>>,
    /// Operands that were put together: by their lanes before.
    gathered: BTreeMap<Lanes, Lanes>,
}

/// Up to four bases.
#[derive(Clone, Copy)]
struct Bases {
    list: [Base; 4],
    count: usize,
}

impl Bases {
    fn as_slice(&self) -> &[Base] {
        self.list.get(..self.count).unwrap_or(&self.list)
    }
}

/// The bases of an operand in order, without those that are wherever it suits.
fn bases(lanes: &Lanes) -> Bases {
    let mut bases = Bases {
        list: [Base::Any; 4],
        count: 0,
    };
    for base in lanes.as_slice().iter().map(|lane| lane.base()) {
        if base == Base::Any || bases.as_slice().contains(&base) {
            continue;
        }
        if let Some(slot) = bases.list.get_mut(bases.count) {
            *slot = base;
            bases.count += 1;
        }
    }
    if let Some(list) = bases.list.get_mut(..bases.count) {
        list.sort_unstable();
    }
    bases
}

/// Whether all lanes of an operand that are somewhere are in one place.
fn has_one_base(lanes: &Lanes) -> bool {
    let bases = lanes.as_slice().iter().map(|lane| lane.base());
    let mut defined = bases.filter(|base| *base != Base::Any);
    defined
        .next()
        .is_none_or(|first| defined.all(|base| base == first))
}

fn single_constant(lanes: &Lanes) -> Option<Base> {
    let bases = lanes.as_slice().iter().map(|lane| lane.base());
    let mut defined = bases.filter(|base| *base != Base::Any);
    let first = defined.next()?;
    (first.is_constant() && defined.all(|base| base == first)).then_some(first)
}

impl Legaliser<'_> {
    fn count_conflict(&mut self, op: &Op) {
        let (a, b) = (single_constant(&op.a), single_constant(&op.b));
        match (a, b) {
            (Some(a), Some(b)) => {
                *self.conflicts.entry(a).or_insert(0) += 1;
                *self.conflicts.entry(b).or_insert(0) += 1;
            }
            (Some(a), None) if op.b.is_empty() && op.opcode != Opcode::Mov => {
                *self.conflicts.entry(a).or_insert(0) += 1;
            }
            _ => {}
        }
    }

    fn op(&mut self, mut op: Op) {
        let span = op.span;
        if let Some(guarded) = op.guarded_mut() {
            for guard in &mut guarded.guards {
                // Not two constants.
                if guard.a.base().is_constant() && guard.b.base().is_constant() {
                    let literal = guard.b.base() == Base::Literals;
                    let operand = if literal { &mut guard.a } else { &mut guard.b };
                    *operand = self.away(Lanes::new([*operand]), span).at(0);
                }
            }
        }
        op.a = self.default_components(op.a);
        op.b = self.default_components(op.b);
        if op.is_lanewise()
            && let Target::Value(value, mask) = op.target
        {
            return self.lanewise(op, value, mask);
        }
        op.a = self.gather(op.a, op.span);
        op.b = self.gather(op.b, op.span);
        self.constants(&mut op);
        self.code.ops.push(op);
    }

    /// A literal that a short attribute's missing component holds is read from there.
    fn default_components(&self, lanes: Lanes) -> Lanes {
        let attribute = lanes.as_slice().iter().find_map(|lane| match lane {
            Lane::Register(File::Attribute, number, _) => Some(*number),
            _ => None,
        });
        let Some(number) = attribute else {
            return lanes;
        };
        let present = self
            .setting
            .attributes
            .get(usize::from(number))
            .copied()
            .unwrap_or(4);
        let component = |bits: u32| {
            (present..4).find(|component| {
                let default = if *component == 3 { 1.0f32 } else { 0.0 };
                default.to_bits() == bits
            })
        };
        let replace = |lane: &Lane| match lane {
            Lane::Literal(bits) => component(*bits).map_or(*lane, |component| {
                Lane::Register(File::Attribute, number, component)
            }),
            other => *other,
        };
        Lanes::new(lanes.as_slice().iter().map(replace))
    }

    /// Splits an operation lane by lane into parts whose operands each have one base, or puts
    /// the operands together first, whichever takes fewer tokens.
    fn lanewise(&mut self, op: Op, value: ValueId, mask: Mask) {
        if has_one_base(&op.a) && has_one_base(&op.b) {
            return self.part(op, value, mask, false);
        }
        let mut groups: BTreeMap<(Base, Base), Mask> = BTreeMap::new();
        for lane in mask.lanes() {
            let key = (op.a.at(lane.into()).base(), op.b.at(lane.into()).base());
            let group = groups.entry(key).or_insert(Mask::NONE);
            *group = group.with(Mask::lane(lane));
        }
        let groups = merge_undefined(groups);
        let moves = |lanes: &Lanes| {
            let bases = bases(lanes);
            if bases.count > 1 {
                let list = bases.as_slice();
                list.iter().filter(|base| **base != Base::Values).count()
            } else {
                0
            }
        };
        let extra = moves(&op.a) + moves(&op.b);
        if groups.len() <= 1 || extra < groups.len() - 1 {
            return self.part(op, value, mask, true);
        }
        for (_, part) in groups {
            self.part(op.clone(), value, part, false);
        }
    }

    fn part(&mut self, mut op: Op, value: ValueId, mask: Mask, gather: bool) {
        op.target = Target::Value(value, mask);
        cut(&mut op.a, mask);
        cut(&mut op.b, mask);
        if let Some(guarded) = op.guarded_mut() {
            cut(&mut guarded.over, mask);
        }
        if gather {
            op.a = self.gather(op.a, op.span);
            op.b = self.gather(op.b, op.span);
        }
        self.constants(&mut op);
        self.code.ops.push(op);
    }

    /// Makes all lanes of an operand values, unless they have one base already.
    fn gather(&mut self, lanes: Lanes, span: Span) -> Lanes {
        if has_one_base(&lanes) {
            return lanes;
        }
        let bases = bases(&lanes);
        if let Some(done) = self.gathered.get(&lanes) {
            return *done;
        }
        let mut result = lanes;
        let others = bases.as_slice().iter().copied();
        for base in others.filter(|base| *base != Base::Values) {
            let mut parts: Vec<Lane> = lanes
                .as_slice()
                .iter()
                .copied()
                .filter(|lane| lane.base() == base)
                .collect();
            parts.sort_unstable();
            parts.dedup();
            let value = self.mov(Lanes::new(parts.iter().copied()), span);
            for lane in result.as_mut_slice() {
                if let Some(place) = parts.iter().position(|part| part == lane) {
                    *lane = Lane::Value(value, place as u8);
                }
            }
        }
        self.gathered.insert(lanes, result);
        result
    }

    fn mov(&mut self, lanes: Lanes, span: Span) -> ValueId {
        let needed = (1u8 << lanes.len()) - 1;
        let value = self.code.value(ValueInfo {
            needed,
            ..ValueInfo::default()
        });
        self.code.ops.push(Op {
            opcode: Opcode::Mov,
            target: Target::Value(value, Mask::new(needed)),
            a: lanes,
            b: Lanes::EMPTY,
            matrix: None,
            sampler: None,
            flow: None,
            span,
        });
        value
    }

    /// Moves a constant away where the machine takes none.
    fn constants(&mut self, op: &mut Op) {
        let (a, b) = (single_constant(&op.a), single_constant(&op.b));
        let lone = op.b.is_empty() && !matches!(op.opcode, Opcode::Mov);
        match (a, b) {
            // The rows of a matrix are constants, and a coordinate or a lone source may be none.
            (Some(_), None) if lone || constant_matrix(op) => op.a = self.away(op.a, op.span),
            (Some(a), Some(b)) => {
                let weight = |base: &Base| self.conflicts.get(base).copied().unwrap_or(0);
                let literal = |base: &Base| *base == Base::Literals;
                let first = match (literal(&a), literal(&b)) {
                    (true, false) => false,
                    (false, true) => true,
                    _ => weight(&a) >= weight(&b),
                };
                let operand = if first { &mut op.a } else { &mut op.b };
                *operand = self.away(*operand, op.span);
            }
            _ => {}
        }
    }

    /// The same lanes in a value.
    fn away(&mut self, lanes: Lanes, span: Span) -> Lanes {
        let mut wanted: Vec<Lane> = lanes
            .as_slice()
            .iter()
            .copied()
            .filter(|lane| *lane != Lane::Undefined)
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let Some(base) = wanted.first().map(|lane| lane.base()) else {
            return lanes;
        };
        // A register is moved whole; lanes that nobody reads are dropped later.
        let source = match base {
            Base::Register(file, number) => {
                Lanes::new((0..4).map(|lane| Lane::Register(file, number, lane)))
            }
            Base::Indirect(index) => Lanes::new((0..4).map(|lane| Lane::Indirect(index, lane))),
            Base::Literals | Base::Values | Base::Any => Lanes::new(wanted.iter().copied()),
        };
        let held = match (self.setting.sharing, self.moved.get(&source)) {
            (Sharing::Shared, Some(held)) => held.clone(),
            _ => {
                let value = self.mov(source, span);
                let held: Vec<Lane> = (0..source.len() as u8)
                    .map(|lane| Lane::Value(value, lane))
                    .collect();
                self.moved.insert(source, held.clone());
                held
            }
        };
        Lanes::new(lanes.as_slice().iter().map(|lane| {
            let place = source.as_slice().iter().position(|part| part == lane);
            place
                .and_then(|place| held.get(place))
                .copied()
                .unwrap_or(*lane)
        }))
    }
}

/// Lanes whose operands are wherever it suits join another group.
fn merge_undefined(groups: BTreeMap<(Base, Base), Mask>) -> Vec<((Base, Base), Mask)> {
    let mut merged: Vec<((Base, Base), Mask)> = Vec::new();
    let fits = |one: Base, other: Base| one == other || one == Base::Any || other == Base::Any;
    for (key, mask) in groups {
        let found = merged
            .iter_mut()
            .find(|(other, _)| fits(key.0, other.0) && fits(key.1, other.1));
        match found {
            Some((other, lanes)) => {
                if other.0 == Base::Any {
                    other.0 = key.0;
                }
                if other.1 == Base::Any {
                    other.1 = key.1;
                }
                *lanes = lanes.with(mask);
            }
            None => merged.push((key, mask)),
        }
    }
    merged
}
