// target: lima
// run: aBones=(0,1,2,3) aCount=0 uPalette=(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1) -> gl_Position=(0,0,0,0)
// run: aBones=(0,1,2,3) aCount=4 uPalette=(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1) -> gl_Position=(1,2,3,4)
// run: aBones=(3,3,1,0) aCount=3 uPalette=(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1) -> gl_Position=(0,3,0,3)
// An indexed uniform inside of a loop that does not unroll.
attribute vec4 aBones;
attribute float aCount;
uniform vec4 uPalette[4];

void main() {
    vec4 sum = vec4(0.0);
    float weight = 1.0;
    vec4 bones = aBones;
    while (weight <= aCount) {
        sum += uPalette[int(bones.x)] * weight;
        bones = bones.yzwx;
        weight += 1.0;
    }
    gl_Position = sum;
}
