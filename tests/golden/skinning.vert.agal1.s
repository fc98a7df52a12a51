max vt0.xy, va3.xy, vc41.z
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
mul vt0.xy, vt0.xy, vc41.w
mul vt1, vc[vt0.x+4], va4.x
mul vt2, vc[vt0.y+4], va4.y
add vt1, vt1.wxyz, vt2.wxyz
add vt2, vc41.xxy, vt0.xyxy
mul vt0, vc[vt2.x+4], va4.x
mul vt3, vc[vt2.y+4], va4.y
add vt0, vt0.wxyz, vt3.wxyz
mul vt3, vc[vt2.z+4], va4.x
mul vt2, vc[vt2.w+4].wzyx, va4.y
add vt2, vt3.wxyz, vt2.xwzy
dp4 vt3.x, va0, vt1.yzwx
dp4 vt3.y, va0, vt0.yzwx
dp4 vt3.z, va0, vt2.yzwx
mov vt3.w, vc41.x
m44 op, vt3, vc0
dp3 vt1.y, va1.xyz, vt1.yzw
dp3 vt1.z, va1.xyz, vt0.yzw
dp3 vt1.w, va1.xyz, vt2.yzw
nrm vt1.xyz, vt1.yzw
dp3 vt1.x, vt1.xyz, vc40.xyz
min vt1.x, vc42.x, vt1.x
mul vt1.x, vc42.y, vt1.x
sub v0.xyz, vc42.z, vt1.x
mov v0.w, vc41.x
mov v1, va2.xyx
