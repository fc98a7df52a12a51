//! The command line.
//!
//! ```text
//! programs   random programs and pairs of a range of seeds      table   counts by target and level
//! cases      what fails, made small and written to files        changed    inputs changed at random
//! driver     random programs on a driver of OpenGL ES           rewritten  variants of shaders
//! faults     faults in the assembly of shaders' programs
//! ```

mod cases;
mod changed;
mod driver;
mod faults;
mod programs;
mod rewritten;
mod table;

use clap::{Args, Parser, Subcommand, ValueEnum};
use retroshade::{Optimize, Stage, Target, find_target, target_names, targets};
use retroshade_diagnostics::fault::Fault;
use retroshade_fuzz::driver::GLES;
use retroshade_fuzz::inputs::{self, Entry};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Random ESSL programs, each judged on every target against the interpreter of the language.
///
/// Exit status: 0 if nothing fails, 1 if something does, 2 if the command line is at fault.
#[derive(Parser)]
#[command(name = "retroshade-fuzz", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile random programs, run them on the simulators, compare with the interpreter
    Programs(Programs),
    /// Link random pairs, run both programs one behind the other, compare with the interpreter
    Pairs(Programs),
    /// Run random programs on a driver of OpenGL ES, compare with the interpreter
    Driver(Driver),
    /// Change seeds at random and hand them to everything that reads input
    Inputs(Inputs),
    /// Rewrite shaders in ways that change no result, and compare results
    Variants(Variants),
    /// Change one thing in the assembly of shaders' programs, and ask the prover whether it notices
    Faults(Faults),
    /// Print random programs
    Show(Seeds),
}

/// Where programs are judged.
#[derive(Args)]
struct Judging {
    /// Targets, separated by commas; all by default
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = target)]
    targets: Vec<&'static dyn Target>,
    /// Levels of optimisation, separated by commas
    #[arg(
        long,
        value_name = "LEVEL,..",
        value_delimiter = ',',
        default_value = "0,1,s,3"
    )]
    levels: Vec<Level>,
    /// One of the levels for each program and target, in turn, and not all of them
    #[arg(long)]
    rotate: bool,
    /// Ask the prover as well
    #[arg(long)]
    prove: bool,
    /// Hold the printed form of shaders to its rules as well
    #[arg(long)]
    printed: bool,
    #[command(flatten)]
    run: Run,
}

/// How long a run is, and what becomes of failures.
#[derive(Args)]
struct Run {
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Begin no further program after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// End at the first failure
    #[arg(long)]
    stop: bool,
    /// Write what fails to a folder, made small, with the data to run it on
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Make at most so many failures of the same kind small
    #[arg(long, value_name = "N", default_value_t = 3)]
    shrink: usize,
}

#[derive(Args)]
struct Programs {
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Args)]
struct Driver {
    #[command(flatten)]
    seeds: Seeds,
    /// The driver's program, with its arguments, parted by blanks
    #[arg(long, value_name = "COMMAND", default_value = GLES)]
    command: String,
    #[command(flatten)]
    run: Run,
}

#[derive(Args)]
struct Inputs {
    /// The folder of seeds, with a folder for each entry
    #[arg(long, value_name = "FOLDER", default_value = "fuzz/seeds")]
    seeds: PathBuf,
    /// Entries, separated by commas; all by default
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = entry)]
    entries: Vec<Entry>,
    /// The first changed input
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Changed inputs for each entry
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: u64,
    /// Write inputs that fail to a folder
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

#[derive(Args)]
struct Variants {
    /// Shaders (.vert, .frag), and folders that are searched for them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Seed of the data and of the places that are rewritten
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    judging: Judging,
}

#[derive(Args)]
struct Faults {
    /// Shaders (.vert, .frag), and folders that are searched for them
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Targets, separated by commas; agal1, agal3, lima, nv2a and pica200 by default
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = target)]
    targets: Vec<&'static dyn Target>,
    /// Programs of one stage only
    #[arg(long, value_name = "STAGE", value_parser = stage)]
    stage: Option<Stage>,
    /// Faults for each target, half of them in shaders with conditions or limits
    #[arg(long, value_name = "N", default_value_t = 500)]
    count: u32,
    /// Seed of the order of the shaders, of the faults and of the numbers
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print each fault
    #[arg(long)]
    verbose: bool,
    /// Write what is missed to a folder: the source, the faulty text and its record
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// Which programs.
#[derive(Args)]
struct Seeds {
    /// Seeds: A..B
    #[arg(long, value_name = "A..B", default_value = "0..1000", value_parser = range)]
    seeds: Range<u64>,
    /// Programs of one stage only
    #[arg(long, value_name = "STAGE", value_parser = stage)]
    stage: Option<Stage>,
    /// Version of the language; mostly 100 by default
    #[arg(long, value_name = "VERSION")]
    std: Option<Std>,
    /// About how many statements; mostly few by default
    #[arg(long, value_name = "N")]
    statements: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Std {
    #[value(name = "100")]
    Essl100,
    #[value(name = "300es")]
    Essl300,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Level {
    #[value(name = "0")]
    None,
    #[value(name = "1", alias = "2")]
    Normal,
    #[value(name = "s")]
    Size,
    #[value(name = "3")]
    Most,
}

impl From<Level> for Optimize {
    fn from(level: Level) -> Optimize {
        match level {
            Level::None => Optimize::None,
            Level::Normal => Optimize::Normal,
            Level::Size => Optimize::Size,
            Level::Most => Optimize::Most,
        }
    }
}

impl Judging {
    /// The targets and levels for the program of a seed.
    fn places(
        &self,
        seed: u64,
        suits: impl Fn(&dyn Target) -> bool,
    ) -> Vec<(&'static dyn Target, Optimize)> {
        let targets = if self.targets.is_empty() {
            targets()
        } else {
            &self.targets
        };
        let mut places = Vec::new();
        for (number, &target) in targets.iter().enumerate() {
            let turn = (seed as usize).wrapping_add(number) % self.levels.len().max(1);
            let levels = if self.rotate {
                self.levels.get(turn..=turn).unwrap_or_default()
            } else {
                &self.levels
            };
            if suits(target) {
                places.extend(levels.iter().map(|&level| (target, level.into())));
            }
        }
        places
    }
}

fn target(name: &str) -> Result<&'static dyn Target, Fault> {
    find_target(name).ok_or_else(|| format!("there are {}", target_names()).into())
}

fn entry(name: &str) -> Result<Entry, Fault> {
    let names: Vec<&str> = inputs::ENTRIES.iter().map(|entry| entry.name).collect();
    inputs::entry(name).ok_or_else(|| format!("there are {}", names.join(", ")).into())
}

fn stage(name: &str) -> Result<Stage, Fault> {
    match name {
        "vert" | "vertex" => Ok(Stage::Vertex),
        "frag" | "fragment" => Ok(Stage::Fragment),
        _ => Err("there are vert and frag".into()),
    }
}

fn range(text: &str) -> Result<Range<u64>, Fault> {
    let (from, to) = text.split_once("..").ok_or("a range is A..B")?;
    let number = |text: &str| {
        let number = text.parse();
        number.map_err(|_| Fault::from(format!("`{text}` is no seed")))
    };
    Ok(number(from)?..number(to)?)
}

fn seconds(text: &str) -> Result<Duration, Fault> {
    let seconds = text.parse().map(Duration::from_secs);
    seconds.map_err(|_| format!("`{text}` is no number of seconds").into())
}

/// Does what the command line asks for.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let done = match &arguments.command {
        Command::Programs(programs) => programs::judge(programs),
        Command::Pairs(programs) => programs::judge_pairs(programs),
        Command::Driver(arguments) => driver::judge(arguments),
        Command::Inputs(inputs) => changed::survive(inputs),
        Command::Variants(variants) => rewritten::compare(variants),
        Command::Faults(faults) => faults::notice(faults),
        Command::Show(seeds) => Ok(programs::show(seeds)),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("retroshade-fuzz: error: {message}");
            ExitCode::from(2)
        }
    }
}
