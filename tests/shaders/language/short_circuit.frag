// The right side of && and || runs only when the left does not decide.
// run: vIn=(1,0,0,0) -> gl_FragColor=(0,0,1,1)
// run: vIn=(3,0,0,0) -> gl_FragColor=(2,1,1,1)
precision highp float;
varying vec4 vIn;

bool touch(inout float count) {
    count += 1.0;
    return true;
}

void main() {
    float count = 0.0;
    bool both = vIn.x > 2.0 && touch(count);
    bool either = vIn.x < 2.0 || touch(count);
    gl_FragColor = vec4(count, both ? 1.0 : 0.0, float(either), 1.0);
}
