// Locations, not names, say which varyings belong together.
struct Between {
    @builtin(position) position: vec4<f32>,
    @location(0) first: vec2<f32>,
    @location(1) second: vec3<f32>,
}

@vertex
fn vs(@location(0) position: vec4<f32>, @location(1) normal: vec3<f32>) -> Between {
    var between: Between;
    between.position = vec4<f32>(position.xyz, 2.0);
    between.first = position.xy;
    between.second = normal;
    return between;
}

@fragment
fn fs(@location(1) first: vec3<f32>, @location(0) second: vec2<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(first * second.x, second.y);
}
