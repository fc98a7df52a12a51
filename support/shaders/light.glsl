float light(vec3 normal) {
    return max(dot(normal, vec3(0.0, 0.6, 0.8)), 0.0);
}
