frc vt0.xy, va0.xy
sub vt0.zw, va0.xxxy, vt0.xxxy
slt vt1.xy, va0.xy, vc4.x
slt vt0.xy, vc4.x, vt0.xy
mul vt0.xy, vt1.xy, vt0.xy
add vt0.xy, vt0.zw, vt0.xy
sge vt0.zw, vt0.xxxy, vc4.x
slt vt1.xy, vt0.xy, vc4.y
mul vt0.zw, vt0.zzzw, vt1.xxxy
max vt0.xy, vt0.xy, vc4.z
min vt0.xy, vt0.xy, vc4.w
mov vt1, vc[vt0.x]
mul vt1, vt1, vc5.x
sub vt0.x, vc5.y, vt0.z
mul vt0.x, vt0.x, vc5.z
mul vt1, vt0.z, vt1
add op, vt1, vt0.x
mul v0, vt0.w, vc[vt0.y]
