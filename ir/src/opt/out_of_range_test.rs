//! An index out of range means the nearest element, before and after the passes of every machine.

use crate::opt::testing::{compare, machines, random_inputs, read, results};
use crate::pass::Hooks;
use crate::text::print;
use crate::{eval, pipeline};

const HEAD: &str = "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"i\" ivec4\n\
    uniform uniform0 \"list\" vec4[3]\nuniform uniform1 \"m\" mat3[2]\nuniform uniform2 \"k\" int\n\
    output out0 \"gl_Position\" vec4 builtin=position\narray array0 \"t\" f4[3]\nbody {\n\
    %0:f4 = input in0[0]\n%1:i4 = input in1[0]\n%2:i1 = uniform uniform2[0]\n%3:i1 = const -7\n\
    %4:i1 = const 9\n%5:i1 = const 0\n%6:i1 = const 1\n%7:i1 = const 2\n\
    array_store array0[%5] = %0\narray_store array0[%6] = %0.yzwx\narray_store array0[%7] = %0.wwww\n";

/// Each with an index `@` in the place of a few that are out of range in some samples or in all.
const ACCESSES: [&str; 7] = [
    "%10:f4 = array_load array0[@] yield %10\n}\n",
    "array_store array0[@] = %0.xxyy\n%10:f4 = array_load array0[%5]\n%11:f4 = array_load array0[%7]\n\
     %12:f4 = sub %10, %11 yield %12\n}\n",
    "%10:f4 = uniform_indexed uniform0[0 + 1 * @] yield %10\n}\n",
    "%10:f3 = uniform_indexed uniform1[1 + 3 * @]\n%11:f4 = compose %10, %10.x yield %11\n}\n",
    "%10:f3 = uniform_indexed uniform1[0 + 1 * @]\n%11:f4 = compose %10, %10.x yield %11\n}\n",
    "%10:f1 = extract %0, @\nyield %10.xxxx\n}\n",
    "%10:f4 = insert %0, @, %0.w\nyield %10\n}\n",
];

#[test]
fn the_nearest_element_is_meant_before_and_after_the_passes() {
    for access in ACCESSES {
        for index in ["%1.x", "%2", "%3", "%4"] {
            let before = read(&(HEAD.to_owned() + &access.replace('@', index)));
            for machine in machines() {
                let mut after = before.clone();
                pipeline::standard()
                    .run(&mut after, &machine, &mut Hooks::default())
                    .unwrap_or_else(|fault| panic!("{}: {fault:?}", machine.target));
                for seed in 0..4 {
                    let inputs = random_inputs(&before, seed);
                    let wanted = results(&before, &inputs);
                    let found = eval::run(&after, &inputs).unwrap();
                    if let Err(difference) = compare(&wanted, &found, 1e-6) {
                        let (before, after) = (print(&before), print(&after));
                        panic!("{}: {difference}\n{before}\n{after}", machine.target);
                    }
                }
            }
        }
    }
}

#[test]
fn literals_and_values_mean_the_same_element() {
    let run = |text: &str, index: f32| {
        let shader = read(text);
        let mut inputs = random_inputs(&shader, 1);
        inputs.uniforms["k"].value = vec![index];
        results(&shader, &inputs).outputs
    };
    for access in ACCESSES {
        let text = |index: &str| HEAD.to_owned() + &access.replace('@', index);
        assert_eq!(run(&text("%2"), -7.0), run(&text("%5"), 0.0));
        assert_eq!(run(&text("%3"), 0.0), run(&text("%5"), 0.0));
        assert_eq!(run(&text("%2"), 9.0), run(&text("%4"), 0.0));
    }
}
