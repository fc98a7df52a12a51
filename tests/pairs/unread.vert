// What the fragment shader does not read is not computed: whole varyings, elements, components.
attribute vec4 aPosition;
attribute vec4 aExtra;
uniform mat4 uMvp;
uniform vec4 uCostly[4];
varying vec4 vColor;
varying vec3 vUnread;
varying vec4 vList[4];
varying float vDead;
void main() {
    gl_Position = uMvp * aPosition;
    vColor = aPosition * 0.5;
    vUnread = normalize(cross(aExtra.xyz, uCostly[0].xyz));
    vList[0] = aPosition * aExtra;
    for (int i = 1; i < 4; i++) {
        vList[i] = aPosition + uCostly[4 - i];
    }
    vList[2].z = sqrt(abs(aExtra.w));
    vDead = exp(aExtra.x);
}
