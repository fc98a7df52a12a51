// Matrix uniforms that are multiplied and indexed by a computed column: whole columns, lanes of them,
// elements of arrays, members of structures.
// run: a=(1,2,3,1) k=0 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(564,316,324,3660) color=(10759,2950,5128,0)
// run: a=(1,2,3,1) k=1 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(1592,1344,1608,3664) color=(8837,8265,6151,0)
// run: a=(1,2,3,1) k=2 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(2620,2372,2892,3668) color=(10886,10310,8201,0)
struct Turn {
    mat3 m;
};
attribute vec4 a;
attribute float k;
uniform mat4 u;
uniform mat3 uThree[2];
uniform mat2 uTwo;
uniform Turn uTurns[2];
varying vec4 color;

void main() {
    int i = int(k);
    int j = i < 1 ? i : 1;
    vec3 three = uThree[1] * a.xyz + uThree[1][i];
    vec2 two = uTwo * a.xy + uTwo[j];
    vec3 turned = uTurns[j].m * a.xyz + uTurns[1].m[i][i];
    vec4 lanes = vec4(u[i].y, uThree[0][i][i], u[i][i], (a.xyz * uThree[0]).x);
    gl_Position = u * a + u[i] + lanes * 256.0;
    color = vec4(three, 0.0) + vec4(two, 0.0, 0.0) * 64.0 + vec4(turned, 0.0) * 1024.0;
}
