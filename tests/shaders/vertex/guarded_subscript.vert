// What an index out of range finds does not spoil the result where the shader does not choose it.
// run: at=(-1,3) u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) -> gl_Position=(7,7,7,7) dummy=(13,14,15,16)
// run: at=(3,1000) u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) -> gl_Position=(26,28,30,32) dummy=(0,0,0,0)
// run: at=(4,-1000) u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) -> gl_Position=(7,7,7,7) dummy=(0,0,0,0)
// run: at=(0,0) u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) -> gl_Position=(2,4,6,8) dummy=(1,2,3,4)
attribute vec2 at;
uniform vec4 u[4];
varying vec4 dummy;

void main() {
    int i = int(at.x), j = int(at.y);
    vec4 sum = vec4(7.0);
    if (i >= 0 && i < 4) sum = u[i] * 2.0;
    gl_Position = sum;
    dummy = j >= 0 && j < 4 ? u[j] : vec4(0.0);
}
