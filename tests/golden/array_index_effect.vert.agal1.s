max vt0.x, va0.x, vc4.x
frc vt0.y, vt0.x
sub vt0.x, vt0.x, vt0.y
mov vt1, vc[vt0.x]
add vt1, vt1, vc[vt0.x+1]
add op, vt1, vc[vt0.x+2]
