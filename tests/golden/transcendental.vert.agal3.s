sin vt0.xy, va0.zx
cos vt0.zw, va0.zzzy
div op.z, vt0.x, vt0.z
abs vt1.xyz, va0.zxw
min vt0.x, vt1.x, vc0.y
max vt1.w, vt1.y, vt1.z
max vt2.xy, vt1.xw, vc0.yw
min vt0.z, vt1.y, vt1.z
div vt0.xz, vt0.xxz, vt2.xxy
mul vt2.xz, vt0.xxz, vt0.xxz
log vt2.y, va0.w
mul vt1.w, vc2.x, vt1.y
add vt1.w, vt1.w, vc2.y
mul vt1.w, vt1.w, vt1.y
add vt1.w, vt1.w, vc2.z
mul vt3.x, vt1.y, vt1.w
mul vt3.yzw, vc1.zzzw, vt2.xxzy
add vt3.xyz, vt3.yxz, vc1.yxy
sub vt2.y, vc0.y, vt1.y
sqt vt2.y, vt2.y
neg vt2.y, vt2.y
mul vt4.xyz, vt3.xyz, vt2.xyz
slt vt3.xyz, va0.zxw, vc2.w
mul vt4.w, vt3.y, vc3.x
add vt4, vt4.xzyw, vc0.xxzy
mul vt4.xy, vt4.xy, vt2.xz
add vt4.xy, vt4.xy, vc3.y
mul vt2.xz, vt4.xxy, vt2.xxz
add vt2.xz, vt2.xxz, vc3.z
mul vt0.xz, vt0.xxz, vt2.xxz
sub vt2.xz, vc0.z, vt0.xxz
slt vt1.x, vc0.y, vt1.x
sub vt2.xz, vt2.xxz, vt0.xxz
slt vt1.y, vt1.z, vt1.y
mul vt1.xy, vt1.xy, vt2.xz
add vt0.xz, vt1.xxy, vt0.xxz
slt vt1.xy, vc2.w, va0.zx
sub vt3.xy, vt1.xy, vt3.xy
mul op.w, vt0.x, vt3.x
pow v0.x, va0.y, va0.w
sqt vt1.xy, va0.xy
mul vt0.x, va0.y, vc3.w
exp v0.z, vt0.x
sub vt0.x, vc4.x, vt0.z
sub vt0.x, vt0.x, vt0.z
mul vt0.x, vt3.z, vt0.x
add vt3.z, vt0.x, vt0.z
mul vt3.yz, vt4.zzw, vt3.yyz
sub v1.y, vc0.z, vt3.y
rsq vt4.z, va0.x
mul v1.w, vt4.z, vt1.x
mov op.xy, vt0.yw
mov v0.w, vt3.w
mov v0.y, vt1.y
mov v1.xz, vt3.yyz
