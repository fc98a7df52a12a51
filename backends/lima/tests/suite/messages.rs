//! Each way in which a text can be wrong has a message at its place.

use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_lima::{gp, pp};
use retroshade_testing::marked;

/// A text and its first error, which points at what stands between `«` and `»`.
type Row = (&'static str, &'static str);

#[rustfmt::skip] // A row is a line.
const VERTEX: &[Row] = &[
    ("mov.p ^r0.x, «mov.p» ^r0.x", "the pass unit is used twice in one instruction"),
    ("load.a 0, «load.r0» 1", "the port 0 is used twice in one instruction"),
    ("«load.b» 0", "the vertex processor has no such operation"),
    ("load.u 0+«A0»", "`A0` is no address register of a load"),
    ("«store.x» v0 ^a0 _", "the vertex processor has no such operation"),
    ("store.xy «r0» ^a0 _", "nothing can be stored to `r0`"),
    ("store.xy v0 «^r0» _", "`^r0` cannot be stored"),
    ("«add.a0_neg» ^r0.x ^r0.y", "the vertex processor has no such operation"),
    ("«sqrt.c» ^r0.x", "the vertex processor has no such operation"),
    ("«min.p» ^r0.x", "the vertex processor has no such operation"),
    ("«mov.x» ^r0.x", "the vertex processor has no such operation"),
    ("«complex2.m1» ^r0.x ^r0.x", "the vertex processor has no such operation"),
    ("«mul.a0» ^r0.x ^r0.x", "the vertex processor has no such operation"),
    ("add.a0 ^r0.x ^r0.y, «min.a1» ^r0.x ^r0.y", "both accumulators must do the same operation in one instruction"),
    ("mov.p «^r2.x»", "`^r2.x` is no input"),
    ("mov.p «^a0[-2].x»", "`^a0[-2].x` is no input"),
    ("a:\nload.u 0, mov.p ^u.x, branch a, store.xy t ^p «_»", "a branch cannot share an instruction with a store to a temporary"),
    ("mov.p ^r0.x, bits «flag» 12", "there is no field `flag`"),
    ("mov.p ^r0.x, branch «b»", "there is no label `b`"),
];

#[rustfmt::skip] // A row is a line.
const FRAGMENT: &[Row] = &[
    ("«add.v1» $0 $1", "`add.v1` takes a destination and 2 sources"),
    ("mov.v0 «3» $1", "a register is needed here"),
    ("mov.v0 $0 «$1.q»", "`q` are no components"),
    ("load.v $0 «3.xyz»", "an index has one component, `xy`, `zw` or none"),
    ("mov.v0 $0 ^const0, «const0» 1 2 3 4 5", "a constant has one to four numbers"),
    ("«branch_gt» $0.x", "a branch takes two components and a label"),
    ("branch «3»", "a label is needed here"),
    ("branch «end»\nend:", "no instruction follows the label `end`"),
    ("add.v1 «^const0» $0 ^const1", "this is no destination"),
    ("sqrt.s2 «^const0.x» ^const1.x", "this is no destination"),
    ("load.v «^const0» 3", "this is no destination"),
    ("mul.s2 $0 $1.x «-$2»", "there is no negation and no absolute value here"),
    ("«store.t» 0", "`store.t` takes 2 operands, not 1"),
    ("«texld_3d» 0", "there is no operation `texld_3d`"),
    ("«texldx_2d» 0", "there is no operation `texldx_2d`"),
    ("texld_2d «$1»", "a whole number is needed here"),
    ("«load_far.v» $0 3", "there is no operation `load_far.v`"),
    ("load.v $0 «label»", "nothing of this kind can be loaded here"),
    ("load_norm.v $0 «3»", "a register is needed here"),
    ("load.u «$1»", "an index is needed here"),
    ("«atan_pt2_half.s2» $0.x $1", "there is no operation `atan_pt2_half.s2`"),
    ("const0 «$1»", "a number or 16 bits are needed here"),
];

fn check<Built>(rows: &[Row], assemble: impl Fn(&str) -> Result<Built, Diagnostics>) {
    let mut wrong = String::new();
    for (text, message) in rows {
        let (plain, place) = marked(text);
        let Err(errors) = assemble(&plain) else {
            wrong += &format!("{text} is taken\n");
            continue;
        };
        let first = errors.iter().next().unwrap();
        let span = first.primary.as_ref().expect(text).span;
        if (first.message.as_str(), span.start..span.end) != (*message, place) {
            wrong += &format!("{text}\n  {first:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn errors_stand_at_their_place() {
    check(VERTEX, |text| gp::text::assemble(FileId(0), text));
    check(FRAGMENT, |text| pp::text::assemble(FileId(0), text));
}

#[test]
fn long_programs_are_refused() {
    let errors = gp::text::assemble(FileId(0), &"nop\n".repeat(513)).unwrap_err();
    let message = &errors.iter().next().unwrap().message;
    assert_eq!(
        message,
        "lima: 513 instructions, a vertex program has at most 512"
    );
}
