precision mediump float;
varying float vWeights[3];
varying mat3 vBasis;
varying vec2 vOffsets[2];
varying mat2 vTurn;
void main() {
    float weight = 0.0;
    for (int i = 0; i < 3; i++) {
        weight += vWeights[i] * float(i);
    }
    vec3 turned = vBasis * vec3(0.5, -0.25, 1.0);
    vec2 moved = vTurn * vOffsets[1] + vOffsets[0];
    gl_FragColor = vec4(turned.xy + moved, turned.z, weight);
}
