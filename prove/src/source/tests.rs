//! Loops and their limit, arms, outputs, and what has no value.

use super::*;
use crate::compare::ALONE;
use retroshade_diagnostics::{SourceFile, SourceMap};
use retroshade_ir::text::parse;

/// Runs a function on the source of an empty shader.
pub(super) fn alone<T>(
    domain: &mut Domain,
    meaning: Meaning,
    ask: impl FnOnce(&mut Source<'_>) -> T,
) -> T {
    ask(&mut Source {
        shader: &Shader::new(Stage::Fragment, "alone"),
        domain,
        inputs: &RunInputs::default(),
        unit: ALONE.unit,
        values: SecondaryMap::new(),
        memory: SecondaryMap::new(),
        window: None,
        looks: None,
        meaning,
        entry: 0,
        results: Results::default(),
        steps: 0,
        limit: 0,
    })
}

fn shader(text: &str) -> Shader {
    let file = SourceMap::new().add(SourceFile::new("test", text));
    parse(text, file).unwrap()
}

fn run(text: &str, steps: u64) -> (Result<Results, Stop>, Domain) {
    let mut domain = Domain::new(3);
    for number in [2.5, 0.25, 7.0] {
        domain.declare_input(number, 0x1234_5678 * number.to_bits() as u64, 0);
    }
    let world = World { steps, ..ALONE };
    let mut inputs = RunInputs {
        stage: Some(Stage::Fragment),
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let data = retroshade_ir::run::InputData {
        shape: None,
        values: vec![vec![2.5]],
    };
    inputs.varyings.insert("v".to_owned(), data);
    let results = evaluate(&shader(text), &mut domain, &inputs, world);
    (results, domain)
}

#[test]
fn loops_end_where_they_may_take_no_more() {
    let text = "shader fragment \"a\"\ninput in0 \"v\" float\noutput out0 \"gl_FragColor\" float builtin=frag_color\nbody {\n\
        %0:f1 = input in0[0]\n%1:f1 = const 0.0\n%2:f1 = const 1.0\n%3:f1 = loop (%4:f1 = %1) {\n\
        %5:f1 = add %4, %2\n%6:b1 = lt %0, %5\nif %6 {\nbreak %5\n} else {\nyield\n}\ncontinue %5\n}\nyield %3\n}\n";
    let (results, _) = run(text, 1000);
    let results = results.unwrap();
    assert_eq!(results.outputs[0].1[0].real, 3.0);
    // Four instructions outside, three of each round, and the way back twice.
    assert_eq!(results.steps, 4 + 3 * 3 + 2);
    assert!(run(text, results.steps).0.is_ok());
    assert_eq!(run(text, results.steps - 1).0.unwrap_err(), Stop::Endless);
}

/// How a number lies to itself depends on nothing, so that there is one way; lanes of one value are other numbers.
#[test]
fn a_number_beside_itself_is_no_decision() {
    for (operands, wanted) in [
        ("%0, %0", 0),
        ("%2.x, %2.x", 0),
        // The comparison, and the choice.
        ("%2.x, %2.y", 2),
        ("%0, %1", 2),
    ] {
        for op in ["lt", "ge", "eq", "ne"] {
            let text = format!(
                "shader fragment \"a\"\ninput in0 \"v\" float\noutput out0 \"gl_FragColor\" float builtin=frag_color\nbody {{\n\
                %0:f1 = input in0[0]\n%1:f1 = const 7.0\n%2:f2 = compose %0, %1\n%3:b1 = {op} {operands}\n\
                %4:f1 = select %3, %0, %1\nyield %4\n}}\n"
            );
            let (results, domain) = run(&text, 100);
            assert!(results.is_ok());
            let demanded = domain.demanded.without(&crate::sides::Ways::default());
            assert_eq!(demanded.len(), wanted, "{op} {operands}");
        }
    }
}

/// What nothing reads that is an output or decides one is not read; conditions that end loops are.
#[test]
fn what_outputs_depend_on() {
    let text = "shader vertex \"a\"\ninput in0 \"v\" float\noutput out0 \"gl_Position\" float builtin=position\noutput out1 \"w\" float\nbody {\n\
        %0:f1 = input in0[0]\n%1:f1 = const 7.0\n%2:f1 = min %0, %1\n%3:f1 = max %0, %1\n%4:f1 = abs %0\n\
        %5:f1 = loop (%6:f1 = %0) {\n%7:f1 = add %6, %1\n%8:b1 = lt %1, %7\nif %8 {\nbreak %7\n} else {\nyield\n}\ncontinue %7\n}\n\
        %9:f1 = add %2, %5\nyield %9, %3\n}\n";
    let shader = shader(text);
    let names = |is_read: &dyn Fn(&str) -> bool| {
        let unread = unread(&shader, is_read);
        let insts = shader.insts.iter();
        let insts = insts.filter(|(inst, _)| unread.contains(&inst.index()));
        insts
            .map(|(_, data)| data.op.kind().name())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&|_| true), ["abs"]);
    assert_eq!(names(&|name| name != "w"), ["max", "abs"]);
}

#[test]
fn outputs_have_the_names_of_run_data() {
    for (outputs, wanted) in [
        (&["vertex", "v", "w"][..], &["v", "w"][..]),
        (&["fragment", "color", "other"], &["gl_FragColor", "other"]),
        (
            &[
                "fragment",
                "gl_FragData builtin=frag_data 2",
                "gl_FragDepthEXT builtin=frag_depth",
            ],
            &["gl_FragColor", "gl_FragData[1]", "gl_FragDepth"],
        ),
        (
            &[
                "fragment",
                "gl_FragDepth builtin=frag_depth",
                "gl_FragColor builtin=frag_color",
            ],
            &["gl_FragDepth", "gl_FragColor"],
        ),
        (
            &["vertex", "gl_PointSize builtin=point_size", "v"],
            &["gl_PointSize", "v"],
        ),
    ] {
        let mut text = format!("shader {} \"a\"\n", outputs[0]);
        let mut slots = 0;
        for (number, output) in outputs[1..].iter().enumerate() {
            let mut words = output.split(' ');
            let (name, builtin) = (words.next().unwrap(), words.next().unwrap_or_default());
            let array = words
                .next()
                .map_or(String::new(), |count| format!("[{count}]"));
            slots += if array.is_empty() { 1 } else { 2 };
            text += &format!("output out{number} \"{name}\" float{array} {builtin}\n");
        }
        text += "body {\n";
        for slot in 0..slots {
            text += &format!("%{slot}:f1 = const {slot}.5\n");
        }
        let yielded: Vec<String> = (0..slots).map(|slot| format!("%{slot}")).collect();
        text += &format!("yield {}\n}}\n", yielded.join(", "));
        let (results, _) = run(&text, 100);
        let results = results.unwrap().outputs;
        let found: Vec<(&str, f64)> = results
            .iter()
            .map(|(name, lanes)| (name.as_str(), lanes[0].real))
            .collect();
        let wanted: Vec<(&str, f64)> = wanted
            .iter()
            .copied()
            .zip((0..).map(|slot| f64::from(slot) + 0.5))
            .collect();
        assert_eq!(found, wanted);
    }
}

/// Slots of one name are numbers of one output; what depends on a condition or an index without a value has none.
#[test]
fn slots_conditions_and_indices() {
    let head = "shader fragment \"a\"\ninput in0 \"v\" float\noutput out0 \"gl_FragColor\" vec4 builtin=frag_color\narray array0 \"m\" f1[2]\nbody {\n\
        %0:f4 = const (0.5, 1.5, 2.5, 3.5)\n%1:b1 = undefined\n%2:i1 = const 1\n%3:i1 = const 4\n%4:i1 = const -1\n%5:i1 = undefined\n%6:f1 = const 8.0\n";
    let two = (2.5, false);
    for (body, wanted) in [
        (
            "%7:f4 = if %1 {\nyield %0\n} else {\nyield %0\n}\nyield %7",
            [(0.5, false), (1.5, false), two, (3.5, false)],
        ),
        ("%7:f1 = extract %0, %2\nyield %7.xxxx", [(1.5, true); 4]),
        ("%7:f1 = extract %0, %3\nyield %7.xxxx", [(3.5, false); 4]),
        ("%7:f1 = extract %0, %4\nyield %7.xxxx", [(0.5, false); 4]),
        ("%7:f1 = extract %0, %5\nyield %7.xxxx", [(0.5, false); 4]),
        (
            "%7:f4 = insert %0, %2, %6\nyield %7",
            [(0.5, true), (8.0, true), (2.5, true), (3.5, true)],
        ),
        (
            "%7:f4 = insert %0, %4, %6\nyield %7",
            [(8.0, false), (1.5, false), two, (3.5, false)],
        ),
        (
            "array_store array0[%2] = %6\n%7:f1 = array_load array0[%2]\nyield %7.xxxx",
            [(8.0, true); 4],
        ),
        (
            "array_store array0[%2] = %6\n%7:f1 = array_load array0[%3]\nyield %7.xxxx",
            [(8.0, false); 4],
        ),
        (
            "array_store array0[%3] = %6\n%7:f1 = array_load array0[%2]\nyield %7.xxxx",
            [(8.0, false); 4],
        ),
        (
            "%7:i1 = const 0\narray_store array0[%2] = %6\n%8:f1 = array_load array0[%7]\nyield %8.xxxx",
            [(0.0, false); 4],
        ),
    ] {
        let text = format!("{head}{body}\n}}\n");
        let (results, _) = run(&text, 100);
        let outputs = results.unwrap().outputs;
        let found: Vec<_> = outputs[0]
            .1
            .iter()
            .map(|lane| (lane.real, lane.defined))
            .collect();
        assert_eq!(found, wanted, "{body}");
    }
}

/// A point of the tests of lookups: numbers of a varying and of a uniform that is an array, and what a body makes of them.
fn element(stage: &str, body: &str) -> (crate::field::Element, Domain) {
    let mut domain = Domain::new(3);
    for number in [2.5f32, 0.25, 7.0] {
        domain.declare_input(number, 0x1234_5678 * u64::from(number.to_bits()), 0);
    }
    let text = format!(
        "shader {stage} \"a\"\ninput in0 \"v\" vec3\nuniform uniform0 \"k\" float[3]\nuniform uniform1 \"b\" bool\nsampler sampler0 \"s\" d2[3]\n\
        output out0 \"r\" float\nbody {{\n%0:f3 = input in0[0]\n%1:i1 = const 1\n%2:i1 = const 2\n{body}\n}}\n"
    );
    let shader = shader(&text);
    let mut inputs = RunInputs {
        stage: Some(shader.stage),
        sample_count: Some(1),
        ..RunInputs::default()
    };
    let data = retroshade_ir::run::InputData {
        shape: None,
        values: vec![vec![2.5, 0.25, 7.0]],
    };
    let table = inputs.table_mut(shader.stage);
    table.insert("v".to_owned(), data);
    let value = vec![2.5, 0.25, 7.0];
    let data = retroshade_ir::run::UniformData { shape: None, value };
    inputs.uniforms.insert("k".to_owned(), data);
    let unit = |_: &str| Some(4);
    let world = World {
        unit: &unit,
        ..ALONE
    };
    let results = evaluate(&shader, &mut domain, &inputs, world).unwrap();
    (results.outputs[0].1[0].element, domain)
}

#[test]
fn lookups_have_units_coordinates_and_levels() {
    use crate::domain::Detail;
    let of = |stage, call: &str| element(stage, &format!("%3:f4 = texture {call}\nyield %3.x"));
    type Wanted = fn(&mut Domain, [Value; 3]) -> Value;
    let rows: [(&str, &str, Wanted); 8] = [
        ("fragment", "sampler0[0] %0.xy", |d, [x, y, _]| {
            d.texture(4, &[x, y], Detail::None)[0]
        }),
        ("fragment", "sampler0[2] %0.xy", |d, [x, y, _]| {
            d.texture(6, &[x, y], Detail::None)[0]
        }),
        ("fragment", "sampler0[0 + %1] %0.xy", |d, [x, y, _]| {
            d.texture(5, &[x, y], Detail::None)[0]
        }),
        ("fragment", "sampler0[0] %0.xy bias %0.z", |d, [x, y, z]| {
            d.texture(4, &[x, y], Detail::Bias(z))[0]
        }),
        ("fragment", "sampler0[0] %0.xy lod %0.z", |d, [x, y, z]| {
            d.texture(4, &[x, y], Detail::Level(z))[0]
        }),
        ("vertex", "sampler0[0] %0.xy lod %0.z", |d, [x, y, z]| {
            d.texture(4, &[x, y], Detail::Level(z))[0]
        }),
        ("vertex", "sampler0[0] %0.xy", |d, [x, y, _]| {
            let zero = d.whole(0);
            d.texture(4, &[x, y], Detail::Level(zero))[0]
        }),
        ("fragment", "sampler0[0] project %0", |d, [x, y, z]| {
            let place = [x, y].map(|lane| d.div(lane, z));
            d.texture(4, &place, Detail::None)[0]
        }),
    ];
    for (stage, call, wanted) in rows {
        let (found, mut domain) = of(stage, call);
        let lanes = [2.5, 0.25, 7.0].map(|number| domain.given(number));
        assert_eq!(found, wanted(&mut domain, lanes).element, "{stage} {call}");
    }
}
