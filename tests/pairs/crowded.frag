precision mediump float;
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
    vec4 sum = vA - vB * vD;
    sum.xy += vE[0] * vE[1] + vE[2] - vE[3];
    sum.zw += vF * vG + vJ[0] - vJ[1];
    sum.xyz += cross(vC, vH) * vI + vC;
    gl_FragColor = sum;
}
