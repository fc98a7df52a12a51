//! What is printed into the pages of the book: instruction tables, limits and passes, from the tables that the
//! compiler itself works with.

use retroshade::counts::limit_name;
use retroshade::instructions::{Operation, operations};
use retroshade::{Stage, find_target};
use retroshade_agal::select as agal;
use retroshade_ir::pass::{Exactness, Pass};
use retroshade_ir::pipeline;
use retroshade_lima::{gp, pp};
use retroshade_nv2a::select as nv2a;
use retroshade_pica200::select as pica200;

/// As much of pbkit as the page of NV2A uses.
pub(crate) const PBKIT: &str = "#include <stdint.h>\n\
    enum { NV097_SET_TRANSFORM_CONSTANT_LOAD, NV097_SET_TRANSFORM_CONSTANT, NV097_SET_TRANSFORM_PROGRAM_START,\n\
    NV097_SET_TRANSFORM_EXECUTION_MODE, NV097_SET_TRANSFORM_PROGRAM_CXT_WRITE_EN, NV097_SET_TRANSFORM_PROGRAM_LOAD,\n\
    NV097_SET_TRANSFORM_PROGRAM };\n\
    uint32_t *pb_begin(void); void pb_end(uint32_t *); void pb_push(uint32_t *, uint32_t, uint32_t);\n\
    uint32_t *pb_push1(uint32_t *, uint32_t, uint32_t);\n";

/// A page with every generated part as it should be. A part stands between `<!-- printed: NAME -->` and
/// `<!-- end of NAME -->`.
pub(crate) fn refreshed(page: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("<!-- printed: ") {
        let (name, after) = after.split_once(" -->\n").ok_or("a mark without an end")?;
        let end = format!("<!-- end of {name} -->");
        let (_, after) = after.split_once(&end).ok_or(format!("no {end}"))?;
        text.push_str(&format!(
            "{before}<!-- printed: {name} -->\n{}{end}",
            part(name)?
        ));
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn part(name: &str) -> Result<String, String> {
    match name.split_once(' ') {
        Some(("limits", targets)) => limits(targets),
        _ => match name {
            "instructions-agal" => instructions("agal1", Stage::Vertex),
            "instructions-gp" => instructions("lima", Stage::Vertex),
            "instructions-nv2a" => instructions("nv2a", Stage::Vertex),
            "instructions-pica200" => instructions("pica200", Stage::Vertex),
            "instructions-pp" => instructions("lima", Stage::Fragment),
            "passes" => Ok(passes()),
            _ => Err(format!("nothing prints {name}")),
        },
    }
}

/// The limits of targets side by side, `lima/vertex` for one stage of one.
fn limits(targets: &str) -> Result<String, String> {
    let mut columns = Vec::new();
    for word in targets.split(' ') {
        let (name, stage) = word.split_once('/').ok_or("a target and a stage")?;
        let target = find_target(name).ok_or(format!("no target {name}"))?;
        let stage = if stage == "vertex" {
            Stage::Vertex
        } else {
            Stage::Fragment
        };
        columns.push((word, target.limits(stage)));
    }
    let mut names: Vec<&str> = Vec::new();
    for limit in columns.iter().flat_map(|(_, limits)| limits) {
        if !names.contains(&limit.name) {
            names.push(limit.name);
        }
    }
    let heads: Vec<String> = columns
        .iter()
        .map(|(word, _)| word.replace('/', " "))
        .collect();
    let mut text = format!(
        "| | {} |\n| --- |{}\n",
        heads.join(" | "),
        " --- |".repeat(heads.len())
    );
    for name in names {
        let cells = columns.iter().map(|(_, limits)| {
            let limit = limits.iter().find(|limit| limit.name == name);
            limit.map_or("–".to_owned(), |limit| limit.value.to_string())
        });
        text.push_str(&format!(
            "| {} | {} |\n",
            limit_name(name),
            cells.collect::<Vec<_>>().join(" | ")
        ));
    }
    Ok(text)
}

/// The passes of the representation and of each chip, by their classes of exactness.
fn passes() -> String {
    type Named = (&'static str, Exactness);
    fn named<U, C>(passes: &[Pass<U, C>]) -> Vec<Named> {
        let named = passes.iter().map(|pass| (pass.name, pass.exactness));
        named.collect()
    }
    let lists = [
        ("all", named(pipeline::standard().passes())),
        ("agal", named(agal::ALL)),
        ("lima, vertex", named(gp::passes::ALL)),
        ("lima, fragment", named(pp::passes::ALL)),
        ("nv2a", named(nv2a::ALL)),
        ("pica200", named(pica200::ALL)),
    ];
    let mut text = String::from("| targets | class | passes |\n| --- | --- | --- |\n");
    for (targets, list) in lists {
        for class in Exactness::ALL {
            let mut names: Vec<String> = Vec::new();
            for (name, _) in list.iter().filter(|(_, exactness)| *exactness == class) {
                let name = format!("`{name}`");
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if !names.is_empty() {
                let (class, names) = (class.name(), names.join(", "));
                text.push_str(&format!("| {targets} | {class} | {names} |\n"));
            }
        }
    }
    text
}

/// The operations of a processor. Columns in which nothing stands are left out.
fn instructions(name: &str, stage: Stage) -> Result<String, String> {
    type Column = (&'static str, fn(&Operation) -> String);
    let columns: [Column; 7] = [
        ("unit", |one| one.unit.to_owned()),
        ("code", |one| one.code.clone()),
        ("operation", |one| format!("`{}`", one.name)),
        ("operands", |one| one.operands.clone()),
        ("result", |one| one.result.clone()),
        ("", |one| one.note.to_owned()),
        ("latency", |one| one.latency.to_owned()),
    ];
    let target = find_target(name).ok_or(format!("no target {name}"))?;
    let operations = operations(target, stage);
    let used = columns.into_iter().filter(|(_, cell)| {
        let mut cells = operations.iter().map(cell);
        cells.any(|cell| !cell.is_empty())
    });
    let used: Vec<Column> = used.collect();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(used.iter().map(|(head, _)| (*head).to_owned()).collect());
    text.push_str(&line(vec!["---".to_owned(); used.len()]));
    for one in &operations {
        // A bar would end the cell.
        let cells = used.iter().map(|(_, cell)| cell(one).replace('|', "\\|"));
        text.push_str(&line(cells.collect()));
    }
    Ok(text)
}
