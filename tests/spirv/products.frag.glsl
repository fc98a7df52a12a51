#version 450
layout(std140, set = 0, binding = 0) uniform Block {
    mat3 turn;
    vec2 wide;
} q;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
void main() {
    mat3 back = inverse(q.turn);
    mat2x3 spread = outerProduct(v.xyz, q.wide);
    color = vec4(back * v.xyz + spread[1], spread[0].y);
}
