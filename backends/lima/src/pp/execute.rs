//! What instructions do, in numbers of any kind.
//!
//! An instruction goes through its units in the order of the pipeline; each sees what those before it made. The two units
//! of a pair do not see each other's results.

use super::half;
use super::isa::{
    Dest, Division, FrameBuffer, Instruction, Level, Meaning, Memory, Operation, REGISTERS,
    Register, Source, To, Unit,
};
use super::program::Program;
use retroshade_ir::Builtin;
use retroshade_kit::lanes::LaneMask;
use retroshade_kit::machine::RegisterImage;
use retroshade_kit::machine::Trap;
use retroshade_kit::machine::numbers::{
    Component, Detail, Function, Numbers, Outside, Samples, VectorFunction, load,
};
use retroshade_kit::machine::runner::{Execute, Next};
use rustc_hash::FxHashMap;

type Lanes<N> = [<N as Numbers>::Value; 4];

/// What lives for one instruction.
pub struct Passing<N: Numbers> {
    /// The vector that the varying unit loads.
    pub coordinate: Lanes<N>,
    /// The result of the texture unit.
    pub texture: Lanes<N>,
    /// What the load unit fetches.
    pub load: Lanes<N>,
    /// What the vector multiplier makes.
    pub vector: Lanes<N>,
    /// What the scalar multiplier makes.
    pub scalar: N::Value,
}

/// Some fragments in the midst of a program.
pub struct Machine<'a, N: Numbers> {
    program: &'a Program,
    offsets: Vec<usize>,
    image: &'a RegisterImage,
    unset: N::Value,
    /// The general registers; `None` where no fragment wrote.
    pub registers: [[Option<N::Value>; 4]; REGISTERS as usize],
    /// The temporary memory by component: 4 times the vector and the lane.
    pub temporaries: FxHashMap<i64, N::Value>,
    /// What lives for the instruction.
    pub passing: Passing<N>,
    /// The constants of the instruction.
    pub constants: [Lanes<N>; 2],
    /// The fragments that were discarded.
    pub discarded: Samples,
    /// Writes of the instruction's units to registers, in their order: a later one may have written over an earlier one.
    pub written: Vec<(Dest, Lanes<N>)>,
}

impl<'a, N: Numbers> Machine<'a, N> {
    /// Fragments before the first instruction.
    pub fn new(program: &'a Program, image: &'a RegisterImage, numbers: &mut N) -> Machine<'a, N> {
        let unset = numbers.unset();
        Machine {
            program,
            offsets: program.offsets(),
            image,
            unset,
            registers: [[None; 4]; REGISTERS as usize],
            temporaries: FxHashMap::default(),
            passing: Passing::unset(unset),
            constants: [[unset; 4]; 2],
            discarded: 0,
            written: Vec::new(),
        }
    }
}

impl<N: Numbers> Passing<N> {
    fn unset(unset: N::Value) -> Passing<N> {
        Passing {
            coordinate: [unset; 4],
            texture: [unset; 4],
            load: [unset; 4],
            vector: [unset; 4],
            scalar: unset,
        }
    }
}

impl<N: Numbers> Execute<N> for Machine<'_, N> {
    fn step(&mut self, instruction: usize, numbers: &mut N) -> Result<Next, Trap> {
        let program = self.program;
        let current = program.instructions.get(instruction);
        let current = current.ok_or_else(|| Trap::Illegal("control runs off the end".into()))?;
        self.passing = Passing::unset(self.unset);
        self.written.clear();
        for (place, unit) in [Unit::Const0, Unit::Const1].into_iter().enumerate() {
            if let Some(operation) = current.operation(unit) {
                let halves = operation.numbers.map(half::to_f32);
                self.constants[place] = halves.map(|number| numbers.literal(number));
            }
        }
        if let Some(operation) = current.operation(Unit::Varying) {
            let value = self.varying(operation, numbers)?;
            self.passing.coordinate = value;
            self.write(
                operation.dest,
                value.map(|lane| numbers.rounded(lane)),
                numbers,
            );
        }
        if let Some(operation) = current.operation(Unit::Texture) {
            self.passing.texture = self.lookup(operation, numbers)?;
        }
        if let Some(operation) = current.operation(Unit::Load) {
            self.passing.load = self.load(operation, numbers)?;
        }
        self.pair(current, [Unit::VectorMul, Unit::ScalarMul], numbers)?;
        self.pair(current, [Unit::VectorAdd, Unit::ScalarAdd], numbers)?;
        if let Some(operation) = current.operation(Unit::Combine) {
            let value = self.combine(operation, numbers)?;
            self.write(operation.dest, value, numbers);
        }
        if let Some(operation) = current.operation(Unit::Store) {
            self.store(operation, numbers)?;
        }
        self.flow(current, instruction, numbers)
    }
}

impl<N: Numbers> Machine<'_, N> {
    /// Where control goes.
    fn flow(
        &mut self,
        instruction: &Instruction,
        index: usize,
        numbers: &mut N,
    ) -> Result<Next, Trap> {
        let mut next = Next::default();
        if instruction.stop {
            next.end = Samples::MAX;
        }
        let Some(branch) = instruction.operation(Unit::Branch) else {
            return Ok(next);
        };
        match branch.op.row.meaning {
            Meaning::Branch(comparison) => {
                next.jump = if instruction.is_always() {
                    Samples::MAX
                } else {
                    let a = self.scalar(&branch.sources[0], numbers)?;
                    let b = self.scalar(&branch.sources[1], numbers)?;
                    numbers.jumps(comparison, a, b)
                };
                let target = self.program.branch_target(index, &self.offsets);
                next.target =
                    target.ok_or_else(|| Trap::Illegal("a branch goes nowhere".into()))?;
                next.end &= !next.jump;
            }
            _ => {
                self.discarded |= numbers.taking_part();
                next.end = Samples::MAX;
            }
        }
        Ok(next)
    }

    fn register(&self, register: Register, reader: Unit) -> Lanes<N> {
        match register {
            Register::Const0 => self.constants[0],
            Register::Const1 => self.constants[1],
            Register::Sampled => self.passing.texture,
            Register::Loaded => self.passing.load,
            Register::Product { .. } if reader == Unit::VectorAdd => self.passing.vector,
            Register::Product { .. } => [self.passing.scalar; 4],
            Register::General(number) => {
                let lanes = self.registers.get(usize::from(number));
                let lanes = lanes.copied().unwrap_or_default();
                lanes.map(|lane| lane.unwrap_or(self.unset))
            }
        }
    }

    /// One lane of a source with its modifiers.
    fn lane(
        &self,
        source: &Source,
        reader: Unit,
        lane: u8,
        numbers: &mut N,
    ) -> Result<N::Value, Trap> {
        let register = self.register(source.register, reader);
        let mut value = register[usize::from(source.lanes.lane(lane))];
        if source.absolute {
            value = numbers.apply(Function::Absolute, &[value])?;
        }
        if source.negative {
            value = numbers.apply(Function::Negate, &[value])?;
        }
        Ok(value)
    }

    /// A source that is one lane, for units without a multiplier beside them.
    fn scalar(&self, source: &Source, numbers: &mut N) -> Result<N::Value, Trap> {
        self.lane(source, Unit::Combine, 0, numbers)
    }

    fn lanes(&self, source: &Source, reader: Unit, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        let mut lanes = [self.unset; 4];
        for (lane, value) in (0..).zip(&mut lanes) {
            *value = self.lane(source, reader, lane, numbers)?;
        }
        Ok(lanes)
    }

    /// What is added to an index.
    fn offset(&self, operation: &Operation) -> Option<N::Value> {
        let offset = operation.address.offset?;
        let register = self.register(Register::from_component(offset), operation.op.unit);
        Some(register[usize::from(offset & 3)])
    }

    fn write(&mut self, dest: Dest, values: Lanes<N>, numbers: &mut N) {
        let Some((number, lanes)) = dest.written() else {
            return;
        };
        self.written.push((dest, values));
        if let Some(register) = self.registers.get_mut(usize::from(number)) {
            for lane in lanes.lanes().map(usize::from) {
                let held = register[lane].unwrap_or(self.unset);
                register[lane] = Some(numbers.merged(values[lane], held));
            }
        }
    }

    fn varying(&mut self, operation: &Operation, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        match operation.op.row.meaning {
            Meaning::Input(Builtin::FragCoord) => {
                let mut lanes = self.builtin(Builtin::FragCoord, 4, numbers)?;
                lanes[3] = numbers.apply(Function::Reciprocal, &[lanes[3]])?;
                Ok(lanes)
            }
            Meaning::Input(Builtin::PointCoord) => self.builtin(Builtin::PointCoord, 2, numbers),
            Meaning::Input(builtin) => self.builtin(builtin, 1, numbers),
            Meaning::Varying(division) => {
                let lanes = self.interpolated(operation, numbers)?;
                divided(lanes, division, numbers)
            }
            Meaning::VaryingDirection => self.interpolated(operation, numbers),
            meaning => {
                let lanes = self.lanes(&operation.sources[0], Unit::Varying, numbers)?;
                match meaning {
                    Meaning::Vector(division) => divided(lanes, division, numbers),
                    Meaning::Normalize => {
                        numbers.apply_vector(VectorFunction::Normalize, &lanes[..3])
                    }
                    _ => Ok(lanes),
                }
            }
        }
    }

    /// The first lanes of what other units of the chip give.
    fn builtin(&self, builtin: Builtin, count: u8, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        let mut lanes = [self.unset; 4];
        for (lane, value) in (0..count).zip(&mut lanes) {
            *value = numbers.outside(self.image, Outside::Builtin { builtin, lane })?;
        }
        Ok(lanes)
    }

    /// Components of the varyings.
    fn interpolated(&self, operation: &Operation, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        self.fetched(operation, "v", numbers, |numbers, component| {
            let lane = (component & 3) as u8;
            match u32::try_from(component >> 2) {
                Ok(number) => numbers.outside(
                    self.image,
                    Outside::Input {
                        file: "v",
                        number,
                        lane,
                        missing: f32::NAN,
                    },
                ),
                Err(_) => Ok(self.unset),
            }
        })
    }

    /// The components of a file that an operation accesses.
    fn fetched(
        &self,
        operation: &Operation,
        file: &'static str,
        numbers: &mut N,
        read: impl Fn(&mut N, i64) -> Result<N::Value, Trap>,
    ) -> Result<Lanes<N>, Trap> {
        let width = operation.width();
        let offset = self.offset(operation);
        let mut lanes = [self.unset; 4];
        let Some(address) = numbers.address(operation.address.index.into(), offset)? else {
            return Ok(lanes);
        };
        for (lane, value) in (0..width).zip(&mut lanes) {
            let component = Component { file, width, lane };
            *value = load(numbers, component, address, |numbers, location| {
                let location = location.saturating_mul(width.into());
                read(numbers, location.saturating_add(lane.into()))
            })?;
        }
        Ok(lanes)
    }

    fn lookup(&self, operation: &Operation, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        let Meaning::Lookup { cube, level } = operation.op.row.meaning else {
            return Ok([self.unset; 4]);
        };
        let given = match level {
            Level::Implicit => Detail::Implicit,
            Level::Bias => Detail::Bias(self.scalar(&operation.sources[0], numbers)?),
            Level::Explicit => Detail::Level(self.scalar(&operation.sources[0], numbers)?),
        };
        let offset = self.offset(operation);
        let Some(unit) = numbers.address(operation.address.index.into(), offset)? else {
            return Ok([self.unset; 4]);
        };
        let count = if cube { 3 } else { 2 };
        let coordinate = self.passing.coordinate;
        let found = numbers.lookup(self.image, unit, &coordinate[..count], given)?;
        Ok(found.map(|lane| numbers.rounded(lane)))
    }

    fn load(&self, operation: &Operation, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        match operation.op.row.meaning {
            Meaning::Load(Memory::Temporaries) => {
                self.fetched(operation, "t", numbers, |_, component| {
                    let held = self.temporaries.get(&component);
                    Ok(held.copied().unwrap_or(self.unset))
                })
            }
            _ => {
                let lanes = self.fetched(operation, "u", numbers, |numbers, component| {
                    let lane = (component & 3) as u8;
                    match u32::try_from(component >> 2) {
                        Ok(number) => numbers.outside(
                            self.image,
                            Outside::Uniform {
                                file: "u",
                                number,
                                lane,
                            },
                        ),
                        Err(_) => Ok(self.unset),
                    }
                })?;
                Ok(lanes.map(|lane| numbers.rounded(lane)))
            }
        }
    }

    /// Two units side by side: neither sees what the other writes.
    fn pair(
        &mut self,
        instruction: &Instruction,
        units: [Unit; 2],
        numbers: &mut N,
    ) -> Result<(), Trap> {
        let mut results = [None; 2];
        for (result, unit) in results.iter_mut().zip(units) {
            if let Some(operation) = instruction.operation(unit) {
                let asked = asked(instruction, unit);
                *result = Some((operation, self.arithmetic(operation, asked, numbers)?));
            }
        }
        for (operation, value) in results.into_iter().flatten() {
            match operation.op.unit {
                Unit::VectorMul => self.passing.vector = value,
                Unit::ScalarMul => self.passing.scalar = value[0],
                _ => {}
            }
            let lanes = if operation.is_scalar() {
                [value[0]; 4]
            } else {
                value
            };
            self.write(operation.dest, lanes, numbers);
        }
        Ok(())
    }

    /// What a multiplier or an adder makes: the lanes that are written, or asked for by others.
    fn arithmetic(
        &self,
        operation: &Operation,
        asked: LaneMask,
        numbers: &mut N,
    ) -> Result<Lanes<N>, Trap> {
        let unit = operation.op.unit;
        let [first, second] = operation.sources;
        let lanes = if operation.is_scalar() {
            LaneMask::lane(0)
        } else {
            operation.dest.lanes.or(asked)
        };
        let mut result = [self.unset; 4];
        if let Meaning::Sum(count) = operation.op.row.meaning {
            let mut sum = self.lane(&first, unit, 0, numbers)?;
            for lane in 1..count {
                let summand = self.lane(&first, unit, lane, numbers)?;
                sum = numbers.apply(Function::Add, &[sum, summand])?;
            }
            return Ok([finished(sum, operation, numbers)?; 4]);
        }
        for lane in lanes.lanes() {
            let a = self.lane(&first, unit, lane, numbers)?;
            let value = match operation.op.row.meaning {
                Meaning::Select => {
                    let b = self.lane(&second, unit, lane, numbers)?;
                    numbers.apply(Function::Select, &[self.passing.scalar, a, b])?
                }
                Meaning::Lanes(function) if function.arity() == 1 => {
                    numbers.apply(function, &[a])?
                }
                Meaning::Lanes(function) => {
                    let b = self.lane(&second, unit, lane, numbers)?;
                    numbers.apply(function, &[a, b])?
                }
                _ => self.unset,
            };
            result[usize::from(lane)] = finished(value, operation, numbers)?;
        }
        Ok(result)
    }

    fn combine(&self, operation: &Operation, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        let [first, second] = &operation.sources;
        let lanes = match operation.op.row.meaning {
            Meaning::Scale => {
                let a = self.scalar(first, numbers)?;
                let mut lanes = self.lanes(second, Unit::Combine, numbers)?;
                for lane in &mut lanes {
                    *lane = numbers.apply(Function::Multiply, &[a, *lane])?;
                }
                lanes
            }
            Meaning::Several(function) => {
                let a = self.scalar(first, numbers)?;
                match function {
                    VectorFunction::OctantOfPoint => {
                        let b = self.scalar(second, numbers)?;
                        numbers.apply_vector(function, &[a, b])?
                    }
                    _ => numbers.apply_vector(function, &[a])?,
                }
            }
            Meaning::Octant => {
                let [ratio, _, octant, _] = self.lanes(first, Unit::Combine, numbers)?;
                let angle = numbers.apply(Function::AngleInOctant, &[ratio, octant])?;
                return Ok([finished(angle, operation, numbers)?; 4]);
            }
            Meaning::Lanes(function) => {
                let a = self.scalar(first, numbers)?;
                let value = numbers.apply(function, &[a])?;
                return Ok([finished(value, operation, numbers)?; 4]);
            }
            _ => [self.unset; 4],
        };
        Ok(lanes.map(|lane| numbers.rounded(lane)))
    }

    fn store(&mut self, operation: &Operation, numbers: &mut N) -> Result<(), Trap> {
        if let Meaning::FrameRead(buffer) = operation.op.row.meaning {
            let lanes = self.frame(buffer, numbers)?;
            self.write(
                operation.dest,
                lanes.map(|lane| numbers.rounded(lane)),
                numbers,
            );
            return Ok(());
        }
        let width = i64::from(operation.width());
        let offset = self.offset(operation);
        let Some(address) = numbers.address(operation.address.index.into(), offset)? else {
            // Where it goes must be known, or nothing is known of any component.
            self.temporaries.clear();
            return Ok(());
        };
        let stored = operation.source(0);
        for lane in 0..width {
            let value = self.lane(&stored, Unit::Store, lane as u8, numbers)?;
            let value = numbers.accessed(value, address);
            for (location, samples) in numbers.locations(address) {
                let component = location.saturating_mul(width).saturating_add(lane);
                let held = self.temporaries.get(&component).copied();
                let held = held.unwrap_or(self.unset);
                let samples = samples & numbers.taking_part();
                let value = numbers.merged_for(samples, value, held);
                self.temporaries.insert(component, value);
            }
        }
        Ok(())
    }

    /// What the frame buffer holds; a depth comes in the first component, of the others nothing is known.
    fn frame(&self, buffer: FrameBuffer, numbers: &mut N) -> Result<Lanes<N>, Trap> {
        match buffer {
            FrameBuffer::Color => self.builtin(Builtin::LastFragColor, 4, numbers),
            FrameBuffer::Depth => self.builtin(Builtin::LastFragDepth, 1, numbers),
        }
    }
}

/// The lanes of the vector multiplier's result that the adder beside it reads without a register.
fn asked(instruction: &Instruction, unit: Unit) -> LaneMask {
    let adder = instruction.operation(Unit::VectorAdd);
    let adder = adder.filter(|_| unit == Unit::VectorMul);
    let reads = adder.filter(|adder| matches!(adder.sources[0].register, Register::Product { .. }));
    reads.map_or(LaneMask::NONE, |adder| {
        let lanes = match (adder.op.row.meaning, adder.dest.to) {
            (Meaning::Sum(_), _) => adder.lanes_read(0),
            (_, To::Nothing { .. }) => LaneMask::NONE,
            _ => adder.dest.lanes,
        };
        adder.sources[0].lanes.read_by(lanes)
    })
}

/// A result with its output modifier, as registers hold it.
fn finished<N: Numbers>(
    value: N::Value,
    operation: &Operation,
    numbers: &mut N,
) -> Result<N::Value, Trap> {
    let value = match operation.modifier.function() {
        Function::Copy => value,
        function => numbers.apply(function, &[value])?,
    };
    Ok(numbers.rounded(value))
}

fn divided<N: Numbers>(
    lanes: Lanes<N>,
    division: Division,
    numbers: &mut N,
) -> Result<Lanes<N>, Trap> {
    let divisor = match division {
        Division::None => return Ok(lanes),
        Division::Z => lanes[2],
        Division::W => lanes[3],
    };
    let mut divided = lanes;
    for lane in &mut divided {
        *lane = numbers.apply(Function::Divide, &[*lane, divisor])?;
    }
    Ok(divided)
}
