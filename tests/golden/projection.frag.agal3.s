rcp ft0.x, v0.w
mul ft0.xy, v0.xy, ft0.x
tex ft0, ft0.xy, fs0 <2d,linear,mipnone,repeat>
rcp ft1.x, v1.z
mul ft1.xy, v1.xy, ft1.x
tex ft1, ft1.xy, fs0 <2d,linear,mipnone,repeat>
add ft0, ft0, ft1
add ft1.xyz, v1.zxy, v1.zxy
rcp ft1.x, ft1.x
mul ft1.xy, ft1.yz, ft1.x
tex ft1, ft1.xy, fs0 <2d,linear,mipnone,repeat>
add ft0, ft0, ft1
div oc, ft0, fc0.x
