// A function that is called four times, once under a condition: procedures within procedures at -Os.
// target: pica200
// run: a=(1,2,2,1) b=(0.5,-0.25,0.125,0.5) flag=1 m=(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1) -> gl_Position=(12.729594,30.24571,-1.0239784,1) vColor=(-46.53885,60.089603,143.69244,1)
attribute vec4 a;
attribute vec4 b;
uniform mat4 m;
uniform bool flag;
varying vec4 vColor;

vec3 turn(vec3 v) {
    vec3 k = normalize(v.yzx + b.xyz);
    vec3 c = cross(k, v) * b.w;
    return v + c * dot(k, v) + normalize(c) * 0.25;
}

void main() {
    vec3 p = turn(a.xyz);
    if (flag) {
        p = turn(p * 2.0);
    }
    p = turn(p + b.zzx);
    vColor = vec4(turn(p), 1.0);
    gl_Position = m * vec4(p, 1.0);
}
