//! Four programs that an early version of the compiler made, each wrong by a mistake of its own that has been mended since, beside
//! what it should have made.

use crate::subject::Subject;
use retroshade_ir::Stage;
use retroshade_kit::reflect::Layout;
use retroshade_kit::target::Matrices;
use retroshade_kit::target::{Options, Position};
use retroshade_prove::Verdict;

fn clip(matrices: Option<Matrices>) -> Options {
    Options {
        position: Position::Clip,
        matrices,
        ..Options::default()
    }
}

/// Asks that one program by hand be proved and the other be found different.
fn tell_apart(name: &str, stage: Stage, text: &str, options: Options, right: &str, wrong: &str) {
    let subject = Subject::with(name, stage, text, options).unwrap();
    let verdict = |program: &str| subject.by_hand(program).unwrap().verdict();
    assert_eq!(verdict(right), Verdict::Proved, "{right}");
    let verdict = verdict(wrong);
    assert!(
        matches!(verdict, Verdict::Different(_)),
        "{verdict}\n{wrong}"
    );
}

/// The products of a chain were taken for one another: `a.z * k * a.y * k` became the square of `a.y * k`.
#[test]
fn factors_of_one_chain() {
    let text = "attribute vec4 a; uniform float k; varying float v;\n\
                void main() { v = a.z * k * a.y * k; gl_Position = a; }";
    let position = "load.a {a}, add.a0 ^r0.x -0, add.a1 ^r0.y -0, mul.m0 ^r0.z 1, mul.m1 ^r0.w 1, \
                    store.xy v0 ^a0 ^a1, store.zw v0 ^m0 ^m1\n";
    let right = "load.a {a}, load.u {k}, mul.m0 ^r0.z ^u.x, mul.m1 ^r0.y ^u.x\n\
                 mul.m0 ^m0[-1] ^m1[-1], store.xy v1 ^m0 _";
    let wrong =
        "load.a {a}, load.u {k}, mul.m1 ^r0.y ^u.x\nmul.m0 ^m1[-1] ^m1[-1], store.xy v1 ^m0 _";
    let [right, wrong] = [right, wrong].map(|program| format!("{position}{program}"));
    tell_apart("lima", Stage::Vertex, text, clip(None), &right, &wrong);
}

/// A matrix that lay in rows was indexed by a computed column as if each row were one.
#[test]
fn columns_of_a_matrix_in_rows() {
    let text = "attribute vec4 v; uniform mat4 u; uniform int k; void main() { gl_Position = u * v + u[k]; }";
    let columns = Subject::with("agal2", Stage::Vertex, text, clip(Some(Matrices::Columns)));
    let by_columns = "mul vt0, va{v}.x, vc{u}\nmul vt1, va{v}.y, vc1\nadd vt0, vt0, vt1\nmul vt1, va{v}.z, vc2\nadd vt0, vt0, vt1\n\
                      mul vt1, va{v}.w, vc3\nadd vt0, vt0, vt1\nadd op, vt0, vc[vc{k}.x]";
    let columns = columns.unwrap();
    let verdict = columns.by_hand(by_columns).unwrap().verdict();
    assert_eq!(verdict, Verdict::Proved);
    let rows = columns.recorded(|record| {
        let matrix = record.uniforms.iter_mut().find(|one| one.name == "u");
        matrix.unwrap().layout = Some(Layout::Rows);
    });
    let wrong = "m44 vt0, va{v}, vc{u}\nadd op.x, vt0.x, vc[vc{k}.x].x\nadd op.y, vt0.y, vc[vc{k}.x+1].x\n\
                 add op.z, vt0.z, vc[vc{k}.x+2].x\nadd op.w, vt0.w, vc[vc{k}.x+3].x";
    let verdict = rows.by_hand(wrong).unwrap().verdict();
    assert!(matches!(verdict, Verdict::Different(_)), "{verdict}");
}

/// A number was fetched from temporary memory by the instruction that stored it, whose load comes first.
#[test]
fn a_load_before_its_store() {
    let text = "precision highp float; varying vec4 p, q; uniform vec4 u;\n\
                void main() { gl_FragColor = p.x > 0.5 ? q : u; }";
    let rest = "branch_gt ^u.x ^const0.x L1, const0 0.5 0.0 0.0 0.0\n\
                load.u {u}, mov.v1 $3 ^u, branch L2\nL1:\nload.v $3 {q}\nL2:\nstop, mov.v1 ${gl_FragColor} $3";
    let program =
        |store: &str| format!("load.v $2 {{q}}, store.t -1 $2\nload.v $2 {{p}}{store}, {rest}");
    let [right, wrong] = [", store.t -1 $2\nload.t -1", "\nload.t -1, store.t -1 $2"].map(program);
    tell_apart(
        "lima",
        Stage::Fragment,
        text,
        Options::default(),
        &right,
        &wrong,
    );
}

/// The reciprocal of 3 was rounded down to a half float, and the quotients of its multiples with it.
#[test]
fn quotients_of_multiples() {
    let text = "precision highp float; varying float v; void main() { gl_FragColor = vec4(float(int(v) / 3)); }";
    let right = "load.v $0.x {v}, mov_int.s0 $0.x $0.x\nmul_int.s0 $0.y $0.x ^const0.x, const0 0.333251953125 0.0 0.0 0.0\n\
                 mul.s0 ^s0 $0.y ^const0.x, add.s1 $0.x -^s0 $0.x, const0 3.0 0.0 0.0 0.0\n\
                 mul_int.s0 ^s0 $0.x ^const0.x, add.s1 $0.y ^s0 $0.y, const0 0.33349609375 0.0 0.0 0.0\n\
                 stop, mov.v0 ${gl_FragColor} $0.yyyy";
    let wrong = "load.v $0.x {v}, mov_int.s0 $0.x $0.x\n\
                 stop, mul_int.s0 $0.x $0.x ^const0.x, mov.v1 ${gl_FragColor} $0.xxxx, const0 0.333251953125 0.0 0.0 0.0";
    tell_apart(
        "lima",
        Stage::Fragment,
        text,
        Options::default(),
        right,
        wrong,
    );
}
