frc vt0, va0
sub vt1, va0, vt0
slt vt2, va0, vc12.z
slt vt0, vc12.z, vt0
mul vt0, vt2, vt0
add vt0, vt1.xywz, vt0.xywz
sub vt0.x, vt0.x, vc12.w
sub vt0.yz, vc12.yyx, vt0.yyz
add vt0.w, vt0.w, vt0.w
add vt0.w, vc13.x, vt0.w
mov op.x, vc[vt0.x].x
mov op.y, vc[vt0.y].x
mov op.z, vc[vt0.w].x
mov op.w, vc[vt0.z].x
