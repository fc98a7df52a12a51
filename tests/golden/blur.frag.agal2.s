tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
mul ft0, ft0, fc1.z
mov ft1.xy, fc0.xy
mul ft1, fc1.xxy, ft1.xyxy
add ft2, ft1, v0.xyxy
tex ft3, ft2.xy, fs0 <2d,linear,mipnone,repeat>
mul ft3, ft3, fc1.w
add ft0, ft0, ft3
sub ft1, v0.xyxy, ft1
tex ft3, ft1.xy, fs0 <2d,linear,mipnone,repeat>
mul ft3, fc1.w, ft3
add ft0, ft0, ft3
tex ft3, ft2.zw, fs0 <2d,linear,mipnone,repeat>
tex ft1, ft1.zw, fs0 <2d,linear,mipnone,repeat>
add ft1, ft3, ft1
mul ft1, fc2.x, ft1
add oc, ft0, ft1
