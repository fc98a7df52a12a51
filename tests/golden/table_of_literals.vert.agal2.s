max vt0.x, va0.x, vc14.z
max vt0.y, va1.x, vc14.z
min vt0.xy, vt0.xy, vc14.xy
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.yx, vt0.wz
mov vt0.z, vc[vt0.x+4].x
add v1, vt0.z, vc[vt0.x+9].x
mov op, vc14.w
mov v0, vc[vt0.y]
