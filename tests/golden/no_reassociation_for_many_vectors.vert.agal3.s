mov vt0.x, vc4.x
mov vt0.y, vc5.x
mov vt0.z, vc6.x
mov vt0.w, vc7.x
m44 vt1, vt0, vc0
mov vt0.x, vc4.y
mov vt0.y, vc5.y
mov vt0.z, vc6.y
mov vt0.w, vc7.y
m44 vt2, vt0, vc0
mul vt0, vt1, va0.x
mul vt3, vt2, va0.y
add vt0, vt3, vt0
mov vt3.x, vc4.z
mov vt3.y, vc5.z
mov vt3.z, vc6.z
mov vt3.w, vc7.z
m44 vt4, vt3, vc0
mul vt3, vt4, va0.z
add vt0, vt3, vt0
mov vt3.x, vc4.w
mov vt3.y, vc5.w
mov vt3.z, vc6.w
mov vt3.w, vc7.w
m44 vt5, vt3, vc0
mul vt3, vt5, va0.w
add op, vt3, vt0
mul vt0, vt1, va1.x
mul vt3, vt2, va1.y
add vt0, vt3, vt0
mul vt3, vt4, va1.z
add vt0, vt3, vt0
mul vt3, vt5, va1.w
add v0, vt3, vt0
add vt0, va0, va1
mul vt3, vt1, vt0.x
mul vt6, vt2, vt0.y
add vt3, vt6, vt3
mul vt6, vt4, vt0.z
add vt3, vt6, vt3
mul vt6, vt5, vt0.w
add v3, vt6, vt3
mul vt3, vt1, va0.w
mul vt6, vt2, va0.z
add vt3, vt6, vt3
mul vt0, vt4.wzyx, va0.y
add vt0, vt0.wzyx, vt3
mul vt3, vt5, va0.x
add v1, vt3, vt0
mul vt0, vt1, va0.y
add vt0, vt6, vt0
mul vt6, vt4, va0.w
add vt0, vt6, vt0
add v4, vt3, vt0
mul vt2, vt2, va1.z
mul vt0, vt1, va1.w
add vt0, vt2, vt0
mul vt3, vt4, va1.y
add vt0, vt3, vt0
mul vt5, vt5, va1.x
add v2, vt5, vt0
mul vt1, vt1, va1.y
add vt1, vt2, vt1
mul vt4, vt4, va1.w
add vt1, vt4, vt1
add v5, vt5, vt1
