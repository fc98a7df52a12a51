#version 450
layout(std140, set = 0, binding = 0) uniform Block {
    vec3 wide;
} q;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
void main() {
    vec3 wholes;
    vec3 parts = modf(q.wide * v.xyz, wholes);
    float whole;
    float part = modf(q.wide.y + v.x, whole);
    color = vec4(parts + wholes * vec3(1.0, 10.0, 10.0), part + whole * 10.0);
}
