// Three tables are read at once, one by what another holds: an address register is set again in the
// instruction that reads by it for the last time.
// run: a=(-2,1,0,0) b=(0.5,0.0) -> v=(4,4,0.5,0)
attribute vec4 a;
attribute vec2 b;
uniform float u;
uniform vec2 w;
varying vec4 v;

void main() {
    float x = floor((0.0 <= a.x ? -1.0 : b.y) * 0.5);
    x = clamp(x, -8.0, 8.0);
    x += a.z;
    x = clamp(x, -8.0, 8.0);
    float table[4];
    table[0] = 4.0;
    table[1] = 0.5;
    table[2] = -1.0;
    table[3] = 0.5;
    v = vec4(
        table[int(floor(u * 0.5))],
        table[int(floor(x * 0.5))],
        table[int(table[int(x)])],
        floor((w.x + b.y) * 0.5));
    gl_Position = vec4(0.0, a.y, 0.0, 1.0);
}
