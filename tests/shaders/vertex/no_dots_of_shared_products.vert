// Two sums read the same products, which an output shows as well: inner products would multiply again.
// target: all
// run: a=(1,2,3,4) b=(2,2,2,2) -> v=(12,18,2,8) gl_Position=(2,4,6,8)
// limit: pica200 instructions <= 7
// limit: nv2a instructions <= 6
// limit: agal1 instructions <= 5
// limit: lima instructions <= 10
attribute vec4 a;
attribute vec4 b;
varying vec4 v;
void main() {
    vec4 p = a * b;
    v = vec4(p.x + p.y + p.z, p.y + p.z + p.w, p.x, p.w);
    gl_Position = p;
}
