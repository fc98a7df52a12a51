mov v0.x, vc11.y
sub vt0.x, vc8.x, va2.x
div vt0.y, vt0.x, vc9.x
frc vt0.z, vt0.y
sub vt0.y, vt0.y, vt0.z
mul vt0.y, vt0.y, vc9.x
sub vt0.x, vt0.x, vt0.y
mov vt0.z, vc11.y
div vt0.y, vt0.x, vc9.x
sub vt0.w, vc11.y, vt0.y
mul v0.yz, vc11.yyx, vt0.w
mul vt0.y, vt0.y, vt0.y
sub v0.w, vc11.y, vt0.y
mul vt1, vt0.x, vc10.xzxy
mul vt1.xyz, vt1.xyz, vt0.x
mul vt0.xyw, va1.xyyz, vt0.x
add vt0.xyw, va0.xyyz, vt0.xyyw
add vt0.xyw, vt0.xwwy, vt1.xzzy
cos vt1.x, vt1.w
sin vt1.w, vt1.w
neg vt1.y, vt1.w
mul vt1, vt1.xwxy, vt0.xxy
add vt0.xy, vt1.wz, vt1.xy
m44 vt1, vt0.xwyz, vc0
m44 op, vt1, vc4
