// A value that was read stays read when the variable changes later in the expression.
// run: vIn=(2,0,0,0) -> gl_FragColor=(5,3,6,1)
precision highp float;
varying vec4 vIn;

float next(inout float value) {
    value += 1.0;
    return value;
}

void main() {
    float value = vIn.x;
    float sum = value + next(value);
    float last = value;
    float comma = (value = 2.0 * value, value);
    gl_FragColor = vec4(sum, last, comma, 1.0);
}
