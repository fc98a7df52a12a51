use super::check;
use crate::pp::PIPELINE;
use crate::pp::allocate::spill_until_it_fits;
use crate::pp::code::{
    Address, Alu, Block, Cell, Code, Condition, End, Input, Kind, Node, Operand, Operation, Source,
};
use crate::pp::emit::emit;
use crate::pp::isa::{self, OutMod, Unit};
use crate::pp::program::Program;
use crate::pp::registers;
use crate::pp::schedule::{Plan, Policy, Scheduler};
use crate::pp::{interface, select};
use crate::search::Search;
use retroshade_diagnostics::fault::Checked;
use retroshade_diagnostics::{FileId, Span};
use retroshade_ir::entity::{EntityRef, EntityVec};
use retroshade_ir::pass::{self, Hooks};
use retroshade_kit::mir::{OpId, VectorId};
use retroshade_kit::target::Options;
use std::collections::BTreeSet;

/// The value that is the colour: the first of the code.
fn color_value() -> VectorId {
    VectorId::new(0)
}

fn operation(kind: Kind, args: Vec<Operand>, dest: Vec<Cell>) -> Operation {
    Operation {
        kind,
        args,
        dest,
        modifier: OutMod::None,
        components: [0, 1, 2, 3],
        id: OpId::new(0),
        span: Span::NONE,
    }
}

/// A block that branches over nothing if what it fetches from `address` is equal to 1.
fn fetching(mut code: Code, operations: Vec<Operation>, address: Address) -> Code {
    let fetched = Operand::new(Source::Load(address, [0; 4]), 1);
    code.blocks = vec![
        Block {
            operations: operations.into_iter().collect(),
            end: End::Branch {
                condition: Condition(2),
                args: vec![fetched, Operand::new(Source::Const([0x3c00; 4]), 1)],
                target: 2,
            },
        },
        Block {
            operations: EntityVec::filled(
                operation(
                    Kind::Alu(Alu::MOV),
                    vec![Operand::new(Source::Const([0; 4]), 4)],
                    (0..4).map(|lane| Cell::new(color_value(), lane)).collect(),
                ),
                1,
            ),
            end: End::Fall,
        },
        Block {
            operations: EntityVec::new(),
            end: End::Stop,
        },
    ];
    code.color = Some(color_value());
    code
}

/// The colour, from a varying.
fn color(code: &mut Code) -> Operation {
    let value = code.value(4);
    code.values[value].pins = [Some(0), Some(1), Some(2), Some(3)];
    let dest = (0..4).map(|lane| Cell::new(value, lane)).collect();
    operation(Kind::Input(Input::Varying(0)), Vec::new(), dest)
}

fn plans(code: &Code) -> Vec<Plan> {
    let policy = Policy {
        guided: false,
        lanes: 22,
    };
    Scheduler::new(code).schedule(policy).unwrap()
}

fn proved(code: &Code, plans: &[Plan]) -> Checked {
    let registers = registers::assign(code, plans, 6).unwrap();
    let program = emit(code, plans, &registers).unwrap();
    check(code, plans, &registers, &program)
}

/// Moves an operation into the last instruction of the first block.
fn into_last(plans: &mut [Plan], node: usize) {
    let plan = &mut plans[0];
    let (node, last) = (Node::new(node), plan.words.len() - 1);
    let place = &mut plan.places[node];
    plan.words[place.word].release(place.unit);
    place.word = last;
    plan.words[last].take(place.unit, node);
}

#[test]
fn a_fetch_does_not_see_the_store_of_its_own_instruction() {
    let mut code = Code::default();
    let input = color(&mut code);
    let address = Address {
        temporary: true,
        index: -1,
        offset: None,
    };
    let stored = Operand::new(Source::Value(color_value(), [0, 1, 2, 3]), 4);
    let store = operation(Kind::Store(address), vec![stored], Vec::new());
    let code = fetching(code, vec![input, store], address);
    let mut plans = plans(&code);
    assert_eq!(plans[0].words.len(), 2);
    proved(&code, &plans).unwrap();
    into_last(&mut plans, 1);
    let fault = proved(&code, &plans).unwrap_err().to_string();
    assert!(
        fault.contains("memory is accessed in another order"),
        "{fault}"
    );
}

#[test]
fn an_offset_is_read_before_the_multipliers_write() {
    let mut code = Code::default();
    let input = color(&mut code);
    let offset = code.value(1);
    let factors = [0, 1].map(|lane| Operand::cell(Cell::new(color_value(), lane)));
    let product = operation(
        Kind::Alu(Alu::MUL),
        factors.to_vec(),
        vec![Cell::new(offset, 0)],
    );
    let address = Address {
        temporary: false,
        index: 0,
        offset: Some(Cell::new(offset, 0)),
    };
    let code = fetching(code, vec![input, product], address);
    let mut plans = plans(&code);
    assert_eq!(plans[0].words.len(), 2);
    assert_eq!(plans[0].places[Node::new(1)].unit, Unit::ScalarMul);
    proved(&code, &plans).unwrap();
    into_last(&mut plans, 1);
    let fault = proved(&code, &plans).unwrap_err().to_string();
    assert!(fault.contains("another offset"), "{fault}");
}

/// A block that goes on may end the fragment where it discards, and nowhere else.
#[test]
fn fragments_end_where_they_are_discarded() {
    let address = Address {
        temporary: false,
        index: 0,
        offset: None,
    };
    let ending = |discards: bool| {
        let mut code = Code::default();
        let input = color(&mut code);
        let mut code = fetching(code, vec![input], address);
        if discards {
            let discard = operation(Kind::Discard(Condition::ALWAYS), Vec::new(), Vec::new());
            code.blocks[1].operations = EntityVec::filled(discard, 1);
        }
        let plans = plans(&code);
        let registers = registers::assign(&code, &plans, 6).unwrap();
        let mut program = emit(&code, &plans, &registers).unwrap();
        check(&code, &plans, &registers, &program).unwrap();
        let bundle = &mut program.instructions[plans[0].words.len()];
        let stopped = std::mem::replace(&mut bundle.stop, true);
        (stopped, check(&code, &plans, &registers, &program))
    };
    assert_eq!(ending(true), (true, Ok(())));
    let (stopped, fault) = ending(false);
    let fault = fault.unwrap_err().to_string();
    assert!(!stopped && fault.contains("it does not fall"), "{fault}");
}

#[test]
fn a_unit_does_nothing_that_was_not_selected() {
    let mut code = Code::default();
    let input = color(&mut code);
    let address = Address {
        temporary: false,
        index: 0,
        offset: None,
    };
    let code = fetching(code, vec![input], address);
    let plans = plans(&code);
    let registers = registers::assign(&code, &plans, 6).unwrap();
    let mut program = emit(&code, &plans, &registers).unwrap();
    check(&code, &plans, &registers, &program).unwrap();
    let copy = program.instructions[1].operation(Unit::VectorMul);
    let copy = *copy.unwrap();
    program.instructions[0].put(copy);
    let fault = check(&code, &plans, &registers, &program)
        .unwrap_err()
        .to_string();
    assert!(fault.contains("nothing was selected"), "{fault}");
}

const SHADER: &str = r#"shader fragment "lit.frag"
    input in0 "v" vec4
    input in1 "n" vec3
    uniform uniform0 "u" vec4
    output out0 "gl_FragColor" vec4 builtin=frag_color
    body {
      %0:f4 = input in0[0]
      %1:f3 = input in1[0]
      %2:f4 = uniform uniform0[0]
      %3:f4 = mul %0, %2
      %4:f1 = const 0.25
      %5:f4 = add %3.wzyx, %4.xxxx
      %6:f1 = mul %1.x, %1.y
      %7:f1 = rsqrt %6
      %8:f4 = mul %5, %7.xxxx
      %9:f4 = max %8, %0
      %10:f1 = exp2 %1.z
      %11:f3 = mul %9.xyz, %10.xxx
      %12:f4 = compose %11, %9.w
      yield %12
    }"#;

/// Fields that say nothing in places: of what is switched off, is not written, or is read by nobody.
const IDLE: &[&str] = &[
    "Combine arg1_abs",
    "Combine arg1_neg",
    "Combine arg1_src",
    "Const0 w",
    "Const0 y",
    "Const0 z",
    "Load off_reg",
    "ScalarAdd arg1_abs",
    "ScalarAdd arg1_neg",
    "ScalarAdd arg1_src",
    "Varying off_scl",
    "VectorAdd arg0_src",
    "VectorMul arg0_swz",
    "VectorMul arg1_swz",
    "VectorMul dest",
];

/// Another value of any field breaks a rule of the machine, or is noticed here.
#[test]
fn changed_fields_are_noticed() {
    let shader = retroshade_ir::text::parse(SHADER, FileId(0)).unwrap();
    let layout = interface::layout(&shader).unwrap();
    let mut selected = select::select(&shader, &layout).unwrap();
    pass::run(PIPELINE, &mut selected.program, &(), &mut Hooks::default()).unwrap();
    let search = Search::read(&Options::default());
    let made = spill_until_it_fits(selected.program, selected.temporaries, search).unwrap();
    let is_noticed = |program: &Program| {
        let legal = program.check().is_ok() && program.encode().is_ok();
        !legal || check(&made.code, &made.plans, &made.registers, program).is_err()
    };
    assert!(!is_noticed(&made.program));
    let (mut changes, mut idle) = (0, BTreeSet::new());
    for (index, instruction) in made.program.instructions.iter().enumerate() {
        for operation in instruction.operations() {
            let (unit, bits) = (operation.op.unit, operation.to_bits().unwrap());
            for (field, _) in operation.fields() {
                for bit in 0..field.width {
                    changes += 1;
                    let changed = isa::Operation::from_bits(unit, bits ^ 1 << (field.start + bit));
                    // What is no operation of the table does not get here.
                    let Ok(changed) = changed else { continue };
                    let mut program = made.program.clone();
                    program.instructions[index].put(changed);
                    if !is_noticed(&program) {
                        idle.insert(format!("{unit:?} {}", field.name));
                    }
                }
            }
        }
    }
    assert!(changes > 300, "{changes}");
    let idle: Vec<&str> = idle.iter().map(String::as_str).collect();
    assert_eq!(idle, IDLE);
}
