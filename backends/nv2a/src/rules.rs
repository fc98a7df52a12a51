//! Checks microcode against the rules of docs/nv2a.md, wherever it comes from.
//!
//! There is no control flow, so every rule about what was written before is one pass over the slots.

use crate::decode::{DecodeError, Decoded, decode_slot};
use crate::effects::{ADDRESS, CONSTANT, OUTPUT, TEMPORARY};
use crate::encode::Words;
use crate::isa::registers::{OUTPUTS, POSITION};
use crate::isa::{Mask, SLOTS, XYZW};
use crate::program::{Target, mask_suffix};
use retroshade_kit::finding::Finding;
use retroshade_kit::machine::effects::{Effect, From, Place, by_register};
use std::collections::BTreeSet;

/// Every rule that a program breaks, in the order of its slots.
pub fn verify(words: &[Words]) -> Vec<Finding> {
    let mut checker = Checker::default();
    if words.is_empty() {
        checker.found(Finding::error(None, DecodeError::Empty.to_string()));
        return checker.findings;
    }
    for (number, words) in words.iter().enumerate() {
        match decode_slot(words) {
            Ok(decoded) => {
                checker.slot(number, &decoded);
                if decoded.last {
                    checker.ended = Some(number);
                    break;
                }
            }
            Err(refusal) => checker.found(Finding::error(number, refusal.to_string())),
        }
    }
    checker.end(words.len());
    checker.findings
}

#[derive(Default)]
struct Checker {
    findings: Vec<Finding>,
    /// What was written so far.
    written: BTreeSet<Place>,
    /// The slot with the FINAL bit.
    ended: Option<usize>,
}

impl Checker {
    fn found(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    fn warn(&mut self, slot: usize, message: String) {
        self.found(Finding::warning(slot, message));
    }

    fn slot(&mut self, number: usize, decoded: &Decoded) {
        let slot = &decoded.slot;
        if slot.writes_r1_twice() {
            let message = "both units write r1, and it is not known which result stays";
            self.warn(number, message.to_owned());
        }
        // Both units read before either writes.
        let effects = slot.effects();
        for effect in &effects {
            self.reads(number, effect);
        }
        for effect in &effects {
            self.writes(number, effect);
        }
        // The output port is one field of the slot, which may ask for the result of a unit that is idle.
        if decoded.idle_output {
            let message = "an output is to take the result of a unit that does nothing";
            self.warn(number, message.to_owned());
        }
    }

    fn reads(&mut self, number: usize, effect: &Effect) {
        let places = effect.reads.iter().filter_map(|read| match read.from {
            From::Place(place) => Some(place),
            _ => None,
        });
        let places: Vec<Place> = places.collect();
        for (first, lanes) in by_register(&places) {
            let missing = lanes & !self.written_lanes(first);
            if missing == 0 {
                continue;
            }
            let lanes = mask_suffix(missing);
            let register = first.number;
            match first.file {
                _ if first == ADDRESS => {
                    self.warn(number, "a0 is read before it is set; it holds 0".to_owned());
                }
                OUTPUT => {
                    let message = format!("r12{lanes} reads oPos{lanes} before it is written");
                    self.warn(number, message);
                }
                TEMPORARY => {
                    let message =
                        format!("r{register}{lanes} is read before it is written; it holds 0");
                    self.warn(number, message);
                }
                _ => {}
            }
        }
    }

    fn writes(&mut self, number: usize, effect: &Effect) {
        for (first, lanes) in by_register(&effect.writes) {
            let again = lanes & self.written_lanes(first);
            // oPos is read back through r12, so that writing it in steps can be meant.
            if again != 0 && first.file == OUTPUT && first.number != u16::from(POSITION) {
                let name = Target::Output(first.number as u8);
                let message = format!("{name}{} is written again", mask_suffix(again));
                self.warn(number, message);
            }
        }
        self.written.extend(&effect.writes);
    }

    /// The lanes of a register that were written so far.
    fn written_lanes(&self, register: Place) -> Mask {
        let lanes = register.file.lanes(register.number, XYZW);
        let written = lanes.filter(|place| self.written.contains(place));
        written.fold(0, |mask, place| mask | 1 << place.lane)
    }

    fn end(&mut self, slots: usize) {
        match self.ended {
            None => self.found(Finding::error(None, DecodeError::NoEnd.to_string())),
            Some(last) if last + 1 < slots => {
                let message = "the slots behind it never run".to_owned();
                self.warn(last, message);
            }
            Some(_) => {}
        }
        if slots > SLOTS {
            self.found(Finding::error(None, DecodeError::TooLong.to_string()));
        }
        // A program that writes constants may be one that computes constants alone.
        let is_use = |place: &Place| match place.file {
            OUTPUT => place.number == u16::from(POSITION),
            file => file == CONSTANT,
        };
        if !self.written.iter().any(is_use) {
            let name = OUTPUTS.first().map_or("oPos", |row| row.name);
            let message = format!("{name} is never written, so that nothing is drawn");
            self.found(Finding::warning(None, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use retroshade_diagnostics::FileId;

    /// The messages about an assembled text.
    fn messages(text: &str) -> Vec<String> {
        let assembled = text::assemble(FileId(0), text, text::End::Marker).unwrap();
        let findings = verify(&assembled.words);
        findings
            .into_iter()
            .map(|finding| finding.message)
            .collect()
    }

    #[test]
    fn a_sound_program_has_no_findings() {
        assert_eq!(
            messages("mov r0, v0\nadd oPos, r0, c[0]\nmov oPos.x, r12.x"),
            [""; 0]
        );
        assert_eq!(
            messages("arl a0, v0.x\nmov oPos, c[A0+1]\narl a0, v0.y\nmov oD0, c[A0+0]"),
            [""; 0]
        );
    }

    #[test]
    fn what_was_not_written_is_told() {
        assert_eq!(
            messages("mov r0.xy, v0\nadd oPos, r0, c[A0+1]\nmov oD0, r12\nmov oD0.x, v0"),
            [
                "r0.zw is read before it is written; it holds 0",
                "a0 is read before it is set; it holds 0",
                "oD0.x is written again",
            ]
        );
        assert_eq!(
            messages("mov oD0, r12.y"),
            [
                "r12.y reads oPos.y before it is written",
                "oPos is never written, so that nothing is drawn"
            ]
        );
    }

    #[test]
    fn ends_are_demanded_and_respected() {
        let assembled = text::assemble(FileId(0), "mov oPos, v0", text::End::Marker).unwrap();
        let mut words = assembled.words.clone();
        words.push(words[0]);
        let findings = verify(&words);
        assert_eq!(findings[0].message, "the slots behind it never run");
        let open: Vec<Words> = assembled
            .words
            .iter()
            .map(|slot| [slot[0], slot[1], slot[2], slot[3] & !1])
            .collect();
        assert_eq!(verify(&open)[0].message, DecodeError::NoEnd.to_string());
        assert_eq!(verify(&[])[0].message, DecodeError::Empty.to_string());
    }

    #[test]
    fn words_are_told_that_no_text_has() {
        let assembled = text::assemble(FileId(0), "mov oPos, v0", text::End::LastSlot).unwrap();
        let [word0, word1, word2, word3] = assembled.words[0];
        let idle = verify(&[[word0, word1, word2, word3 | 1 << 2]]);
        let message = "an output is to take the result of a unit that does nothing";
        assert_eq!(idle[0], Finding::warning(0, message));
        let broken = verify(&[[1, word1, word2, word3 & !1], assembled.words[0]]);
        assert_eq!(
            broken[0],
            Finding::error(0, "bits without a known meaning are set")
        );
        let open = [word0, word1, word2, word3 & !1];
        let messages = |slots: usize| {
            let mut words = vec![open; slots - 1];
            words.push(assembled.words[0]);
            let findings = verify(&words).into_iter();
            findings.map(|finding| finding.message).collect::<Vec<_>>()
        };
        assert_eq!(messages(136), [""; 0]);
        assert_eq!(messages(137), [DecodeError::TooLong.to_string()]);
    }

    #[test]
    fn two_results_in_r1_are_told() {
        assert_eq!(
            messages("mul r1, v0, v0 + rcp r1.x, v0.x\nmov oPos, r1"),
            ["both units write r1, and it is not known which result stays"]
        );
    }
}
