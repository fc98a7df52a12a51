neg vt0.xy, va0.xz
min vt0.xy, va0.yw, vt0.xy
min vt1.xyz, vc0.xyz, va0.xyx
neg vt0.zw, vt1.xxxy
slt vt1.xy, vt0.xz, va0.yx
slt vt1.z, vt1.z, va0.z
slt vt1.w, vt0.w, vt0.y
sub op, vc0.y, vt1
