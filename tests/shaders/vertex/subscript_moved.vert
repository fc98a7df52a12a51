// A float below zero selects an element if enough is added to it: it is truncated.
// run: at=(0) u=(1,10,100,1000,2,20,200,2000,3,30,300,3000,4,40,400,4000,5,50,500,5000,6,60,600,6000) -> gl_Position=(6,30,0,0)
// run: at=(-0.75) u=(1,10,100,1000,2,20,200,2000,3,30,300,3000,4,40,400,4000,5,50,500,5000,6,60,600,6000) -> gl_Position=(6,30,0,0)
// run: at=(-1.5) u=(1,10,100,1000,2,20,200,2000,3,30,300,3000,4,40,400,4000,5,50,500,5000,6,60,600,6000) -> gl_Position=(5,10,0,0)
attribute float at;
uniform vec4 u[6];

void main() {
    int i = int(at);
    gl_Position = vec4(u[i + 5].x, u[2 * i + 2].y, 0.0, 0.0);
}
