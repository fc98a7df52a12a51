sge vt0.x, va0.x, vc6.x
slt vt0.y, va0.x, vc6.x
mul vt0.y, vt0.y, va1.y
sub vt0.x, vt0.y, vt0.x
mov vt0.y, vc0.x
mul vt0.xy, vt0.xy, vc7.z
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
max vt0.xy, vt0.xy, vc6.yx
min vt0.xy, vt0.xy, vc6.wz
add vt0.x, vt0.x, va0.z
max vt0.x, vt0.x, vc6.y
min vt0.w, vt0.x, vc6.w
add vt0.x, vc1.x, va1.y
mul vt0.xz, vt0.wwx, vc7.z
frc vt1.xyz, vt0.yxz
sub vt0.xy, vt0.xy, vt1.yx
max vt0.xw, vt0.xxxw, vc6.x
min vt0.xw, vt0.xxxw, vc6.z
frc vt1.xy, vt0.xw
sub vt0.xw, vt0.wwwx, vt1.yyyx
mov vt0.x, vc[vt0.x+2].x
max vt0.x, vt0.x, vc6.x
min vt0.x, vt0.x, vc6.z
frc vt1.x, vt0.x
sub vt0.x, vt0.x, vt1.x
sub v0.w, vt0.z, vt1.z
mov op.xzw, vc7.xxxy
mov op.y, va0.y
mov v0.x, vc[vt0.y+2].x
mov v0.y, vc[vt0.w+2].x
mov v0.z, vc[vt0.x+2].x
