// A parameter by value of which nothing is written is the array itself.
// target: all
// run: p=(2,0,0,1) u=(1,0,0,0, 2,1,0,0, 4,5,1,0, 8,0,0,1) -> gl_Position=(4,5,1,0)
// limit: pica200 instructions <= 4
// limit: nv2a instructions <= 5
// limit: agal1 instructions <= 5
// limit: lima instructions <= 9
attribute vec4 p;
uniform vec4 u[4];
vec4 pick(vec4 list[4], int place) { return list[place]; }
void main() {
    gl_Position = pick(u, int(p.x));
}
