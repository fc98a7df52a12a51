//! Combined samplers parted into a texture and a sampler, word by word: GLSL has only combined ones, and naga reads
//! only parted ones.
//!
//! `%v = OpVariable %pointer-to-sampled-image` becomes a texture `%v` and a sampler beside it; each load of it becomes two
//! loads and an `OpSampledImage`. A parameter of a function becomes two in the same way. Arrays of them stay as they are, and naga refuses them.

use super::words::{
    DECORATE, FUNCTION_CALL, FUNCTION_PARAMETER, FreeNumbers, HEADER, LOAD, SAMPLED_IMAGE,
    TYPE_FUNCTION, TYPE_POINTER, TYPE_SAMPLED_IMAGE, TYPE_SAMPLER, VARIABLE, instructions, push,
};
use std::collections::BTreeMap;

/// `UniformConstant`
const CONSTANT_STORAGE: u32 = 0;
/// `Binding`
const BINDING: u32 = 33;
/// What is added to the binding of a texture for its sampler's.
const APART: u32 = 1 << 16;

/// The module with its combined samplers parted. What is not well formed is given back as it is, for naga to refuse.
pub(super) fn parted(words: Vec<u32>) -> Vec<u32> {
    let parting = Parting::of(&words);
    if parting.samplers.is_empty() {
        words
    } else {
        parting.rewritten(&words)
    }
}

struct Parting {
    /// The image of each type of combined sampler.
    images: BTreeMap<u32, u32>,
    /// The type of combined sampler that a pointer type points to.
    pointers: BTreeMap<u32, u32>,
    /// Variables and parameters, with their types of combined sampler and the number of the sampler made for them.
    samplers: BTreeMap<u32, (u32, u32)>,
    /// The module's type of samplers, and the number of a pointer to it.
    sampler_type: Option<u32>,
    free: FreeNumbers,
}

impl Parting {
    fn of(words: &[u32]) -> Parting {
        let mut parting = Parting {
            images: BTreeMap::new(),
            pointers: BTreeMap::new(),
            samplers: BTreeMap::new(),
            sampler_type: None,
            free: FreeNumbers::of(words),
        };
        for (operation, operands) in instructions(words) {
            match (operation, operands) {
                (TYPE_SAMPLER, &[id]) => parting.sampler_type = Some(id),
                (TYPE_SAMPLED_IMAGE, &[id, image]) => {
                    parting.images.insert(id, image);
                }
                (TYPE_POINTER, &[id, CONSTANT_STORAGE, to]) if parting.images.contains_key(&to) => {
                    parting.pointers.insert(id, to);
                }
                (VARIABLE | FUNCTION_PARAMETER, &[pointer, id, ..]) => {
                    if let Some(&ty) = parting.pointers.get(&pointer) {
                        let sampler = parting.free.take();
                        parting.samplers.insert(id, (ty, sampler));
                    }
                }
                _ => {}
            }
        }
        parting
    }

    fn rewritten(mut self, words: &[u32]) -> Vec<u32> {
        let mut output: Vec<u32> = words.get(..HEADER).unwrap_or_default().to_vec();
        let mut known_sampler = None;
        // By pointer to a type of combined sampler: pointers to its image and to a sampler.
        let mut pairs: BTreeMap<u32, [u32; 2]> = BTreeMap::new();
        for (operation, operands) in instructions(words) {
            match (operation, operands) {
                (TYPE_SAMPLER, &[id]) => known_sampler = Some(id),
                (TYPE_POINTER, &[id, CONSTANT_STORAGE, to]) if self.pointers.contains_key(&id) => {
                    push(&mut output, operation, operands);
                    let sampler = known_sampler.unwrap_or_else(|| {
                        let id = self.free.take();
                        push(&mut output, TYPE_SAMPLER, &[id]);
                        id
                    });
                    known_sampler = Some(sampler);
                    self.sampler_type = known_sampler;
                    let image = self.images.get(&to).copied().unwrap_or_default();
                    let pair = [image, sampler].map(|to| {
                        let id = self.free.take();
                        push(&mut output, TYPE_POINTER, &[id, CONSTANT_STORAGE, to]);
                        id
                    });
                    pairs.insert(id, pair);
                    continue;
                }
                (TYPE_FUNCTION, &[id, result, ref parameters @ ..]) => {
                    let mut changed = vec![id, result];
                    for parameter in parameters {
                        match pairs.get(parameter) {
                            Some(pair) => changed.extend(pair),
                            None => changed.push(*parameter),
                        }
                    }
                    push(&mut output, operation, &changed);
                    continue;
                }
                (FUNCTION_CALL, &[ty, result, function, ref arguments @ ..]) => {
                    let mut changed = vec![ty, result, function];
                    for argument in arguments {
                        changed.push(*argument);
                        changed.extend(self.samplers.get(argument).map(|row| row.1));
                    }
                    push(&mut output, operation, &changed);
                    continue;
                }
                (DECORATE, &[id, decoration, ref values @ ..]) => {
                    if let Some(&(_, sampler)) = self.samplers.get(&id) {
                        let moved = values.iter().map(|value| match decoration {
                            BINDING => value.wrapping_add(APART),
                            _ => *value,
                        });
                        let copy: Vec<u32> =
                            [sampler, decoration].into_iter().chain(moved).collect();
                        push(&mut output, DECORATE, &copy);
                    }
                }
                (VARIABLE | FUNCTION_PARAMETER, &[pointer, id, ref rest @ ..]) => {
                    if let (Some(&[image, sampler]), Some(&(_, own))) =
                        (pairs.get(&pointer), self.samplers.get(&id))
                    {
                        push(&mut output, operation, &[&[image, id], rest].concat());
                        push(&mut output, operation, &[&[sampler, own], rest].concat());
                        continue;
                    }
                }
                (LOAD, &[ty, result, pointer, ..]) if self.samplers.contains_key(&pointer) => {
                    let Some(&(_, sampler)) = self.samplers.get(&pointer) else {
                        continue;
                    };
                    let image = self.images.get(&ty).copied().unwrap_or_default();
                    let (texture, state) = (self.free.take(), self.free.take());
                    push(&mut output, LOAD, &[image, texture, pointer]);
                    let sampler_type = self.sampler_type.unwrap_or_default();
                    push(&mut output, LOAD, &[sampler_type, state, sampler]);
                    push(&mut output, SAMPLED_IMAGE, &[ty, result, texture, state]);
                    continue;
                }
                _ => {}
            }
            push(&mut output, operation, operands);
        }
        self.free.raise_bound(&mut output);
        output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_of_a_combined_sampler_becomes_three_instructions() {
        let mut module = vec![0x0723_0203, 0x0001_0000, 0, 10, 0];
        push(&mut module, DECORATE, &[5, BINDING, 2]);
        push(&mut module, TYPE_SAMPLED_IMAGE, &[3, 2]);
        push(&mut module, TYPE_POINTER, &[4, CONSTANT_STORAGE, 3]);
        push(&mut module, VARIABLE, &[4, 5, CONSTANT_STORAGE]);
        push(&mut module, LOAD, &[3, 6, 5]);
        let found = parted(module);
        let loads: Vec<_> = instructions(&found)
            .filter(|(operation, _)| [LOAD, SAMPLED_IMAGE].contains(operation))
            .collect();
        assert_eq!(
            loads,
            [
                (LOAD, &[2, 14, 5][..]),
                (LOAD, &[11, 15, 10]),
                (SAMPLED_IMAGE, &[3, 6, 14, 15])
            ]
        );
        assert_eq!(found[3], 16);
        assert!(instructions(&found).any(|one| one == (DECORATE, &[10, BINDING, APART + 2][..])));
    }

    #[test]
    fn what_is_no_module_stays_as_it_is() {
        for words in [
            vec![],
            vec![1, 2],
            vec![0x0723_0203, 0, 0, 9, 0, 0xffff_0001],
        ] {
            assert_eq!(parted(words.clone()), words);
        }
    }
}
