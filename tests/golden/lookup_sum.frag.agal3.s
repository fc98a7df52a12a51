tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
dp3 ft0.x, fc2.z, ft0.xyz
div ft0.x, ft0.x, fc2.w
mul ft0.yz, v0.xxy, fc0.zzw
sub ft1.xy, ft0.yz, fc1.xy
mov ft0.y, fc0.x
cos ft1.z, ft0.y
sin ft1.w, ft0.y
mul ft1, ft1.xwyw, ft1.zyzx
sub ft1.x, ft1.x, ft1.y
add ft1.z, ft1.w, ft1.z
mul ft1.xz, ft1.xxz, fc0.y
sin ft1.xz, ft1.xxz
mul ft0.y, ft1.x, ft1.z
mul ft0.xy, fc2.yx, ft0.xy
sub ft0.x, ft0.x, fc3.x
add ft0.x, ft0.x, ft0.y
mov oc, ft0.xxxw
