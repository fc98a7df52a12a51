// The other half of cube.vert: a texture, modulated by the light.
precision mediump float;

uniform sampler2D uTexture;

varying vec4 vColor;
varying vec2 vTexCoord;

void main() {
    gl_FragColor = texture2D(uTexture, vTexCoord) * vColor;
}
