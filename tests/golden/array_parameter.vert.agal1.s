max vt0.x, va0.x, vc4.x
frc vt0.y, vt0.x
sub vt0.x, vt0.x, vt0.y
mov op, vc[vt0.x]
