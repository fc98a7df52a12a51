#version 300 es
// Rectangular matrices and matrices of uniform blocks, with a layout and without one: products both ways
// round, transposed ones, computed columns.
// run: a=(1,2,3,1) k=0 A=(1,2,3,4,5,6) B=(1,0,2,1,0,3) Block.m=(1,2,3,4,2,3,4,1,3,4,1,2,4,1,2,3) Block.turns=(1,2,3,4,0,1,2,2) -> gl_Position=(1829,2860,35,34) color=(2954,10254,12754,768)
// run: a=(1,2,3,1) k=1 A=(1,2,3,4,5,6) B=(1,0,2,1,0,3) Block.m=(1,2,3,4,2,3,4,1,3,4,1,2,4,1,2,3) Block.turns=(1,2,3,4,0,1,2,2) -> gl_Position=(1574,1837,36,31) color=(2957,10257,12629,896)
in vec4 a;
in float k;
uniform mat2x3 A;
uniform mat3x2 B;
layout(row_major) uniform Block {
    mat4 m;
    layout(column_major) mat2 turns[2];
} block;
out vec4 color;

void main() {
    int i = int(k);
    gl_Position = block.m * a + (transpose(block.m) * a + block.m[i]);
    vec3 wide = A * a.xy + A[i];
    vec2 back = a.xyz * A;
    vec2 tall = B * a.xyz + B[i + 1];
    vec3 rows = transpose(B) * a.xy;
    vec2 turned = block.turns[i] * a.xy + block.turns[1][i];
    gl_Position.xy += turned * 256.0;
    color = vec4(wide, 0.0) + vec4(back, tall) * 64.0 + vec4(rows, 0.0) * 2048.0;
}
