// gl_FragCoord besides varyings that share a register.
attribute vec4 aPosition;
uniform mat4 uMvp;
varying vec2 vUv;
varying vec2 vOther;
void main() {
    gl_Position = vec4((uMvp * aPosition).xyz, 1.5 + aPosition.x * 0.25);
    vUv = aPosition.xy;
    vOther = aPosition.yz;
}
