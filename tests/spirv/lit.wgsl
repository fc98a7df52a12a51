struct Camera { matrix: mat4x4<f32>, tint: vec4<f32> }
@group(0) @binding(0) var<uniform> uCamera: Camera;
struct Out { @builtin(position) position: vec4<f32>, @location(0) color: vec4<f32>, @location(1) uv: vec2<f32> }
@vertex fn main(@location(0) position: vec3<f32>, @location(1) uv: vec2<f32>) -> Out {
  var o: Out;
  o.position = uCamera.matrix * vec4<f32>(position, 1.0);
  o.color = uCamera.tint * max(position.z, 0.25);
  o.uv = uv;
  return o;
}
