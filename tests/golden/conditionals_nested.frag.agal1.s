sge ft0.xy, v0.yx, fc0.yx
add ft1, v0, fc2.z
mul ft1, ft0.x, ft1
slt ft0.xz, v0.yyx, fc0.yyx
mul ft2.x, ft0.x, v0.w
mul ft2.yzw, ft0.x, fc1.xxyz
add ft1, ft2.yzwx, ft1
slt ft2.x, fc0.w, v0.w
sge ft2.y, fc0.w, v0.w
mul ft3, ft2.y, v0
mul ft2, ft2.x, v0
sub ft2, ft3, ft2
mul ft2, ft0.y, ft2
mul ft1, ft0.z, ft1
add ft1, ft1.wxyz, ft2.wxyz
rcp ft2.x, v0.z
min ft2.x, ft2.x, fc1.w
max ft2.x, ft2.x, fc2.x
mov ft2.y, fc0.y
neg ft2.y, ft2.y
slt ft2.y, v0.y, ft2.y
sne ft0.y, v0.z, fc2.y
mul ft0.yz, ft0.yyz, ft2.xxy
mul ft0.y, fc2.w, ft0.y
add ft1.x, ft1.x, ft0.y
mov oc, ft1.yzwx
sne ft0.z, ft0.z, fc2.y
neg ft0.z, ft0.z
kil ft0.z
