// `(p * v) * x` as `p * (v * x)` saves the product of the matrices, which is multiplied with seven vectors here: each
// would be multiplied twice. That pays on agal alone, where one instruction multiplies with a matrix of rows.
// target: nv2a agal1
// run: a=(1,2,3,4) b=(5,6,7,8) p=(2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,2) v=(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1) -> gl_Position=(2,4,6,8) v0=(10,12,14,16) v1=(8,6,4,2) v2=(16,14,12,10) v3=(12,16,20,24) v4=(4,6,8,2) v5=(12,14,16,10)
// limit: nv2a instructions <= 51
// limit: agal1 instructions <= 15
attribute vec4 a;
attribute vec4 b;
uniform mat4 p;
uniform mat4 v;
varying vec4 v0;
varying vec4 v1;
varying vec4 v2;
varying vec4 v3;
varying vec4 v4;
varying vec4 v5;
void main() {
    mat4 m = p * v;
    gl_Position = m * a;
    v0 = m * b;
    v1 = m * a.wzyx;
    v2 = m * b.wzyx;
    v3 = m * (a + b);
    v4 = m * a.yzwx;
    v5 = m * b.yzwx;
}
