// target: lima
// run: gl_FragCoord=(10,20,0.5,0.25) gl_PointCoord=(0.25,0.75) gl_FrontFacing=1 -> gl_FragColor=(10,20.75,0.75,0.25)
// run: gl_FragCoord=(3,4,0.25,2) gl_PointCoord=(1,0) gl_FrontFacing=0 -> gl_FragColor=(3,4,-0.75,2)
// limit: lima instructions <= 4
// The inputs that no vertex program writes; w comes from the unit as its reciprocal.
precision mediump float;

void main() {
    float side = gl_FrontFacing ? gl_PointCoord.x : -gl_PointCoord.x;
    gl_FragData[0] = vec4(gl_FragCoord.x, gl_FragCoord.y + gl_PointCoord.y, gl_FragCoord.z + side, gl_FragCoord.w);
}
