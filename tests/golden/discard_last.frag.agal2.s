sub ft0.x, v0.x, fc0.x
kil ft0.x
mov oc, v0
