max vt0.xy, va3.xy, vc41.z
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
mul vt0.xy, vt0.xy, vc41.w
dp4 vt1.x, vc[vt0.x+4], va0
add vt2, vt0.xxy, vc41.xyxy
dp4 vt1.y, vc[vt2.x+4], va0
dp4 vt1.z, vc[vt2.y+4], va0
mul vt1.xyz, vt1.xyz, va4.x
dp4 vt3.x, vc[vt0.y+4], va0
dp4 vt3.y, vc[vt2.z+4], va0
dp4 vt3.z, vc[vt2.w+4], va0
mul vt3.xyz, vt3.xyz, va4.y
add vt1.xyz, vt1.xyz, vt3.xyz
dp3 vt3.x, vc[vt0.x+4].xyz, va1.xyz
dp3 vt3.y, vc[vt2.x+4].xyz, va1.xyz
dp3 vt3.z, vc[vt2.y+4].xyz, va1.xyz
mul vt3.xyz, vt3.xyz, va4.x
dp3 vt2.y, vc[vt0.y+4].xyz, va1.xyz
dp3 vt2.z, vc[vt2.z+4].xyz, va1.xyz
dp3 vt2.w, vc[vt2.w+4].xyz, va1.xyz
mul vt2.yzw, vt2.yyzw, va4.y
add vt2.yzw, vt3.xxyz, vt2.yyzw
nrm vt3.xyz, vt2.yzw
mov vt1.w, vc41.x
m44 op, vt1, vc0
dp3 vt3.x, vt3.xyz, vc40.xyz
min vt3.x, vt3.x, vc42.x
mul vt3.x, vc42.y, vt3.x
sub v0.xyz, vc42.z, vt3.x
mov v0.w, vc41.x
mov v1, va2.xyx
