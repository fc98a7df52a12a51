min vt0.xyz, va0.xyx, vc0.xyz
neg vt0.xy, vt0.xy
slt vt0.z, vt0.z, va0.z
sub op.z, vc0.y, vt0.z
neg vt0.zw, va0.xxxz
min vt0.zw, va0.yyyw, vt0.zzzw
slt vt0.xz, vt0.zzx, va0.yyx
sub op.x, vc0.y, vt0.x
sub op.y, vc0.y, vt0.z
slt vt0.y, vt0.y, vt0.w
sub op.w, vc0.y, vt0.y
