//! Each way in which a text can be wrong has a message at its place.

use retroshade_diagnostics::{Diagnostics, FileId, Severity};
use retroshade_pica200::container::{Constant, Geometry, Kind};
use retroshade_pica200::text::{AssembleOptions, Assembled, assemble, disassemble};

/// A text and its first error, which points at what stands between `«` and `»`.
type Row = (&'static str, &'static str);

#[rustfmt::skip] // A row is a line.
const DECLARATIONS: &[Row] = &[
    (".gsh point c0\n«.gsh» point c0", "`.gsh` had already been used"),
    (".out pos position\n«.gsh» point c0", "`.gsh` must stand before any constant, uniform or output is declared"),
    (".gsh «triangles» c0", "invalid geometry shader mode: triangles"),
    (".gsh point «b0»", "invalid float uniform register: b0"),
    (".gsh fixed c8 «c8» 3", "this location overlaps the uniforms of the program"),
    (".fvec a\n.dvle\n.fvec «a»[2]", "uniform `a` has another type or size elsewhere"),
    (".fvec a[32*«]»", "expected a whole number after `*`, found `]`"),
    (".fvec a[32*«n»]", "expected a whole number after `*`, found `n`"),
    (".fvec a[«n»*2]", "expected the number of registers, found `n`"),
    (".fvec a[«(»32*2)]", "expected the number of registers, found `(`"),
    (".fvec a[«2.5»*2]", "expected the number of registers, found `2.5`"),
    (".fvec a[«0»*2]", "the number of registers must be in the range 1 to 96"),
    (".fvec a[«97»*2]", "the number of registers must be in the range 1 to 96"),
    (".fvec a[32 «bones»]", "expected `]`, found `bones`"),
    (".fvec a\n.bool «a»", "uniform `a` has another type or size elsewhere"),
    (".alias a v1\n.alias «a» v2", "`a` is already declared"),
    (".fvec m[4]\n.alias a «m[a0.x]»", "an alias cannot be indexed"),
    (".in a «o3»", "invalid input register: o3"),
    (".in a\n.in b\n.in c\n.in d\n.in e\n.in f\n.in g\n.in h\n.in i\n.in j\n.in k\n.in l\n.in m\n.in n\n.in o\n.in «p»", "too many inputs: the limit is 15"),
    (".out a position «v3»", "invalid output register: v3"),
    (".out a «colour»", "invalid output type: colour"),
    (".out a color.«rm»", "invalid output mask: rm"),
    (".out «a color o9»", "o9 can only be a dummy output"),
    (".out a color o1\n.out «b texcoord0 o1.x»", "this output collides with another one previously defined"),
    (".out a dummy\n.out b dummy\n.out c dummy\n.out d dummy\n.out e dummy\n.out f dummy\n.out g dummy\n.out h dummy\n.out i dummy\n.out j dummy\n.out k dummy\n.out l dummy\n.out m dummy\n.out n dummy\n.out o dummy\n.out p dummy\n.out q «dummy»", "too many outputs: the limit is 16"),
];

#[rustfmt::skip] // A row is a line.
const CONSTANTS: &[Row] = &[
    (".setf «i0»(0, 0, 0, 0)", "`i0` is not a register of file c"),
    (".seti «c0»(0, 0, 0, 0)", "`c0` is not a register of file i"),
    (".setb «c0» true", "invalid boolean uniform: c0"),
    (".setb b0 «yes»", "invalid bool value: `yes`"),
    (".constfa a[1]\n.constfa (1, 2, 3, 4)\n«.constfa» (5, 6, 7, 8)", "too many elements in the array, expected 1"),
    (".constfa «a»[]\n.end", "no elements have been specified in array `a`"),
    (".constfa a[]\n«.fvec» b", "only `.constfa (...)` can stand in an array"),
    (".constfa «a»[2]", "this array has no `.end`"),
    (".fvec a[95]\n.constfa «b»[2]\n.end", "no room for constant array `b`: it needs 2 registers, 1 are free"),
];

#[rustfmt::skip] // A row is a line.
const STATEMENTS: &[Row] = &[
    (".proc a\nnop\n.end\n.proc «a»\nnop\n.end", "procedure `a` is defined twice"),
    (".proc a\n«.proc» b\nnop\n.end\n.end", "a procedure cannot stand in another block"),
    (".proc a\nl: nop\n«l»: nop\n.end", "label `l` is defined twice"),
    ("«.word» 0", "a word of code stands outside of a block"),
    (".proc a\nnop\n.end\n«.opdesc» 0", "`.opdesc` must stand before the first instruction"),
    (".proc a\nmov «-r0», v0\n.end", "a destination has neither sign nor index"),
    (".proc a\nmov r0, «v0[a0.x]»\n.end", "v0 cannot be indexed: only uniforms can"),
    (".proc a\nmov r0, «b0»\n.end", "invalid source1 register: b0"),
    (".proc a\nmul r0, c0, «c1»\n.end", "invalid source2 register: c1"),
    (".proc a\nadd r0, v0, «v1»\n.end", "v0 and v1: an instruction can read only one input register"),
    (".proc a\nmova «a2», v0\n.end", "invalid destination register for mova"),
    (".proc a\nsetemit 0, «both»\n.end", "unknown setemit flag: `both`"),
    (".proc a\nfor «b0»\nnop\n.end\n.end", "invalid integer vector uniform: b0"),
    (".proc a\nifu «i0»\nnop\n.end\n.end", "invalid boolean uniform: i0"),
    (".proc a\nifu «!»b0\nnop\n.end\n.end", "inverting the condition is not supported by ifu"),
    (".proc a\nifc cmp.x && cmp.«x»\nnop\n.end\n.end", "condition register checked twice"),
    (".proc a\ncmp v0, eq, «equal», v0\n.end", "invalid conditional operator: equal"),
    (".opdesc 0x1f\n.proc a\nadd r0.x, v0, -v0 @«0»\n.end", "descriptor 0 does not fit this instruction"),
    (".entry «a»\n.proc main\nend\n.end", "the entry procedure `a` is undefined"),
];

fn build(text: &str) -> Result<Assembled, Diagnostics> {
    assemble(&[(FileId(0), text)], AssembleOptions::default())
}

#[test]
fn errors_stand_at_their_place() {
    let mut wrong = String::new();
    for (marked, message) in [DECLARATIONS, CONSTANTS, STATEMENTS].concat() {
        let (text, place) = retroshade_testing::marked(marked);
        let errors = build(&text).expect_err(marked);
        let first = errors.iter().next().unwrap();
        let span = first.primary.as_ref().expect(marked).span;
        if (first.message.as_str(), span.start..span.end) != (message, place) {
            wrong += &format!("{marked}\n  {first:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Bodies of procedures, and the first message about each.
#[test]
fn stacks_are_not_run_over() {
    let nested = |open: &str, depth: usize| {
        let (open, close) = (open.repeat(depth), "\n.end".repeat(depth));
        format!("cmp v0, eq, eq, v0\n{open}nop{close}")
    };
    // A condition that ends with the break is closed before the loop is.
    let last = "cmp v0, eq, eq, v0\nfor i0\nifc cmp.x\nbreak\n.end\nnop\n.end";
    let cases = [
        (last.to_owned(), None),
        (nested("ifc cmp.x\n", 8), None),
        (
            nested("ifc cmp.x\n", 9),
            Some("conditions are nested deeper than 8"),
        ),
        (nested("for i0\n", 4), None),
        (
            nested("for i0\n", 5),
            Some("loops are nested deeper than 4"),
        ),
        (
            "cmp v0, eq, eq, v0\nfor i0\nifc cmp.x\nbreak\nnop\n.end\nnop\n.end".to_owned(),
            Some("a break inside a condition leaves the condition open on its stack"),
        ),
    ];
    for (body, message) in cases {
        let text = format!(".out pos position\n.proc main\n{body}\nmov pos, v0\nend\n.end\n");
        let found = build(&text).map_or_else(|errors| errors, |assembled| assembled.warnings);
        let found = found.iter().next();
        assert_eq!(found.map(|error| error.message.as_str()), message, "{body}");
    }
}

#[test]
fn descriptors_run_out() {
    let add = |n: usize| {
        let letter = |k: usize| ["x", "y", "z", "w"][n >> (2 * k) & 3];
        format!(
            "add r0, v0.{}{}{}{}, v0\n",
            letter(0),
            letter(1),
            letter(2),
            letter(3)
        )
    };
    let adds: String = (0..129).map(add).collect();
    let mads: String = adds
        .lines()
        .take(33)
        .map(|line| line.replace("add", "mad") + ", v0\n")
        .collect();
    let given = vec!["0"; 129].join(", ");
    for (text, message) in [
        (
            format!(".proc main\n{adds}end\n.end"),
            "pica200: this needs a 129th operand descriptor, the limit is 128",
        ),
        (
            format!(".proc main\n{mads}end\n.end"),
            "pica200: this needs a 33rd operand descriptor for `mad`, the limit is 32",
        ),
        (
            format!(".opdesc {given}\n.proc main\nend\n.end"),
            "pica200: 129 operand descriptors, the limit is 128",
        ),
    ] {
        let errors = build(&text).expect_err(message);
        assert_eq!(errors.iter().next().unwrap().message, message);
    }
}

#[test]
fn masks_have_no_order() {
    let assembled = build(".out pos position\n.proc main\nmov pos.wyxz, v0\nend\n.end").unwrap();
    let warning = assembled.warnings.iter().next().unwrap();
    assert_eq!(warning.severity, Severity::Warning);
    assert_eq!(
        warning.message,
        "the mask means `.xyzw`: components of a mask have no order"
    );
}

#[test]
fn arrays_of_constants_take_registers_in_a_row() {
    let text = ".constfa open[]\n.constfa (1, 2, 3, 4)\n.constfa (5, 6, 7, 8)\n.end\n\
        .constfa filled[3]\n.constfa (9, 9, 9, 9)\n.end\n.out pos position\n\
        .proc main\nmov pos, open[1]\nmov r0, filled[2]\nend\n.end\n";
    let shbin = build(text).unwrap().shbin;
    let constants: Vec<(u8, bool)> = shbin.executables[0]
        .constants
        .iter()
        .map(|constant| match constant {
            Constant::Float { index, value } => (*index, *value == [0; 4]),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        constants,
        [
            (94, false),
            (95, false),
            (91, false),
            (92, true),
            (93, true)
        ]
    );
    assert_eq!(build(&disassemble(&shbin).unwrap()).unwrap().shbin, shbin);
}

#[test]
fn geometry_programs_come_back_from_their_text() {
    let cases = [
        (".gsh", Geometry::Point),
        (".gsh point c0", Geometry::Point),
        (".gsh variable c48 3", Geometry::Variable { vertices: 3 }),
        (".gsh subdivision c48 3", Geometry::Variable { vertices: 3 }),
        (
            ".gsh fixed c48 c40 4",
            Geometry::Fixed {
                start: 40,
                vertices: 4,
            },
        ),
    ];
    for (directive, geometry) in cases {
        let text = format!(
            "{directive}\n.out pos position\n.proc main\nsetemit 1, prim inv\nmov pos, v0\nemit\nend\n.end\n"
        );
        let shbin = build(&text).unwrap().shbin;
        assert_eq!(
            shbin.executables[0].kind,
            Kind::Geometry(geometry),
            "{directive}"
        );
        let printed = disassemble(&shbin).unwrap();
        assert_eq!(
            build(&printed).unwrap().shbin,
            shbin,
            "{directive}\n{printed}"
        );
    }
}
