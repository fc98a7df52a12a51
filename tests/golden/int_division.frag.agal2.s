frc ft0, v0
sub ft1, v0, ft0
slt ft2, v0, fc0.x
slt ft0, fc0.x, ft0
mul ft0, ft2, ft0
add ft0, ft1.zwyx, ft0.zwyx
div ft0.xy, ft0.wx, ft0.zy
mul ft0.xy, ft0.xy, fc0.y
frc ft1.xy, ft0.xy
sub ft1.zw, ft0.xxxy, ft1.xxxy
slt ft0.xy, ft0.xy, fc0.x
slt ft1.xy, fc0.x, ft1.xy
mul ft0.xy, ft0.xy, ft1.xy
add ft0.xy, ft1.zw, ft0.xy
mul ft0.z, ft0.x, ft0.z
sub ft0.w, ft0.w, ft0.z
mov ft0.z, fc0.z
mov oc, ft0.xwyz
