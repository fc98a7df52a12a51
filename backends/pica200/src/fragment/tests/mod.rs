//! The bound on the colour's error against the errors that stages really have: none is greater in random programs, and
//! for each function the worst that a search finds comes close to it.

mod program;

use super::error;
use super::isa::{Fog, Function, Half, Lanes, Operand, Setup, Side, Source};
use super::sim::{Arithmetic, CLEAR, Fragment, run};
use program::{Constant, Program, Registers, SOURCES, UNIFORMS};
use retroshade_kit::random::Random;

/// An operand of the alpha side.
const fn scalar(source: Source, lanes: Lanes) -> Operand {
    Operand {
        source,
        lanes,
        invert: false,
    }
}

const fn inverted(operand: Operand) -> Operand {
    Operand {
        invert: true,
        ..operand
    }
}

const A: Operand = scalar(Source::Texture0, Lanes::Alpha);
const B: Operand = scalar(Source::Texture1, Lanes::Alpha);
const C: Operand = scalar(Source::Texture2, Lanes::Alpha);
const CONSTANT: Operand = scalar(Source::Constant, Lanes::Alpha);

/// How often a search begins anew.
const STARTS: usize = 24;

/// The worst error that a search over what the places hold finds: each in turn is made as bad as it can be.
fn worst(program: &Program, places: &[(usize, usize)], random: &mut Random) -> f64 {
    let mut worst: f64 = 0.0;
    for _ in 0..STARTS {
        let mut registers = Registers::ZERO;
        for place in places {
            registers.set(*place, random.below(256) as u8, 0.5);
        }
        let mut here = 0.0;
        loop {
            let before = here;
            for place in places {
                let setup = program.setup(&registers);
                let mut best = registers;
                for (byte, error) in (0..=255).flat_map(|byte| [(byte, -0.5), (byte, 0.5)]) {
                    let mut changed = registers;
                    changed.set(*place, byte, error);
                    let found = if place.0 == UNIFORMS {
                        program.error(&program.setup(&changed), &changed)
                    } else {
                        program.error(&setup, &changed)
                    };
                    if found > here {
                        (here, best) = (found, changed);
                    }
                }
                registers = best;
            }
            if here <= before {
                break;
            }
        }
        worst = worst.max(here);
    }
    worst
}

/// A function of the alpha side with its scale and the number that is its constant; and how far the bound may be from
/// the worst error. What bytes and errors of half a step make of sums is known, of products nearly.
type Row = (Function, &'static [Operand], u8, f64, f64);

/// What floating-point numbers lose on the way.
const NOISE: f64 = 1e-9;

#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    (Function::Replace, &[A], 0, 0.0, NOISE),
    (Function::Replace, &[inverted(A)], 2, 0.0, NOISE),
    (Function::Replace, &[CONSTANT], 0, 0.3, NOISE),
    (Function::Replace, &[inverted(CONSTANT)], 1, 0.7, NOISE),
    (Function::Modulate, &[A, B], 0, 0.0, 0.15),
    (Function::Modulate, &[A, inverted(B)], 0, 0.0, 0.15),
    (Function::Modulate, &[A, CONSTANT], 0, 0.3, 0.15),
    (Function::Modulate, &[A, CONSTANT], 2, 0.1, 0.5),
    (Function::Add, &[A, B], 0, 0.0, NOISE),
    (Function::Add, &[A, CONSTANT], 1, 0.3, NOISE),
    (Function::AddSigned, &[A, B], 0, 0.0, NOISE),
    (Function::AddSigned, &[A, inverted(B)], 2, 0.0, NOISE),
    (Function::AddSigned, &[A, CONSTANT], 0, 0.7, NOISE),
    (Function::Subtract, &[A, B], 0, 0.0, NOISE),
    (Function::Subtract, &[A, CONSTANT], 0, 0.3, NOISE),
    (Function::Subtract, &[CONSTANT, A], 0, 0.3, NOISE),
    (Function::MultiplyAdd, &[A, B, C], 0, 0.0, 0.2),
    (Function::MultiplyAdd, &[A, CONSTANT, C], 1, 0.3, 0.3),
    (Function::AddMultiply, &[A, B, C], 0, 0.0, 0.2),
    (Function::AddMultiply, &[A, B, CONSTANT], 2, 0.3, 0.5),
    (Function::Interpolate, &[A, B, C], 0, 0.0, 0.15),
    (Function::Interpolate, &[A, B, inverted(C)], 1, 0.0, 0.3),
    (Function::Interpolate, &[A, B, CONSTANT], 0, 0.3, 0.2),
    (Function::Interpolate, &[A, CONSTANT, C], 0, 0.3, 0.15),
];

fn is_close(worst: f64, bound: f64, slack: f64) -> bool {
    worst <= bound + NOISE && worst >= bound - slack
}

#[test]
fn bounds_of_single_functions_are_close() {
    let mut random = Random::new(3);
    for (function, operands, scale, number, slack) in ROWS {
        let mut program = Program::default();
        let alpha = (*function, operands.to_vec(), *scale);
        program.stage(
            None,
            Some(alpha),
            [Constant::Number(*number); 4],
            [false; 2],
        );
        let found = worst(&program, &[(0, 3), (1, 3), (2, 3)], &mut random);
        let bound = program.bound();
        let message = format!("{function:?} {operands:?} {number}: {found}, bound {bound}");
        assert!(is_close(found, bound, *slack), "{message}");
    }
}

#[test]
fn bounds_of_uniforms_are_close() {
    let mut random = Random::new(4);
    for (function, slack) in [(Function::Modulate, 0.15), (Function::Subtract, NOISE)] {
        let mut program = Program::default();
        let alpha = (function, vec![A, CONSTANT], 0);
        program.stage(None, Some(alpha), [Constant::Uniform; 4], [false; 2]);
        let found = worst(&program, &[(0, 3), (UNIFORMS, 3)], &mut random);
        let bound = program.bound();
        assert!(
            is_close(found, bound, slack),
            "{function:?}: {found}, bound {bound}"
        );
    }
}

/// All lanes at their worst at once would be cut off, so that the bound of an inner product is not reached.
#[test]
fn bounds_of_inner_products_are_no_more_than_two_steps_off() {
    let mut random = Random::new(5);
    let lanes = [0, 1, 2].map(|lane| [(0, lane), (1, lane)]).concat();
    for (other, number) in [(Source::Texture1, 0.0), (Source::Constant, 0.3)] {
        for function in [Function::Dot3, Function::Dot3Alpha] {
            let mut program = Program::default();
            let operands = [Source::Texture0, other].map(|source| scalar(source, Lanes::Rgb));
            let rgb = (function, operands.to_vec(), 0);
            program.stage(Some(rgb), None, [Constant::Number(number); 4], [false; 2]);
            let found = worst(&program, &lanes, &mut random);
            let bound = program.bound();
            assert!(
                is_close(found, bound, 2.0),
                "{function:?} {other:?}: {found}, bound {bound}"
            );
        }
    }
}

const SIDES: [Side; 2] = [Side::Rgb, Side::Alpha];

/// A function of operands that a stage of this number can read.
fn random_half(random: &mut Random, side: Side, number: usize) -> (Function, Vec<Operand>, u8) {
    let sources = [
        Source::Texture0,
        Source::Texture1,
        Source::Texture2,
        Source::Constant,
        Source::Previous,
        Source::Buffer,
    ];
    // There is no stage before the first, and nobody knows what it finds in the buffer.
    let sources = &sources[..if number == 0 { 4 } else { 6 }];
    let lanes = [
        Lanes::Alpha,
        Lanes::Red,
        Lanes::Green,
        Lanes::Blue,
        Lanes::Rgb,
    ];
    let lanes = &lanes[..if side == Side::Alpha { 4 } else { 5 }];
    let function = loop {
        let function = *random.pick(Function::ALL).unwrap();
        if side == Side::Rgb || !function.is_dot() {
            break function;
        }
    };
    let mut operand = || Operand {
        source: *random.pick(sources).unwrap(),
        lanes: *random.pick(lanes).unwrap(),
        invert: random.one_in(3),
    };
    let operands = (0..function.operands()).map(|_| operand()).collect();
    (function, operands, random.below(3) as u8)
}

fn random_constant(random: &mut Random) -> [Constant; 4] {
    std::array::from_fn(|_| {
        if random.one_in(3) {
            Constant::Uniform
        } else {
            Constant::Number(random.below(1001) as f64 / 1000.0)
        }
    })
}

fn random_program(random: &mut Random) -> Program {
    let mut program = Program::default();
    program.buffer(random_constant(random));
    for number in 0..1 + random.below(3) as usize {
        let [rgb, alpha] = SIDES.map(|side| random_half(random, side, number));
        // An inner product in alpha leaves that side nothing to do.
        let alpha = (rgb.0 != Function::Dot3Alpha).then_some(alpha);
        let rgb = match alpha {
            Some(_) => rgb,
            None => (rgb.0, rgb.1, 0),
        };
        let store = [random.one_in(2), random.one_in(2)];
        program.stage(Some(rgb), alpha, random_constant(random), store);
    }
    program
}

#[test]
fn no_program_is_further_off_than_its_bound() {
    let mut random = Random::new(6);
    let mut near = 0;
    for number in 0..1500 {
        let mut program = random_program(&mut random);
        let bound = program.bound();
        let mut worst: f64 = 0.0;
        for _ in 0..40 {
            let mut registers = Registers::ZERO;
            for place in (0..SOURCES).flat_map(|source| (0..4).map(move |lane| (source, lane))) {
                let byte = match random.below(4) {
                    0 => 0,
                    1 => 255,
                    _ => random.below(256) as u8,
                };
                let error = [-0.5, 0.5][random.below(2) as usize];
                registers.set(place, byte, error);
            }
            worst = worst.max(program.error(&program.setup(&registers), &registers));
        }
        assert!(
            worst <= bound + NOISE,
            "program {number}: {worst}, bound {bound}\n{:?}",
            program.plan()
        );
        near += u32::from(2.0 * worst > bound);
    }
    assert!(near > 300, "{near}");
}

/// Fog mixes a colour that is off with a byte that is, by a factor that is.
#[test]
fn bounds_with_fog_are_close() {
    for before in [0.2, 0.5, 3.0] {
        let bound = error::with_fog(before);
        let mut worst: f64 = 0.0;
        for (color, fog) in [
            (0, 255),
            (255, 0),
            (3, 250),
            (200, 100),
            (254, 255),
            (128, 127),
        ] {
            for factor in 0..=CLEAR {
                for (color_error, fog_error, step) in CORNERS {
                    let exact_color = (f64::from(color) + color_error * before).clamp(0.0, 255.0);
                    let exact_fog = (f64::from(fog) + fog_error * 0.5).clamp(0.0, 255.0);
                    let clear = f64::from(CLEAR);
                    let exact = ((f64::from(factor) + step * 0.5) / clear).clamp(0.0, 1.0);
                    let exact = exact * exact_color + (1.0 - exact) * exact_fog;
                    for arithmetic in Arithmetic::ALL {
                        let found = fogged(color, fog, factor, arithmetic);
                        worst = worst.max((f64::from(found) - exact).abs());
                    }
                }
            }
        }
        assert!(
            is_close(worst, bound, 0.15),
            "{before}: {worst}, bound {bound}"
        );
    }
}

/// Signs of errors.
const CORNERS: [(f64, f64, f64); 8] = [
    (-1.0, -1.0, -1.0),
    (-1.0, -1.0, 1.0),
    (-1.0, 1.0, -1.0),
    (-1.0, 1.0, 1.0),
    (1.0, -1.0, -1.0),
    (1.0, -1.0, 1.0),
    (1.0, 1.0, -1.0),
    (1.0, 1.0, 1.0),
];

/// The red that a set-up with fog leaves of a red.
fn fogged(color: u8, fog: u8, factor: u16, arithmetic: Arithmetic) -> u8 {
    let plain = Operand::plain(Source::Color, Side::Rgb);
    let mut setup = Setup {
        fog: Fog::Linear,
        fog_color: Some([fog; 3]),
        ..Setup::default()
    };
    setup.stages[0].rgb = Half::new(Function::Replace, &[plain]);
    let fragment = Fragment {
        color: [color; 4],
        fog: factor,
        ..Fragment::default()
    };
    run(&setup, &fragment, arithmetic).color[0]
}
