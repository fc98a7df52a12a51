//! The traversal that most passes share: regions in order, in place, with a map from old values to new uses.
//!
//! A [`Transform`] sees every instruction once, its operands already rewritten, and keeps it, replaces
//! its results by uses of other values, or has a region spliced in its place. What it emits lands in
//! front of the instruction it looks at. [`Rewriter::emit`] simplifies on the fly, so a pass may
//! emit naively. Literals and undefined values are shared and live at the head of the body, where
//! every region sees them. Cost: linear in instructions and operands.

mod literals;

use crate::build::infer;
use crate::entity::SecondaryMap;
use crate::{
    Capabilities, Constant, Inst, InstData, Op, Operands, Region, Shader, Swizzle, Terminator,
    Type, Use, Value, ValueDef,
};
use retroshade_diagnostics::{Diagnostic, Span};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The outcome for an instruction.
pub(crate) enum Visit {
    /// It stays; its regions are visited.
    Keep,
    /// It goes; its results were replaced, or nobody needs it.
    Done,
    /// It goes; the instructions of the region take its place, and what the region yields its results.
    Splice(Region),
}

/// What a pass does at each instruction and region.
pub(crate) trait Transform {
    /// Looks at an instruction before its regions are visited.
    fn visit(&mut self, _rw: &mut Rewriter<'_>, _inst: Inst) -> Result<Visit, Diagnostic> {
        Ok(Visit::Keep)
    }

    /// Looks at an instruction with regions after these were visited. Not `Splice`.
    fn leave(&mut self, _rw: &mut Rewriter<'_>, _inst: Inst) -> Result<Visit, Diagnostic> {
        Ok(Visit::Keep)
    }

    /// Called before a region of an instruction is entered; what is emitted lands outside.
    fn enter_region(&mut self, _rw: &mut Rewriter<'_>, _owner: Inst, _region: Region) {}

    /// Called when a region was entered; what is emitted lands at its head.
    fn begin_region(&mut self, _rw: &mut Rewriter<'_>, _owner: Inst, _region: Region) {}

    /// Called when a region of an instruction is finished.
    fn leave_region(&mut self, _rw: &mut Rewriter<'_>, _owner: Inst, _region: Region) {}
}

/// A region that is being visited.
struct Frame {
    region: Region,
    /// The instruction whose region it is; none for the body.
    owner: Option<Inst>,
    role: Role,
    insts: std::vec::IntoIter<Inst>,
    /// What was emitted so far into the region around.
    outer: Vec<Inst>,
}

#[derive(Clone, Copy)]
enum Role {
    /// A region of its own: number so-and-so of its owner.
    Region(usize),
    /// The instructions go to the region around.
    Splice,
}

/// A simpler equal of a pure operation, if there is one; its operands are resolved and fit it.
pub(crate) type Simplifier = fn(&mut Rewriter<'_>, Op, &[Use]) -> Option<Use>;

/// The state of a traversal. It keeps its own stack, because a shader may be nested deeper than that of
/// the thread.
pub(crate) struct Rewriter<'a> {
    /// The shader.
    pub(crate) shader: &'a mut Shader,
    /// What is legal for the target; rules that give anything else are not applied.
    pub(crate) capabilities: &'a Capabilities,
    /// Simplifies what is emitted.
    simplify: Simplifier,
    /// The source of what is emitted.
    pub(crate) span: Span,
    /// True if anything changed so far.
    pub(crate) changed: bool,
    /// How many rules are being applied inside one another; bounds simplification.
    pub(crate) depth: u32,
    /// Instructions emitted so far.
    pub(crate) emitted: usize,
    /// The instructions of the region under construction.
    list: Vec<Inst>,
    map: SecondaryMap<Value, Option<Use>>,
    constants: FxHashMap<Constant, Value>,
    undefined: FxHashMap<Type, Value>,
    head: Vec<Inst>,
    /// Regions entered and not left: 1 in the body.
    entered: u32,
}

/// Rewrites the whole shader, with some values replaced already.
pub(crate) fn rewrite_with(
    shader: &mut Shader,
    capabilities: &Capabilities,
    simplify: Simplifier,
    transform: &mut impl Transform,
    map: SecondaryMap<Value, Option<Use>>,
) -> Result<bool, Diagnostic> {
    let body = shader.body;
    let mut rw = Rewriter {
        shader,
        capabilities,
        simplify,
        span: Span::NONE,
        changed: false,
        depth: 0,
        emitted: 0,
        list: Vec::new(),
        map,
        constants: FxHashMap::default(),
        undefined: FxHashMap::default(),
        head: Vec::new(),
        entered: 0,
    };
    rw.body(body, transform)?;
    if !rw.head.is_empty() {
        let mut insts = rw.head;
        insts.append(&mut rw.shader.regions[body].insts);
        rw.shader.regions[body].insts = insts;
    }
    Ok(rw.changed)
}

impl Rewriter<'_> {
    fn body(&mut self, body: Region, transform: &mut impl Transform) -> Result<(), Diagnostic> {
        let mut open: SmallVec<[Frame; 2]> = SmallVec::new();
        open.push(self.open(body, None));
        while let Some(frame) = open.last_mut() {
            let Some(inst) = frame.insts.next() else {
                let end = self.take_end(frame.region);
                self.end(&mut open, end, transform)?;
                continue;
            };
            self.span = self.shader.insts[inst].span;
            self.resolve_args(inst);
            match transform.visit(self, inst)? {
                Visit::Keep => {}
                Visit::Done => {
                    self.changed = true;
                    continue;
                }
                Visit::Splice(region) => {
                    self.changed = true;
                    let mut frame = self.open(region, Some(inst));
                    self.list = std::mem::take(&mut frame.outer);
                    frame.role = Role::Splice;
                    self.entered -= 1;
                    open.push(frame);
                    continue;
                }
            }
            match self.shader.insts[inst].regions.first() {
                Some(&region) => {
                    transform.enter_region(self, inst, region);
                    open.push(self.open(region, Some(inst)));
                    transform.begin_region(self, inst, region);
                }
                None => self.list.push(inst),
            }
        }
        Ok(())
    }

    /// Starts on the instructions of a region.
    fn open(&mut self, region: Region, owner: Option<Inst>) -> Frame {
        let insts = std::mem::take(&mut self.shader.regions[region].insts);
        let outer = std::mem::replace(&mut self.list, Vec::with_capacity(insts.len()));
        self.entered += 1;
        Frame {
            region,
            owner,
            role: Role::Region(0),
            insts: insts.into_iter(),
            outer,
        }
    }

    /// Handles the end of the innermost open region.
    fn end(
        &mut self,
        open: &mut SmallVec<[Frame; 2]>,
        mut end: Terminator,
        transform: &mut impl Transform,
    ) -> Result<(), Diagnostic> {
        while let Some(frame) = open.pop() {
            if let (Role::Splice, Some(inst)) = (frame.role, frame.owner) {
                if let Terminator::Yield(uses) = end {
                    self.splice_results(inst, uses);
                    return Ok(());
                }
                // Control leaves in the middle: what follows is never reached.
                continue;
            }
            self.shader.regions[frame.region].end = end;
            self.shader.regions[frame.region].insts =
                std::mem::replace(&mut self.list, frame.outer);
            self.entered -= 1;
            let (Some(owner), Role::Region(index)) = (frame.owner, frame.role) else {
                return Ok(());
            };
            transform.leave_region(self, owner, frame.region);
            if let Some(&next) = self.shader.insts[owner].regions.get(index + 1) {
                transform.enter_region(self, owner, next);
                let mut frame = self.open(next, Some(owner));
                frame.role = Role::Region(index + 1);
                open.push(frame);
                transform.begin_region(self, owner, next);
                return Ok(());
            }
            self.span = self.shader.insts[owner].span;
            if let Visit::Done | Visit::Splice(_) = transform.leave(self, owner)? {
                self.changed = true;
                return Ok(());
            }
            self.list.push(owner);
            if !self.never_passes(owner) {
                return Ok(());
            }
            self.shader.insts[owner].results.clear();
            end = Terminator::Unreachable;
        }
        Ok(())
    }

    fn splice_results(&mut self, inst: Inst, uses: Vec<Use>) {
        for (index, operand) in uses.into_iter().enumerate() {
            if let Some(&result) = self.shader.insts[inst].results.get(index) {
                self.replace(result, operand);
            }
        }
    }

    /// True if both arms of an `if` leave.
    fn never_passes(&self, inst: Inst) -> bool {
        let data = &self.shader.insts[inst];
        let leaves = |&region: &Region| {
            !matches!(
                self.shader.regions[region].end,
                Terminator::Yield(_) | Terminator::Open
            )
        };
        matches!(data.op, Op::If) && data.regions.iter().all(leaves)
    }

    /// The end of a region with its operands rewritten.
    fn take_end(&mut self, region: Region) -> Terminator {
        let open = Terminator::Open;
        let mut end = std::mem::replace(&mut self.shader.regions[region].end, open);
        for operand in end.uses_mut() {
            let resolved = self.resolve(*operand);
            self.changed |= resolved != *operand;
            *operand = resolved;
        }
        end
    }

    /// An instruction.
    pub(crate) fn inst(&self, inst: Inst) -> &InstData {
        &self.shader.insts[inst]
    }

    fn resolve_args(&mut self, inst: Inst) {
        let args = &self.shader.insts[inst].args;
        let Some(first) = args.iter().position(|operand| !self.stands(operand.value)) else {
            return;
        };
        for index in first..args.len() {
            let operand = self.shader.insts[inst].args[index];
            let resolved = self.resolve(operand);
            if resolved != operand {
                self.shader.insts[inst].args[index] = resolved;
                self.changed = true;
            }
        }
    }

    /// True if uses of a value are what they were: it was not replaced and is no `compose`.
    fn stands(&self, value: Value) -> bool {
        let is_compose = || match self.shader.values[value].def {
            ValueDef::Result(inst, _) => matches!(self.shader.insts[inst].op, Op::Compose),
            ValueDef::Parameter(..) => false,
        };
        self.map[value].is_none() && !is_compose()
    }

    /// The use that replaces an old one: replaced values followed, and where all lanes that
    /// a use takes from a `compose` come from one value, that value.
    pub(crate) fn resolve(&self, operand: Use) -> Use {
        let mut operand = match self.map[operand.value] {
            Some(with) => with.then(operand.swizzle),
            None => operand,
        };
        while let Some(source) = self.through_compose(operand) {
            operand = source;
        }
        operand
    }

    fn through_compose(&self, operand: Use) -> Option<Use> {
        let inst = self.shader.def_inst(operand.value)?;
        let data = &self.shader.insts[inst];
        if !matches!(data.op, Op::Compose) {
            return None;
        }
        let mut lanes = [0; 4];
        let mut source = None;
        for (slot, &lane) in lanes.iter_mut().zip(operand.swizzle.lanes()) {
            let (value, lane) = compose_lane(&data.args, lane)?;
            if *source.get_or_insert(value) != value {
                return None;
            }
            *slot = lane;
        }
        let swizzle = Swizzle::new(&lanes[..usize::from(operand.lanes())])?;
        Some(Use::new(source?, swizzle))
    }

    /// From here on uses of `value` are uses of `with`, which has as many lanes.
    pub(crate) fn replace(&mut self, value: Value, with: Use) {
        debug_assert_eq!(self.shader.ty(value).lanes, with.lanes());
        debug_assert_ne!(value, with.value);
        self.map[value] = Some(with);
        self.changed = true;
    }

    /// What `value` was replaced by, to be put back by [`Rewriter::restore`].
    pub(crate) fn replaced(&self, value: Value) -> Option<Use> {
        self.map[value]
    }

    /// Puts back what [`Rewriter::replaced`] told.
    pub(crate) fn restore(&mut self, value: Value, with: Option<Use>) {
        self.map[value] = with;
    }

    /// Emits a pure operation whose type follows from its operands, simplified if possible.
    pub(crate) fn emit(&mut self, op: Op, args: &[Use]) -> Use {
        let mut resolved = [args[0]; 5];
        for (slot, &operand) in resolved.iter_mut().zip(args) {
            *slot = self.resolve(operand);
        }
        let args = &resolved[..args.len()];
        if let Some(simpler) = (self.simplify)(self, op, args) {
            return simpler;
        }
        self.emit_as_is(op, args)
    }

    /// Emits an operation whose type follows from its operands, unsimplified.
    pub(crate) fn emit_as_is(&mut self, op: Op, args: &[Use]) -> Use {
        let ty = match infer(self.shader, op, args) {
            Ok(Some(ty)) => ty,
            Ok(None) => panic!("{} has no single result", op.kind().name()),
            Err(fault) => panic!("{}: {fault}", op.kind().name()),
        };
        self.typed(op, args, ty)
    }

    /// Emits an operation whose type the caller states.
    pub(crate) fn typed(&mut self, op: Op, args: &[Use], ty: Type) -> Use {
        let args = Operands::from_slice(args);
        let inst = self.push(op, args, &[ty], Vec::new());
        self.shader.whole(self.shader.result(inst))
    }

    /// Emits an instruction with any results and regions.
    pub(crate) fn push(
        &mut self,
        op: Op,
        args: impl Into<Operands>,
        results: &[Type],
        regions: Vec<Region>,
    ) -> Inst {
        self.changed = true;
        self.emitted += 1;
        let inst = self.shader.make_inst(op, args, results, regions, self.span);
        self.list.push(inst);
        inst
    }

    /// Runs `f` so that what it emits becomes the instructions of `region`.
    pub(crate) fn inside<T>(&mut self, region: Region, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::take(&mut self.list);
        self.entered += 1;
        let result = f(self);
        self.entered -= 1;
        self.shader.regions[region].insts = std::mem::replace(&mut self.list, outer);
        result
    }

    /// Runs `f` and gives what it emits, which no region lists yet; see [`Rewriter::append`].
    pub(crate) fn collect<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (T, Vec<Inst>) {
        let outer = std::mem::take(&mut self.list);
        let result = f(self);
        (result, std::mem::replace(&mut self.list, outer))
    }

    /// What [`Rewriter::roll_back`] needs to know.
    pub(crate) fn checkpoint(&self) -> (bool, usize) {
        (self.changed, self.head.len())
    }

    /// Says that since a checkpoint nothing was changed but for literals at the head.
    pub(crate) fn roll_back(&mut self, (changed, head): (bool, usize)) {
        self.changed = changed || self.head.len() != head;
    }

    /// Lists instructions that [`Rewriter::collect`] gave.
    pub(crate) fn append(&mut self, insts: Vec<Inst>) {
        self.changed = true;
        self.list.extend(insts);
    }
}

/// The value and lane that lane `lane` of a `compose` of `parts` is.
pub(crate) fn compose_lane(parts: &[Use], lane: u8) -> Option<(Value, u8)> {
    let mut lane = lane;
    for part in parts {
        if lane < part.lanes() {
            return Some((part.value, part.swizzle.lane(lane)));
        }
        lane -= part.lanes();
    }
    None
}
