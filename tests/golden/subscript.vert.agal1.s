max vt0.xyz, va0.xyz, vc3.x
frc vt1.xyz, vt0.xyz
sub vt0.xyz, vt0.xyz, vt1.xyz
mov vt1, vc[vt0.x]
add vt1, vt1, vc[vt0.y]
add op, vt1, vc[vt0.z]
