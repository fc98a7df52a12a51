// The index of a compound assignment, and of an out argument, is evaluated once.
// run: vIn=(1,2,3,4) -> gl_FragColor=(11,2,13,2)
precision highp float;
varying vec4 vIn;

void bump(inout float value) {
    value += 10.0;
}

void main() {
    float list[3];
    list[0] = vIn.x;
    list[1] = vIn.y;
    list[2] = vIn.z;
    int i = 0;
    list[i++] += 10.0;
    i++;
    bump(list[i++]);
    gl_FragColor = vec4(list[0], list[1], list[2], float(i) - 1.0);
}
