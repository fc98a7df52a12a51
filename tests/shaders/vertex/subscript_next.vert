// run: aBone=(1,2) uRows=(1,0,0,0, 0,2,0,0, 0,0,3,0, 0,0,0,4, 5,5,5,5) -> gl_Position=(0,2,3,0) vColor=(0,0,3,4)
// run: aBone=(0.9,3.9) uRows=(1,0,0,0, 0,2,0,0, 0,0,3,0, 0,0,0,4, 5,5,5,5) -> gl_Position=(1,2,0,0) vColor=(5,5,5,9)
// limit: pica200 instructions <= 6
// limit: nv2a instructions <= 9
// limit: agal1 instructions <= 7
// Elements that follow the one of a subscript: the first is read as well, so that the subscript is not below zero, and
// the others are offsets in operands.
attribute vec2 aBone;
uniform vec4 uRows[5];
varying vec4 vColor;

void main() {
    int i = int(aBone.x);
    int j = int(aBone.y);
    gl_Position = uRows[i] + uRows[i + 1];
    vColor = uRows[j] + uRows[j + 1];
}
