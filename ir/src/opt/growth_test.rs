//! The work of passes on shaders that grow: counted in look-ups of entities, so that the same shader
//! always costs the same. Twice the shader may cost a little more than twice the work, never four times.

use crate::entity::LOOKUPS;
use crate::opt::testing::{machines, read};
use crate::pass::{After, Hooks, Seen};
use crate::{Shader, pipeline};
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = "shader vertex \"a\"\ninput in0 \"v\" vec4\ninput in1 \"w\" vec4\n\
    uniform uniform0 \"m\" mat4\nuniform uniform1 \"list\" vec4[8]\nuniform uniform2 \"u\" vec4\n\
    output out0 \"gl_Position\" vec4 builtin=position\narray array0 \"t\" f4[8]\nbody {\n\
    %0:f4 = input in0[0]\n%1:f4 = input in1[0]\n%2:f4 = uniform uniform2[0]\n%3:f4 = const (1.0, 0.5, 2.0, 3.0)\n\
    %4:f4 = uniform uniform0[0]\n%5:f4 = uniform uniform0[1]\n%6:f4 = uniform uniform0[2]\n\
    %7:f4 = uniform uniform0[3]\n%8:f1 = const 0.5\n%9:b1 = lt %0.x, %1.x\n";

/// A shader of `n` pieces, each of which makes the four values `%(10 + 10 k) ..` of those before it.
fn chain(n: u32, piece: impl Fn(&mut String, u32, u32)) -> String {
    let mut text = HEAD.to_owned() + "%10:f4 = add %0, %2\n";
    for k in 1..=n {
        piece(&mut text, 10 * k, 10 * k + 10);
    }
    let last = 10 * n + 10;
    let _ = write!(text, "yield %{last}\n}}\n");
    text
}

/// A shader of `n` products of matrices, each of the one before it with the columns of another: `added` gives
/// the number of a column of that, of the number of the first column of the one before.
fn matrices(n: u32, added: impl Fn(u32, u32) -> u32) -> String {
    let mut text = HEAD.to_owned();
    for k in 0..n {
        let (from, to) = (if k == 0 { 4 } else { 10 + 10 * k }, 20 + 10 * k);
        for column in 0..4 {
            let _ = writeln!(
                text,
                "%{}:f4 = matvec %{from}, %{}, %{}, %{}, %{}",
                to + column,
                from + 1,
                from + 2,
                from + 3,
                added(from, column)
            );
        }
    }
    let last = 10 + 10 * n;
    let _ = write!(
        text,
        "%{}:f4 = matvec %{last}, %{}, %{}, %{}, %0 yield %{}\n}}\n",
        last + 9,
        last + 1,
        last + 2,
        last + 3,
        last + 9
    );
    text
}

type Family = (&'static str, fn(u32) -> String);

/// Each with one kind of thing, repeated.
const FAMILIES: &[Family] = &[
    ("sums", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f4 = mul %{a}, %2\n%{b}:f4 = add %{}, %1",
                a + 1,
                a + 1
            );
        })
    }),
    ("doubled sums", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(text, "%{b}:f4 = add %{a}, %{a}.yzwx");
        })
    }),
    ("squares", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(text, "%{b}:f4 = mul %{a}, %{a}");
        })
    }),
    ("products of few factors", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f4 = mul %{a}, %1\n%{}:f4 = mul %{}, %2\n%{b}:f4 = mul %{}, %1",
                a + 1,
                a + 2,
                a + 1,
                a + 2
            );
        })
    }),
    ("literals", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f4 = const ({a}.0, 1.5, {b}.0, 0.0)\n%{}:f4 = mul %{a}, %{}\n%{b}:f4 = add %{}, %3",
                a + 1,
                a + 2,
                a + 1,
                a + 2
            );
        })
    }),
    ("shuffles", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f2 = add %{a}.wz, %1.xy\n%{b}:f4 = compose %{}, %{a}.x, %{}.y",
                a + 1,
                a + 1,
                a + 1
            );
        })
    }),
    ("extremes", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f4 = min %{a}, %1\n%{b}:f4 = max %{}, %2",
                a + 1,
                a + 1
            );
        })
    }),
    ("choices", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:b4 = lt %{a}, %1\n%{}:f4 = add %{a}, %2\n%{b}:f4 = select %{}, %{}, %{a}",
                a + 1,
                a + 2,
                a + 1,
                a + 2
            );
        })
    }),
    ("conditions", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:b1 = lt %{a}.x, %1.y\n%{}:b1 = and %{}, %9\n%{}:b1 = xor %{}, %{}\n\
                 %{b}:f4 = select %{}.xxxx, %{a}.yzwx, %2",
                a + 1,
                a + 2,
                a + 1,
                a + 3,
                a + 2,
                a + 1,
                a + 3
            );
        })
    }),
    ("branches", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:b1 = lt %{a}.x, %1.y\n%{b}:f4 = if %{} {{ %{}:f4 = mul %{a}, %1 %{}:f4 = rcp %{} yield %{} }} else {{ yield %{a} }}",
                a + 1,
                a + 1,
                a + 2,
                a + 3,
                a + 2,
                a + 3
            );
        })
    }),
    ("loops", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:i1 = const 0\n%{}:i1 = const 3\n%{}:i1 = const 1\n\
                 %{b}:f4 = loop (%{}:i1 = %{}, %{}:f4 = %{a}) {{\n%{}:b1 = lt %{}, %{}\n\
                 if %{} {{ yield }} else {{ break %{} }}\n%{}:f4 = add %{}, %1\n%{}:i1 = add %{}, %{}\n\
                 continue %{}, %{} }}",
                a + 1,
                a + 2,
                a + 3,
                a + 4,
                a + 1,
                a + 5,
                a + 6,
                a + 4,
                a + 2,
                a + 6,
                a + 5,
                a + 7,
                a + 5,
                a + 8,
                a + 4,
                a + 3,
                a + 8,
                a + 7
            );
        })
    }),
    ("matrix products", |n| matrices(n, |_, column| 4 + column)),
    ("squared matrices", |n| {
        matrices(n, |from, column| from + column)
    }),
    ("matrices by vectors", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(text, "%{b}:f4 = matvec %4, %5, %6, %7, %{a}");
        })
    }),
    ("inner products", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f3 = mul %{a}.xyz, %1.yzw\n%{}:f1 = add %{}.x, %{}.y\n%{}:f1 = add %{}, %{}.z\n\
                 %{b}:f4 = mul %{}.xxxx, %{a}",
                a + 1,
                a + 2,
                a + 1,
                a + 1,
                a + 3,
                a + 2,
                a + 1,
                a + 3
            );
        })
    }),
    ("elements written", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:i1 = const {}\narray_store array0[%{}] = %{a}\n%{b}:f4 = array_load array0[%{}]",
                a + 1,
                a / 10 % 8,
                a + 1,
                a + 1
            );
        })
    }),
    ("elements by computed indices", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:i1 = float_to_int %{a}.x\narray_store array0[%{}] = %{a}\n%{}:i1 = float_to_int %1.y\n\
                 %{b}:f4 = array_load array0[%{}]",
                a + 1,
                a + 1,
                a + 2,
                a + 2
            );
        })
    }),
    ("uniforms by computed indices", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:i1 = float_to_int %{a}.x\n%{}:f4 = uniform_indexed uniform1[0 + 1 * %{}]\n\
                 %{b}:f4 = add %{}, %2",
                a + 1,
                a + 2,
                a + 1,
                a + 2
            );
        })
    }),
    ("functions", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:f4 = smoothstep %1, %2, %{a}\n%{}:f4 = normalize %{}\n%{}:f4 = reflect %{}, %1\n\
                 %{b}:f4 = mix %{}, %{a}, %2",
                a + 1,
                a + 2,
                a + 1,
                a + 3,
                a + 2,
                a + 3
            );
        })
    }),
    ("ints", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(
                text,
                "%{}:i4 = float_to_int %{a}\n%{}:i4 = const (3, 5, 7, 2)\n%{}:i4 = div %{}, %{}\n\
                 %{}:i4 = mul %{}, %{}\n%{b}:f4 = int_to_float %{}",
                a + 1,
                a + 2,
                a + 3,
                a + 1,
                a + 2,
                a + 4,
                a + 3,
                a + 3,
                a + 4
            );
        })
    }),
    ("dead code", |n| {
        chain(n, |text, a, b| {
            let _ = writeln!(text, "%{}:f4 = mul %{a}, %{a}\n%{b}:f4 = add %1, %2", a + 1);
        })
    }),
    ("nested branches", |n| {
        let mut text = HEAD.to_owned();
        for k in 0..n {
            let _ = writeln!(
                text,
                "%{}:b1 = lt %0.x, %1.y\n%{}:f4 = if %{} {{",
                10 + 3 * k,
                11 + 3 * k,
                10 + 3 * k
            );
        }
        let _ = writeln!(text, "%{}:f4 = rcp %0\nyield %{}", 10 + 3 * n, 10 + 3 * n);
        for k in (0..n).rev() {
            let _ = writeln!(text, "}} else {{ yield %1 }}");
            match k {
                0 => {
                    let _ = writeln!(text, "yield %11\n}}");
                }
                _ => {
                    let inner = 11 + 3 * k;
                    let _ = writeln!(
                        text,
                        "%{}:f4 = add %{inner}, %2\nyield %{}",
                        inner + 1,
                        inner + 1
                    );
                }
            }
        }
        text
    }),
];

/// Look-ups of each pass, or why the target takes it not.
fn work(
    shader: &Shader,
    machine: &crate::Capabilities,
) -> Result<BTreeMap<&'static str, u64>, String> {
    let mut work = BTreeMap::new();
    let mut shader = shader.clone();
    LOOKUPS.set(0);
    let mut look = |name: &'static str, _: Seen<'_>| {
        *work.entry(name).or_default() += LOOKUPS.replace(0);
    };
    let mut hooks = Hooks {
        print_after: After::All,
        look: Some(&mut look),
        ..Hooks::default()
    };
    let outcome = pipeline::standard().run(&mut shader, machine, &mut hooks);
    outcome.map(|_| work).map_err(|fault| fault.message)
}

#[test]
fn twice_the_shader_is_twice_the_work() {
    let mut faults = Vec::new();
    for &(family, text) in FAMILIES {
        let size = if family.starts_with("nested") { 24 } else { 40 };
        let (small, large) = (read(&text(size)), read(&text(2 * size)));
        for machine in machines() {
            let (Ok(small), Ok(large)) = (work(&small, &machine), work(&large, &machine)) else {
                continue;
            };
            for (pass, after) in large {
                let before = small.get(pass).copied().unwrap_or(0).max(500);
                if after as f64 > 2.6 * before as f64 {
                    faults.push(format!(
                        "{family}, {pass} for {}: {before} -> {after}",
                        machine.target
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
