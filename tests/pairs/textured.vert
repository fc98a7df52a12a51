// Texture coordinates in both halves of a register, and one that is divided.
attribute vec4 aPosition;
attribute vec3 aNormal;
varying vec2 vUv;
varying vec2 vShadow;
varying vec3 vProjected;
varying vec3 vDirection;
varying float vMix;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    vUv = aPosition.xy * 0.5 + 0.5;
    vShadow = aPosition.zw;
    vProjected = vec3(aPosition.yx, 1.25);
    vDirection = aNormal;
    vMix = aPosition.x;
}
