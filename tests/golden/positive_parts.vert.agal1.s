max vt0.x, va0.x, vc1.x
add op.z, vt0.x, va0.z
sge vt0.x, va0.x, vc1.x
slt vt0.y, va0.x, vc1.x
mov vt0.zw, vc0.xxxz
max vt0.zw, vt0.zzzw, vc1.x
mov op.xy, vt0.zw
mul vt0.z, vt0.w, vc1.w
mul vt0.yz, vt0.wwy, vt0.wwz
add vt0.y, vt0.y, vc1.y
abs vt0.y, vt0.y
rsq vt0.y, vt0.y
min vt0.y, vt0.y, vc1.z
mul vt0.y, vt0.y, va0.y
mul vt0.x, vt0.x, vt0.y
add op.w, vt0.x, vt0.z
