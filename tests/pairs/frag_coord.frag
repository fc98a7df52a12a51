precision highp float;
varying vec2 vUv;
varying vec2 vOther;
void main() {
    vec2 place = gl_FragCoord.xy / 64.0;
    gl_FragColor = vec4(place + vUv, gl_FragCoord.z + vOther.x, gl_FragCoord.w * vOther.y);
}
