use super::*;
use crate::pp::program::Program;
use retroshade_diagnostics::{FileId, codes};

fn words(text: &str) -> Vec<u32> {
    let (program, _) = assemble(FileId(0), text).unwrap_or_else(|errors| panic!("{errors:?}"));
    program.encode().unwrap()
}

fn fault(text: &str) -> String {
    let errors = assemble(FileId(0), text).unwrap_err();
    errors.iter().next().unwrap().message.clone()
}

#[test]
fn the_worked_examples_give_their_words() {
    let lookup = "stop, sync, load.v 0 ^tex_coord, texld_2d 0, mov.v0 ^tex_sampler $0";
    let known = [0x5e6, 0xff003c60, 0, 0x39001000, 0xe4e, 0x7cf];
    assert_eq!(words(lookup), known);
    let clear = "stop, mov.v0 ^const0.yyyx $0, const0 1.0 0.0 0.0 0.0";
    assert_eq!(words(clear), [0x20425, 0x15c, 0x01e007cf, 0, 0]);
}

#[test]
fn both_orders_of_operands_and_loads_are_read() {
    assert_eq!(words("stop, load.v $0 1"), words("stop, load.v 1 $0"));
    assert_eq!(
        words("stop, load.u 1, load.v 1 $0, mov.v0 ^u $1"),
        words("stop, load.v $0 1, load.u 1,\n mov.v0 $1 ^uniform # the same")
    );
}

#[test]
fn every_form_reads_back_from_its_print() {
    let text = "L0:\n\
        sync, load_projw.v ^tex_coord -$1_abs.wzyx, texldb_2d 3+$2.y $0.w, load.t -3+$1.x, \
        mul_x4_sat.v0 $2.yz ^u.xxyy -^const0, ge.s0 ^s0 $1.x ^u.y, sel.v1 $3 -^v0_abs.xxxx $0, \
        add_pos.s1 $4.x -^s0 ^const1.w, rsqrt_int.s2 $5.y -$1_abs.z, store.t 2.zw $1.z, \
        branch_ge $1.x ^const0.y L0, const0 0.5 -1.5 0x7c00 65504.0, const1 1.0 0.0 0.0 0.0\n\
        load_cube.v ^tex_coord.xyz 2, mul.s2 $1.xy $0.z ^u.wzyx, fb_color.t $4, prefetch\n";
    let text = text.replace(", prefetch", "").replace(
        "load_cube.v ^tex_coord.xyz 2, mul",
        "sync, load_cube.v ^tex_coord.xyz 2, texld_cube 1, load.u 3.x+$0.w, mul",
    ) + "load.v $1.x 2.y+$3.x, atan2_pt1.s2 $2.xyz $1.x -$0.y\n\
         load_norm.v $0 $1, atan_pt2_sat.s2 $1.y $2\n\
         load.v $0 ^fragcoord\nload.v $0.xy ^pointcoord\nload.v $0.x ^frontfacing\n\
         stop, discard\n";
    let program = Program::decode(&words(&text)).unwrap();
    program.check().unwrap();
    assert_eq!(disassemble(&program), text);
}

#[test]
fn mistakes_are_named() {
    let cases = [
        ("mov.v0 $6 $1", "there is no register `$6`"),
        ("mov.v0 $0 $1, mov.v0 $1 $2", "used twice"),
        ("add.v1 $0 $1 $2, mov.v0 $1 $2", "comes before"),
        ("sum3.s1 $0.x $1.x", "there is no operation `sum3.s1`"),
        ("sel.v0 $0 $1 $2", "there is no operation `sel.v0`"),
        ("mov.v0 $0 ^u", "`^u` is read, but nothing makes it here"),
        ("add.v1 $0 ^v0 $1", "`^v0` is read"),
        ("mul.v0 ^v0 $0 $1, add.v1 $0 $1 ^v0", "first operand"),
        ("sel.v1 $0 $1 $2", "condition"),
        ("texld_2d 0, mov.v0 $0 ^tex_sampler", "varying unit"),
        (
            "load.v ^tex_coord 0, texld_cube 0",
            "another kind of texture",
        ),
        ("branch L1", "there is no label `L1`"),
        ("a: mov.v0 $0 $1\na: mov.v0 $0 $1", "there twice"),
        ("nop", "without a unit"),
        (
            "stop, mov.v0 $0 $1, branch_gt $0.x $0.y a\na: stop, mov.v0 $0 $1",
            "`stop` together with a branch",
        ),
        (
            "stop, mov.v1 $1 $2, add.s1 $1.y $2.x $2.y",
            "vector adder and scalar adder both write $1.y",
        ),
        ("add.v1 $0 $1", "two"),
        ("mul.v0 $0.yx $1 $2", "in order"),
        ("rcp.s2 $0.xy $1.x", "one component"),
        ("load.v $0 70", "not in the range 0 to 63"),
        ("mov.q0 $0 $1", "there is no operation `mov.q0`"),
        ("store.t 99999 $1", "not in the range"),
        ("", "no instruction"),
        ("mov.v0 $0 $1 $", "there is no register `$`"),
        ("load.u 0+-$1.x", "no negation"),
    ];
    for (text, part) in cases {
        let found = fault(text);
        let hit = found.contains(part) || (part == "two" && found.contains("2 sources"));
        assert!(hit, "{text}: {found}");
    }
}

#[test]
fn prefetched_lengths_are_at_least_those_of_the_next_instruction() {
    let check = |prefetch: &str| {
        let text = format!("prefetch {prefetch}, mov.v0 $0 $1\nstop, mov.v0 $0 $1");
        let (program, _) = assemble(FileId(0), &text).unwrap();
        assert_eq!(program.instructions[1].words(), 3);
        program.check().map_err(|fault| fault.to_string())
    };
    let short = "instruction 0: the length of the next instruction is too small";
    assert_eq!(check("1 2"), Err(short.to_owned()));
    assert_eq!(
        [check("1 3"), check("1 4"), check("0 2")],
        [Ok(()), Ok(()), Ok(())]
    );
}

#[test]
fn numbers_that_fields_have_no_room_for_are_refused() {
    let forms = [
        "load.v $0 N",
        "load.v $0 N.zw",
        "load.v $0 N.w",
        "load_cube.v $0 N",
        "load.v $0 ^fragcoord/N",
        "load.v $0 0+$N.x",
        "sync, load.v ^tex_coord 0, texld_2d N",
        "sync, load.v ^tex_coord 0, texldl_2d N $0.x",
        "sync, load.v ^tex_coord 0, texld_2d 0+$N.x",
        "load.u N, mov.v0 $0 ^u",
        "load.t -N, mov.v0 $0 ^u",
        "load.u N.w, mov.v0 $0 ^u",
        "mov.v0 $N $0",
        "mov.v0 ^v0/N $0",
        "mov.s0 ^s0/N $0.x",
        "mov.v1 ^none/N $0",
        "mul.v0 ^v0 $0 $1, add.v1 $0 ^v0/N $1",
        "mul.s0 ^s0 $0.x $1.x, add.s1 $0.x ^s0/N $1.x",
        "rcp.s2 $N.x $0.x",
        "mul.s2 $0 $N.x $1",
        "store.t N $0",
        "store.t -N.y $0.x",
        "store.t 0/N $0",
        "fb_color.t $N",
        "prefetch 1 N, mov.v0 $0 $1",
        "prefetch N 1, mov.v0 $0 $1",
        "mov.v0 $0 ^const0, const0 0xN",
    ];
    for form in forms {
        for number in ["64", "4096", "65536", "99999999999"] {
            let text = form.replace('N', number);
            let errors = match assemble(FileId(0), &text) {
                Err(errors) => errors,
                Ok((program, _)) => {
                    let words = program
                        .encode()
                        .unwrap_or_else(|fault| panic!("{text}: {fault}"));
                    assert_eq!(Program::decode(&words).unwrap(), program, "{text}");
                    continue;
                }
            };
            let named = errors.iter().all(|error| error.code.id.starts_with("E05"));
            assert!(named, "{text}: {errors:?}");
        }
        let largest = form.replace('N', "99999999999");
        assert!(assemble(FileId(0), &largest).is_err(), "{largest}");
    }
    assert!(fault("sync, load.v ^tex_coord 0, texld_2d 4096").contains("range 0 to 4095"));
}

#[test]
fn an_offset_has_no_offset_however_long_the_text() {
    let text = "load.u 0".to_owned() + &"+$0.x".repeat(100_000);
    assert!(fault(&text).contains("expected"), "{}", fault(&text));
}

#[test]
fn rounded_constants_are_warned_about() {
    let (_, warnings) = assemble(FileId(0), "stop, mov.v0 $0 ^const0, const0 0.1 0.5").unwrap();
    let codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [codes::warning::HALF_CONSTANT]);
}
