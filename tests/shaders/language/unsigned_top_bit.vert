#version 300 es
// Numbers that only integers hold are refused, never rounded.
// refuse: agal1 E0312
// refuse: agal2 E0312
// refuse: agal3 E0312
// refuse: pica200 E0312
// refuse: lima E0312
// refuse: nv2a E0312
in vec4 a;
uniform uint x, y;

void main() {
    gl_Position = vec4((x ^ 0x80000000u) < (y ^ 0x80000000u));
}
