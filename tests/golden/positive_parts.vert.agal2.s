mov vt0.xy, vc0.xz
max vt0.xy, vt0.xy, vc1.x
max vt0.w, va0.x, vc1.x
mul vt0.z, vt0.y, vt0.y
add vt0.z, vt0.z, vc1.y
rsq vt0.z, vt0.z
mul vt0.z, vt0.z, va0.y
ifl va0.x, vc1.x
  mul vt0.z, vt0.y, vc1.z
eif
add op.z, vt0.w, va0.z
mov op.xyw, vt0.xyyz
