slt vt0.x, va1.x, vc20.w
frc vt0.y, va1.x
slt vt0.z, vc20.w, vt0.y
mul vt0.x, vt0.x, vt0.z
mul vt0.zw, vc10.xxxy, va0.xxxy
sub vt0.y, va1.x, vt0.y
add vt1.xy, vt0.yz, vt0.xw
sge vt0, vt1.x, vc18.zwxy
sge vt2, vt1.x, vc19
sub vt2, vt0.yzwx, vt2
m44 vt3, vt2, vc0
slt vt2.x, vt1.x, vc18.x
seq vt4.xyz, vc18.xyx, vt1.x
mov vt2.y, vt0.x
mov vt2.zw, vt4.xxxy
dp4 vt2.w, vt3, vt2.xzwy
sge vt5, vt1.x, vc19.xywy
sub vt5.xyz, vt0.yzw, vt5.xyz
mul vt4.w, vc4.x, va0.x
m33 vt0.xyz, vt5.xyz, vc4
mov vt2.y, vt5.w
mov vt2.z, vt4.z
dp3 vt6.x, vt2.xzy, vt0.xyz
m33 vt0.xyz, vt5.xyz, vc15
dp3 vt2.x, vt0.xyz, vt2.xzy
min vt7.x, vc18.x, vt1.x
sge vt0, vt7.x, vc20.zxxy
sub vt2.yz, vt0.xxy, vt0.zzw
mul vt0.xy, vc10.xy, vt2.yz
mul vt0.zw, vc11.xxxy, va0.xxxy
add vt1.xz, vt0.zzx, vt0.wwy
mul vt2.yz, vc11.xxy, vt2.yyz
add vt1.w, vt2.y, vt2.z
add vt7.yz, vt1.yyx, vt1.zzw
mov vt7.w, vc20.w
mul vt7, vt7, vc21.xy
m33 vt4.xyz, va0.xyz, vc[vt7.x+12]
mul vt2.y, vc5.x, va0.y
add vt4, vt4.wxyz, vt2.yx
mul vt2.x, vc6.x, va0.z
add vt2.x, vt4.x, vt2.x
mov vt6.y, vt3.y
mov vt6.z, vt2.w
mov vt6.w, vt2.x
mul vt6, vt6.yxzw, vc21.z
m44 vt2, va0, vc0
add vt2, vt3, vt2
add op, vt2, vt6
mul vt4.yzw, vt4.yyzw, vc21.w
add vt4.yzw, vt7.yyzw, vt4.yyzw
add vt5.xyz, va0.xyz, vt5.xyz
m33 vt2.xyz, vt5.xyz, vc7
add v0.xyz, vt2.xyz, vt4.yzw
mov v0.w, vc20.w
