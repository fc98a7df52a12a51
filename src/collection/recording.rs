//! Recordings of commands for the Xbox: push buffers and logs.

use super::{Collection, Found};
use crate::registry::xbox;
use retroshade_nv2a::trace;

/// True if bytes are a recording and nothing else.
pub(super) fn is_recording(bytes: &[u8]) -> bool {
    trace::is_recording(bytes)
}

/// Finds the programs in a recording.
pub(super) fn find(bytes: &[u8]) -> Collection {
    Collection {
        programs: programs(bytes),
        faults: Vec::new(),
        searched: "vertex programs (NV097_SET_TRANSFORM_PROGRAM) that end, and combiners (NV097_SET_COMBINER_CONTROL) or texture stages (NV097_SET_SHADER_STAGE_PROGRAM)".to_owned(),
    }
}

/// The programs of recordings, wherever in bytes they are.
pub(super) fn programs(bytes: &[u8]) -> Vec<Found> {
    let sent = trace::sent(bytes).into_iter();
    sent.map(|sent| Found::of_words(xbox(), sent.stage, sent.start, sent.bytes))
        .collect()
}
