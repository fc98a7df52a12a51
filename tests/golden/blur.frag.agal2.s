tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
mul ft0, ft0, fc1.z
mov ft1.xy, fc0.xy
mul ft1, ft1.xyxy, fc1.xxy
add ft2, v0.xyxy, ft1
tex ft3, ft2.xy, fs0 <2d,linear,mipnone,repeat>
mul ft3, ft3, fc1.w
add ft0, ft0, ft3
sub ft1, v0.xyxy, ft1
tex ft3, ft1.xy, fs0 <2d,linear,mipnone,repeat>
mul ft3, ft3, fc1.w
add ft0, ft0, ft3
tex ft3, ft2.zw, fs0 <2d,linear,mipnone,repeat>
mul ft3, ft3, fc2.x
add ft0, ft0, ft3
tex ft3, ft1.zw, fs0 <2d,linear,mipnone,repeat>
mul ft3, ft3, fc2.x
add oc, ft0, ft3
