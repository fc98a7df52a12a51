mov ft0, fc4.xzyw
mov ft1.x, fc0.x
ifl fc5.z, v1.x
  mov ft0, fc1
  ifl fc5.w, v0.x
    mov ft0, fc2
    ifl fc6.x, ft1.x
      mov ft0, fc3
    eif
  eif
eif
add oc, ft0, fc5.xxxy
