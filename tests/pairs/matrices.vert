// Matrix uniforms of both shaders, used in other ways in each of them.
#pragma retroshade matrix uSaid rows
attribute vec4 aPosition;
struct Turn {
    mediump mat3 m;
};
uniform mediump mat4 uUsed;
uniform mediump mat4 uSaid;
uniform mediump mat2 uFragment;
uniform Turn uTurns[2];
varying vec4 vColor;
void main() {
    gl_Position = uUsed * aPosition;
    vColor = uSaid * aPosition + aPosition * uSaid;
    vColor.xy += uFragment * aPosition.xy;
    vColor.xyz += uTurns[0].m * aPosition.xyz + uTurns[1].m[0];
}
