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
seq vt5.xyz, vt0.x, vc18.xxy
mov vt3.y, vt2.w
mov vt3.z, vt5.x
dp3 vt4.x, vt4.xyz, vt3.xzy
mul vt5.w, vc4.x, va0.x
m33 vt6.xyz, vt2.xyz, vc4
dp3 vt4.z, vt3.xzy, vt6.xyz
sge vt6, vt0.x, vc19
sub vt6, vt1, vt6
m44 vt7, vt6, vc0
mov vt3.y, vt1.w
mov vt3.zw, vt5.yyyz
dp4 vt1.w, vt7, vt3.xzwy
min vt3.x, vc18.x, vt0.x
sge vt6, vt3.x, vc20.zxxy
sub vt6.xy, vt6.xy, vt6.zw
mul vt8.xy, vc11.xy, va0.xy
mul vt8.zw, vc10.xxxy, vt6.xxxy
add vt0.xz, vt8.xxz, vt8.yyw
mul vt6.xy, vc11.xy, vt6.xy
add vt0.w, vt6.x, vt6.y
add vt3.yz, vt0.yyx, vt0.zzw
mov vt3.w, vc20.w
mul vt3, vt3, vc21.xy
mul vt4.y, vc5.x, va0.y
m33 vt5.xyz, va0.xyz, vc[vt3.x+12]
add vt5, vt5.wxyz, vt4.yx
mul vt4.x, vc6.x, va0.z
add vt5.x, vt5.x, vt4.x
mov vt4.x, vt7.y
mov vt4.y, vt1.w
mov vt4.w, vt5.x
mul vt4, vt4.xzyw, vc21.z
add vt4, vt7, vt4
m44 vt7, va0, vc0
add op, vt7, vt4
mul vt5.yzw, vt5.yyzw, vc21.w
add vt3.yzw, vt3.yyzw, vt5.yyzw
add vt2.xyz, va0.xyz, vt2.xyz
m33 vt5.xyz, vt2.xyz, vc7
add v0.xyz, vt5.xyz, vt3.yzw
mov v0.w, vc20.w
