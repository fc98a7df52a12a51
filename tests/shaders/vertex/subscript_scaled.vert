// A float that is converted for subscripts alone need not be truncated below zero, also where they are scaled;
// -0.5 is element 0 in any case.
// run: at=0 u=(1,10,2,20,3,30,4,40) -> gl_Position=(1,20,0,1)
// run: at=-0.5 u=(1,10,2,20,3,30,4,40) -> gl_Position=(1,20,0,1)
// run: at=1.999 u=(1,10,2,20,3,30,4,40) -> gl_Position=(3,40,0,1)
attribute float at;
uniform vec2 u[4];

void main() {
    int i = int(at);
    gl_Position = vec4(u[2 * i].x, u[2 * i + 1].y, 0.0, 1.0);
}
