add vt0, va0, va0.yzwx
add v0, va0.zwxy, vt0
add op, va1, va1
