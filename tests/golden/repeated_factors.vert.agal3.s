mul vt0.xy, va0.zx, vc0.x
div vt0.z, va0.x, vc1.x
mul vt0.xw, va0.yyyx, vt0.yyyx
mul vt0.xzw, vc0.x, vt0.wwzx
mul v0.y, vt0.x, va0.y
mul v0.z, vt0.y, vc0.x
mul vt0.z, vt0.z, vc1.y
mul v0.w, vt0.z, vc0.x
mov op, va0
mov v0.x, vt0.w
