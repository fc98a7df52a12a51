// `int(x)` as a subscript costs a maximum, and what the machine needs for a floor.
// limit: nv2a instructions <= 8
// limit: agal1 instructions <= 7
// run: at=(0,2.25,-0.5) u=(1,2,3,4,5,6,7,8,9,10,11,12) -> gl_Position=(11,14,17,20)
// run: at=(2,1.999,0.001) u=(1,2,3,4,5,6,7,8,9,10,11,12) -> gl_Position=(15,18,21,24)
attribute vec3 at;
uniform vec4 u[3];

void main() {
    gl_Position = u[int(at.x)] + u[int(at.y)] + u[int(at.z)];
}
