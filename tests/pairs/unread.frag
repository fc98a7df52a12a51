precision mediump float;
varying vec4 vColor;
varying vec4 vList[4];
varying float vDead;
void main() {
    float nothing = vDead * 0.0 - vDead * 0.0;
    if (false) {
        nothing = vDead;
    }
    gl_FragColor = vec4(vColor.x, vList[1].yw, vColor.z);
}
