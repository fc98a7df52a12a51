//! What is known of a program, and how it is said.

use crate::POINTS;
use retroshade_diagnostics::fault::Fault;
use std::fmt;

/// Ways that were not seen are named up to so many.
const NAMED: usize = 4;

/// What is known of a program.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// At every point its outputs are those of the source as functions, it asks for the sign of nothing that
    /// the source does not ask for, and the points took every arm of the source and of the program.
    Proved,
    /// Where points say something, its outputs are those of the source as functions; what is missing for more.
    ProvedOnCells {
        /// Points at which both were compared.
        points: u32,
        /// Comparisons in the program that at no point are one of the source's.
        unexplained: u32,
        /// Numbers of the results that are open: the language does not say what they are, as what
        /// nobody writes, or both programs' are beyond the limits of a colour, in some arm or all.
        open: u32,
        /// Decisions of the program that rounding makes: the number that decides is a whole one, computed from others
        /// that machines round, and not as in the source.
        rounded: u32,
        /// Ways of decisions of the source and of the program that showed at no point, in words.
        unseen: Vec<String>,
        /// Points at which a result of the program is undefined and the source's is not. Something that the
        /// shader leaves open may be behind it, or a defect.
        undefined: u32,
        /// Points at which results differ and a number has no root in the field, with which they might be equal.
        rootless: u32,
        /// Outputs of the shader that the program does not have, by name.
        left_out: Vec<String>,
    },
    /// Nothing is known, for a reason.
    Undecided(String),
    /// The results are others.
    Different(Difference),
}

impl Verdict {
    /// True if it is a proof, maybe with reservations.
    pub fn is_proof(&self) -> bool {
        matches!(self, Verdict::Proved | Verdict::ProvedOnCells { .. })
    }

    /// True if it is a proof without reservations.
    pub fn is_whole(&self) -> bool {
        matches!(self, Verdict::Proved)
    }

    /// The same, as `Proved` where the points are all that are wanted and nothing is missing.
    pub(crate) fn normalized(self) -> Verdict {
        match self {
            Verdict::ProvedOnCells {
                points: POINTS..,
                unexplained: 0,
                open: 0,
                rounded: 0,
                unseen,
                undefined: 0,
                rootless: 0,
                left_out,
            } if left_out.is_empty() && unseen.is_empty() => Verdict::Proved,
            verdict => verdict,
        }
    }

    /// Which of the four it is, as scripts name them: `proved`, `proved-on-cells`, `undecided`, `different`.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::ProvedOnCells { .. } => "proved-on-cells",
            Verdict::Undecided(_) => "undecided",
            Verdict::Different(_) => "different",
        }
    }
}

/// An output that differs at some point.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The output's name.
    pub output: String,
    /// Which of its numbers, in GL's order.
    pub lane: usize,
    /// What the source says.
    pub expected: f64,
    /// The number that the program computes.
    pub found: f64,
}

impl From<Fault> for Verdict {
    fn from(fault: Fault) -> Verdict {
        Verdict::Undecided(fault.to_string())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved => write!(f, "proved"),
            Verdict::ProvedOnCells {
                points,
                unexplained,
                open,
                rounded,
                unseen,
                undefined,
                rootless,
                left_out,
            } => {
                write!(f, "proved on {points} cells")?;
                if !left_out.is_empty() {
                    write!(f, "; the program leaves out {}", left_out.join(", "))?;
                }
                if *undefined > 0 {
                    write!(
                        f,
                        "; undefined at {undefined} more points, where the source is not"
                    )?;
                }
                match rootless {
                    0 => {}
                    1 => write!(f, "; one more point lacks a root to compare by")?,
                    _ => write!(f, "; {rootless} more points lack a root to compare by")?,
                }
                match open {
                    0 => {}
                    1 => write!(f, "; one number of the results is open")?,
                    _ => write!(f, "; {open} numbers of the results are open")?,
                }
                match unexplained {
                    0 => {}
                    1 => write!(f, "; one comparison is not the source's")?,
                    _ => write!(f, "; {unexplained} comparisons are not the source's")?,
                }
                match rounded {
                    0 => {}
                    1 => write!(f, "; rounding makes one decision")?,
                    _ => write!(f, "; rounding makes {rounded} decisions")?,
                }
                match &unseen[..] {
                    [] => Ok(()),
                    [only] => write!(f, "; not seen: {only}"),
                    some if some.len() <= NAMED => write!(f, "; not seen: {}", some.join(", ")),
                    many => {
                        let (named, others) = (many[..NAMED].join(", "), many.len() - NAMED);
                        write!(f, "; not seen: {named} and {others} more")
                    }
                }
            }
            Verdict::Undecided(why) => write!(f, "undecided: {why}"),
            Verdict::Different(Difference {
                output,
                lane,
                expected,
                found,
            }) => {
                write!(f, "different: {output}[{lane}] is {found}, not {expected}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: Verdict = Verdict::ProvedOnCells {
        points: 64,
        unexplained: 0,
        open: 0,
        rounded: 0,
        unseen: Vec::new(),
        undefined: 0,
        rootless: 0,
        left_out: Vec::new(),
    };

    fn cells(counts: [u32; 6], left_out: &[&str]) -> Verdict {
        let [undefined, rootless, open, unexplained, rounded, unseen] = counts;
        Verdict::ProvedOnCells {
            points: 30,
            unexplained,
            open,
            rounded,
            unseen: (0..unseen).map(|which| format!("`lt` {which}")).collect(),
            undefined,
            rootless,
            left_out: left_out.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    #[test]
    fn each_verdict_has_a_word_and_a_sentence() {
        let different = Verdict::Different(Difference {
            output: "v_color".to_owned(),
            lane: 2,
            expected: 0.5,
            found: -1.0,
        });
        let cases = [
            (Verdict::Proved, "proved", "proved"),
            (cells([0; 6], &[]), "proved-on-cells", "proved on 30 cells"),
            (
                cells([2, 1, 1, 1, 1, 1], &["v_a", "v_b"]),
                "proved-on-cells",
                "proved on 30 cells; the program leaves out v_a, v_b; undefined at 2 more points, where the source is not; \
                 one more point lacks a root to compare by; one number of the results is open; one comparison is not the source's; rounding makes one decision; not seen: `lt` 0",
            ),
            (
                cells([0, 7, 3, 2, 4, 6], &[]),
                "proved-on-cells",
                "proved on 30 cells; 7 more points lack a root to compare by; 3 numbers of the results are open; 2 comparisons are not the source's; \
                 rounding makes 4 decisions; not seen: `lt` 0, `lt` 1, `lt` 2, `lt` 3 and 2 more",
            ),
            (
                Verdict::Undecided("why".to_owned()),
                "undecided",
                "undecided: why",
            ),
            (
                different,
                "different",
                "different: v_color[2] is -1, not 0.5",
            ),
        ];
        for (verdict, word, sentence) in cases {
            assert_eq!(
                (verdict.word(), verdict.to_string().as_str()),
                (word, sentence)
            );
            assert_eq!(verdict.is_proof(), word.starts_with("proved"));
        }
    }

    #[test]
    fn cells_without_reservations_are_a_proof() {
        assert_eq!(CELLS.normalized(), Verdict::Proved);
        for verdict in [
            cells([0; 6], &[]),
            Verdict::Undecided(String::new()),
            Verdict::ProvedOnCells {
                points: 64,
                unexplained: 0,
                open: 0,
                rounded: 0,
                unseen: Vec::new(),
                undefined: 0,
                rootless: 0,
                left_out: vec!["v".to_owned()],
            },
        ] {
            assert_eq!(verdict.clone().normalized(), verdict);
        }
    }
}
