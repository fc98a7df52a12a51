mov vt0.x, vc0.x
sub vt0.x, vc2.x, vt0.x
dp4 vt0.y, va0, vc2.x
mov vt1.xy, vc1.yx
slt vt0.z, vt1.x, vc2.x
sge vt1.x, vt1.x, vc2.x
sge vt1.y, vc2.x, vt1.y
mul vt1.xz, vt0.xxy, vt1.yyx
mul vt1.x, vc0.x, vt1.x
add vt1.xz, vt0.xxz, vt1.xxz
mul vt0.x, vc1.y, vt1.x
mul vt1.x, va0.w, vt1.x
add vt1.x, vc2.x, vt1.x
sub vt1.z, vt1.z, vt0.y
mul vt1.y, vt1.y, vt1.z
mul vt1.y, vc0.x, vt1.y
add vt0.xy, vt0.xy, vt1.xy
add op, vt0.x, vt0.y
