// Four sums of three lanes each look like inner products with ones, and are two additions of whole vectors.
// target: all
// run: a=(1,2,4,8) b=(1,1,1,1) -> vSums=(7,14,13,11) gl_Position=(2,2,2,2)
// limit: agal1 instructions <= 3
// limit: nv2a instructions <= 5
// limit: pica200 instructions <= 4
// limit: lima instructions <= 9
attribute vec4 a;
attribute vec4 b;
varying vec4 vSums;
void main() {
    vSums = vec4(a.x + a.y + a.z, a.y + a.z + a.w, a.z + a.w + a.x, a.w + a.x + a.y);
    gl_Position = b * 2.0;
}
