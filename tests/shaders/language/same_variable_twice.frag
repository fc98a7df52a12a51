// Two inout parameters that get one variable are copied in separately and out in order.
// run: vIn=(2,0,0,0) -> gl_FragColor=(20,2,0,1)
precision highp float;
varying vec4 vIn;

float combine(inout float a, inout float b) {
    float old = b;
    a += 1.0;
    b *= 10.0;
    return old;
}

void main() {
    float value = vIn.x;
    float seen = combine(value, value);
    gl_FragColor = vec4(value, seen, 0.0, 1.0);
}
