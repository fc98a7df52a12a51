frc vt0.x, va0.x
sub vt0.y, va0.x, vt0.x
slt vt0.z, va0.x, vc4.z
slt vt0.x, vc4.z, vt0.x
mul vt0.x, vt0.z, vt0.x
add vt0.x, vt0.x, vt0.y
add vt0.yz, vt0.x, vc4.xxy
mov vt1, vc[vt0.x]
add vt1, vt1, vc[vt0.y]
add op, vt1, vc[vt0.z]
