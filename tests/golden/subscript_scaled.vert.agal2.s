max vt0.x, va0.x, vc4.x
frc vt0.y, vt0.x
sub vt0.x, vt0.x, vt0.y
add vt0.x, vt0.x, vt0.x
mov op.zw, vc4.xxxy
mov op.x, vc[vt0.x].x
mov op.y, vc[vt0.x+1].y
