tex ft0, v0.xy, fs0 <2d,linear,mipnone,repeat>
dp3 ft0.x, ft0.xyz, fc0.xyx
mov oc, ft0.xxxw
