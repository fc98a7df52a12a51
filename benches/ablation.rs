//! What each pass and each group of rewriting rules is worth: how much longer programs get without it.
//!
//! ```sh
//! cargo bench --bench ablation                # the shaders of this repository
//! cargo bench --bench ablation -- FOLDER...   # other folders, with everything below them
//! ```
//!
//! Everything is compiled at the default level, once as it is and once without each name that `--without` takes. A column
//! is a processor; a cell is the growth of the instructions of all its programs together, or `needed` where a shader does
//! not compile without the pass. Names without which nothing changes on any processor are listed below the table.

#[path = "../tests/support/folders.rs"]
mod folders;

use folders::shaders_below;
use retroshade::{Compiler, Hooks, Source, Stage, Target, in_parallel, stage_of_name, targets};
use retroshade_ir::deep;
use std::path::{Path, PathBuf};

/// A processor and the shaders for it.
struct Column {
    target: &'static dyn Target,
    stage: Stage,
    shaders: Vec<Source>,
}

impl Column {
    fn name(&self) -> String {
        format!("{} {}", self.target.name(), self.stage.name())
    }

    /// The instructions of each shader's program without a pass; `None` for a shader that does not compile.
    fn counts(&self, without: Option<&str>) -> Vec<Option<u64>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        in_parallel(&self.shaders, threads, |source| {
            let mut hooks = Hooks {
                without: without.map(str::to_owned).into_iter().collect(),
                ..Hooks::default()
            };
            let compiled = Compiler::new(self.target).compile_watched(source, &mut hooks);
            let stats = compiled.result?.reflection.stats;
            Some(u64::from(stats.instructions))
        })
    }

    /// The growth without a pass as a cell of the table.
    fn cell(&self, whole: &[Option<u64>], without: &str) -> Cell {
        let other = self.counts(Some(without));
        let (mut before, mut after) = (0, 0);
        for (whole, other) in whole.iter().zip(other) {
            match (whole, other) {
                (Some(_), None) => return Cell::Needed,
                (Some(whole), Some(other)) => {
                    before += whole;
                    after += other;
                }
                (None, _) => {}
            }
        }
        Cell::Growth(before, after)
    }
}

/// What becomes of a processor's programs.
#[derive(Clone, Copy)]
enum Cell {
    /// The instructions with a pass, and without it.
    Growth(u64, u64),
    /// A shader does not compile without it.
    Needed,
    /// The processor has no such pass.
    Absent,
}

impl Cell {
    fn text(self) -> String {
        match self {
            Cell::Growth(before, after) if before == after => "0".to_owned(),
            Cell::Growth(before, after) => {
                let growth = (after as f64 / before as f64 - 1.0) * 100.0;
                format!("{growth:+.2} %")
            }
            Cell::Needed => "needed".to_owned(),
            Cell::Absent => String::new(),
        }
    }

    fn changes(self) -> bool {
        match self {
            Cell::Growth(before, after) => before != after,
            Cell::Needed => true,
            Cell::Absent => false,
        }
    }
}

fn main() {
    if let Err(panic) = deep::guarded(print_table) {
        panic!("{panic}");
    }
}

/// The folders among the arguments, or those of this repository.
fn named_folders() -> Vec<PathBuf> {
    let arguments = std::env::args().skip(1);
    let named = arguments.filter(|argument| !argument.starts_with('-'));
    let named: Vec<PathBuf> = named.map(PathBuf::from).collect();
    if named.is_empty() {
        ["examples", "tests/shaders"]
            .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
            .to_vec()
    } else {
        named
    }
}

/// A shader from a file; `None` where its name has no stage.
fn source(path: &Path) -> Option<Source> {
    let bytes = std::fs::read(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    let name = path.display().to_string();
    Some(Source::new(
        name,
        stage_of_name(path)?,
        String::from_utf8_lossy(&bytes),
    ))
}

fn columns() -> Vec<Column> {
    let folders = named_folders();
    let paths = folders.iter().flat_map(|folder| shaders_below(folder));
    let sources: Vec<Source> = paths.filter_map(|path| source(&path)).collect();
    let mut columns = Vec::new();
    for &target in targets() {
        // The later versions of AGAL share all that is measured here.
        if matches!(target.name(), "agal2" | "agal3") {
            continue;
        }
        for stage in [Stage::Vertex, Stage::Fragment] {
            if target.runs_programs(stage) {
                let shaders = sources.iter().filter(|source| source.stage == Some(stage));
                let shaders = shaders.cloned().collect();
                columns.push(Column {
                    target,
                    stage,
                    shaders,
                });
            }
        }
    }
    columns
}

fn print_table() {
    let columns = columns();
    let whole: Vec<Vec<Option<u64>>> = columns.iter().map(|column| column.counts(None)).collect();
    let head: Vec<String> = columns.iter().map(Column::name).collect();
    println!("| without | {} |", head.join(" | "));
    println!("| ---{} |", " | ---".repeat(columns.len()));
    let totals = whole.iter().map(|counts| {
        let sum: u64 = counts.iter().flatten().sum();
        format!("{sum} in {}", counts.iter().flatten().count())
    });
    println!("| nothing | {} |", totals.collect::<Vec<_>>().join(" | "));
    let mut names: Vec<&str> = Vec::new();
    for column in &columns {
        for name in column.target.omittable(column.stage) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let mut idle = Vec::new();
    for name in names {
        let cells = columns.iter().zip(&whole).map(|(column, whole)| {
            if column.target.omittable(column.stage).contains(&name) {
                column.cell(whole, name)
            } else {
                Cell::Absent
            }
        });
        let cells: Vec<Cell> = cells.collect();
        if cells.iter().any(|cell| cell.changes()) {
            let cells: Vec<String> = cells.into_iter().map(Cell::text).collect();
            println!("| `{name}` | {} |", cells.join(" | "));
        } else {
            idle.push(name);
        }
    }
    println!("\nWithout effect: {}", idle.join(", "));
}
