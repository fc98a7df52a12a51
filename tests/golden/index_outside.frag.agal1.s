mov ft0.x, fc0.x
mul ft1.x, ft0.x, fc2.x
add ft1.yzw, ft0.x, fc1.xxyz
frc ft0.xy, v0.xy
sub ft0.zw, v0.xxxy, ft0.xxxy
slt ft0.xy, fc1.w, ft0.xy
slt ft2.xy, v0.xy, fc1.w
mul ft0.xy, ft2.xy, ft0.xy
add ft0.xy, ft0.zw, ft0.xy
sne ft0.zw, ft0.x, fc1.xxxy
mul ft2.xy, ft1.yz, ft0.zw
slt ft3.xyz, ft0.xxy, fc1.zx
mul ft2.zw, ft3.xxxy, ft1.wwwx
sge ft1.yzw, ft0.xxyx, fc1.zzzx
mul ft1.w, ft1.w, fc0.x
mul ft3.x, ft1.y, ft1.x
add ft2.z, ft3.x, ft2.z
mul ft3.xw, ft2.z, ft1.yyyz
seq ft0, ft0.xxy, fc1.xyxy
mul ft1.xy, ft1.x, ft0.xy
add ft2.xyw, ft2.xyyw, ft1.xyyw
mul ft3.yz, ft2.w, ft3.yyz
mul ft0, ft0.xzyw, ft2.xxy
add ft0.xy, ft3.yz, ft0.xy
add ft0.xy, ft0.zw, ft0.xy
add ft2.xy, ft3.xw, ft0.xy
mov oc, ft2.wzxy
