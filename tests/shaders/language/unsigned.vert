#version 300 es
// `uint` where integers are floats: its order and its conversions.
// run: a=(1,2,3,4) n=(4,6) -> gl_Position=(0,1,0,1) dummy1=(4,6,4,4) dummy2=(0,1,1,0) dummy3=(0,1,4,1)
// run: a=(9,0,255,7) n=(6,6) -> gl_Position=(0,1,1,0) dummy1=(6,6,5,6) dummy2=(1,0,0,1) dummy3=(1,0,7,1)
// run: a=(7,0,1,0) n=(70000,6) -> gl_Position=(1,0,1,0) dummy1=(6,70000,5,70000) dummy2=(1,0,1,0) dummy3=(1,1,0,0)
in vec4 a;
in vec2 n;
out vec4 dummy1, dummy2, dummy3;

void main() {
    uint x = uint(n.x), y = uint(n.y);
    gl_Position = vec4(x > y, x <= y, x >= y, x < y);
    dummy1 = vec4(min(x, y), max(x, y), clamp(x, 3u, 5u), x);
    dummy2 = vec4(x >= 6u, 6u > x, x != y, x == 6u);
    dummy3 = vec4(uint(a.x) > uint(a.y), uint(a.z) <= 3u, uint(a.w), all(lessThan(uvec2(a.xy), uvec2(a.zw))));
}
