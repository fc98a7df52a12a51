// A matrix times a vector, both ways round, and a product of matrices.
// run: aPosition=(1,2,3,1) uM=(1,0,0,0, 0,2,0,0, 0,0,3,0, 10,20,30,1) -> gl_Position=(11,24,39,1) vColor=(1,4,9,141) vDummy=(21,68,147,1)
attribute vec4 aPosition;
uniform mat4 uM;
varying vec4 vColor;
varying vec4 vDummy;

void main() {
    gl_Position = uM * aPosition;
    vColor = aPosition * uM;
    vDummy = uM * uM * aPosition;
}
