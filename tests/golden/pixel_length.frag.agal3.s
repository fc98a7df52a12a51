add ft0.xyz, v9.xyw, v9.w
div ft0.xy, ft0.xy, ft0.z
mul ft0.xy, ft0.xy, fc0.xy
mul ft0.zw, ft0.xxxy, ft0.xxxy
add ft0.z, ft0.z, ft0.w
rsq ft0.w, ft0.z
mul ft0.xy, ft0.xy, ft0.w
sqt ft0.z, ft0.z
mov ft0.w, fc1.x
mov oc, ft0.zxyw
