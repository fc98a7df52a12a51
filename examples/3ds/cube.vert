// A cube in colours, lit from one direction; a switch turns the light off for a whole draw call.
// run: aPosition=(1,0,0) aNormal=(0,0,2) aColor=(1,0.5,0.25) uProjection=(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1) uModelView=(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,-3,1) uLightDirection=(0,0,1) uAmbient=0.5 uLit=1 -> gl_Position=(1,0,-3,1) vColor=(1.5,0.75,0.375,1)
attribute vec3 aPosition;
attribute vec3 aNormal;
attribute vec3 aColor;

uniform mat4 uProjection;
uniform mat4 uModelView;
uniform vec3 uLightDirection;
uniform float uAmbient;
uniform bool uLit;

varying vec4 vColor;

void main() {
    gl_Position = uProjection * (uModelView * vec4(aPosition, 1.0));
    vec3 color = aColor;
    if (uLit) {
        vec3 normal = normalize((uModelView * vec4(aNormal, 0.0)).xyz);
        color *= uAmbient + max(dot(normal, uLightDirection), 0.0);
    }
    vColor = vec4(color, 1.0);
}
