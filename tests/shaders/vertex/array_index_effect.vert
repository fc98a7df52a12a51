// An index that counts reads the array where it is: no copy of sixteen vectors.
// target: all
// run: p=(1,0,0,1) u=(1,0,0,0, 2,1,0,0, 4,0,1,0, 8,0,0,1) -> gl_Position=(14,1,1,1)
// limit: pica200 instructions <= 7
// limit: nv2a instructions <= 10
// limit: agal1 instructions <= 11
// limit: lima instructions <= 16
attribute vec4 p;
uniform vec4 u[4];
void main() {
    int i = int(p.x);
    vec4 sum = u[i++];
    sum += u[i++];
    sum += u[i];
    gl_Position = sum;
}
