#version 300 es
// ESSL 3.00: a structure, and a varying that is interpolated in a way of its own.
in vec4 aPosition;
in vec3 aNormal;
struct Light {
    vec3 color;
    float power;
};
out Light vLight;
centroid out vec2 vCentre;
out vec2 vUv;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    vLight.color = aNormal;
    vLight.power = aPosition.w;
    vCentre = aPosition.xy;
    vUv = aPosition.zw;
}
