struct Part { int part0; };
attribute vec3 aInput0;
attribute vec3 aInput1;
uniform int uValue0;
uniform float uValue1;
uniform vec2 uValue2;
uniform Part uPart;
uniform int uCount;
vec4 sum;
bool step1(inout float given2, vec4 given3) {
  if ((uValue2.sstt != uValue2.sstt)) {
  }
  return (uPart.part0 < int(uValue1));
}
vec2 step4() {
  sum.ps *= clamp((floor(uValue1 * 2.0) * 0.5), -4.0, 4.0);
  for (int round5 = 0; round5 < 5; round5++) {
    if (round5 >= (uCount + 1) / 2) break;
    sum.wx += clamp(((uValue1 >= aInput1.p) ? (sum.b - 3.5) : abs(aInput0.r)), -4.0, 4.0);
    sum.wx = mod((floor(sum.wx * 8.0) * 0.125), 8.0);
    for (float f7 = 0.0; f7 < 3.0; f7 += 0.5) {
    }
  }
  return clamp((floor(((-aInput0.pt) + (aInput0.p * uValue2.t)) * 8.0) * 0.125), -4.0, 4.0);
}
void main() {
  sum = aInput0.xyzx;
  sum.bar = clamp((floor(vec3(min(max(uValue2[0], sum.y), step(uValue1, uValue1)), ((uValue2 + aInput1.tp) * aInput1.rb)) * 8.0) * 0.125), -8.0, 8.0);
  ivec2 value8 = ((ivec2(5, 6) - (ivec2(5, 5) + uValue0)) / (-2));
  if ((((uValue1 - uValue1) <= clamp(uValue1, -4.0, 3.75)) == (value8[0] >= ((uPart.part0 * value8[0]) / 26)))) {
    if ((((false ? aInput1.s : aInput1.p) - ceil((-4.125))) == mix((aInput0.t - aInput1[1]), uValue2.yyxx.b, fract(aInput0.y)))) {
      {
        Part value9 = uPart;
        if (((((-1) <= uPart.part0) && (value9.part0 != uCount)) && step1(sum.p, clamp(((aInput1.s - (-4.25)) * (aInput0.pspt + uValue2.y)), -16.0, 16.0)))) {
          {
            {
            }
          }
          if (((bool(uPart.part0) ? step(aInput1.b, 0.75) : (false ? aInput1.b : 1.0)) >= dot(sum, sum.zzxx))) {
            vec2 value14 = step4();
            sum.wy = vec2((ivec2(aInput0.yy) * (uValue0 / 2)));
            {
            }
          }
        }
      }
      sum = mod((floor(sum * 8.0) * 0.125), 8.0);
      sum -= mod((floor((dot(uValue2.yyy, aInput1) - (aInput0.y * sum.z)) * 8.0) * 0.125), 4.0);
      sum = mod((floor(sum * 8.0) * 0.125), 8.0);
    } else {
      sum = clamp((floor(mix(min(vec4(aInput0.xy, uValue1, sum.y), (aInput0.g - aInput0.g)), mix(uValue2.grr, sum.zxy, 0.25).zyyz, fract((uValue2[1] * aInput0.t))) * 8.0) * 0.125), -8.0, 8.0);
      {
        vec2 value21 = step4();
        value21 = (((ivec2(4, 4) * ivec2(5)) == (value8 + ivec2(1))) ? vec2((-value21.s), abs(uValue2.t)) : step4());
      }
    }
    if (((1 / 7) != ((1 != value8.t) ? ((uPart.part0 * uPart.part0) / 26) : (uCount * uPart.part0)))) {
      sum.tpq *= mod(float((uValue0 - 6)), 4.0);
      sum.tpq = clamp((floor(sum.tpq * 8.0) * 0.125), -8.0, 8.0);
      sum.grb *= min(max((floor(sum.yxy * 2.0) * 0.5), -4.0), 4.0);
      sum.grb = clamp((floor(sum.grb * 8.0) * 0.125), -8.0, 8.0);
      value8[1] -= (value8.x / 13);
      value8[1] = (value8[1] / 9);
    }
  }
  gl_Position = uValue2.xxyy * 0.5 + vec2(value8).yyxy * 1.0 + vec4(uValue1) * 0.25 + sum.xyzw * 0.5;
}