#version 300 es
precision mediump float;
struct Light {
    vec3 color;
    float power;
};
in Light vLight;
centroid in vec2 vCentre;
in vec2 vUv;
out vec4 color;
void main() {
    color = vec4(vLight.color * vLight.power, vCentre.x) + vec4(vUv, vCentre);
}
