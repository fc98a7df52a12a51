pow v0.x, va0.y, va0.w
mul vt0.x, va0.y, vc3.z
exp v0.z, vt0.x
log vt0.x, va0.w
mul v0.w, vt0.x, vc3.w
rsq vt0.x, va0.x
sin vt1.xy, va0.xz
cos vt1.zw, va0.yyyz
mov op.xy, vt1.xz
div op.z, vt1.y, vt1.w
slt vt1.yw, vc3.y, va0.zzzx
sqt vt1.xz, va0.xxy
mul v1.w, vt0.x, vt1.x
mov v0.y, vt1.z
abs vt0.xyz, va0.wzx
slt vt2.x, vt0.x, vt0.z
slt vt2.y, vc2.w, vt0.y
sub vt1.z, vc2.w, vt0.z
sqt vt1.z, vt1.z
neg vt0.w, vt1.z
min vt1.z, vt0.z, vt0.x
max vt0.x, vt0.z, vt0.x
max vt2.z, vt0.x, vc4.x
max vt2.w, vt0.y, vc2.w
min vt1.x, vt0.y, vc2.w
div vt1.xz, vt1.xxz, vt2.wwz
mul vt0.xy, vt1.xz, vt1.xz
mul vt3.x, vt0.y, vc1.x
mul vt2.zw, vc1.xxxy, vt0.xxxz
add vt2.zw, vt2.zzzw, vc0.zzzw
mul vt2.zw, vt2.zzzw, vt0.xxxz
add vt2.zw, vt2.zzzw, vc1.zzzw
mul vt3.yz, vt2.zzw, vt0.xxz
add vt3.y, vt3.y, vc3.x
mul vt3.y, vt3.y, vt0.x
add vt3.xyz, vt3.zxy, vc0.yzx
mul vt3.xy, vt0.wy, vt3.xy
add vt2.zw, vt3.yyyx, vc2.xxxy
mul vt2.z, vt2.z, vt0.y
add vt2.z, vt2.z, vc3.x
mul vt0.y, vt2.z, vt0.y
slt vt4.xyz, va0.zxw, vc3.y
mul vt0.w, vt4.y, vc4.z
add vt3.xy, vt0.yw, vc2.zw
mul vt0.yw, vt1.xxxz, vt3.zzzx
sub vt1.xz, vc0.y, vt0.yyw
mov vt0.xz, vt4.xxy
sub vt1, vt1.xwzy, vt0.yzwx
mul vt1.xyz, vt2.yxw, vt1.xzy
add vt0.yw, vt1.xxxy, vt0.yyyw
mul op.w, vt0.y, vt1.w
mov v1.x, vt1.z
sub v1.y, vc0.y, vt1.z
sub vt1.z, vc4.y, vt0.w
sub vt1.z, vt1.z, vt0.w
mul vt1.z, vt4.z, vt1.z
add vt0.w, vt1.z, vt0.w
mul v1.z, vt0.w, vt3.y
