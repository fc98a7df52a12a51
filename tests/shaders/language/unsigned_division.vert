#version 300 es
// Quotients, remainders and shifts of `uint` where integers are floats.
// run: n=(17,5) -> gl_Position=(3,2,8,2) dummy1=(2,3,5,2) dummy2=(17,5,0,0)
// run: n=(10000,9) -> gl_Position=(1111,1,5000,4) dummy1=(1428,4,3333,1) dummy2=(10000,9,312,0)
// run: n=(3,1000) -> gl_Position=(0,3,1,500) dummy1=(0,3,1,0) dummy2=(3,1000,0,0)
in vec2 n;
out vec4 dummy1, dummy2;

void main() {
    uint x = uint(n.x), y = uint(n.y);
    gl_Position = vec4(x / y, x % y, x >> 1u, y >> 1u);
    uvec2 halves = uvec2(x, x) / uvec2(7u, 3u);
    dummy1 = vec4(halves.x, x % 7u, halves.y, x % 3u);
    dummy2 = vec4(x >> 0u, y >> 0u, x >> 5u, 0u);
}
