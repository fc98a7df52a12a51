// Matrix uniforms that are multiplied and indexed by a computed column: whole columns, lanes of them,
// elements of arrays, members of structures.
// run: a=(1,2,3,1) k=0 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(52,60,68,76) three=(7,6,8) two=(8,14) turned=(10,2,5) lanes=(2,1,1,14)
// run: a=(1,2,3,1) k=1 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(56,64,72,80) three=(5,9,7) two=(10,17) turned=(8,7,6) lanes=(6,5,6,14)
// run: a=(1,2,3,1) k=2 u=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16) uThree=(1,2,3,4,5,6,7,8,9,2,0,1,0,3,0,1,0,2) uTwo=(1,2,3,5) uTurns[0].m=(1,0,2,0,1,0,3,0,1) uTurns[1].m=(0,1,0,1,0,0,2,2,2) -> gl_Position=(60,68,76,84) three=(6,6,9) two=(10,17) turned=(10,9,8) lanes=(10,9,11,14)
struct Turn {
    mat3 m;
};
attribute vec4 a;
attribute float k;
uniform mat4 u;
uniform mat3 uThree[2];
uniform mat2 uTwo;
uniform Turn uTurns[2];
varying vec3 three;
varying vec2 two;
varying vec3 turned;
varying vec4 lanes;

void main() {
    int i = int(k);
    int j = i < 1 ? i : 1;
    gl_Position = u * a + u[i];
    three = uThree[1] * a.xyz + uThree[1][i];
    two = uTwo * a.xy + uTwo[j];
    turned = uTurns[j].m * a.xyz + uTurns[1].m[i][i];
    lanes = vec4(u[i].y, uThree[0][i][i], u[i][i], (a.xyz * uThree[0]).x);
}
