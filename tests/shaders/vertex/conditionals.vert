// Two values that change where a comparison holds, in the registers where they are.
// limit: agal2 instructions <= 9
// run: aAt=(1,2,3,4) uScale=(2,2,2,2) uTint=(1,1,1,0) -> gl_Position=(4,8,12,16) vTint=(2,3,4,4)
// run: aAt=(-1,2,3,4) uScale=(2,2,2,2) uTint=(1,1,1,0) -> gl_Position=(-2,4,6,8) vTint=(-2,4,6,0)
attribute vec4 aAt;
uniform vec4 uScale;
uniform vec4 uTint;
varying vec4 vTint;

void main() {
    vec4 at = aAt * uScale;
    vec4 tint = at * uTint;
    if (aAt.x > 0.0) {
        at *= uScale;
        tint = aAt + uTint;
    }
    gl_Position = at;
    vTint = tint;
}
