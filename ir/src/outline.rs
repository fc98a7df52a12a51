//! Finds in a shader what functions compute, so that a source can call them instead of saying it again.

use crate::entity::SecondaryMap;
use crate::{Inst, Op, Operands, Shader, Terminator, Type, Use, Value};

/// A function of scalars.
#[derive(Clone, Debug)]
pub struct Function {
    /// What sources call it.
    pub name: String,
    /// What it computes, without branches and lookups: the inputs are its parameters, of one lane each, the one output is its
    /// result.
    pub body: Shader,
}

impl Function {
    /// The result.
    pub fn result(&self) -> Option<Use> {
        match &self.body.regions[self.body.body].end {
            Terminator::Yield(results) => results.first().copied(),
            _ => None,
        }
    }
}

/// A value that a function gives, lane by lane.
#[derive(Clone, Debug)]
pub struct Call {
    /// The number of the function.
    pub function: usize,
    /// Its operands, of as many lanes as the result has.
    pub operands: Vec<Use>,
}

/// Where a shader calls functions.
#[derive(Debug)]
pub struct Calls {
    calls: SecondaryMap<Inst, Option<Call>>,
    /// How often each value is used by what is left outside of the functions.
    pub uses: SecondaryMap<Value, u32>,
}

impl Calls {
    /// Finds the calls of functions in a shader. Of functions that fit, the first is called.
    pub fn new(shader: &Shader, functions: &[Function]) -> Calls {
        let mut found = Calls {
            calls: SecondaryMap::new(),
            uses: SecondaryMap::new(),
        };
        let mut work: Vec<Value> = Vec::new();
        for region in shader.live_regions() {
            let data = &shader.regions[region];
            for &inst in &data.insts {
                found.calls[inst] = called(shader, functions, inst);
            }
            for operand in data.end.uses() {
                found.uses[operand.value] += 1;
                work.push(operand.value);
            }
            let kept = data.insts.iter().filter(|inst| {
                let data = &shader.insts[**inst];
                data.results.is_empty() || !data.regions.is_empty()
            });
            for &inst in kept {
                for operand in &shader.insts[inst].args {
                    found.uses[operand.value] += 1;
                    work.push(operand.value);
                }
            }
        }
        let mut seen: SecondaryMap<Inst, bool> = SecondaryMap::new();
        while let Some(value) = work.pop() {
            let Some(inst) = shader.def_inst(value) else {
                continue;
            };
            let counted = !shader.insts[inst].regions.is_empty();
            if counted || std::mem::replace(&mut seen[inst], true) {
                continue;
            }
            for operand in found.operands(shader, inst) {
                found.uses[operand.value] += 1;
                work.push(operand.value);
            }
        }
        found
    }

    /// The call that is the result of an instruction.
    pub fn call(&self, inst: Inst) -> Option<&Call> {
        self.calls[inst].as_ref()
    }

    /// What the text of an instruction is made of.
    pub fn operands(&self, shader: &Shader, inst: Inst) -> Operands {
        match self.call(inst) {
            Some(call) => call.operands.as_slice().into(),
            None => shader.insts[inst].args.clone(),
        }
    }
}

/// The first function whose operations end in an instruction.
fn called(shader: &Shader, functions: &[Function], inst: Inst) -> Option<Call> {
    let result = shader.whole(*shader.insts[inst].results.first()?);
    functions.iter().enumerate().find_map(|(number, function)| {
        let mut operands = vec![None; function.body.interface.inputs.len()];
        let fits = fits(
            shader,
            &function.body,
            function.result()?,
            result,
            &mut operands,
        );
        let operands: Option<Vec<Use>> = operands.into_iter().collect();
        operands.filter(|_| fits).map(|operands| Call {
            function: number,
            operands,
        })
    })
}

/// True if a value is computed as one of a function is. `operands`: what each parameter was found to be.
fn fits(
    shader: &Shader,
    pattern: &Shader,
    wanted: Use,
    found: Use,
    operands: &mut [Option<Use>],
) -> bool {
    let Some(own) = pattern.def_inst(wanted.value) else {
        return false;
    };
    let own = &pattern.insts[own];
    match own.op {
        Op::Input { input, .. } => {
            let place = crate::entity::EntityRef::index(input);
            let Some(operand) = operands.get_mut(place) else {
                return false;
            };
            let scalar = pattern.use_type(wanted).scalar == shader.use_type(found).scalar;
            scalar && *operand.get_or_insert(found) == found
        }
        Op::Constant(constant) => {
            let lanes = shader.as_constant(found);
            lanes.is_some_and(|lanes| {
                lanes.ty.scalar == constant.ty.scalar
                    && lanes.lanes().iter().all(|bits| *bits == constant.bits[0])
            })
        }
        op => {
            let Some(inst) = shader.def_inst(found.value) else {
                return false;
            };
            let data = &shader.insts[inst];
            let whole = found == shader.whole(found.value);
            let of_lanes = |ty: Type| ty.scalar == pattern.use_type(wanted).scalar;
            whole
                && data.op == op
                && data.args.len() == own.args.len()
                && of_lanes(shader.ty(found.value))
                && own
                    .args
                    .iter()
                    .zip(&data.args)
                    .all(|(wanted, found)| fits(shader, pattern, *wanted, *found, operands))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;
    use retroshade_diagnostics::FileId;

    fn shader(text: &str) -> Shader {
        text::parse(text, FileId(0)).unwrap()
    }

    fn times() -> Function {
        let body = shader(
            r#"shader vertex "times"
               input in0 "a" float
               input in1 "b" float
               output out0 "result" float
               body {
                 %0:f1 = input in0[0]
                 %1:f1 = input in1[0]
                 %2:f1 = const 0.0
                 %3:b1 = eq %0, %2
                 %4:f1 = mul %0, %1
                 %5:f1 = select %3, %2, %4
                 yield %5
               }"#,
        );
        Function {
            name: "times".into(),
            body,
        }
    }

    #[test]
    fn vectors_are_found_by_lanes() {
        let main = shader(
            r#"shader vertex "main"
               input in0 "v" vec4
               output out0 "r" vec3
               body {
                 %0:f4 = input in0[0]
                 %1:f1 = const 0.0
                 %2:b3 = eq %0.wyx, %1.xxx
                 %3:f3 = mul %0.wyx, %0.zzz
                 %4:f3 = select %2, %1.xxx, %3
                 yield %4
               }"#,
        );
        let calls = Calls::new(&main, &[times()]);
        let found: Vec<Inst> = main
            .insts
            .keys()
            .filter(|&i| calls.call(i).is_some())
            .collect();
        let &[only] = found.as_slice() else {
            panic!("{found:?}");
        };
        let call = calls.call(only).unwrap();
        let operands: Vec<String> = call
            .operands
            .iter()
            .map(|one| one.swizzle.to_string())
            .collect();
        assert_eq!(operands, ["wyx", "zzz"]);
        // What is inside of the function is not written.
        let product = main.insts[only].args[2].value;
        assert_eq!(calls.uses[product], 0);
        assert_eq!(calls.uses[call.operands[0].value], 2);
    }

    #[test]
    fn another_operand_is_another_function() {
        let main = shader(
            r#"shader vertex "main"
               input in0 "v" vec4
               output out0 "r" float
               body {
                 %0:f4 = input in0[0]
                 %1:f1 = const 0.0
                 %2:b1 = eq %0.x, %1
                 %3:f1 = mul %0.y, %0.z
                 %4:f1 = select %2, %1, %3
                 yield %4
               }"#,
        );
        let calls = Calls::new(&main, &[times()]);
        assert!(main.insts.keys().all(|inst| calls.call(inst).is_none()));
    }
}
