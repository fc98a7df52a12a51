// An index that writes to the array it is for reads the array as it was before.
// target: all
// run: v=(1,2,0,0) -> gl_FragColor=(1,0.5,0,1)
varying lowp vec4 v;
void main() {
    lowp float list[2];
    list[0] = v.x;
    list[1] = 0.25;
    int i = 0;
    lowp float first = list[(list[0] = 0.5, i)];
    gl_FragColor = vec4(first, list[0], 0.0, 1.0);
}
