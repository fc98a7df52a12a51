//! Both processors of the Mali-400.

use super::{Operation, formula};
use retroshade_ir::Builtin;
use retroshade_kit::machine::numbers::Comparison;
use retroshade_lima::gp::isa as gp;
use retroshade_lima::pp::isa::{
    Division, Form, FrameBuffer, Layout, Level, Meaning, Memory, Op, OutMod, Row,
};

const ADDERS: &str = "add 0, add 1";
const MULTIPLIERS: &str = "mul 0, mul 1";
const COMPLEX: &str = "complex";
const PASS: &str = "pass";
const LOADS: &str = "loads";
const STORES: &str = "stores";
const BRANCHES: &str = "branch";

/// What the vertex processor's tables of names do not say: operands and results.
const VERTEX_RESULTS: &[(&str, &str, &str, &str)] = &[
    (MULTIPLIERS, "mul", "a, b", "a * b"),
    (
        MULTIPLIERS,
        "complex1",
        "table step, square, table step, a",
        "the last step of a function of a, in both multipliers",
    ),
    (
        MULTIPLIERS,
        "complex2",
        "a, a",
        "the step of a function of a beside that of its table",
    ),
    (
        MULTIPLIERS,
        "sel",
        "no, condition, yes, _",
        "condition != 0 ? yes : no, in both multipliers",
    ),
    (COMPLEX, "nop", "", "nothing"),
    (
        COMPLEX,
        "exp2",
        "a",
        "the step of 2 to the a that looks a table up",
    ),
    (
        COMPLEX,
        "log2",
        "a",
        "the step of the logarithm that looks a table up",
    ),
    (
        COMPLEX,
        "rsqrt",
        "a",
        "the step of 1 / sqrt(a) that looks a table up",
    ),
    (
        COMPLEX,
        "rcp",
        "a",
        "the step of 1 / a that looks a table up",
    ),
    (COMPLEX, "mov", "a", "a"),
    (
        COMPLEX,
        "setA01",
        "",
        "sets the address registers 0 and 1 to what the pass unit gives",
    ),
    (COMPLEX, "setA0", "a", "sets address register 0"),
    (COMPLEX, "setA1", "a", "sets address register 1"),
    (COMPLEX, "setA2", "a", "sets address register 2"),
    (COMPLEX, "setA3", "a", "sets address register 3"),
    (PASS, "mov", "a", "a"),
    (PASS, "preexp2", "a", "the first step of 2 to the a"),
    (PASS, "postlog2", "a", "the last step of the logarithm"),
    (
        PASS,
        "clamp",
        "a",
        "a, at least x and at most y of the loaded vector",
    ),
];

/// What loads, stores and branches are called in the text; fields of their own encode them.
const VERTEX_MEMORY: &[(&str, &str, &str, &str)] = &[
    (
        LOADS,
        "load.a",
        "number",
        "an attribute on port 0, `^r0`, in this instruction and the next",
    ),
    (
        LOADS,
        "load.r0",
        "number",
        "a register on port 0, `^r0`, in this instruction and the next",
    ),
    (
        LOADS,
        "load.r1",
        "number",
        "a register on port 1, `^r1`, in this instruction",
    ),
    (
        LOADS,
        "load.u",
        "number+address",
        "a vector of uniforms, literals or temporaries, `^u`, in this instruction",
    ),
    (
        LOADS,
        "load.t",
        "number+address",
        "a temporary, `^u`, in this instruction",
    ),
    (
        STORES,
        "store.xy",
        "place, x, y",
        "results of this instruction's units in the first two lanes of a register or output",
    ),
    (
        STORES,
        "store.zw",
        "place, z, w",
        "results of this instruction's units in the last two lanes of a register or output",
    ),
    (
        BRANCHES,
        "branch",
        "label",
        "a jump where the pass unit's result is not 0",
    ),
];

const NEXT_TWO: &str = "readable one and two instructions later";
const TWO_LATER: &str = "readable two instructions later only";
const NEXT: &str = "readable one instruction later";
const ADDRESS: &str = "used four instructions later";
const STORED: &str = "a register answers three instructions later, a temporary four";

/// When results of a vertex unit can be read.
fn latency(unit: &str, name: &str) -> &'static str {
    match unit {
        _ if name == "nop" => "",
        COMPLEX if name.starts_with("setA") => ADDRESS,
        MULTIPLIERS if name == "complex1" => TWO_LATER,
        COMPLEX => NEXT,
        STORES => STORED,
        ADDERS | MULTIPLIERS | PASS => NEXT_TWO,
        _ => "",
    }
}

pub(super) fn vertex_operations() -> Vec<Operation> {
    let inputs = |count: usize| if count == 2 { "a, b" } else { "a" };
    let adders = gp::ACC.iter().map(|row| {
        let operands = inputs(row.function.arity());
        (
            ADDERS,
            row.code,
            row.name,
            operands,
            formula::of(row.function),
        )
    });
    let tables = [
        (MULTIPLIERS, gp::MUL),
        (COMPLEX, gp::COMPLEX),
        (PASS, gp::PASS),
    ];
    let others = tables.into_iter().flat_map(|(unit, table)| {
        table.iter().map(move |&(code, name)| {
            let mut known = VERTEX_RESULTS.iter();
            let row = known.find(|(own, known, ..)| (*own, *known) == (unit, name));
            let (operands, result) =
                row.map_or(("", ""), |&(.., operands, result)| (operands, result));
            (unit, code, name, operands, result.to_owned())
        })
    });
    let coded = adders
        .chain(others)
        .map(|(unit, code, name, operands, result)| Operation {
            unit,
            code: code.to_string(),
            name,
            operands: operands.to_owned(),
            result,
            note: "",
            latency: latency(unit, name),
        });
    let memory = VERTEX_MEMORY
        .iter()
        .map(|&(unit, name, operands, result)| Operation {
            unit,
            name,
            operands: operands.to_owned(),
            result: result.to_owned(),
            latency: latency(unit, name),
            ..Operation::default()
        });
    coded.chain(memory).collect()
}

/// `mul.m1`, `gt.a0`: the unit stands behind the dot.
pub(super) fn named_in_vertices(word: &str) -> Vec<Operation> {
    let (name, unit) = word.split_once('.').unwrap_or((word, ""));
    let unit = match unit.split('_').next().unwrap_or(unit) {
        "a0" | "a1" | "a01" => ADDERS,
        "m0" | "m1" | "m01" => MULTIPLIERS,
        "c" => COMPLEX,
        "p" => PASS,
        _ => "",
    };
    // Their operands are exchanged in the code.
    let name = match (unit, name) {
        (ADDERS, "gt") => "lt",
        (ADDERS, "le") => "ge",
        (_, name) => name,
    };
    let all = vertex_operations().into_iter();
    let is = |one: &Operation| one.name == word || (one.unit, one.name) == (unit, name);
    all.filter(is).collect()
}

/// The units of the fragment processor, in the order in which an instruction passes them, with the forms of their operations.
const FRAGMENT_UNITS: &[(&str, &[Layout])] = &[
    ("varying", &[Layout::VaryingIndex, Layout::VaryingRegister]),
    ("texture", &[Layout::Texture]),
    ("load", &[Layout::Load]),
    (
        "vector and scalar multiplier",
        &[Layout::VectorMul, Layout::ScalarMul],
    ),
    (
        "vector and scalar adder",
        &[Layout::VectorAdd, Layout::ScalarAdd],
    ),
    (
        "combine",
        &[
            Layout::CombineScalar,
            Layout::CombineScalarToVector,
            Layout::CombineVectorToScalar,
            Layout::CombineMul,
        ],
    ),
    ("store", &[Layout::Store, Layout::FrameRead]),
    ("branch", &[Layout::Branch, Layout::Discard]),
    ("constants", &[Layout::Const]),
];

/// The words of the text that are no operations.
const FRAGMENT_WORDS: &[(&str, &str)] = &[
    (
        "stop",
        "the program ends behind this instruction, unless its branch is taken",
    ),
    (
        "sync",
        "keeps the quad in step, for lookups and derivatives",
    ),
];

pub(super) fn fragment_operations() -> Vec<Operation> {
    let mut all: Vec<Operation> = Vec::new();
    for &(unit, layouts) in FRAGMENT_UNITS {
        for row in layouts.iter().flat_map(|layout| layout.rows()) {
            let one = fragment_operation(unit, row);
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    all
}

fn fragment_operation(unit: &'static str, row: &'static Row) -> Operation {
    let operands: Vec<&str> = row.forms.iter().filter_map(operand).collect();
    let has_code = row.fixed.iter().any(|(field, _)| *field == "op");
    Operation {
        unit,
        code: if has_code {
            row.fixed("op").to_string()
        } else {
            String::new()
        },
        name: row.name,
        operands: operands.join(", "),
        result: result(row.meaning),
        note: if row.is_vector_only() {
            "on vectors only"
        } else {
            ""
        },
        latency: "",
    }
}

fn operand(form: &Form) -> Option<&'static str> {
    Some(match form {
        Form::Dest => "dst",
        Form::Source(0) => "a",
        Form::Source(_) => "b",
        Form::Spare(_) => return None,
        Form::Address => "index",
        Form::Sampler => "sampler",
        Form::Input(name, _) => name,
        Form::Stored => "a",
        Form::Label => "label",
        Form::Numbers => "one to four numbers",
    })
}

fn result(meaning: Meaning) -> String {
    let divided = |what: &str, division: Division| match division {
        Division::None => what.to_owned(),
        Division::Z => format!("{what}, divided by z"),
        Division::W => format!("{what}, divided by w"),
    };
    let text = match meaning {
        Meaning::Lanes(function) => return formula::of(function),
        Meaning::Sum(count) => return format!("the sum of the first {count} lanes, in every lane"),
        Meaning::Select => "a where the scalar multiplier's result is not 0, else b",
        Meaning::Scale => "a, a scalar, times b",
        Meaning::Several(function) => formula::of_vectors(function),
        Meaning::Octant => {
            "the arc tangent of a's first lane, with what the octant in the third adds"
        }
        Meaning::Varying(division) => return divided("a varying", division),
        Meaning::VaryingDirection => "a varying as the direction of a lookup in a cube",
        Meaning::Input(Builtin::FragCoord) => "gl_FragCoord",
        Meaning::Input(Builtin::PointCoord) => "gl_PointCoord",
        Meaning::Input(_) => "gl_FrontFacing",
        Meaning::Vector(division) => return divided("a", division),
        Meaning::Direction => "a as the direction of a lookup in a cube",
        Meaning::Normalize => "a as a vector of length 1",
        Meaning::Lookup { cube, level } => {
            let place = if cube { "a cube" } else { "a texture" };
            let level = match level {
                Level::Implicit => "",
                Level::Bias => ", with a added to the level of detail",
                Level::Explicit => ", in the level of detail a",
            };
            return format!("`^tex_sampler`: a lookup in {place}{level}");
        }
        Meaning::Load(Memory::Uniforms) => "`^u`: a vector of uniforms, for this instruction",
        Meaning::Load(Memory::Temporaries) => {
            "`^u`: a vector of temporary memory, for this instruction"
        }
        Meaning::Store => "a to temporary memory",
        Meaning::FrameRead(FrameBuffer::Color) => "the colour in the frame buffer",
        Meaning::FrameRead(FrameBuffer::Depth) => "the depth in the frame buffer",
        Meaning::Branch(Comparison::ALWAYS) => "a jump",
        Meaning::Branch(comparison) if comparison == Comparison::from_bits(0) => {
            "a jump that is never made"
        }
        Meaning::Branch(comparison) => {
            return format!("a jump where a {} b", formula::sign(comparison));
        }
        Meaning::Discard => "ends the fragment without output",
        Meaning::Constant => "`^const0` or `^const1`: numbers for this instruction",
    };
    text.to_owned()
}

/// `sum3_sat.v1`: a modifier stands behind the name, the unit behind the dot.
pub(super) fn named_in_fragments(word: &str) -> Vec<Operation> {
    if let Some((name, result)) = FRAGMENT_WORDS.iter().find(|(name, _)| *name == word) {
        return vec![Operation {
            name,
            result: (*result).to_owned(),
            ..Operation::default()
        }];
    }
    let constants = ["const0", "const1"];
    let mut found = Vec::new();
    for &(unit, layouts) in FRAGMENT_UNITS {
        for layout in layouts {
            let Some(name) = word.strip_suffix(layout.suffix()) else {
                continue;
            };
            let is = |op: &Op| {
                let modified = |one: OutMod| name.strip_suffix(one.suffix()) == Some(op.row.name);
                let is_constant = *layout == Layout::Const && constants.contains(&name);
                OutMod::ALL.into_iter().any(modified) || is_constant
            };
            let rows = Op::all(*layout).filter(is);
            found.extend(rows.map(|op| fragment_operation(unit, op.row)));
        }
    }
    // Other operands of the same name.
    found.dedup();
    found
}
