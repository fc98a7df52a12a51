mul ft0.x, v0.y, fc1.y
add ft0.x, ft0.x, fc1.z
sin ft0.x, ft0.x
mul ft0.x, fc1.x, ft0.x
add ft0.x, v0.x, ft0.x
add ft0.y, v0.y, fc2.y
tex ft0, ft0.xy, fs0 <2d,linear,mipnone,clamp>
mul ft1.xyz, ft0.xyz, fc0.xyz
sub ft0.xyz, ft0.xyz, ft1.xyz
mul ft0.xyz, ft0.xyz, fc2.x
add ft0.xyz, ft0.xyz, ft1.xyz
mul ft0.xyz, ft0.xyz, v1.x
mov ft0.w, fc2.z
mov oc, ft0
