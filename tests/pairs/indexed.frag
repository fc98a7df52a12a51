precision mediump float;
varying vec2 vRow[3];
varying float vTail;
uniform float uIndex;
void main() {
    gl_FragColor = vec4(vRow[int(uIndex)], vTail, 1.0);
}
