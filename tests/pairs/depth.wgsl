// The fragment's position is in the window whatever range of z the machine's clip volume has.
struct Between {
    @builtin(position) position: vec4<f32>,
    @location(0) tint: vec3<f32>,
}

@vertex
fn vs(@location(0) position: vec4<f32>, @location(1) tint: vec3<f32>) -> Between {
    var between: Between;
    between.position = vec4<f32>(position.xyz, 2.0);
    between.tint = tint;
    return between;
}

@fragment
fn fs(between: Between) -> @location(0) vec4<f32> {
    return vec4<f32>(between.tint * between.position.z, between.position.z);
}
