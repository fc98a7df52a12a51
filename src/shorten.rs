//! Shorter programs for the same interface: a program is lifted, compiled again, and the result is taken if it is proved
//! equal to the old one.

use crate::{
    Binary, Compiled, LiftOptions, Optimize, Position, Reflection, Target, TargetOptions, lift,
};
use retroshade_diagnostics::{Diagnostics, FileId};
use retroshade_ir::{Op, deep};
use retroshade_kit::reflect::Variable;
use retroshade_prove::{Verdict, prove_with};
use std::collections::BTreeSet;

/// What became of a program.
#[derive(Clone, Debug)]
pub enum Shortened {
    /// A shorter program that is proved equal.
    Shorter {
        /// It, in the container of the old one.
        compiled: Box<Compiled>,
        /// Instructions of the old one.
        before: usize,
        /// Instructions of the new one.
        after: usize,
    },
    /// The program stays as it is, and why.
    Same(String),
}

/// Makes a shorter program of one from anywhere. Whoever runs it finds everything in the registers where it was: inputs,
/// uniforms and outputs, and constants that it does not bring along itself.
///
/// * `binary`: the program in a container of the target.
/// * `record`: what [`MachineCode::interface`] tells of it.
/// * `options`: settings of the target, such as AGAL's profile. The container is that of the binary where it can be told.
///
/// [`MachineCode::interface`]: crate::MachineCode::interface
///
/// # Errors
/// Bytes that are no program.
pub fn shorten(
    target: &dyn Target,
    binary: Binary<'_>,
    record: &Reflection,
    options: &TargetOptions,
) -> Result<Shortened, Diagnostics> {
    let before = target.read(binary)?.instructions()?.len();
    let lifted = match lift(binary, record, &LiftOptions::default()) {
        Ok(lifted) => lifted,
        Err(errors) => return Ok(Shortened::Same(first(&errors))),
    };
    // Nothing is proved of what is undefined.
    let mut operations = lifted.shader.insts.values();
    if operations.any(|operation| operation.op == Op::Undefined) {
        let why = "it reads registers that nothing sets, or leaves parts of outputs unset";
        return Ok(Shortened::Same(why.to_owned()));
    }
    let proof = |binary: Binary<'_>, record: &Reflection, options: &TargetOptions| {
        let verdict = deep::guarded(|| prove_with(&lifted.shader, target, binary, record, options));
        verdict.is_ok_and(|verdict: Verdict| verdict.is_proof())
    };
    let container = container_of(target, binary, options);
    let mut why = "no shorter program was found".to_owned();
    let mut best: Option<(Compiled, usize)> = None;
    for optimize in [Optimize::Normal, Optimize::Most] {
        let options = TargetOptions {
            optimize,
            position: Position::Clip,
            container: container.clone(),
            ..options.clone()
        };
        let compiled = match target.compile(&lifted.shader, &options) {
            Ok(compiled) => compiled,
            Err(errors) => {
                why = first(&errors);
                continue;
            }
        };
        let after = target.read(compiled.as_binary())?.instructions()?.len();
        let least = best.as_ref().map_or(before, |(_, after)| *after);
        if after >= least {
            continue;
        }
        if let Some(moved) = moved(&lifted.record, &compiled.reflection) {
            why = moved;
            continue;
        }
        let told = target.read(compiled.as_binary())?.interface()?;
        if meanings(record).is_none_or(|old| meanings(&told) != Some(old)) {
            why = "a shorter program tells something else of its outputs".to_owned();
            continue;
        }
        if !proof(compiled.as_binary(), &compiled.reflection, &options) {
            why = "a shorter program was not proved equal".to_owned();
            continue;
        }
        best = Some((compiled, after));
    }
    let Some((compiled, after)) = best else {
        return Ok(Shortened::Same(why));
    };
    let raw = TargetOptions {
        position: Position::Clip,
        ..options.clone()
    };
    if !proof(binary, &lifted.record, &raw) {
        let why = "what the program computes was not proved to be understood".to_owned();
        return Ok(Shortened::Same(why));
    }
    Ok(Shortened::Shorter {
        compiled: Box::new(compiled),
        before,
        after,
    })
}

/// What a file says of outputs: what each register is taken for. `None` where it is several things at once, which a name
/// does not tell.
fn meanings(told: &Reflection) -> Option<BTreeSet<(&str, Option<u32>)>> {
    let meaning = |entry: &Variable| {
        let own = format!("{}{}", entry.file.as_deref()?, entry.index?);
        (entry.name != own).then_some(())
    };
    let outputs = told.outputs.iter();
    outputs
        .map(|entry| meaning(entry).map(|()| (entry.name.as_str(), entry.index)))
        .collect()
}

fn first(errors: &Diagnostics) -> String {
    let mut messages = errors.iter().map(|error| error.message.clone());
    messages.next().unwrap_or_default()
}

/// The container whose assembler makes the same bytes of the program's text; the one that was asked for if none does.
fn container_of(
    target: &dyn Target,
    binary: Binary<'_>,
    options: &TargetOptions,
) -> Option<String> {
    let text = target.read(binary).and_then(|code| code.disassemble());
    let text = text.ok().filter(|_| options.container.is_none());
    let mut containers = target.containers().iter();
    let found = text.and_then(|text| {
        containers.find(|container| {
            let options = TargetOptions {
                container: Some((**container).to_owned()),
                ..options.clone()
            };
            let again = target.assemble(FileId(0), &text, binary.stage, &options);
            again.is_ok_and(|again| again.binary == binary.bytes)
        })
    });
    found
        .map(|container| (*container).to_owned())
        .or_else(|| options.container.clone())
}

/// What is not where it was, in words.
fn moved(old: &Reflection, new: &Reflection) -> Option<String> {
    let place = |entry: &Variable| (entry.file.clone(), entry.index, entry.components.clone());
    let pairs = [
        (&old.uniforms, &new.uniforms),
        (&old.inputs, &new.inputs),
        (&old.outputs, &new.outputs),
    ];
    for (old, new) in pairs {
        for entry in new {
            let was = old.iter().find(|was| was.name == entry.name);
            let stays = was.is_some_and(|was| {
                let (file, index, components) = place(was);
                let lanes = components.is_none() || components == entry.components;
                (file, index) == (entry.file.clone(), entry.index) && lanes
            });
            if !stays {
                return Some(format!(
                    "a shorter program has `{}` somewhere else",
                    entry.name
                ));
            }
        }
        let has_name = |entry: &&Variable| entry.register.as_ref() != Some(&entry.name);
        let lost = |was: &&Variable| !new.iter().any(|entry| entry.name == was.name);
        if let Some(was) = old.iter().filter(has_name).find(lost) {
            return Some(format!("a shorter program has no `{}`", was.name));
        }
    }
    for sampler in &new.samplers {
        let mut old = old.samplers.iter();
        if !old.any(|was| (&was.name, was.index) == (&sampler.name, sampler.index)) {
            return Some(format!(
                "a shorter program has `{}` somewhere else",
                sampler.name
            ));
        }
    }
    let wants = |constant: &&retroshade_kit::reflect::Constant| {
        let known = old.constants.iter().any(|was| {
            (&was.file, was.index, &was.value) == (&constant.file, constant.index, &constant.value)
        });
        !known && !constant.embedded
    };
    let wanted = new.constants.iter().find(wants)?;
    Some(format!(
        "a shorter program wants numbers in {}, which nobody sets",
        wanted.register
    ))
}
