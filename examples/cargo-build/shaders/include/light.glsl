uniform vec3 uLightDirection[LIGHTS];
uniform vec3 uLightColor[LIGHTS];

const vec3 AMBIENT = vec3(0.125);

vec3 lit(vec3 normal) {
    vec3 color = AMBIENT;
    for (int i = 0; i < LIGHTS; i++) {
        color += uLightColor[i] * max(dot(normal, uLightDirection[i]), 0.0);
    }
    return color;
}
