// Per-fragment lighting with specular highlights from a list of lights, and fog.
precision highp float;

struct Light {
    vec3 position;
    vec3 color;
    float radius;
};

const int LIGHTS = 3;

uniform Light uLights[LIGHTS];
uniform vec3 uEye;
uniform vec4 uMaterial;
uniform float uShininess;
uniform vec3 uFogColor;
uniform sampler2D uTexture;

varying vec3 vPosition;
varying vec3 vNormal;
varying vec2 vTexCoord;

vec3 shade(Light light, vec3 normal, vec3 view) {
    vec3 towards = light.position - vPosition;
    float distance = length(towards);
    towards /= distance;
    float diffuse = max(dot(normal, towards), 0.0);
    float specular = pow(max(dot(reflect(-towards, normal), view), 0.0), uShininess);
    float fade = clamp(1.0 - distance / light.radius, 0.0, 1.0);
    return light.color * (diffuse + specular) * fade;
}

void main() {
    vec3 normal = normalize(vNormal);
    vec3 view = normalize(uEye - vPosition);
    vec3 light = vec3(0.1);
    for (int i = 0; i < LIGHTS; i++) {
        light += shade(uLights[i], normal, view);
    }
    vec3 color = texture2D(uTexture, vTexCoord).rgb * uMaterial.rgb * light;
    float fog = smoothstep(10.0, 50.0, distance(uEye, vPosition));
    gl_FragColor = vec4(mix(color, uFogColor, fog), uMaterial.a);
}
