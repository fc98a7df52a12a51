//! The simulator against stored results: of a bit-exact model of the chip's family, and of
//! round-to-nearest arithmetic under the chip's rules.

use crate::common;

use common::{hex, lanes, load, name, words};
use retroshade_diagnostics::FileId;
use retroshade_kit::machine::runner;
use retroshade_kit::machine::{MISSING, RegisterImage};
use retroshade_nv2a::decode::decode;
use retroshade_nv2a::execute::Machine;
use retroshade_nv2a::isa::registers::output_by_name;
use retroshade_nv2a::isa::{ILU_TABLE, MAC_TABLE};
use retroshade_nv2a::program::{Operand, Program, Register, Slot, Target, Unit, UnitOp, Write};
use retroshade_nv2a::sim::{Arithmetic, Bits, Hardware, Ieee};
use retroshade_nv2a::text::{End, assemble};
use serde_json::Value;
use std::collections::BTreeMap;

/// What a run of a program left.
struct Ran {
    outputs: [[Option<u32>; 4]; 16],
    constants: BTreeMap<(u8, u8), u32>,
}

fn ran(
    program: &Program,
    image: &RegisterImage,
    arithmetic: &dyn Arithmetic,
    sample: usize,
) -> Ran {
    let mut bits = Bits { arithmetic, sample };
    let mut machine = Machine::new(program, image, MISSING, &mut bits);
    runner::run(&mut machine, &mut bits, 1, 1000, |_, _, _, _| {}).unwrap();
    Ran {
        outputs: machine.outputs,
        constants: machine.constants,
    }
}

/// A slot with an operation on constants that writes all of oPos.
fn alone<Op: UnitOp>(op: Op) -> Unit<Op> {
    let mut unit = Unit::new(op, &[]);
    for (port, _) in op.info().operands {
        unit.ports[*port as usize] = Some(Operand::new(Register::Constant(*port as u8)));
    }
    unit.output = Some(Write {
        to: Target::Output(0),
        mask: 15,
    });
    unit
}

#[test]
fn single_operations_are_exact() {
    for vector in load("ops_hw") {
        let name = vector["op"].as_str().unwrap().to_lowercase();
        let mut image = RegisterImage::default();
        let constants = image.uniforms.entry("c".to_owned()).or_default();
        for (index, key) in (0..).zip(["a", "b", "c"]) {
            if !vector[key].is_null() {
                constants.insert(index, lanes(&vector[key]).map(f32::from_bits));
            }
        }
        let scalar = match name.as_str() {
            "exp" | "log" => format!("{name}p"),
            _ => name.clone(),
        };
        let slot = match (MAC_TABLE.by_name(&name), ILU_TABLE.by_name(&scalar)) {
            (Some(row), _) => Slot {
                mac: Some(alone(row.info.op)),
                ilu: None,
            },
            (None, Some(row)) => Slot {
                mac: None,
                ilu: Some(alone(row.info.op)),
            },
            (None, None) => panic!("{name}"),
        };
        let program = Program { slots: vec![slot] };
        let result = ran(&program, &image, &Hardware, 0).outputs[0];
        assert_eq!(result, lanes(&vector["r"]).map(Some), "{vector}");
    }
}

/// Lanes of constants that the program writes; the others had values the vector does not tell.
fn check_constants(vector: &Value, model: &str, sample: usize, ran: &Ran) {
    let stored = format!("{model}_consts");
    for ((index, lane), found) in &ran.constants {
        let Some(rows) = vector[&stored].get(index.to_string()) else {
            continue;
        };
        let wanted = lanes(&rows[sample])[usize::from(*lane)];
        assert_eq!(*found, wanted, "{} c[{index}]", name(vector));
    }
}

fn check(vector: &Value, model: &str, arithmetic: &dyn Arithmetic) {
    let program = decode(&words(&vector["words"])).unwrap();
    let mut image = RegisterImage::default();
    let constants = image.uniforms.entry("c".to_owned()).or_default();
    for index in 0..192 {
        constants.insert(index, [0.0; 4]);
    }
    for (index, value) in vector["consts"].as_object().unwrap() {
        constants.insert(index.parse().unwrap(), lanes(value).map(f32::from_bits));
    }
    let attributes = image.inputs.entry("v".to_owned()).or_default();
    for (register, rows) in vector["inputs"].as_object().unwrap() {
        let rows = rows.as_array().unwrap().iter();
        let rows: Vec<[f32; 4]> = rows.map(|row| lanes(row).map(f32::from_bits)).collect();
        image.samples = image.samples.max(rows.len());
        attributes.insert(register[1..].parse().unwrap(), rows);
    }
    for sample in 0..image.samples.max(1) {
        let ran = ran(&program, &image, arithmetic, sample);
        check_constants(vector, model, sample, &ran);
        for (output, mask) in vector["written"].as_object().unwrap() {
            let number = usize::from(output_by_name(output).unwrap());
            let wanted = vector[model][output][sample].as_array().unwrap();
            let letters: Vec<usize> = mask
                .as_str()
                .unwrap()
                .chars()
                .map(|letter| "xyzw".find(letter).unwrap())
                .collect();
            for (&lane, wanted) in letters.iter().zip(wanted) {
                let (found, wanted) = (ran.outputs[number][lane].unwrap(), hex(wanted));
                let same_nan = model == "ieee"
                    && f32::from_bits(found).is_nan()
                    && f32::from_bits(wanted).is_nan();
                assert!(
                    found == wanted || same_nan,
                    "{} {model} vertex {sample} {output}.{lane}: {found:08x}, wanted {wanted:08x}",
                    name(vector)
                );
            }
            let written = (0..4).filter(|lane| ran.outputs[number][*lane].is_some());
            assert_eq!(
                written.collect::<Vec<_>>(),
                letters,
                "{} {output}",
                name(vector)
            );
        }
    }
}

#[test]
fn programs_are_exact_in_both_models() {
    let vectors = load("exec");
    assert!(vectors.len() > 100);
    for vector in vectors {
        check(&vector, "hw", &Hardware);
        check(&vector, "ieee", &Ieee);
    }
}

const ONE: u32 = 0x3f80_0000;
const INFINITY: u32 = 0x7f80_0000;
const NAN: u32 = 0x7fff_ffff;

#[test]
fn the_address_is_rounded_down_and_saturated() {
    for (number, floor) in [
        (0.0, 0),
        (3.75, 3),
        (-3.75, -4),
        (-3000.0, -3000),
        (100_000.5, 100_000),
        // Magnitudes below 2^-23 count as 0, 32 bits hold no more than these.
        (-(2f32.powi(-23)), -1),
        (-(2f32.powi(-24)), 0),
        (2f32.powi(18), (1 << 18) - 1),
        (-(2f32.powi(18)), -(1 << 18)),
        (1e30, (1 << 18) - 1),
    ] {
        assert_eq!(Hardware.floor(number.to_bits()), floor, "{number}");
    }
}

#[test]
fn exponentials_end_where_exponents_do() {
    let whole = |x: f32| Hardware.expp(x.to_bits())[2];
    assert_eq!(whole(-126.0), 1 << 23);
    assert_eq!(whole(-126.5), 0);
    assert_eq!(whole(-200.0), 0);
    assert_eq!(whole(127.0), 254 << 23);
    assert_eq!(whole(128.5), INFINITY);
    assert_eq!(Ieee.expp((-126.0f32).to_bits())[2], 1 << 23);
    assert_eq!(Ieee.expp((-127.0f32).to_bits())[2], 0);
    // The fraction of a tiny negative number is 1, or as near as 24 bits come.
    let fraction = |x: f32| Hardware.expp(x.to_bits())[1];
    assert_eq!(fraction(-(2f32.powi(-23))), 0x3f7f_fffe);
    assert_eq!(fraction(-(2f32.powi(-24))), ONE);
    assert_eq!(fraction(-0.25), 0.75f32.to_bits());
    assert_eq!(fraction(2f32.powi(23) + 1.0), 0);
}

#[test]
fn inverses_end_where_exponents_do() {
    let (rcp, rcc) = (
        |x: f32| Hardware.rcp(x.to_bits()),
        |x: f32| Hardware.rcc(x.to_bits()),
    );
    assert_eq!(rcp(1.5 * 2f32.powi(126)), 0);
    assert_eq!(rcp(2f32.powi(127)), 0);
    assert_eq!(rcp(0.0), INFINITY);
    // 2^-64 is the least, 2^64 the largest: the numbers nearest to them keep their significands.
    let third = f32::from_bits(rcc(1.5 * 2f32.powi(63)));
    assert!((third * 1.5 * 2f32.powi(63) - 1.0).abs() < 1e-6, "{third}");
    assert_eq!(rcc(1.5 * 2f32.powi(64)), 0x3f << 23);
    assert_eq!(rcc(1.5 * 2f32.powi(-65)), 0xbf << 23);
    assert_eq!(rcc(0.0), 0xbf << 23);
}

#[test]
fn numbers_that_are_none_stay_none_in_sums() {
    assert_eq!(Hardware.sum(&[NAN, ONE]), NAN);
    assert_eq!(Hardware.sum(&[NAN, NAN]), NAN);
    assert_eq!(Hardware.sum(&[INFINITY, INFINITY]), INFINITY);
    assert_eq!(Hardware.sum(&[INFINITY, INFINITY | 1 << 31]), NAN);
}

#[test]
fn zeros_have_signs_when_compared() {
    let (zero, negative) = (0, 1 << 31);
    for arithmetic in [&Hardware as &dyn Arithmetic, &Ieee] {
        assert!(arithmetic.less(negative, zero));
        assert!(!arithmetic.less(zero, negative));
        assert!(!arithmetic.less(zero, zero));
    }
}

#[test]
fn logarithms_and_powers_of_what_is_no_ordinary_number() {
    let infinite = |sign: u32| [sign << 31 | INFINITY, ONE, sign << 31 | INFINITY, ONE];
    let lit = |x: f32, y: f32, w: f32| [x, y, 0.0, w].map(f32::to_bits);
    for arithmetic in [&Hardware as &dyn Arithmetic, &Ieee] {
        assert_eq!(arithmetic.logp(0), infinite(1));
        assert_eq!(arithmetic.logp(1 << 31), infinite(1));
        assert_eq!(arithmetic.logp(INFINITY), infinite(0));
        let z = |x, y, w| f32::from_bits(arithmetic.lit(&lit(x, y, w))[2]);
        assert_eq!(z(0.0, 0.5, 2.0), 0.0);
        assert_eq!(z(-1.0, 0.5, 2.0), 0.0);
        assert_eq!(z(1.0, 0.5, 2.0), 0.25);
        assert_eq!(z(1.0, 0.5, 0.0), 1.0);
        assert_eq!(z(1.0, -0.0, -3.0), f32::INFINITY);
        assert_eq!(z(1.0, f32::INFINITY, 2.0), f32::INFINITY);
        assert_eq!(z(1.0, f32::INFINITY, -2.0), 0.0);
        assert!(z(1.0, f32::NAN, 2.0).is_nan());
        assert!(z(1.0, 0.5, f32::NAN).is_nan());
    }
}

/// Runs a text on one vertex whose v0 is the number in all lanes, with c[n] = n.
fn ran_text(text: &str, number: f32) -> Ran {
    let words = assemble(FileId(0), text, End::LastSlot).unwrap().words;
    let program = decode(&words).unwrap();
    let constants = (0..192).map(|index| (index, [index as f32; 4])).collect();
    let image = RegisterImage {
        samples: 1,
        inputs: [("v".to_owned(), [(0, vec![[number; 4]])].into())].into(),
        uniforms: [("c".to_owned(), constants)].into(),
        ..RegisterImage::default()
    };
    ran(&program, &image, &Ieee, 0)
}

#[test]
fn relative_reads_end_with_the_constants() {
    let text = "arl a0, v0.x\nmov oPos, c[a0+2]\n";
    for (address, found) in [
        (-2.0, 0.0),
        (-1.5, 0.0),
        (189.0, 191.0),
        (190.0, 0.0),
        (-3.0, 0.0),
        (1e30, 0.0),
    ] {
        let ran = ran_text(text, address);
        assert_eq!(ran.outputs[0], [Some(f32::to_bits(found)); 4], "{address}");
    }
}

#[test]
fn a_vertex_keeps_the_constants_that_it_wrote() {
    let text = "mov c[5].x, v0\nmov c[6].y, v0\nmov c[5].w, v0\nmov oPos, c[5]\n";
    let ran = ran_text(text, 0.5);
    let half = 0.5f32.to_bits();
    let own: Vec<_> = ran.constants.into_iter().collect();
    assert_eq!(own, [((5, 0), half), ((5, 3), half), ((6, 1), half)]);
    let five = [0.5, 5.0, 5.0, 0.5].map(f32::to_bits);
    assert_eq!(ran.outputs[0], five.map(Some));
}

/// The captures of ILU_RCP_Tests: what the console makes of numbers at the ends.
#[test]
fn reciprocals_at_the_ends_are_the_consoles() {
    let infinity = f32::INFINITY.to_bits();
    let sign = 1u32 << 31;
    for (operand, wanted) in [
        (0x3f80_0000, 0x3f80_0000),
        (sign | 0x3f80_0000, sign | 0x3f80_0000),
        // The smallest normal number, and the largest, whose reciprocal would be a denormal.
        (0x0080_0000, 0x7e80_0000),
        (0x7f7f_ffff, 0),
        (sign | 0x7f7f_ffff, sign),
        (0, infinity),
        (sign, sign | infinity),
        (infinity, 0),
        (sign | infinity, sign),
        // Denormals are zeros of their sign.
        (0x007f_ffff, infinity),
        (sign | 0x007f_ffff, sign | infinity),
        (1, infinity),
        (sign | 1, sign | infinity),
    ] {
        let found = [Ieee.rcp(operand), Hardware.rcp(operand)];
        assert_eq!(found, [wanted; 2], "{operand:08x}");
    }
    assert!(f32::from_bits(Ieee.rcp(0x7fc0_0000)).is_nan());
    // Products and sums, too; a zero makes +0 of a product.
    let tiny = 0x0080_0001;
    for arithmetic in [&Ieee as &dyn Arithmetic, &Hardware] {
        assert_eq!(arithmetic.mul(tiny, sign | 0x3f00_0000), sign);
        assert_eq!(arithmetic.mul(1, sign | 0x3f00_0000), 0);
        assert_eq!(arithmetic.sum(&[tiny, sign | 0x0080_0000]), 0);
        assert_eq!(arithmetic.sum(&[1, 0x3f80_0000]), 0x3f80_0000);
        assert_eq!(arithmetic.mul(ONE, 1), 0);
    }
}
