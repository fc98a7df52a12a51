frc vt0.x, va1.x
slt vt0.y, va1.x, vc20.w
slt vt0.z, vc20.w, vt0.x
mul vt0.y, vt0.y, vt0.z
sub vt0.x, va1.x, vt0.x
mul vt0.zw, vc10.xxxy, va0.xxxy
add vt0.xy, vt0.xz, vt0.yw
sge vt1, vt0.x, vc18.wxyz
sge vt2, vt0.x, vc19.xywy
sub vt2.xyz, vt1.xyz, vt2.xyz
slt vt3.x, vt0.x, vc18.x
m33 vt4.xyz, vt2.xyz, vc15
seq vt5.xyz, vc18.xxy, vt0.x
mov vt3.y, vt2.w
mov vt3.z, vt5.x
dp3 vt4.x, vt4.xyz, vt3.xzy
mul vt5.w, vc4.x, va0.x
m33 vt6.xyz, vt2.xyz, vc4
dp3 vt2.w, vt3.xzy, vt6.xyz
sge vt6, vt0.x, vc19
sub vt6, vt1, vt6
m44 vt7, vt6, vc0
mov vt3.y, vt1.w
mov vt3.zw, vt5.yyyz
dp4 vt1.w, vt7, vt3.xzwy
m44 vt3, va0, vc0
add vt3, vt7, vt3
min vt6.x, vc18.x, vt0.x
sge vt8, vt6.x, vc20.zxxy
sub vt8.xy, vt8.xy, vt8.zw
mul vt9.xy, vc11.xy, va0.xy
mul vt9.zw, vc10.xxxy, vt8.xxxy
add vt0.xz, vt9.xxz, vt9.yyw
mul vt8.xy, vc11.xy, vt8.xy
add vt0.w, vt8.x, vt8.y
add vt6.yz, vt0.yyx, vt0.zzw
mov vt6.w, vc20.w
mul vt6, vt6, vc21.xy
mul vt4.y, vc5.x, va0.y
m33 vt5.xyz, va0.xyz, vc[vt6.x+12]
add vt5, vt5.wxyz, vt4.yx
mul vt4.x, vc6.x, va0.z
add vt4.x, vt5.x, vt4.x
mov vt7.x, vt2.w
mov vt7.z, vt1.w
mov vt7.w, vt4.x
mul vt7, vt7.yxzw, vc21.z
add op, vt3, vt7
mul vt5.yzw, vt5.yyzw, vc21.w
add vt5.yzw, vt6.yyzw, vt5.yyzw
add vt2.xyz, va0.xyz, vt2.xyz
m33 vt3.xyz, vt2.xyz, vc7
add v0.xyz, vt3.xyz, vt5.yzw
mov v0.w, vc20.w
