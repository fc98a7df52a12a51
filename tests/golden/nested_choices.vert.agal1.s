mov vt0.x, vc0.x
sub vt0.x, vc2.x, vt0.x
mov vt0.yz, vc1.xxy
sge vt1.x, vc2.x, vt0.y
add vt1.y, vc1.y, va0.w
dp4 vt1.w, vc2.x, va0
sge vt0.y, vt0.z, vc2.x
mul vt0.yw, vt0.xxxy, vt1.yyyw
mul vt1.z, vt1.x, vt0.y
add vt1.yz, vt1.yyz, vc2.x
mul vt0.x, vt0.x, vt1.y
slt vt1.y, vt0.z, vc2.x
mul vt1.xz, vc0.x, vt1.zzx
add vt0.xw, vt1.yyyx, vt0.wwwx
sub vt1.x, vc2.x, vt1.z
mul vt1.x, vt1.x, vt1.w
mul vt0.x, vt1.z, vt0.x
add vt0.x, vt0.x, vt1.x
add op, vt0.x, vt0.w
