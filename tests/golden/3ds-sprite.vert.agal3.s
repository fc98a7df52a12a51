m44 vt0, va0, vc0
mul v0.xzw, va1.x, vc4.x
m44 op, vt0, vc4
mul v0.y, va1.x, vc5.y
mov v1, va2
