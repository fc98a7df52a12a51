tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
add ft0.x, ft0.x, ft0.y
add ft0.x, ft0.x, ft0.z
div ft0.x, ft0.x, fc2.z
mul ft0.yz, v0.yyx, fc0.wwz
sub ft0.yz, ft0.zzy, fc1.xxy
mov ft1.x, fc0.x
sin ft1.y, ft1.x
cos ft1.x, ft1.x
mul ft1, ft1.xyxy, ft0.zyyz
add ft1.x, ft1.y, ft1.x
sub ft1.z, ft1.z, ft1.w
mul ft1.xz, ft1.zzx, fc0.y
sin ft1.xz, ft1.xxz
mul ft0.z, ft1.x, ft1.z
mul ft0.xz, ft0.xxz, fc2.yyx
sub ft0.x, ft0.x, fc2.w
add ft0.x, ft0.x, ft0.z
mov oc, ft0.xxxw
