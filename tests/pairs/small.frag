precision mediump float;
varying vec2 vUv;
varying float vFog;
varying vec3 vNormal;
varying vec2 vDetail;
varying vec4 vColor;
void main() {
    float light = dot(vNormal, vec3(0.5, 0.25, -0.5));
    gl_FragColor = vColor * light + vec4(vUv, vDetail.yx) * vFog;
}
