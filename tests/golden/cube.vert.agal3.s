m44 op, va0, vc0
m33 vt0.xyz, va1.xyz, vc4
nrm vt0.xyz, vt0.xyz
dp3 vt0.x, vt0.xyz, vc7.xyz
min vt0.x, vt0.x, vc10.x
mul vt0, vc9, vt0.x
sub vt0, vc8, vt0
sat v0, vt0
mov v1, va2.xyx
