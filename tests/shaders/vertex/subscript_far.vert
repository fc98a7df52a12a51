// Literals in subscripts that lead out of the file of registers, where the rest of the subscript leads back.
// run: at=(2,95,-40,0) u=(1,2,3,4,5,6,7,8,9,10,11,12) -> gl_Position=(1,6,11,12)
// run: at=(5,90,-45,1) u=(1,2,3,4,5,6,7,8,9,10,11,12) -> gl_Position=(4,11,1,11)
attribute vec4 at;
uniform float u[12];

void main() {
    gl_Position = vec4(u[int(at.x) - 2], u[100 - int(at.y)], u[90 + int(at.z) * 2], u[11 - int(at.w)]);
}
