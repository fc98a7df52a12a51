// target: lima
// run: vAt=(49,7,100,25) -> gl_FragColor=(7,0,4,3)
// run: vAt=(255,5,51,17) -> gl_FragColor=(51,0,3,3)
// run: vAt=(41,41,82,41) -> gl_FragColor=(1,0,2,3)
// run: vAt=(1000,3,999,37) -> gl_FragColor=(333,1,27,3)
// run: vAt=(-49,7,100,-25) -> gl_FragColor=(-7,0,-4,3)
// Quotients of integers are whole where they come out even: a product with a rounded reciprocal is
// not enough.
precision highp float;
precision highp int;
varying vec4 vAt;

void main() {
    int a = int(vAt.x);
    int b = int(vAt.y);
    int quotient = a / b;
    int rest = a - quotient * b;
    gl_FragColor = vec4(float(quotient), float(rest), float(int(vAt.z) / int(vAt.w)), 3.0);
}
