// target: lima
// limit: lima instructions <= 9
// run: vAt=(0.1875,0.3125) uTurn=(0.5,2,64,32) uSize=(8,16) -> gl_FragColor=(-3.081762,-3.081762,-3.081762,0.78039217)
// A lookup of which one component is used up in its own instruction, where another result takes its
// place in the register that the rest is copied to.
precision highp float;
uniform sampler2D uImage;
uniform vec4 uTurn;
uniform vec2 uSize;
varying vec2 vAt;

float pattern() {
    float s = sin(uTurn.x), c = cos(uTurn.x);
    vec2 at = vAt * uTurn.zw - uSize;
    vec2 point = vec2(c * at.x - s * at.y, s * at.x + c * at.y) * uTurn.y;
    return sin(point.x) * sin(point.y) * 4.0;
}

void main() {
    vec4 color = texture2D(uImage, vAt);
    float average = (color.r + color.g + color.b) / 3.0;
    gl_FragColor = vec4(vec3(average * 10.0 - 5.0 + pattern()), color.a);
}
