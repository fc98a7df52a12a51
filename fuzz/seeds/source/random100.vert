precision highp float;
precision highp int;
varying vec4 v1;
varying float v2;
varying vec2 v3;
uniform vec2 u4;
uniform vec3 u5[2];
vec2 f6(float p7, float p8, vec4 p9) {
    return min((v3 * p8), (u4 + vec2(6.0, 6.0)));
}
void main() {
    gl_FragColor = vec4(6.0, 6.0, (-0.5), 6.0);
    vec4 x10 = (v2 < (-4.0) ? (u4.yxyx * u5[0].yzzx * u4.yxyx) / 0.0 : (u4.yxyx * u5[0].yzzx * u4.yxyx));
    gl_FragColor = normalize(min(vec4(gl_FragCoord[0]), (v1 + (-0.5))));
}

