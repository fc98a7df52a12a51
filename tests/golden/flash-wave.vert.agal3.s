m44 op, va0, vc0
mul vt0.x, vc4.x, va0.y
add v1, vc4.y, vt0.x
mov v0, va1.xyx
