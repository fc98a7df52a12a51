//! Which registers hold a number, and when.

use super::{Lane, Stay};
use crate::domain::{Domain, Lever, Node, Value};
use crate::field::Element;
use retroshade_kit::machine::{Kind, Recording};
use rustc_hash::FxHashMap;

/// A stay, and the number of the domain that is there.
struct Resident {
    stay: Stay,
    value: Value,
    /// What the machine has for it.
    machine: f32,
    /// The use of the register.
    kind: Kind,
}

/// The stays of all numbers in a run.
pub(super) struct Holding {
    by_element: FxHashMap<Element, Vec<Resident>>,
    /// The steps that the machine and the domain made alike.
    pub(super) steps: usize,
    /// The largest distance of the machine's number from the exact one, for numbers up to 1; of larger ones in proportion.
    tolerance: f64,
}

/// Bits of the significand that rounding may take from a number on the way to it.
const LOST_BITS: u32 = 5;

/// What the functions of machines are exact to, in bits.
const FUNCTION_BITS: u32 = 20;

impl Holding {
    /// By a recording that refers to numbers of a domain, of the same program on the same data as a recording of the
    /// machine, as long as both go the same way. `bits` is the length of the machine's significand.
    pub(super) fn new(
        references: &Recording,
        machine: &Recording,
        domain: &Domain,
        bits: u32,
    ) -> Holding {
        let mut holding = Holding {
            by_element: FxHashMap::default(),
            steps: 0,
            tolerance: f64::from(bits.min(FUNCTION_BITS) - LOST_BITS)
                .exp2()
                .recip(),
        };
        let pairs = references.steps.iter().zip(&machine.steps);
        let same = pairs.take_while(|(one, other)| one.instruction == other.instruction);
        let steps = same.count();
        holding.steps = steps;
        let mut held: Vec<[f32; 4]> = machine
            .start
            .iter()
            .map(|lanes| lanes.map(|lane| lane.unwrap_or(f32::NAN)))
            .collect();
        let kinds: Vec<Kind> = machine.registers.iter().map(|one| one.kind).collect();
        let register = |index: usize| {
            let wanted = references.registers.get(index)?;
            let mut known = machine.registers.iter();
            known.position(|one| one == wanted && holds_variables(one.kind))
        };
        let registers: Vec<Option<usize>> = (0..references.registers.len()).map(register).collect();
        let mut open: FxHashMap<(usize, usize), Resident> = FxHashMap::default();
        for (index, lanes) in references.start.iter().enumerate() {
            let kind = references.registers.get(index).map(|one| one.kind);
            for (lane, number) in lanes.iter().enumerate() {
                // The image has what inputs are known by, and literals.
                let value = match (kind, *number) {
                    (Some(Kind::Input | Kind::Uniform), Some(number)) => domain.known(number),
                    (_, Some(number)) => domain.referred(number),
                    (_, None) => None,
                };
                if let (Some(register), Some(value)) = (registers[index], value) {
                    let stay = Stay {
                        register,
                        lane,
                        from: 0,
                        to: usize::MAX,
                    };
                    open.insert(
                        (register, lane),
                        Resident {
                            stay,
                            value,
                            machine: held[register][lane],
                            kind: kinds[register],
                        },
                    );
                }
            }
        }
        for at in 0..steps {
            for change in &machine.steps[at].changes {
                held[change.register][change.lane] = change.to.unwrap_or(f32::NAN);
            }
            for change in &references.steps[at].changes {
                let Some(register) = registers[change.register] else {
                    continue;
                };
                let place = (register, change.lane);
                if let Some(left) = open.remove(&place) {
                    holding.close(left, at + 1);
                }
                if let Some(value) = change.to.and_then(|number| domain.referred(number)) {
                    let stay = Stay {
                        register,
                        lane: change.lane,
                        from: at + 1,
                        to: usize::MAX,
                    };
                    open.insert(
                        place,
                        Resident {
                            stay,
                            value,
                            machine: held[register][change.lane],
                            kind: kinds[register],
                        },
                    );
                }
            }
        }
        // What comes behind the steps that both made is not known.
        let end = if steps == machine.steps.len() {
            usize::MAX
        } else {
            steps + 1
        };
        let left: Vec<Resident> = open.into_values().collect();
        left.into_iter().for_each(|one| holding.close(one, end));
        holding
    }

    fn close(&mut self, mut resident: Resident, to: usize) {
        resident.stay.to = to;
        let here = self.by_element.entry(resident.value.element).or_default();
        here.push(resident);
    }

    /// Where a number of the source is; of a constant, if its place is asked for, the registers that programs count in.
    pub(super) fn lane(&self, wanted: Option<Value>, domain: &Domain, placed: bool) -> Lane {
        let Some(wanted) = wanted else {
            return Lane::Unset;
        };
        if !wanted.defined {
            return Lane::Held(Vec::new());
        }
        let is_constant = wanted.is_folded() && wanted.node == 0;
        if is_constant && !placed {
            return Lane::Constant(wanted.real as f32);
        }
        let here = self.by_element.get(&wanted.element);
        let here = here.into_iter().flatten().filter(|one| {
            let distance = (f64::from(one.machine) - wanted.real).abs();
            let near = distance <= self.tolerance * wanted.real.abs().max(1.0);
            let counts = matches!(one.kind, Kind::Temporary | Kind::Memory);
            // Equal numbers are not yet the same function of the inputs.
            near && (counts || !is_constant)
                && (!wanted.is_number() || depends(domain, one.value) == depends(domain, wanted))
        });
        let mut stays: Vec<Stay> = here.map(|one| one.stay).collect();
        stays.sort_unstable_by_key(|stay| (stay.from, stay.register, stay.lane));
        Lane::Held(stays)
    }
}

/// What is pending is not there yet; addresses and flags are recorded as they are, not as numbers of the domain.
fn holds_variables(kind: Kind) -> bool {
    !matches!(kind, Kind::Pending | Kind::Address | Kind::Flag)
}

/// What a number depends on, each once.
fn depends(domain: &Domain, value: Value) -> Vec<Lever> {
    let node: Node = value.node;
    let mut levers = domain.tape.levers(node);
    levers.sort_unstable();
    levers.dedup();
    levers
}
