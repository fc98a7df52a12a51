@group(0) @binding(0) var<uniform> tint: vec4<f32>;
struct Out { @builtin(position) position: vec4<f32>, @location(0) uv: vec2<f32> }
@vertex fn vs(@location(0) p: vec4<f32>) -> Out {
    var out: Out;
    out.position = p * 2.0;
    out.uv = p.xy;
    for (var i = 0; i < 3; i++) { out.uv = out.uv * 0.5 + vec2<f32>(f32(i)); }
    return out;
}
@fragment fn fs(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
    if uv.x > 0.5 { return tint; }
    return select(tint, vec4<f32>(uv, 0.0, 1.0), uv.y > 0.25);
}
