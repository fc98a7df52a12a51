mov op, va0
mov v0.xyz, va1.xyz
mov v0.w, va2.x
