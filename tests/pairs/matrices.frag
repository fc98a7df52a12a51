#pragma retroshade matrix uFragment columns
#pragma retroshade matrix uTurns[1].m columns
precision mediump float;
struct Turn {
    mat3 m;
};
uniform mat4 uUsed;
uniform mat4 uSaid;
uniform mat2 uFragment;
uniform Turn uTurns[2];
varying vec4 vColor;
void main() {
    gl_FragColor = vColor * uUsed + uSaid[1] + uUsed[2].wzyx;
    gl_FragColor.xy += vColor.xy * uFragment;
    gl_FragColor.xyz += vColor.xyz * uTurns[0].m + uTurns[1].m * vColor.xyz;
}
