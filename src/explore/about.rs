//! What the page can choose from: targets, levels, examples.

use super::picture::surfaces;
use super::question::LEVELS;
use crate::{machine, targets};
use retroshade_ir::Stage;
use serde_json::{Value, json};

/// A shader to start from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What it is called.
    pub name: String,
    /// The stage it is for.
    pub stage: Stage,
    /// The text.
    pub source: String,
}

/// The examples of the repository.
const EXAMPLES: &[(&str, Stage, &str)] = &[
    (
        "Water",
        Stage::Fragment,
        include_str!("../../examples/water.frag"),
    ),
    (
        "Lights",
        Stage::Fragment,
        include_str!("../../examples/phong.frag"),
    ),
    (
        "Blur",
        Stage::Fragment,
        include_str!("../../examples/blur.frag"),
    ),
    (
        "Textured cube, fragments",
        Stage::Fragment,
        include_str!("../../examples/cube.frag"),
    ),
    (
        "Textured cube, vertices",
        Stage::Vertex,
        include_str!("../../examples/cube.vert"),
    ),
    (
        "Particles",
        Stage::Vertex,
        include_str!("../../examples/particles.vert"),
    ),
    (
        "Skinning",
        Stage::Vertex,
        include_str!("../../examples/skinning.vert"),
    ),
];

/// Examples of two shaders: a vertex and a fragment shader.
const PAIRS: &[(&str, &str, &str)] = &[(
    "Textured cube, both",
    include_str!("../../examples/cube.vert"),
    include_str!("../../examples/cube.frag"),
)];

/// What the page asks for first.
pub(super) fn answer(start: Option<&Example>) -> Value {
    let targets = targets().iter().map(|target| {
        let named = |fixed: bool| -> Vec<&str> {
            let stages = target.stages().into_iter();
            let of_kind = stages.filter(|stage| target.is_fixed(*stage) == fixed);
            of_kind.map(Stage::name).collect()
        };
        json!({
            "name": target.name(),
            "machine": machine(*target),
            "stages": named(false),
            "fixed": named(true),
        })
    });
    let examples = EXAMPLES.iter().map(
        |(name, stage, source)| json!({ "name": name, "stage": stage.name(), "source": source }),
    );
    let pairs = PAIRS.iter().map(|(name, vertex, fragment)| {
        json!({ "name": name, "stage": "vertex", "source": vertex, "partner": fragment })
    });
    let examples = examples.chain(pairs);
    let start = start.map(
        |start| json!({ "name": start.name, "stage": start.stage.name(), "source": start.source }),
    );
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "targets": targets.collect::<Vec<Value>>(),
        "levels": LEVELS,
        "surfaces": surfaces(),
        "examples": examples.collect::<Vec<Value>>(),
        "start": start,
    })
}
