mul vt0, va0.xyxy, vc4.xzyw
add vt0.xy, vt0.xz, vt0.yw
mov vt0.zw, va0.zzzw
m44 vt1, vt0, vc0
div op.xyz, vt1.xyz, vt1.w
mul vt1.xy, va0.xy, va0.xy
add vt1.x, vt1.x, vt1.y
sqt vt1.x, vt1.x
mul vt1.x, vc5.x, vt1.x
sub vt1.x, vc5.y, vt1.x
mul v0.xyz, va1.xyz, vt1.x
mov op.w, vt1.w
mov v0.w, vc5.y
