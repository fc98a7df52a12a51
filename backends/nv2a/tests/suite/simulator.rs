//! The simulator against stored results: of a bit-exact model of the chip's family, and of
//! round-to-nearest arithmetic under the chip's rules.

use crate::common;

use common::{hex, lanes, load, name, words};
use retroshade_nv2a::decode::decode;
use retroshade_nv2a::isa::registers::output_by_name;
use retroshade_nv2a::isa::{ILU_TABLE, MAC_TABLE, Port};
use retroshade_nv2a::program::{Program, Target};
use retroshade_nv2a::sim::{Arithmetic, Hardware, Ieee, Vertex, run};
use serde_json::Value;

#[test]
fn single_operations_are_exact() {
    for vector in load("ops_hw") {
        let name = vector["op"].as_str().unwrap().to_lowercase();
        let mut operands = [[0; 4]; 3];
        for (port, key) in [(Port::A, "a"), (Port::B, "b"), (Port::C, "c")] {
            if !vector[key].is_null() {
                operands[port as usize] = lanes(&vector[key]);
            }
        }
        let scalar = match name.as_str() {
            "exp" | "log" => format!("{name}p"),
            _ => name.clone(),
        };
        let eval = match (MAC_TABLE.by_name(&name), ILU_TABLE.by_name(&scalar)) {
            (Some(row), _) => row.info.eval,
            (None, Some(row)) => row.info.eval,
            (None, None) => panic!("{name}"),
        };
        let result = eval(&Hardware, &operands);
        assert_eq!(result, lanes(&vector["r"]), "{vector}");
    }
}

/// Lanes of constants that the program writes; the others had values the vector does not tell.
fn check_constants(vector: &Value, model: &str, sample: usize, program: &Program, vertex: &Vertex) {
    let units = program.slots.iter().flat_map(|slot| {
        let mac = slot.mac.and_then(|unit| unit.output);
        mac.into_iter().chain(slot.ilu.and_then(|unit| unit.output))
    });
    let stored = format!("{model}_consts");
    for write in units {
        let Target::Constant(index) = write.to else {
            continue;
        };
        let Some(rows) = vector[&stored].get(index.to_string()) else {
            continue;
        };
        let own = vertex.constants.iter().find(|own| own.0 == index).unwrap();
        for lane in (0..4).filter(|lane| write.mask >> lane & 1 == 1) {
            assert_eq!(
                own.1[lane],
                lanes(&rows[sample])[lane],
                "{} c[{index}]",
                name(vector)
            );
        }
    }
}

fn check(vector: &Value, model: &str, arithmetic: &dyn Arithmetic) {
    let program = decode(&words(&vector["words"])).unwrap();
    let mut constants = [[0; 4]; 192];
    for (index, value) in vector["consts"].as_object().unwrap() {
        constants[index.parse::<usize>().unwrap()] = lanes(value);
    }
    let inputs = vector["inputs"].as_object().unwrap();
    let count = inputs
        .values()
        .map(|rows| rows.as_array().unwrap().len())
        .max()
        .unwrap_or(1);
    for sample in 0..count {
        let mut vertex = Vertex::new([0, 0, 0, 0x3f80_0000]);
        for (register, rows) in inputs {
            let index: usize = register[1..].parse().unwrap();
            vertex.attributes[index] = lanes(&rows[sample]);
        }
        run(&program, arithmetic, &constants, &mut vertex);
        check_constants(vector, model, sample, &program, &vertex);
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
                let (found, wanted) = (vertex.outputs[number][lane], hex(wanted));
                let same_nan = model == "ieee"
                    && f32::from_bits(found).is_nan()
                    && f32::from_bits(wanted).is_nan();
                assert!(
                    found == wanted || same_nan,
                    "{} {model} vertex {sample} {output}.{lane}: {found:08x}, wanted {wanted:08x}",
                    name(vector)
                );
            }
            let mask = letters.iter().fold(0, |mask, lane| mask | 1 << lane);
            assert_eq!(vertex.written[number], mask, "{} {output}", name(vector));
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
