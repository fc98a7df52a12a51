//! Lets readers of a copy read the original.

use super::code::{Code, Lane, Scalar, ScalarMap, Source, count_writes, each_op, each_source_mut};
use crate::isa::Opcode;

/// Replaces reads of copies of scalars, where both are assigned once, by reads of the original.
pub(super) fn propagate(code: &mut Code) {
    let writes = count_writes(code);
    let once = |scalar: Scalar| writes.get(scalar.0 as usize) == Some(&1);
    let mut originals: ScalarMap<Source> = ScalarMap::new();
    each_op(&code.body, &mut |op| {
        let (Opcode::Mov, [to], [lanes]) =
            (op.opcode, op.results.as_slice(), op.operands.as_slice())
        else {
            return;
        };
        if let [source] = lanes.as_slice()
            && let Lane::Scalar(from) = source.lane
            && once(*to)
            && once(from)
            && code.output_of(*to).is_none()
        {
            originals[*to] = Some(*source);
        }
    });
    let resolve = |source: &mut Source| {
        // Chains are short and cannot be circular: each copy reads what was made before it.
        while let Lane::Scalar(scalar) = source.lane
            && let Some(original) = originals[scalar]
        {
            source.lane = original.lane;
            source.negate ^= original.negate;
        }
    };
    let mut body = std::mem::take(&mut code.body);
    each_source_mut(&mut body, &mut |source| resolve(source));
    code.body = body;
    code.addresses.iter_mut().for_each(resolve);
}
