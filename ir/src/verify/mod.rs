//! Every rule of a valid shader, checked in time linear in its size.
//!
//! * Interface: sizes in range, rows only for matrix uniforms, no name twice in a table.
//! * Structure: the regions form a tree below the body; each instruction is listed once; only loop
//!   bodies have parameters; an instruction's results and a region's parameters know where they come
//!   from.
//! * Operands: the value is visible (defined earlier in the region or in one around it), the swizzle
//!   reads lanes it has, the types are those of the operation's row.
//! * Ends: `yield` gives what the `if` or the interface expects, `break` what the innermost loop gives,
//!   `continue` what its body takes; `unreachable` stands only after what never hands on control.
//! * Stage: `discard`, derivatives and level-of-detail bias are for fragments.

mod inst;
mod interface;
mod structure;

use crate::{Inst, OpKind, Region, Shader};
use retroshade_diagnostics::{Diagnostic, Span};
use std::fmt;

/// The largest number of elements of an array, in the interface or of the invocation.
pub const ARRAY_LENGTH: u32 = 1 << 16;

/// Faults after which the verifier stops looking.
const MOST: usize = 50;

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The instruction at fault and what it does.
    pub inst: Option<(Inst, OpKind)>,
    /// The region whose end is at fault.
    pub region: Option<Region>,
    /// The source of the instruction.
    pub span: Span,
    /// The rule that is broken, in words.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.inst, self.region) {
            (Some((inst, kind)), _) => write!(f, "{inst} ({}): {}", kind.name(), self.message),
            (None, Some(region)) => write!(f, "{region}: {}", self.message),
            (None, None) => f.write_str(&self.message),
        }
    }
}

/// Checks every rule.
///
/// # Errors
/// The rules that are broken, at most fifty of them.
pub fn verify(shader: &Shader) -> Result<(), Vec<Fault>> {
    let mut faults = Faults::default();
    interface::check(shader, &mut faults);
    // Types of the interface are looked up while walking.
    if faults.list.is_empty() {
        structure::check(shader, &mut faults);
    }
    if faults.list.is_empty() {
        Ok(())
    } else {
        Err(faults.list)
    }
}

/// Checks every rule after `stage` of the compiler.
///
/// # Errors
/// A bug of that stage, with the first faults as notes.
pub fn verify_after(shader: &Shader, stage: &str) -> Result<(), Diagnostic> {
    let Err(faults) = verify(shader) else {
        return Ok(());
    };
    let mut bug = Diagnostic::bug(stage, "the shader breaks a rule of the representation");
    if let Some(fault) = faults.iter().find(|fault| !fault.span.is_none()) {
        bug = bug.at(fault.span, fault.to_string());
    }
    for fault in faults.iter().take(5) {
        bug = bug.with_note(fault.to_string());
    }
    Err(bug)
}

#[derive(Default)]
struct Faults {
    list: Vec<Fault>,
}

impl Faults {
    fn push(&mut self, fault: Fault) {
        if self.list.len() < MOST {
            self.list.push(fault);
        }
    }

    fn declaration(&mut self, message: String) {
        self.push(Fault {
            inst: None,
            region: None,
            span: Span::NONE,
            message,
        });
    }

    fn region(&mut self, region: Region, message: String) {
        self.push(Fault {
            inst: None,
            region: Some(region),
            span: Span::NONE,
            message,
        });
    }
}

#[cfg(test)]
mod tests;
