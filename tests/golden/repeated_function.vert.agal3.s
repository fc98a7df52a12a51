add vt0.xyz, va0.yzx, va1.xyz
nrm vt0.xyz, vt0.xyz
crs vt1.xyz, vt0.xyz, va0.xyz
mul vt1.xyz, vt1.xyz, va1.w
dp3 vt0.x, vt0.xyz, va0.xyz
mul vt0.xyz, vt1.xyz, vt0.x
add vt0.xyz, va0.xyz, vt0.xyz
nrm vt1.xyz, vt1.xyz
mul vt1.xyz, vt1.xyz, vc5.x
add vt0.xyz, vt0.xyz, vt1.xyz
add vt1.xyz, vt0.xyz, vt0.xyz
add vt2.xyz, vt1.yzx, va1.xyz
nrm vt2.xyz, vt2.xyz
crs vt3.xyz, vt2.xyz, vt1.xyz
mul vt3.xyz, vt3.xyz, va1.w
dp3 vt2.x, vt2.xyz, vt1.xyz
mul vt2.xyz, vt3.xyz, vt2.x
add vt1.xyz, vt1.xyz, vt2.xyz
nrm vt3.xyz, vt3.xyz
mul vt3.xyz, vt3.xyz, vc5.x
mov vt2.x, vc4.x
ine vt2.x, vc5.y
  add vt0.xyz, vt1.xyz, vt3.xyz
eif
add vt0.xyz, vt0.xyz, va1.zzx
add vt1.xyz, vt0.yzx, va1.xyz
nrm vt1.xyz, vt1.xyz
crs vt3.xyz, vt1.xyz, vt0.xyz
mul vt3.xyz, vt3.xyz, va1.w
dp3 vt1.x, vt1.xyz, vt0.xyz
mul vt1.xyz, vt3.xyz, vt1.x
add vt0.xyz, vt0.xyz, vt1.xyz
nrm vt3.xyz, vt3.xyz
mul vt3.xyz, vt3.xyz, vc5.x
add vt0.xyz, vt0.xyz, vt3.xyz
add vt3.xyz, vt0.yzx, va1.xyz
nrm vt3.xyz, vt3.xyz
crs vt1.xyz, vt3.xyz, vt0.xyz
mul vt1.xyz, vt1.xyz, va1.w
dp3 vt3.x, vt3.xyz, vt0.xyz
mul vt3.xyz, vt1.xyz, vt3.x
add vt3.xyz, vt0.xyz, vt3.xyz
nrm vt1.xyz, vt1.xyz
mul vt1.xyz, vt1.xyz, vc5.x
add v0.xyz, vt3.xyz, vt1.xyz
mov vt0.w, vc5.z
m44 op, vt0, vc0
mov v0.w, vc5.z
