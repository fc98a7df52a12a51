precision mediump float;

uniform vec4 uTint;

varying vec4 vColor;

void main() {
    gl_FragColor = vColor * uTint;
}
