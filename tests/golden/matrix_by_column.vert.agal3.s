frc vt0.x, va1.x
slt vt0.y, va1.x, vc20.w
slt vt0.z, vc20.w, vt0.x
mul vt0.y, vt0.y, vt0.z
sub vt0.x, va1.x, vt0.x
add vt0.x, vt0.x, vt0.y
sge vt1, vt0.x, vc18.wxyz
sge vt2, vt0.x, vc19.xywy
sub vt0.yzw, vt1.xxyz, vt2.xxyz
sge vt3, vt0.x, vc19
sub vt3, vt1, vt3
m44 vt4, vt3, vc0
slt vt1.x, vt0.x, vc18.x
seq vt2.xyz, vc18.xyx, vt0.x
mov vt1.yz, vt2.xxy
dp4 vt1.y, vt4, vt1
m44 vt3, va0, vc0
add vt3, vt4, vt3
mov vt5.x, vc4.x
m33 vt6.xyz, vt0.yzw, vc4
mov vt2.x, vt1.x
dp3 vt4.x, vt2.xzw, vt6.xyz
mov vt5.y, vc5.x
mov vt5.z, vc6.x
dp3 vt4.z, va0.xyz, vt5.xyz
mov vt4.w, vt1.y
mul vt4, vt4.yxwz, vc21.z
add op, vt3, vt4
m33 vt3.xyz, vt0.yzw, vc15
dp3 vt1.x, vt3.xyz, vt2.xzw
m33 vt3.xyz, vt0.yzw, vc7
m33 vt4.xyz, va0.xyz, vc7
add vt3.xyz, vt4.xyz, vt3.xyz
mul vt4.xy, va0.xy, vc10.xy
mul vt4.zw, va0.xxxy, vc11.xxxy
add vt4.xy, vt4.xz, vt4.yw
min vt4.z, vc18.x, vt0.x
sge vt0, vt4.z, vc20.zxxy
sub vt0.xy, vt0.xy, vt0.zw
mul vt0.zw, vc10.xxxy, vt0.xxxy
mul vt0.xy, vc11.xy, vt0.xy
add vt0.xy, vt0.zx, vt0.wy
add vt4.xy, vt4.xy, vt0.xy
mov vt4.w, vc20.w
mul vt4, vt4.xywz, vc21.yyyx
add vt3.xyz, vt3.xyz, vt4.xyz
m33 vt4.xyz, va0.xyz, vc[vt4.w+12]
add vt4.xyz, vt4.xyz, vt1.x
mul vt4.xyz, vt4.xyz, vc21.w
add v0.xyz, vt3.xyz, vt4.xyz
mov v0.w, vc20.w
