#version 450
layout(set = 0, binding = 0) uniform sampler2D image;
layout(set = 0, binding = 1) uniform sampler2D other;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
vec4 look(sampler2D from, vec2 place, float weight) {
    return texture(from, place * 0.3) * weight;
}
vec4 twice(sampler2D first, sampler2D second) {
    return look(first, v.xy, 0.5) + look(second, v.xy * 0.25, 2.0);
}
void main() {
    color = twice(image, other) - texture(other, v.yx * 0.07);
}
