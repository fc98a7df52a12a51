//! lima's fragment processor: units in a row, modifiers, constants in the code, memory, loops, lookups.

use crate::subject::{Row, Subject, check};
use retroshade_ir::Stage;
use retroshade_kit::reflect::Number;
use retroshade_prove::Verdict;

fn fragment(body: &str) -> Subject {
    let text = format!(
        "#extension GL_OES_standard_derivatives : enable\n#extension GL_EXT_shader_texture_lod : enable\n\
         precision mediump float; varying vec4 p, q; uniform vec4 u, k[3]; uniform float n;\n\
         uniform sampler2D s, t; uniform samplerCube w;\n\
         void main() {{ vec4 c = p; {body} gl_FragColor = c; }}"
    );
    Subject::new("lima", Stage::Fragment, &text)
}

#[rustfmt::skip] // A row is a source and its program.
const UNITS: &[Row] = &[
    (
        "c = p * q + u;",
        "load.v $0 {p}\nload.v $1 {q}, load.u {u}, mul.v0 ^v0 $0 $1, add.v1 $2 ^v0 ^u\nstop, mov.v1 ${gl_FragColor} $2",
        &[("mul.v0 ^v0 $0 $1", "mul.v0 ^v0 $0 $0"), ("add.v1 $2 ^v0", "add.v1 $2 $0"), ("^v0 $0", "^v0 -$0"), ("$0 $1", "$0.yxzw $1"), ("mul.v0", "max.v0"), ("mul.v0", "mul_x2.v0"), ("mul.v0", "mul_d2.v0"), ("add.v1", "add_sat.v1"), ("add.v1", "add_pos.v1"), ("add.v1", "add_int.v1"),
          ("^v0 ^u", "^v0 -^u"), ("^v0 ^u", "^v0_abs ^u"), ("add.v1 $2 ", "add.v1 $2.xyz ")],
    ),
    (
        "c = (p * q) * 8.0 + (q * u) * 0.0625;",
        "load.v $0 {p}\nload.v $1 {q}, mul_x8.v0 $2 $0 $1\nload.u {u}, mul_d16.v0 ^v0 $1 ^u, add.v1 $3 ^v0 $2\nstop, mov.v1 ${gl_FragColor} $3",
        &[("mul_x8", "mul_x4"), ("mul_x8", "mul_x2"), ("mul_d16", "mul_d8"), ("mul_d16", "mul_d4"), ("mul_d16", "mul")],
    ),
    (
        "c = vec4(ceil(p.x), floor(p.y), fract(p.z), float(int(p.w))) * q;",
        "load.v $0 {p}\nceil.v1 $1.x $0.xxxx\nfloor.v1 $1.y $0.yyyy\nfract.s1 $1.z $0.z\nmov_int.s0 $1.w $0.w\nload.v $2 {q}, mul.v0 $1 $1 $2\nstop, mov.v1 ${gl_FragColor} $1",
        &[("ceil", "floor"), ("floor", "ceil"), ("fract", "floor"), ("mov_int", "mov"), ("mov_int", "mov_sat"), ("$0.z", "$0.w")],
    ),
    (
        "c = vec4(p.x != q.x, p.y == q.y, p.z > q.z, p.w >= q.w) * u + vec4(min(p.x, q.x), max(p.y, q.y), 0.0, 0.0);",
        "load.v $0 {p}\nload.v $1 {q}\nne.v0 $2.x $0.xxxx $1.xxxx, eq.s0 $2.y $0.y $1.y\ngt.v0 $2.z $0.zzzz $1.zzzz, ge.s0 $2.w $0.w $1.w, min.v1 $3.x $0.xxxx $1.xxxx, max.s1 $3.y $0.y $1.y\nmov.v0 $3.zw ^const0.xxxx, const0 0.0 0.0 0.0 0.0\nload.u {u}, mul.v0 ^v0 $2 ^u, add.v1 $3 ^v0 $3\nstop, mov.v1 ${gl_FragColor} $3",
        &[("ne.v0", "eq.v0"), ("gt.v0", "ne.v0"), ("ge.s0", "eq.s0"), ("min.v1", "max.v1"), ("max.s1", "min.s1"), ("ne.v0", "gt.v0"), ("ge.s0 $2.w $0.w $1.w", "ge.s0 $2.w $1.w $0.w"), ("eq.s0", "ne.s0"), ("ge.s0", "ne.s0")],
    ),
    (
        "c = vec4(p.x != q.x, p.x == 0.5, p.z > 0.5, p.w >= 0.5) * u + vec4(min(p.x, q.x), max(p.y, q.y), 0.0, 0.0);",
        "load.v $0 {p}\nload.v $1 {q}\nne.v1 $2.x $0.xxxx $1.xxxx, eq.s1 $2.y $0.x ^const0.y, const0 0.0 0.5 0.0 0.0\nmin.v0 $3.x $0.xxxx $1.xxxx, max.s0 $3.y $0.y $1.y, gt.v1 $2.z $0.zzzz ^const0.yyyy, ge.s1 $2.w $0.w ^const0.y, const0 0.0 0.5 0.0 0.0\nmov.v0 $3.zw ^const0.xxxx, const0 0.0 0.0 0.0 0.0\nload.u {u}, mul.v0 ^v0 $2 ^u, add.v1 $3 ^v0 $3\nstop, mov.v1 ${gl_FragColor} $3",
        &[("ne.v1", "eq.v1"), ("gt.v1", "ne.v1"), ("ge.s1", "ne.s1"), ("min.v0", "max.v0"), ("max.s0", "min.s0"), ("eq.s1", "ge.s1"), ("eq.s1", "gt.s1"), ("eq.s1", "ne.s1"), ("eq.s1 $2.y $0.x", "eq.s1 $2.y $0.y")],
    ),
    (
        "c = vec4(!(p.x < q.x), p.x < q.x && p.y < q.y, p.z < q.z || p.w < q.w, (p.x < q.x) != (p.z < q.z)) * u;",
        "load.v $0 {p}\nload.v $1 {q}, gt.v0 $2 $1 $0\nnot.s0 $3.x $2.x\nand.s0 $3.y $2.x $2.y\nor.s0 $3.z $2.z $2.w\nxor.s0 $3.w $2.x $2.z\nload.u {u}, mul.v0 $3 $3 ^u\nstop, mov.v1 ${gl_FragColor} $3",
        &[("not", "mov"), ("and", "or"), ("or.s0 $3.z", "and.s0 $3.z"), ("xor", "or"), ("xor", "and"), ("$2.z $2.w", "$2.z $2.x"), ("and", "xor"), ("or.s0 $3.z", "xor.s0 $3.z")],
    ),
    (
        "c = vec4(dot(p.xyz, q.xyz), dot(p, q), p.x < q.x ? p.y : q.y, -abs(p.z)) + q;",
        "load.v $0 {p}\nload.v $1 {q}, mul.v0 ^v0 $0 $1, sum3.v1 $2.x ^v0\nmul.v0 ^v0 $0 $1, sum4.v1 $2.y ^v0\ngt.s0 ^s0 $1.x $0.x, sel.s1 $2.z $0.y $1.y\nmov.s0 $2.w -$0_abs.z\nadd.v1 $2 $2 $1\nstop, mov.v1 ${gl_FragColor} $2",
        &[("sum3", "sum4"), ("sum4", "sum3"), ("gt.s0", "ne.s0"), ("sel.s1 $2.z $0.y $1.y", "sel.s1 $2.z $1.y $0.y"), ("-$0_abs.z", "$0_abs.z"), ("-$0_abs.z", "-$0.z"), ("sum3.v1 $2.x ^v0", "sum3.v1 $2.x $0"), ("$1.x $0.x", "$0.x $1.x")],
    ),
    (
        "c = vec4(dot(p.xyz, q.yxz), dot(p.wyz, q.wyz), 0.0, p.w) + q;",
        "load.v $0 {p}\nload.v $1 {q}, mul.v0 ^v0 $0 $1.yxzw, sum3.v1 $2.x ^v0\nmul.v0 ^v0 $0 $1, sum3.v1 $2.y ^v0.wyzx\nmov.v0 $2.zw $0.wwww\nmov.s0 $2.z ^const1.w, const1 1.0 2.0 3.0 0.0\nadd.v1 $2 $2 $1\nstop, mov.v1 ${gl_FragColor} $2",
        &[("^v0.wyzx", "^v0"), ("const1.w", "const1.x"), ("3.0 0.0", "3.0 0.25"), ("$1.yxzw", "$1")],
    ),
];

#[test]
fn units() {
    check(fragment, UNITS);
}

#[rustfmt::skip] // A row is a source and its program.
const FUNCTIONS: &[Row] = &[
    (
        "c = vec4(exp2(p.x), log2(p.y * p.y + 1.0), inversesqrt(p.z * p.z + 1.0), 1.0 / p.w) + q;",
        "load.v $0 {p}, exp2.s2 $1.x $0.x\nmul.v0 ^v0 $0 $0, add.v1 $2 ^v0 ^const0.xxxx, const0 1.0 0.0 0.0 0.0\nlog2.s2 $1.y $2.y\nrsqrt.s2 $1.z $2.z\nrcp.s2 $1.w $0.w\nload.v $0 {q}, add.v1 $1 $1 $0\nstop, mov.v1 ${gl_FragColor} $1",
        &[("exp2", "log2"), ("log2", "exp2"), ("rsqrt", "rcp"), ("rcp", "rsqrt"), ("rsqrt", "sqrt"), ("exp2", "mov"), ("const0 1.0", "const0 2.0"), ("exp2.s2 $1.x", "exp2.s2 $1.y")],
    ),
    (
        "c = vec4(sqrt(p.y * p.y + 1.0), sin(p.x), cos(p.x), p.y) + q;",
        "load.v $0 {p}, mul.s0 $1.w $0.x ^const0.x, const0 0.1591796875 0.0 0.0 0.0\nsin.s2 $1.y $1.w\ncos.s2 $1.z $1.w\nmul.v0 ^v0 $0 $0, add.v1 $2 ^v0 ^const0.xxxx, const0 1.0 0.0 0.0 0.0\nsqrt.s2 $1.x $2.y\nmov.s0 $1.w $0.y\nload.v $0 {q}, add.v1 $1 $1 $0\nstop, mov.v1 ${gl_FragColor} $1",
        &[("sin", "cos"), ("cos", "sin"), ("0.1591796875", "0.16015625"), ("0.1591796875", "0.5"), ("sqrt", "rsqrt"), ("sqrt", "mov")],
    ),
    (
        "c = vec4(atan(p.x), atan(p.y, p.z), p.w * q.xy) + q;",
        "load.v $0 {p}, atan_pt1.s2 $2.xyz $0.x\nmul.s0 $2.x $2.x $2.y\natan_pt2.s2 $1.x $2.xyzz\natan2_pt1.s2 $2.xyz $0.y $0.z\nmul.s0 $2.x $2.x $2.y\natan_pt2.s2 $1.y $2.xyzz\nload.v $3 {q}, mul.s2 $1.zw $0.w $3.xyxy\nadd.v1 $1 $1 $3\nstop, mov.v1 ${gl_FragColor} $1",
        &[("atan_pt1.s2 $2.xyz $0.x", "atan_pt1.s2 $2.xyz $0.y"), ("$0.y $0.z", "$0.z $0.y"), ("atan2_pt1.s2 $2.xyz $0.y $0.z", "atan_pt1.s2 $2.xyz $0.y"), ("mul.s0 $2.x $2.x $2.y\natan_pt2.s2 $1.y", "atan_pt2.s2 $1.y"),
          ("atan_pt2.s2 $1.x $2.xyzz", "atan_pt2.s2 $1.x $2.xyyz"), ("$3.xyxy", "$3.xyyx"), ("$0.w $3", "$0.z $3"), ("$1.zw", "$1.z"), ("atan_pt2.s2 $1.y $2.xyzz", "atan_pt2.s2 $1.y $2.yyzz")],
    ),
    (
        "c = vec4(dFdx(p.x), dFdy(p.y), p.zw) + q;",
        "load.v $0 {p}\ndFdx.v1 $1.x $0.xxxx -$0.xxxx\ndFdy.s1 $1.y -$0.y $0.y\nmov.v0 $1.zw $0\nload.v $3 {q}, add.v1 $1 $1 $3\nstop, mov.v1 ${gl_FragColor} $1",
        &[("dFdx", "dFdy"), ("dFdy", "dFdx"), ("$0.xxxx -$0.xxxx", "-$0.xxxx $0.xxxx"), ("-$0.y $0.y", "$0.y -$0.y"), ("-$0.xxxx", "$0.xxxx"), ("-$0.xxxx", "-$0.yyyy")],
    ),
];

#[test]
fn functions() {
    check(fragment, FUNCTIONS);
}

#[rustfmt::skip] // A row is a source and its program.
const CONTROL: &[Row] = &[
    (
        "for (int i = 0; i < 20; i++) { if (float(i) >= n) break; c = c * u + q; }",
        "load.v $0 {p}, mov.s0 $1.x ^const0.x, const0 0.0 0.0 0.0 0.0\nagain:\nbranch_ge $1.x ^const0.x end, const0 20.0 0.0 0.0 0.0\nload.u {n}, branch_ge $1.x ^u.x end\n\
         load.v $2 {q}, load.u {u}, mul.v0 ^v0 $0 ^u, add.v1 $0 ^v0 $2, add.s1 $1.x $1.x ^const0.x, branch again, const0 1.0 0.0 0.0 0.0\nend:\nstop, mov.v1 ${gl_FragColor} $0",
        &[("branch_ge $1.x ^u.x", "branch_gt $1.x ^u.x"), ("20.0", "3.0"), ("const0 1.0", "const0 2.0"), ("branch_ge $1.x ^u.x", "branch_lt $1.x ^u.x"), ("branch again", "branch end"), ("branch_ge $1.x ^u.x", "branch_ge ^u.x $1.x"), ("add.v1 $0 ^v0 $2", "add.v1 $0 ^v0 $0")],
    ),
    (
        "if (p.x < q.x) c = q; else c = u;",
        "load.v $0 {p}\nload.v $1 {q}, branch_lt $0.x $1.x less\nload.u {u}, mov.v1 $2 ^u, branch done\nless:\nmov.v1 $2 $1\ndone:\nstop, mov.v1 ${gl_FragColor} $2",
        &[("branch_lt", "branch_gt"), ("branch_lt", "branch_ge"), ("branch_lt", "branch_eq"), ("branch_lt", "branch_ne"), ("$0.x $1.x", "$1.x $0.x"), ("branch done", "branch less"), ("$2 $1", "$2 $0")],
    ),
    (
        "if (p.x == 0.5) c = q; else c = u;",
        "load.v $0 {p}\nload.v $1 {q}, branch_eq $0.x ^const0.x same, const0 0.5 0.0 0.0 0.0\nload.u {u}, mov.v1 $2 ^u, branch done\nsame:\nmov.v1 $2 $1\ndone:\nstop, mov.v1 ${gl_FragColor} $2",
        &[("branch_eq", "branch_ne"), ("branch_eq", "branch_ge"), ("branch_eq", "branch_le"), ("branch_eq", "branch_lt"), ("branch_eq", "branch_gt")],
    ),
    (
        "if (p.x <= q.x) c = q; else c = u; if (p.y != 0.5) c *= p;",
        "load.v $0 {p}\nload.v $1 {q}, branch_le $0.x $1.x less\nload.u {u}, mov.v1 $2 ^u, branch done\nless:\nmov.v1 $2 $1\ndone:\nbranch_ne $0.y ^const0.x other, const0 0.5\nstop, mov.v1 ${gl_FragColor} $2\nother:\nstop, mul.v0 ${gl_FragColor} $2 $0",
        &[("branch_le", "branch_lt"), ("branch_le", "branch_ge"), ("branch_le", "branch"), ("branch_ne", "branch_eq"), ("branch_ne", "branch_gt"), ("branch_ne", "branch_lt")],
    ),
    (
        "if (p.x > q.x) discard; c = q;",
        "load.v $0 {p}\nload.v $1 {q}, branch_gt $0.x $1.x away\nstop, mov.v1 ${gl_FragColor} $1\naway:\nstop, discard",
        &[("branch_gt", "branch_lt"), ("stop, discard", "stop, mov.v1 $0 $1"), ("$0.x $1.x", "$0.y $1.x")],
    ),
];

#[test]
fn control() {
    check(fragment, CONTROL);
}

#[rustfmt::skip] // A row is a source and its program.
const MEMORY: &[Row] = &[
    (
        "vec4 a[3]; a[0] = p; a[1] = q; a[2] = p * q; c = a[int(clamp(n, 0.0, 2.0))] + k[2];",
        "load.v $0 {p}, store.t -3 $0\nload.v $1 {q}, store.t -2 $1\nmul.v0 $2 $0 $1, store.t -1 $2\nload.u {n}, max.s0 ^s0 ^u.x ^const0.y, min.s1 $3.x ^s0 ^const0.x, const0 2.0 0.0 0.0 0.0\n\
         mov_int.s0 $3.x $3.x\nload.t -3+$3.x, mov.v1 $2 ^u\nmov.s0 $3.x ^const0.x, const0 2.0 0.0 0.0 0.0\nload.u {k}+$3.x, add.v1 $2 $2 ^u\nstop, mov.v1 ${gl_FragColor} $2",
        &[("store.t -3 $0", "store.t -3 $1"), ("store.t -2", "store.t -1"), ("load.t -3+$3.x", "load.t -2+$3.x"), ("load.t -3+$3.x", "load.t -3"), ("load.u 0+$3.x", "load.u 0"), ("load.t", "load.u"), ("2.0 0.0 0.0 0.0\nload.u", "1.0 0.0 0.0 0.0\nload.u")],
    ),
];

#[test]
fn memory() {
    check(fragment, MEMORY);
}

#[rustfmt::skip] // A row is a source and its program.
const LOOKUPS: &[Row] = &[
    (
        "c = texture2D(s, p.xy) + texture2D(t, q.zw);",
        "sync, load.v ^tex_coord.xy {p}.xy, texld_2d {s}, mov.v0 $0 ^tex_sampler\nsync, load.v ^tex_coord.xy {q}.zw, texld_2d {t}, add.v1 $1 $0 ^tex_sampler\nstop, mov.v1 ${gl_FragColor} $1",
        &[("texld_2d 0", "texld_2d 1"), ("texld_2d 1", "texld_2d 0"), ("1.zw", "1.xy"), ("0.xy", "1.xy"), ("add.v1 $1 $0", "add.v1 $1 $1")],
    ),
    (
        "c = texture2DProj(s, p) + texture2DProj(s, q.xyz);",
        "sync, load_projw.v ^tex_coord {p}, texld_2d {s}, mov.v0 $0 ^tex_sampler\nsync, load_projz.v ^tex_coord.xyz {q}, texld_2d {s}, add.v1 $1 $0 ^tex_sampler\nstop, mov.v1 ${gl_FragColor} $1",
        &[("load_projw.v ^tex_coord 0", "load_projz.v ^tex_coord 0"), ("load_projw", "load"), ("load_projz", "load"), ("load_projz.v ^tex_coord.xyz 1", "load_projz.v ^tex_coord.xyz 0")],
    ),
    (
        "c = textureCube(w, p.xyz) + texture2D(s, q.xy, p.w);",
        "sync, load_cube.v ^tex_coord.xyz {p}, texld_cube {w}, mov.v0 $0 ^tex_sampler\nload.v $2 {p}\nsync, load.v ^tex_coord.xy {q}.xy, texldb_2d {s} $2.w, add.v1 $1 $0 ^tex_sampler\nstop, mov.v1 ${gl_FragColor} $1",
        &[("texldb_2d 0 $2.w", "texldb_2d 0 $2.z"), ("texldb_2d 0 $2.w", "texld_2d 0"), ("texldb_2d", "texldl_2d"), ("load_cube.v ^tex_coord.xyz 0", "load_cube.v ^tex_coord.xyz 1")],
    ),
    (
        "c = texture2DLodEXT(s, p.xy, q.x) + texture2DLodEXT(t, p.xy, 2.0);",
        "load.v $2 {q}, mov.s0 $3.x ^const0.x, const0 2.0\nsync, load.v ^tex_coord.xy {p}.xy, texldl_2d {s} $2.x, mov.v0 $0 ^tex_sampler\nsync, load.v ^tex_coord.xy {p}.xy, texldl_2d {t} $3.x, add.v1 $1 $0 ^tex_sampler\nstop, mov.v1 ${gl_FragColor} $1",
        &[("texldl_2d 0 $2.x", "texldb_2d 0 $2.x"), ("texldl_2d 0 $2.x", "texld_2d 0"), ("texldl_2d 0 $2.x", "texldl_2d 0 $2.y"), ("const0 2.0", "const0 1.0")],
    ),
    (
        "c = vec4(normalize(p.xyz), p.w) + q.yxwz;",
        "load.v $0 {p}\nload_norm.v $1 $0\nmov.v0 $1.w $0\nload.v $2 {q}\nload_cube.v $3 $2.yxwz\nadd.v1 $1 $1 $3\nstop, mov.v1 ${gl_FragColor} $1",
        &[("load_norm.v", "load_cube.v"), ("load_norm.v $1 $0", "load_norm.v $1 $0.yxzw"), ("load_cube.v $3 $2.yxwz", "load_cube.v $3 $2"), ("load_cube.v $3 $2.yxwz", "load_cube.v $3 -$2.yxwz"), ("load_cube.v $3 $2.yxwz", "load_projw.v $3 $2.yxwz")],
    ),
    (
        "c = vec4(p.y, q.zw, p.x) + q;",
        "load.v $0.x {p}.y\nload.v $1.xy {q}.zw\nload.v $2 {p}\nload.v $3 {q}\nmov.v0 $0.yz $1.xxyy, mov.s0 $0.w $2.x\nadd.v1 $0 $0 $3\nstop, mov.v1 ${gl_FragColor} $0",
        &[("0.y\n", "0.z\n"), ("1.zw", "1.xy"), ("1.zw", "0.zw"), ("$1.xxyy", "$1.xyxx")],
    ),
    (
        "c = p * 0.5 + q;",
        "mov.v0 $3.xy ^const0.xyyy, const0 0.0 1.0\nload.v $0 {p}+$3.y\nload.v $1 {p}, mul_d2.v0 ^v0 $1 ^const0.xxxx, add.v1 $0 ^v0 $0, const0 1.0\nstop, mov.v1 ${gl_FragColor} $0",
        &[("+$3.y", "+$3.x"), ("const0 0.0 1.0", "const0 1.0 0.0"), ("+$3.y", "")],
    ),
    (
        "c = vec4(gl_FragCoord.xy * 0.015625, gl_PointCoord) * (gl_FrontFacing ? 1.0 : 0.5);",
        "load.v $0 ^fragcoord\nload.v $1.xy ^pointcoord\nload.v $2.x ^frontfacing\nmul.v0 $0.xy $0 ^const0.xxxx, mov.v1 $0.zw $1.xxxy, const0 0.015625 0.5 1.0 0.0\nne.s0 ^s0 $2.x ^const0.w, sel.s1 $3.x ^const0.z ^const0.y, const0 0.015625 0.5 1.0 0.0\nmul.v0 $0 $0 $3.xxxx\nstop, mov.v1 ${gl_FragColor} $0",
        &[("^const0.z ^const0.y", "^const0.y ^const0.z"), ("$1.xxxy", "$1.xxyx"), ("^pointcoord", "^fragcoord"), ("mul.v0 $0.xy $0", "mul.v0 $0.xy $0.yxzw"), ("0.015625", "0.03125")],
    ),
];

#[test]
fn lookups() {
    check(fragment, LOOKUPS);
}

/// What the frame buffer holds is an input.
#[test]
fn frame_buffers_are_read() {
    let text = "#extension GL_ARM_shader_framebuffer_fetch : enable\n#extension GL_ARM_shader_framebuffer_fetch_depth_stencil : enable\n\
         precision mediump float; varying vec4 p;\n\
         void main() { gl_FragColor = gl_LastFragColorARM * 0.5 + p * gl_LastFragDepthARM; }";
    let subject = Subject::new("lima", Stage::Fragment, text);
    let faults = [("fb_color", "fb_depth"), ("fb_depth", "fb_color")];
    let wrong = subject.faults(&faults);
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is read before anything was written has no value, whether it is a result, an index, or decides something.
#[test]
fn registers_without_a_value() {
    for (body, program) in [
        (
            "c = p;",
            "load.v $0 {p}, mov.v1 ${gl_FragColor} $3\nstop, mov.v1 $1 $0",
        ),
        (
            "c = p;",
            "load.v $0 {p}, branch_lt $3.x $0.x less\nless:\nstop, mov.v1 ${gl_FragColor} $0",
        ),
        (
            "c = p;",
            "load.v $0 {p}, branch_lt $0.x $3.x less\nless:\nstop, mov.v1 ${gl_FragColor} $0",
        ),
        (
            "c = k[0];",
            "stop, load.u {k}+$3.x, mov.v1 ${gl_FragColor} ^u",
        ),
    ] {
        let verdict = fragment(body).by_hand(program).unwrap().verdict();
        assert!(!verdict.is_proof(), "{program}: {verdict}");
    }
}

/// Which of two numbers a half float stands for, the record says.
#[test]
fn the_record_tells_numbers_apart_that_round_alike() {
    let subject = fragment("c = p * 0.3 + q * 0.30001;");
    let record = &subject.compiled.reflection;
    let rounded: Vec<f32> = record.rounded.iter().flatten().map(|one| one.0).collect();
    assert_eq!(rounded, [0.3, 0.300_01]);
    assert_eq!(subject.verdict(), Verdict::Proved);
    let said = |numbers: &[f32]| {
        let numbers: Vec<Number> = numbers.iter().copied().map(Number).collect();
        let changed = subject.recorded(|record| record.rounded = Some(numbers));
        changed.verdict().is_proof()
    };
    assert!(said(&[0.300_01, 0.3]));
    assert!(!said(&[0.3]));
    assert!(!said(&[]));
}

/// A jump of the program that is never taken has an arm that nothing was seen of.
#[test]
fn ways_of_the_program() {
    let subject = fragment("if (p.x < q.x) c = q; else c = u;");
    let program = "load.v $0 {p}\nload.v $1 {q}, branch_lt $0.x $1.x less\nload.u {u}, mov.v1 $2 ^u, branch done\n\
        less:\nmov.v1 $2 $1, branch_gt $0.x $1.x less\ndone:\nstop, mov.v1 ${gl_FragColor} $2";
    for (program, verdict) in [
        (
            program,
            "proved on 64 cells; not seen: instruction 3 greater",
        ),
        (&program.replace(", branch_gt $0.x $1.x less", ""), "proved"),
    ] {
        let found = subject.by_hand(program).unwrap().verdict().to_string();
        assert_eq!(found, verdict, "{program}");
    }
}
