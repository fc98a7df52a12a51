#version 450
layout(std140, set = 0, binding = 0) uniform Block {
    layout(row_major) mat4 rows;
    layout(row_major) mat4x3 wide;
    mat4 columns;
    mat2 small;
    layout(row_major) mat2 turned;
    layout(row_major) mat3 many[2];
    float behind;
    int n;
    vec2 last;
} q;
layout(location = 0) in vec4 v;
layout(location = 0) out vec4 color;
void main() {
    color = q.rows * v;
    color += q.columns * v * 0.5;
    color.xyz += q.wide * v;
    color.xy += q.small * v.xy + q.turned * v.zw + q.last;
    color.xyz += q.many[1] * v.xyz + q.many[q.n][1] * q.behind;
    color.w += q.rows[1][2] + q.rows[q.n].y;
}
