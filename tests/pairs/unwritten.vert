// A varying that is read and never written, alone in its register, and one beside others.
attribute vec4 aPosition;
varying vec4 vNothing;
varying float vSome;
varying vec3 vNone;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    vSome = aPosition.x;
}
