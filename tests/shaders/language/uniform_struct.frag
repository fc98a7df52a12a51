// Structures of uniforms with arrays and matrices, samplers passed to functions.
// run: uLights[0].color=(1,2,3) uLights[1].color=(10,20,30) uLights[0].turn=(1,0,0,1) uLights[1].turn=(0,1,2,0) vIn=(1,1,0,0) -> gl_FragColor=(11,22,3,2)
precision highp float;
struct Light {
    vec3 color;
    mat2 turn;
};
uniform Light uLights[2];
varying vec4 vIn;

vec2 turned(Light light, vec2 v) {
    return light.turn * v;
}

void main() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 2; i++) {
        sum += uLights[i].color;
    }
    gl_FragColor = vec4(sum.xy, turned(uLights[1], vIn.xy).x + turned(uLights[0], vIn.xy).y, 2.0);
}
