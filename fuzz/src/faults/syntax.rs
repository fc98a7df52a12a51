//! What the injector knows of each assembly language: how operands are parted, and which names take the same operands.

/// What parts the operands of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A comma; operations of an instruction are parted by a `+`.
    Comma,
    /// A blank; operations of an instruction are parted by a comma.
    Blank,
}

/// Facts of an assembly language.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) operands: Separator,
    /// Names of operations that take the same operands.
    pub(super) opcodes: &'static [&'static [&'static str]],
    /// Comparisons, as names of operations or as operands.
    pub(super) predicates: &'static [&'static [&'static str]],
    /// Operations whose condition may have a `!` before it.
    pub(super) conditional: &'static [&'static str],
    /// Endings of names of operations that limit the result.
    pub(super) modifiers: &'static [&'static str],
    /// The ending of a register whose absolute value is read.
    pub(super) absolute: Option<&'static str>,
    /// Directives that have literals.
    pub(super) literals: &'static [&'static str],
    /// Beginnings of names of operations and directives that end loops: the numbers beside them bound rounds.
    pub(super) bounds: &'static [&'static str],
}

/// The language of a target's programs; `None` of a target that is not known here.
pub(super) fn syntax_of(target: &str) -> Option<&'static Syntax> {
    match target {
        "agal1" | "agal2" | "agal3" => Some(&AGAL),
        "lima" => Some(&LIMA),
        "nv2a" => Some(&NV2A),
        "pica200" => Some(&PICA200),
        _ => None,
    }
}

const AGAL: Syntax = Syntax {
    operands: Separator::Comma,
    opcodes: &[
        &[
            "add", "sub", "mul", "div", "min", "max", "pow", "slt", "sge", "seq", "sne", "dp3",
            "dp4",
        ],
        &[
            "mov", "rcp", "frc", "sqt", "rsq", "log", "exp", "sin", "cos", "abs", "neg", "sat",
        ],
        &["m33", "m34", "m44"],
        &["ddx", "ddy"],
    ],
    predicates: &[&["slt", "sge", "seq", "sne"], &["ife", "ine", "ifg", "ifl"]],
    conditional: &[],
    modifiers: &[],
    absolute: None,
    literals: &[],
    bounds: &[],
};

/// Both processors.
const LIMA: Syntax = Syntax {
    operands: Separator::Blank,
    opcodes: &[
        &[
            "add", "mul", "min", "max", "ge", "lt", "gt", "eq", "ne", "and", "or", "xor",
        ],
        &["mul", "mul_x2", "mul_x4", "mul_x8", "mul_d2", "mul_d4"],
        &["mov", "not", "fract", "floor", "ceil", "sign"],
        &["rcp", "sqrt", "rsqrt", "exp2", "log2", "sin", "cos", "mov"],
        &["sum3", "sum4"],
        &["dFdx", "dFdy"],
    ],
    predicates: &[
        &["lt", "ge", "gt", "eq", "ne"],
        &[
            "branch_lt",
            "branch_le",
            "branch_eq",
            "branch_ne",
            "branch_gt",
            "branch_ge",
        ],
    ],
    conditional: &[],
    modifiers: &["_sat", "_pos", "_int"],
    absolute: Some("_abs"),
    literals: &[],
    bounds: &["branch_"],
};

const NV2A: Syntax = Syntax {
    operands: Separator::Comma,
    opcodes: &[
        &[
            "mul", "add", "dp3", "dph", "dp4", "dst", "min", "max", "slt", "sge",
        ],
        &["mov", "rcp", "rcc", "rsq", "expp", "logp", "lit"],
    ],
    predicates: &[&["slt", "sge"]],
    conditional: &[],
    modifiers: &[],
    absolute: None,
    literals: &[],
    bounds: &[],
};

const PICA200: Syntax = Syntax {
    operands: Separator::Comma,
    opcodes: &[
        &[
            "add", "mul", "dp3", "dp4", "dph", "dst", "min", "max", "slt", "sge",
        ],
        &["mov", "flr", "rcp", "rsq", "ex2", "lg2"],
    ],
    predicates: &[&["slt", "sge"], &["eq", "ne", "lt", "le", "gt", "ge"]],
    conditional: &["jmpc", "ifc", "callc", "breakc", "jmpu", "ifu", "callu"],
    modifiers: &[],
    absolute: None,
    literals: &["setf", "seti"],
    bounds: &["seti"],
};
