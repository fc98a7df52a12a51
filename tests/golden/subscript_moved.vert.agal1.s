frc vt0.x, va0.x
sub vt0.y, va0.x, vt0.x
slt vt0.z, va0.x, vc6.z
slt vt0.x, vc6.z, vt0.x
mul vt0.x, vt0.z, vt0.x
add vt0.x, vt0.x, vt0.y
add vt0.y, vt0.x, vt0.x
add vt0.xy, vt0.xy, vc6.yx
mov op.zw, vc6.z
mov op.x, vc[vt0.x].x
mov op.y, vc[vt0.y].y
