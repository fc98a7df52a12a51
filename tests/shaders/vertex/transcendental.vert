// Everything that machines approximate.
// run: aIn=(0.5,2,0.25,3) -> gl_Position=(0.47942554,-0.41614684,0.25534192,0.24497867) vColor=(8,1.4142135,7.389056,1.0986123) vDummy=(0.5235988,1.0471976,0.16514868,1)
attribute vec4 aIn;
varying vec4 vColor;
varying vec4 vDummy;

void main() {
    gl_Position = vec4(sin(aIn.x), cos(aIn.y), tan(aIn.z), atan(aIn.z));
    vColor = vec4(pow(aIn.y, aIn.w), sqrt(aIn.y), exp(aIn.y), log(aIn.w));
    vDummy = vec4(asin(aIn.x), acos(aIn.x), atan(aIn.x, aIn.w), inversesqrt(aIn.x) * sqrt(aIn.x));
}
