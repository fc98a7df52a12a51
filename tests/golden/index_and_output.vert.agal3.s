frc vt0.x, va0.x
sub vt0.y, va0.x, vt0.x
slt vt0.z, va0.x, vc3.x
slt vt0.x, vc3.x, vt0.x
mul vt0.x, vt0.z, vt0.x
add vt0.x, vt0.x, vt0.y
mov op.z, vt0.x
mov op.w, vc3.y
mov op.xy, vc[vt0.x].xy
