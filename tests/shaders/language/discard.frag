// Discard in a branch, in a function, in a loop.
// run: vIn=(0.5,0,0,0) -> discard
// run: vIn=(2,0,0,0) -> gl_FragColor=(2,0,0,1)
// run: vIn=(2,1,0,0) -> discard
// run: vIn=(2,0,1,0) -> discard
// run: vIn=(2,0,0,1) -> gl_FragColor=(2,0,0,2)
precision highp float;
varying vec4 vIn;

void reject(float value) {
    if (value > 0.5) {
        discard;
    }
}

void main() {
    if (vIn.x < 1.0) {
        discard;
    }
    reject(vIn.y);
    for (int i = 0; i < 3; i++) {
        if (vIn.z * float(i) > 1.5) {
            discard;
        }
    }
    gl_FragColor = vec4(vIn.x, vIn.y, vIn.z, 1.0 + vIn.w);
}
