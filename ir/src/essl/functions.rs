//! Functions that a shader calls.

use super::{Writer, Written, bare, type_name};
use crate::outline::Function;
use crate::{LANES, Terminator, Type};
use std::collections::BTreeSet;

impl Writer<'_> {
    /// The functions that are called, for scalars and lane by lane for vectors.
    pub(super) fn functions(&mut self, functions: &[Function]) -> Written<()> {
        let mut widths: Vec<BTreeSet<u8>> = vec![BTreeSet::new(); functions.len()];
        for region in self.shader.live_regions() {
            for &inst in &self.shader.regions[region].insts {
                let result = self.shader.insts[inst].results.first();
                if let (Some(call), Some(&result)) = (self.calls.call(inst), result)
                    && self.calls.uses[result] > 0
                {
                    widths[call.function].insert(self.shader.ty(result).lanes);
                }
            }
        }
        for (function, widths) in functions.iter().zip(widths) {
            if widths.is_empty() {
                continue;
            }
            let text = of_scalars(function)?;
            self.text.push_str(&text);
            for lanes in widths.into_iter().filter(|lanes| *lanes > 1) {
                let text = of_vectors(function, lanes);
                self.text.push_str(&text);
            }
        }
        Ok(())
    }
}

/// `float name(float a, float b) {`
fn head(function: &Function, lanes: u8) -> String {
    let interface = &function.body.interface;
    let parameters = interface.inputs.values().map(|parameter| {
        let ty = type_name(Type {
            scalar: parameter.shape.scalar,
            lanes,
        });
        format!("{ty} {}", parameter.name)
    });
    let parameters: Vec<String> = parameters.collect();
    let results = interface.outputs.values().next();
    let scalar = results.map_or(crate::Scalar::Float, |result| result.shape.scalar);
    let ty = type_name(Type { scalar, lanes });
    format!("{ty} {}({}) {{\n", function.name, parameters.join(", "))
}

fn of_scalars(function: &Function) -> Written<String> {
    let shader = &function.body;
    let mut writer = Writer::new(shader, &[]);
    writer.text = head(function, 1);
    let body = &shader.regions[shader.body];
    for &inst in &body.insts {
        writer.statement(inst, shader.body)?;
    }
    let Terminator::Yield(results) = &body.end else {
        return Err("a function without a result");
    };
    let results = writer.operands(results);
    for result in results {
        writer.line(&format!("return {};", bare(&result)));
    }
    writer.text.push_str("}\n");
    Ok(writer.text)
}

fn of_vectors(function: &Function, lanes: u8) -> String {
    let name = &function.name;
    let parameters = &function.body.interface.inputs;
    let lane = |lane: char| {
        let operands = parameters
            .values()
            .map(|one| format!("{}.{lane}", one.name));
        let operands: Vec<String> = operands.collect();
        format!("{name}({})", operands.join(", "))
    };
    let calls: Vec<String> = LANES[..usize::from(lanes)]
        .iter()
        .map(|&one| lane(one))
        .collect();
    format!(
        "{}  return vec{lanes}({});\n}}\n",
        head(function, lanes),
        calls.join(", ")
    )
}
