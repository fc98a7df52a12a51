abs ft0.xy, v0.xy
min ft0.z, ft0.x, ft0.y
max ft1.x, ft0.x, ft0.y
div ft1.y, v0.x, v0.y
abs ft1.z, ft1.y
max ft1.xw, ft1.xxxz, fc0.xxxy
min ft0.w, ft1.z, fc0.y
div ft0.zw, ft0.zzzw, ft1.xxxw
mul ft2.xy, ft0.zw, ft0.zw
slt ft2.zw, v0.xxxy, fc1.z
mul ft3.xyz, ft2.xyz, fc0.zzw
add ft3.xyz, ft3.xyz, fc1.yyx
mul ft3.xy, ft2.xy, ft3.xy
add ft3.xy, ft3.xy, fc1.w
mul ft3.xy, ft2.xy, ft3.xy
add ft3.xy, ft3.xy, fc2.x
mul ft2.xy, ft2.xy, ft3.xy
add ft2.xy, ft2.xy, fc2.y
mul ft0.zw, ft0.zzzw, ft2.xxxy
sub ft2.xy, fc2.z, ft0.zw
slt ft2.z, ft0.y, ft0.x
sub ft0.xy, ft2.xy, ft0.zw
slt ft2.xy, fc1.xz, ft1.zy
mul ft0.xy, ft2.zx, ft0.xy
add ft0.xy, ft0.xy, ft0.zw
sub ft2.x, fc2.w, ft0.x
slt ft0.z, ft1.y, fc1.z
sub ft2.xy, ft2.xy, ft0.xz
mul ft2.x, ft2.w, ft2.x
add ft0.x, ft2.x, ft0.x
mul ft0.x, ft0.x, ft3.z
mul ft0.y, ft0.y, ft2.y
mov ft0.zw, fc1.zzzx
mov oc, ft0
