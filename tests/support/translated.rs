//! Translations read again by the frontend, and run beside their sources.

use libtest_mimic::Failed;
use retroshade::diagnostics::{Color, Diagnostics, Renderer, SourceMap, Style};
use retroshade::translate::{Interface, Language, Located, Options, Storage, Translator};
use retroshade::{Compilation, LanguageOptions, Source, text_of};
use retroshade_ir::opt::convert_depth;
use retroshade_ir::run::compare::{Functions, Tolerance, compare};
use retroshade_ir::run::{Expected, InputData, Row, RunInputs, RunOutputs, UniformData};
use retroshade_ir::{Builtin, ClipDepth, MatrixLayout, Shader, Stage, Variable, eval};

/// The languages that the frontend reads.
const READ: [Language; 3] = [Language::Wgsl, Language::SpirV, Language::Glsl];

/// Translates a source to every language, and compares what those say that the frontend reads with what the source says,
/// for the same data.
pub(crate) fn check(
    language: &LanguageOptions,
    source: &Source,
    shader: &Shader,
    inputs: Option<&RunInputs>,
) -> Result<(), Failed> {
    for target in Language::ALL {
        for unoptimized in [false, true] {
            one(target, language, source, unoptimized, shader, inputs)
                .map_err(|fault| format!("{}: {}", target.name(), fault.message().unwrap_or("")))?;
        }
    }
    Ok(())
}

fn one(
    target: Language,
    language: &LanguageOptions,
    source: &Source,
    unoptimized: bool,
    shader: &Shader,
    inputs: Option<&RunInputs>,
) -> Result<(), Failed> {
    let translator = Translator {
        target,
        language: language.clone(),
        options: Options {
            unoptimized,
            ..Options::default()
        },
    };
    let compilation = translator.translate(source);
    let Some(translated) = compilation.result else {
        // What a language has no words for is refused, nothing else.
        let mut codes = compilation.diagnostics.iter().map(|one| one.code.id);
        if codes.all(|code| code == "E0306" || code.starts_with('W')) {
            return Ok(());
        }
        return Err(rendered(&compilation.sources, &compilation.diagnostics).into());
    };
    if !READ.contains(&target) {
        return Ok(());
    }
    let text = text_of(translated.bytes);
    let read = read(target, source.stage, &text);
    let Some(again) = read.result else {
        let said = rendered(&read.sources, &read.diagnostics);
        return Err(format!("{said}\n{text}").into());
    };
    let Some(inputs) = inputs else {
        return Ok(());
    };
    let interface = &translated.interface;
    let own = own_inputs(interface, shader, &again, inputs)?;
    // The reader of SPIR-V takes y downwards, as the writer leaves it.
    let mut placed = shader.clone();
    convert_depth(&mut placed, ClipDepth::MinusWToW, target.clip_depth());
    let wanted = eval::run(&placed, inputs).map_err(|errors| rendered(&read.sources, &errors))?;
    let found = eval::run(&again, &own)
        .map_err(|errors| format!("{}\n{text}", rendered(&read.sources, &errors)))?;
    agree(interface, &again, wanted, found)
        .map_err(|fault| format!("{}\n{text}", fault.message().unwrap_or_default()))?;
    Ok(())
}

/// A translation as the frontend reads it.
fn read(target: Language, stage: Option<Stage>, text: &str) -> Compilation<Shader> {
    let language = LanguageOptions::default();
    let source = match target {
        Language::Wgsl => Source::wgsl("translated", stage, text),
        _ => Source {
            stage,
            ..Source::new("translated", Stage::Vertex, text)
        },
    };
    language.lower_located(&source)
}

/// The data of a source under the names that its translation has.
fn own_inputs(
    interface: &Interface,
    shader: &Shader,
    again: &Shader,
    inputs: &RunInputs,
) -> Result<RunInputs, Failed> {
    let mut own = RunInputs {
        uniforms: Default::default(),
        textures: Default::default(),
        attributes: Default::default(),
        varyings: Default::default(),
        expected: None,
        ..inputs.clone()
    };
    uniforms(interface, shader, again, inputs, &mut own)?;
    let used = interface.textures.iter().filter(|texture| texture.used);
    for (texture, sampler) in used.zip(again.interface.samplers.values()) {
        let data = &inputs.textures[&texture.gl_name];
        own.textures.insert(sampler.name.clone(), data.clone());
    }
    for variable in again.interface.inputs.values() {
        if variable.builtin.is_some() {
            continue;
        }
        let (located, slot) = at(&interface.inputs, variable)?;
        let name = &located.variable.name;
        let table = match shader.stage {
            Stage::Vertex => (&inputs.attributes, &mut own.attributes),
            Stage::Fragment | Stage::Geometry => (&inputs.varyings, &mut own.varyings),
        };
        let rows = table.0[name].values.iter();
        let values = rows.map(|row| slot_of(&located.variable, row, slot));
        let values = values.collect();
        table.1.insert(
            variable.name.clone(),
            InputData {
                shape: None,
                values,
            },
        );
    }
    Ok(own)
}

/// The variable at the location of one of a translation, and its slot.
fn at<'a>(list: &'a [Located], variable: &Variable) -> Result<(&'a Located, u32), Failed> {
    let number = variable.location.or_else(|| {
        let digits = variable.name.rsplit("location").next()?;
        digits.parse().ok()
    });
    let number = number.or_else(|| digits_behind(&variable.name));
    let number = number.ok_or_else(|| format!("`{}` has no location", variable.name))?;
    let found = list.iter().find_map(|located| {
        let slot = number.checked_sub(located.location?)?;
        (slot < located.variable.slots()).then_some((located, slot))
    });
    found.ok_or_else(|| format!("nothing has location {number}").into())
}

fn digits_behind(name: &str) -> Option<u32> {
    let start = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    name[start.len()..].parse().ok()
}

/// The numbers of a slot, of a row in GL's order.
fn slot_of(variable: &Variable, row: &[f32], slot: u32) -> Row {
    let (columns, rows) = (
        usize::from(variable.shape.columns),
        usize::from(variable.shape.rows),
    );
    let per_element = variable.slots_per_element() as usize;
    let (element, part) = (slot as usize / per_element, slot as usize % per_element);
    let element = &row[element * columns * rows..];
    match variable.layout {
        MatrixLayout::Columns => element[part * rows..(part + 1) * rows].to_vec(),
        MatrixLayout::Rows => (0..columns)
            .map(|column| element[column * rows + part])
            .collect(),
    }
}

fn uniforms(
    interface: &Interface,
    shader: &Shader,
    again: &Shader,
    inputs: &RunInputs,
    own: &mut RunInputs,
) -> Result<(), Failed> {
    let members = interface.block.members.iter();
    let read = again.interface.uniforms.values();
    for (member, uniform) in members.zip(read) {
        let declared = &shader.interface.uniforms[member.uniform];
        let leaves = declared.leaves().into_iter();
        let row: Row = leaves
            .flat_map(|leaf| inputs.uniforms[&leaf.name].value.clone())
            .collect();
        // The layout is that of the translated shader, which the record has.
        let variable = interface.uniform(member);
        let value = (0..variable.slots())
            .flat_map(|slot| {
                let mut lanes = slot_of(variable, &row, slot);
                if member.storage == Storage::Slots && lanes.len() < 3 {
                    lanes.resize(4, 0.0);
                }
                lanes
            })
            .collect();
        let data = UniformData { shape: None, value };
        own.uniforms.insert(uniform.name.clone(), data);
    }
    Ok(())
}

fn agree(
    interface: &Interface,
    again: &Shader,
    wanted: RunOutputs,
    found: RunOutputs,
) -> Result<(), Failed> {
    let mut expected = Expected {
        discarded: wanted.discarded.clone(),
        ..Expected::default()
    };
    for variable in again.interface.outputs.values() {
        let rows = match variable.builtin {
            Some(builtin) if builtin != Builtin::FragColor => {
                let same = |located: &&Located| located.variable.builtin == Some(builtin);
                let Some(located) = interface.outputs.iter().find(same) else {
                    continue;
                };
                wanted.outputs[&named(&wanted, &located.variable)].clone()
            }
            _ => {
                let (located, slot) = at(&interface.outputs, variable)?;
                let declared = &located.variable;
                // Colours of `gl_FragData` have names of their own.
                let (name, slot) = match declared.builtin {
                    Some(Builtin::FragData) if slot > 0 => (format!("gl_FragData[{slot}]"), 0),
                    _ => (named(&wanted, declared), slot),
                };
                let rows = wanted.outputs[&name].iter();
                rows.map(|row| slot_of(declared, row, slot)).collect()
            }
        };
        expected.outputs.insert(named(&found, variable), rows);
    }
    assert!(!expected.outputs.is_empty() || interface.outputs.is_empty());
    let comparison = compare(
        &expected,
        &found,
        Tolerance::float32(Functions::Trigonometric),
    );
    if comparison.agrees() {
        return Ok(());
    }
    Err(comparison.differences.join("\n").into())
}

/// The name of an output in results: the first colour is `gl_FragColor` in all of them.
fn named(outputs: &RunOutputs, variable: &Variable) -> String {
    match variable.builtin {
        Some(Builtin::FragDepth) => "gl_FragDepth".to_owned(),
        _ if outputs.outputs.contains_key(&variable.name) => variable.name.clone(),
        _ => "gl_FragColor".to_owned(),
    }
}

fn rendered(sources: &SourceMap, diagnostics: &Diagnostics) -> String {
    let mut text = Vec::new();
    let mut renderer = Renderer::new(sources, Style::Rich, Color::Never);
    renderer
        .render_all(diagnostics, &mut text)
        .expect("memory takes everything");
    String::from_utf8_lossy(&text).into_owned()
}
