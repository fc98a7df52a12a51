// What indexes an array whose element is an output, and is an output itself.
// run: at=1.5 u=(1,10,100,1000,2,20,200,2000,3,30,300,3000) -> gl_Position=(2,20,1,1)
// run: at=2.25 u=(1,10,100,1000,2,20,200,2000,3,30,300,3000) -> gl_Position=(3,30,2,1)
attribute float at;
uniform vec4 u[3];

void main() {
    int i = int(at);
    gl_Position = vec4(u[i].xy, float(i), 1.0);
}
