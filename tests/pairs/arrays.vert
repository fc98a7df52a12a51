// Arrays and matrices lie in the same lanes of registers that follow each other.
attribute vec4 aPosition;
attribute vec3 aNormal;
varying float vWeights[3];
varying mat3 vBasis;
varying vec2 vOffsets[2];
varying mat2 vTurn;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    for (int i = 0; i < 3; i++) {
        vWeights[i] = aPosition.x * float(i + 1);
    }
    vBasis = mat3(aNormal, aNormal.zxy, aPosition.xyz);
    vOffsets[0] = aPosition.xy;
    vOffsets[1] = aPosition.zw;
    vTurn = mat2(aNormal.xy, -aNormal.yx);
}
