precision highp float;
uniform mat4 u5;
uniform mat4 u6;
uniform int u7;
uniform sampler2D s10;
void main() {
    vec3 x12 = vec3(1.0);
    x12 = texture2D(s10, vec2(1.0)).zyw;
    mat4 m13 = (u6 * matrixCompMult(u6, u5));
    m13 *= u6;
    int n14 = int(m13[u7].w);
    vec3 x18 = ((1 <= n14) ? x12 : vec3(1.0));
    if (any(lessThan(vec2(1.0), x18.xx))) discard;
    gl_FragColor = (u5 * vec4((-0.5)));
}
