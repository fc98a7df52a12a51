sub ft0.xy, v0.xy, fc3.w
mov ft0.z, fc0.x
mul ft1.xyz, ft0.z, fc3.xyz
mul ft2, v0.xyxy, fc2.zxyw
sub ft2.x, ft2.x, ft1.x
sub ft2.y, ft2.y, fc0.x
cos ft2.xy, ft2.yx
add ft1.yz, ft2.zzw, ft1.yyz
sin ft0.zw, ft1.yyyz
mov ft2.zw, ft0.xxxy
mul ft0, ft0.xywz, ft2.zwyx
add ft0.x, ft0.x, ft0.y
max ft0.x, ft0.x, fc5.x
sqt ft0.x, ft0.x
sub ft0.y, fc3.w, ft0.x
kil ft0.y
mul ft0.z, fc3.w, ft0.z
add ft0.w, ft0.w, ft0.z
neg ft0.z, ft0.w
mul ft0.yz, fc5.y, ft0.zzw
add ft0.yz, v0.xxy, ft0.zzy
tex ft2, ft0.yz, fs0 <2d,linear,mipnone,repeat>
slt ft0.yw, fc4.xxxy, ft0.xxxw
sub ft0.z, ft0.x, fc4.x
mul ft0.zw, ft0.zzzw, fc4.wwwz
sub ft1, fc1.zxyw, ft2.zxyw
mul ft1, ft1.yzxw, ft0.z
add ft1, ft1, ft2
add ft2.xyz, ft0.w, ft2.xyz
sge ft0.x, fc4.x, ft0.x
mul ft2, ft0.x, ft2
mul ft1, ft0.y, ft1
add oc, ft1, ft2
