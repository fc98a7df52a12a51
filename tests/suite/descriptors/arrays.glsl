struct Part { bool part0; vec4 part1; };
struct S1 { vec3 part0; float part1; mat2 part2; };
struct S2 { mat3 part0; };
attribute float aInput0;
uniform vec4 uValue0;
uniform vec4 uValue1;
uniform mat2 uValue2;
uniform mat3 uValue3;
uniform vec4 uValue4;
uniform int uCount;
const vec4 k0 = step((vec4(1.0, (-0.25), 0.0, 1.0) + (-0.5)), sign(vec4(2.5)));
void main() {
  Part value1 = Part((uValue0.gb.r < (uValue3[int(clamp(float(uCount), 0.0, 2.0))].z * aInput0)), k0.zyx.grbb.bbrr);
  value1.part1.y += clamp((floor((uValue4.xyz.g * uValue0.y) * 8.0) * 0.125), -4.0, 4.0);
  value1.part1.y = clamp((floor(value1.part1.y * 8.0) * 0.125), -8.0, 8.0);
  value1.part1 = min(max((floor(abs((mod(value1.part1, 0.5) + (value1.part1 * mat4(2.5, 0.75, 0.25, (-1.25), 0.125, 0.75, 2.5, 0.75, 0.5, (-6.75), (-3.25), (-2.5), 4.0, 4.0, 0.125, (-2.5))))) * 8.0) * 0.125), -8.0), 8.0);
  vec2 value2 = clamp((floor(((matrixCompMult(uValue2, uValue2) * step(uValue4.rg, vec2(0.5, 1.5))) - ((value1.part0 ? uValue0.sp : value1.part1.wy) * (uValue2[int(mod(float(uCount), 2.0))] + uValue4.z))) * 8.0) * 0.125), -16.0, 16.0);
  float value3 = clamp(mix((uValue3[2][0] + (uValue1[int(mod(float(uCount), 4.0))] * uValue4.z)), (inversesqrt(abs((-1.0)) + 0.25) + uValue0[int(mod(float(uCount), 4.0))]), 0.75), -16.0, 16.0);
  if ((Part(any(bvec2(false, false)), (uValue0.p * k0)) != Part(any(bvec2(false, false)), (uValue0.p * k0)))) {
    for (int round4 = 0; round4 < 1; round4++) {
      for (int round5 = 0; round5 <= 0; round5 += 2) {
        S2 value6 = S2(mat3(-0.5));
      }
      value1 = ((uValue2[0][round4] >= uValue0[3]) ? (value1.part0 ? value1 : value1) : (value1.part0 ? value1 : value1));
      value2 += clamp(((uValue2[round4].x != uValue2[round4][1]) ? vec2((-0.625), 5.625).rr : (uValue2[0] - 0.125)), -4.0, 4.0);
      value2 = mod((floor(value2 * 8.0) * 0.125), 16.0);
    }
    highp mat2 value7 = mat2(0.0);
    {
      value3 = 3.25;
      S2 value8 = (((k0[int(mod(float(uCount), 4.0))] * uValue2[0].r) <= mix(uValue2[int(mod(float(uCount), 2.0))].s, k0[int(mod(float(uCount), 4.0))], 0.25)) ? S2(((uValue3 - uValue3) * 0.5)) : S2(uValue3));
      vec4 value9 = max(uValue0, value2.y);
    }
  }
  vec2 value10 = min(max((floor(((-value2.xxyy).yy + vec2((aInput0 * uValue3[int(clamp(float(uCount), 0.0, 2.0))].b), (value2.y / 8.0))) * 8.0) * 0.125), -16.0), 16.0);
  value1.part1.pqt = min(max((vec3(greaterThanEqual(value1.part1.grr, value1.part1.agb)) + ((uValue0.wyy - value2.xxy) + (aInput0 - uValue0.zxz))), -8.0), 8.0);
  for (int round11 = 0; round11 < 3; round11++) {
    if ((float(value1.part0) >= step(uValue2[1].r, 0.875))) break;
    value2.x = clamp((floor(((uValue4 + uValue1) * clamp(value1.part1, -4.0, -3.0)).b * 8.0) * 0.125), -16.0, 16.0);
    vec3 value12 = uValue0.xzx;
  }
  {
    Part value13 = value1;
    value1.part1.xzw = clamp((floor(vec3((any(bvec2(true)) ? value10.r : (value1.part1.t + uValue0.w)), min((value10 + aInput0), (uValue0.yw * value13.part1.z))) * 8.0) * 0.125), -8.0, 8.0);
    value1.part1.rba *= float((value13.part0 != value1.part0));
    value1.part1.rba = clamp((floor(value1.part1.rba * 8.0) * 0.125), -8.0, 8.0);
  }
  vec3 value14 = min(max((-cross(vec3(uValue4), (value1.part1.aga / 0.5))), -16.0), 16.0);
  S1 value15 = S1((k0.xzx - (-uValue3[int(clamp(float(uCount), 0.0, 2.0))].t)), clamp((value10.t + (uValue4.b / (abs(value10[0]) + 0.5))), -16.0, 16.0), mat2(0.25));
  vec3 value16 = clamp((floor((step((uValue4.r * value10.y), ceil(vec3(0.375, 3.25, 2.5))) + (mix(value10.xyx, value15.part0, fract(uValue1.y)) + min(uValue3[0].t, value15.part2[int(mod(float(uCount), 2.0))][int(mod(float(uCount), 2.0))]))) * 8.0) * 0.125), -16.0, 16.0);
  for (int round17 = 0; round17 < 5; round17++) {
    if ((S2(uValue3) == S2(mat3(uValue2[1].r)))) {
      float value18 = float(any(bvec4(true)));
      value15.part0 = (ceil(clamp(vec3((-3.75), (-1.0), 3.0), 2.25, 4.0)) * step(vec3(k0.y, uValue4[int(mod(float(uCount), 4.0))], (-0.5)), min(uValue3[int(clamp(float(uCount), 0.0, 2.0))], value16)));
    } else {
      vec4 value19 = (floor(mix(k0, (max(uValue0, uValue0) / 0.5), 0.5) * 8.0) * 0.125);
      value15.part2 = mat2(0.5);
    }
    for (int round20 = 0; round20 < 5; round20++) {
      for (int round21 = 0; round21 < 3; round21++) {
        if ((min(value1.part1.z, uValue2[0][1]) < (uValue3[round21][1] + 4.0))) continue;
        Part value22 = value1;
        if (((1.25 == value15.part2[int(mod(float(round21), 2.0))][int(mod(float(round21), 2.0))]) ? (value22.part0 ^^ value1.part0) : (value1.part0 == value22.part0))) continue;
      }
      highp vec3 value23 = ((k0.yw.rrg * aInput0) * vec3((value1.part0 ? bvec3(true) : bvec3(false, false, true))));
      value15 = S1((floor((vec3(0.25) * value1.part1.gab) * 8.0) * 0.125), mix(aInput0, uValue2[int(mod(float(round20), 2.0))].x, fract(uValue1[3])), value15.part2);
    }
    if (value1.part0) {
      S2 value24 = S2(uValue3);
      {
        value1.part1 = mod((fract(value2.xxyy) - uValue1), 0.5);
        vec2 value25 = clamp((floor((vec4(uValue1[3]) + (value15.part0.ptss * value15.part2[1][int(mod(float(uCount), 2.0))])).rb * 8.0) * 0.125), -8.0, 8.0);
        if ((!(value1.part0 ? value1.part0 : value1.part0))) continue;
      }
      float value26 = float(((6.75 + aInput0) < vec2((-0.875), (-0.375)).r));
      value15.part0 = vec3((-0.875), 3.5, 4.0);
    } else {
    }
  }
  gl_Position = value1.part1.xyzw * 1.0 + vec4(0.0, 0.0, 0.0, float(value1.part0)) * 1.0 + uValue2[1].xxyx * 0.5 + uValue2[0].xxyx * 1.0 + vec4(value3, 0.0, 0.0, 0.0) * (-1.0) + value14.xyyx * (-1.0) + value10.xxxy * 1.0 + value15.part0.yzzz * 1.0 + value15.part2[0].xyyx * 0.5 + value15.part2[1].yyxx * 1.0 + vec4(value15.part1) * 0.25 + uValue1.xyzw * (-1.0) + value2.xxyy * (-1.0) + value16.xxzx * 1.0 + vec4(aInput0) * 0.125 + k0.xyzw * (-1.0);
}
