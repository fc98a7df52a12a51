mul vt0, va0, va1
mov v0.zw, vt0.xxxw
mov op, vt0
add vt0.xy, vt0.xy, vt0.yz
add v0.xy, vt0.zw, vt0.xy
