sub vt0.x, vc8.x, va2.x
div vt0.y, vt0.x, vc9.x
frc vt0.z, vt0.y
sub vt0.y, vt0.y, vt0.z
mul vt0.y, vc9.x, vt0.y
sub vt0.x, vt0.x, vt0.y
mov vt0.z, vc11.z
div vt0.y, vt0.x, vc9.x
mul vt1, vt0.y, vc11.xxxz
add vt1, vc11.xzyx, vt1
mul vt1, vt0.y, vt1
sub v0, vc11.zzyz, vt1
mul vt1, vc10.xzxy, vt0.x
mul vt1.xyz, vt0.x, vt1.xyz
mul vt0.xyw, va1.xyyz, vt0.x
add vt0.xyw, va0.xyyz, vt0.xyyw
add vt0.xyw, vt0.xwwy, vt1.xzzy
cos vt1.x, vt1.w
sin vt1.w, vt1.w
neg vt1.y, vt1.w
mul vt1, vt1.xwxy, vt0.xxy
add vt0.xy, vt1.xy, vt1.wz
m44 vt1, vt0.xwyz, vc0
m44 op, vt1, vc4
