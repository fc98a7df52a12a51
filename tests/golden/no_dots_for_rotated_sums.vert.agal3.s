m44 v0, va0, vc0
add op, va1, va1
