// Sums of lanes as people write them out, one of them scaled, beside an inner product.
// target: all
// run: aPosition=(1,2,4,8) aWeights=(3,1,2,5) -> vSums=(13,15,2,1) gl_Position=(1,2,4,8)
// limit: agal1 instructions <= 6
// limit: nv2a instructions <= 6
// limit: pica200 instructions <= 7
// limit: lima instructions <= 8
attribute vec4 aPosition;
attribute vec4 aWeights;

varying vec4 vSums;

void main() {
    gl_Position = aPosition;
    float product = aPosition.x * aWeights.x + aPosition.y * aWeights.y + aPosition.z * aWeights.z;
    float sum = aPosition.x + aPosition.y + aPosition.z + aPosition.w;
    float mean = (aWeights.x + aWeights.y + aWeights.z) / 3.0;
    vSums = vec4(product, sum, mean, 1.0);
}
