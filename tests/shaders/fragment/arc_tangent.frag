// target: lima
// run: vAt=(1,1) -> gl_FragColor=(0.7853982,0.7853982,0,1)
// run: vAt=(1,-1) -> gl_FragColor=(2.3561945,-0.7853982,0,1)
// run: vAt=(-3,-1) -> gl_FragColor=(-1.8925469,1.2490457,0,1)
// run: vAt=(-0.25,2) -> gl_FragColor=(-0.12435499,-0.12435499,0,1)
// run: vAt=(0.5,0.03125) -> gl_FragColor=(1.5083775,1.5083775,0,1)
// limit: lima instructions <= 5
// Angles in all octants.
precision mediump float;
varying vec2 vAt;

void main() {
    gl_FragColor = vec4(atan(vAt.x, vAt.y), atan(vAt.x / vAt.y), 0.0, 1.0);
}
