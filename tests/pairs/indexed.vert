// An array that is indexed by a value keeps registers of its own where the machine indexes.
attribute vec4 aPosition;
attribute vec3 aNormal;
varying vec2 vRow[3];
varying float vTail;
void main() {
    gl_Position = vec4(aPosition.xyz, 2.0);
    vRow[0] = aPosition.xy;
    vRow[1] = aPosition.zw;
    vRow[2] = aNormal.xy;
    vTail = aNormal.z;
}
