// Eleven varyings that fit into eight registers only because small ones share.
attribute vec4 aPosition;
attribute vec3 aNormal;
varying vec4 vA;
varying vec4 vB;
varying vec3 vC;
varying float vD;
varying vec2 vE[4];
varying vec2 vF;
varying vec2 vG;
varying vec3 vH;
varying float vI;
varying vec2 vJ[2];
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    vA = aPosition;
    vB = aPosition.wzyx;
    vC = aNormal;
    vD = aNormal.x * aPosition.x;
    vE[0] = aPosition.xy;
    vE[1] = aPosition.yz;
    vE[2] = aPosition.zw;
    vE[3] = aPosition.wx;
    vF = aNormal.xy;
    vG = aNormal.yz;
    vH = -aNormal;
    vI = 0.25;
    vJ[0] = aNormal.zz;
    vJ[1] = aNormal.xz;
}
