m44 vt0, va0, vc4
m44 op, vt0, vc0
m33 vt0.xyz, va1.xyz, vc4
nrm vt0.xyz, vt0.xyz
dp3 vt0.x, vt0.xyz, vc8.xyz
max vt0.x, vt0.x, vc11.x
add vt0.x, vc9.x, vt0.x
mul vt0.xyz, va2.xyz, vt0.x
mov vt0.w, vc10.x
ife vt0.w, vc11.x
  mov vt0.xyz, va2.xyz
eif
mov v0.xyz, vt0.xyz
mov v0.w, vc11.y
