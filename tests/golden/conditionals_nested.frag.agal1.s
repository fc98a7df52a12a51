sge ft0.xy, v0.yx, fc0.yx
add ft1, v0, fc2.z
mul ft1, ft1, ft0.x
slt ft0.xz, v0.yyx, fc0.yyx
mul ft2.x, v0.w, ft0.x
mul ft2.yzw, fc1.xxyz, ft0.x
add ft1, ft1, ft2.yzwx
sge ft2.x, fc0.w, v0.w
slt ft2.y, fc0.w, v0.w
sub ft2.x, ft2.x, ft2.y
mul ft0.y, ft0.y, ft2.x
mul ft1, ft1, ft0.z
mul ft2, v0, ft0.y
add ft1, ft2.wxyz, ft1.wxyz
rcp ft2.x, v0.z
min ft2.x, fc1.w, ft2.x
max ft0.y, fc2.x, ft2.x
mov ft2.x, fc0.y
neg ft2.x, ft2.x
slt ft2.x, v0.y, ft2.x
sne ft2.y, fc2.y, v0.z
mul ft0.yz, ft0.yyz, ft2.yyx
mul ft0.y, fc2.w, ft0.y
add ft1.x, ft0.y, ft1.x
mov oc, ft1.yzwx
sne ft0.z, fc2.y, ft0.z
neg ft0.z, ft0.z
kil ft0.z
