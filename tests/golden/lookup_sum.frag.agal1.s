tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
add ft0.x, ft0.x, ft0.y
add ft0.x, ft0.x, ft0.z
mov ft0.z, fc0.x
sin ft0.y, ft0.z
cos ft0.z, ft0.z
mul ft1.xy, v0.xy, fc0.zw
sub ft1.xy, ft1.xy, fc1.xy
mul ft1, ft0.zyzy, ft1.xyyx
sub ft1.x, ft1.x, ft1.y
add ft1.z, ft1.w, ft1.z
mul ft1.xz, ft1.xxz, fc0.y
sin ft1.xz, ft1.xxz
mul ft1.x, ft1.x, ft1.z
div ft1.z, ft0.x, fc5.x
mov ft1.w, fc5.y
m33 ft0.xyz, ft1.zxw, fc2
mov oc, ft0
