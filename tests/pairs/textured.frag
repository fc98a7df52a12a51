precision mediump float;
varying vec2 vUv;
varying vec2 vShadow;
varying vec3 vProjected;
varying vec3 vDirection;
varying float vMix;
uniform sampler2D uFirst;
uniform sampler2D uSecond;
uniform samplerCube uSky;
void main() {
    vec4 first = texture2D(uFirst, vUv) * texture2D(uSecond, vShadow);
    vec4 second = texture2DProj(uFirst, vProjected) + textureCube(uSky, vDirection);
    gl_FragColor = mix(first, second, vMix);
}
