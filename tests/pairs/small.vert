// Small varyings of all widths, which together fill whole registers.
attribute vec4 aPosition;
attribute vec3 aNormal;
uniform mat4 uMvp;
uniform float uFog;
varying vec2 vUv;
varying float vFog;
varying vec3 vNormal;
varying vec2 vDetail;
varying vec4 vColor;
void main() {
    gl_Position = uMvp * aPosition;
    vUv = aPosition.xy * 0.5 + 0.5;
    vFog = aPosition.z * uFog;
    vNormal = aNormal.zxy;
    vDetail = aPosition.zw * 4.0;
    vColor = vec4(aNormal, 1.0) * 0.5;
}
