//! Proofs over folders of shaders: verdicts by target and level, and how long a proof takes.
//!
//! ```sh
//! cargo bench --bench prove                     # the shaders of this repository
//! cargo bench --bench prove -- FOLDER...        # other folders, with everything below them
//! ```
//!
//! `RETROSHADE_PROVE_TARGETS=lima,nv2a` and `RETROSHADE_PROVE_LEVELS=0,s,1,3` say which targets and levels,
//! `RETROSHADE_PROVE_LIST=1` prints a line for each program that is not proved whole, `RETROSHADE_PROVE_EVERY=10`
//! takes every tenth shader. `position` is the target's own. Fragment programs of nv2a and pica200, which are
//! settings, are left out. Times are those of the processor where the system tells them.

use retroshade::proof::{Verdict, prove_with};
use retroshade::{Compiler, LanguageOptions, Source, Stage, find_target};
use retroshade_ir::deep;
use retroshade_kit::target::Optimize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const LEVELS: [(&str, Optimize); 4] = [
    ("0", Optimize::None),
    ("s", Optimize::Size),
    ("1", Optimize::Normal),
    ("3", Optimize::Most),
];

fn main() {
    // As in a run over many shaders, the deep stack is taken once.
    if let Err(panic) = deep::guarded(measure) {
        panic!("{panic}");
    }
}

fn chosen(name: &str, all: &str) -> Vec<String> {
    let list = std::env::var(name).unwrap_or_else(|_| all.to_owned());
    list.split(',').map(str::to_owned).collect()
}

/// What became of the programs of a target and level.
#[derive(Default)]
struct Row {
    compiled: usize,
    proved: usize,
    /// Proved but for outputs that the target has no place for.
    but_outputs: usize,
    on_cells: usize,
    undecided: usize,
    different: usize,
    times: Vec<f64>,
}

fn measure() {
    let folders: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .map(PathBuf::from)
        .collect();
    let own = ["examples", "tests/shaders"]
        .map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let folders = if folders.is_empty() {
        own.to_vec()
    } else {
        folders
    };
    let mut sources = Vec::new();
    for folder in &folders {
        collect(folder, &mut sources);
    }
    let every = std::env::var("RETROSHADE_PROVE_EVERY").ok();
    let every = every.and_then(|every| every.parse().ok()).unwrap_or(1);
    let sources: Vec<Source> = sources.into_iter().step_by(every).collect();
    let list = std::env::var_os("RETROSHADE_PROVE_LIST").is_some();
    let language = LanguageOptions::default();
    println!(
        "target   level  compiled   proved   but outputs   on cells   undecided   different   proved %   whole %   median ms   95 %   worst"
    );
    for name in chosen(
        "RETROSHADE_PROVE_TARGETS",
        "agal1,agal2,agal3,lima,nv2a,pica200",
    ) {
        let target = find_target(&name).unwrap_or_else(|| panic!("no target {name}"));
        for level in chosen("RETROSHADE_PROVE_LEVELS", "0,s,1,3") {
            let mut levels = LEVELS.iter();
            let level = levels.find(|(name, _)| *name == level);
            let (level, optimize) = level.unwrap_or_else(|| panic!("levels are 0, s, 1 and 3"));
            let mut compiler = Compiler::new(target);
            compiler.options.optimize = *optimize;
            let mut row = Row::default();
            for source in &sources {
                let Some((verdict, time)) = proof(&language, &compiler, source) else {
                    continue;
                };
                if list && verdict != Verdict::Proved {
                    println!("{name} -O{level} {}: {verdict}", source.name);
                }
                row.add(&verdict, time);
            }
            row.print(&name, level);
        }
    }
}

/// The verdict on a shader, and the milliseconds that it took; `None` where there is no program.
fn proof(
    language: &LanguageOptions,
    compiler: &Compiler,
    source: &Source,
) -> Option<(Verdict, f64)> {
    let shader = language.lower(source).result?;
    let settings = compiler.target.is_fixed(shader.stage);
    if settings {
        return None;
    }
    let compiled = compiler.compile(source).result?;
    let start = (processor_time(), Instant::now());
    let verdict = prove_with(
        &shader,
        compiler.target,
        compiled.as_binary(),
        &compiled.reflection,
        &compiler.options,
    );
    let taken = match (start.0, processor_time()) {
        (Some(before), Some(now)) => now - before,
        _ => start.1.elapsed(),
    };
    Some((verdict, taken.as_secs_f64() * 1e3))
}

/// What this thread has had of the processor, on Linux.
fn processor_time() -> Option<Duration> {
    // The system brings its count up to date where a thread gives way, else a few hundred times a second only.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

impl Row {
    fn add(&mut self, verdict: &Verdict, time: f64) {
        self.compiled += 1;
        let count = match verdict {
            Verdict::Proved => &mut self.proved,
            Verdict::ProvedOnCells {
                points: 64,
                unexplained: 0,
                open: 0,
                rounded: 0,
                undefined: 0,
                rootless: 0,
                unseen,
                ..
            } if unseen.is_empty() => &mut self.but_outputs,
            Verdict::ProvedOnCells { .. } => &mut self.on_cells,
            Verdict::Undecided(_) => &mut self.undecided,
            Verdict::Different(_) => &mut self.different,
        };
        *count += 1;
        self.times.push(time);
    }

    fn print(mut self, target: &str, level: &str) {
        if self.times.is_empty() {
            return;
        }
        self.times.sort_by(f64::total_cmp);
        let part = |part: f64| self.times[((self.times.len() - 1) as f64 * part) as usize];
        let percent = |count: usize| 100.0 * count as f64 / self.compiled as f64;
        println!(
            "{target:8} -O{level:4} {:8} {:8} {:12} {:10} {:11} {:11} {:10.1} {:9.1} {:11.3} {:6.1} {:7.1}",
            self.compiled,
            self.proved,
            self.but_outputs,
            self.on_cells,
            self.undecided,
            self.different,
            percent(self.proved + self.but_outputs + self.on_cells),
            percent(self.proved + self.but_outputs),
            part(0.5),
            part(0.95),
            part(1.0),
        );
    }
}

/// The shaders in a folder and below it, in the order of their names.
fn collect(folder: &Path, sources: &mut Vec<Source>) {
    let entries =
        std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let stage = match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() => {
                collect(&path, sources);
                continue;
            }
            Some("vert") => Stage::Vertex,
            Some("frag") => Stage::Fragment,
            _ => continue,
        };
        if let Ok(text) = std::fs::read_to_string(&path) {
            sources.push(Source::new(path.to_string_lossy(), stage, text));
        }
    }
}
