mul vt0.xy, va0.zx, vc0.x
mul vt0.xz, va0.yyx, vt0.yyx
mul vt0.xz, vc0.x, vt0.zzx
mul v0.y, vt0.x, va0.y
mul v0.z, vt0.y, vc0.x
div vt0.y, va0.x, vc1.x
mul vt0.y, vt0.y, vc0.x
mul vt0.y, vt0.y, vc1.y
mul v0.w, vt0.y, vc0.x
mov op, va0
mov v0.x, vt0.z
