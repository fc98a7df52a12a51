ddx ft0.xy, v0.zx
ddy ft0.zw, v0.zzzy
abs ft0.xz, ft0.xxz
add ft0.x, ft0.x, ft0.z
mov ft0.z, fc0.x
mov oc, ft0.ywxz
