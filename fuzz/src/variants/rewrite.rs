//! The rewritings.

use super::words::{bare, is_float};
use retroshade_ir::Stage;
use retroshade_ir::random::Random;

/// Changes of one kind in one source, at most.
const MOST: usize = 5;

/// The place of a word.
struct Place {
    /// Inside the body of a function.
    code: bool,
    /// Parentheses and brackets around.
    around: u32,
    /// The statement so far has one of the words of constant expressions.
    constant: bool,
    /// The words `=` and `return` of the statement so far.
    value: bool,
}

/// The place of each word.
fn places(words: &[String]) -> Vec<Place> {
    // Whether each block around is code, and whether the statement that it stands in is constant.
    let mut blocks: Vec<(bool, bool)> = Vec::new();
    let (mut around, mut constant, mut value) = (0u32, false, false);
    let mut places = Vec::new();
    let mut structure = false;
    for (index, word) in words.iter().enumerate() {
        let before = index
            .checked_sub(1)
            .map_or("", |before| bare(&words[before]));
        let mut in_constant = false;
        match bare(word) {
            "{" => {
                let inside = blocks.last().is_some_and(|(code, _)| *code);
                let is_code = !structure && (inside || before == ")");
                blocks.push((is_code, structure && constant));
                structure = false;
            }
            "}" => in_constant = blocks.pop().is_some_and(|(_, constant)| constant),
            "(" | "[" => around += 1,
            ")" | "]" => around = around.saturating_sub(1),
            "struct" | "uniform" => structure = true,
            "const" | "for" | "case" => constant = true,
            "=" | "return" => value = true,
            _ => {}
        }
        places.push(Place {
            code: blocks.last().is_some_and(|(code, _)| *code),
            around,
            constant,
            value,
        });
        if matches!(bare(word), ";" | "{" | "}") && around == 0 {
            (constant, value) = (in_constant, false);
            structure &= bare(word) != ";";
        }
    }
    places
}

/// Behind the directives that have to stand in front of everything else.
fn top(words: &[String]) -> usize {
    let first = ["#version", "#extension"];
    let is_first = |word: &String| first.iter().any(|name| bare(word).starts_with(name));
    words.iter().rposition(is_first).map_or(0, |at| at + 1)
}

fn declare(words: &mut Vec<String>, text: &str) {
    let at = top(words);
    words.insert(at, format!("\n{text}\n"));
}

/// The word of `main` in `void main`.
fn main_of(words: &[String]) -> Option<usize> {
    let at = words.iter().rposition(|word| bare(word) == "main")?;
    let before = words.get(at.checked_sub(1)?)?;
    (bare(before) == "void").then_some(at)
}

/// At most [`MOST`] of these, in order.
fn some(mut all: Vec<usize>, random: &mut Random) -> Vec<usize> {
    while all.len() > MOST {
        all.remove(random.below(all.len() as u64) as usize);
    }
    all
}

pub(super) fn dead_branches(words: &mut Vec<String>, stage: Stage, random: &mut Random) -> bool {
    let output = match stage {
        Stage::Vertex | Stage::Geometry => "gl_Position",
        Stage::Fragment => "gl_FragColor",
    };
    if !words.iter().any(|word| bare(word) == output) {
        return false;
    }
    let places = places(words);
    let ends = words.iter().enumerate().filter(|&(index, word)| {
        let next = words.get(index + 1).map_or("", |next| bare(next));
        let place = &places[index];
        // A label has to come first in a `switch`.
        let fits = !["else", "while", "case", "default"].contains(&next);
        bare(word) == ";" && place.code && place.around == 0 && fits
    });
    let ends = some(ends.map(|(index, _)| index).collect(), random);
    for &at in ends.iter().rev() {
        let text = " if (fuzz_zero > 1.0) { fuzz_state += 1.0; }";
        words.insert(at + 1, text.to_owned());
    }
    if ends.is_empty() || !outlining(words) {
        return false;
    }
    if let Some(last) = words.last_mut() {
        *last = format!(
            "\nvoid main() {{ fuzz_main(); if (fuzz_state > 0.5) {output} = vec4(fuzz_state); }}\n"
        );
    }
    let declared = "uniform mediump float fuzz_zero;\nmediump float fuzz_state = 0.0;";
    declare(words, declared);
    true
}

pub(super) fn outlining(words: &mut Vec<String>) -> bool {
    let Some(at) = main_of(words) else {
        return false;
    };
    words[at] = " fuzz_main".to_owned();
    words.push("\nvoid main() { fuzz_main(); }\n".to_owned());
    true
}

pub(super) fn identity(words: &mut Vec<String>, random: &mut Random) -> bool {
    let spots = places(words);
    let mut changed = false;
    let literals = words.iter().enumerate().filter(|&(index, word)| {
        let place = &spots[index];
        is_float(word) && place.code && place.value && !place.constant
    });
    let literals = some(literals.map(|(index, _)| index).collect(), random);
    for at in literals {
        words[at] = format!(" ({} + fuzz_zero)", bare(&words[at]));
        changed = true;
    }
    let is_output = |word: &String| ["gl_Position", "gl_FragColor"].contains(&bare(word));
    for at in 0..words.len().saturating_sub(2) {
        let assigns = bare(&words[at + 1]) == "=" && bare(&words[at + 2]) != "=";
        if !is_output(&words[at]) || !assigns || !spots[at].code {
            continue;
        }
        let end = (at..words.len()).find(|&end| bare(&words[end]) == ";");
        if let Some(end) = end {
            words[at + 1] += " (";
            words[end] = ") * fuzz_one;".to_owned();
            changed = true;
        }
    }
    declare(
        words,
        "uniform mediump float fuzz_zero;\nuniform mediump float fuzz_one;",
    );
    changed
}

pub(super) fn reordering(words: &mut Vec<String>) -> bool {
    let spots = places(words);
    // Global declarations of the interface, from their first word to behind their `;`.
    let mut runs: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
    let mut at = 0;
    while at < words.len() {
        let length = words[at..].iter().position(|word| bare(word) == ";");
        let Some(length) = length else { break };
        let end = at + length + 1;
        let first = bare(&words[at]);
        let interface = ["uniform", "attribute", "varying", "in", "out"].contains(&first);
        let simple = words[at..end]
            .iter()
            .all(|word| !bare(word).contains(['{', '}', '#']));
        if interface && simple && !spots[at].code {
            if let Some(run) = runs.last_mut() {
                run.push((at, end));
            }
            at = end;
        } else {
            runs.push(Vec::new());
            at += 1;
        }
    }
    runs.retain(|run| run.len() > 1);
    for run in runs.iter().rev() {
        let (start, end) = (run[0].0, run[run.len() - 1].1);
        let pieces = run
            .iter()
            .rev()
            .flat_map(|&(from, to)| words[from..to].to_vec());
        // The line before may be a directive.
        let pieces: Vec<String> = [String::from("\n")].into_iter().chain(pieces).collect();
        words.splice(start..end, pieces);
    }
    !runs.is_empty()
}
