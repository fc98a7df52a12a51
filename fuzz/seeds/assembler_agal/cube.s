tex ft0, v1.xy, fs0 <2d,linear,mipnone,repeat>
mul oc, ft0, v0
