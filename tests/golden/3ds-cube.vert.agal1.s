m44 vt0, va0, vc4
m44 op, vt0, vc0
m33 vt0.xyz, va1.xyz, vc4
dp3 vt0.w, vt0.xyz, vt0.xyz
rsq vt0.w, vt0.w
min vt0.w, vc11.x, vt0.w
mul vt0.xyz, vt0.xyz, vt0.w
dp3 vt0.x, vc8.xyz, vt0.xyz
max vt0.x, vc11.y, vt0.x
add vt0.x, vc9.x, vt0.x
mul vt0.xyz, va2.xyz, vt0.x
sub vt0.xyz, vt0.xyz, va2.xyz
mul vt0.xyz, vc10.x, vt0.xyz
add v0.xyz, va2.xyz, vt0.xyz
mov v0.w, vc11.z
