// A factor that comes twice in one product counts twice.
// run: a=(2,3,5,7) k=3.0 -> v=(54,270,18,20.25)
attribute vec4 a;
uniform float k;
varying vec4 v;

void main() {
    v.x = a.x * k * a.y * k;
    v.y = a.z * k * a.x * k * a.y;
    v.z = k * a.x * k;
    v.w = a.x / 4.0 * k * 4.5 * k;
    gl_Position = a;
}
