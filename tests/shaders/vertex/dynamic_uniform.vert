// A uniform array indexed by an attribute.
// run: aIndex=2 uPalette=(1,1,1,1, 2,2,2,2, 3,4,5,6) -> gl_Position=(3,4,5,6)
// run: aIndex=0 uPalette=(1,1,1,1, 2,2,2,2, 3,4,5,6) -> gl_Position=(1,1,1,1)
attribute float aIndex;
uniform vec4 uPalette[3];

void main() {
    gl_Position = uPalette[int(aIndex)];
}
