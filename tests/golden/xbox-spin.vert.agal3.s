mul vt0, va0.xyxy, vc4.xzyw
add vt0.xy, vt0.xz, vt0.yw
mov vt0.zw, va0.zzzw
m44 op, vt0, vc0
mul vt0.xy, va0.xy, va0.xy
add vt0.x, vt0.x, vt0.y
sqt vt0.x, vt0.x
mul vt0.x, vc5.x, vt0.x
sub vt0.x, vc5.y, vt0.x
mul v0.xyz, va1.xyz, vt0.x
mov v0.w, vc5.y
