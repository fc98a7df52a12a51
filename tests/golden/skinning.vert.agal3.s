max vt0.xy, va3.xy, vc41.x
frc vt0.zw, vt0.xxxy
sub vt0.xy, vt0.xy, vt0.zw
mul vt0.xy, vt0.xy, vc42.x
m44 vt1, va0, vc[vt0.x+4]
mul vt1.xyz, vt1.xyz, va4.x
m44 vt2, va0, vc[vt0.y+4]
mul vt2.xyz, vt2.xyz, va4.y
add vt2.xyz, vt1.xyz, vt2.xyz
m33 vt1.xyz, va1.xyz, vc[vt0.x+4]
mul vt1.xyz, vt1.xyz, va4.x
m33 vt0.xyz, va1.xyz, vc[vt0.y+4]
mul vt0.xyz, vt0.xyz, va4.y
add vt0.xyz, vt1.xyz, vt0.xyz
nrm vt0.xyz, vt0.xyz
mov vt2.w, vc41.w
m44 op, vt2, vc0
dp3 vt0.x, vt0.xyz, vc40.xyz
min vt0.x, vt0.x, vc42.y
mul vt2, vt0.x, vc41.yyyx
sub v0, vc41.zzzw, vt2
mov v1, va2.xyx
