frc vt0.x, va1.x
slt vt0.y, va1.x, vc20.w
slt vt0.z, vc20.w, vt0.x
mul vt0.y, vt0.y, vt0.z
sub vt0.x, va1.x, vt0.x
mul vt0.zw, vc10.xxxy, va0.xxxy
add vt0.xy, vt0.yz, vt0.xw
sge vt1, vt0.x, vc18.wxyz
sge vt2, vt0.x, vc19.xywy
sub vt2.xyz, vt1.xyz, vt2.xyz
slt vt3.x, vt0.x, vc18.x
m33 vt4.xyz, vt2.xyz, vc15
seq vt5.xyz, vt0.x, vc18.xxy
mov vt3.y, vt2.w
mov vt3.z, vt5.x
dp3 vt4.x, vt4.xyz, vt3.xzy
mul vt4.y, vc4.x, va0.x
m33 vt6.xyz, vt2.xyz, vc4
dp3 vt2.w, vt6.xyz, vt3.xzy
sge vt6, vt0.x, vc19
sub vt6, vt1, vt6
m44 vt7, vt6, vc0
mov vt3.y, vt1.w
mov vt3.zw, vt5.yyyz
dp4 vt1.w, vt7, vt3.xzwy
m44 vt3, va0, vc0
add vt3, vt3, vt7
min vt7.x, vt0.x, vc18.x
sge vt6, vt7.x, vc20.zxxy
sub vt6.xy, vt6.xy, vt6.zw
mul vt5.yz, vc11.xxy, va0.xxy
mul vt5.xw, vc10.xxxy, vt6.xxxy
add vt0.xz, vt5.yyx, vt5.zzw
mul vt6.xy, vc11.xy, vt6.xy
add vt0.w, vt6.x, vt6.y
add vt7.zw, vt0.yyyx, vt0.zzzw
mul vt0.xyz, vt7.xzw, vc21.xy
mul vt5.w, vc5.x, va0.y
m33 vt5.xyz, va0.xyz, vc[vt0.x+12]
add vt5, vt5.wxyz, vt4.yx
mul vt4.x, vc6.x, va0.z
add vt4.x, vt4.x, vt5.x
mov vt7.x, vt2.w
mov vt7.z, vt1.w
mov vt7.w, vt4.x
mul vt7, vt7.yxzw, vc21.w
add op, vt3, vt7
m33 vt3.xyz, vt2.xyz, vc7
m33 vt2.xyz, va0.xyz, vc7
add vt2.xyz, vt2.xyz, vt3.xyz
mov vt3.x, vc20.w
mul vt3.xyz, vt3.x, vc21.yyz
mov vt0.x, vt3.x
add vt2.xyz, vt2.xyz, vt0.yzx
add vt2.w, vc20.w, vt3.y
mul vt3.xyw, vt5.yzzw, vc21.z
add v0, vt2, vt3.xywz
