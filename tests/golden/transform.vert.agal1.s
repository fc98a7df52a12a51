mul vt0, vc0, va0.x
mul vt1, vc1, va0.y
add vt0, vt1, vt0
mul vt1, vc2, va0.z
add vt0, vt1, vt0
mul vt1, vc3, va0.w
add v0, vt1, vt0
m44 vt0, va0, vc0
m44 v1, vt0, vc0
mov op, vt0
