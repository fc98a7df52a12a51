dp3 v0.x, va0.xyz, va1.xyz
dp4 v0.y, va0, vc0.x
dp3 vt0.x, va1.xyz, vc0.x
div v0.z, vt0.x, vc0.y
mov op, va0
mov v0.w, vc0.x
