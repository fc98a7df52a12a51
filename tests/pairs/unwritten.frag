precision mediump float;
varying vec4 vNothing;
varying float vSome;
varying vec3 vNone;
void main() {
    gl_FragColor = vec4(vSome, vSome * 2.0, 0.5, 1.0);
    if (vSome > 100.0) {
        gl_FragColor += vNothing + vNone.xyzx;
    }
}
