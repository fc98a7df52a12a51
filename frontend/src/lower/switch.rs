//! `switch`: a chain of choices, or a row of guarded cases where one falls into the next.

use super::control::{Cases, Group, Outcome, Rest, TargetKind};
use super::value::{Lanes, Leaf};
use super::{Lowered, Lowerer};
use naga::{Expression, Handle, SwitchCase, SwitchValue};
use retroshade_ir::{Op, Type, Use};

fn grouped(cases: &[SwitchCase]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let mut labels = Vec::new();
    let mut is_default = false;
    for case in cases {
        match case.value {
            SwitchValue::I32(label) => labels.push(label),
            SwitchValue::U32(label) => labels.push(label as i32),
            SwitchValue::Default => is_default = true,
        }
        if case.body.is_empty() && case.fall_through {
            continue;
        }
        groups.push(Group {
            labels: std::mem::take(&mut labels),
            is_default: std::mem::take(&mut is_default),
            body: &case.body,
            falls_through: case.fall_through,
        });
    }
    groups
}

impl<'a> Lowerer<'a> {
    pub(super) fn switch(
        &mut self,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
    ) -> Lowered<Outcome> {
        let selector = self.vector(selector)?;
        let groups = grouped(cases);
        let target = self.open_target(TargetKind::Switch);
        self.frame_mut()?.breakable.push(target);
        let mut falls_through = false;
        for group in groups.iter().rev().skip(1) {
            let exits = self.exits(group.body)?;
            falls_through |= group.falls_through && self.falls(exits);
        }
        let mut outcome = if falls_through {
            let cases = self.cases(selector, groups, target)?;
            self.falling_cases(&cases, 0)?
        } else {
            let default = groups.iter().position(|group| group.is_default);
            self.separate_cases(selector, &groups, default, 0)?
        };
        outcome.arrive(target);
        self.frame_mut()?.breakable.pop();
        self.close_target();
        Ok(outcome)
    }

    /// Whether the selector has one of a group's labels.
    fn has_label(&mut self, selector: Use, group: &Group<'_>) -> Lowered<Use> {
        let mut any: Option<Use> = None;
        for &label in &group.labels {
            let label = self.int(label, 1);
            let same = self.emit(Op::Eq, &[selector, label])?;
            any = Some(match any {
                Some(any) => self.emit(Op::Or, &[any, same])?,
                None => same,
            });
        }
        Ok(match any {
            Some(any) => any,
            None => self.bool(false, 1),
        })
    }

    /// Cases of which exactly one runs.
    fn separate_cases(
        &mut self,
        selector: Use,
        groups: &[Group<'a>],
        default: Option<usize>,
        from: usize,
    ) -> Lowered<Outcome> {
        let Some(group) = groups.get(from) else {
            let default = default.and_then(|default| groups.get(default));
            return match default {
                Some(group) => self.block(group.body, 0, None),
                None => Ok(Outcome::FALLS),
            };
        };
        if default == Some(from) {
            return self.separate_cases(selector, groups, default, from + 1);
        }
        let chosen = self.has_label(selector, group)?;
        let choice = self.choose(chosen);
        let open = self.open_arm()?;
        let outcome = self.block(group.body, 0, None)?;
        let own = self.close_arm(open, outcome);
        let open = self.open_arm()?;
        let outcome = self.separate_cases(selector, groups, default, from + 1)?;
        let others = self.close_arm(open, outcome);
        self.merge(choice, own, others)
    }

    fn cases(
        &mut self,
        selector: Use,
        groups: Vec<Group<'a>>,
        target: usize,
    ) -> Lowered<Cases<'a>> {
        let mut chosen = Vec::with_capacity(groups.len());
        let mut any = self.bool(false, 1);
        for group in &groups {
            let own = self.has_label(selector, group)?;
            any = self.emit(Op::Or, &[any, own])?;
            chosen.push(own);
        }
        let none = self.emit(Op::Not, &[any])?;
        for (group, chosen) in groups.iter().zip(&mut chosen) {
            if group.is_default {
                *chosen = self.emit(Op::Or, &[*chosen, none])?;
            }
        }
        let fell = self.env.add([Leaf::Lanes(Lanes::undefined(Type::bool(1)))]);
        self.set_flag(fell, false);
        Ok(Cases {
            groups,
            chosen,
            fell,
            target,
        })
    }

    /// The cases from one on, each guarded by whether it was chosen or fallen into.
    pub(super) fn falling_cases(&mut self, cases: &Cases<'a>, from: usize) -> Lowered<Outcome> {
        let (Some(group), Some(&chosen)) = (cases.groups.get(from), cases.chosen.get(from)) else {
            return Ok(Outcome::FALLS);
        };
        let fell = self.read_flag(cases.fell)?;
        let runs = self.emit(Op::Or, &[chosen, fell])?;
        let exits = self.exits(group.body)?;
        let mut skipped = self.skipped_to(exits)?;
        if !group.falls_through && !skipped.contains(&cases.target) {
            skipped.push(cases.target);
        }
        for &target in &skipped {
            self.want_flag(target)?;
        }
        let choice = self.choose(runs);
        let open = self.open_arm()?;
        let mut outcome = self.block(group.body, 0, None)?;
        if outcome.falls {
            outcome.falls = false;
            let end = if group.falls_through {
                self.set_flag(cases.fell, true);
                Outcome::FALLS
            } else {
                self.jump(cases.target)?
            };
            outcome = outcome.or(end);
        }
        let own = self.close_arm(open, outcome);
        let open = self.open_arm()?;
        let others = self.close_arm(open, Outcome::FALLS);
        let outcome = self.merge(choice, own, others)?;
        for &target in &skipped {
            self.unwant_flag(target);
        }
        let rest = Rest::Cases {
            switch: cases,
            from: from + 1,
        };
        self.resume(&outcome.pending, outcome.falls, rest)
    }
}
