attribute vec4 a1;
varying vec4 dummy8;
varying float dummy9;
vec3 g10 = vec3(0.25, 0.5, 0.5);
void main() {
    for (int i29 = 0; float(i29) < 3.0; i29++) {
        for (int i34 = 0; i34 < 4 && true; i34++) {
            g10.yx = vec2(dot(vec4(1.0), ((g10.zx != ((3 > i29) ? vec2(-1.875, -1.75) : vec2(0.125, -1.875))) ? vec4(a1[0]) : g10.zzzx)));
        }
    }
    dummy8 = vec4(g10[1]);
    dummy9 = 1.0;
}
