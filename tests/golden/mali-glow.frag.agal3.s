tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
dp3 ft0.w, ft0.xyz, fc1.yzx
sub ft1.xy, v0.xy, fc1.w
mul ft1.xy, ft1.xy, ft1.xy
add ft1.x, ft1.x, ft1.y
sqt ft1.x, ft1.x
add ft1.x, ft1.x, ft1.x
sat ft1.x, ft1.x
mul ft1.x, ft1.x, fc0.x
sub ft1.yzw, ft0.w, ft0.xxyz
mul ft1.xyz, ft1.yzw, ft1.x
add ft1.xyz, ft1.xyz, ft0.xyz
mov ft1.w, fc2.x
mov oc, ft1
