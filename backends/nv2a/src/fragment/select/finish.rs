//! Registers for values, words for stages.

use super::places::{Chosen, Goal};
use super::search::{Plan, Produced, Stage, Tested};
use crate::fragment::isa::{
    ALPHA_ICW, ALPHA_OCW, COLOR_ICW, COLOR_OCW, CONTROL, CW0, CW1, Color, FACTORS, FINAL_FACTORS,
    Input, MUX_MSB, Mapping, OWN_FACTORS, Output, Register, STAGES, Setup, Side, color_word,
    constant_byte,
};
use retroshade_combiner::poly::{Poly, Polys};

/// A constant colour as it is to be recorded: which, of which stage (8: the final combiner), its lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantLanes {
    pub(crate) which: usize,
    pub(crate) stage: u32,
    pub(crate) lanes: [Option<Poly>; 4],
}

/// A value in a register, from after the stage that makes it to the last that reads it.
#[derive(Clone, Copy, Debug)]
struct Life {
    goal: Option<Goal>,
    register: Register,
    alpha: bool,
    made: i32,
    read: i32,
}

/// The words of a plan, and its constants; `None` where registers do not suffice.
pub(crate) fn finish(
    polys: &Polys,
    plan: &Plan,
    inputs: &[Register],
) -> Option<(Setup, Vec<ConstantLanes>)> {
    let lives = allocate(plan, inputs)?;
    let mut setup = Setup::default();
    let mut constants = Vec::new();
    let count = plan.stages.len().max(1) as u32;
    let own = plan
        .stages
        .iter()
        .any(|stage| stage.constants != [[None; 4]; 2]);
    let chooses = plan.stages.iter().any(|stage| stage.tested.is_some());
    let control = count | if own { OWN_FACTORS } else { 0 } | if chooses { MUX_MSB } else { 0 };
    setup.words.insert(CONTROL, control);
    let empty = Stage::default();
    for number in 0..count {
        let stage = plan.stages.get(number as usize).unwrap_or(&empty);
        let now = number as i32;
        let rgb = side(&stage.rgb, &lives, now, Side::Rgb)?;
        let alpha = side(&stage.alpha, &lives, now, Side::Alpha)?;
        setup.words.extend([
            (COLOR_ICW + 4 * number, rgb.0),
            (COLOR_OCW + 4 * number, rgb.1),
            (ALPHA_ICW + 4 * number, alpha.0),
            (ALPHA_OCW + 4 * number, alpha.1),
        ]);
        for (which, lanes) in stage.constants.iter().enumerate() {
            if *lanes != [None; 4] {
                setup
                    .words
                    .insert(FACTORS[which] + 4 * number, color(polys, lanes));
                constants.push(ConstantLanes {
                    which,
                    stage: number,
                    lanes: *lanes,
                });
            }
        }
    }
    last(plan, &lives, &mut setup)?;
    for (which, lanes) in plan.last.constants.iter().enumerate() {
        if *lanes != [None; 4] {
            let word = color(polys, lanes);
            setup.words.insert(FINAL_FACTORS[which], word);
            // A constant for all stages, as the text form reads it, whether or not one reads it.
            if !own {
                setup.words.insert(FACTORS[which], word);
            }
            constants.push(ConstantLanes {
                which,
                stage: STAGES,
                lanes: *lanes,
            });
        }
    }
    setup.words.extend(setup.second_color_words());
    Some((setup, constants))
}

/// The bytes that literals are.
fn color(polys: &Polys, lanes: &[Option<Poly>; 4]) -> u32 {
    let color: Color = lanes.map(|lane| {
        let number = lane.and_then(|poly| polys.as_number(poly));
        constant_byte(number.unwrap_or(0.0))
    });
    color_word(color)
}

fn allocate(plan: &Plan, inputs: &[Register]) -> Option<Vec<Life>> {
    let mut lives: Vec<Life> = Vec::new();
    let end = plan.stages.len() as i32;
    // What is there from the start stays until it is read for the last time.
    for register in inputs {
        for alpha in [false, true] {
            let read = last_direct_read(plan, *register);
            lives.push(Life {
                goal: None,
                register: *register,
                alpha,
                made: -1,
                read,
            });
        }
    }
    tested(plan, &mut lives)?;
    for (number, stage) in plan.stages.iter().enumerate() {
        for value in stage.rgb.iter().chain(&stage.alpha) {
            let made = number as i32;
            if lives
                .iter()
                .any(|life| life.goal == Some(value.goal) && life.made == made)
            {
                continue;
            }
            let read = last_read(plan, value.goal, end);
            let alpha = matches!(value.goal, Goal::Alpha(_));
            let free = |register: &Register| {
                let clashes = |life: &Life, alpha: bool, read: i32| {
                    life.register == *register
                        && life.alpha == alpha
                        && (made < life.read && life.made < read || made == life.made)
                };
                let own = lives.iter().any(|life| clashes(life, alpha, read));
                // An inner product whose blue goes to alpha writes rgb, too.
                let other = value.blue && lives.iter().any(|life| clashes(life, false, made + 1));
                !own && !other
            };
            let order = [12, 13, 11, 10, 9, 8, 5, 4].map(Register);
            let register = order.iter().copied().find(|register| free(register))?;
            lives.push(Life {
                goal: Some(value.goal),
                register,
                alpha,
                made,
                read,
            });
            if value.blue {
                lives.push(rgb_of_blue(register, made));
            }
        }
    }
    Some(lives)
}

/// The rgb that an inner product writes whose blue goes to alpha: nobody reads it, but nothing else is written there.
fn rgb_of_blue(register: Register, made: i32) -> Life {
    Life {
        goal: None,
        register,
        alpha: false,
        made,
        read: made,
    }
}

/// What MUX tests is in the alpha of spare 0.
fn tested(plan: &Plan, lives: &mut Vec<Life>) -> Option<()> {
    let end = plan.stages.len() as i32;
    let stages = || (0..).zip(&plan.stages);
    let first = stages().filter(|(_, stage)| stage.tested == Some(Tested::First));
    let first = first.map(|(number, _)| (None, -1, number)).last();
    let mut kept: Vec<(Option<Goal>, i32, i32)> = first.into_iter().collect();
    for (number, stage) in stages() {
        for value in stage.rgb.iter().chain(&stage.alpha) {
            let is_tested = |stage: &Stage| stage.tested == Some(Tested::Wanted(value.goal));
            if plan.stages.iter().any(is_tested) {
                kept.push((Some(value.goal), number, last_read(plan, value.goal, end)));
                if value.blue {
                    lives.push(rgb_of_blue(Register::SPARE0, number));
                }
            }
        }
    }
    for (goal, made, read) in kept {
        let life = Life {
            goal,
            register: Register::SPARE0,
            alpha: true,
            made,
            read,
        };
        let mut others = lives
            .iter()
            .filter(|other| other.register == life.register && other.alpha && other.read >= 0);
        if others.any(|other| made < other.read && other.made < read) {
            return None;
        }
        lives.push(life);
    }
    Some(())
}

fn stage_operands(plan: &Plan) -> impl Iterator<Item = (i32, &Chosen)> {
    plan.stages.iter().zip(0..).flat_map(|(stage, number)| {
        let values = stage.rgb.iter().chain(&stage.alpha);
        values.flat_map(move |value| value.operands.iter().map(move |(one, _)| (number, one)))
    })
}

fn last_operands(plan: &Plan) -> impl Iterator<Item = &Chosen> {
    let rgb = plan.last.rgb.iter().filter_map(|(one, _)| one.as_ref());
    let product = plan.last.product.iter().map(|(one, _)| one);
    rgb.chain(product).chain(plan.last.alpha.as_ref())
}

fn last_direct_read(plan: &Plan, register: Register) -> i32 {
    let reads = |one: &&Chosen| matches!(one, Chosen::Direct(input) if input.register == register);
    if last_operands(plan).any(|one| reads(&one)) {
        return plan.stages.len() as i32;
    }
    let stages = stage_operands(plan).filter(|(_, one)| reads(one));
    stages.map(|(number, _)| number).max().unwrap_or(-1)
}

fn last_read(plan: &Plan, goal: Goal, end: i32) -> i32 {
    let reads = |one: &Chosen| matches!(one, Chosen::Wanted(other, ..) if *other == goal);
    if last_operands(plan).any(reads) {
        return end;
    }
    let tests = |(number, stage): (i32, &Stage)| {
        (stage.tested == Some(Tested::Wanted(goal))).then_some(number)
    };
    let tested = (0..).zip(&plan.stages).filter_map(tests);
    let stages = stage_operands(plan).filter(|(_, one)| reads(one));
    let read = stages.map(|(number, _)| number).chain(tested);
    read.max().unwrap_or(end)
}

/// The input of an operand of a stage.
fn input(chosen: &Chosen, lives: &[Life], now: i32) -> Option<Input> {
    match *chosen {
        Chosen::Direct(input) => Some(input),
        Chosen::Fixed(which, alpha, mapping) => Some(Input {
            register: Register::CONSTANTS[which],
            alpha,
            mapping,
        }),
        Chosen::Wanted(goal, mapping, alpha) => {
            let mut lives = lives.iter().rev();
            let life = lives.find(|life| life.goal == Some(goal) && life.made < now)?;
            Some(Input {
                register: life.register,
                alpha,
                mapping,
            })
        }
    }
}

/// Input and output words of one side of a stage.
fn side(values: &[Produced], lives: &[Life], now: i32, side: Side) -> Option<(u32, u32)> {
    let mut output = Output::default();
    // As the text form leaves out what is not used.
    let nothing = Input {
        alpha: side == Side::Alpha || values.is_empty(),
        ..Input::ZERO
    };
    let mut inputs = [nothing; 4];
    for (number, value) in values.iter().enumerate() {
        let mut made = lives.iter().filter(|life| life.goal == Some(value.goal));
        let life = made.find(|life| life.made == now)?;
        output.operation = value.operation;
        let sum = value.operands.len() == 4;
        output.mux |= value.mux;
        for (place, (chosen, _)) in value.operands.iter().enumerate() {
            inputs[2 * number + place] = input(chosen, lives, now)?;
        }
        output.to[if sum { 2 } else { number }] = life.register.0;
        if !sum {
            output.dot[number] = value.dot;
            output.blue[number] = value.blue && side == Side::Rgb;
        }
    }
    let [a, b, c, d] = inputs.map(Input::byte);
    Some((u32::from_be_bytes([a, b, c, d]), output.word()))
}

fn last(plan: &Plan, lives: &[Life], setup: &mut Setup) -> Option<()> {
    let end = plan.stages.len() as i32;
    let one = |chosen: &Chosen| input(chosen, lives, end).map(Input::byte);
    let product = Input {
        register: Register::PRODUCT,
        alpha: false,
        mapping: Mapping::Unsigned,
    };
    let mut word = 0;
    for (chosen, _) in &plan.last.rgb {
        let byte = match chosen {
            None => product.byte(),
            Some(chosen) => one(chosen)?,
        };
        word = word << 8 | u32::from(byte);
    }
    setup.words.insert(CW0, word);
    let mut bytes = [0; 4];
    for (byte, (chosen, _)) in bytes.iter_mut().zip(&plan.last.product) {
        *byte = one(chosen)?;
    }
    bytes[2] = one(plan.last.alpha.as_ref()?)?;
    setup.words.insert(CW1, u32::from_be_bytes(bytes));
    Some(())
}
