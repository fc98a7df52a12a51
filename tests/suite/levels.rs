//! Levels against each other: a higher one takes no more instructions.

use retroshade::{Compiler, Matrices, Optimize, Position, Source, Stage, find_target};

/// The long search finds a slot more than the short one for this shader, whose result is kept.
const LIT: &str = "
attribute vec3 aPosition, aNormal; attribute vec4 aColor; attribute vec2 aPlace;
uniform mat4 uProjection; uniform vec4 uView[3]; uniform vec3 uTurn[3];
uniform vec4 uOwn, uAmbient, uSwitch, uAlpha, uMist; uniform vec3 uToward, uShine; uniform vec4 uMove[3];
varying vec4 vColor, vMist, vFirst, vPlace, vSecond, vThird;
void main() {
    vec4 p = vec4(aPosition, 1.0);
    vec4 e = vec4(dot(p, uView[0]), dot(p, uView[1]), dot(p, uView[2]), 1.0);
    gl_Position = uProjection * e;
    vec3 n = normalize(vec3(dot(aNormal, uTurn[0]), dot(aNormal, uTurn[1]), dot(aNormal, uTurn[2])));
    vec4 own = mix(uOwn, aColor, uSwitch.x);
    vec3 light = mix(uAmbient, aColor, uSwitch.y).rgb;
    light += max(dot(n, uToward), 0.0) * uShine;
    light = clamp(light, 0.0, 1.0);
    vec3 lit = mix(own.rgb, own.rgb * light, uSwitch.z);
    float alpha = mix(uOwn.a, aColor.a, uAlpha.x);
    alpha = mix(alpha, alpha * uAmbient.a, uAlpha.y);
    vColor = mix(vec4(1.0), vec4(lit, alpha), uSwitch.w);
    vMist = vec4(vec3(0.0), clamp((-e.z - uMist.x) * uMist.y, 0.0, 1.0) * uAlpha.z);
    vec4 s = mix(vec4(aPlace, 0.0, 1.0), vec4(n, 1.0), uMove[2].x);
    vPlace = vec4(dot(s, uMove[0]), dot(s, uMove[1]), 0.0, 1.0);
}
";

#[test]
fn the_longer_search_never_takes_more_slots() {
    let slots = |optimize| {
        let mut compiler = Compiler::new(find_target("nv2a").unwrap());
        compiler.options.optimize = optimize;
        compiler.options.position = Position::Divide;
        compiler.options.matrices = Some(Matrices::Rows);
        let source = Source::new("lit.vert", Stage::Vertex, LIT);
        let compiled = compiler.compile(&source).result.unwrap();
        compiled.reflection.stats.instructions
    };
    assert!(slots(Optimize::Most) <= slots(Optimize::Normal));
}
