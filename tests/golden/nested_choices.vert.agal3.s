add vt0.x, vc1.y, va0.w
add vt0.y, vc2.x, vt0.x
mov vt0.z, vc0.x
sub vt1.x, vc2.x, vt0.z
mov vt1.zw, vc1.yyyx
sge vt1.y, vt1.z, vc2.x
dp4 vt0.z, va0, vc2.x
mul vt1.xy, vt0.zx, vt1.yx
slt vt1.z, vt1.z, vc2.x
add vt1.x, vt1.z, vt1.x
sge vt1.w, vc2.x, vt1.w
sub vt1.z, vt1.x, vt0.z
mul vt1.yz, vt1.yyw, vt1.wwz
sub vt1.y, vt1.y, vt0.x
mul vt1.yz, vc0.x, vt1.zzy
add vt0.yz, vt0.zzy, vt1.yyz
add op, vt0.z, vt0.y
