//! What a user asks, as text.

use retroshade_diagnostics::fault::Fault;
use retroshade_kit::machine::Kind;

/// The place of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The instruction of a number, from 0.
    Instruction(usize),
    /// A line, of the first source or of one that is named.
    Line(Option<String>, usize),
}

/// A request of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Runs so many instructions.
    Step(usize),
    /// Takes back so many instructions.
    Back(usize),
    /// Runs to another line of the source.
    Next,
    /// Goes back to where the line before began.
    BackNext,
    /// Runs to a breakpoint or the end.
    Continue,
    /// Goes back to a breakpoint or the start.
    BackContinue,
    /// Goes to the start.
    Start,
    /// Goes to the end.
    End,
    /// Runs until a value changes.
    Until(String),
    /// Sets a breakpoint; at the next instruction where nothing is said.
    Break(Option<Location>),
    /// Takes away the breakpoint of a number, or all.
    Delete(Option<usize>),
    /// Lists breakpoints.
    Breakpoints,
    /// Shows a value after each move.
    Watch(String),
    /// Shows a value, or all, no more.
    Unwatch(Option<String>),
    /// Shows a value once.
    Print(String),
    /// Shows the local variables.
    Locals,
    /// Shows registers of a kind, or all that are not the same throughout.
    Registers(Option<Kind>),
    /// Shows the machine code around the next instruction, so many lines before and after.
    Code(usize),
    /// Shows the source around the next instruction.
    Source(usize),
    /// Says where the program is.
    Where,
    /// Lists the commands.
    Help,
    /// Ends the debugger.
    Quit,
}

/// A command for the help.
#[derive(Clone, Copy, Debug)]
pub struct CommandHelp {
    /// The word.
    pub word: &'static str,
    /// Shorter forms.
    pub short: &'static [&'static str],
    /// What follows it.
    pub arguments: &'static str,
    /// What it does.
    pub about: &'static str,
}

const fn entry(
    word: &'static str,
    short: &'static [&'static str],
    arguments: &'static str,
    about: &'static str,
) -> CommandHelp {
    CommandHelp {
        word,
        short,
        arguments,
        about,
    }
}

/// All commands.
pub const COMMANDS: &[CommandHelp] = &[
    entry("step", &["s"], "[N]", "run N instructions, or one"),
    entry("back", &["rs"], "[N]", "take back N instructions, or one"),
    entry("next", &["n"], "", "run to another line of the source"),
    entry(
        "back-next",
        &["rn"],
        "",
        "go back to where the line before began",
    ),
    entry("continue", &["c"], "", "run to a breakpoint or the end"),
    entry(
        "back-continue",
        &["rc"],
        "",
        "go back to a breakpoint or the start",
    ),
    entry("start", &[], "", "go to the start"),
    entry("end", &[], "", "go to the end"),
    entry("until", &["u"], "NAME", "run until a value changes"),
    entry(
        "break",
        &["b"],
        "[LINE|FILE:LINE|*N]",
        "stop at a line or at instruction N; here",
    ),
    entry("delete", &["d"], "[N]", "take away breakpoint N, or all"),
    entry("breakpoints", &[], "", "list the breakpoints"),
    entry("watch", &["w"], "NAME", "show a value after each move"),
    entry("unwatch", &[], "[NAME]", "show a value, or all, no more"),
    entry(
        "print",
        &["p"],
        "NAME",
        "show a local variable, a register, a uniform, an input or an output",
    ),
    entry("locals", &[], "", "show the local variables"),
    entry(
        "registers",
        &["r"],
        "[KIND]",
        "show registers that change, or those of a kind",
    ),
    entry(
        "code",
        &["l", "list"],
        "[N]",
        "show N lines of machine code before and after",
    ),
    entry(
        "source",
        &["src"],
        "[N]",
        "show N lines of the source before and after",
    ),
    entry("where", &[], "", "say where the program is"),
    entry("help", &["h", "?"], "", "list the commands"),
    entry("quit", &["q"], "", "end"),
];

/// Lines of context where nobody says how many.
const AROUND: usize = 4;

impl Command {
    /// Reads a command; `None` for an empty line and for a comment after `#`.
    ///
    /// # Errors
    /// A sentence for the user.
    pub fn parse(line: &str) -> Result<Option<Command>, Fault> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let known = COMMANDS
            .iter()
            .find(|one| one.word == word || one.short.contains(&word))
            .ok_or_else(|| format!("there is no command `{word}`; `help` lists them"))?;
        if known.arguments.is_empty() && !rest.is_empty() {
            return Err(format!("`{}` takes nothing after it", known.word).into());
        }
        read(known, rest).map(Some)
    }
}

fn read(known: &CommandHelp, rest: &str) -> Result<Command, Fault> {
    let word = known.word;
    let name = || -> Result<String, Fault> {
        if rest.is_empty() {
            Err(format!(
                "{word} what? A local variable, a register, a uniform, an input or an output"
            )
            .into())
        } else {
            Ok(rest.to_owned())
        }
    };
    let some = (!rest.is_empty()).then(|| rest.to_owned());
    Ok(match word {
        "step" => Command::Step(count(word, rest)?.unwrap_or(1)),
        "back" => Command::Back(count(word, rest)?.unwrap_or(1)),
        "next" => Command::Next,
        "back-next" => Command::BackNext,
        "continue" => Command::Continue,
        "back-continue" => Command::BackContinue,
        "start" => Command::Start,
        "end" => Command::End,
        "until" => Command::Until(name()?),
        "break" => Command::Break(some.as_deref().map(location).transpose()?),
        "delete" => Command::Delete(count(word, rest)?),
        "breakpoints" => Command::Breakpoints,
        "watch" => Command::Watch(name()?),
        "unwatch" => Command::Unwatch(some),
        "print" => Command::Print(name()?),
        "locals" => Command::Locals,
        "registers" => Command::Registers(some.as_deref().map(kind).transpose()?),
        "code" => Command::Code(count(word, rest)?.unwrap_or(AROUND)),
        "source" => Command::Source(count(word, rest)?.unwrap_or(AROUND)),
        "where" => Command::Where,
        "quit" => Command::Quit,
        _ => Command::Help,
    })
}

/// A number from 1, if something follows.
fn count(word: &str, rest: &str) -> Result<Option<usize>, Fault> {
    if rest.is_empty() {
        return Ok(None);
    }
    let number = rest.parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| format!("`{word} {rest}`: a number from 1 is due"))?;
    Ok(Some(number))
}

fn location(text: &str) -> Result<Location, Fault> {
    let fault = || Fault::from(format!("`break {text}`: a line, FILE:LINE or *N is due"));
    if let Some(number) = text.strip_prefix('*') {
        return number
            .parse()
            .map(Location::Instruction)
            .map_err(|_| fault());
    }
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) => (Some(file.to_owned()), line),
        None => (None, text),
    };
    let line = line.parse().ok().filter(|line| *line > 0);
    Ok(Location::Line(file, line.ok_or_else(fault)?))
}

fn kind(text: &str) -> Result<Kind, Fault> {
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    found.ok_or_else(|| {
        let names = Kind::ALL.map(Kind::name).join(", ");
        format!("there is no kind of registers `{text}`, but {names}").into()
    })
}

/// The commands, a line each.
pub(super) fn help() -> Vec<String> {
    let line = |one: &CommandHelp| {
        let words: Vec<&str> = std::iter::once(one.word)
            .chain(one.short.iter().copied())
            .collect();
        let usage = format!("{} {}", words.join(", "), one.arguments);
        format!("{usage:<34} {}", one.about)
    };
    COMMANDS.iter().map(line).collect()
}
