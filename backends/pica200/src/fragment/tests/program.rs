//! Stages with the values in them, what they leave for a fragment, and what exact numbers would.

use crate::fragment::error;
use crate::fragment::isa::{Function, Operand, Setup, Source};
use crate::fragment::select::{Plan, PlannedHalf};
use crate::fragment::sim::{Arithmetic, Fragment, run};
use arrayvec::ArrayVec;
use retroshade_combiner::expr::{Expr, Leaf};
use retroshade_combiner::poly::{Atom, Poly, Polys};
use std::rc::Rc;

/// Textures of a fragment, then the uniforms in constants.
pub(super) const SOURCES: usize = 4;
/// The last of the sources.
pub(super) const UNIFORMS: usize = SOURCES - 1;

/// What registers hold, in steps, and how far that is from exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Registers {
    pub(super) bytes: [[u8; 4]; SOURCES],
    errors: [[f64; 4]; SOURCES],
}

impl Registers {
    pub(super) const ZERO: Registers = Registers {
        bytes: [[0; 4]; SOURCES],
        errors: [[0.0; 4]; SOURCES],
    };

    /// From 0 to 1.
    fn exact(&self, source: usize, lane: usize) -> f64 {
        let value = f64::from(self.bytes[source][lane]) + self.errors[source][lane];
        (value / 255.0).clamp(0.0, 1.0)
    }

    pub(super) fn set(&mut self, (source, lane): (usize, usize), byte: u8, error: f64) {
        self.bytes[source][lane] = byte;
        self.errors[source][lane] = error;
    }
}

/// Stages and the values in them.
pub(super) struct Program {
    polys: Polys,
    plan: Plan,
    /// What the last stage leaves, and the buffer as each of the last two stages left it.
    previous: [Poly; 4],
    buffer: [Poly; 4],
    next: [Poly; 4],
}

/// A lane of a constant.
#[derive(Clone, Copy)]
pub(super) enum Constant {
    Number(f64),
    /// The lane of the last of the sources.
    Uniform,
}

fn uniform(polys: &mut Polys, lane: usize) -> Poly {
    let leaf = Leaf {
        name: "u".to_owned(),
        ty: "vec4".to_owned(),
        array: None,
        part: None,
        lanes: 4,
    };
    polys.of_atom(Atom::Uniform(Expr::Uniform(Rc::new(leaf), lane as u8)))
}

impl Default for Program {
    fn default() -> Program {
        let zero = [Polys::ZERO; 4];
        Program {
            polys: Polys::default(),
            plan: Plan::default(),
            previous: zero,
            buffer: zero,
            next: zero,
        }
    }
}

impl Program {
    fn constants(&mut self, lanes: [Constant; 4]) -> [Option<Poly>; 4] {
        std::array::from_fn(|lane| {
            Some(match lanes[lane] {
                Constant::Number(number) => self.polys.constant(number),
                Constant::Uniform => uniform(&mut self.polys, lane),
            })
        })
    }

    /// What a lane of an operand is.
    fn value(&mut self, operand: Operand, constant: &[Option<Poly>; 4], lane: usize) -> Poly {
        let place = operand.lanes.single().unwrap_or(lane);
        let value = match operand.source {
            Source::Previous => self.previous[place],
            Source::Buffer => self.buffer[place],
            Source::Constant => constant[place].unwrap(),
            source => {
                let unit = source.unit().unwrap();
                self.polys.of_atom(Atom::Lookup(unit, place as u8))
            }
        };
        if operand.invert {
            self.polys.complement(value)
        } else {
            value
        }
    }

    fn clamped(&mut self, value: Poly) -> Poly {
        if self.polys.is_unit(value) {
            value
        } else {
            self.polys.of_atom(Atom::Clamped(value))
        }
    }

    /// What a function makes of its operands.
    fn result(&mut self, function: Function, values: &[[Poly; 3]], lane: usize) -> Poly {
        let at = |number: usize| values.get(number).map_or(Polys::ZERO, |value| value[lane]);
        let (a, b, c) = (at(0), at(1), at(2));
        let half = self.polys.constant(0.5);
        let polys = &mut self.polys;
        match function {
            Function::Replace => a,
            Function::Modulate => polys.mul(a, b),
            Function::Add => polys.add(a, b),
            Function::AddSigned => {
                let sum = polys.add(a, b);
                polys.sub(sum, half)
            }
            Function::Subtract => polys.sub(a, b),
            Function::Interpolate => {
                let apart = polys.sub(a, b);
                let way = polys.mul(c, apart);
                polys.add(b, way)
            }
            Function::MultiplyAdd => {
                let product = polys.mul(a, b);
                polys.add(product, c)
            }
            Function::AddMultiply => {
                let sum = polys.add(a, b);
                let sum = self.clamped(sum);
                self.polys.mul(sum, c)
            }
            Function::Dot3 | Function::Dot3Alpha => {
                let mut dot = Polys::ZERO;
                for (a, b) in values[0].iter().zip(values[1]) {
                    let [a, b] = [*a, b].map(|value| polys.sub(value, half));
                    let product = polys.mul(a, b);
                    let product = polys.scale(product, 4.0);
                    dot = polys.add(dot, product);
                }
                dot
            }
        }
    }

    fn half(
        &mut self,
        function: Function,
        operands: &[Operand],
        scale: u8,
        constant: &[Option<Poly>; 4],
        lanes: usize,
    ) -> PlannedHalf {
        let values: Vec<[Poly; 3]> = operands
            .iter()
            .map(|operand| std::array::from_fn(|lane| self.value(*operand, constant, lane)))
            .collect();
        let mut result = [None; 3];
        for (lane, slot) in result.iter_mut().enumerate().take(lanes) {
            let value = self.result(function, &values, lane);
            let value = self.polys.scale(value, f64::from(1 << scale));
            *slot = Some(self.clamped(value));
        }
        let operands = operands.iter().copied();
        let operands: ArrayVec<_, 3> = operands
            .zip(values)
            .map(|(operand, value)| (operand, value.map(Some)))
            .collect();
        PlannedHalf {
            function,
            operands,
            scale,
            result,
        }
    }

    /// Adds a stage; of the sides that are nothing the result is 0.
    pub(super) fn stage(
        &mut self,
        rgb: Option<(Function, Vec<Operand>, u8)>,
        alpha: Option<(Function, Vec<Operand>, u8)>,
        constant: [Constant; 4],
        store: [bool; 2],
    ) {
        let constant = self.constants(constant);
        let mut result = [Polys::ZERO; 4];
        let rgb = rgb.map(|(function, operands, scale)| {
            let half = self.half(function, &operands, scale, &constant, 3);
            for (slot, value) in result.iter_mut().zip(half.result) {
                *slot = value.unwrap();
            }
            if function == Function::Dot3Alpha {
                result[3] = result[0];
            }
            half
        });
        let alpha = alpha.map(|(function, operands, scale)| {
            let half = self.half(function, &operands, scale, &constant, 1);
            result[3] = half.result[0].unwrap();
            half
        });
        self.previous = result;
        self.buffer = self.next;
        if store[0] {
            self.next[..3].copy_from_slice(&result[..3]);
        }
        if store[1] {
            self.next[3] = result[3];
        }
        let stages = &mut self.plan.stages;
        stages.resize_with(stages.len() + 1, Default::default);
        let stage = stages.last_mut().unwrap();
        (stage.rgb, stage.alpha) = (rgb, alpha);
        (stage.constant, stage.store) = (constant, store);
    }

    pub(super) fn buffer(&mut self, lanes: [Constant; 4]) {
        self.plan.buffer = self.constants(lanes);
        self.next = self.plan.buffer.map(Option::unwrap);
    }

    /// A constant as a register has it, and exactly.
    fn constant(&self, lanes: &[Option<Poly>; 4], registers: &Registers) -> ([u8; 4], [f64; 4]) {
        let (mut bytes, mut exact) = ([0; 4], [0.0; 4]);
        for lane in 0..4 {
            let number = lanes[lane].and_then(|poly| self.polys.as_number(poly));
            (bytes[lane], exact[lane]) = match number {
                Some(number) => ((number * 255.0).round() as u8, number),
                None => (
                    registers.bytes[UNIFORMS][lane],
                    registers.exact(UNIFORMS, lane),
                ),
            };
        }
        (bytes, exact)
    }

    pub(super) fn setup(&self, registers: &Registers) -> Setup {
        let mut setup = self.plan.setup(&self.polys);
        setup.buffer = self.constant(&self.plan.buffer, registers).0;
        for (stage, planned) in setup.stages.iter_mut().zip(&self.plan.stages) {
            stage.color = self.constant(&planned.constant, registers).0;
        }
        setup
    }

    /// What the stages would leave if they computed with numbers.
    fn exact(&self, registers: &Registers) -> [f64; 4] {
        let (mut previous, mut buffer) = ([0.0; 4], [0.0; 4]);
        let mut next = self.constant(&self.plan.buffer, registers).1;
        for stage in &self.plan.stages {
            let constant = self.constant(&stage.constant, registers).1;
            let operand = |operand: Operand, lane: usize| {
                let place = operand.lanes.single().unwrap_or(lane);
                let value = match operand.source {
                    Source::Previous => previous[place],
                    Source::Buffer => buffer[place],
                    Source::Constant => constant[place],
                    source => registers.exact(source.unit().unwrap() as usize, place),
                };
                if operand.invert { 1.0 - value } else { value }
            };
            let half = |half: &PlannedHalf, lane: usize| {
                let at = |number: usize, lane: usize| {
                    let found = half.operands.get(number);
                    found.map_or(0.0, |(one, _)| operand(*one, lane))
                };
                let (a, b, c) = (at(0, lane), at(1, lane), at(2, lane));
                let value = match half.function {
                    Function::Replace => a,
                    Function::Modulate => a * b,
                    Function::Add => a + b,
                    Function::AddSigned => a + b - 0.5,
                    Function::Subtract => a - b,
                    Function::Interpolate => a * c + b * (1.0 - c),
                    Function::MultiplyAdd => a * b + c,
                    Function::AddMultiply => (a + b).min(1.0) * c,
                    Function::Dot3 | Function::Dot3Alpha => (0..3)
                        .map(|lane| 4.0 * (at(0, lane) - 0.5) * (at(1, lane) - 0.5))
                        .sum(),
                };
                (value * f64::from(1 << half.scale)).clamp(0.0, 1.0)
            };
            let mut result = [0.0; 4];
            if let Some(rgb) = &stage.rgb {
                for (lane, slot) in result.iter_mut().enumerate().take(3) {
                    *slot = half(rgb, lane);
                }
                if rgb.function == Function::Dot3Alpha {
                    result[3] = result[0];
                }
            }
            if let Some(alpha) = &stage.alpha {
                result[3] = half(alpha, 0);
            }
            (previous, buffer) = (result, next);
            if stage.store[0] {
                next[..3].copy_from_slice(&result[..3]);
            }
            if stage.store[1] {
                next[3] = result[3];
            }
        }
        previous
    }

    /// How far the colour is off, in the arithmetic that is worse.
    pub(super) fn error(&self, setup: &Setup, registers: &Registers) -> f64 {
        let exact = self.exact(registers);
        let fragment = Fragment {
            textures: registers.bytes,
            ..Fragment::default()
        };
        let last = self.plan.stages.last().unwrap();
        let is_dot = |half: &PlannedHalf| half.function == Function::Dot3Alpha;
        let rgb = last.rgb.is_some();
        let alpha = last.alpha.is_some() || last.rgb.as_ref().is_some_and(is_dot);
        let mut worst: f64 = 0.0;
        for arithmetic in Arithmetic::ALL {
            let found = run(setup, &fragment, arithmetic).color;
            let lanes = found.into_iter().zip(exact).zip([rgb, rgb, rgb, alpha]);
            for ((found, exact), _) in lanes.filter(|(_, wanted)| *wanted) {
                worst = worst.max((f64::from(found) - exact * 255.0).abs());
            }
        }
        worst
    }

    /// The bound on that.
    pub(super) fn bound(&mut self) -> f64 {
        error::of(&mut self.polys, &self.plan)
    }

    /// The stages.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }
}
