// The last of several equal steps writes an output, which no round of a loop may.
// run: v=(1,2,3,4) g=0.5 n=7 m=(1,0,0,0, 0,2,0,0, 0,0,1,0, 1,0,0,1) -> gl_Position=(17,32,3,4) vAngle=(0,0.5,0.5235988,0.25) vHalf=1
// run: v=(0,1,0,0) g=-1.0 n=7 m=(1,0,0,0, 0,2,0,0, 0,0,1,0, 1,0,0,1) -> gl_Position=(0,16,0,0) vAngle=(0,-1,0.5235988,-0.5) vHalf=1
attribute vec4 v;
attribute float g;
uniform mat4 m;
uniform int n;
varying vec4 vAngle;
varying float vHalf;

void main() {
    gl_Position = m * (m * (m * (m * v)));
    vAngle = sin(asin(sin(asin(vec4(0.0, g, 0.5235988, g * 0.5)))));
    int rounds = (n + n) / 2;
    for (int i = 3; i >= 0; i--) {
        rounds++;
        rounds = rounds / 2;
    }
    vHalf = float(rounds);
}
