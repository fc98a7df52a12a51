mul vt0.x, va1.x, vc5.z
slt vt1.x, vc5.x, vt0.x
mov vt0.y, vc4.x
add vt0.y, vt0.y, vc4.x
mul vt0.y, vt0.y, vc5.z
frc vt0.z, vt0.y
slt vt1.z, vc5.x, vt0.z
sub vt1.w, vt0.y, vt0.z
mov vt0.zw, vc5.xxxy
slt vt2, vt0.zyxw, vc5.yx
mov vt1.y, vt2.x
mul vt1.z, vt2.y, vt1.z
add vt1.z, vt1.z, vt1.w
add vt1.z, vt1.z, vc5.w
mul vt1.z, vt1.z, vc5.z
abs vt0.xw, vt0.xxxw
slt vt1.w, vt1.z, vc5.x
frc vt2.y, vt1.z
sub vt1.z, vt1.z, vt2.y
slt vt2.y, vc5.x, vt2.y
mul vt1.w, vt1.w, vt2.y
add vt1.z, vt1.w, vt1.z
add vt1.z, vt1.z, vc5.w
mul vt1.z, vt1.z, vc5.z
slt vt1.w, vt1.z, vc5.x
frc vt2.y, vt1.z
sub vt1.z, vt1.z, vt2.y
slt vt2.y, vc5.x, vt2.y
mul vt1.w, vt1.w, vt2.y
add vt1.z, vt1.w, vt1.z
add vt1.z, vt1.z, vc5.w
mul vt1.z, vt1.z, vc5.z
slt vt1.w, vt1.z, vc5.x
frc vt2.y, vt1.z
sub vt1.z, vt1.z, vt2.y
slt vt2.y, vc5.x, vt2.y
mul vt1.w, vt1.w, vt2.y
add vt1.z, vt1.w, vt1.z
add vt1.z, vt1.z, vc5.w
mul vt1.z, vt1.z, vc5.z
slt vt1.w, vt1.z, vc5.x
frc vt2.y, vt1.z
sub vt1.z, vt1.z, vt2.y
slt vt2.y, vc5.x, vt2.y
mul vt1.w, vt1.w, vt2.y
add v1, vt1.w, vt1.z
abs vt0.yz, va1.yyx
slt vt1.zw, vc5.x, va1.yyyx
slt vt2.xy, va1.yx, vc5.x
sub vt1, vt1.zwyx, vt2.xywz
mul vt2, vc6.x, vt0.yzwx
add vt2, vt2, vc6.y
mul vt2, vt2, vt0.yzwx
add vt2, vt2, vc6.z
mul vt2, vt2, vt0.yzwx
add vt2, vt2, vc6.w
sub vt0, vc5.w, vt0.yzwx
sqt vt0, vt0
mul vt0, vt0, vt2
sub vt0, vc6.w, vt0
mul vt0, vt0, vt1
sin vt0, vt0
slt vt1, vt0, vc5.x
slt vt2, vc5.x, vt0
sub vt1, vt2, vt1
abs vt0, vt0
mul vt2, vc6.x, vt0
add vt2, vt2, vc6.y
mul vt2, vt2, vt0
add vt2, vt2, vc6.z
mul vt2, vt2, vt0
add vt2, vt2, vc6.w
sub vt0, vc5.w, vt0
sqt vt0, vt0
mul vt0, vt0, vt2
sub vt0, vc6.w, vt0
mul vt0, vt0, vt1
sin v0, vt0
m44 vt0, va0, vc0
m44 vt1, vt0, vc0
m44 vt0, vt1, vc0
m44 op, vt0, vc0
