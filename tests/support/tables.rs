//! What is printed into the pages of the book: instruction tables, limits and passes, from the tables that the
//! compiler itself works with.

use retroshade::counts::limit_name;
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
            "instructions-agal" => Ok(agal_instructions()),
            "instructions-gp" => Ok(geometry()),
            "instructions-pp" => Ok(pixel()),
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

fn agal_instructions() -> String {
    use retroshade_agal::isa::{Second, TABLE};
    let mut text = String::from(
        "| code | instruction | operands | where | result |\n| --- | --- | --- | --- | --- |\n",
    );
    for row in TABLE.rows {
        let info = &row.info;
        let mut operands = Vec::new();
        if info.dest {
            operands.push(if info.xyz {
                "dst.xyz".to_owned()
            } else {
                "dst".to_owned()
            });
        }
        if info.first {
            operands.push("a".to_owned());
        }
        match info.second {
            Second::None => {}
            Second::Source => operands.push("b".to_owned()),
            Second::Sampler => operands.push("sampler".to_owned()),
            Second::Matrix(rows) => operands.push(format!("{rows} rows")),
        }
        let place = match (info.place.fragment_only, info.place.version_2) {
            (false, false) => "everywhere",
            (true, false) => "fragments",
            (false, true) => "from agal2",
            (true, true) => "fragments, from agal2",
        };
        text.push_str(&format!(
            "| 0x{:02x} | `{}` | {} | {place} | {} |\n",
            row.code,
            row.name,
            operands.join(", "),
            row.note.replace('|', "\\|")
        ));
    }
    text
}

fn geometry() -> String {
    let mut text =
        String::from("| unit | code | operation | operands |\n| --- | --- | --- | --- |\n");
    for row in gp::isa::ACC {
        text.push_str(&format!(
            "| add 0, add 1 | {} | `{}` | {} |\n",
            row.code,
            row.name,
            row.function.arity()
        ));
    }
    for (unit, table) in [
        ("mul 0, mul 1", gp::isa::MUL),
        ("complex", gp::isa::COMPLEX),
        ("pass", gp::isa::PASS),
    ] {
        for (code, name) in table {
            let operands = if unit.starts_with("mul") { 2 } else { 1 };
            text.push_str(&format!("| {unit} | {code} | `{name}` | {operands} |\n"));
        }
    }
    text
}

fn pixel() -> String {
    let mut text =
        String::from("| units | code | operation | on vectors only |\n| --- | --- | --- | --- |\n");
    for (units, table) in [
        ("vector and scalar multiplier", pp::isa::MUL),
        ("vector and scalar adder", pp::isa::ADD),
        ("combine", pp::isa::COMBINE),
    ] {
        for row in table {
            let vector = if row.is_vector_only() { "yes" } else { "" };
            text.push_str(&format!(
                "| {units} | {} | `{}` | {vector} |\n",
                row.fixed("op"),
                row.name
            ));
        }
    }
    text
}
